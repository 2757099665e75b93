//! Our types with serde's derives in the place of our tables: what a user would write for the same types.

use crate::parts::{each_module, table_name};
use crate::table::{Row, Table};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use syn::visit_mut::{VisitMut, visit_path_mut};
use syn::{Attribute, Fields, File, Item, Path, Type, parse_quote};

/// Behind the types: what serde needs for members of three states, and for what is never there.
const HELPERS: &str = r#"
pub fn present<'de, T: ::serde::Deserialize<'de>, D: ::serde::Deserializer<'de>>(
    d: D,
) -> ::core::result::Result<::core::option::Option<T>, D::Error> {
    ::serde::Deserialize::deserialize(d)
}
pub fn double<'de, T: ::serde::Deserialize<'de>, D: ::serde::Deserializer<'de>>(
    d: D,
) -> ::core::result::Result<::core::option::Option<::core::option::Option<T>>, D::Error> {
    ::serde::Deserialize::deserialize(d).map(::core::option::Option::Some)
}
#[derive(Clone, Debug, PartialEq, ::serde::Serialize, ::serde::Deserialize)]
pub enum Never {}
"#;

/// Replaces every table.
pub fn derive(file: &mut File) -> syn::Result<()> {
    file.items.retain(|item| !matches!(item, Item::Const(_)));
    let mut faults = None;
    each_module(&mut file.items, &mut |items| {
        if let Err(fault) = derive_in(items) {
            faults = Some(fault);
        }
    });
    if let Some(fault) = faults {
        return Err(fault);
    }
    Foreign.visit_file_mut(file);
    file.items.extend(syn::parse_file(HELPERS)?.items);
    Ok(())
}

fn derive_in(items: &mut Vec<Item>) -> syn::Result<()> {
    let mut tables = BTreeMap::new();
    for item in items.iter() {
        if let Item::Macro(call) = item {
            let table: Table = call.mac.parse_body().map_err(|e| {
                syn::Error::new(e.span(), format!("{e}: {}", call.to_token_stream()))
            })?;
            tables.insert(table.name.to_string(), (table_name(call), table));
        }
    }
    items.retain(|item| !matches!(item, Item::Macro(_) | Item::Static(_)));
    // Serde writes the tag of these itself.
    let tags = tags(items, &tables);
    for item in items {
        match item {
            Item::Struct(s) => {
                if let Some((kind, table)) = tables.get(&s.ident.to_string()) {
                    s.attrs.push(parse_quote!(#[derive(::serde::Serialize, ::serde::Deserialize)]));
                    match kind.as_str() {
                        "record" => {
                            record(
                                &mut s.attrs,
                                &mut s.fields,
                                table,
                                tags.get(&s.ident.to_string()),
                            );
                        }
                        "newtype" => s.attrs.push(parse_quote!(#[serde(transparent)])),
                        _ => {}
                    }
                }
            }
            Item::Enum(e) => {
                if let Some((kind, table)) = tables.get(&e.ident.to_string()) {
                    e.attrs.push(parse_quote!(#[derive(::serde::Serialize, ::serde::Deserialize)]));
                    let tag = inner_tag(kind, table);
                    match (kind.as_str(), tag) {
                        ("union", Some(tag)) => e.attrs.push(parse_quote!(#[serde(tag = #tag)])),
                        ("union", None) => e.attrs.push(parse_quote!(#[serde(untagged)])),
                        _ => {}
                    }
                    if kind != "union" || tag.is_some() {
                        rename_variants(e, table);
                    }
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// The tag of a union that serde can read by it: one value a variant.
fn inner_tag<'a>(kind: &str, table: &'a Table) -> Option<&'a String> {
    let plain = |row: &Row| matches!(row, Row::Member { word, .. } if word.is_empty());
    let tag = table.tag.as_ref()?;
    (kind == "union" && table.rows.iter().all(plain)).then_some(tag)
}

/// By struct, the constant member that is its union's tag.
fn tags(items: &[Item], tables: &BTreeMap<String, (String, Table)>) -> BTreeMap<String, String> {
    let mut tags = BTreeMap::new();
    for item in items {
        let Item::Enum(e) = item else { continue };
        let Some((kind, table)) = tables.get(&e.ident.to_string()) else { continue };
        let Some(tag) = inner_tag(kind, table) else { continue };
        for field in e.variants.iter().flat_map(|v| &v.fields) {
            if let Type::Path(path) = &field.ty
                && let Some(last) = path.path.segments.last()
            {
                tags.insert(last.ident.to_string(), tag.clone());
            }
        }
    }
    tags
}

fn record(attrs: &mut Vec<Attribute>, fields: &mut Fields, table: &Table, tag: Option<&String>) {
    let Fields::Named(fields) = fields else { return };
    if !table.rows.iter().any(|row| matches!(row, Row::Rest(_))) {
        attrs.push(parse_quote!(#[serde(deny_unknown_fields)]));
    }
    for row in &table.constants {
        if let Row::Member { name, wire, .. } = row
            && Some(wire) != tag
        {
            fields
                .named
                .push(parse_quote!(#[serde(rename = #wire)] pub #name: ::std::string::String));
        }
    }
    let mut seen = BTreeSet::new();
    for row in &table.rows {
        let (Row::Member { name, .. } | Row::Rest(name)) = row;
        let field = fields.named.iter_mut().find(|f| f.ident.as_ref() == Some(name));
        let field = field.expect("a table's row has a field");
        seen.insert(name.to_string());
        match row {
            Row::Rest(_) => field.attrs.push(parse_quote!(#[serde(flatten)])),
            Row::Member { name, wire, word } => {
                if name.to_string().trim_start_matches("r#") != wire {
                    field.attrs.push(parse_quote!(#[serde(rename = #wire)]));
                }
                field.attrs.extend(presence(word, &field.ty));
            }
        }
    }
}

/// When a member may be missing, and when it may be null.
fn presence(word: &str, ty: &Type) -> Option<Attribute> {
    let ty = ty.to_token_stream().to_string().replace(' ', "");
    const OPTION: &str = "::core::option::Option<";
    match (word, ty.strip_prefix(OPTION)) {
        ("required", None) => None,
        ("required", Some(_)) => Some(parse_quote!(#[serde(deserialize_with = "crate::present")])),
        (_, Some(inner)) if inner.starts_with(OPTION) => Some(parse_quote!(#[serde(
            default, deserialize_with = "crate::double", skip_serializing_if = "Option::is_none"
        )])),
        _ => Some(parse_quote!(#[serde(default, skip_serializing_if = "Option::is_none")])),
    }
}

fn rename_variants(e: &mut syn::ItemEnum, table: &Table) {
    for row in &table.rows {
        if let Row::Member { name, wire, .. } = row
            && let Some(variant) = e.variants.iter_mut().find(|v| v.ident == *name)
        {
            variant.attrs.push(parse_quote!(#[serde(rename = #wire)]));
        }
    }
}

/// Types of the runtime by the crate that they are from.
struct Foreign;

impl VisitMut for Foreign {
    fn visit_path_mut(&mut self, path: &mut Path) {
        visit_path_mut(self, path);
        let names: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        match names.as_slice() {
            ["mcp_bindings", "Map" | "Value"] => path.segments[0] = parse_quote!(serde_json),
            ["mcp_bindings", "Never"] => *path = parse_quote!(crate::Never),
            _ => {}
        }
    }
}

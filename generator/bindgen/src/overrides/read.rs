//! From TOML to [`Overrides`]: every key is known, every name and type is one, or it is told.

use super::attribute;
use super::sheet::{Entry, Sheet};
use super::syntax::{self, Fault};
use super::{Additions, Overrides, SchemaOverrides, Set, ToolOverrides, did_you_mean};
use crate::names::Scope;
use serde_json::Value;
use std::collections::BTreeMap;

const SECTIONS: [&str; 3] = ["all", "formats", "tools"];
const OF_A_TOOL: [&str; 6] = ["rename", "drop", "output_schema", "derive", "attributes", "schemas"];
const OF_A_SCHEMA: [&str; 6] =
    ["rename", "rename_type", "type", "variants", "derive", "attributes"];
const OF_ALL: [&str; 2] = ["derive", "attributes"];

/// Reads an overrides file. What is wrong with it is in its diagnostics; the rest can still be applied.
pub(crate) fn read(file: &str, text: &str) -> Overrides {
    let mut sheet = Sheet::new(file, text);
    let mut out = Overrides::default();
    if let Some(table) = sheet.parse() {
        let entries = sheet.entries("", &table);
        sections(&mut sheet, entries, &mut out);
        out.diagnostics = sheet.found;
    } else {
        out.diagnostics = sheet.found;
    }
    out
}

fn sections<'t>(sheet: &mut Sheet<'t>, entries: Vec<Entry<'t>>, out: &mut Overrides) {
    let sections = sheet.known(entries, &SECTIONS);
    if let Some(all) = sections.get("all") {
        let keys = sheet.fields(all, &OF_ALL);
        out.all = additions(sheet, &keys);
    }
    if let Some(formats) = sections.get("formats") {
        for format in sheet.table(formats) {
            let ty = checked(sheet, Some(&format), syntax::rust_type);
            out.formats.extend(ty.map(|ty| (format.name, ty)));
        }
    }
    if let Some(tools) = sections.get("tools") {
        for entry in sheet.table(tools) {
            let overrides = tool(sheet, &entry);
            out.tools.insert(entry.name, overrides);
        }
    }
}

fn tool<'t>(sheet: &mut Sheet<'t>, entry: &Entry<'t>) -> ToolOverrides {
    let keys = sheet.fields(entry, &OF_A_TOOL);
    let mut out = ToolOverrides {
        spot: entry.spot.clone(),
        rename: checked(sheet, keys.get("rename"), |text| syntax::name(Scope::Tools, text)),
        drop: keys.get("drop").and_then(|e| sheet.boolean(e)).unwrap_or_default(),
        output_schema: keys.get("output_schema").and_then(|e| sheet.json(e)),
        all: additions(sheet, &keys),
        schemas: BTreeMap::new(),
    };
    if let Some(schema) = out.output_schema.take_if(|s| !matches!(s.value, Value::Object(_))) {
        let why = "must be an object, as a JSON Schema with a type is";
        sheet.found.push(
            schema.spot.error("bad-schema", why).with_help("begin with {\"type\": \"object\"}"),
        );
    }
    for schema in keys.get("schemas").map(|e| sheet.table(e)).unwrap_or_default() {
        if let Some(overrides) = schema_overrides(sheet, &schema) {
            out.schemas.insert(schema.name, overrides);
        }
    }
    if let (true, Some(other)) = (out.drop, keys.values().find(|e| e.name != "drop")) {
        let why = "has no effect: the tool is dropped";
        sheet.found.push(
            other.spot.error("unmatched-override", why).with_help("take it or `drop = true` out"),
        );
    }
    out
}

fn schema_overrides<'t>(sheet: &mut Sheet<'t>, entry: &Entry<'t>) -> Option<SchemaOverrides> {
    let keys = sheet.fields(entry, &OF_A_SCHEMA);
    let root = |root| {
        entry.name.strip_prefix(root).is_some_and(|t: &str| t.is_empty() || t.starts_with('/'))
    };
    if !root("/inputSchema") && !root("/outputSchema") {
        let why =
            "is no pointer into the tool's entry: it begins with /inputSchema or /outputSchema";
        let slash = if entry.name.starts_with('/') { "" } else { "/" };
        let help = did_you_mean(&entry.name, ["/inputSchema", "/outputSchema"])
            .unwrap_or_else(|| format!("did you mean \"/inputSchema{slash}{}\"?", entry.name));
        sheet.found.push(entry.spot.error("bad-override", why).with_help(help));
        return None;
    }
    let mut out = SchemaOverrides {
        spot: entry.spot.clone(),
        rename: None,
        rename_type: checked(sheet, keys.get("rename_type"), |text| {
            syntax::name(Scope::Types, text)
        }),
        ty: checked(sheet, keys.get("type"), syntax::rust_type),
        variants: BTreeMap::new(),
        own: additions(sheet, &keys),
    };
    // A field or a variant: told by the pointer, for the two are spelt otherwise.
    let scope = if is_property(&entry.name) { Scope::Fields } else { Scope::Variants };
    out.rename = checked(sheet, keys.get("rename"), |text| syntax::name(scope, text));
    for variant in keys.get("variants").map(|e| sheet.table(e)).unwrap_or_default() {
        let name = checked(sheet, Some(&variant), |text| syntax::name(Scope::Variants, text));
        out.variants.extend(name.map(|name| (variant.name, name)));
    }
    Some(out)
}

/// Whether a pointer leads to a member's schema; a property may be called `anyOf`, so that only its own parent decides.
fn is_property(pointer: &str) -> bool {
    pointer.rsplit('/').nth(1) == Some("properties")
}

fn additions<'t>(sheet: &mut Sheet<'t>, keys: &BTreeMap<String, Entry<'t>>) -> Additions {
    Additions {
        derives: list(sheet, keys.get("derive"), syntax::derive),
        attributes: list(sheet, keys.get("attributes"), attribute::attribute),
    }
}

type Check = fn(&str) -> Result<String, Fault>;

fn list<'t>(sheet: &mut Sheet<'t>, entry: Option<&Entry<'t>>, check: Check) -> Vec<Set<String>> {
    let texts = entry.map(|e| sheet.strings(e)).unwrap_or_default();
    texts.into_iter().filter_map(|text| pass(sheet, text, check)).collect()
}

fn checked<'t>(
    sheet: &mut Sheet<'t>,
    entry: Option<&Entry<'t>>,
    check: impl Fn(&str) -> Result<String, Fault>,
) -> Option<Set<String>> {
    let text = sheet.string(entry?)?;
    pass(sheet, text, check)
}

fn pass(
    sheet: &mut Sheet<'_>,
    text: Set<String>,
    check: impl Fn(&str) -> Result<String, Fault>,
) -> Option<Set<String>> {
    match check(&text.value) {
        Ok(value) => Some(Set { value, spot: text.spot }),
        Err((why, help)) => {
            sheet.found.push(text.spot.error("bad-override", why).with_help(help));
            None
        }
    }
}

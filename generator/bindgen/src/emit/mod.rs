//! Emit: the Rust IR becomes tokens for items and text for wire tables. Nothing fails here: what could, failed before.

mod items;
mod records;
mod server;
mod tables;
mod unions;

pub(crate) use server::{Bindings, Half, ToolItems, emit_bindings};

use crate::rust::{Item, ItemBody, Module, Type};
use crate::text::is_hidden;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

/// A part of a file.
#[derive(Debug)]
pub(crate) enum Piece {
    /// An item, printed by prettyplease.
    Item(TokenStream),
    /// Lines printed as they stand: wire tables, one row a line.
    Lines(Vec<String>),
    /// A module with its docs.
    Module { docs: Vec<String>, name: String, pieces: Vec<Piece> },
}

/// Where generated code finds its runtime, and the module that is being printed.
#[derive(Clone, Debug)]
pub(crate) struct Emitter<'a> {
    /// `mcp_bindings` or `mcp_bindings_wire`.
    pub(crate) runtime: &'a str,
    /// The module whose items are printed; empty for the file's own.
    pub(crate) module: &'a str,
    /// Whether structs may grow without breaking users.
    pub(crate) non_exhaustive: bool,
}

impl Emitter<'_> {
    pub(crate) fn module(&self, module: &Module) -> Vec<Piece> {
        let inner = Emitter { module: &module.name, ..*self };
        module.items.iter().flat_map(|item| inner.item(item)).collect()
    }

    pub(crate) fn item(&self, item: &Item) -> Vec<Piece> {
        match &item.body {
            ItemBody::Record(record) => self.record(item, record),
            ItemBody::StringEnum { variants, open } => self.string_enum(item, variants, *open),
            ItemBody::ValueEnum(variants) => self.value_enum(item, variants),
            ItemBody::Union(union) => self.union(item, union),
            ItemBody::Tuple(tuple) => self.tuple(item, tuple),
            ItemBody::Alias(ty) => {
                let (docs, name, ty) = (docs(&item.docs), ident(&item.name), self.ty(ty));
                vec![Piece::Item(quote! { #docs pub type #name = #ty; })]
            }
        }
    }

    pub(crate) fn runtime(&self) -> TokenStream {
        let name = ident(self.runtime);
        quote! { ::#name }
    }

    /// A type as it is written in this module.
    pub(crate) fn ty(&self, ty: &Type) -> TokenStream {
        let rt = self.runtime();
        match ty {
            Type::Bool => quote! { bool },
            Type::Integer(name) => {
                let name = ident(name);
                quote! { #name }
            }
            Type::Float => quote! { f64 },
            Type::String => quote! { ::std::string::String },
            Type::Value => quote! { #rt::Value },
            Type::JsonMap => quote! { #rt::Map<::std::string::String, #rt::Value> },
            Type::Content => quote! { #rt::Content },
            Type::Never => quote! { #rt::Never },
            Type::Vec(of) => {
                let of = self.ty(of);
                quote! { ::std::vec::Vec<#of> }
            }
            Type::Map(of) => {
                let of = self.ty(of);
                quote! { ::std::collections::BTreeMap<::std::string::String, #of> }
            }
            Type::Option(of) => {
                let of = self.ty(of);
                quote! { ::core::option::Option<#of> }
            }
            Type::Box(of) => {
                let of = self.ty(of);
                quote! { ::std::boxed::Box<#of> }
            }
            Type::Item { module, name } => {
                let name = ident(name);
                if module == self.module {
                    quote! { #name }
                } else if module.is_empty() {
                    quote! { super::#name }
                } else {
                    let module = ident(module);
                    quote! { #module::#name }
                }
            }
        }
    }
}

/// An identifier, raw or plain.
pub(crate) fn ident(name: &str) -> Ident {
    match name.strip_prefix("r#") {
        Some(raw) => Ident::new_raw(raw, Span::call_site()),
        None => Ident::new(name, Span::call_site()),
    }
}

/// Rustdoc lines as attributes.
pub(crate) fn docs(lines: &[String]) -> TokenStream {
    lines
        .iter()
        .map(|line| {
            let text = string(&if line.is_empty() { String::new() } else { format!(" {line}") });
            quote! { #[doc = #text] }
        })
        .collect()
}

pub(crate) fn deprecated(is: bool) -> TokenStream {
    if is {
        quote! { #[deprecated] }
    } else {
        TokenStream::new()
    }
}

/// A string literal as a token; hidden characters are written as escapes.
pub(crate) fn string(text: &str) -> Literal {
    quoted(text).parse().unwrap_or_else(|_| Literal::string(text))
}

/// A string literal as text; hidden characters are written as escapes.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if is_hidden(c) => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A raw string where the text allows it, for JSON stays readable in one.
pub(crate) fn raw(text: &str) -> String {
    if text.chars().any(is_hidden) {
        return quoted(text);
    }
    let mut hashes = String::from("#");
    while text.contains(&format!("\"{hashes}")) {
        hashes.push('#');
        // Rust has a limit on them.
        if hashes.len() > 16 {
            return quoted(text);
        }
    }
    format!("r{hashes}\"{text}\"{hashes}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_hide_nothing_and_end_where_they_should() {
        assert_eq!(quoted("a\"b\\c\nd\u{202e}"), r#""a\"b\\c\nd\u{202e}""#);
        assert_eq!(raw(r#"{"a":"b"}"#), r###"r#"{"a":"b"}"#"###);
        assert_eq!(raw("x\"#y"), "r##\"x\"#y\"##");
        assert_eq!(raw("\u{0}"), r#""\u{0}""#);
    }
}

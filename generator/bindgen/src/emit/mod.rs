//! Emit: the Rust IR becomes lines of source. Nothing fails here: what could, failed before.
//!
//! The shapes are few and regular, so they are printed as they stand: no tokens to parse again, no printer to fit them. What
//! an item needs is fixed text around names and types; text of the input comes in through [`quoted`] and [`Lines::docs`] alone.

mod checks;
mod entries;
mod items;
mod lines;
mod records;
mod server;
mod tables;
mod unions;

pub(crate) use entries::{EntryItems, EntryModule};
pub(crate) use lines::Lines;
pub(crate) use server::{Bindings, Half, ToolItems, emit_bindings};

use crate::rust::{Item, ItemBody, Module, Type};
use crate::text::is_hidden;

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
    pub(crate) fn module(&self, out: &mut Lines, module: &Module) {
        let inner = Emitter { module: &module.name, ..*self };
        module.items.iter().for_each(|item| inner.item(out, item));
    }

    pub(crate) fn item(&self, out: &mut Lines, item: &Item) {
        match &item.body {
            ItemBody::Record(record) => self.record(out, item, record),
            ItemBody::StringEnum { variants, open } => self.string_enum(out, item, variants, *open),
            ItemBody::ValueEnum(variants) => self.value_enum(out, item, variants),
            ItemBody::Union(union) => self.union(out, item, union),
            ItemBody::Tuple(tuple) => self.tuple(out, item, tuple),
            ItemBody::Newtype(ty) => self.newtype(out, item, ty),
            ItemBody::Alias(ty) => {
                out.docs(&item.docs);
                out.line(format!("pub type {} = {};", item.name, self.ty(ty)));
            }
        }
    }

    /// Docs and attributes of an item.
    fn head(&self, out: &mut Lines, item: &Item, derives: &str) {
        out.docs(&item.docs);
        out.deprecated(item.deprecated);
        let mut all: Vec<&str> = derives.split(", ").collect();
        for more in item.derives.iter().map(String::as_str) {
            if !all.contains(&more) {
                all.push(more);
            }
        }
        out.line(format!("#[derive({})]", all.join(", ")));
        item.attributes.iter().for_each(|attribute| out.line(attribute));
    }

    /// A type as it is written in this module.
    pub(crate) fn ty(&self, ty: &Type) -> String {
        let rt = self.runtime;
        match ty {
            Type::Bool => "bool".to_owned(),
            Type::Integer(name) => (*name).to_owned(),
            Type::Float => "f64".to_owned(),
            Type::String => "::std::string::String".to_owned(),
            Type::Value => format!("::{rt}::Value"),
            Type::JsonMap => format!("::{rt}::Map<::std::string::String, ::{rt}::Value>"),
            Type::Content => format!("::{rt}::Content"),
            Type::Never => format!("::{rt}::Never"),
            Type::Vec(of) => format!("::std::vec::Vec<{}>", self.ty(of)),
            Type::Map(of) => {
                format!("::std::collections::BTreeMap<::std::string::String, {}>", self.ty(of))
            }
            Type::Option(of) => format!("::core::option::Option<{}>", self.ty(of)),
            Type::Box(of) => format!("::std::boxed::Box<{}>", self.ty(of)),
            Type::Path(path) => path.clone(),
            Type::Item { module, name } if module == self.module => name.clone(),
            Type::Item { module, name } if module.is_empty() => format!("super::{name}"),
            Type::Item { module, name } => format!("{module}::{name}"),
        }
    }
}

/// A string literal; hidden characters are written as escapes.
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

//! Overrides: what a user wants otherwise than a manifest and the naming rules give it (see `overrides.md` of this package).
//!
//! Reading ([`read`]) knows TOML and nothing of manifests; what is read is plain data. It is applied where each of its parts
//! belongs: to the manifest (`manifest.rs`), to the model of a tool (`crate::analyse`), to the finished items (`items.rs`).

mod attribute;
mod items;
mod manifest;
mod read;
mod sheet;
mod syntax;

pub(crate) use items::refuse_twins;
pub(crate) use read::read;

use crate::diagnostic::{Diagnostic, Diagnostics, Place, Severity};
use serde_json::Value;
use std::collections::BTreeMap;

/// What is to be otherwise. Without any, everything is as it would be without a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overrides {
    /// What every generated struct and enum gets.
    pub(crate) all: Additions,
    /// Rust types by the value of `format`.
    pub(crate) formats: BTreeMap<String, Set<String>>,
    /// By the tool's wire name.
    pub(crate) tools: BTreeMap<String, ToolOverrides>,
    /// What is wrong with the file itself.
    pub(crate) diagnostics: Diagnostics,
}

/// What is otherwise in one tool.
#[derive(Clone, Debug)]
pub(crate) struct ToolOverrides {
    /// Where the tool is named in the file.
    pub(crate) spot: Spot,
    pub(crate) rename: Option<Set<String>>,
    pub(crate) drop: bool,
    pub(crate) output_schema: Option<Set<Value>>,
    /// What every struct and enum of the tool gets.
    pub(crate) all: Additions,
    /// By pointer within the tool's entry: `/inputSchema/properties/when`.
    pub(crate) schemas: BTreeMap<String, SchemaOverrides>,
}

/// What is otherwise at one schema of a tool.
#[derive(Clone, Debug)]
pub(crate) struct SchemaOverrides {
    /// Where the schema is named in the file.
    pub(crate) spot: Spot,
    /// The name of the field, or the variant, that has this schema.
    pub(crate) rename: Option<Set<String>>,
    /// The name of the struct or enum that is made from it.
    pub(crate) rename_type: Option<Set<String>>,
    /// A Rust type to use in its place.
    pub(crate) ty: Option<Set<String>>,
    /// Names of an enum's variants, by their values.
    pub(crate) variants: BTreeMap<String, Set<String>>,
    /// What the struct or enum gets.
    pub(crate) own: Additions,
}

impl SchemaOverrides {
    /// Where the file wants something of the struct or enum that the schema becomes.
    pub(crate) fn wants_of_items(&self) -> Vec<&Spot> {
        let names = self.rename_type.iter().chain(self.variants.values());
        names.chain(&self.own.derives).chain(&self.own.attributes).map(|set| &set.spot).collect()
    }
}

/// What is added to a struct or an enum, as it is printed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Additions {
    pub(crate) derives: Vec<Set<String>>,
    pub(crate) attributes: Vec<Set<String>>,
}

impl Additions {
    /// Takes another's in.
    pub(crate) fn extend(&mut self, more: &Self) {
        self.derives.extend_from_slice(&more.derives);
        self.attributes.extend_from_slice(&more.attributes);
    }

    fn is_empty(&self) -> bool {
        self.derives.is_empty() && self.attributes.is_empty()
    }
}

/// A value, and where the file sets it.
#[derive(Clone, Debug)]
pub(crate) struct Set<T> {
    pub(crate) value: T,
    pub(crate) spot: Spot,
}

/// A place in an overrides file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    file: String,
    /// The key with all keys around it, as the file could spell it.
    key: String,
    line: usize,
    column: usize,
}

impl Spot {
    /// An error about this place; `message` goes on after the key.
    pub(crate) fn error(&self, code: &'static str, message: impl std::fmt::Display) -> Diagnostic {
        self.tell(Severity::Error, code, message)
    }

    pub(crate) fn warning(
        &self,
        code: &'static str,
        message: impl std::fmt::Display,
    ) -> Diagnostic {
        self.tell(Severity::Warning, code, message)
    }

    /// An override that speaks of nothing: the worst that a typo can do, were it not told.
    pub(crate) fn unmatched(&self, why: impl std::fmt::Display) -> Diagnostic {
        self.error("unmatched-override", format_args!("matches nothing: {why}"))
    }

    fn tell(
        &self,
        severity: Severity,
        code: &'static str,
        message: impl std::fmt::Display,
    ) -> Diagnostic {
        let place = Place::Position { line: self.line, column: self.column };
        let message = format!("{}: {message}", self.key);
        Diagnostic::new(severity, code, place, message).in_file(&self.file)
    }
}

impl Overrides {
    /// Every rename within a tool, or those of tools.
    fn renames<'o>(&'o self, tool: Option<&str>) -> Box<dyn Iterator<Item = &'o Set<String>> + 'o> {
        let Some(tool) = tool else {
            return Box::new(self.tools.values().filter_map(|t| t.rename.as_ref()));
        };
        let schemas = self.tools.get(tool).into_iter().flat_map(|t| t.schemas.values());
        Box::new(
            schemas.flat_map(|s| s.rename.iter().chain(&s.rename_type).chain(s.variants.values())),
        )
    }
}

/// The usual help for a name that is not there.
pub(crate) fn did_you_mean<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    crate::text::nearest(name, known).map(|near| format!("did you mean \"{near}\"?"))
}

//! The check of a whole value against a schema word for word: all that no wire table says.
use super::At;
use serde_core::ser::Serialize;
#[cfg(feature = "validate")]
use std::sync::OnceLock;

/// A JSON Schema as its author wrote it, inside a JSON text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schema {
    text: &'static str,
    pointer: &'static str,
}

impl Schema {
    /// The schema at `pointer`, a JSON pointer, in a JSON text.
    #[must_use]
    pub const fn new(text: &'static str, pointer: &'static str) -> Self {
        Self { text, pointer }
    }

    /// The text that holds the schema.
    #[must_use]
    pub const fn text(&self) -> &'static str {
        self.text
    }

    /// The schema's place in the text; places in violations begin with it.
    #[must_use]
    pub const fn pointer(&self) -> &'static str {
        self.pointer
    }
}

/// Keeps a schema compiled: a wire table has one for each `schema` check in it.
#[derive(Debug, Default)]
pub struct Kept {
    #[cfg(feature = "validate")]
    compiled: OnceLock<Result<super::verbatim::Compiled, String>>,
}

impl Kept {
    /// Compiles nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            #[cfg(feature = "validate")]
            compiled: OnceLock::new(),
        }
    }
}

/// `schema`: the value as JSON is what the schema allows, in every keyword. Reports what no other check has reported.
///
/// Needs the feature `validate`, and does nothing without it; decoding does not depend on it. The schema is compiled at its
/// first use.
#[cfg(feature = "validate")]
pub fn schema<T: Serialize>(value: &T, at: &At<'_>, schema: Option<Schema>, kept: &Kept) {
    let Some(schema) = schema else { return };
    match kept.compiled.get_or_init(|| super::verbatim::compile(schema)) {
        Ok(compiled) => compiled.check(value, at),
        Err(why) => at.schema(schema.pointer).report("$schema", format_args!("{why}")),
    }
}

/// `schema`: needs the feature `validate`, and does nothing without it; decoding does not depend on it.
#[cfg(not(feature = "validate"))]
pub fn schema<T: Serialize>(_: &T, _: &At<'_>, _: Option<Schema>, _: &Kept) {}

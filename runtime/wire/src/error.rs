//! The error of decoding.
use crate::Trace;
use serde_core::ser::{Serialize, Serializer};
use std::fmt;

/// Why a JSON text or value does not fit a type, and where in it.
///
/// Displays as `"/a/b: message (schema: /inputSchema/properties/a/type)"`, without the pointers that are empty. Serializes
/// as `{"pointer","keyword","schemaPointer","message"}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError(Box<Parts>);

/// Apart, so that a result which may fail stays small.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Parts {
    pointer: String,
    keyword: &'static str,
    schema_pointer: String,
    message: String,
}

impl DecodeError {
    /// An error at the place that `pointer`, a JSON pointer, names.
    #[must_use]
    pub fn new(pointer: impl Into<String>, message: impl Into<String>) -> Self {
        let (pointer, message) = (pointer.into(), message.into());
        let (keyword, schema_pointer) = ("", String::new());
        Self(Box::new(Parts { pointer, keyword, schema_pointer, message }))
    }

    #[cold]
    pub(crate) fn at(trace: &Trace, error: &serde_json::Error) -> Self {
        let mut told = Self::new(trace.pointer(), error.to_string());
        if error.is_data() {
            told.0.keyword = trace.keyword();
            told.0.schema_pointer = trace.schema_pointer();
        }
        told
    }

    /// The place, as a JSON pointer (RFC 6901); empty for the whole value.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.0.pointer
    }

    /// The JSON Schema keyword that refuses the value; empty for a text that is not JSON, and for what no keyword says, as
    /// of a member given twice.
    #[must_use]
    pub fn keyword(&self) -> &str {
        self.0.keyword
    }

    /// Where that keyword stands in the tool's definition, as a JSON pointer; empty when that is not known.
    #[must_use]
    pub fn schema_pointer(&self) -> &str {
        &self.0.schema_pointer
    }

    /// What was found and what was expected.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.pointer.is_empty() {
            write!(f, "{}: ", self.0.pointer)?;
        }
        f.write_str(&self.0.message)?;
        write_schema_pointer(f, &self.0.schema_pointer)
    }
}

/// Ends an error's text.
pub(crate) fn write_schema_pointer(f: &mut fmt::Formatter<'_>, pointer: &str) -> fmt::Result {
    if pointer.is_empty() { Ok(()) } else { write!(f, " (schema: {pointer})") }
}

impl Serialize for DecodeError {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let Parts { pointer, keyword, schema_pointer, message } = &*self.0;
        serialize_error(s, [pointer, keyword, schema_pointer, message])
    }
}

/// Writes what both kinds of errors have alike.
pub(crate) fn serialize_error<S: Serializer>(s: S, values: [&str; 4]) -> Result<S::Ok, S::Error> {
    s.collect_map(["pointer", "keyword", "schemaPointer", "message"].into_iter().zip(values))
}

impl std::error::Error for DecodeError {}

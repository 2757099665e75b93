//! The error of decoding.
use crate::Trace;
use serde_core::ser::{Serialize, SerializeMap, Serializer};
use std::fmt;

/// Why a JSON text or value does not fit a type, and where in it.
///
/// Displays as `"/a/b: message"`, or as the message alone where the whole value is meant. As JSON:
/// `{"pointer": "/a/b", "keyword": "type", "schemaPointer": "/inputSchema/properties/a/properties/b/type", "message": ".."}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
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
        Self { pointer, keyword: "", schema_pointer: String::new(), message }
    }

    #[cold]
    pub(crate) fn at(trace: &Trace, error: &serde_json::Error) -> Self {
        if !error.is_data() {
            return Self::new(trace.pointer(), error.to_string());
        }
        let error = Self::new(trace.pointer(), error.to_string());
        Self { keyword: trace.keyword(), schema_pointer: trace.schema_pointer(), ..error }
    }

    /// The place, as a JSON pointer (RFC 6901); empty for the whole value.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// The JSON Schema keyword that refuses the value; empty where none does: the text is not JSON, or a member is given twice.
    #[must_use]
    pub fn keyword(&self) -> &str {
        self.keyword
    }

    /// The keyword's place in the tool's definition, as a JSON pointer; empty where it is not known.
    #[must_use]
    pub fn schema_pointer(&self) -> &str {
        &self.schema_pointer
    }

    /// What was found and what was expected.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pointer.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.pointer, self.message)
        }
    }
}

impl Serialize for DecodeError {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut members = s.serialize_map(Some(4))?;
        members.serialize_entry("pointer", &self.pointer)?;
        members.serialize_entry("keyword", self.keyword)?;
        members.serialize_entry("schemaPointer", &self.schema_pointer)?;
        members.serialize_entry("message", &self.message)?;
        members.end()
    }
}

impl std::error::Error for DecodeError {}

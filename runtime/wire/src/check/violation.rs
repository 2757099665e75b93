//! What validation finds, and where.
use crate::error::{serialize_error, write_schema_pointer};
use serde_core::ser::{Serialize, Serializer};
use std::borrow::Cow;
use std::{fmt, vec};

/// A value that its type allows and its schema forbids.
///
/// Displays as `"/a/b: minLength: message (schema: /inputSchema/..)"`, without the pointers that are empty. Serializes as
/// `{"pointer","keyword","schemaPointer","message"}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    pub(super) pointer: String,
    pub(super) keyword: Cow<'static, str>,
    pub(super) schema_pointer: String,
    pub(super) message: String,
}

impl Violation {
    /// The value's place, as a JSON pointer (RFC 6901); empty for the whole value.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// The JSON Schema keyword that forbids the value.
    #[must_use]
    pub fn keyword(&self) -> &str {
        &self.keyword
    }

    /// Where that keyword stands in the tool's definition, as a JSON pointer such as
    /// `/inputSchema/properties/query/minLength`; empty when that is not known.
    #[must_use]
    pub fn schema_pointer(&self) -> &str {
        &self.schema_pointer
    }

    /// What is wrong with the value.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Whether the other one says the same of the same value.
    #[cfg(feature = "validate")]
    pub(super) fn same(&self, other: &Self) -> bool {
        self.pointer == other.pointer && self.keyword == other.keyword
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.pointer.is_empty() {
            write!(f, "{}: ", self.pointer)?;
        }
        write!(f, "{}: {}", self.keyword, self.message)?;
        write_schema_pointer(f, &self.schema_pointer)
    }
}

impl Serialize for Violation {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let Self { pointer, keyword, schema_pointer, message } = self;
        serialize_error(s, [pointer, keyword, schema_pointer, message])
    }
}

/// All violations that were found, or the first hundred. Serializes as a list of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidationError(pub(super) Vec<Violation>);

impl ValidationError {
    /// The violations, at least one.
    #[must_use]
    pub fn violations(&self) -> &[Violation] {
        &self.0
    }
}

impl fmt::Display for ValidationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, violation) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            violation.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for ValidationError {}

impl Serialize for ValidationError {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(&self.0)
    }
}

impl IntoIterator for ValidationError {
    type Item = Violation;
    type IntoIter = vec::IntoIter<Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a ValidationError {
    type Item = &'a Violation;
    type IntoIter = std::slice::Iter<'a, Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

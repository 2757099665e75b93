//! The error of decoding.
use crate::Trace;
use std::fmt;

/// Why a JSON text or value does not fit a type, and where in it.
///
/// Displays as `"/a/b: message"`, or as the message alone where the whole value is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    pointer: String,
    message: String,
}

impl DecodeError {
    /// An error at the place that `pointer`, a JSON pointer, names.
    #[must_use]
    pub fn new(pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), message: message.into() }
    }

    #[cold]
    pub(crate) fn at(trace: &Trace, error: &serde_json::Error) -> Self {
        Self::new(trace.pointer(), error.to_string())
    }

    /// The place, as a JSON pointer (RFC 6901); empty for the whole value.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
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

impl std::error::Error for DecodeError {}

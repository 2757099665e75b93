//! A generated type under judgement: a function from an instance's text to what the bindings make of it.

use mcp_bindings::{Decode, DecodeError, Validate, ValidationError};
use serde_core::Serialize;

/// One schema's bindings.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    /// The tool that has the schema, by its wire name.
    pub tool: &'static str,
    /// Decodes, validates and encodes an instance of the schema.
    pub read: fn(&str) -> Outcome,
}

/// What bindings make of an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It does not decode, for this reason.
    Undecodable(String),
    /// It decodes.
    Decoded {
        /// What `validate` has against it.
        violations: Option<String>,
        /// The value encoded again, or why it does not encode.
        encoded: Result<String, String>,
    },
}

impl Outcome {
    /// Of a decoded value, or of the error in its place.
    pub fn of<T>(
        decoded: Result<T, DecodeError>,
        validate: impl FnOnce(&T) -> Result<(), ValidationError>,
        encode: impl FnOnce(&T) -> Result<String, String>,
    ) -> Self {
        match decoded {
            Err(e) => Self::Undecodable(e.to_string()),
            Ok(value) => Self::Decoded {
                violations: validate(&value).err().map(|e| e.to_string()),
                encoded: encode(&value),
            },
        }
    }

    /// Whether it decodes and violates nothing; else the reason.
    pub fn accepted(&self) -> Result<(), &str> {
        match self {
            Self::Undecodable(reason) => Err(reason),
            Self::Decoded { violations: Some(reason), .. } => Err(reason),
            Self::Decoded { violations: None, .. } => Ok(()),
        }
    }
}

/// Reads a type by itself, as an output is read.
pub fn value<T: Serialize + Decode + Validate>(text: &str) -> Outcome {
    let decoded: Result<T, DecodeError> = mcp_bindings::from_str(text);
    Outcome::of(decoded, T::validate, |v| mcp_bindings::to_string(v).map_err(|e| e.to_string()))
}

/// Reads a tool's arguments by the module's `ToolCall`, as a host does: `arguments!(module, "tool", text)`.
#[macro_export]
macro_rules! arguments {
    ($bindings:path, $tool:expr, $text:expr) => {{
        use $bindings as bindings;
        $crate::subject::Outcome::of(
            bindings::ToolCall::decode($tool, $text),
            bindings::ToolCall::validate,
            |call| Ok(call.arguments()),
        )
    }};
}

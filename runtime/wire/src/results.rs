//! What `results!` asks of a result's text.

use crate::DecodeError;
use crate::decode::Text;
use serde_core::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

/// Whether a result says that the server needs input before it can answer.
///
/// # Errors
/// When it says something that is neither that nor the result itself.
pub fn asks_for_input(result: &str) -> Result<bool, DecodeError> {
    // What is no object is refused by the type that it is read as.
    let kind = serde_json::Deserializer::from_str(result).deserialize_map(ResultType);
    let Some(kind) = kind.ok().flatten() else { return Ok(false) };
    match serde_json::from_str::<Option<String>>(kind.get()).as_ref().map(Option::as_deref) {
        Ok(None | Some("complete")) => Ok(false),
        Ok(Some("input_required")) => Ok(true),
        _ => Err(DecodeError::new("/resultType", format!("unknown kind of result {kind}"))),
    }
}

/// Finds `resultType` in one pass.
struct ResultType;

impl<'de> Visitor<'de> for ResultType {
    type Value = Option<&'de RawValue>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut kind = None;
        while let Some(name) = map.next_key_seed(Text)? {
            if name == "resultType" {
                kind = Some(map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(kind)
    }
}

/// The error for a method that the table lacks.
#[cold]
#[must_use]
pub fn unknown_method(method: &str) -> DecodeError {
    DecodeError::new("", format!("no result is known for the method `{method}`"))
}

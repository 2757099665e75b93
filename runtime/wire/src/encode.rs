//! JSON text out of a value.
use crate::Validate;
use crate::codec::put;
use serde_core::ser::Serialize;

/// Encodes a value as JSON text.
///
/// Differs from serde_json's function of the same name in one thing: a value that is itself a
/// float, or a list or map of floats, and holds NaN or infinity, is an error and not `null`.
/// Inside records, unions and tuples that holds whatever writes them.
///
/// # Errors
/// When a float is NaN or infinite, or a tuple has an element after a missing one.
pub fn to_string<T: Serialize + Validate>(value: &T) -> Result<String, serde_json::Error> {
    let mut text = Vec::with_capacity(128);
    put(value, &mut serde_json::Serializer::new(&mut text))?;
    String::from_utf8(text).map_err(serde_core::ser::Error::custom)
}

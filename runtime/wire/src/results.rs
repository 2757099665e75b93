//! What `results!` asks of a result's text.

use crate::DecodeError;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Whether a result says that the server needs input before it can answer.
#[must_use]
pub fn asks_for_input(result: &str) -> bool {
    let members: Result<BTreeMap<Cow<'_, str>, &RawValue>, _> = serde_json::from_str(result);
    members.is_ok_and(|m| m.get("resultType").is_some_and(|t| t.get() == "\"input_required\""))
}

/// The error for a method that the table lacks.
#[cold]
#[must_use]
pub fn unknown_method(method: &str) -> DecodeError {
    DecodeError::new("", format!("no result is known for the method `{method}`"))
}

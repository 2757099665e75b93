//! What the macros' output names; no part of the API.
use crate::{Decode, DecodeError, Validate};
use serde_core::ser::Serialize;

pub use crate::form::{choice, schema as form};
pub use serde_json::json;

pub use crate::server::{
    dispatch::{Asked, Fault, Handled, Members, Reference, handle},
    lend::{completion, contents, prompt},
};
pub use crate::template::{Variable, expand, matches};

/// A call's arguments; a model that has none to give may leave the text empty.
pub fn call_arguments<T: Decode>(text: &str) -> Result<T, DecodeError> {
    crate::from_str(if text.trim().is_empty() { "{}" } else { text })
}

/// `ref` of what is completed.
pub fn reference(kind: &str, member: &str, name: &str) -> String {
    let mut out = format!(r#"{{"type":"ref/{kind}","{member}":"#).into_bytes();
    crate::message::push_string(&mut out, name);
    out.push(b'}');
    crate::message::into_text(out)
}

/// A call's arguments as text. What has no JSON form (NaN) becomes `null`, which its type then refuses.
pub fn call_text<T: Serialize + Validate>(args: &T) -> String {
    crate::to_string(args)
        .or_else(|_| serde_json::to_string(args))
        .unwrap_or_else(|_| "null".to_owned())
}

#[cold]
pub fn unknown_tool(name: &str, known: &[&str]) -> DecodeError {
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    DecodeError::new("", format!("unknown tool `{name}`, known are: {known}"))
}

#[cfg(feature = "schemars")]
pub use schemars;

/// A schema word for word; one that cannot be read allows everything.
#[cfg(feature = "schemars")]
pub fn verbatim(schema: Option<crate::Schema>) -> schemars::Schema {
    let value = schema.and_then(|schema| schema.value());
    value.and_then(|value| schemars::Schema::try_from(value).ok()).unwrap_or_default()
}

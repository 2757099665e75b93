//! Strict JSON reading.
mod containers;
mod leaves;
mod value;

use crate::{DecodeError, Trace};
use serde_core::de::{DeserializeSeed, Deserializer, Visitor};
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

/// A type that reads itself from JSON strictly: integers as JSON Schema means them (`1.0` is one,
/// nothing is rounded), no member given twice, `null` only where the type is an `Option`, and a
/// place for every error.
///
/// The macros of this crate implement it; [`from_str`] and [`from_value`] use it.
pub trait Decode: Sized {
    /// Reads a value. On an error, `at` holds the place in that value.
    fn decode<'de, D: Deserializer<'de>>(d: D, at: &mut Trace) -> Result<Self, D::Error>;

    /// Reads a value to the end of a list.
    #[doc(hidden)]
    #[inline]
    fn decode_onto<'de, D: Deserializer<'de>>(
        d: D,
        at: &mut Trace,
        list: &mut Vec<Self>,
    ) -> Result<(), D::Error> {
        list.push(Self::decode(d, at)?);
        Ok(())
    }
}

/// Decodes one JSON text.
///
/// # Errors
/// When the text is not JSON, has more than one value, or does not fit `T`.
///
/// ```
/// let numbers: Vec<i64> = mcp_bindings_wire::from_str("[1, 2.0]")?;
/// assert_eq!(numbers, [1, 2]);
/// let error = mcp_bindings_wire::from_str::<Vec<i64>>("[1, 2.5]").unwrap_err();
/// assert_eq!(error.pointer(), "/1");
/// # Ok::<(), mcp_bindings_wire::DecodeError>(())
/// ```
pub fn from_str<T: Decode>(text: &str) -> Result<T, DecodeError> {
    let mut at = Trace::default();
    let mut d = serde_json::Deserializer::from_str(text);
    let decoded = T::decode(&mut d, &mut at).and_then(|v| d.end().map(|()| v));
    decoded.map_err(|e| DecodeError::at(&at, &e))
}

/// Decodes a JSON value that is already in memory, a `Value` or a `&Value`.
///
/// # Errors
/// When the value does not fit `T`.
///
/// ```
/// let value = serde_json::json!({"a": [1, 2]});
/// let lists: std::collections::BTreeMap<String, Vec<u8>> = mcp_bindings_wire::from_value(&value)?;
/// assert_eq!(lists["a"], [1, 2]);
/// # Ok::<(), mcp_bindings_wire::DecodeError>(())
/// ```
pub fn from_value<'de, T: Decode>(
    value: impl Deserializer<'de, Error = serde_json::Error>,
) -> Result<T, DecodeError> {
    let mut at = Trace::default();
    T::decode(value, &mut at).map_err(|e| DecodeError::at(&at, &e))
}

/// serde's way in, which has no place for the place of an error.
pub fn deserialize<'de, T: Decode, D: Deserializer<'de>>(d: D) -> Result<T, D::Error> {
    T::decode(d, &mut Trace::default())
}

/// Decodes a `T` where serde wants a seed.
#[derive(Debug)]
pub(crate) struct Seed<'a, T>(&'a mut Trace, PhantomData<T>);

impl<'a, T> Seed<'a, T> {
    /// A seed that notes the place of an error in `at`.
    pub(crate) fn new(at: &'a mut Trace) -> Self {
        Self(at, PhantomData)
    }
}

impl<'de, T: Decode> DeserializeSeed<'de> for Seed<'_, T> {
    type Value = T;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<T, D::Error> {
        T::decode(d, self.0)
    }
}

/// A string, borrowed where the input allows it.
#[derive(Debug)]
pub(crate) struct Text;

impl<'de> DeserializeSeed<'de> for Text {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<Cow<'de, str>, D::Error> {
        d.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Text {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E>(self, s: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(s.to_owned()))
    }

    fn visit_borrowed_str<E>(self, s: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(s))
    }

    fn visit_string<E>(self, s: String) -> Result<Self::Value, E> {
        Ok(Cow::Owned(s))
    }
}

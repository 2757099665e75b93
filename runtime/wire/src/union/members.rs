//! Unions told apart by which members an object has. The object is read whole first.
use crate::scalar::Scalar;
use crate::{Decode, Trace};
use serde_core::de::{Deserializer, Error};
use serde_json::{Map, Value};
use std::fmt::Write as _;

/// What `union! { T by members { .. } }` writes.
pub trait ByMembers: Sized {
    /// Decodes the first alternative whose tests hold.
    fn pick<E: Error>(object: &mut Members, at: &mut Trace) -> Option<Result<Self, E>>;
}

/// A test of an alternative: that a member is there, or that it has a value.
#[derive(Debug)]
pub struct Test<'a> {
    /// The names of the objects that hold the member, and its own, joined by `/`.
    pub path: &'a str,
    /// The value; none when presence is enough.
    pub value: Option<Scalar<'a>>,
}

/// The value of a test: a row of one, or of none.
#[must_use]
pub fn test_value<const N: usize>(value: [Scalar<'_>; N]) -> Option<Scalar<'_>> {
    value.into_iter().next()
}

impl Test<'_> {
    fn holds(&self, object: &Map<String, Value>) -> bool {
        let mut names = self.path.split('/');
        let first = names.next().and_then(|name| object.get(name));
        let member = names.try_fold(first, |value, name| value.map(|v| v.get(name)));
        match (member.flatten(), &self.value) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(found), Some(wanted)) => scalar(found).is_some_and(|found| found == *wanted),
        }
    }
}

/// A value's scalar, when it is one.
pub(crate) fn scalar(value: &Value) -> Option<Scalar<'_>> {
    match value {
        Value::Null => Some(Scalar::Null),
        Value::Bool(v) => Some(Scalar::Boolean(*v)),
        Value::String(v) => Some(Scalar::Text(v)),
        Value::Number(v) => {
            let integer = v.as_i64().map(i128::from).or_else(|| v.as_u64().map(i128::from));
            integer.map(Scalar::Integer).or_else(|| v.as_f64().map(Scalar::Number))
        }
        Value::Array(_) | Value::Object(_) => None,
    }
}

/// The object, and which alternatives were tried on it.
#[derive(Debug)]
pub struct Members {
    object: Map<String, Value>,
    tried: Vec<String>,
}

impl Members {
    /// Whether the alternative's tests all hold.
    pub fn fits(&mut self, alternative: &'static str, tests: &[Test<'_>]) -> bool {
        let fits = tests.iter().all(|test| test.holds(&self.object));
        if !fits {
            self.tried.push(describe(alternative, tests));
        }
        fits
    }

    /// Decodes the object.
    pub fn decode<T: Decode, E: Error>(&mut self, at: &mut Trace) -> Result<T, E> {
        T::decode(Value::Object(std::mem::take(&mut self.object)), at).map_err(E::custom)
    }
}

fn describe(alternative: &str, tests: &[Test<'_>]) -> String {
    let mut text = format!("{alternative} (");
    for (i, test) in tests.iter().enumerate() {
        let separator = if i > 0 { ", " } else { "" };
        // Writing to a string does not fail.
        let _ok = match test.value {
            Some(value) => write!(text, "{separator}`{}` = {value}", test.path),
            None => write!(text, "{separator}`{}`", test.path),
        };
    }
    text.push(')');
    text
}

/// Reads a union by members.
pub fn by_members<'de, T: ByMembers, D: Deserializer<'de>>(
    d: D,
    at: &mut Trace,
) -> Result<T, D::Error> {
    let mut members = Members { object: Map::decode(d, at)?, tried: Vec::new() };
    T::pick(&mut members, at).unwrap_or_else(|| {
        let alternatives = members.tried.join(" or ");
        Err(D::Error::custom(format_args!("no alternative has its members here: {alternatives}")))
    })
}

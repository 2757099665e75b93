//! Members that a record does not declare.
use super::duplicate;
use crate::decode::Seed;
use crate::enums::OneOf;
use crate::{Decode, Trace, Validate, check::At};
use serde_core::de::{Error, MapAccess};
use serde_core::ser::Serialize;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A map that takes the undeclared members.
pub trait Rest: Validate {
    type Value: Decode + Serialize + Validate;
    fn has(&self, name: &str) -> bool;
    fn add(&mut self, name: String, value: Self::Value);
    fn members(&self) -> impl Iterator<Item = (&String, &Self::Value)>;
}

impl Rest for Map<String, Value> {
    type Value = Value;

    fn has(&self, name: &str) -> bool {
        self.contains_key(name)
    }

    fn add(&mut self, name: String, value: Value) {
        drop(self.insert(name, value));
    }

    fn members(&self) -> impl Iterator<Item = (&String, &Value)> {
        self.iter()
    }
}

impl<T: Decode + Serialize + Validate> Rest for BTreeMap<String, T> {
    type Value = T;

    fn has(&self, name: &str) -> bool {
        self.contains_key(name)
    }

    fn add(&mut self, name: String, value: T) {
        drop(self.insert(name, value));
    }

    fn members(&self) -> impl Iterator<Item = (&String, &T)> {
        self.iter()
    }
}

/// Reads an undeclared member into the map.
pub(super) fn rest<'de, A: MapAccess<'de>, R: Rest>(
    rest: &mut R,
    name: Cow<'de, str>,
    members: &mut A,
    at: &mut Trace,
) -> Result<(), A::Error> {
    let read = match members.next_value_seed(Seed::<R::Value>::new(at)) {
        Ok(_) if rest.has(&name) => Err(duplicate(at)),
        read => read,
    };
    match read {
        Ok(value) => {
            at.add_unknown(1);
            rest.add(name.into_owned(), value);
            Ok(())
        }
        Err(e) => {
            at.push_value(name.into_owned());
            Err(e)
        }
    }
}

/// Refuses an undeclared member.
#[cold]
pub(super) fn unknown<E: Error>(at: &mut Trace, name: &str, known: &[&str]) -> E {
    at.push_refused(name.to_owned());
    at.broke("additionalProperties");
    if known.is_empty() {
        return E::custom("member not allowed here, expected none");
    }
    E::custom(format_args!("member not allowed here, expected one of {}", OneOf(known)))
}

/// Validates the map's values, and that it holds no name that the record declares.
pub fn check_rest<R: Rest>(rest: &R, at: &At<'_>, find: fn(&str) -> Option<usize>) {
    for (name, value) in rest.members() {
        let at = at.entry(name, "");
        if find(name).is_some() {
            at.report("properties", format_args!("a declared member among the undeclared ones"));
        }
        value.check(&at);
    }
}

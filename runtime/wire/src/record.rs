//! Records: the macro writes `from_members`, the rest is shared.
use crate::Trace;
use serde_core::de::{self, DeserializeSeed, Deserializer, MapAccess, Visitor};
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

/// A struct that reads itself from an object's members.
pub trait Record: Sized {
    /// The type's name, for errors.
    const NAME: &'static str;
    /// Where its schema stands.
    const PLACE: Option<&'static str>;

    /// Reads all members.
    fn from_members<'de, A: MapAccess<'de>>(members: A, at: &mut Trace) -> Result<Self, A::Error>;
}

struct RecordVisitor<'a, T>(&'a mut Trace, PhantomData<T>);

impl<'de, T: Record> Visitor<'de> for RecordVisitor<'_, T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object ({})", T::NAME)
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<T, A::Error> {
        T::from_members(members, self.0)
    }
}

/// Reads a record.
pub fn record<'de, T: Record, D: Deserializer<'de>>(d: D, at: &mut Trace) -> Result<T, D::Error> {
    let read = d.deserialize_map(RecordVisitor(&mut *at, PhantomData));
    read.inspect_err(|_| at.under(T::PLACE))
}

/// Notes the member in which a value failed, and where its schema stands if that is not the usual place.
#[cold]
pub fn in_member(
    at: &mut Trace,
    index: usize,
    names: &[&'static str],
    places: &[(usize, &'static str)],
) {
    at.under(places.iter().find(|(i, _)| *i == index).map(|(_, place)| *place));
    at.push(names.get(index).copied().unwrap_or_default());
}

/// A member's name: its index in the record's table, or the text.
#[derive(Debug)]
pub enum Key<'de> {
    /// A declared member.
    Known(usize),
    /// Any other.
    Other(Cow<'de, str>),
}

/// Looks a member's name up without allocating.
#[derive(Debug)]
pub struct KeySeed(pub fn(&str) -> Option<usize>);

impl<'de> DeserializeSeed<'de> for KeySeed {
    type Value = Key<'de>;

    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<Key<'de>, D::Error> {
        d.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for KeySeed {
    type Value = Key<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a member name")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Key<'de>, E> {
        Ok((self.0)(name).map_or_else(|| Key::Other(Cow::Owned(name.to_owned())), Key::Known))
    }

    fn visit_borrowed_str<E: de::Error>(self, name: &'de str) -> Result<Key<'de>, E> {
        Ok((self.0)(name).map_or(Key::Other(Cow::Borrowed(name)), Key::Known))
    }
}

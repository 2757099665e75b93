//! Records: the macro writes which members there are, the rest is shared.
use crate::Trace;
use crate::codec::{Reader, Reading, Writer, Writing};
use serde_core::de::{self, DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde_core::ser::Serializer;
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

/// A struct that reads itself from an object's members.
pub trait Record: Sized {
    /// The type's name, for errors.
    const NAME: &'static str;
    /// Where its schema stands.
    const PLACE: Option<&'static str>;

    /// Reads all members; none when that fails.
    fn read<M: Reading>(members: &mut M) -> Option<Self>;
    /// Writes all members.
    fn write<M: Writing>(&self, members: &mut M);
}

/// A record's members.
#[derive(Debug)]
pub struct Table<I: 'static> {
    /// The index of a declared member.
    pub find: fn(&str) -> Option<usize>,
    /// The declared members.
    pub names: &'static [&'static str],
    /// Where their schemas stand, if that is not the usual place.
    pub places: &'static [(usize, &'static str)],
    /// The declared members as the record's `match` knows them: patterns of numbers would each be a constant to evaluate.
    pub members: &'static [I],
}

impl<I> Table<I> {
    /// Notes the member in which a value failed, and where its schema stands.
    #[cold]
    pub(crate) fn failed(&self, at: &mut Trace, member: usize) {
        at.under(self.places.iter().find(|(i, _)| *i == member).map(|(_, place)| *place));
        at.push(self.names.get(member).copied().unwrap_or_default());
    }
}

struct RecordVisitor<'a, T>(&'a mut Trace, PhantomData<T>);

impl<'de, T: Record> Visitor<'de> for RecordVisitor<'_, T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object ({})", T::NAME)
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<T, A::Error> {
        let mut members = Reader::new(members, self.0);
        match (T::read(&mut members), members.failed()) {
            (_, Some(e)) => Err(e),
            (Some(record), None) => Ok(record),
            (None, None) => Err(de::Error::custom("not all members were read")),
        }
    }
}

/// Reads a record.
pub fn record<'de, T: Record, D: Deserializer<'de>>(d: D, at: &mut Trace) -> Result<T, D::Error> {
    let read = d.deserialize_map(RecordVisitor(&mut *at, PhantomData));
    read.inspect_err(|_| at.under(T::PLACE))
}

/// Writes a record.
pub fn write_record<T: Record, S: Serializer>(record: &T, s: S) -> Result<S::Ok, S::Error> {
    let mut members = Writer::new(s.serialize_map(None)?);
    record.write(&mut members);
    members.end()
}

/// A member's name: its index in the record's table, or the text.
#[derive(Debug)]
pub(crate) enum Key<'de> {
    /// A declared member.
    Known(usize),
    /// Any other.
    Other(Cow<'de, str>),
}

/// Looks a member's name up without allocating.
#[derive(Debug)]
pub(crate) struct KeySeed(pub(crate) fn(&str) -> Option<usize>);

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

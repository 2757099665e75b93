//! Unions told apart by a discriminator member. Only what stands before the tag is held back.
use super::held::{Hold, Token};
use super::replay::{Replay, next_name};
use crate::Trace;
use crate::decode::Text;
use crate::enums::OneOf;
use serde_core::de::value::MapAccessDeserializer;
use serde_core::de::{Deserializer, Error, MapAccess, Visitor};
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

/// What `union! { T by "tag" { .. } }` writes.
pub trait Tagged: Sized {
    /// The tag's name.
    const TAG: &'static str;
    /// The known tags.
    const KNOWN: &'static [&'static str];
    /// The variant that takes an unknown tag.
    const OTHER: Option<usize>;
    /// Whether a variant takes an object without the tag.
    const ABSENT: bool;
    /// The variant of a tag.
    fn variant(tag: &str) -> Option<usize>;
    /// Reads the object as a variant.
    fn decode_as<'de, D: Deserializer<'de>, S: Sink<Self>>(
        variant: usize,
        d: D,
        at: &mut Trace,
        into: &mut S,
    ) -> Result<(), D::Error>;
}

/// The index of the variant that takes an object without the tag.
pub const ABSENT: usize = usize::MAX;

/// The first of a row that may be empty.
#[must_use]
pub const fn first<T: Copy>(row: &[T]) -> Option<T> {
    match row {
        [first, ..] => Some(*first),
        [] => None,
    }
}

/// Takes one value. A variant is put where it will stay: moving it once more costs as much as reading it, for an enum is
/// as large as its largest variant.
pub trait Sink<T> {
    /// Takes the value.
    fn put(&mut self, value: T);
}

impl<T> Sink<T> for Option<T> {
    #[inline]
    fn put(&mut self, value: T) {
        *self = Some(value);
    }
}

impl<T> Sink<T> for Vec<T> {
    #[inline]
    fn put(&mut self, value: T) {
        self.push(value);
    }
}

struct TagVisitor<'a, T, S>(&'a mut Trace, &'a mut S, PhantomData<T>);

impl<'de, T: Tagged, S: Sink<T>> Visitor<'de> for TagVisitor<'_, T, S> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object told apart by `{}`", T::TAG)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let Self(at, into, _) = self;
        let mut seen = Vec::new();
        while let Some(name) = next_name(&mut members)? {
            if name != T::TAG {
                if seen.is_empty() {
                    seen = Vec::with_capacity(8);
                }
                seen.push(Token::String(name));
                members.next_value_seed(Hold(&mut seen))?;
                continue;
            }
            let (variant, tag) = read_tag::<T, A>(&mut members).inspect_err(|_| at.push(T::TAG))?;
            let mut object = Replay::seen(Some((T::TAG, tag)), seen, members);
            return T::decode_as(variant, MapAccessDeserializer::new(&mut object), at, into);
        }
        if !T::ABSENT {
            return Err(A::Error::missing_field(T::TAG));
        }
        let mut object = Replay::seen(None, seen, members);
        T::decode_as(ABSENT, MapAccessDeserializer::new(&mut object), at, into)
    }
}

fn read_tag<'de, T: Tagged, A: MapAccess<'de>>(
    members: &mut A,
) -> Result<(usize, Cow<'de, str>), A::Error> {
    let tag = members.next_value_seed(Text)?;
    match T::variant(&tag).or(T::OTHER) {
        Some(variant) => Ok((variant, tag)),
        None => Err(unknown_tag::<T, _>(&tag)),
    }
}

#[cold]
fn unknown_tag<T: Tagged, E: Error>(tag: &str) -> E {
    E::custom(format_args!("unknown variant `{tag}`, expected one of {}", OneOf(T::KNOWN)))
}

/// Reads a union by tag.
pub fn tagged<'de, T: Tagged, D: Deserializer<'de>>(d: D, at: &mut Trace) -> Result<T, D::Error> {
    let mut read = None;
    tagged_into(d, at, &mut read)?;
    read.ok_or_else(|| D::Error::missing_field(T::TAG))
}

/// Reads a union by tag to where it stays.
pub fn tagged_into<'de, T: Tagged, D: Deserializer<'de>, S: Sink<T>>(
    d: D,
    at: &mut Trace,
    into: &mut S,
) -> Result<(), D::Error> {
    d.deserialize_map(TagVisitor(at, into, PhantomData))
}

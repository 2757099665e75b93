//! Unions told apart by a discriminator member. Only what stands before the tag is held back.
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
    fn decode_as<'de, D: Deserializer<'de>>(
        variant: usize,
        d: D,
        at: &mut Trace,
    ) -> Result<Self, D::Error>;
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

struct TagVisitor<'a, T>(&'a mut Trace, PhantomData<T>);

impl<'de, T: Tagged> Visitor<'de> for TagVisitor<'_, T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object told apart by `{}`", T::TAG)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<T, A::Error> {
        let at = self.0;
        let mut seen = Vec::new();
        while let Some(name) = next_name(&mut members)? {
            if name != T::TAG {
                seen.push((name, members.next_value()?));
                continue;
            }
            let (variant, tag) = read_tag::<T, A>(&mut members).inspect_err(|_| at.push(T::TAG))?;
            let object = Replay::seen(Some((T::TAG, tag)), seen, members);
            return T::decode_as(variant, MapAccessDeserializer::new(object), at);
        }
        if !T::ABSENT {
            return Err(A::Error::missing_field(T::TAG));
        }
        let object = Replay::seen(None, seen, members);
        T::decode_as(ABSENT, MapAccessDeserializer::new(object), at)
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
    d.deserialize_map(TagVisitor(at, PhantomData))
}

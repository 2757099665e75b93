//! A map whose beginning was already read.
use crate::Trace;
use crate::decode::{Decode, Seed, Text};
use serde_core::de::value::{BorrowedStrDeserializer, StringDeserializer};
use serde_core::de::{self, DeserializeSeed, MapAccess};
use serde_json::Value;
use std::borrow::Cow;
use std::vec;

/// Gives again what was read ahead, then the rest of the map.
pub(super) struct Replay<'de, A> {
    tag: Option<(&'static str, Cow<'de, str>)>,
    seen: vec::IntoIter<(Cow<'de, str>, Value)>,
    next: Next<'de>,
    /// A name whose value still waits in `rest`.
    name: Option<Cow<'de, str>>,
    rest: A,
}

/// Where the value of the name just given comes from.
enum Next<'de> {
    Rest,
    Tag(Cow<'de, str>),
    Seen(Value),
}

impl<'de, A> Replay<'de, A> {
    /// A map of which some members were read, and perhaps its tag, which comes first.
    pub(super) fn seen(
        tag: Option<(&'static str, Cow<'de, str>)>,
        seen: Vec<(Cow<'de, str>, Value)>,
        rest: A,
    ) -> Self {
        Self { tag, seen: seen.into_iter(), next: Next::Rest, name: None, rest }
    }

    /// A map of which the first name was read, or that is empty.
    pub(super) fn name(name: Option<Cow<'de, str>>, rest: A) -> Self {
        Self { name, ..Self::seen(None, Vec::new(), rest) }
    }
}

/// Reads the value of the member `name` to be given again later.
pub(super) fn hold<'de, A: MapAccess<'de>>(
    name: &str,
    members: &mut A,
    at: &mut Trace,
) -> Result<Value, A::Error> {
    members.next_value_seed(Seed::<Value>::new(at)).inspect_err(|_| at.push(name.to_owned()))
}

/// Decodes a value that was held back, under the error type of the original input.
pub(super) fn decode_held<T: Decode, E: de::Error>(held: Value, at: &mut Trace) -> Result<T, E> {
    T::decode(held, at).map_err(E::custom)
}

fn give<'de, S: DeserializeSeed<'de>, E: de::Error>(
    text: Cow<'de, str>,
    seed: S,
) -> Result<S::Value, E> {
    match text {
        Cow::Borrowed(text) => seed.deserialize(BorrowedStrDeserializer::new(text)),
        Cow::Owned(text) => seed.deserialize(StringDeserializer::new(text)),
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Replay<'de, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        if let Some((name, tag)) = self.tag.take() {
            self.next = Next::Tag(tag);
            return give(Cow::Borrowed(name), seed).map(Some);
        }
        if let Some((name, value)) = self.seen.next() {
            self.next = Next::Seen(value);
            return give(name, seed).map(Some);
        }
        self.next = Next::Rest;
        match self.name.take() {
            Some(name) => give(name, seed).map(Some),
            None => self.rest.next_key_seed(seed),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        match std::mem::replace(&mut self.next, Next::Rest) {
            Next::Rest => self.rest.next_value_seed(seed),
            Next::Tag(tag) => give(tag, seed),
            Next::Seen(value) => seed.deserialize(value).map_err(de::Error::custom),
        }
    }
}

/// The next member's name.
pub(super) fn next_name<'de, A: MapAccess<'de>>(
    members: &mut A,
) -> Result<Option<Cow<'de, str>>, A::Error> {
    members.next_key_seed(Text)
}

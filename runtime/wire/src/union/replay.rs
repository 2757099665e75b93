//! A map whose beginning was already read.
use super::held::{Held, give};
use crate::decode::Text;
use serde_core::de::{DeserializeSeed, MapAccess};
use std::borrow::Cow;
use std::vec;

/// Gives again what was read ahead, then the rest of the map.
pub(super) struct Replay<'de, A> {
    tag: Option<(&'static str, Cow<'de, str>)>,
    seen: vec::IntoIter<(Cow<'de, str>, Held<'de>)>,
    next: Next<'de>,
    /// A name whose value still waits in `rest`.
    name: Option<Cow<'de, str>>,
    rest: A,
}

/// Where the value of the name just given comes from.
enum Next<'de> {
    Rest,
    Tag(Cow<'de, str>),
    Seen(Held<'de>),
}

impl<'de, A> Replay<'de, A> {
    /// A map of which some members were read, and perhaps its tag, which comes first.
    pub(super) fn seen(
        tag: Option<(&'static str, Cow<'de, str>)>,
        seen: Vec<(Cow<'de, str>, Held<'de>)>,
        rest: A,
    ) -> Self {
        Self { tag, seen: seen.into_iter(), next: Next::Rest, name: None, rest }
    }

    /// A map of which the first name was read, or that is empty.
    pub(super) fn name(name: Option<Cow<'de, str>>, rest: A) -> Self {
        Self { name, ..Self::seen(None, Vec::new(), rest) }
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
            return give(Held::String(Cow::Borrowed(name)), seed).map(Some);
        }
        if let Some((name, value)) = self.seen.next() {
            self.next = Next::Seen(value);
            return give(Held::String(name), seed).map(Some);
        }
        self.next = Next::Rest;
        match self.name.take() {
            Some(name) => give(Held::String(name), seed).map(Some),
            None => self.rest.next_key_seed(seed),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        match std::mem::replace(&mut self.next, Next::Rest) {
            Next::Rest => self.rest.next_value_seed(seed),
            Next::Tag(tag) => give(Held::String(tag), seed),
            Next::Seen(value) => give(value, seed),
        }
    }
}

/// The next member's name.
pub(super) fn next_name<'de, A: MapAccess<'de>>(
    members: &mut A,
) -> Result<Option<Cow<'de, str>>, A::Error> {
    members.next_key_seed(Text)
}

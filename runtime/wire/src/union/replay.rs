//! A map whose beginning was already read.
use super::held::{Held, give};
use crate::decode::Text;
use serde_core::de::{DeserializeSeed, MapAccess};
use std::borrow::Cow;
use std::vec;

/// Gives again what was read ahead, then the rest of the map.
pub(super) struct Replay<'de, A> {
    /// The member that comes first: its tag, or a name whose value still waits in `rest`.
    first: Option<(Cow<'de, str>, Option<Cow<'de, str>>)>,
    seen: vec::IntoIter<(Cow<'de, str>, Held<'de>)>,
    /// The value of the name just given, unless it waits in `rest`.
    value: Option<Held<'de>>,
    rest: A,
}

impl<'de, A> Replay<'de, A> {
    /// A map of which some members were read, and perhaps its tag, which comes first.
    pub(super) fn seen(
        tag: Option<(&'static str, Cow<'de, str>)>,
        seen: Vec<(Cow<'de, str>, Held<'de>)>,
        rest: A,
    ) -> Self {
        let first = tag.map(|(name, tag)| (Cow::Borrowed(name), Some(tag)));
        Self { first, seen: seen.into_iter(), value: None, rest }
    }

    /// A map of which the first name was read, or that is empty.
    pub(super) fn name(name: Option<Cow<'de, str>>, rest: A) -> Self {
        let first = name.map(|name| (name, None));
        Self { first, seen: Vec::new().into_iter(), value: None, rest }
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Replay<'de, A> {
    type Error = A::Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        if let Some((name, tag)) = self.first.take() {
            self.value = tag.map(Held::String);
            return give(Held::String(name), seed).map(Some);
        }
        if let Some((name, value)) = self.seen.next() {
            self.value = Some(value);
            return give(Held::String(name), seed).map(Some);
        }
        self.rest.next_key_seed(seed)
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        match self.value.take() {
            Some(value) => give(value, seed),
            None => self.rest.next_value_seed(seed),
        }
    }
}

/// The next member's name.
pub(super) fn next_name<'de, A: MapAccess<'de>>(
    members: &mut A,
) -> Result<Option<Cow<'de, str>>, A::Error> {
    members.next_key_seed(Text)
}

//! A map whose beginning was already read.
use super::held::{Giver, Token};
use crate::decode::Text;
use serde_core::de::{DeserializeSeed, MapAccess};
use std::borrow::Cow;
use std::vec;

/// Gives again what was read ahead, then the rest of the map.
pub(super) struct Replay<'de, A> {
    /// The name that comes first, and its value unless that still waits in `rest`.
    name: Option<Cow<'de, str>>,
    value: Option<Cow<'de, str>>,
    /// Names and values in turn.
    seen: vec::IntoIter<Token<'de>>,
    rest: A,
}

impl<'de, A> Replay<'de, A> {
    /// A map of which some members were read, and perhaps its tag, which comes first.
    pub(super) fn seen(
        tag: Option<(&'static str, Cow<'de, str>)>,
        seen: Vec<Token<'de>>,
        rest: A,
    ) -> Self {
        let (name, value) = tag.map(|(name, tag)| (Cow::Borrowed(name), tag)).unzip();
        Self { name, value, seen: seen.into_iter(), rest }
    }

    /// A map of which the first name was read, or that is empty.
    pub(super) fn name(name: Option<Cow<'de, str>>, rest: A) -> Self {
        Self { name, value: None, seen: Vec::new().into_iter(), rest }
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Replay<'de, A> {
    type Error = A::Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        match self.name.take().map(Token::String).or_else(|| self.seen.next()) {
            Some(name) => seed.deserialize(Giver::new(name, &mut self.seen)).map(Some),
            None => self.rest.next_key_seed(seed),
        }
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        match self.value.take().map(Token::String).or_else(|| self.seen.next()) {
            Some(value) => seed.deserialize(Giver::new(value, &mut self.seen)),
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

//! A list of strings, where servers are known to write one string without brackets.
use crate::{Decode, Trace};
use serde_core::de::value::SeqAccessDeserializer;
use serde_core::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};
use std::fmt;

/// `None` is `null`.
type Slot = Option<Vec<String>>;

pub(super) struct OneOrMany<'a>(pub(super) &'a mut Trace);

impl<'de> DeserializeSeed<'de> for OneOrMany<'_> {
    type Value = Slot;
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<Slot, D::Error> {
        d.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for OneOrMany<'_> {
    type Value = Slot;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of strings")
    }
    fn visit_unit<E>(self) -> Result<Slot, E> {
        Ok(None)
    }
    fn visit_str<E: Error>(self, one: &str) -> Result<Slot, E> {
        Ok(Some(vec![one.to_owned()]))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, many: A) -> Result<Slot, A::Error> {
        Vec::decode(SeqAccessDeserializer::new(many), self.0).map(Some)
    }
}

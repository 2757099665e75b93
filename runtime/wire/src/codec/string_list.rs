//! `string_list`, for protocol types: a list of strings that is `lenient`, and on reading a string counts as a list of one.
pub use super::lenient::{check, put, take};

use super::duplicate;
use crate::{Decode, Trace};
use serde_core::de::value::SeqAccessDeserializer;
use serde_core::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::fmt;

type Slot = Option<Vec<String>>;

pub fn read<'de, A: MapAccess<'de>>(
    slot: &mut Option<Slot>,
    members: &mut A,
    at: &mut Trace,
) -> Result<(), A::Error> {
    if slot.is_some() {
        return Err(duplicate(at));
    }
    *slot = Some(members.next_value_seed(OneOrMany(at))?);
    Ok(())
}

struct OneOrMany<'a>(&'a mut Trace);

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

//! Nullable values, boxes, lists and maps.
use super::{Decode, Seed};
use crate::Trace;
use crate::codec::duplicate;
use serde_core::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::marker::PhantomData;

struct NullableVisitor<'a, T>(&'a mut Trace, PhantomData<T>);

impl<'de, T: Decode> Visitor<'de> for NullableVisitor<'_, T> {
    type Value = Option<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value or null")
    }

    fn visit_unit<E>(self) -> Result<Option<T>, E> {
        Ok(None)
    }

    fn visit_none<E>(self) -> Result<Option<T>, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, d: D) -> Result<Option<T>, D::Error> {
        T::decode(d, self.0).map(Some)
    }
}

/// `None` is `null`. Whether a member may be absent is said by its row in the wire table.
impl<T: Decode> Decode for Option<T> {
    #[inline]
    fn decode<'de, D: Deserializer<'de>>(d: D, at: &mut Trace) -> Result<Self, D::Error> {
        d.deserialize_option(NullableVisitor(at, PhantomData))
    }
}

impl<T: Decode> Decode for Box<T> {
    #[inline]
    fn decode<'de, D: Deserializer<'de>>(d: D, at: &mut Trace) -> Result<Self, D::Error> {
        T::decode(d, at).map(Box::new)
    }
}

struct ListVisitor<'a, T>(&'a mut Trace, PhantomData<T>);

impl<'de, T: Decode> Visitor<'de> for ListVisitor<'_, T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<T>, A::Error> {
        let mut list = Vec::new();
        loop {
            match seq.next_element_seed(Element(self.0, &mut list)) {
                Ok(Some(())) => {}
                Ok(None) => return Ok(list),
                Err(e) => {
                    self.0.push_index(list.len());
                    return Err(e);
                }
            }
        }
    }
}

/// Reads an element to the end of the list.
struct Element<'a, T>(&'a mut Trace, &'a mut Vec<T>);

impl<'de, T: Decode> DeserializeSeed<'de> for Element<'_, T> {
    type Value = ();

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<(), D::Error> {
        T::decode_onto(d, self.0, self.1)
    }
}

impl<T: Decode> Decode for Vec<T> {
    #[inline]
    fn decode<'de, D: Deserializer<'de>>(d: D, at: &mut Trace) -> Result<Self, D::Error> {
        d.deserialize_seq(ListVisitor(at, PhantomData))
    }
}

struct MapVisitor<'a, T>(&'a mut Trace, PhantomData<T>);

impl<'de, T: Decode> Visitor<'de> for MapVisitor<'_, T> {
    type Value = BTreeMap<String, T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        let mut map = BTreeMap::new();
        while let Some(name) = members.next_key::<String>()? {
            match (map.entry(name), members.next_value_seed(Seed::new(self.0))) {
                (Entry::Vacant(entry), Ok(v)) => drop(entry.insert(v)),
                (entry, result) => {
                    self.0.push_value(entry.key().clone());
                    return Err(result.err().unwrap_or_else(|| duplicate(self.0)));
                }
            }
        }
        Ok(map)
    }
}

impl<T: Decode> Decode for BTreeMap<String, T> {
    #[inline]
    fn decode<'de, D: Deserializer<'de>>(d: D, at: &mut Trace) -> Result<Self, D::Error> {
        d.deserialize_map(MapVisitor(at, PhantomData))
    }
}

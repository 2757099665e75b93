//! JSON that was read before it was known as what, to be given again. Unlike `Value` it borrows
//! strings from the input, keeps members in a plain list, and leaves the search for members given
//! twice to whoever reads it at last.
use crate::Trace;
use crate::decode::{Decode, Text};
use serde_core::de::value::{MapDeserializer, SeqDeserializer};
use serde_core::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess,
    Visitor,
};
use serde_core::forward_to_deserialize_any;
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

// With a tag of one byte, moves become copies of odd pieces, a third slower for a tag that comes last.
#[repr(u64)]
pub(super) enum Held<'de> {
    Null,
    Boolean(bool),
    Signed(i64),
    Unsigned(u64),
    Float(f64),
    String(Cow<'de, str>),
    Array(Vec<Held<'de>>),
    Object(Vec<(Cow<'de, str>, Held<'de>)>),
}

impl<'de> Deserialize<'de> for Held<'de> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        d.deserialize_any(HeldVisitor)
    }
}

struct HeldVisitor;

impl<'de> Visitor<'de> for HeldVisitor {
    type Value = Held<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_unit<E>(self) -> Result<Held<'de>, E> {
        Ok(Held::Null)
    }

    fn visit_none<E>(self) -> Result<Held<'de>, E> {
        Ok(Held::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, d: D) -> Result<Held<'de>, D::Error> {
        Held::deserialize(d)
    }

    fn visit_bool<E>(self, v: bool) -> Result<Held<'de>, E> {
        Ok(Held::Boolean(v))
    }

    fn visit_i64<E>(self, v: i64) -> Result<Held<'de>, E> {
        Ok(Held::Signed(v))
    }

    fn visit_u64<E>(self, v: u64) -> Result<Held<'de>, E> {
        Ok(Held::Unsigned(v))
    }

    fn visit_f64<E>(self, v: f64) -> Result<Held<'de>, E> {
        Ok(Held::Float(v))
    }

    fn visit_str<E>(self, v: &str) -> Result<Held<'de>, E> {
        Ok(Held::String(Cow::Owned(v.to_owned())))
    }

    fn visit_borrowed_str<E>(self, v: &'de str) -> Result<Held<'de>, E> {
        Ok(Held::String(Cow::Borrowed(v)))
    }

    fn visit_string<E>(self, v: String) -> Result<Held<'de>, E> {
        Ok(Held::String(Cow::Owned(v)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Held<'de>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Held::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Held<'de>, A::Error> {
        let mut members = Vec::new();
        while let Some(name) = map.next_key_seed(Text)? {
            members.push((name, map.next_value()?));
        }
        Ok(Held::Object(members))
    }
}

/// Gives what was held, under the error type of the original input.
pub(super) struct Giver<'de, E>(Held<'de>, PhantomData<E>);

impl<'de, E: Error> IntoDeserializer<'de, E> for Held<'de> {
    type Deserializer = Giver<'de, E>;

    fn into_deserializer(self) -> Giver<'de, E> {
        Giver(self, PhantomData)
    }
}

impl<'de, E: Error> Deserializer<'de> for Giver<'de, E> {
    type Error = E;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.0 {
            Held::Null => visitor.visit_unit(),
            Held::Boolean(v) => visitor.visit_bool(v),
            Held::Signed(v) => visitor.visit_i64(v),
            Held::Unsigned(v) => visitor.visit_u64(v),
            Held::Float(v) => visitor.visit_f64(v),
            Held::String(Cow::Borrowed(v)) => visitor.visit_borrowed_str(v),
            Held::String(Cow::Owned(v)) => visitor.visit_string(v),
            Held::Array(items) => visitor.visit_seq(SeqDeserializer::new(items.into_iter())),
            Held::Object(members) => {
                let members = members.into_iter().map(|(name, value)| (Name(name), value));
                visitor.visit_map(MapDeserializer::new(members))
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.0 {
            Held::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    // Types from elsewhere may ask for these two; raw JSON text comes by way of the second. What
    // serde_json makes of them is not ours to know.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, E> {
        self.value()?.deserialize_enum(name, variants, visitor).map_err(E::custom)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, E> {
        self.value()?.deserialize_newtype_struct(name, visitor).map_err(E::custom)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

impl<E: Error> Giver<'_, E> {
    fn value(self) -> Result<Value, E> {
        Value::decode(self, &mut Trace::default())
    }
}

/// A member's name to be given again.
pub(super) struct Name<'de>(pub(super) Cow<'de, str>);

impl<'de, E: Error> IntoDeserializer<'de, E> for Name<'de> {
    type Deserializer = Giver<'de, E>;

    fn into_deserializer(self) -> Giver<'de, E> {
        Giver(Held::String(self.0), PhantomData)
    }
}

/// Gives a held value to a seed.
pub(super) fn give<'de, S: DeserializeSeed<'de>, E: Error>(
    held: Held<'de>,
    seed: S,
) -> Result<S::Value, E> {
    seed.deserialize(Giver(held, PhantomData))
}

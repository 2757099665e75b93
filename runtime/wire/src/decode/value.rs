//! Untyped JSON. As serde_json reads it, but a member given twice is refused.
use super::{Decode, Seed, Text};
use crate::Trace;
use crate::codec::duplicate;
use crate::number::is_wrapped;
use serde_core::de::{self, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::map::Entry;
use serde_json::{Map, Number, Value};
use std::borrow::Cow;
use std::fmt;

impl Decode for Value {
    fn decode<'de, D: Deserializer<'de>>(d: D, at: &mut Trace) -> Result<Self, D::Error> {
        d.deserialize_any(ValueVisitor(at))
    }
}

impl Decode for Map<String, Value> {
    fn decode<'de, D: Deserializer<'de>>(d: D, at: &mut Trace) -> Result<Self, D::Error> {
        d.deserialize_map(ObjectVisitor(at))
    }
}

struct ValueVisitor<'a>(&'a mut Trace);

impl<'de> Visitor<'de> for ValueVisitor<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, d: D) -> Result<Value, D::Error> {
        Value::decode(d, self.0)
    }

    fn visit_bool<E>(self, v: bool) -> Result<Value, E> {
        Ok(Value::Bool(v))
    }

    fn visit_i64<E>(self, v: i64) -> Result<Value, E> {
        Ok(Value::Number(v.into()))
    }

    fn visit_u64<E>(self, v: u64) -> Result<Value, E> {
        Ok(Value::Number(v.into()))
    }

    fn visit_f64<E: de::Error>(self, v: f64) -> Result<Value, E> {
        match Number::from_f64(v) {
            Some(v) => Ok(Value::Number(v)),
            None => Err(E::invalid_value(de::Unexpected::Float(v), &self)),
        }
    }

    fn visit_str<E>(self, v: &str) -> Result<Value, E> {
        Ok(Value::String(v.to_owned()))
    }

    fn visit_string<E>(self, v: String) -> Result<Value, E> {
        Ok(Value::String(v))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        loop {
            match seq.next_element_seed(Seed::new(self.0)) {
                Ok(Some(v)) => list.push(v),
                Ok(None) => return Ok(Value::Array(list)),
                Err(e) => {
                    self.0.push_index(list.len());
                    return Err(e);
                }
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let Some(first) = members.next_key_seed(Text)? else {
            return Ok(Value::Object(Map::new()));
        };
        if is_wrapped(&first) {
            let text = members.next_value_seed(Text)?;
            return text.parse().map(Value::Number).map_err(de::Error::custom);
        }
        object(first, members, self.0).map(Value::Object)
    }
}

struct ObjectVisitor<'a>(&'a mut Trace);

impl<'de> Visitor<'de> for ObjectVisitor<'_> {
    type Value = Map<String, Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        match members.next_key_seed(Text)? {
            Some(first) => object(first, members, self.0),
            None => Ok(Map::new()),
        }
    }
}

fn object<'de, A: MapAccess<'de>>(
    first: Cow<'de, str>,
    mut members: A,
    at: &mut Trace,
) -> Result<Map<String, Value>, A::Error> {
    let mut map = Map::new();
    let mut next = Some(first);
    while let Some(name) = next {
        match (map.entry(name), members.next_value_seed(Seed::new(at))) {
            (Entry::Vacant(entry), Ok(v)) => _ = entry.insert(v),
            (entry, result) => {
                at.push_value(entry.key().clone());
                return Err(result.err().unwrap_or_else(|| duplicate(at)));
            }
        }
        next = members.next_key_seed(Text)?;
    }
    Ok(map)
}

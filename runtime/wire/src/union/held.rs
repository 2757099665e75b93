//! JSON that was read before it was known as what, to be given again. Unlike `Value` it borrows
//! strings from the input, keeps all tokens in one plain list, and leaves the search for members
//! given twice to whoever reads it at last.
use crate::Trace;
use crate::decode::{Decode, Text};
use serde_core::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_core::forward_to_deserialize_any;
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::vec;

/// A piece of a value. An array is its elements between `Array` and `End`, an object the names and
/// values of its members between `Object` and `End`.
// With a tag of one byte, moves become copies of odd pieces, a third slower for a tag that comes last.
#[repr(u64)]
pub(super) enum Token<'de> {
    Null,
    Boolean(bool),
    Signed(i64),
    Unsigned(u64),
    Float(f64),
    String(Cow<'de, str>),
    Array,
    Object,
    End,
}

/// Reads a value to the end of a list of tokens.
pub(super) struct Hold<'a, 'de>(pub(super) &'a mut Vec<Token<'de>>);

impl<'de> DeserializeSeed<'de> for Hold<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<(), D::Error> {
        d.deserialize_any(self)
    }
}

impl<'de> Hold<'_, 'de> {
    fn push<E>(self, token: Token<'de>) -> Result<(), E> {
        self.0.push(token);
        Ok(())
    }
}

impl<'de> Visitor<'de> for Hold<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.push(Token::Null)
    }

    fn visit_none<E>(self) -> Result<(), E> {
        self.push(Token::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, d: D) -> Result<(), D::Error> {
        self.deserialize(d)
    }

    fn visit_bool<E>(self, v: bool) -> Result<(), E> {
        self.push(Token::Boolean(v))
    }

    fn visit_i64<E>(self, v: i64) -> Result<(), E> {
        self.push(Token::Signed(v))
    }

    fn visit_u64<E>(self, v: u64) -> Result<(), E> {
        self.push(Token::Unsigned(v))
    }

    fn visit_f64<E>(self, v: f64) -> Result<(), E> {
        self.push(Token::Float(v))
    }

    fn visit_str<E>(self, v: &str) -> Result<(), E> {
        self.push(Token::String(Cow::Owned(v.to_owned())))
    }

    fn visit_borrowed_str<E>(self, v: &'de str) -> Result<(), E> {
        self.push(Token::String(Cow::Borrowed(v)))
    }

    fn visit_string<E>(self, v: String) -> Result<(), E> {
        self.push(Token::String(Cow::Owned(v)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        self.0.push(Token::Array);
        while seq.next_element_seed(Hold(self.0))?.is_some() {}
        self.push(Token::End)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        self.0.push(Token::Object);
        while let Some(name) = map.next_key_seed(Text)? {
            self.0.push(Token::String(name));
            map.next_value_seed(Hold(self.0))?;
        }
        self.push(Token::End)
    }
}

/// Gives what was held, under the error type of the original input: a token and, if it begins an
/// array or object, those that follow up to its end.
pub(super) struct Giver<'a, 'de, E> {
    token: Token<'de>,
    rest: &'a mut vec::IntoIter<Token<'de>>,
    error: PhantomData<E>,
}

impl<'a, 'de, E> Giver<'a, 'de, E> {
    pub(super) fn new(token: Token<'de>, rest: &'a mut vec::IntoIter<Token<'de>>) -> Self {
        Self { token, rest, error: PhantomData }
    }
}

impl<'de, E: Error> Deserializer<'de> for Giver<'_, 'de, E> {
    type Error = E;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.token {
            Token::Null | Token::End => visitor.visit_unit(),
            Token::Boolean(v) => visitor.visit_bool(v),
            Token::Signed(v) => visitor.visit_i64(v),
            Token::Unsigned(v) => visitor.visit_u64(v),
            Token::Float(v) => visitor.visit_f64(v),
            Token::String(Cow::Borrowed(v)) => visitor.visit_borrowed_str(v),
            Token::String(Cow::Owned(v)) => visitor.visit_string(v),
            Token::Array => {
                let mut inside = Inside::new(self.rest);
                let read = visitor.visit_seq(&mut inside)?;
                inside.skip();
                Ok(read)
            }
            Token::Object => {
                let mut inside = Inside::new(self.rest);
                let read = visitor.visit_map(&mut inside)?;
                inside.skip();
                Ok(read)
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.token {
            Token::Null => visitor.visit_none(),
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

impl<E: Error> Giver<'_, '_, E> {
    fn value(self) -> Result<Value, E> {
        Value::decode(self, &mut Trace::default())
    }
}

/// An array or object whose beginning was given.
struct Inside<'a, 'de, E> {
    tokens: &'a mut vec::IntoIter<Token<'de>>,
    ended: bool,
    error: PhantomData<E>,
}

impl<'a, 'de, E> Inside<'a, 'de, E> {
    fn new(tokens: &'a mut vec::IntoIter<Token<'de>>) -> Self {
        Self { tokens, ended: false, error: PhantomData }
    }

    /// The next token, unless it is the end.
    fn next(&mut self) -> Option<Token<'de>> {
        if self.ended {
            return None;
        }
        let token = self.tokens.next().filter(|token| !matches!(token, Token::End));
        self.ended = token.is_none();
        token
    }

    /// Passes over what the reader left.
    fn skip(&mut self) {
        let mut open = 0_usize;
        while !self.ended {
            match self.tokens.next() {
                Some(Token::Array | Token::Object) => open += 1,
                Some(Token::End) if open > 0 => open -= 1,
                Some(Token::End) | None => self.ended = true,
                Some(_) => {}
            }
        }
    }
}

impl<'de, E: Error> SeqAccess<'de> for Inside<'_, 'de, E> {
    type Error = E;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, E> {
        let Some(token) = self.next() else { return Ok(None) };
        seed.deserialize(Giver::new(token, self.tokens)).map(Some)
    }
}

impl<'de, E: Error> MapAccess<'de> for Inside<'_, 'de, E> {
    type Error = E;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, E> {
        self.next_element_seed(seed)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, E> {
        match self.next() {
            Some(token) => seed.deserialize(Giver::new(token, self.tokens)),
            None => Err(E::custom("value is missing")),
        }
    }
}

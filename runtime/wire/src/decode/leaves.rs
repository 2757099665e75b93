//! Booleans, strings, numbers, raw text, and the type without a value.
use super::Decode;
use crate::number::{FIRST_INEXACT, visit_wrapped};
use crate::{Never, Trace};
use serde_core::de::{self, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;
use std::marker::PhantomData;

/// Types that serde itself reads strictly.
macro_rules! by_serde {
    ($($T:ty),*) => { $(
        impl Decode for $T {
            #[inline]
            fn decode<'de, D: Deserializer<'de>>(d: D, _: &mut Trace) -> Result<Self, D::Error> {
                <$T as de::Deserialize>::deserialize(d)
            }
        }
    )* };
}
by_serde!(bool, String, Box<RawValue>);

impl Decode for Never {
    fn decode<'de, D: Deserializer<'de>>(_: D, _: &mut Trace) -> Result<Self, D::Error> {
        Err(de::Error::custom("no value is allowed here"))
    }
}

impl Decode for f64 {
    #[inline]
    fn decode<'de, D: Deserializer<'de>>(d: D, _: &mut Trace) -> Result<Self, D::Error> {
        d.deserialize_any(FloatVisitor)
    }
}

struct FloatVisitor;

impl<'de> Visitor<'de> for FloatVisitor {
    type Value = f64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number")
    }

    fn visit_i64<E>(self, v: i64) -> Result<f64, E> {
        Ok(v as f64)
    }

    fn visit_u64<E>(self, v: u64) -> Result<f64, E> {
        Ok(v as f64)
    }

    fn visit_f64<E>(self, v: f64) -> Result<f64, E> {
        Ok(v)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<f64, A::Error> {
        visit_wrapped(map, self)
    }
}

/// The integer types, with what their errors say.
trait Integer: TryFrom<i64> + TryFrom<u64> {
    fn range(f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

struct IntegerVisitor<T>(PhantomData<T>);

impl<T: Integer> IntegerVisitor<T> {
    fn in_range<E: de::Error>(v: Option<T>, found: de::Unexpected<'_>) -> Result<T, E> {
        v.ok_or_else(|| E::invalid_value(found, &InRange::<T>(PhantomData)))
    }
}

struct InRange<T>(PhantomData<T>);

impl<T: Integer> de::Expected for InRange<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an integer in the range ")?;
        T::range(f)
    }
}

impl<'de, T: Integer> Visitor<'de> for IntegerVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an integer")
    }

    fn visit_i64<E: de::Error>(self, v: i64) -> Result<T, E> {
        Self::in_range(T::try_from(v).ok(), de::Unexpected::Signed(v))
    }

    fn visit_u64<E: de::Error>(self, v: u64) -> Result<T, E> {
        Self::in_range(T::try_from(v).ok(), de::Unexpected::Unsigned(v))
    }

    fn visit_f64<E: de::Error>(self, v: f64) -> Result<T, E> {
        if v.fract() != 0.0 {
            Err(E::invalid_type(de::Unexpected::Float(v), &self))
        } else if v.abs() >= FIRST_INEXACT {
            Err(E::custom("integer beyond 64 bits, or written as a float of 2^53 or more"))
        } else {
            self.visit_i64(v as i64)
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        visit_wrapped(map, self)
    }
}

// `deserialize_any`, not `deserialize_i64`: under `arbitrary_precision` a buffered `3.0` is refused
// as an integer.
macro_rules! integers {
    ($($T:ty),*) => { $(
        impl Integer for $T {
            fn range(f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{} to {}", <$T>::MIN, <$T>::MAX)
            }
        }
        impl Decode for $T {
            #[inline]
            fn decode<'de, D: Deserializer<'de>>(d: D, _: &mut Trace) -> Result<Self, D::Error> {
                d.deserialize_any(IntegerVisitor::<$T>(PhantomData))
            }
        }
    )* };
}
integers!(i64, u64, i32, u32, i16, u16, i8, u8);

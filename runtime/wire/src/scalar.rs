//! JSON scalars, compared by value: what constants, enums of values, tests of members and bounds
//! are made of.
use serde_core::de::{self, Deserializer, MapAccess, Visitor};
use serde_core::ser::{Serialize, Serializer};
use std::cmp::Ordering;
use std::fmt;

/// A JSON value that is neither array nor object. Numbers are equal by value: `1` is `1.0`.
#[derive(Clone, Copy, Debug)]
pub enum Scalar<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean(bool),
    /// A number written as an integer.
    Integer(i128),
    /// A number written as a float.
    Number(f64),
    /// A string.
    Text(&'a str),
}

impl Scalar<'_> {
    /// The order of two numbers by value; `None` when one is no number.
    #[inline]
    #[must_use]
    pub fn compare(&self, other: &Scalar<'_>) -> Option<Ordering> {
        match (*self, *other) {
            (Self::Integer(a), Scalar::Integer(b)) => Some(a.cmp(&b)),
            (Self::Number(a), Scalar::Number(b)) => a.partial_cmp(&b),
            (Self::Integer(a), Scalar::Number(b)) => compare_mixed(a, b),
            (Self::Number(a), Scalar::Integer(b)) => compare_mixed(b, a).map(Ordering::reverse),
            _ => None,
        }
    }
}

/// Exact: neither side is rounded to the other's type.
fn compare_mixed(integer: i128, float: f64) -> Option<Ordering> {
    // The cast saturates, and no integer that JSON readers give comes near those ends.
    let whole = float.trunc() as i128;
    let order = integer.cmp(&whole);
    if float.is_nan() {
        None
    } else if order == Ordering::Equal {
        0.0.partial_cmp(&float.fract())
    } else {
        Some(order)
    }
}

impl PartialEq<Scalar<'_>> for Scalar<'_> {
    fn eq(&self, other: &Scalar<'_>) -> bool {
        match (*self, *other) {
            (Self::Null, Scalar::Null) => true,
            (Self::Boolean(a), Scalar::Boolean(b)) => a == b,
            (Self::Text(a), Scalar::Text(b)) => a == b,
            _ => self.compare(other) == Some(Ordering::Equal),
        }
    }
}

impl fmt::Display for Scalar<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Boolean(v) => v.fmt(f),
            Self::Integer(v) => v.fmt(f),
            Self::Number(v) => v.fmt(f),
            Self::Text(v) => write!(f, "{v:?}"),
        }
    }
}

impl Serialize for Scalar<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match *self {
            Self::Null => s.serialize_unit(),
            Self::Boolean(v) => s.serialize_bool(v),
            Self::Integer(v) => match (i64::try_from(v), u64::try_from(v)) {
                (Ok(v), _) => s.serialize_i64(v),
                (_, Ok(v)) => s.serialize_u64(v),
                _ => s.serialize_i128(v),
            },
            Self::Number(v) => s.serialize_f64(v),
            Self::Text(v) => s.serialize_str(v),
        }
    }
}

// One integer type and one float type, so that a bare literal says which is meant.
impl From<()> for Scalar<'_> {
    #[inline]
    fn from((): ()) -> Self {
        Self::Null
    }
}
impl From<bool> for Scalar<'_> {
    #[inline]
    fn from(v: bool) -> Self {
        Self::Boolean(v)
    }
}
impl From<i128> for Scalar<'_> {
    #[inline]
    fn from(v: i128) -> Self {
        Self::Integer(v)
    }
}
impl From<f64> for Scalar<'_> {
    #[inline]
    fn from(v: f64) -> Self {
        Self::Number(v)
    }
}
impl<'a> From<&'a str> for Scalar<'a> {
    #[inline]
    fn from(v: &'a str) -> Self {
        Self::Text(v)
    }
}

/// What to make of a scalar that was read; `None` refuses it.
pub(crate) trait Accept {
    type Output;
    fn accept(&self, scalar: Scalar<'_>) -> Option<Self::Output>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// Reads a scalar without a copy and asks `accept` about it.
pub(crate) fn read<'de, D: Deserializer<'de>, A: Accept>(
    d: D,
    accept: A,
) -> Result<A::Output, D::Error> {
    d.deserialize_any(ScalarVisitor(accept))
}

struct ScalarVisitor<A>(A);

impl<A: Accept> ScalarVisitor<A> {
    fn visit<E: de::Error>(
        self,
        scalar: Scalar<'_>,
        found: de::Unexpected<'_>,
    ) -> Result<A::Output, E> {
        self.0.accept(scalar).ok_or_else(|| E::invalid_value(found, &self))
    }
}

impl<'de, A: Accept> Visitor<'de> for ScalarVisitor<A> {
    type Value = A::Output;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_unit<E: de::Error>(self) -> Result<A::Output, E> {
        self.visit(Scalar::Null, de::Unexpected::Unit)
    }

    fn visit_none<E: de::Error>(self) -> Result<A::Output, E> {
        self.visit_unit()
    }

    fn visit_bool<E: de::Error>(self, v: bool) -> Result<A::Output, E> {
        self.visit(Scalar::Boolean(v), de::Unexpected::Bool(v))
    }

    fn visit_i64<E: de::Error>(self, v: i64) -> Result<A::Output, E> {
        self.visit(Scalar::Integer(v.into()), de::Unexpected::Signed(v))
    }

    fn visit_u64<E: de::Error>(self, v: u64) -> Result<A::Output, E> {
        self.visit(Scalar::Integer(v.into()), de::Unexpected::Unsigned(v))
    }

    fn visit_f64<E: de::Error>(self, v: f64) -> Result<A::Output, E> {
        self.visit(Scalar::Number(v), de::Unexpected::Float(v))
    }

    fn visit_str<E: de::Error>(self, v: &str) -> Result<A::Output, E> {
        self.visit(Scalar::Text(v), de::Unexpected::Str(v))
    }

    fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<A::Output, M::Error> {
        crate::number::visit_wrapped(map, self)
    }
}

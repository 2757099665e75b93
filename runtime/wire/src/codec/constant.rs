//! Constant members: no field, checked on reading without a copy, written always.
use super::duplicate;
use crate::Trace;
use crate::scalar::{self, Accept, Scalar};
use serde_core::de::{DeserializeSeed, Deserializer, Error, MapAccess};
use std::fmt;

/// Reads the member's value and refuses any but `value`.
pub fn constant<'de, A: MapAccess<'de>>(
    seen: &mut bool,
    members: &mut A,
    value: Scalar<'static>,
    at: &mut Trace,
) -> Result<(), A::Error> {
    if std::mem::replace(seen, true) {
        return Err(duplicate(at));
    }
    members.next_value_seed(Constant(value)).inspect_err(|_| at.broke("const"))
}

#[cold]
pub fn missing<E: Error>(name: &'static str, at: &mut Trace) -> E {
    at.broke("required");
    E::missing_field(name)
}

struct Constant(Scalar<'static>);

impl<'de> DeserializeSeed<'de> for Constant {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<(), D::Error> {
        scalar::read(d, self)
    }
}

impl Accept for Constant {
    type Output = ();

    fn accept(&self, scalar: Scalar<'_>) -> Option<()> {
        (self.0 == scalar).then_some(())
    }

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the constant {}", self.0)
    }
}

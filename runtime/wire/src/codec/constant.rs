//! Constant members: no field, checked on reading without a copy, written always.
use crate::Trace;
use crate::scalar::{self, Accept, Scalar};
use serde_core::de::{DeserializeSeed, Deserializer, Error};
use std::fmt;

#[cold]
pub fn missing<E: Error>(name: &'static str, at: &mut Trace) -> E {
    at.broke("required");
    E::missing_field(name)
}

/// Reads a value and refuses any but this.
pub(super) struct Constant(pub(super) Scalar<'static>);

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

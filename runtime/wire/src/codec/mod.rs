//! What the wire tables' words stand for: a method of that name reads a member ([`Reading`]), one writes it ([`Writing`]), a
//! function validates it ([`check`]); and the undeclared members.
//!
//! Called by macro output only.
pub mod check;
mod constant;
pub mod element;
mod reading;
mod rest;
mod string_list;
mod writing;

pub use crate::scalar::Scalar;
pub use constant::missing;
pub(crate) use reading::Reader;
pub use reading::Reading;
pub use rest::{Rest, check_rest};
pub(crate) use writing::Writer;
pub use writing::Writing;

use crate::{Trace, Validate};
use serde_core::de;
use serde_core::ser::{self, Serialize, Serializer};

#[cold]
pub(crate) fn duplicate<E: de::Error>(at: &mut Trace) -> E {
    // JSON Schema has no word for it.
    at.broke("");
    E::custom("member given twice")
}

/// Serialises what is no record by itself, so that a float that JSON lacks is an error.
pub fn put<T: Serialize + Validate, S: Serializer>(value: &T, s: S) -> Result<S::Ok, S::Error> {
    if value.encodable() { value.serialize(s) } else { Err(not_finite()) }
}

#[cold]
pub(crate) fn not_finite<E: ser::Error>() -> E {
    E::custom("NaN and infinity have no JSON form")
}

//! What the wire tables' words stand for: one module a presence word (`read` fills a slot, `take`
//! empties it, `put` writes it, `check` validates it), constants, and the undeclared members.
//!
//! Called by macro output only.
mod constant;
pub mod defaulted;
pub mod element;
pub mod foreign;
pub mod foreign_optional;
pub mod lenient;
pub mod optional;
pub mod required;
mod rest;
pub mod string_list;

pub use crate::scalar::Scalar;
pub use constant::{constant, missing};
pub use rest::{Rest, check_rest, put_rest, rest, unknown};

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

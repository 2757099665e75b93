//! `foreign_optional`: an optional member whose type comes from elsewhere and knows plain serde only. `None` is an absent
//! member; what `null` is, the type's own serde says.
pub use super::foreign::{check, read};
pub use super::optional::take;

use serde_core::ser::{Serialize, SerializeMap};

#[inline]
pub fn put<M: SerializeMap, T: Serialize>(
    members: &mut M,
    name: &'static str,
    value: &Option<T>,
) -> Result<(), M::Error> {
    match value {
        Some(value) => members.serialize_entry(name, value),
        None => Ok(()),
    }
}

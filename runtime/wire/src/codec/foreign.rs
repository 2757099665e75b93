//! `foreign`: a required member whose type comes from elsewhere and knows plain serde only.
pub use super::required::take;

use super::duplicate;
use crate::{Trace, check::At};
use serde_core::de::{Deserialize, MapAccess};
use serde_core::ser::{Serialize, SerializeMap};

#[inline]
pub fn read<'de, A: MapAccess<'de>, T: Deserialize<'de>>(
    slot: &mut Option<T>,
    members: &mut A,
    at: &mut Trace,
) -> Result<(), A::Error> {
    if slot.is_some() {
        return Err(duplicate(at));
    }
    *slot = Some(members.next_value()?);
    Ok(())
}

#[inline]
pub fn put<M: SerializeMap, T: Serialize>(
    members: &mut M,
    name: &'static str,
    value: &T,
) -> Result<(), M::Error> {
    members.serialize_entry(name, value)
}

#[inline]
pub fn check<T>(_: &T, _: &At<'_>) {}

//! `required`: the member must be present; in an `Option`, `None` is `null`.
use super::{duplicate, missing, not_finite};
use crate::decode::Seed;
use crate::{Decode, Trace, Validate, check::At};
use serde_core::de::{Error, MapAccess};
use serde_core::ser::{Serialize, SerializeMap};

#[inline]
pub fn read<'de, A: MapAccess<'de>, T: Decode>(
    slot: &mut Option<T>,
    members: &mut A,
    at: &mut Trace,
) -> Result<(), A::Error> {
    if slot.is_some() {
        return Err(duplicate(at));
    }
    *slot = Some(members.next_value_seed(Seed::new(at))?);
    Ok(())
}

#[inline]
pub fn take<T, E: Error>(slot: Option<T>, name: &'static str, at: &mut Trace) -> Result<T, E> {
    slot.ok_or_else(|| missing(name, at))
}

#[inline]
pub fn put<M: SerializeMap, T: Serialize + Validate>(
    members: &mut M,
    name: &'static str,
    value: &T,
) -> Result<(), M::Error> {
    if !value.encodable() {
        return Err(not_finite());
    }
    members.serialize_entry(name, value)
}

#[inline]
pub fn check<T: Validate>(value: &T, at: &At<'_>) {
    value.check(at);
}

//! `optional`: `None` is an absent member; `null` is refused unless the value is itself an
//! `Option`.
pub use super::required::{check, read};

use super::required;
use crate::{Trace, Validate};
use serde_core::de::Error;
use serde_core::ser::{Serialize, SerializeMap};

#[inline]
pub fn take<T, E: Error>(slot: Option<T>, _: &'static str, _: &mut Trace) -> Result<Option<T>, E> {
    Ok(slot)
}

#[inline]
pub fn put<M: SerializeMap, T: Serialize + Validate>(
    members: &mut M,
    name: &'static str,
    value: &Option<T>,
) -> Result<(), M::Error> {
    match value {
        Some(value) => required::put(members, name, value),
        None => Ok(()),
    }
}

//! `defaulted`, for protocol types: always written, and what is absent or `null` on reading counts as the type's default.
pub use super::required::{check, put, read};

use crate::Trace;
use serde_core::de::Error;

#[inline]
pub fn take<T: Default, E: Error>(
    slot: Option<Option<T>>,
    _: &'static str,
    _: &mut Trace,
) -> Result<T, E> {
    Ok(slot.flatten().unwrap_or_default())
}

//! `lenient`, for protocol types: optional, and `null` on reading counts as absent.
pub use super::optional::{check, put};
pub use super::required::read;

use crate::Trace;
use serde_core::de::Error;

#[inline]
pub fn take<T, E: Error>(
    slot: Option<Option<T>>,
    _: &'static str,
    _: &mut Trace,
) -> Result<Option<T>, E> {
    Ok(slot.flatten())
}

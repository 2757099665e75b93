//! `lenient`, for protocol types: optional, and `null` on reading counts as absent.
pub use super::optional::{check, put};
pub use super::required::read;

use serde_core::de::Error;

#[inline]
pub fn take<T, E: Error>(slot: Option<Option<T>>, _: &'static str) -> Result<Option<T>, E> {
    Ok(slot.flatten())
}

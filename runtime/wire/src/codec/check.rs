//! Validates a member's value beyond the checks of its row, a function a word.
use crate::{Validate, check::At};

#[inline]
pub fn required<T: Validate>(value: &T, at: &At<'_>) {
    value.check(at);
}

pub use required as optional;
pub use required as lenient;

/// Plain serde types have nothing to check.
#[inline]
pub fn foreign<T>(_: &T, _: &At<'_>) {}

pub use foreign as foreign_optional;

//! Validates a member beyond the checks of its row, a function a word.
use crate::{Validate, check::At};

#[inline]
pub fn required<T: Validate>(value: &T, at: &At<'_>, name: &'static str, place: &'static str) {
    value.check(&at.property(name, place));
}

pub use required as defaulted;
pub use required as optional;
pub use required as lenient;
pub use required as string_list;

/// Plain serde types have nothing to check.
#[inline]
pub fn foreign<T>(_: &T, _: &At<'_>, _: &'static str, _: &'static str) {}

pub use foreign as foreign_optional;

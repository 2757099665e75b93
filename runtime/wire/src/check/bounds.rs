//! Keywords of numbers. Integers and floats are compared exactly, neither is rounded.
use super::decimal::is_multiple;
use super::{At, Validate, View};
use crate::scalar::Scalar;
use std::cmp::Ordering;

/// `minimum`: the number is at least `bound`.
pub fn minimum<T: Validate>(value: &T, at: &At<'_>, bound: impl Into<Scalar<'static>>) {
    bounded(value.view(), at, bound.into(), &Bound("minimum", "less than", Ordering::is_ge));
}

/// `maximum`: the number is at most `bound`.
pub fn maximum<T: Validate>(value: &T, at: &At<'_>, bound: impl Into<Scalar<'static>>) {
    bounded(value.view(), at, bound.into(), &Bound("maximum", "more than", Ordering::is_le));
}

/// `exclusiveMinimum`: the number is more than `bound`.
pub fn exclusive_minimum<T: Validate>(value: &T, at: &At<'_>, bound: impl Into<Scalar<'static>>) {
    let rule = Bound("exclusiveMinimum", "not more than", Ordering::is_gt);
    bounded(value.view(), at, bound.into(), &rule);
}

/// `exclusiveMaximum`: the number is less than `bound`.
pub fn exclusive_maximum<T: Validate>(value: &T, at: &At<'_>, bound: impl Into<Scalar<'static>>) {
    let rule = Bound("exclusiveMaximum", "not less than", Ordering::is_lt);
    bounded(value.view(), at, bound.into(), &rule);
}

/// `multipleOf`: the number is a whole multiple of `factor`, both taken as the decimals that JSON
/// writes: `0.07` is a multiple of `0.01`.
pub fn multiple_of<T: Validate>(value: &T, at: &At<'_>, factor: impl Into<Scalar<'static>>) {
    let factor = factor.into();
    if let View::Scalar(number) = value.view() {
        if is_multiple(number, factor) == Some(false) {
            at.report("multipleOf", format_args!("{number} is not a multiple of {factor}"));
        }
    }
}

/// A keyword, how a violation reads, and the order of value to bound that it allows.
struct Bound(&'static str, &'static str, fn(Ordering) -> bool);

fn bounded(view: View<'_>, at: &At<'_>, bound: Scalar<'static>, rule: &Bound) {
    if let View::Scalar(number) = view {
        if number.compare(&bound).is_some_and(|order| !(rule.2)(order)) {
            at.report(rule.0, format_args!("{number} is {} {bound}", rule.1));
        }
    }
}

//! Keywords of strings.
use super::{At, Validate, View};
use crate::scalar::Scalar;
use regress::Regex;
use std::sync::OnceLock;

/// `minLength`: the string has at least `min` code points.
pub fn min_length<T: Validate>(value: &T, at: &At<'_>, min: usize) {
    if let Some(length) = length(value.view()).filter(|length| *length < min) {
        at.report("minLength", format_args!("{length} characters, fewer than {min}"));
    }
}

/// `maxLength`: the string has at most `max` code points.
pub fn max_length<T: Validate>(value: &T, at: &At<'_>, max: usize) {
    if let Some(length) = length(value.view()).filter(|length| *length > max) {
        at.report("maxLength", format_args!("{length} characters, more than {max}"));
    }
}

fn length(view: View<'_>) -> Option<usize> {
    match view {
        View::Scalar(Scalar::Text(text)) => Some(text.chars().count()),
        _ => None,
    }
}

/// `pattern`: the regular expression matches somewhere in the string. A pattern that is none, a defect of the schema that the
/// generator's command warns about, holds no text to anything.
///
/// ECMA-262 patterns are matched by backtracking, without a bound on time: nested repetition, as in `^(a+)+$`, takes twice as
/// long for each further character of a text that does not match. The pattern comes from the schema, the text from the peer:
/// do not use a schema with such a pattern for peers that you do not trust.
pub fn pattern<T: Validate>(value: &T, at: &At<'_>, pattern: &Pattern) {
    let View::Scalar(Scalar::Text(text)) = value.view() else {
        return;
    };
    match pattern.regex() {
        Some(regex) if regex.find(text).is_some() => {}
        Some(_) => at.report("pattern", format_args!("does not match {:?}", pattern.source)),
        None => at.report("pattern", format_args!("{:?} is no ECMA-262 pattern", pattern.source)),
    }
}

/// A regular expression of ECMA-262, compiled when first used.
#[derive(Debug)]
pub struct Pattern {
    source: &'static str,
    compiled: OnceLock<Option<Regex>>,
}

impl Pattern {
    /// A pattern that is not compiled yet.
    #[must_use]
    pub const fn new(source: &'static str) -> Self {
        Self { source, compiled: OnceLock::new() }
    }

    fn regex(&self) -> Option<&Regex> {
        self.compiled.get_or_init(|| compile(self.source)).as_ref()
    }
}

/// Whether a pattern that is known at run time only matches somewhere in a text; `None` when it is no ECMA-262 pattern.
#[must_use]
pub fn matches(pattern: &str, text: &str) -> Option<bool> {
    Some(compile(pattern)?.find(text).is_some())
}

/// With the flag `u`, as JSON Schema wants it; without, where the pattern has escapes that only then are allowed.
fn compile(pattern: &str) -> Option<Regex> {
    Regex::with_flags(pattern, "u").or_else(|_| Regex::new(pattern)).ok()
}

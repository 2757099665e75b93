//! Where decoding stands: the place of a failure, and how much of the input no type declared.
use std::borrow::Cow;

/// The state of one decoding: the place of a failure and the count of undeclared members.
///
/// It allocates nothing while all is well: an error that leaves a nested value adds its step on
/// the way out, so the pointer is exact without a second pass.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    steps: Vec<Cow<'static, str>>,
    unknown: usize,
    pub(crate) trial: Trial,
}

/// How deep in trial unions decoding is, and how many nested attempts it made so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Trial {
    pub(crate) depth: usize,
    pub(crate) nested: usize,
}

impl Trace {
    /// Adds the step (member name or index) in which the failing value lies.
    #[cold]
    pub fn push(&mut self, step: impl Into<Cow<'static, str>>) {
        self.steps.push(step.into());
    }

    /// The place of the failure as a JSON pointer (RFC 6901); empty for the whole value.
    #[must_use]
    pub fn pointer(&self) -> String {
        let mut pointer = String::new();
        for step in self.steps.iter().rev() {
            push_step(&mut pointer, step);
        }
        pointer
    }

    /// How many members went into the map of a record's undeclared members.
    #[must_use]
    pub fn unknown(&self) -> usize {
        self.unknown
    }

    /// The state of an attempt of a trial union.
    pub(crate) fn inside(trial: Trial) -> Self {
        Self { trial, ..Self::default() }
    }

    pub(crate) fn add_unknown(&mut self, count: usize) {
        self.unknown += count;
    }
}

/// Appends one step to a JSON pointer, escaped.
pub(crate) fn push_step(pointer: &mut String, step: &str) {
    pointer.push('/');
    for c in step.chars() {
        match c {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            c => pointer.push(c),
        }
    }
}

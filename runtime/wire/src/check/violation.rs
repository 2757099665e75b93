//! What validation finds, and where.
use crate::trace::push_step;
use std::cell::RefCell;
use std::fmt;

/// A value that its type allows and its schema forbids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    pointer: String,
    keyword: &'static str,
    message: String,
}

impl Violation {
    /// The value's place, as a JSON pointer (RFC 6901); empty for the whole value.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// The JSON Schema keyword that forbids the value.
    #[must_use]
    pub fn keyword(&self) -> &'static str {
        self.keyword
    }

    /// What is wrong with the value.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pointer.is_empty() {
            write!(f, "{}: {}", self.keyword, self.message)
        } else {
            write!(f, "{}: {}: {}", self.pointer, self.keyword, self.message)
        }
    }
}

/// All violations that were found, or the first hundred.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidationError(Vec<Violation>);

impl ValidationError {
    /// The violations, at least one.
    #[must_use]
    pub fn violations(&self) -> &[Violation] {
        &self.0
    }
}

impl fmt::Display for ValidationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, violation) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            violation.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for ValidationError {}

/// More would say nothing new, and a hostile input could ask for millions.
const MAX_VIOLATIONS: usize = 100;

/// Runs a check from the root and gives what it reports.
pub(super) fn collect(check: impl FnOnce(&At<'_>)) -> Result<(), ValidationError> {
    let found = RefCell::new(Vec::new());
    check(&At { parent: None, step: Step::Root, found: &found });
    let found = found.into_inner();
    if found.is_empty() { Ok(()) } else { Err(ValidationError(found)) }
}

/// Where validation stands, and where it reports.
#[derive(Debug)]
pub struct At<'a> {
    parent: Option<&'a At<'a>>,
    step: Step<'a>,
    found: &'a RefCell<Vec<Violation>>,
}

#[derive(Debug)]
enum Step<'a> {
    Root,
    Member(&'a str),
    Index(usize),
}

impl At<'_> {
    /// The place of a member of the object here.
    #[must_use]
    pub fn member<'b>(&'b self, name: &'b str) -> At<'b> {
        At { parent: Some(self), step: Step::Member(name), found: self.found }
    }

    /// The place of an element of the array here.
    #[must_use]
    pub fn index(&self, index: usize) -> At<'_> {
        At { parent: Some(self), step: Step::Index(index), found: self.found }
    }

    /// Reports that the value here violates a keyword.
    #[cold]
    pub fn report(&self, keyword: &'static str, message: fmt::Arguments<'_>) {
        let mut found = self.found.borrow_mut();
        if found.len() < MAX_VIOLATIONS {
            let mut pointer = String::new();
            self.write(&mut pointer);
            found.push(Violation { pointer, keyword, message: message.to_string() });
        }
    }

    fn write(&self, pointer: &mut String) {
        if let Some(parent) = self.parent {
            parent.write(pointer);
        }
        match self.step {
            Step::Root => {}
            Step::Member(name) => push_step(pointer, name),
            Step::Index(index) => push_step(pointer, &index.to_string()),
        }
    }
}

//! Where validation stands. The path is a list on the stack, so nothing is allocated until
//! something is wrong.
use super::violation::{ValidationError, Violation};
use crate::trace::push_step;
use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;

/// More would say nothing new, and a hostile input could ask for millions.
pub(super) const MAX_VIOLATIONS: usize = 100;

/// What a validation found so far.
#[derive(Debug, Default)]
pub(super) struct Found {
    direct: Vec<Violation>,
    /// What whole schemas report; some of it is told by the direct checks as well.
    #[cfg(feature = "validate")]
    pub(super) whole: Vec<Violation>,
    /// The whole schemas that were looked at, by their address, and the places.
    #[cfg(feature = "validate")]
    pub(super) done: Vec<(usize, String)>,
    /// Whether whole schemas are left alone.
    #[cfg(feature = "validate")]
    pub(super) direct_only: bool,
}

impl Found {
    fn finish(self) -> Result<(), ValidationError> {
        #[cfg_attr(not(feature = "validate"), allow(unused_mut))]
        let mut found = self.direct;
        #[cfg(feature = "validate")]
        {
            let mut whole = self.whole;
            whole.retain(|violation| !found.iter().any(|told| told.same(violation)));
            found.extend(whole);
            found.truncate(MAX_VIOLATIONS);
        }
        if found.is_empty() { Ok(()) } else { Err(ValidationError(found)) }
    }
}

/// Runs a check from the root and gives what it reports.
pub(super) fn collect(check: impl FnOnce(&At<'_>)) -> Result<(), ValidationError> {
    run(Found::default(), check)
}

/// The same without whole schemas, on which decoding must not depend.
pub(crate) fn collect_direct(check: impl FnOnce(&At<'_>)) -> Result<(), ValidationError> {
    let found = Found {
        #[cfg(feature = "validate")]
        direct_only: true,
        ..Found::default()
    };
    run(found, check)
}

fn run(found: Found, check: impl FnOnce(&At<'_>)) -> Result<(), ValidationError> {
    let found = RefCell::new(found);
    check(&At { parent: None, step: Step::Here, place: "", found: &found });
    found.into_inner().finish()
}

/// Where validation stands, in the value and in the schema, and where it reports.
#[derive(Debug)]
pub struct At<'a> {
    parent: Option<&'a At<'a>>,
    step: Step<'a>,
    /// Where the schema here stands; empty when that follows from the parent's.
    place: &'static str,
    pub(super) found: &'a RefCell<Found>,
}

#[derive(Debug)]
enum Step<'a> {
    Here,
    Property(&'static str),
    Entry(&'a str),
    Item(usize),
    Element(usize),
}

impl<'a> At<'a> {
    fn step<'b>(&'b self, step: Step<'b>, place: &'static str) -> At<'b> {
        At { parent: Some(self), step, place, found: self.found }
    }

    /// The same place in the value, under the schema at `place`, a JSON pointer in the tool's definition.
    #[must_use]
    pub fn based(&self, place: &'static str) -> At<'_> {
        self.step(Step::Here, place)
    }

    /// The place of a declared member of the object here, whose schema stands at `place`; empty for `properties`.
    #[must_use]
    pub fn property(&self, name: &'static str, place: &'static str) -> At<'_> {
        self.step(Step::Property(name), place)
    }

    /// The place of a value of the map here, whose schema stands at `place`; empty for `additionalProperties`.
    #[must_use]
    pub fn entry<'b>(&'b self, name: &'b str, place: &'static str) -> At<'b> {
        self.step(Step::Entry(name), place)
    }

    /// The place of an item of the list here, whose schema stands at `place`; empty for `items`.
    #[must_use]
    pub fn item(&self, index: usize, place: &'static str) -> At<'_> {
        self.step(Step::Item(index), place)
    }

    /// The place of an item of the tuple here, whose schema stands at `place`; empty for `prefixItems`.
    #[must_use]
    pub fn element(&self, index: usize, place: &'static str) -> At<'_> {
        self.step(Step::Element(index), place)
    }

    /// Reports that the value here violates a keyword.
    #[cold]
    pub fn report(&self, keyword: &'static str, message: fmt::Arguments<'_>) {
        let mut found = self.found.borrow_mut();
        if found.direct.len() < MAX_VIOLATIONS {
            let mut schema_pointer = self.schema_pointer().unwrap_or_default();
            if !schema_pointer.is_empty() {
                push_step(&mut schema_pointer, keyword);
            }
            found.direct.push(Violation {
                pointer: self.pointer(),
                keyword: Cow::Borrowed(keyword),
                schema_pointer,
                message: message.to_string(),
            });
        }
    }

    /// Reports what a whole schema says of a value here or in it.
    #[cfg(feature = "validate")]
    pub(super) fn report_whole(&self, violation: Violation) {
        let mut found = self.found.borrow_mut();
        if found.whole.len() < MAX_VIOLATIONS {
            found.whole.push(violation);
        }
    }

    /// The place in the value.
    pub(super) fn pointer(&self) -> String {
        let mut pointer = self.parent.map(At::pointer).unwrap_or_default();
        match self.step {
            Step::Here => {}
            Step::Property(name) => push_step(&mut pointer, name),
            Step::Entry(name) => push_step(&mut pointer, name),
            Step::Item(index) | Step::Element(index) => push_step(&mut pointer, &index.to_string()),
        }
        pointer
    }

    /// The place of the schema, when one of the tables on the way says where it stands.
    fn schema_pointer(&self) -> Option<String> {
        if !self.place.is_empty() {
            return Some(self.place.to_owned());
        }
        let mut pointer = self.parent?.schema_pointer()?;
        match self.step {
            Step::Here => {}
            Step::Property(name) => {
                pointer.push_str("/properties");
                push_step(&mut pointer, name);
            }
            Step::Entry(_) => pointer.push_str("/additionalProperties"),
            Step::Item(_) => pointer.push_str("/items"),
            Step::Element(index) => {
                pointer.push_str("/prefixItems/");
                pointer.push_str(&index.to_string());
            }
        }
        Some(pointer)
    }
}

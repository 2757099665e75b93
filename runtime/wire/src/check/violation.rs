//! What validation finds, and where.
use crate::trace::push_step;
use serde_core::ser::{Serialize, SerializeMap, Serializer};
use std::cell::RefCell;
use std::fmt;

/// A value that its type allows and its schema forbids.
///
/// As JSON: `{"pointer": "/a", "keyword": "minimum", "schemaPointer": "/inputSchema/properties/a/minimum", "message": ".."}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    pub(super) pointer: String,
    pub(super) keyword: &'static str,
    pub(super) schema_pointer: String,
    pub(super) message: String,
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

    /// The keyword's place in the tool's definition, as a JSON pointer; empty where it is not known.
    #[must_use]
    pub fn schema_pointer(&self) -> &str {
        &self.schema_pointer
    }

    /// What is wrong with the value.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.pointer.is_empty() {
            write!(f, "{}: ", self.pointer)?;
        }
        write!(f, "{}: {}", self.keyword, self.message)?;
        if self.schema_pointer.is_empty() {
            Ok(())
        } else {
            write!(f, " ({})", self.schema_pointer)
        }
    }
}

impl Serialize for Violation {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut members = s.serialize_map(Some(4))?;
        members.serialize_entry("pointer", &self.pointer)?;
        members.serialize_entry("keyword", self.keyword)?;
        members.serialize_entry("schemaPointer", &self.schema_pointer)?;
        members.serialize_entry("message", &self.message)?;
        members.end()
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

/// The list of the violations.
impl Serialize for ValidationError {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(s)
    }
}

impl IntoIterator for ValidationError {
    type Item = Violation;
    type IntoIter = std::vec::IntoIter<Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// More would say nothing new, and a hostile input could ask for millions.
const MAX_VIOLATIONS: usize = 100;

/// Runs a check from the root and gives what it reports.
pub(super) fn collect(check: impl FnOnce(&At<'_>)) -> Result<(), ValidationError> {
    let found = RefCell::new(Vec::new());
    check(&At { parent: None, step: Step::None, schema: Place::Same, found: &found });
    let found = found.into_inner();
    if found.is_empty() { Ok(()) } else { Err(ValidationError(found)) }
}

/// Where validation stands, in the value and in the schema, and where it reports.
#[derive(Debug)]
pub struct At<'a> {
    parent: Option<&'a At<'a>>,
    step: Step<'a>,
    schema: Place<'a>,
    found: &'a RefCell<Vec<Violation>>,
}

#[derive(Clone, Copy, Debug)]
enum Step<'a> {
    None,
    Member(&'a str),
    Index(usize),
}

/// A schema's place, by that of the schema around it.
#[derive(Clone, Copy, Debug)]
enum Place<'a> {
    Same,
    At(&'a str),
    Keyword(&'static str),
    Named(&'static str, &'a str),
    Numbered(&'static str, usize),
}

impl<'a> At<'a> {
    fn inner<'b>(&'b self, step: Step<'b>, schema: Place<'b>) -> At<'b> {
        At { parent: Some(self), step, schema, found: self.found }
    }

    /// The place of a declared member of the object here.
    #[must_use]
    pub fn member<'b>(&'b self, name: &'b str) -> At<'b> {
        self.inner(Step::Member(name), Place::Named("properties", name))
    }

    /// The place of any other member of the object here.
    #[must_use]
    pub fn value<'b>(&'b self, name: &'b str) -> At<'b> {
        self.inner(Step::Member(name), Place::Keyword("additionalProperties"))
    }

    /// The place of an element of the array here.
    #[must_use]
    pub fn index(&self, index: usize) -> At<'_> {
        self.inner(Step::Index(index), Place::Keyword("items"))
    }

    /// The place of an element of the tuple here.
    #[must_use]
    pub fn element(&self, index: usize) -> At<'_> {
        self.inner(Step::Index(index), Place::Numbered("prefixItems", index))
    }

    /// This place in the value, under the schema at `pointer`.
    #[must_use]
    pub fn schema<'b>(&'b self, pointer: &'b str) -> At<'b> {
        self.inner(Step::None, Place::At(pointer))
    }

    /// Reports that the value here violates a keyword.
    #[cold]
    pub fn report(&self, keyword: &'static str, message: fmt::Arguments<'_>) {
        let mut schema_pointer = String::new();
        if self.write_schema(&mut schema_pointer) {
            push_step(&mut schema_pointer, keyword);
        }
        self.add(Violation {
            pointer: self.pointer(),
            keyword,
            schema_pointer,
            message: message.to_string(),
        });
    }

    /// The place in the value, as a JSON pointer.
    pub(super) fn pointer(&self) -> String {
        let mut pointer = String::new();
        self.write(&mut pointer);
        pointer
    }

    /// Adds a violation, unless there are many already.
    fn add(&self, new: Violation) {
        let mut found = self.found.borrow_mut();
        if found.len() < MAX_VIOLATIONS {
            found.push(new);
        }
    }

    /// Adds a violation, unless another check found it as well.
    #[cfg(feature = "validate")]
    pub(super) fn add_unless_told(&self, new: Violation) {
        let told = |v: &Violation| v.pointer == new.pointer && v.keyword == new.keyword;
        if !self.found.borrow().iter().any(told) {
            self.add(new);
        }
    }

    fn write(&self, pointer: &mut String) {
        if let Some(parent) = self.parent {
            parent.write(pointer);
        }
        match self.step {
            Step::None => {}
            Step::Member(name) => push_step(pointer, name),
            Step::Index(index) => push_step(pointer, &index.to_string()),
        }
    }

    /// Whether the place in the schema is known.
    fn write_schema(&self, pointer: &mut String) -> bool {
        if let Place::At(place) = self.schema {
            pointer.push_str(place);
            return true;
        }
        if !self.parent.is_some_and(|parent| parent.write_schema(pointer)) {
            return false;
        }
        match self.schema {
            Place::Same | Place::At(_) => {}
            Place::Keyword(keyword) => push_step(pointer, keyword),
            Place::Named(keyword, name) => {
                push_step(pointer, keyword);
                push_step(pointer, name);
            }
            Place::Numbered(keyword, index) => {
                push_step(pointer, keyword);
                push_step(pointer, &index.to_string());
            }
        }
        true
    }
}

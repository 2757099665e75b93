//! Where decoding stands: the place of a failure, and how much of the input no type declared.
use std::borrow::Cow;

/// The state of one decoding: the place of a failure, in the value and in the schema, and the count of undeclared members.
///
/// It allocates nothing while all is well: an error that leaves a nested value adds its step on
/// the way out, so the pointers are exact without a second pass.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    steps: Vec<Step>,
    keyword: Option<&'static str>,
    /// The place of a schema, and how many steps lie below it.
    schema: Option<(&'static str, usize)>,
    unknown: usize,
    pub(crate) trial: Trial,
}

/// A step into a value, and the keyword under which its schema stands.
#[derive(Clone, Debug)]
struct Step {
    name: Cow<'static, str>,
    under: Under,
}

#[derive(Clone, Copy, Debug)]
enum Under {
    /// The schema of the whole, which refuses the member.
    Same,
    /// `items` or `additionalProperties`.
    Keyword(&'static str),
    /// A name or an index under `properties` or `prefixItems`.
    Entry(&'static str),
}

/// How deep in trial unions decoding is, and how many nested attempts it made so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Trial {
    pub(crate) depth: usize,
    pub(crate) nested: usize,
}

impl Trace {
    /// Adds the declared member in which the failing value lies.
    #[cold]
    pub fn push(&mut self, member: impl Into<Cow<'static, str>>) {
        self.step(member, Under::Entry("properties"));
    }

    /// Adds the undeclared member in which the failing value lies.
    #[cold]
    pub(crate) fn push_value(&mut self, member: impl Into<Cow<'static, str>>) {
        self.step(member, Under::Keyword("additionalProperties"));
    }

    /// Adds the element in which the failing value lies.
    #[cold]
    pub(crate) fn push_index(&mut self, index: usize) {
        self.step(index.to_string(), Under::Keyword("items"));
    }

    /// Adds the element of a tuple in which the failing value lies.
    #[cold]
    pub(crate) fn push_element(&mut self, index: usize) {
        self.step(index.to_string(), Under::Entry("prefixItems"));
    }

    /// Adds a member or element that is refused for being there at all.
    #[cold]
    pub(crate) fn push_refused(&mut self, step: impl Into<Cow<'static, str>>) {
        self.step(step, Under::Same);
    }

    fn step(&mut self, name: impl Into<Cow<'static, str>>, under: Under) {
        self.steps.push(Step { name: name.into(), under });
    }

    /// Says which keyword refused the value. The first to say so counts: it is the innermost.
    #[cold]
    pub fn broke(&mut self, keyword: &'static str) {
        self.keyword.get_or_insert(keyword);
    }

    /// Says where the schema of the value here stands. The first to say so counts.
    #[cold]
    pub fn under(&mut self, schema: Option<&'static str>) {
        if let (Some(place), None) = (schema, self.schema) {
            self.schema = Some((place, self.steps.len()));
        }
    }

    /// Whether the failing value is the one here, and nothing in it.
    pub(crate) fn at_the_value(&self) -> bool {
        self.steps.is_empty()
    }

    /// The place of the failure as a JSON pointer (RFC 6901); empty for the whole value.
    #[must_use]
    pub fn pointer(&self) -> String {
        let mut pointer = String::new();
        for step in self.steps.iter().rev() {
            push_step(&mut pointer, &step.name);
        }
        pointer
    }

    /// The keyword that refused the value.
    pub(crate) fn keyword(&self) -> &'static str {
        self.keyword.unwrap_or("type")
    }

    /// Where that keyword stands; empty where it is not known.
    pub(crate) fn schema_pointer(&self) -> String {
        let Some((place, below)) = self.schema else { return String::new() };
        let mut pointer = place.to_owned();
        for step in self.steps.iter().take(below).rev() {
            match step.under {
                Under::Same => {}
                Under::Keyword(keyword) => push_step(&mut pointer, keyword),
                Under::Entry(keyword) => {
                    push_step(&mut pointer, keyword);
                    push_step(&mut pointer, &step.name);
                }
            }
        }
        match self.keyword() {
            "" => {}
            keyword => push_step(&mut pointer, keyword),
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

//! Diagnostics: what is wrong, where, and what to do next.
//!
//! Stages collect them and hand them over at their end, so that one run shows every problem.

use crate::pointer::Pointer;
use crate::text::visible;
use serde_json::{Value, json};
use std::fmt;

/// How much a diagnostic weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing; nothing to do.
    Note,
    /// The input has a defect that could be read in one sensible way; generation goes on.
    Warning,
    /// The input leaves something undefined; nothing is written.
    Error,
}

impl Severity {
    /// `note`, `warning` or `error`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// The place in the input that a diagnostic speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A whole file (it is missing, too large, no manifest ..).
    File,
    /// A value inside the file's JSON.
    Pointer(Pointer),
    /// A position in the text, where it is no JSON: line and column, both from 1.
    Position {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
    },
}

/// One finding about the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    severity: Severity,
    code: &'static str,
    file: String,
    place: Place,
    message: String,
    help: Option<String>,
}

impl Diagnostic {
    /// A diagnostic without a file and without help, for hosts that report their own findings beside the generator's.
    ///
    /// `code` is a stable name of the kind of finding, such as `unreadable`.
    #[must_use]
    pub fn new(
        severity: Severity,
        code: &'static str,
        place: Place,
        message: impl Into<String>,
    ) -> Self {
        Self { severity, code, file: String::new(), place, message: message.into(), help: None }
    }

    pub(crate) fn error(code: &'static str, at: &Pointer, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, Place::Pointer(at.clone()), message)
    }

    pub(crate) fn warning(code: &'static str, at: &Pointer, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, Place::Pointer(at.clone()), message)
    }

    pub(crate) fn file_error(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, Place::File, message)
    }

    /// Adds what to do next.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Names the file, unless one is named already.
    #[must_use]
    pub fn in_file(mut self, file: &str) -> Self {
        if self.file.is_empty() {
            file.clone_into(&mut self.file);
        }
        self
    }

    pub(crate) fn in_tool(mut self, tool: &str) -> Self {
        self.message = format!("tool \"{tool}\": {}", self.message);
        self
    }

    /// The same about another place of the same file.
    pub(crate) fn moved(mut self, at: Pointer) -> Self {
        self.place = Place::Pointer(at);
        self
    }

    pub(crate) fn downgraded(mut self) -> Self {
        self.severity = self.severity.min(Severity::Warning);
        self
    }

    /// How much it weighs.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// A stable name of the kind of finding, such as `unknown-type`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// The file it is about, as it was given.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Where in the file.
    #[must_use]
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The JSON pointer, where the place is one.
    #[must_use]
    pub fn pointer(&self) -> Option<&Pointer> {
        match &self.place {
            Place::Pointer(p) => Some(p),
            _ => None,
        }
    }

    /// What is wrong.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What to do next.
    #[must_use]
    pub fn help(&self) -> Option<&str> {
        let error = self.severity == Severity::Error;
        self.help.as_deref().or_else(|| error.then(|| next_step(self.code)))
    }

    /// `{"severity","code","file","pointer"|"line"+"column","message","help"}`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut out = json!({
            "severity": self.severity.as_str(), "code": self.code,
            "file": self.file, "message": self.message,
        });
        match &self.place {
            Place::File => {}
            Place::Pointer(p) => insert(&mut out, "pointer", p.as_str().into()),
            Place::Position { line, column } => {
                insert(&mut out, "line", (*line).into());
                insert(&mut out, "column", (*column).into());
            }
        }
        if let Some(help) = self.help() {
            insert(&mut out, "help", help.into());
        }
        out
    }
}

/// What to do about an error that says nothing more special.
fn next_step(code: &str) -> &'static str {
    match code {
        "not-json" => "the file must be JSON: `mcp-bindgen capture` writes one",
        "lossy" => "leave `--deny-lossy` out to accept what the loss report lists",
        "bad-erratum" => "the erratum must match the structure that it corrects",
        "too-many-schemas" => "leave the tool out with `--exclude`",
        _ => "correct it at its source, or leave the tool out with `--skip-invalid`",
    }
}

fn insert(object: &mut Value, name: &str, value: Value) {
    if let Value::Object(map) = object {
        map.insert(name.to_owned(), value);
    }
}

impl fmt::Display for Diagnostic {
    /// `file#/json/pointer: error: text`, then a `help:` line where there is one. Control and bidirectional
    /// characters of the input are shown as `\u{..}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&visible(&self.file))?;
        match &self.place {
            Place::File => {}
            Place::Pointer(p) => write!(f, "#{}", visible(p.as_str()))?,
            Place::Position { line, column } => write!(f, ":{line}:{column}")?,
        }
        write!(f, ": {}: {}", self.severity.as_str(), visible(&self.message))?;
        match self.help() {
            Some(help) => help.split('\n').enumerate().try_for_each(|(i, line)| {
                f.write_str(if i == 0 { "\n  help: " } else { "\n  " })?;
                f.write_str(&visible(line))
            }),
            None => Ok(()),
        }
    }
}

/// Everything that one run has to say, in the order of the input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    pub(crate) fn extend(&mut self, more: impl IntoIterator<Item = Diagnostic>) {
        self.0.extend(more);
    }

    pub(crate) fn in_file(self, file: &str) -> Self {
        Self(self.0.into_iter().map(|d| d.in_file(file)).collect())
    }

    /// Whether one of them is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(|d| d.severity == Severity::Error)
    }

    /// One after the other.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.0.iter()
    }

    /// Whether there is nothing to say.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(d: Diagnostic) -> Self {
        Self(vec![d])
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, d) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{d}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}

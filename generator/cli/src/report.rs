//! What a subcommand has to say, and how it is printed: findings to standard output, diagnostics to standard error, or
//! both as one JSON document.

use crate::files::shown;
use anstyle::{AnsiColor, Style};
use mcp_bindgen::{Diagnostic, Diagnostics, Place, Severity};
use serde_json::{Value, value::RawValue};
use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

/// How findings and diagnostics are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    #[default]
    Text,
    Json,
}

/// Diagnostics, at least one of them an error, in place of a result.
#[derive(Debug)]
pub(crate) struct Refusal(pub(crate) Vec<Diagnostic>);

impl Refusal {
    /// One error about a file, or about whatever `file` names, with a next step.
    pub(crate) fn of(
        code: &'static str,
        file: &str,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        let d = Diagnostic::new(Severity::Error, code, Place::File, message);
        Self(vec![d.with_help(help).in_file(file)])
    }

    /// One error about the call itself.
    pub(crate) fn usage(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::of("usage", "mcp-bindgen", message, help)
    }

    /// Names the file in what does not name one.
    pub(crate) fn in_file(self, path: &Path) -> Self {
        let file = shown(path);
        Self(self.0.into_iter().map(|d| d.in_file(&file)).collect())
    }
}

impl From<Diagnostics> for Refusal {
    fn from(diagnostics: Diagnostics) -> Self {
        Self(diagnostics.into_iter().collect())
    }
}

/// What a subcommand did.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    diagnostics: Vec<Diagnostic>,
    text: String,
    data: BTreeMap<&'static str, Box<RawValue>>,
    finding: bool,
}

impl Outcome {
    /// Text for standard output: findings, or the result itself.
    pub(crate) fn text(mut self, text: impl Into<String>) -> Self {
        self.text = text.into();
        self
    }

    /// A member of the JSON document, which stands for the text there.
    pub(crate) fn data(mut self, name: &'static str, value: &Value) -> Self {
        // A `Value` always has a JSON form.
        if let Ok(raw) = serde_json::value::to_raw_value(value) {
            self.data.insert(name, raw);
        }
        self
    }

    /// A member that is JSON text already and keeps its order of members.
    pub(crate) fn raw_data(mut self, name: &'static str, raw: Box<RawValue>) -> Self {
        self.data.insert(name, raw);
        self
    }

    pub(crate) fn diagnostics(mut self, diagnostics: Vec<Diagnostic>) -> Self {
        self.diagnostics = diagnostics;
        self
    }

    /// Whether the text is a finding, told by the exit status.
    pub(crate) fn finding(mut self, yes: bool) -> Self {
        self.finding = yes;
        self
    }

    fn status(&self) -> u8 {
        let mut errors = self.diagnostics.iter().filter(|d| d.severity() == Severity::Error);
        let lossy = self.diagnostics.iter().any(is_finding);
        match errors.any(|d| !is_finding(d)) {
            true => 2,
            false => u8::from(self.finding || lossy),
        }
    }

    /// Prints it and gives the exit status. A reader that went away early is no error.
    pub(crate) fn print(&self, format: Format) -> ExitCode {
        let printed = match format {
            Format::Text => self.print_text(),
            Format::Json => self.print_json(),
        };
        match printed {
            Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
                let d = Refusal::of(
                    "unwritable",
                    "standard output",
                    format!("cannot be written: {e}"),
                    "name a file with -o",
                );
                d.0.iter().for_each(|d| complain(d, &mut anstream::stderr()));
                ExitCode::from(2)
            }
            _ => ExitCode::from(self.status()),
        }
    }

    fn print_text(&self) -> io::Result<()> {
        let (findings, others): (Vec<_>, Vec<_>) =
            self.diagnostics.iter().partition(|d| is_finding(d));
        others.into_iter().for_each(|d| complain(d, &mut anstream::stderr()));
        findings.into_iter().for_each(|d| complain(d, &mut anstream::stdout()));
        // Not through `anstream`: a result is data, to be written byte by byte.
        let mut out = io::stdout().lock();
        out.write_all(self.text.as_bytes())?;
        out.flush()
    }

    fn print_json(&self) -> io::Result<()> {
        let told: Vec<Value> = self.diagnostics.iter().map(Diagnostic::to_json).collect();
        let told = serde_json::value::to_raw_value(&told)?;
        let mut document: BTreeMap<&str, &RawValue> =
            self.data.iter().map(|(name, value)| (*name, &**value)).collect();
        document.insert("diagnostics", &told);
        let mut out = io::stdout().lock();
        serde_json::to_writer(&mut out, &document)?;
        out.write_all(b"\n")?;
        out.flush()
    }
}

impl From<Refusal> for Outcome {
    fn from(refusal: Refusal) -> Self {
        Self::default().diagnostics(refusal.0)
    }
}

/// What `--deny-lossy` finds is a finding about sound input.
fn is_finding(d: &Diagnostic) -> bool {
    d.severity() == Severity::Error && d.code() == "lossy"
}

/// A line or two, with the words that structure it in colour where the stream is a terminal.
fn complain(d: &Diagnostic, out: &mut impl Write) {
    let word = match d.severity() {
        Severity::Error => paint("error", AnsiColor::Red),
        Severity::Warning => paint("warning", AnsiColor::Yellow),
        Severity::Note => paint("note", AnsiColor::Cyan),
    };
    let mut text = d.to_string();
    if d.help().is_some() {
        let help = paint("help", AnsiColor::Green);
        text = replace_last(&text, "\n  help: ", &format!("\n  {help}: "));
    }
    let plain = format!(": {}: ", d.severity().as_str());
    let text = text.replacen(&plain, &format!(": {word}: "), 1);
    // Nobody is left to tell when standard error is gone.
    let _ = writeln!(out, "{text}");
}

fn replace_last(text: &str, from: &str, to: &str) -> String {
    match text.rsplit_once(from) {
        Some((before, after)) => format!("{before}{to}{after}"),
        None => text.to_owned(),
    }
}

fn paint(word: &str, color: AnsiColor) -> String {
    let style: Style = color.on_default().bold();
    format!("{style}{word}{style:#}")
}

/// Tells a person at a terminal what long work is at.
pub(crate) fn progress(what: &str) {
    let mut out = io::stderr().lock();
    if out.is_terminal() {
        let _ = writeln!(out, "{what}");
    }
}

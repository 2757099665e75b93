//! Judges the bindings of one draft in one form by the suite's verdicts.

use crate::equal;
use crate::subject::{Outcome, Subject};
use crate::suite::{Draft, Form, Group, Instance, left_out};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

/// How many groups of a draft may be left out.
const MOST_LEFT_OUT: usize = 30;

/// The bindings of a draft's groups in one form.
#[derive(Clone, Copy, Debug)]
pub struct Suite {
    /// The draft.
    pub draft: Draft,
    /// The form.
    pub form: Form,
    /// Groups that have bindings.
    pub subjects: &'static [Subject],
    /// Groups that the generator refused, with what it said.
    pub refused: &'static [(&'static str, &'static str)],
}

/// What was counted, and every fault.
#[derive(Debug, Default)]
struct Tally {
    left_out: usize,
    generated: usize,
    valid: usize,
    sound: usize,
    invalid: usize,
    complete: usize,
    /// Faults by their kind.
    faults: BTreeMap<&'static str, Vec<String>>,
    /// How each instance decodes and encodes, one a line: the same with any features.
    decoded: String,
}

/// The main of a crate of bindings: `<shared folder> [<file for what decodes>]`. Fails when anything does.
pub fn run(suite: &Suite) -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let shared = words.first().expect("the shared folder is the first word");
    let tally = judge(suite, &Group::all(Path::new(shared), suite.draft));
    if let Some(file) = words.get(1) {
        std::fs::write(file, &tally.decoded).expect("the file is writable");
    }
    tally.print(suite);
    if tally.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn judge(suite: &Suite, groups: &[Group]) -> Tally {
    let mut tally = Tally::default();
    for group in groups {
        let refused = suite.refused.iter().find(|(tool, _)| *tool == group.tool);
        let subject = suite.subjects.iter().find(|s| s.tool == group.tool);
        match (left_out(suite.draft, &group.file, &group.description), refused, subject) {
            (Some(_), Some(_), None) => tally.left_out += 1,
            (Some(_), None, _) => {
                tally.fault("left out, but it generates", group, None, "take it from the list");
            }
            (None, Some((_, error)), _) => tally.fault("not generated", group, None, error),
            (_, _, Some(subject)) => {
                tally.generated += 1;
                group.instances.iter().for_each(|i| tally.instance(suite.form, group, i, subject));
            }
            (None, None, None) => tally.fault("not generated", group, None, "and not refused"),
        }
    }
    if tally.left_out > MOST_LEFT_OUT {
        let reason = format!("{} of at most {MOST_LEFT_OUT}", tally.left_out);
        tally.faults.entry("too many groups left out").or_default().push(reason);
    }
    tally
}

impl Tally {
    fn instance(&mut self, form: Form, group: &Group, instance: &Instance, subject: &Subject) {
        let text = instance.text(form);
        let outcome = (subject.read)(&text);
        let decoded = match &outcome {
            Outcome::Undecodable(reason) => format!("refused: {reason}"),
            Outcome::Decoded { encoded, .. } => format!("{encoded:?}"),
        };
        writeln!(self.decoded, "{} {text} {decoded}", group.tool).expect("a string takes all");
        let (count, passed) = match instance.valid {
            true => (&mut self.valid, &mut self.sound),
            false => (&mut self.invalid, &mut self.complete),
        };
        *count += 1;
        match fault(instance.valid, &text, &outcome) {
            None => *passed += 1,
            Some((kind, reason)) => self.fault(kind, group, Some(instance), &reason),
        }
    }

    fn fault(&mut self, kind: &'static str, group: &Group, at: Option<&Instance>, reason: &str) {
        let mut line = format!("{} ({})", group.tool, group.description);
        if let Some(instance) = at {
            write!(line, ": {} ({})", instance.text, instance.description).expect("as above");
        }
        write!(line, ": {}", reason.trim().replace('\n', "; ")).expect("as above");
        self.faults.entry(kind).or_default().push(line);
    }

    fn print(&self, Suite { draft, form, .. }: &Suite) {
        let name = format!("{} as {}", draft.folder(), form.name());
        println!("{name}: {} groups generated, {} left out", self.generated, self.left_out);
        println!("{name}: {} of {} valid instances sound", self.sound, self.valid);
        println!("{name}: {} of {} invalid instances refused", self.complete, self.invalid);
        for (kind, all) in &self.faults {
            println!("\n{name}: {}: {kind}", all.len());
            all.iter().for_each(|fault| println!("  {fault}"));
        }
    }
}

/// What is wrong with an outcome.
fn fault(valid: bool, text: &str, outcome: &Outcome) -> Option<(&'static str, String)> {
    match (valid, outcome) {
        (true, Outcome::Undecodable(reason)) => Some(("valid, but not decoded", reason.clone())),
        (true, Outcome::Decoded { violations: Some(reason), .. }) => {
            Some(("valid, but violates", reason.clone()))
        }
        (true, Outcome::Decoded { encoded: Err(e), .. }) => {
            Some(("valid, but not encoded", e.clone()))
        }
        (true, Outcome::Decoded { encoded: Ok(encoded), .. }) => {
            (!equal::texts(text, encoded)).then(|| ("encoded as another value", encoded.clone()))
        }
        (false, outcome) => {
            outcome.accepted().is_ok().then(|| ("invalid, but accepted", "accepted".to_owned()))
        }
    }
}

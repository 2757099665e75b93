//! Ours beside typify's, on the test suite as outputs.

use crate::equal;
use crate::index::{Index, suite_program};
use crate::jury::Program;
use crate::suite::{Draft, Group, MODULE, left_out};
use judge_subject::{Form, Outcome};
use std::collections::BTreeSet;
use std::path::Path;

/// What one of them does.
#[derive(Debug, Default)]
struct Column {
    groups: usize,
    valid: usize,
    accepted: usize,
    equal: usize,
    invalid: usize,
    refused: usize,
}

impl Column {
    fn count(&mut self, valid: bool, text: &str, outcome: &Outcome) {
        let accepted = outcome.faults().is_empty();
        if !valid {
            self.invalid += 1;
            self.refused += usize::from(!accepted);
            return;
        }
        self.valid += 1;
        self.accepted += usize::from(accepted);
        if let (true, Outcome::Decoded { encoded: Ok(encoded), .. }) = (accepted, outcome) {
            self.equal += usize::from(equal::texts(text, encoded));
        }
    }
}

/// The crate that has typify's types of a draft's groups.
pub fn typify_program(draft: Draft) -> String {
    format!("typify-{}", draft.folder())
}

/// Prints both columns, and returns whether we accept every valid instance that typify accepts.
pub fn compare(groups: &[Group], draft: Draft, index: &Index, programs: &Path) -> bool {
    let (ours, theirs) = (suite_program(draft, Form::Output), typify_program(draft));
    let mut our_program = Program::start(&programs.join(&ours));
    let mut their_program = Program::start(&programs.join(&theirs));
    let (mut our, mut their) = (Column::default(), Column::default());
    let (mut shared, mut behind) = (Column::default(), Vec::new());
    let judged = |g: &&Group| left_out(draft, &g.file, &g.description).is_none();
    let theirs: BTreeSet<String> = their_program.tools(MODULE).into_iter().collect();
    for group in groups.iter().filter(judged) {
        let has_ours = index.refusal(&ours, &group.tool).is_none();
        let has_theirs = theirs.contains(&group.tool);
        our.groups += usize::from(has_ours);
        their.groups += usize::from(has_theirs);
        for instance in &group.instances {
            let text = &instance.text;
            let mut accepted = [false; 2];
            if has_ours {
                let outcome = our_program.ask(MODULE, Form::Output, &group.tool, text);
                our.count(instance.valid, text, &outcome);
                if has_theirs {
                    shared.count(instance.valid, text, &outcome);
                }
                accepted[0] = outcome.faults().is_empty();
            }
            if has_theirs {
                let outcome = their_program.ask(MODULE, Form::Output, &group.tool, text);
                their.count(instance.valid, text, &outcome);
                accepted[1] = outcome.faults().is_empty();
            }
            if instance.valid && accepted == [false, true] {
                behind.push(format!("{} ({}): {text}", group.tool, group.description));
            }
        }
    }
    let name = draft.folder();
    let judged = groups.iter().filter(judged).count();
    println!("{name} as output, ours | ours where typify has types | typify 0.8:");
    let row = |what: &str, count: fn(&Column) -> String| {
        println!("  {what}: {} | {} | {}", count(&our), count(&shared), count(&their));
    };
    println!(
        "  groups that have types, of {judged}: {} | {} | {}",
        our.groups, their.groups, their.groups
    );
    row("valid instances accepted", |c| format!("{} of {}", c.accepted, c.valid));
    row("valid instances encoded as equal values", |c| format!("{} of {}", c.equal, c.valid));
    row("invalid instances refused", |c| format!("{} of {}", c.refused, c.invalid));
    behind.iter().for_each(|b| println!("  accepted by typify, refused by us: {b}"));
    behind.is_empty()
}

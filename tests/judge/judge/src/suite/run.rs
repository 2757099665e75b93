//! Judges the bindings of one draft in one form by the suite's verdicts.

use crate::index::{Index, suite_program};
use crate::jury::Program;
use crate::suite::{Draft, Group, left_out};
use crate::tally::Tally;
use judge_subject::{Form, Outcome};
use std::fmt::Write as _;
use std::path::Path;

/// How many groups of a draft may be left out.
const MOST_LEFT_OUT: usize = 30;

/// The module of bindings in each of the suite's programs.
pub const MODULE: &str = "bindings";

/// Judges a draft in one form, prints the figures and returns whether all is well. What decodes and how goes to `decoded`,
/// one instance a line.
pub fn run(
    groups: &[Group],
    (draft, form): (Draft, Form),
    (index, programs): (&Index, &Path),
    decoded: &mut String,
) -> bool {
    let name = suite_program(draft, form);
    let mut program = Program::start(&programs.join(&name));
    let (mut tally, mut generated, mut omitted) = (Tally::default(), 0, 0);
    for group in groups {
        let place = format!("{} ({})", group.tool, group.description);
        let refused = index.refused.iter().find(|r| r.program == name && r.tool == group.tool);
        match (left_out(draft, &group.file, &group.description), refused) {
            (Some(_), Some(_)) => omitted += 1,
            (Some(reason), None) => tally.fault("left out, but it generates", &place, reason),
            (None, Some(refused)) => tally.fault("not generated", &place, &refused.error),
            (None, None) => {
                generated += 1;
                for instance in &group.instances {
                    let text = instance.text(form);
                    let outcome = program.ask(MODULE, form, &group.tool, &text);
                    note(decoded, &name, group, &text, &outcome);
                    let place = format!("{place}: {}", instance.description);
                    tally.count(instance.valid, &text, &outcome, &place);
                }
            }
        }
    }
    println!("{name}: {generated} of {} groups generated, {omitted} left out", groups.len());
    if omitted > MOST_LEFT_OUT {
        tally.fault("too many groups left out", &omitted.to_string(), "at most 30");
    }
    tally.print(&name);
    tally.passes()
}

/// What decodes does not depend on a feature, and neither does what is encoded.
fn note(decoded: &mut String, name: &str, group: &Group, text: &str, outcome: &Outcome) {
    let what = match outcome {
        Outcome::Undecodable(fault) => format!("refused at {}: {}", fault.pointer, fault.message),
        Outcome::Decoded { encoded, .. } => format!("{encoded:?}"),
    };
    writeln!(decoded, "{name} {} {text} {what}", group.tool).expect("a string takes all");
}

//! Judges the bindings of one draft in one form by the suite's verdicts.

use crate::index::{Index, suite_program};
use crate::jury::Program;
use crate::suite::{Draft, Group, left_out};
use crate::tally::Tally;
use judge_subject::{Form, Outcome};
use std::path::Path;

/// How many groups of a draft may be left out.
const MOST_LEFT_OUT: usize = 30;

/// The module of bindings in each of the suite's programs.
pub const MODULE: &str = "bindings";

/// Judges a draft in one form, prints the figures and returns whether all is well.
pub fn judge(
    groups: &[Group],
    (draft, form): (Draft, Form),
    index: &Index,
    programs: &Path,
) -> bool {
    let name = suite_program(draft, form);
    let mut program = Program::start(&programs.join(&name));
    let (mut tally, mut generated, mut omitted) = (Tally::default(), 0, 0);
    for group in groups {
        let place = format!("{} ({})", group.tool, group.description);
        let refused = index.refusal(&name, &group.tool);
        match (left_out(draft, &group.file, &group.description), refused) {
            (Some(reason), Some(_)) => {
                omitted += 1;
                println!("{name}: left out: {place}: {reason}");
            }
            (Some(reason), None) => tally.fault("left out, but it generates", &place, reason),
            (None, Some(error)) => tally.fault("not generated", &place, error),
            (None, None) => {
                generated += 1;
                for instance in &group.instances {
                    let text = instance.text(form);
                    let outcome = program.ask(MODULE, form, &group.tool, &text);
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

/// Prints how each instance decodes and encodes.
pub fn print_decoded(
    groups: &[Group],
    (draft, form): (Draft, Form),
    index: &Index,
    programs: &Path,
) {
    let name = suite_program(draft, form);
    let mut program = Program::start(&programs.join(&name));
    for group in groups.iter().filter(|g| index.refusal(&name, &g.tool).is_none()) {
        for text in group.instances.iter().map(|i| i.text(form)) {
            let what = match program.ask(MODULE, form, &group.tool, &text) {
                Outcome::Undecodable(fault) => format!("{}: {}", fault.pointer, fault.message),
                Outcome::Decoded { encoded, .. } => format!("{encoded:?}"),
            };
            println!("{name} {} {text} {what}", group.tool);
        }
    }
}

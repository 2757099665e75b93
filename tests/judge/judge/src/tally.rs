//! Counts, and the faults behind them.

use crate::equal;
use judge_subject::{Fault, Outcome};
use std::collections::BTreeMap;

/// What was asked, and what was wrong with the answers.
#[derive(Debug, Default)]
pub struct Tally {
    /// Valid instances.
    pub valid: usize,
    /// Those that decode, violate nothing and encode as an equal value.
    pub sound: usize,
    /// Invalid instances.
    pub invalid: usize,
    /// Those that are refused.
    pub refused: usize,
    /// Faults by their kind.
    faults: BTreeMap<&'static str, Vec<String>>,
}

impl Tally {
    /// Counts an outcome; `place` names the instance in a fault.
    pub fn count(&mut self, valid: bool, text: &str, outcome: &Outcome, place: &str) {
        let (count, passed) = match valid {
            true => (&mut self.valid, &mut self.sound),
            false => (&mut self.invalid, &mut self.refused),
        };
        *count += 1;
        match fault(valid, text, outcome) {
            None => *passed += 1,
            Some((kind, reason)) => self.fault(kind, &format!("{place}: {text}"), &reason),
        }
    }

    /// Adds a fault.
    pub fn fault(&mut self, kind: &'static str, place: &str, reason: &str) {
        let reason = reason.trim().replace('\n', "; ");
        self.faults.entry(kind).or_default().push(format!("{place}: {reason}"));
    }

    /// Adds the counts and faults of another.
    pub fn add(&mut self, other: Self) {
        self.valid += other.valid;
        self.sound += other.sound;
        self.invalid += other.invalid;
        self.refused += other.refused;
        for (kind, faults) in other.faults {
            self.faults.entry(kind).or_default().extend(faults);
        }
    }

    /// Whether nothing is wrong.
    pub fn passes(&self) -> bool {
        self.faults.is_empty()
    }

    /// Prints what was counted and every fault, each line of figures after `name`.
    pub fn print(&self, name: &str) {
        println!("{name}: {} of {} valid instances sound", self.sound, self.valid);
        println!("{name}: {} of {} invalid instances refused", self.refused, self.invalid);
        for (kind, all) in &self.faults {
            println!("\n{name}: {}: {kind}", all.len());
            all.iter().for_each(|fault| println!("  {fault}"));
        }
    }
}

/// What is wrong with an outcome.
fn fault(valid: bool, text: &str, outcome: &Outcome) -> Option<(&'static str, String)> {
    match (valid, outcome) {
        (true, Outcome::Undecodable(fault)) => Some(("valid, but not decoded", shown(fault))),
        (true, Outcome::Decoded { violations, .. }) if !violations.is_empty() => {
            Some(("valid, but violates", violations.iter().map(shown).collect()))
        }
        (true, Outcome::Decoded { encoded: Err(e), .. }) => {
            Some(("valid, but not encoded", e.clone()))
        }
        (true, Outcome::Decoded { encoded: Ok(encoded), .. }) => {
            (!equal::texts(text, encoded)).then(|| ("encoded as another value", encoded.clone()))
        }
        (false, outcome) => {
            outcome.faults().is_empty().then(|| ("invalid, but accepted", "accepted".to_owned()))
        }
    }
}

fn shown(Fault { pointer, keyword, message }: &Fault) -> String {
    format!("{pointer}: {keyword} {message}; ")
}

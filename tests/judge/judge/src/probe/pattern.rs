//! Strings that a regular expression should match: a small reader of the common syntax, which takes every look-around
//! for nothing and is checked by a validator.

use crate::random::Random;
use serde_json::{Value, json};

/// Strings that one pattern or another of a real server matches.
pub(super) const COMMON: [&str; 6] =
    ["A", "x@y.org", "2024-02-29", "2024-02-29T12:30:00Z", "https://example.org/", "my-name"];

/// Whether a validator lets a string pass a pattern.
pub(super) fn matches(pattern: &str, text: &str) -> bool {
    jsonschema::validator_for(&json!({"pattern": pattern}))
        .is_ok_and(|v| v.is_valid(&Value::from(text)))
}

/// A string that may match.
pub(super) fn sample(pattern: &str, random: &mut Random) -> String {
    let mut reader = Reader { rest: pattern.chars().collect(), random };
    reader.rest.reverse();
    let mut out = String::new();
    reader.alternatives(&mut out);
    out
}

struct Reader<'a> {
    /// What is still to be read, backwards.
    rest: Vec<char>,
    random: &'a mut Random,
}

impl Reader<'_> {
    fn eat(&mut self, text: &str) -> bool {
        let next: String = self.rest.iter().rev().take(text.chars().count()).collect();
        let found = next == text;
        if found {
            self.rest.truncate(self.rest.len() - text.chars().count());
        }
        found
    }

    /// One of several up to the end of the group.
    fn alternatives(&mut self, out: &mut String) {
        let mut all = vec![self.sequence()];
        while self.eat("|") {
            all.push(self.sequence());
        }
        out.push_str(self.random.pick(&all).map_or("", String::as_str));
    }

    fn sequence(&mut self) -> String {
        let mut out = String::new();
        while self.rest.last().is_some_and(|c| !"|)".contains(*c)) {
            let start = self.rest.clone();
            let mut item = String::new();
            self.item(&mut item);
            let after = self.rest.clone();
            let count = self.count();
            let end = std::mem::take(&mut self.rest);
            for at in 0..count {
                if at > 0 {
                    // Read again, for another sample.
                    item.clear();
                    self.rest = start.clone();
                    self.item(&mut item);
                }
                out.push_str(&item);
            }
            debug_assert!(end.len() <= after.len());
            self.rest = end;
        }
        out
    }

    fn item(&mut self, out: &mut String) {
        let Some(c) = self.rest.pop() else { return };
        match c {
            '^' | '$' => {}
            '.' => out.push('x'),
            '\\' => out.extend(self.escape().map(|all| all.1)),
            '[' => {
                let all = self.class();
                out.extend(self.random.pick(&all));
            }
            '(' => {
                let around = ["?=", "?!", "?<=", "?<!"].into_iter().any(|start| self.eat(start));
                let _ = self.eat("?:");
                let mut group = String::new();
                self.alternatives(&mut group);
                let _ = self.eat(")");
                if !around {
                    out.push_str(&group);
                }
            }
            c => out.push(c),
        }
    }

    /// The set of an escape's characters, and one of them.
    fn escape(&mut self) -> Option<(Vec<char>, char)> {
        let set = |text: &str| text.chars().collect::<Vec<_>>();
        let all = match self.rest.pop()? {
            'd' => set("0123456789"),
            'w' => set("azAZ_09"),
            's' => set(" "),
            'D' | 'S' | 'W' => set("-"),
            'b' | 'B' => return None,
            'n' => set("\n"),
            't' => set("\t"),
            c => vec![c],
        };
        let one = *self.random.pick(&all)?;
        Some((all, one))
    }

    /// The characters of a class, up to its end.
    fn class(&mut self) -> Vec<char> {
        let negated = self.eat("^");
        let mut all: Vec<char> = Vec::new();
        while let Some(c) = self.rest.pop().filter(|c| *c != ']') {
            match c {
                '\\' => all.extend(self.escape().map(|e| e.0).unwrap_or_default()),
                '-' if !all.is_empty() && self.rest.last().is_some_and(|c| *c != ']') => {
                    let (first, last) = (all.pop().unwrap_or('-'), self.rest.pop().unwrap_or('-'));
                    all.extend(first..=last);
                }
                c => all.push(c),
            }
        }
        if negated { "aZ5-_ ".chars().filter(|c| !all.contains(c)).collect() } else { all }
    }

    /// How often what was read is repeated.
    fn count(&mut self) -> usize {
        let (least, most) = match self.rest.last() {
            Some('*') => (0, 3),
            Some('+') => (1, 3),
            Some('?') => (0, 1),
            Some('{') => {
                let mut text = String::new();
                while let Some(c) = self.rest.pop().filter(|c| *c != '}') {
                    text.push(c);
                }
                self.rest.push('}');
                let text = text.trim_start_matches('{');
                let (least, most) = text.split_once(',').unwrap_or((text, text));
                let least = least.parse().unwrap_or(1);
                (least, most.parse().unwrap_or(least + 2).min(least + 3))
            }
            _ => return 1,
        };
        self.rest.pop();
        let _ = self.eat("?");
        least + self.random.below(most + 1 - least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_match() {
        let mut random = Random::new(1);
        for pattern in [
            r"^\d{4}-\d{2}-\d{2}$",
            r"^(today|\d{4}|yesterday\.\.\*)$",
            r"^#[0-9a-fA-F]{6}$",
            r"^(?!\s*$).+",
            r"^[^=]+=[^=]+$",
            r"^(([0-9]|[1-9][0-9])\.){3}([0-9]|25[0-5])/(3[0-2])$",
        ] {
            for _ in 0..20 {
                let text = sample(pattern, &mut random);
                assert!(matches(pattern, &text), "{pattern}: {text}");
            }
        }
    }
}

//! Strings: each length that matters, what a pattern matches and what not, and odd characters.

use super::object::bound;
use super::{Maker, Probe, pattern};
use serde_json::{Map, Value};

/// A longer string is not made.
const LONGEST: usize = 100_000;

impl Maker<'_> {
    pub(super) fn string(&mut self, schema: &Map<String, Value>) -> Vec<Probe> {
        let (least, most) = (bound(schema, "minLength"), bound(schema, "maxLength"));
        let mut out = Vec::new();
        if let Some(pattern) = schema.get("pattern").and_then(Value::as_str) {
            // Of several, because a sample of a look-around may miss.
            let mut samples: Vec<_> =
                (0..12).map(|_| pattern::sample(pattern, self.random)).collect();
            samples.extend(pattern::COMMON.map(str::to_owned));
            let (mut matching, others): (Vec<_>, Vec<_>) =
                samples.into_iter().partition(|s| pattern::matches(pattern, s));
            matching.truncate(6);
            out.extend(matching.into_iter().map(|s| Probe::new(s, "matching")));
            out.extend(others.into_iter().take(3).map(|s| Probe::new(s, "not matching")));
        }
        let plain = text(3.max(least.unwrap_or(0)).min(most.unwrap_or(LONGEST)), 'a');
        out.push(Probe::new(plain, "plain"));
        for length in [least, most].into_iter().flatten().filter(|l| *l < LONGEST) {
            for length in [length.saturating_sub(1), length, length + 1] {
                out.push(Probe::new(text(length, 'b'), "so many characters"));
                // Characters are counted, neither bytes nor UTF-16.
                out.push(Probe::new(text(length, '\u{1f600}'), "so many large characters"));
            }
        }
        out.push(Probe::new("", "empty"));
        out.push(Probe::new("\"\\/\u{8}\n\u{0}\u{e9}\u{1f600}\u{2028}", "odd characters"));
        out
    }
}

fn text(length: usize, c: char) -> String {
    std::iter::repeat_n(c, length.min(LONGEST)).collect()
}

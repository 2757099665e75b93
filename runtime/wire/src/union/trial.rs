//! Unions that only an attempt tells apart. The value is read whole first.
use crate::trace::Trial;
use crate::{Decode, Trace, Validate};
use serde_core::de::{Deserializer, Error};
use serde_json::Value;
use std::fmt::Write as _;

/// What `union! { T by trial { .. } }` writes.
pub trait ByTrial: Sized {
    /// Tries each alternative in turn.
    fn attempt(trials: &mut Trials<'_, Self>);
}

/// How many attempts inside attempts one decoding may make. Each level of a recursive union
/// multiplies them, so that without a bound a deep value of a few hundred bytes would never end.
const MAX_NESTED: usize = 1 << 20;

/// The value, the best fit so far, and why the others do not fit.
#[derive(Debug)]
pub struct Trials<'a, T> {
    value: &'a Value,
    trial: Trial,
    best: Option<Fit<T>>,
    failures: Vec<(&'static str, Trace, serde_json::Error)>,
}

#[derive(Debug)]
struct Fit<T> {
    decoded: T,
    rank: Rank,
}

/// How well an alternative fits, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    invalid: bool,
    unknown: usize,
}

impl<T> Trials<'_, T> {
    /// Tries an alternative, unless one before fits so well that none can fit better.
    pub fn alternative<V: Decode + Validate>(&mut self, name: &'static str, wrap: fn(V) -> T) {
        const PERFECT: Rank = Rank { invalid: false, unknown: 0 };
        if self.best.as_ref().is_some_and(|fit| fit.rank == PERFECT) || self.exhausted() {
            return;
        }
        self.trial.nested += usize::from(self.trial.depth > 1);
        let mut at = Trace::inside(self.trial);
        let result = V::decode(self.value, &mut at);
        self.trial.nested = at.trial.nested;
        match result {
            Ok(v) => {
                let rank = Rank { invalid: v.validate().is_err(), unknown: at.unknown() };
                if self.best.as_ref().is_none_or(|fit| rank < fit.rank) {
                    self.best = Some(Fit { decoded: wrap(v), rank });
                }
            }
            Err(error) => self.failures.push((name, at, error)),
        }
    }

    fn exhausted(&self) -> bool {
        self.trial.nested > MAX_NESTED
    }

    #[cold]
    fn failure<E: Error>(&self) -> E {
        let mut text = String::from("no alternative fits");
        for (i, (name, at, error)) in self.failures.iter().enumerate() {
            let (separator, pointer) = (if i > 0 { "; " } else { ": " }, at.pointer());
            let colon = if pointer.is_empty() { "" } else { ": " };
            // Writing to a string does not fail.
            let _ok = write!(text, "{separator}{name} ({pointer}{colon}{error})");
        }
        E::custom(text)
    }
}

/// Reads a union by trial.
pub fn by_trial<'de, T: ByTrial, D: Deserializer<'de>>(
    d: D,
    at: &mut Trace,
) -> Result<T, D::Error> {
    let value = Value::decode(d, at)?;
    let trial = Trial { depth: at.trial.depth + 1, ..at.trial };
    let mut trials = Trials { value: &value, trial, best: None, failures: Vec::new() };
    T::attempt(&mut trials);
    at.trial.nested = trials.trial.nested;
    if trials.exhausted() {
        return Err(D::Error::custom("too many alternatives to try"));
    }
    match trials.best.take() {
        Some(fit) => {
            at.add_unknown(fit.rank.unknown);
            Ok(fit.decoded)
        }
        None => Err(trials.failure()),
    }
}

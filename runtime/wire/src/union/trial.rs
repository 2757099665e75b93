//! Unions that only an attempt tells apart. The value is read whole first.
use crate::trace::Trial;
use crate::{Decode, DecodeError, Trace, Validate, check};
use serde_core::de::{Deserializer, Error};
use serde_json::Value;

/// What `union! { T by trial { .. } }` writes.
pub trait ByTrial: Sized + Validate {
    /// Tries each alternative in turn.
    fn attempt(trials: &mut Trials<'_, Self>);
}

/// How many attempts inside attempts one decoding may make. Each level of a recursive union
/// multiplies them, so that without a bound a deep value of a few hundred bytes would never end.
const MAX_NESTED: usize = 1 << 18;

/// How many characters of an alternative's failure are told. A nested union's failure holds
/// those of its own alternatives, so that without a bound the text doubles with each level.
const MAX_REASON: usize = 300;

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

impl<T: Validate> Trials<'_, T> {
    /// Tries an alternative, unless one before fits so well that none can fit better.
    pub fn alternative<V: Decode>(&mut self, name: &'static str, wrap: fn(V) -> T) {
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
                // As the union's own value, so that the checks of the alternative's row count.
                let decoded = wrap(v);
                let rank = Rank {
                    invalid: check::collect_direct(|at| decoded.check(at)).is_err(),
                    unknown: at.unknown(),
                };
                if self.best.as_ref().is_none_or(|fit| rank < fit.rank) {
                    self.best = Some(Fit { decoded, rank });
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
        let reasons = self.failures.iter().map(|(name, at, error)| {
            let reason = DecodeError::new(at.pointer(), error.to_string()).to_string();
            match reason.char_indices().nth(MAX_REASON) {
                Some((end, _)) => format!("{name} ({}..)", reason.get(..end).unwrap_or_default()),
                None => format!("{name} ({reason})"),
            }
        });
        let reasons: Vec<_> = reasons.collect();
        E::custom(format_args!("no alternative fits: {}", reasons.join("; ")))
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

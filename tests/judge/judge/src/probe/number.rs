//! Numbers: each bound, what lies beside it, and the limits of their types.

use super::Probe;
use serde_json::{Map, Number, Value};

/// The limits of exact integers in a double.
const EXACT: i128 = 1 << 53;

/// Integers of at most 64 bits: beyond them there are errors instead of types.
pub(super) fn integers(schema: &Map<String, Value>) -> Vec<Probe> {
    let bound = |keyword: &str| whole(schema.get(keyword)?);
    let (minimum, above) = (bound("minimum"), bound("exclusiveMinimum"));
    let (maximum, below) = (bound("maximum"), bound("exclusiveMaximum"));
    let step = bound("multipleOf").filter(|s| *s > 1);
    let least = minimum.or(above.map(|n| n + 1));
    let most = maximum.or(below.map(|n| n - 1));
    let mut plain = match (least, most) {
        (Some(n), _) => n,
        (None, Some(n)) => n.min(3),
        (None, None) => 3,
    };
    if let Some(step) = step {
        plain += (step - plain.rem_euclid(step)) % step;
    }
    let mut all = vec![(plain, "plain")];
    for n in [minimum, above, maximum, below].into_iter().flatten() {
        all.extend([(n - 1, "beside a bound"), (n, "a bound"), (n + 1, "beside a bound")]);
    }
    all.extend(step.map(|step| (plain + step / 2, "no multiple")));
    all.extend([(0, "zero"), (-1, "negative")]);
    // A type of 64 bits with a sign has to do where nothing is said; without one only where it is needed.
    all.extend([(EXACT + 1, "beyond doubles"), (-EXACT - 1, "beyond doubles")]);
    all.extend([(i64::MAX.into(), "the largest"), (i64::MIN.into(), "the smallest")]);
    let without_sign = least.is_some_and(|n| n >= 0) && most.is_some_and(|n| n > i64::MAX.into());
    let largest = if without_sign { u64::MAX.into() } else { i128::from(i64::MAX) };
    let mut out: Vec<Probe> = all
        .into_iter()
        .filter(|(n, _)| (i128::from(i64::MIN)..=largest).contains(n))
        .filter_map(|(n, what)| Some(Probe::new(integer(n)?, what)))
        .collect();
    if plain.abs() < EXACT {
        out.push(Probe::new(plain as f64, "an integer as a float"));
        out.push(Probe::new(plain as f64 + 0.5, "a fraction"));
    }
    out
}

/// Numbers as doubles. Integers beyond those that a double has are left out: a double rounds them, as JSON readers do.
pub(super) fn numbers(schema: &Map<String, Value>) -> Vec<Probe> {
    let bound = |keyword: &str| schema.get(keyword)?.as_f64();
    let (minimum, above) = (bound("minimum"), bound("exclusiveMinimum"));
    let (maximum, below) = (bound("maximum"), bound("exclusiveMaximum"));
    let plain = match (minimum.or(above), maximum.or(below)) {
        (Some(least), Some(most)) => f64::midpoint(least, most),
        (Some(least), None) => least + 1.5,
        (None, Some(most)) => most - 1.5,
        (None, None) => bound("multipleOf").map_or(2.5, |step| step * 3.0),
    };
    let mut all = vec![(plain, "plain")];
    for n in [minimum, above, maximum, below].into_iter().flatten() {
        let beside = n.abs().max(1.0) * 1e-3;
        all.extend([
            (n, "a bound"),
            (n - beside, "beside a bound"),
            (n + beside, "beside a bound"),
        ]);
        all.extend([(n - 1.0, "beside a bound"), (n + 1.0, "beside a bound")]);
    }
    all.extend(bound("multipleOf").map(|step| (plain + step / 2.0, "no multiple")));
    all.extend([(0.0, "zero"), (-0.1, "negative"), (1e300, "large"), (5e-324, "small")]);
    let doubles = all.into_iter().filter_map(|(n, what)| Some((Number::from_f64(n)?, what)));
    let mut out: Vec<Probe> = doubles.map(|(n, what)| Probe::new(Value::Number(n), what)).collect();
    out.push(Probe::new(4, "an integer"));
    out
}

/// A number that is an integer, or the next one above it.
fn whole(value: &Value) -> Option<i128> {
    let exact = value.as_i64().map(i128::from).or(value.as_u64().map(i128::from));
    exact.or_else(|| value.as_f64().filter(|n| n.abs() < 1e30).map(|n| n.ceil() as i128))
}

fn integer(n: i128) -> Option<Number> {
    i64::try_from(n).map(Number::from).or_else(|_| u64::try_from(n).map(Number::from)).ok()
}

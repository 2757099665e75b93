//! Strings, numbers, booleans, and fixed values.

use super::merge::{Merged, key};
use super::{Flavour, Walk};
use crate::model::{Body, Constraint, Literal, Shape, Use, Width};
use crate::pointer::Pointer;
use crate::resolve::{Check, Kinds, Number};
use serde_json::Value;
use std::collections::BTreeSet;

impl<'a> Walk<'a> {
    pub(super) fn scalar(&mut self, kind: Kinds, checks: Vec<Constraint>) -> Use {
        let shape = match kind {
            Kinds::BOOLEAN => Shape::Boolean,
            Kinds::INTEGER => Shape::Integer(match self.analyst.flavour {
                Flavour::Contract => width(&checks),
                Flavour::Protocol => Width::I64,
            }),
            Kinds::STRING => Shape::String,
            _ => Shape::Number,
        };
        let checks = match shape {
            Shape::Integer(width) => integer_checks(width, checks),
            _ => checks,
        };
        Use { shape, nullable: false, checks }
    }

    /// `enum` and `const`, less the values that the other keywords never allow.
    pub(super) fn values(
        &mut self,
        at: &Pointer,
        merged: &Merged<'a>,
        values: Vec<&'a Value>,
        nullable: bool,
    ) -> Use {
        let mut seen = BTreeSet::new();
        let mut kept = values;
        kept.retain(|v| {
            let allowed = merged.checks.iter().all(|(_, c)| c.allows(v));
            Kinds::of(v).meets(merged.kinds) && allowed && seen.insert(key(v))
        });
        let silent = |check: &Check| matches!(check, Check::Pattern(_) | Check::MultipleOf(_));
        for (_, check) in merged.checks.iter().filter(|(_, c)| silent(c)) {
            let what = format!("`{}` beside fixed values", check.keyword());
            self.defer(&at.join(check.keyword()), what);
        }
        let null = nullable && kept.iter().any(|v| v.is_null());
        kept.retain(|v| !v.is_null());
        if kept.is_empty() {
            return Use::of(if null { Shape::Null } else { Shape::Never });
        }
        let literals: Option<Vec<Literal>> = kept.iter().map(|v| Literal::read(v)).collect();
        let Some(literals) = literals else {
            return self.untyped(at, "its allowed values are objects or arrays".to_owned());
        };
        let strings: Option<Vec<String>> = literals
            .iter()
            .map(|l| if let Literal::String(s) = l { Some(s.clone()) } else { None })
            .collect();
        let id = self.open(at, merged.docs.clone());
        let of = self.close(id, strings.map_or(Body::ValueEnum(literals), Body::StringEnum));
        Use { nullable: null, ..of }
    }
}

/// The least integer that the checks allow, and the greatest.
fn range(checks: &[Constraint]) -> (Option<i128>, Option<i128>) {
    let (mut low, mut high): (Option<i128>, Option<i128>) = (None, None);
    for Constraint { check, .. } in checks {
        let (least, greatest) = match check {
            Check::Minimum(n) => (Some(up(*n)), None),
            Check::ExclusiveMinimum(n) => (Some(down(*n).saturating_add(1)), None),
            Check::Maximum(n) => (None, Some(down(*n))),
            Check::ExclusiveMaximum(n) => (None, Some(up(*n).saturating_sub(1))),
            _ => (None, None),
        };
        low = low.max(least);
        high = match (high, greatest) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
    }
    (low, high)
}

fn up(n: Number) -> i128 {
    match n {
        Number::Integer(i) => i,
        Number::Float(f) => f.ceil() as i128,
    }
}

fn down(n: Number) -> i128 {
    match n {
        Number::Integer(i) => i,
        Number::Float(f) => f.floor() as i128,
    }
}

/// `i64`; `u64` where the values need it; narrower only where the bounds are exactly those of the type.
fn width(checks: &[Constraint]) -> Width {
    const EXACT: [Width; 6] =
        [Width::U8, Width::I8, Width::U16, Width::I16, Width::U32, Width::I32];
    let (low, high) = range(checks);
    if let (Some(low), Some(high)) = (low, high) {
        if let Some(width) = EXACT.into_iter().find(|w| w.range() == (low, high)) {
            return width;
        }
    }
    match (low, high) {
        (Some(0..), None) => Width::U64,
        (Some(0..), Some(high)) if high > i64::MAX.into() => Width::U64,
        _ => Width::I64,
    }
}

/// Bounds as integers, without those that every value of the type keeps; each stays under its own keyword.
fn integer_checks(width: Width, checks: Vec<Constraint>) -> Vec<Constraint> {
    let (least, greatest) = width.range();
    let bound = |n: i128| Number::Integer(n.clamp(least, greatest));
    let kept = |check: Check| match check {
        Check::Minimum(n) => (up(n) > least).then(|| Check::Minimum(bound(up(n)))),
        Check::ExclusiveMinimum(n) => {
            (down(n) >= least).then(|| Check::ExclusiveMinimum(bound(down(n))))
        }
        Check::Maximum(n) => (down(n) < greatest).then(|| Check::Maximum(bound(down(n)))),
        Check::ExclusiveMaximum(n) => {
            (up(n) <= greatest).then(|| Check::ExclusiveMaximum(bound(up(n))))
        }
        // A divisor of 1 divides every integer.
        Check::MultipleOf(n) => ((1.0 / n.as_f64()).fract() != 0.0).then_some(Check::MultipleOf(n)),
        other => Some(other),
    };
    let checks = checks.into_iter();
    checks.filter_map(|c| Some(Constraint { check: kept(c.check)?, at: c.at })).collect()
}

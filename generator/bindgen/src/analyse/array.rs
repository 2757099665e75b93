//! Arrays: lists and tuples.

use super::Walk;
use super::merge::{Merged, Part};
use crate::model::{Body, Constraint, Shape, Tuple, Use};
use crate::pointer::Pointer;
use crate::resolve::{Check, Kinds};

/// The runtime's tuples have at most 16 fields, one of them for further items.
const LONGEST_TUPLE: usize = 15;

impl<'a> Walk<'a> {
    pub(super) fn array(
        &mut self,
        parts: &[Part],
        at: &Pointer,
        merged: Merged<'a>,
        checks: Vec<Constraint>,
    ) -> Use {
        if merged.prefix.len() > LONGEST_TUPLE {
            return self.untyped(at, format!("it has more than {LONGEST_TUPLE} `prefixItems`"));
        }
        if !merged.prefix.is_empty() {
            return self.tuple(parts, at, merged, &checks);
        }
        let item = match (merged.closed_array, merged.items.is_empty()) {
            (true, _) => Use::of(Shape::Never),
            (false, true) => Use::of(Shape::Any),
            (false, false) => self.element(at, merged.items),
        };
        Use { shape: Shape::Array(Box::new(item)), nullable: false, checks }
    }

    /// `prefixItems`: items with types of their own; those beyond `minItems` may be missing.
    fn tuple(
        &mut self,
        parts: &[Part],
        at: &Pointer,
        merged: Merged<'a>,
        checks: &[Constraint],
    ) -> Use {
        let (mut least, mut most) = (0, usize::MAX);
        for constraint in checks {
            match &constraint.check {
                Check::MinItems(n) => least = least.max(usize::try_from(*n).unwrap_or(usize::MAX)),
                Check::MaxItems(n) => most = most.min(usize::try_from(*n).unwrap_or(usize::MAX)),
                _ => {}
            }
        }
        let length = merged.prefix.len().min(most);
        let open_ended = !(merged.closed_array || most == length);
        let held = |check: &Check| match check {
            Check::MinItems(_) => least <= length,
            Check::MaxItems(_) => !open_ended,
            _ => false,
        };
        let checks: Vec<Constraint> = checks.iter().filter(|c| !held(&c.check)).cloned().collect();
        let id = self.open(at, merged.docs.clone());
        // What the items lead back to is all that this use is, `null` and constraints included.
        let nullable = merged.kinds.has(Kinds::NULL) || merged.nullable;
        let of = Use { nullable, checks: checks.clone(), ..Use::of(Shape::Named(id)) };
        self.known.insert(parts.to_vec(), of);
        let mut items = Vec::new();
        for parts in merged.prefix.into_iter().take(length) {
            items.push(if parts.is_empty() { Use::of(Shape::Any) } else { self.inside(parts) });
        }
        let rest = match (!open_ended, merged.items.is_empty()) {
            (true, _) => None,
            (false, true) => Some(Use::of(Shape::Any)),
            (false, false) => Some(self.inside(merged.items)),
        };
        let optional = length.saturating_sub(least);
        Use { checks, ..self.close(id, Body::Tuple(Tuple { items, optional, rest })) }
    }
}

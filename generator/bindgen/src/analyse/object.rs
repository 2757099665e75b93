//! Objects: structs and maps.

use super::Walk;
use super::merge::{Merged, Part};
use crate::model::{Body, Constraint, Literal, Member, Record, Rest, Shape, Use};
use crate::pointer::Pointer;
use crate::resolve::{Kinds, NodeId};
use serde_json::Value;

impl<'a> Walk<'a> {
    pub(super) fn object(
        &mut self,
        parts: &[Part],
        at: &Pointer,
        merged: Merged<'a>,
        checks: Vec<Constraint>,
    ) -> Use {
        let patterns = !merged.patterns.is_empty();
        if !merged.properties.is_empty() || (merged.closed && !patterns) {
            return self.record_with(Some(parts), at, merged, &checks);
        }
        let value = match (merged.patterns.as_slice(), merged.rest.is_empty()) {
            ([], false) => self.element(at, merged.rest),
            // Nothing but what matches the one pattern.
            ([only], true) if merged.closed => self.element(at, vec![Part::whole(*only)]),
            _ => Use::of(Shape::Any),
        };
        Use { shape: Shape::Map(Box::new(value)), nullable: false, checks }
    }

    /// A struct, also where nothing is declared.
    pub(super) fn record(
        &mut self,
        parts: Option<&[Part]>,
        at: &Pointer,
        merged: Merged<'a>,
    ) -> Use {
        let checks = self.constraints(&merged, Kinds::OBJECT);
        self.record_with(parts, at, merged, &checks)
    }

    fn record_with(
        &mut self,
        parts: Option<&[Part]>,
        at: &Pointer,
        merged: Merged<'a>,
        checks: &[Constraint],
    ) -> Use {
        // A member is the least that a type prints, so that members bound the output.
        self.analyst.work += merged.properties.len();
        let id = self.open(at, merged.docs.clone());
        if let Some(parts) = parts {
            // What the members lead back to is all that this use is, `null` and constraints included.
            let nullable = merged.kinds.has(Kinds::NULL) || merged.nullable;
            let of = Use { nullable, checks: checks.to_vec(), ..Use::of(Shape::Named(id)) };
            self.known.insert(parts.to_vec(), of);
        }
        let mut record = Record::default();
        for (name, parts) in ordered(&merged) {
            self.member(&mut record, name, parts, merged.is_required.contains(name));
        }
        record.rest = match (
            merged.closed && merged.patterns.is_empty(),
            merged.rest.is_empty(),
            merged.patterns.is_empty(),
        ) {
            (true, ..) => Rest::Closed,
            (false, false, true) => Rest::Of(Box::new(self.inside(merged.rest))),
            _ => Rest::Any,
        };
        Use { checks: checks.to_vec(), ..self.close(id, Body::Record(record)) }
    }

    fn member(&mut self, record: &mut Record, name: &str, parts: Vec<Part>, required: bool) {
        self.analyst.model.properties += 1;
        let first = parts.first().map(|p| p.node);
        let at = (!parts.is_empty()).then(|| {
            let parts = self.led(parts.clone());
            self.base.append(self.at(&parts).as_str())
        });
        let nodes: Vec<NodeId> = parts.iter().map(|p| p.node).collect();
        let of = if parts.is_empty() { Use::of(Shape::Any) } else { self.inside(parts) };
        if let (true, Some(literal)) = (required, self.constant(&of)) {
            record.constants.push((name.to_owned(), literal));
            return;
        }
        record.members.push(Member {
            wire: name.to_owned(),
            at,
            of,
            required,
            name: self.chosen_name(nodes),
            docs: first.map(|n| self.docs_of(n)).unwrap_or_default(),
            default: first.and_then(|n| self.default_of(n)),
        });
    }

    /// The one value that a use allows.
    fn constant(&self, of: &Use) -> Option<Literal> {
        match (&of.shape, of.nullable) {
            (Shape::Null, _) => Some(Literal::Null),
            (Shape::Named(id), false) => match &self.analyst.model.get(*id)?.body {
                Body::StringEnum(values) => match values.as_slice() {
                    [only] => Some(Literal::String(only.clone())),
                    _ => None,
                },
                Body::ValueEnum(values) => match values.as_slice() {
                    [only] => Some(only.clone()),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// The docs where the member is declared, else those of what it refers to.
    fn docs_of(&self, node: NodeId) -> crate::model::Docs {
        let mut docs = crate::model::Docs::default();
        let mut next = Some(node);
        for _ in 0..8 {
            let Some(k) = next.and_then(|n| self.set.keywords(n)) else { break };
            docs.title = docs.title.take().or_else(|| k.title.clone());
            docs.description = docs.description.take().or_else(|| k.description.clone());
            docs.deprecated |= k.deprecated;
            if docs.description.is_some() {
                break;
            }
            next = k.reference;
        }
        docs
    }

    fn default_of(&self, node: NodeId) -> Option<Value> {
        let mut next = Some(node);
        for _ in 0..8 {
            let k = next.and_then(|n| self.set.keywords(n))?;
            if k.default.is_some() {
                return k.default.clone();
            }
            next = k.reference;
        }
        None
    }
}

/// Required members as `required` lists them, then the others by name.
fn ordered<'s>(merged: &Merged<'s>) -> Vec<(&'s str, Vec<Part>)> {
    let get = |name: &&'s str| merged.properties.get_key_value(*name).map(|(n, p)| (*n, p.clone()));
    let required = merged.required.iter().filter_map(get);
    let others = merged
        .properties
        .iter()
        .filter(|(n, _)| !merged.is_required.contains(*n))
        .map(|(n, p)| (*n, p.clone()));
    required.chain(others).collect()
}

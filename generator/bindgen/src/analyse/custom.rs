//! Overrides at work while schemas become types: types from elsewhere, and names that a user has chosen.
//!
//! Everything else about them is settled once the model is whole (see `settle`).

use super::merge::{Merged, Part, bare_target, merge};
use super::{Analyst, Walk};
use crate::model::{Foreign, Shape, TypeId, Use};
use crate::overrides::{Overrides, SchemaOverrides, Set};
use crate::pointer::Pointer;
use crate::resolve::{Kinds, NodeId};
use std::collections::{BTreeMap, BTreeSet};

/// The overrides of one tool, and what they have met so far.
#[derive(Debug, Default)]
pub(super) struct Custom {
    /// The tool's entry in the manifest: the overrides' pointers begin there.
    entry: Pointer,
    pub(super) schemas: BTreeMap<String, SchemaOverrides>,
    formats: BTreeMap<String, Set<String>>,
    /// Pointers whose `rename`, and whose `type`, had something to change.
    pub(super) renamed: BTreeSet<String>,
    pub(super) replaced: BTreeSet<String>,
    /// The types that the schemas became, by pointer; kept where there is something to look up.
    pub(super) items: BTreeMap<String, BTreeSet<TypeId>>,
}

impl Analyst {
    /// With what a user wants of a tool, whose entry stands at `entry`.
    pub(crate) fn with_overrides(
        mut self,
        overrides: &Overrides,
        tool: &str,
        entry: &Pointer,
    ) -> Self {
        let own = overrides.tools.get(tool);
        self.custom = Custom {
            entry: entry.clone(),
            schemas: own.map(|o| o.schemas.clone()).unwrap_or_default(),
            formats: overrides.formats.clone(),
            ..Custom::default()
        };
        self
    }
}

impl<'a> Walk<'a> {
    /// A node's pointer within the tool's entry.
    fn place(&self, node: NodeId) -> String {
        let at = self.base.append(self.set.node(node).at.as_str());
        at.below(&self.analyst.custom.entry).unwrap_or(at).to_string()
    }

    fn overrides(&self, node: NodeId) -> Option<(String, &SchemaOverrides)> {
        let all = &self.analyst.custom.schemas;
        let place = (!all.is_empty()).then(|| self.place(node))?;
        let own = all.get(&place)?;
        Some((place, own))
    }

    /// Whether a schema's type comes from elsewhere, so that its own keywords decide nothing.
    pub(super) fn is_replaced(&self, node: NodeId) -> bool {
        self.overrides(node).is_some_and(|(_, o)| o.ty.is_some())
    }

    /// The type from elsewhere that stands for a conjunction.
    pub(super) fn replacement(&mut self, parts: &[Part]) -> Option<Use> {
        let first = parts.first().filter(|p| !p.bare)?.node;
        if self.is_replaced(first) {
            self.note_foregone(first, parts);
        }
        let (place, overrides) = self.overrides(first)?;
        let ty = overrides.ty.clone()?;
        self.analyst.custom.replaced.insert(place);
        let merged = merge(self.set, parts);
        let checks = merged.map(|m| self.constraints(&m, Kinds::ALL)).unwrap_or_default();
        let instead = Use { checks, ..Use::of(Shape::Any) };
        let of = self.foreign(parts, ty, instead, false);
        Some(Use { nullable: self.allows_null(parts), ..of })
    }

    /// What a schema says of the inside of its values is nothing that a type from elsewhere has to keep.
    fn note_foregone(&mut self, first: NodeId, parts: &[Part]) {
        let Some(mut merged) = merge(self.set, parts) else { return };
        let says = [
            ("enum", merged.values.is_some()),
            ("properties", merged.has_members()),
            ("items", !merged.items.is_empty() || merged.closed_array),
            ("prefixItems", !merged.prefix.is_empty()),
        ];
        let groups = merged.groups.iter().map(|(node, group)| (*node, group.keyword));
        let own = says.into_iter().filter(|(_, says)| *says).map(|(keyword, _)| (first, keyword));
        let foregone: Vec<_> = groups.chain(own).collect();
        merged.unchecked.extend(foregone);
        self.note_unchecked(&merged);
    }

    /// A scalar, or the type that its format is mapped to.
    pub(super) fn formatted(&self, parts: &[Part], merged: &Merged<'a>, of: Use) -> Use {
        let ty = merged.format.and_then(|format| self.analyst.custom.formats.get(format));
        match ty {
            Some(ty) => self.foreign(parts, ty.clone(), of, true),
            None => of,
        }
    }

    fn foreign(&self, parts: &[Part], ty: Set<String>, instead: Use, by_format: bool) -> Use {
        let at = self.base.append(self.at(parts).as_str());
        let instead = Box::new(instead);
        Use::of(Shape::Foreign(Foreign { path: ty.value, spot: ty.spot, at, instead, by_format }))
    }

    /// The name chosen for a member, at any of the schemas that hold for it.
    pub(super) fn chosen_name(
        &mut self,
        nodes: impl IntoIterator<Item = NodeId>,
    ) -> Option<String> {
        for node in nodes {
            let Some((place, overrides)) = self.overrides(node) else { continue };
            if let Some(name) = overrides.rename.as_ref().map(|name| name.value.clone()) {
                self.analyst.custom.renamed.insert(place);
                return Some(name);
            }
        }
        None
    }

    /// Notes what a schema became, and with it those that only refer to it.
    pub(super) fn note(&mut self, part: Option<Part>, of: &Use) {
        let (Some(mut part), Shape::Named(id)) = (part.filter(|p| !p.bare), &of.shape) else {
            return;
        };
        if self.analyst.custom.schemas.is_empty() {
            return;
        }
        let mut seen = BTreeSet::new();
        while seen.insert(part) {
            let place = self.place(part.node);
            self.analyst.custom.items.entry(place).or_default().insert(*id);
            match bare_target(self.set, part) {
                Some(target) => part = Part::whole(target),
                None => break,
            }
        }
    }
}

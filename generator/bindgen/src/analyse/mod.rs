//! Analyse: schema nodes become the types of a [`Model`].
//!
//! A value may have to satisfy several schemas at once (`allOf`, `$ref` with siblings, a union's base and its branch), so
//! what is analysed is always a conjunction of nodes. Leaving a constraint out of a type is sound (no valid value is refused);
//! each one left out is told as a [`Loss`].

mod array;
mod discriminate;
mod merge;
mod object;
mod scalar;
mod union;

use crate::model::{Body, Docs, Loss, LossKind, Model, NamePath, Shape, Type, TypeId, Use};
use crate::pointer::Pointer;
use crate::resolve::{Kinds, NodeId, SchemaSet};
use merge::{Merged, Part, bare_target, merge};
use std::collections::{BTreeMap, BTreeSet};

/// More types than this in one scope is an error: the schema multiplies itself.
pub(crate) const MOST_TYPES: usize = 20_000;

/// What the types are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flavour {
    /// A server's contract: exactly what its schemas say.
    Contract,
    /// The protocol itself: open for newer peers.
    Protocol,
}

/// Turns schema documents into one scope's model.
#[derive(Debug)]
pub(crate) struct Analyst {
    flavour: Flavour,
    model: Model,
    losses: BTreeSet<Loss>,
}

impl Analyst {
    pub(crate) fn new(flavour: Flavour) -> Self {
        Self { flavour, model: Model::default(), losses: BTreeSet::new() }
    }

    /// A tool's arguments: always an object, always an item of its own.
    pub(crate) fn arguments(&mut self, set: &SchemaSet, base: &Pointer) -> Option<Use> {
        let mut walk = Walk::new(self, set, base, NamePath(Vec::new()));
        let parts = vec![Part::whole(set.root), Part::whole(set.object)];
        Some(walk.root(parts, true))
    }

    /// Any other root: an output schema, a definition.
    pub(crate) fn root(&mut self, set: &SchemaSet, base: &Pointer, name: NamePath) -> Use {
        let root = set.root;
        self.roots(set, base, name, &[root]).pop().unwrap_or(Use::of(Shape::Any))
    }

    /// Several roots of one document, whose types share what they refer to.
    pub(crate) fn roots(
        &mut self,
        set: &SchemaSet,
        base: &Pointer,
        name: NamePath,
        roots: &[NodeId],
    ) -> Vec<Use> {
        let mut walk = Walk::new(self, set, base, name);
        roots.iter().map(|root| walk.root(vec![Part::whole(*root)], false)).collect()
    }

    /// The model, once every root is in.
    pub(crate) fn finish(mut self) -> Model {
        discriminate::all(&mut self.model, self.flavour, &mut self.losses);
        let untyped: BTreeSet<&Pointer> = self
            .losses
            .iter()
            .filter(|l| l.kind == LossKind::Untyped)
            .map(|l| &l.pointer)
            .collect();
        self.model.typed = self.model.properties.saturating_sub(untyped.len());
        self.model.losses = self.losses.into_iter().collect();
        self.model
    }

    pub(crate) fn overflowed(&self) -> bool {
        self.model.types.len() >= MOST_TYPES
    }
}

/// One schema document being walked.
struct Walk<'a> {
    analyst: &'a mut Analyst,
    set: &'a SchemaSet,
    base: &'a Pointer,
    prefix: NamePath,
    known: BTreeMap<Vec<Part>, Use>,
    /// What a union calls its branches, for the names of the types in them.
    labels: BTreeMap<Pointer, String>,
    /// The kinds of types whose bodies are still being followed.
    open: BTreeMap<TypeId, Kinds>,
}

impl<'a> Walk<'a> {
    fn new(
        analyst: &'a mut Analyst,
        set: &'a SchemaSet,
        base: &'a Pointer,
        prefix: NamePath,
    ) -> Self {
        let (known, labels, open) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self { analyst, set, base, prefix, known, labels, open }
    }

    fn root(&mut self, parts: Vec<Part>, arguments: bool) -> Use {
        if !arguments {
            return self.conjunction(parts);
        }
        let at = self.at(&parts);
        let Some(merged) = merge(self.set, &parts) else { return Use::of(Shape::Never) };
        if merged.groups.is_empty() || self.only_demands(&merged) {
            self.demands_unchecked(&merged);
            return self.record(&at, merged);
        }
        let of = self.conjunction(parts);
        match of.shape {
            Shape::Named(_) => of,
            // A map or anything else that is no item: an object that keeps what it holds.
            _ => self
                .record(&at, merge(self.set, &[Part::whole(self.set.object)]).unwrap_or_default()),
        }
    }

    /// The use of the values that satisfy all the nodes.
    fn conjunction(&mut self, mut parts: Vec<Part>) -> Use {
        while let [only] = parts.as_slice() {
            match bare_target(self.set, *only) {
                Some(target) => parts = vec![Part::whole(target)],
                None => break,
            }
        }
        if let Some(known) = self.known.get(&parts) {
            return known.clone();
        }
        if self.analyst.overflowed() {
            return Use::of(Shape::Any);
        }
        let at = self.at(&parts);
        let of = match merge(self.set, &parts) {
            None => Use::of(Shape::Never),
            Some(merged) => self.merged(&parts, &at, merged),
        };
        self.known.insert(parts, of.clone());
        of
    }

    fn merged(&mut self, parts: &[Part], at: &Pointer, mut merged: Merged<'a>) -> Use {
        self.note_unchecked(&merged);
        if let Some(keyword) = merged.untypeable {
            return self.untyped(at, format!("`{keyword}` is not supported"));
        }
        let nullable = merged.kinds.has(Kinds::NULL);
        if let Some(values) = merged.values.take() {
            return self.values(at, &merged, values, nullable);
        }
        if !merged.groups.is_empty() {
            if self.only_demands(&merged) {
                self.demands_unchecked(&merged);
            } else {
                return self.group(parts, at, merged);
            }
        }
        self.by_kind(parts, at, merged)
    }

    /// No `anyOf`, no fixed values: the allowed kinds decide.
    fn by_kind(&mut self, parts: &[Part], at: &Pointer, merged: Merged<'a>) -> Use {
        let nullable = merged.kinds.has(Kinds::NULL);
        let mut kinds = merged.kinds.without(Kinds::NULL);
        if kinds == Kinds::ALL.without(Kinds::NULL) && nullable {
            if !merged.constrains() {
                return Use::of(Shape::Any);
            }
            if self.analyst.flavour == Flavour::Protocol && merged.has_members() {
                kinds = Kinds::OBJECT;
            } else {
                return self.untyped(at, "it has constraints but no `type`".to_owned());
            }
        }
        let each: Vec<_> = kinds.each().collect();
        match each.as_slice() {
            [] if nullable => Use::of(Shape::Null),
            [] => Use::of(Shape::Never),
            [(_, kind)] => {
                let of = self.one_kind(parts, at, merged, *kind);
                Use { nullable, ..of }
            }
            _ => self.union_of_kinds(parts, at, merged, &each, nullable),
        }
    }

    /// The shape of values of one kind.
    fn one_kind(&mut self, parts: &[Part], at: &Pointer, merged: Merged<'a>, kind: Kinds) -> Use {
        let checks: Vec<_> =
            merged.checks.iter().filter(|c| c.kinds().meets(kind)).cloned().collect();
        if kind == Kinds::OBJECT {
            return self.object(parts, at, merged, checks);
        }
        if kind == Kinds::ARRAY {
            return self.array(parts, at, merged, checks);
        }
        self.scalar(kind, merged.format, checks)
    }

    /// Takes a place for a named type, so that a recursion finds it; [`Walk::close`] fills it.
    fn open(&mut self, at: &Pointer, docs: Docs, kinds: Kinds) -> TypeId {
        let id = TypeId(self.analyst.model.types.len());
        let name = self.name_of(at);
        let at = self.base.append(at.as_str());
        self.analyst.model.types.push(Type { name, at, docs, body: Body::Open });
        self.open.insert(id, kinds);
        id
    }

    fn close(&mut self, id: TypeId, body: Body) -> Use {
        self.open.remove(&id);
        if let Some(t) = self.analyst.model.types.get_mut(id.0) {
            t.body = body;
        }
        Use::of(Shape::Named(id))
    }

    /// The place that names a conjunction: its first node.
    fn at(&self, parts: &[Part]) -> Pointer {
        parts.first().map(|p| self.set.node(p.node).at.clone()).unwrap_or_default()
    }

    /// The wire names on the way to a place, from its nearest definition on.
    fn name_of(&self, at: &Pointer) -> NamePath {
        let segments: Vec<String> = at.segments().collect();
        let mut path = self.prefix.clone();
        let mut here = Pointer::root();
        let mut rest = segments.into_iter();
        while let Some(keyword) = rest.next() {
            here = here.join(&keyword);
            let mut name = |here: &mut Pointer| {
                let name = rest.next().unwrap_or_default();
                *here = here.join(&name);
                name
            };
            match keyword.as_str() {
                "$defs" | "definitions" => {
                    let name = name(&mut here);
                    path = self.prefix.join(&name);
                }
                "properties" => path = path.join(&name(&mut here)),
                "items" => path = path.join("Item"),
                "prefixItems" => path = path.join(&format!("Item {}", name(&mut here))),
                "additionalProperties" | "patternProperties" | "unevaluatedProperties" => {
                    if keyword == "patternProperties" {
                        name(&mut here);
                    }
                    path = path.join("Value");
                }
                "anyOf" | "oneOf" => {
                    let index = name(&mut here);
                    let label = self.labels.get(&here).cloned();
                    path = path.join(&label.unwrap_or_else(|| format!("Variant {index}")));
                }
                "allOf" => drop(name(&mut here)),
                _ => {}
            }
        }
        path
    }

    fn untyped(&mut self, at: &Pointer, reason: String) -> Use {
        self.lose(at, LossKind::Untyped, reason);
        Use::of(Shape::Any)
    }

    fn lose(&mut self, at: &Pointer, kind: LossKind, reason: impl Into<String>) {
        let pointer = self.base.append(at.as_str());
        self.analyst.losses.insert(Loss { pointer, kind, reason: reason.into() });
    }

    fn note_unchecked(&mut self, merged: &Merged<'_>) {
        for (node, keyword) in &merged.unchecked {
            let at = self.set.node(*node).at.join(keyword);
            self.lose(&at, LossKind::Unchecked, format!("`{keyword}` is not checked"));
        }
    }
}

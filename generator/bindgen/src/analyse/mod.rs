//! Analyse: schema nodes become the types of a [`Model`].
//!
//! A value may have to satisfy several schemas at once (`allOf`, `$ref` with siblings, a union's base and its branch), so
//! what is analysed is always a conjunction of nodes. Leaving a constraint out of a type is sound (no valid value is refused);
//! each one left out is told as a [`Loss`].

mod alike;
mod array;
mod custom;
mod discriminate;
mod merge;
mod object;
mod scalar;
mod settle;
mod union;

use crate::model::{
    Body, Constraint, Custom, Discriminator, Docs, Loss, LossKind, Model, NamePath, Shape, Type,
    TypeId, Union, Use, Variant,
};
use crate::pointer::Pointer;
use crate::resolve::{Kinds, NodeId, SchemaSet};
use merge::{Merged, Part, bare_target, merge};
use std::collections::{BTreeMap, BTreeSet};

/// So many combinations of schemas more than its schemas alone explain, and a tool is an error: they multiply themselves.
const MOST_WORK: usize = 10_000;

/// Types deeper inside each other than this are left untyped: it bounds the stack.
const DEEPEST: usize = 64;

/// Lists and maps in each other deeper than this are no type that anybody wants to read, nor a compiler.
const DEEPEST_WRITTEN: usize = 12;

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
    /// Conjunctions looked at, and how many may be.
    work: usize,
    most: usize,
    custom: custom::Custom,
}

impl Analyst {
    pub(crate) fn new(flavour: Flavour) -> Self {
        Self {
            flavour,
            model: Model::default(),
            losses: BTreeSet::new(),
            work: 0,
            most: MOST_WORK,
            custom: custom::Custom::default(),
        }
    }

    /// A tool's arguments: always an object, always an item of its own.
    pub(crate) fn arguments(&mut self, set: &SchemaSet, base: &Pointer) -> Use {
        let mut walk = Walk::new(self, set, base, NamePath(Vec::new()));
        let root = Part::whole(set.root);
        let says_object = set.keywords(set.root).is_some_and(|k| k.kinds == Some(Kinds::OBJECT));
        let parts = if says_object { vec![root] } else { vec![root, Part::whole(set.object)] };
        let of = walk.root(parts, true);
        walk.note(Some(root), &of);
        of
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

    /// The model, once every root is in; the uses of the roots are led to the types that are left.
    pub(crate) fn finish(mut self, roots: &mut [&mut Use]) -> Model {
        discriminate::all(&mut self.model, self.flavour, &mut self.losses);
        if self.flavour == Flavour::Contract {
            alike::merge(&mut self.model, roots);
        }
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
        self.work >= self.most
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
    /// Places that only name something, a kind of a list of types, with the schemas that they stand for.
    stand_ins: BTreeMap<Pointer, Pointer>,
    /// Conjunctions being followed; one met again inside itself gets a type of its own to refer to.
    following: BTreeMap<Vec<Part>, Option<TypeId>>,
    /// Unions around this place with nothing between them: an alternative must not lead back to one.
    unions: Vec<Vec<Part>>,
}

impl<'a> Walk<'a> {
    fn new(
        analyst: &'a mut Analyst,
        set: &'a SchemaSet,
        base: &'a Pointer,
        prefix: NamePath,
    ) -> Self {
        analyst.most += 4 * set.len();
        Self {
            analyst,
            set,
            base,
            prefix,
            known: BTreeMap::new(),
            labels: BTreeMap::new(),
            stand_ins: BTreeMap::new(),
            following: BTreeMap::new(),
            unions: Vec::new(),
        }
    }

    fn root(&mut self, parts: Vec<Part>, arguments: bool) -> Use {
        let at = self.at(&parts);
        if !arguments {
            return self.conjunction(parts);
        }
        let merged = merge(self.set, &parts).filter(|m| m.kinds.has(Kinds::OBJECT));
        let Some(merged) = merged else { return Use::of(Shape::Never) };
        if merged.values.is_some() {
            self.defer(&at.join("enum"), "`enum` of the arguments as a whole");
        }
        if let Some(keyword) = merged.untypeable {
            self.defer(&at, format_args!("`{keyword}`"));
        }
        if merged.groups.is_empty() || self.only_demands(&merged) {
            self.demands_unchecked(&merged);
            self.note_unchecked(&merged);
            return self.record(Some(&parts), &at, merged);
        }
        let of = self.conjunction(parts);
        match of.shape {
            Shape::Named(_) => of,
            // A map or anything else that is no item: an object that keeps what it holds.
            _ => self.record(
                None,
                &at,
                merge(self.set, &[Part::whole(self.set.object)]).unwrap_or_default(),
            ),
        }
    }

    /// The use of the values that satisfy all the nodes.
    fn conjunction(&mut self, parts: Vec<Part>) -> Use {
        let first = parts.first().copied();
        let of = self.conjoined(parts);
        self.note(first, &of);
        of
    }

    fn conjoined(&mut self, parts: Vec<Part>) -> Use {
        let parts = self.led(parts);
        if let Some(of) = self.replacement(&parts) {
            return of;
        }
        if let Some(known) = self.known.get(&parts) {
            return known.clone();
        }
        let at = self.at(&parts);
        if self.following.contains_key(&parts) {
            return self.knot(&parts, &at);
        }
        self.analyst.work += 1;
        if self.analyst.overflowed() || self.following.len() > DEEPEST {
            return self.untyped(&at, format!("it is more than {DEEPEST} types deep"));
        }
        self.following.insert(parts.clone(), None);
        let of = match merge(self.set, &parts) {
            None => Use::of(Shape::Never),
            Some(merged) => {
                let nullable = merged.nullable;
                let of = self.merged(&parts, &at, merged);
                Use { nullable: of.nullable || (nullable && of.shape != Shape::Any), ..of }
            }
        };
        let knot = self.following.remove(&parts).flatten();
        let of = knot.map_or(of.clone(), |id| self.tie(id, of));
        self.known.insert(parts, of.clone());
        of
    }

    /// What stands inside an object or an array: a way back to a union around it is a recursion like any other.
    fn inside(&mut self, parts: Vec<Part>) -> Use {
        let unions = std::mem::take(&mut self.unions);
        let of = self.conjunction(parts);
        self.unions = unions;
        of
    }

    /// What stands in a list or a map, whose type is written in place.
    fn element(&mut self, at: &Pointer, parts: Vec<Part>) -> Use {
        let of = self.inside(parts);
        if of.shape.written_depth() < DEEPEST_WRITTEN {
            return of;
        }
        self.untyped(at, format!("it is more than {DEEPEST_WRITTEN} lists and maps deep"))
    }

    /// Follows references that say nothing besides; a circle of them is left to [`merge`], which meets each node once.
    fn led(&self, mut parts: Vec<Part>) -> Vec<Part> {
        let mut seen = BTreeSet::new();
        while let [only] = parts.as_slice() {
            if self.is_replaced(only.node) {
                break;
            }
            match bare_target(self.set, *only).filter(|_| seen.insert(*only)) {
                Some(target) => parts = vec![Part::whole(target)],
                None => break,
            }
        }
        parts
    }

    /// A reference to a type that is still being followed.
    fn knot(&mut self, parts: &[Part], at: &Pointer) -> Use {
        let id = match self.following.get(parts) {
            Some(Some(id)) => *id,
            _ => {
                let id = self.open(at, Docs::default());
                self.following.insert(parts.to_vec(), Some(id));
                id
            }
        };
        Use { nullable: self.allows_null(parts), ..Use::of(Shape::Named(id)) }
    }

    /// Gives a type that was referred to early what it turned out to be.
    fn tie(&mut self, id: TypeId, of: Use) -> Use {
        match &of.shape {
            Shape::Named(own) if *own == id => of,
            Shape::Array(_) | Shape::Map(_) => {
                let label = if matches!(of.shape, Shape::Array(_)) { "array" } else { "object" };
                let nullable = of.nullable;
                let of = Use { nullable: false, ..of };
                let variants = vec![Variant::new(label, of, Docs::default())];
                let union = Union { variants, told_by: Discriminator::Trial, keyword: "type" };
                Use { nullable, ..self.close(id, Body::Union(union)) }
            }
            _ => {
                // A name of another type has no place for constraints.
                let at = self.analyst.model.get(id).map(|t| t.at.clone()).unwrap_or_default();
                let losses = of.checks.iter().map(|c| {
                    let what = format!("`{}` of a recursion", c.check.keyword());
                    Loss::deferred(at.clone(), what)
                });
                self.analyst.losses.extend(losses);
                self.close(id, Body::Alias(Use { nullable: false, ..of.clone() }));
                of
            }
        }
    }

    fn allows_null(&self, parts: &[Part]) -> bool {
        let mut seen = BTreeSet::new();
        let mut waiting = vec![parts.to_vec()];
        // Unfolds unions breadth first, each node once; what a union's branch says besides is left out, which errs to yes.
        while let Some(parts) = waiting.pop() {
            let Some(merged) = merge(self.set, &parts) else { continue };
            let value = merged.values.as_ref().is_none_or(|all| all.iter().any(|v| v.is_null()));
            if !(merged.kinds.has(Kinds::NULL) && value) {
                continue;
            }
            let Some((_, group)) = merged.groups.first() else { return true };
            waiting.extend(
                group.branches.iter().filter(|b| seen.insert(**b)).map(|b| vec![Part::whole(*b)]),
            );
        }
        false
    }

    fn merged(&mut self, parts: &[Part], at: &Pointer, mut merged: Merged<'a>) -> Use {
        self.note_unchecked(&merged);
        if let Some(keyword) = merged.untypeable {
            let what = match keyword {
                "$dynamicRef" | "$recursiveRef" => "means another schema at each place",
                "$ref" => "leads to no schema of this document",
                _ => "cannot be read",
            };
            return self.untyped(at, format!("`{keyword}` {what}"));
        }
        let nullable = merged.kinds.has(Kinds::NULL);
        if let Some(values) = merged.values.take() {
            for (node, group) in &merged.groups {
                let at = self.set.node(*node).at.join(group.keyword);
                self.defer(&at, format_args!("`{}` beside fixed values", group.keyword));
            }
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
            if !merged.shapes() {
                let checks = self.constraints(&merged, Kinds::ALL);
                return Use { checks, ..Use::of(Shape::Any) };
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
        let checks = self.constraints(&merged, kind);
        if kind == Kinds::OBJECT {
            return self.object(parts, at, merged, checks);
        }
        if kind == Kinds::ARRAY {
            return self.array(parts, at, merged, checks);
        }
        let of = self.scalar(kind, checks);
        self.formatted(parts, &merged, of)
    }

    /// What a conjunction demands of values of some kind.
    fn constraints(&self, merged: &Merged<'_>, kind: Kinds) -> Vec<Constraint> {
        let meets = merged.checks.iter().filter(|(_, c)| c.kinds().meets(kind));
        let held = meets.map(|(node, check)| Constraint {
            check: check.clone(),
            at: self.base.append(self.set.node(*node).at.as_str()),
        });
        held.collect()
    }

    /// Takes a place for a named type, so that a recursion finds it; [`Walk::close`] fills it.
    fn open(&mut self, at: &Pointer, docs: Docs) -> TypeId {
        let id = TypeId(self.analyst.model.types.len());
        let name = self.name_of(at);
        let at = self.base.append(self.stand_ins.get(at).unwrap_or(at).as_str());
        self.analyst.model.types.push(Type {
            name,
            at,
            docs,
            body: Body::Open,
            shared_by: BTreeSet::new(),
            custom: Custom::default(),
        });
        id
    }

    /// The place that a recursion has taken for a conjunction, or a new one.
    fn open_for(&mut self, parts: &[Part], at: &Pointer, docs: Docs) -> TypeId {
        match self.following.get(parts) {
            Some(Some(id)) => {
                if let Some(t) = self.analyst.model.types.get_mut(id.0) {
                    t.docs = docs;
                }
                *id
            }
            _ => self.open(at, docs),
        }
    }

    fn close(&mut self, id: TypeId, body: Body) -> Use {
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

    /// Leaves a constraint to whole schemas.
    fn defer(&mut self, at: &Pointer, what: impl std::fmt::Display) {
        let loss = Loss::deferred(self.base.append(at.as_str()), what);
        self.analyst.losses.insert(loss);
    }

    fn lose(&mut self, at: &Pointer, kind: LossKind, reason: impl Into<String>) {
        let pointer = self.base.append(at.as_str());
        self.analyst.losses.insert(Loss { pointer, kind, reason: reason.into() });
    }

    fn note_unchecked(&mut self, merged: &Merged<'_>) {
        for (node, keyword) in &merged.unchecked {
            let at = self.set.node(*node).at.join(keyword);
            self.defer(&at, format_args!("`{keyword}`"));
        }
    }
}

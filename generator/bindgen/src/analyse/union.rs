//! `anyOf`, `oneOf`, and lists of types: which alternatives there are. How they are told apart is decided when all types are
//! known (see [`super::discriminate`]).

use super::merge::{Merged, Part, bare_target, key, merge};
use super::{Flavour, Walk};
use crate::model::{Body, Discriminator, Docs, LossKind, Shape, Union, Use, Variant};
use crate::pointer::Pointer;
use crate::resolve::{Group, Kinds, NodeId};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

impl<'a> Walk<'a> {
    /// Whether all unions only demand members ("title or body must be there"): no type comes out of that.
    pub(super) fn only_demands(&self, merged: &Merged<'a>) -> bool {
        merged.groups.iter().all(|(_, group)| {
            group.branches.iter().all(|b| {
                merge(self.set, &[Part::whole(*b)]).is_some_and(|m| {
                    m.kinds == Kinds::ALL
                        && m.values.is_none()
                        && m.groups.is_empty()
                        && m.properties.values().all(Vec::is_empty)
                        && (!m.required.is_empty() || !m.unchecked.is_empty())
                        && !m.closed
                        && m.rest.is_empty()
                        && m.checks.is_empty()
                        && m.items.is_empty()
                        && m.prefix.is_empty()
                })
            })
        })
    }

    pub(super) fn demands_unchecked(&mut self, merged: &Merged<'_>) {
        for (node, group) in &merged.groups {
            let at = self.set.node(*node).at.join(group.keyword);
            self.defer(&at, format_args!("`{}` of required members", group.keyword));
        }
    }

    /// The first union is typed, with everything around it in each of its branches; further ones are not.
    pub(super) fn group(&mut self, parts: &[Part], at: &Pointer, merged: Merged<'a>) -> Use {
        let Some((_, first)) = merged.groups.first() else { return Use::of(Shape::Any) };
        let first: &Group = first;
        for (node, group) in merged.groups.iter().skip(1) {
            let at = self.set.node(*node).at.join(group.keyword);
            self.defer(&at, format_args!("`{}` beside another union", group.keyword));
        }
        if let Some(of) = self.merged_values(at, &merged, first) {
            return of;
        }
        if self.analyst.flavour == Flavour::Protocol {
            if let Some(of) = self.results(at, &merged, first) {
                return of;
            }
        }
        let mut branches = Vec::new();
        self.flatten(first, &mut branches, 0);
        let base: Vec<Part> = parts.iter().map(|p| Part { bare: true, ..*p }).collect();
        let base_says = merged.constrains();
        let mut draft = Draft::default();
        self.unions.push(parts.to_vec());
        let shared = self.shared_members(&branches);
        for branch in branches {
            let Some(alone) = merge(self.set, &[Part::whole(branch)]) else { continue };
            let covered = !base_says && merged.kinds.has(alone.kinds);
            let all = if covered {
                vec![Part::whole(branch)]
            } else {
                [vec![Part::whole(branch)], base.clone()].concat()
            };
            let all = self.led(all);
            if self.unions.contains(&all) {
                self.unions.pop();
                return self.untyped(at, "its alternatives lead back to it".to_owned());
            }
            let label = self.label(branch, &alone, shared.as_ref());
            self.labels.insert(self.set.node(branch).at.clone(), label.clone());
            let replaced = self.is_replaced(branch);
            if let Some(kinds) = several_kinds(&alone, merged.kinds).filter(|_| !replaced) {
                self.kinds_apart(&all, at, &kinds).into_iter().for_each(|v| draft.add(v));
                draft.allow_null(alone.kinds.and(merged.kinds).has(Kinds::NULL));
                continue;
            }
            let of = self.conjunction(all);
            let docs = if bare_target(self.set, Part::whole(branch)).is_some() {
                Docs::default()
            } else {
                alone.docs
            };
            let name = self.chosen_name([branch]);
            draft.add(Variant { name, ..Variant::new(label, of, docs) });
        }
        self.unions.pop();
        self.union(parts, at, merged.docs, draft, first.keyword)
    }

    /// A list of types: one alternative a kind.
    pub(super) fn union_of_kinds(
        &mut self,
        parts: &[Part],
        at: &Pointer,
        merged: Merged<'a>,
        kinds: &[(&'static str, Kinds)],
        nullable: bool,
    ) -> Use {
        let mut draft = Draft { nullable, ..Draft::default() };
        for variant in self.kinds_apart(parts, at, kinds) {
            draft.add(variant);
        }
        self.union(parts, at, merged.docs, draft, "type")
    }

    /// One alternative a kind, of the values that satisfy the nodes.
    fn kinds_apart(
        &mut self,
        parts: &[Part],
        at: &Pointer,
        kinds: &[(&'static str, Kinds)],
    ) -> Vec<Variant> {
        let mut variants = Vec::new();
        for (name, kind) in kinds {
            let Some(again) = merge(self.set, parts) else { continue };
            let here = at.join("oneOf").join(*name);
            self.labels.insert(here.clone(), (*name).to_owned());
            self.stand_ins.insert(here.clone(), at.clone());
            let of = match *kind {
                Kinds::OBJECT if again.has_members() && !again.properties.is_empty() => {
                    self.record(None, &here, again)
                }
                kind => self.one_kind(&[], &here, again, kind),
            };
            let variant = Variant::new(*name, of, Docs::default());
            variants.push(Variant { is_kind: true, ..variant });
        }
        variants
    }

    fn union(
        &mut self,
        parts: &[Part],
        at: &Pointer,
        docs: Docs,
        mut draft: Draft,
        keyword: &'static str,
    ) -> Use {
        if draft.merge_alike() {
            let at = at.join(keyword);
            self.defer(&at, "its alternatives are one Rust type; what tells them apart");
        }
        if draft.twins && keyword == "oneOf" {
            let reason = "what several of its alternatives allow is refused only with the feature `validate`";
            self.lose(&at.join(keyword), LossKind::Deferred, reason);
        }
        let nullable = draft.nullable;
        if let Some(any) = draft.variants.iter().find(|v| v.of.shape == Shape::Any) {
            let checked = draft.variants.iter().any(|v| !v.of.checks.is_empty());
            let others = draft.variants.len() > 1 || nullable;
            if others && (keyword == "oneOf" || checked) {
                let at = at.join(keyword);
                self.lose(&at, LossKind::Deferred, "one of its alternatives allows any value; the others are checked only with the feature `validate`");
                return Use::of(Shape::Any);
            }
            return any.of.clone();
        }
        match draft.variants.len() {
            0 => Use::of(if nullable { Shape::Null } else { Shape::Never }),
            1 => {
                let of = draft.variants.pop().map_or(Use::of(Shape::Never), |v| v.of);
                Use { nullable, ..of }
            }
            _ => {
                let id = self.open_for(parts, at, docs);
                let union =
                    Union { variants: draft.variants, told_by: Discriminator::Trial, keyword };
                let of = self.close(id, Body::Union(union));
                Use { nullable, ..of }
            }
        }
    }

    /// Branches that are unions and nothing else are alternatives of the outer one.
    fn flatten(&self, group: &Group, out: &mut Vec<NodeId>, depth: usize) {
        for branch in &group.branches {
            let inner = self.set.keywords(*branch).filter(|k| {
                k.groups.len() == 1
                    && k.kinds.is_none()
                    && k.values.is_none()
                    && k.reference.is_none()
                    && k.all_of.is_empty()
                    && k.properties.is_empty()
                    && k.required.is_empty()
                    && k.checks.is_empty()
                    && k.items.is_none()
                    && k.prefix_items.is_empty()
                    && k.pattern_properties.is_empty()
                    && k.unevaluated_properties.is_none()
                    && k.untypeable.is_none()
                    && k.additional.is_none()
                    && k.unchecked.is_empty()
                    && !k.nullable
            });
            match inner.and_then(|k| k.groups.first()) {
                // Of an inner `oneOf` no two may hold, which an outer `anyOf` does not say.
                Some(inner)
                    if depth < 16 && (inner.keyword == "anyOf" || group.keyword == "oneOf") =>
                {
                    self.flatten(inner, out, depth + 1);
                }
                _ => out.push(*branch),
            }
        }
    }

    /// A union of fixed values is an enum.
    fn merged_values(&mut self, at: &Pointer, merged: &Merged<'a>, group: &Group) -> Option<Use> {
        let mut values: Vec<&'a Value> = Vec::new();
        for branch in &group.branches {
            let branch = merge(self.set, &[Part::whole(*branch)])?;
            let plain =
                branch.checks.is_empty() && branch.groups.is_empty() && branch.unchecked.is_empty();
            match branch.values {
                Some(more) if plain && !more.iter().any(|v| v.is_object() || v.is_array()) => {
                    let mut seen = BTreeSet::new();
                    let allowed = |v: &&Value| Kinds::of(v).meets(branch.kinds);
                    values.extend(more.into_iter().filter(allowed).filter(|v| seen.insert(key(v))));
                }
                None if branch.kinds == Kinds::NULL => values.push(&Value::Null),
                _ => return None,
            }
        }
        if group.keyword == "oneOf" {
            let mut counts: BTreeMap<String, usize> = BTreeMap::new();
            values.iter().for_each(|v| *counts.entry(key(v)).or_default() += 1);
            values.retain(|v| counts.get(&key(v)) == Some(&1));
        }
        let nullable = merged.kinds.has(Kinds::NULL);
        Some(self.values(at, merged, values, nullable))
    }

    /// In the protocol, alternatives that are all results of requests are told apart by the request's method. Where such a
    /// union stands inside another type, the method is not at hand: there it is any value, to be read by
    /// [`Discriminator::Method`] later.
    fn results(&mut self, at: &Pointer, merged: &Merged<'a>, group: &Group) -> Option<Use> {
        let names: Option<Vec<String>> =
            group.branches.iter().map(|b| self.definition(*b)).collect();
        let names = names.filter(|all| all.iter().all(|n| n.ends_with("Result")))?;
        let own = at.segments().last().unwrap_or_default();
        if !at.as_str().starts_with("/$defs/") && !at.as_str().starts_with("/definitions/")
            || at.segments().count() != 2
        {
            return None;
        }
        if !own.ends_with("Result") && !own.ends_with("Response") {
            return None;
        }
        let id = self.open(at, merged.docs.clone());
        let mut union = Union {
            variants: Vec::new(),
            told_by: Discriminator::Method(Vec::new()),
            keyword: "anyOf",
        };
        for (branch, label) in group.branches.iter().zip(names) {
            let of = self.conjunction(vec![Part::whole(*branch)]);
            union.variants.push(Variant::new(label, of, Docs::default()));
        }
        self.close(id, Body::Union(union));
        Some(Use::of(Shape::Any))
    }

    /// The name of the definition that a node refers to.
    fn definition(&self, node: NodeId) -> Option<String> {
        let target = self.set.keywords(node)?.reference?;
        self.set.node(target).at.segments().nth(1)
    }

    /// Where several branches are objects: the members that more than one of them requires, which name none.
    fn shared_members(&self, branches: &[NodeId]) -> Option<BTreeSet<&'a str>> {
        let objects = branches.iter().filter_map(|b| merge(self.set, &[Part::whole(*b)]));
        let objects: Vec<Merged<'a>> = objects.filter(|m| m.kinds == Kinds::OBJECT).collect();
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        objects
            .iter()
            .flat_map(|m| &m.required)
            .for_each(|name| *counts.entry(name).or_default() += 1);
        (objects.len() > 1)
            .then(|| counts.into_iter().filter(|(_, n)| *n > 1).map(|(name, _)| name).collect())
    }

    /// What a branch is called: its definition's name, its title, else its kind.
    fn label(&self, branch: NodeId, alone: &Merged<'_>, shared: Option<&BTreeSet<&str>>) -> String {
        let mut node = branch;
        for _ in 0..8 {
            let at = &self.set.node(node).at;
            let segments: Vec<String> = at.segments().collect();
            if let [.., keyword, name] = segments.as_slice() {
                if keyword == "$defs" || keyword == "definitions" {
                    return name.clone();
                }
                if keyword == "properties" && node != branch {
                    return name.clone();
                }
            }
            match bare_target(self.set, Part::whole(node)) {
                Some(target) => node = target,
                None => break,
            }
        }
        let title = self.set.keywords(node).and_then(|k| k.title.clone());
        if let Some(title) =
            title.filter(|t| t.len() <= 40 && t.chars().any(|c| c.is_ascii_alphabetic()))
        {
            return title;
        }
        self.kind_label(alone, shared)
    }

    fn kind_label(&self, alone: &Merged<'_>, shared: Option<&BTreeSet<&str>>) -> String {
        if let Some([Value::String(only)]) = alone
            .values
            .as_deref()
            .and_then(|v| <&[&Value; 1]>::try_from(v).ok().map(|v| v.map(Clone::clone)))
            .as_ref()
        {
            return only.clone();
        }
        if let Some(tag) = alone.properties.iter().find_map(|(_, parts)| self.single_string(parts))
        {
            return tag;
        }
        let kinds: Vec<&str> = alone.kinds.each().map(|(n, _)| n).collect();
        match kinds.as_slice() {
            ["array"] => {
                let item = alone.items.first().and_then(|p| merge(self.set, &[*p]));
                let item: Vec<&str> =
                    item.iter().flat_map(|m| m.kinds.each()).map(|(n, _)| n).collect();
                if let [item] = item.as_slice() {
                    format!("{item} array")
                } else {
                    "array".to_owned()
                }
            }
            ["object"] => {
                let own =
                    shared.and_then(|all| alone.required.iter().find(|name| !all.contains(**name)));
                own.map_or("object".to_owned(), |name| format!("with {name}"))
            }
            [kind] => (*kind).to_owned(),
            _ => "value".to_owned(),
        }
    }

    fn single_string(&self, parts: &[Part]) -> Option<String> {
        match merge(self.set, parts)?.values?.as_slice() {
            [Value::String(only)] => Some(only.clone()),
            _ => None,
        }
    }
}

/// The kinds of a plain list of types.
fn several_kinds(merged: &Merged<'_>, base: Kinds) -> Option<Vec<(&'static str, Kinds)>> {
    let plain = merged.values.is_none() && merged.groups.is_empty() && merged.kinds != Kinds::ALL;
    let kinds: Vec<_> = merged.kinds.and(base).without(Kinds::NULL).each().collect();
    (plain && kinds.len() > 1).then_some(kinds)
}

/// A union being put together.
#[derive(Default)]
struct Draft {
    nullable: bool,
    variants: Vec<Variant>,
    /// Whether an alternative allows just what another one does.
    twins: bool,
}

impl Draft {
    fn add(&mut self, mut variant: Variant) {
        self.allow_null(variant.of.nullable || variant.of.shape == Shape::Null);
        variant.of.nullable = false;
        if matches!(variant.of.shape, Shape::Null | Shape::Never) {
            return;
        }
        if self.variants.iter().any(|v| v.of == variant.of) {
            self.twins = true;
        } else {
            self.variants.push(variant);
        }
    }

    fn allow_null(&mut self, null: bool) {
        self.twins |= self.nullable && null;
        self.nullable |= null;
    }

    /// Alternatives of one Rust type become one without their constraints; true when that lost any.
    fn merge_alike(&mut self) -> bool {
        let before = self.variants.len();
        let mut kept: Vec<Variant> = Vec::new();
        for variant in self.variants.drain(..) {
            match kept.iter_mut().find(|k| k.of.shape == variant.of.shape) {
                Some(twin) => twin.of.checks.clear(),
                None => kept.push(variant),
            }
        }
        self.variants = kept;
        self.variants.len() < before
    }
}

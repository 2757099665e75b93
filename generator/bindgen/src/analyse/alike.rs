//! Types of one shape become one: within a tool, so that no tool's types depend on another tool.
//!
//! Two types are alike when they say the same about the same members, with the same docs, and refer to types that are alike
//! (a partition refinement, so that recursive types are found alike as well).

use crate::model::{
    Body, Constraint, Docs, Member, Model, Record, Rest, Shape, Tuple, Type, TypeId, Union, Use,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Merges the types of a model; the roots stay apart, for they are named after the tool.
pub(super) fn merge(model: &mut Model, roots: &mut [&mut Use]) {
    let fixed: BTreeSet<usize> = roots
        .iter()
        .filter_map(|of| if let Shape::Named(id) = of.shape { Some(id.0) } else { None })
        .collect();
    if model.types.len() < fixed.len() + 2 {
        return;
    }
    let classes = classes(&model.types, &fixed);
    let mut twins: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    // What was begun and then left off is no type.
    let reached = model.reached(roots.iter().map(|of| &**of));
    for (index, class) in classes.iter().enumerate().filter(|(i, _)| reached.contains(&TypeId(*i)))
    {
        twins.entry(*class).or_default().push(index);
    }
    twins.retain(|_, all| all.len() > 1);
    if twins.is_empty() {
        return;
    }
    let mut kept: BTreeMap<TypeId, TypeId> = BTreeMap::new();
    for all in twins.values() {
        let Some(first) = unite(model, all) else { continue };
        kept.extend(all.iter().map(|index| (TypeId(*index), first)));
    }
    let redirect = |of: &mut Use| lead(of, &kept);
    model.types.iter_mut().for_each(|t| uses(&mut t.body, &redirect));
    roots.iter_mut().for_each(|of| redirect(of));
}

/// Makes one of several types stand for all: the one with the shortest name.
fn unite(model: &mut Model, all: &[usize]) -> Option<TypeId> {
    let get = |index: &usize| model.types.get(*index);
    let by_name = |index: &&usize| get(index).map(|t| (t.name.0.len(), t.name.0.clone()));
    let first = *all.iter().min_by_key(by_name)?;
    let docs: Vec<Docs> = all.iter().filter_map(get).map(|t| t.docs.clone()).collect();
    let places: BTreeSet<_> = all.iter().filter_map(get).map(|t| t.at.clone()).collect();
    let names: BTreeSet<String> = all.iter().filter_map(get).filter_map(own_name).collect();
    let kept = model.types.get_mut(first)?;
    if places.len() > 1 {
        kept.shared_by = names;
    }
    // What only one of the places says is no description of all.
    if docs.iter().any(|d| *d != kept.docs) {
        kept.docs = Docs::default();
    }
    Some(TypeId(first))
}

/// The innermost name that the schema gives; an item is named after its list.
fn own_name(t: &Type) -> Option<String> {
    let given = |name: &&String| !["Item", "Value"].contains(&name.as_str());
    t.name.0.iter().rev().find(given).cloned()
}

/// For each type the class of those alike to it.
fn classes(types: &[Type], fixed: &BTreeSet<usize>) -> Vec<usize> {
    let mut classes = vec![0; types.len()];
    let mut count = 0;
    loop {
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        let mut next = Vec::with_capacity(types.len());
        for (index, t) in types.iter().enumerate() {
            let mut text = String::new();
            if fixed.contains(&index) {
                // Unlike every other, whatever it holds.
                let _ = write!(text, "root {index}");
            } else {
                Signature { text: &mut text, classes: &classes }.ty(t);
            }
            let new = known.len();
            next.push(*known.entry(text).or_insert(new));
        }
        classes = next;
        // Refining only ever splits, so that equal counts mean equal classes.
        if known.len() == count || known.len() == types.len() {
            return classes;
        }
        count = known.len();
    }
}

/// What a type says, as text, with the classes of others in place of the types.
struct Signature<'a> {
    text: &'a mut String,
    classes: &'a [usize],
}

impl Signature<'_> {
    /// Writing into a string does not fail.
    fn say(&mut self, what: std::fmt::Arguments<'_>) {
        let _ = self.text.write_fmt(what);
    }

    fn ty(&mut self, t: &Type) {
        self.say(format_args!("{:?} ", t.custom));
        self.body(&t.body);
    }

    fn body(&mut self, body: &Body) {
        match body {
            Body::Open => self.say(format_args!("open")),
            Body::StringEnum(values) => self.say(format_args!("strings {values:?}")),
            Body::ValueEnum(values) => self.say(format_args!("values {values:?}")),
            Body::Alias(of) => self.of(of),
            Body::Record(record) => self.record(record),
            Body::Union(union) => self.union(union),
            Body::Tuple(tuple) => self.tuple(tuple),
        }
    }

    fn record(&mut self, record: &Record) {
        self.say(format_args!("record {:?}", record.constants));
        for Member { wire, of, required, name, docs, default, at: _ } in &record.members {
            self.say(format_args!(" {wire:?} {name:?} {required} {docs:?} {default:?}"));
            self.of(of);
        }
        match &record.rest {
            Rest::Closed => self.say(format_args!(" closed")),
            Rest::Any => self.say(format_args!(" open")),
            Rest::Of(of) => self.of(of),
        }
    }

    fn union(&mut self, union: &Union) {
        let Union { variants, told_by, keyword } = union;
        self.say(format_args!("union {keyword} {told_by:?}"));
        for variant in variants {
            self.say(format_args!(" {:?} {:?} {:?}", variant.label, variant.name, variant.docs));
            self.of(&variant.of);
        }
    }

    fn tuple(&mut self, tuple: &Tuple) {
        self.say(format_args!("tuple {} {}", tuple.optional, tuple.rest.is_some()));
        tuple.items.iter().chain(&tuple.rest).for_each(|of| self.of(of));
    }

    fn of(&mut self, of: &Use) {
        self.say(format_args!(" nullable {}", of.nullable));
        for Constraint { check, .. } in &of.checks {
            self.say(format_args!(" {check:?}"));
        }
        match &of.shape {
            Shape::Array(inner) | Shape::Map(inner) => {
                let list = matches!(of.shape, Shape::Array(_));
                self.say(format_args!(" {}", if list { "list" } else { "map" }));
                self.of(inner);
            }
            Shape::Named(id) => {
                let class = self.classes.get(id.0).copied().unwrap_or(usize::MAX);
                self.say(format_args!(" #{class}"));
            }
            Shape::Foreign(foreign) => self.say(format_args!(" ::{}", foreign.path)),
            plain => self.say(format_args!(" {plain:?}")),
        }
    }
}

/// Every use in a body.
fn uses(body: &mut Body, act: &impl Fn(&mut Use)) {
    match body {
        Body::Open | Body::StringEnum(_) | Body::ValueEnum(_) => {}
        Body::Alias(of) => act(of),
        Body::Record(record) => {
            record.members.iter_mut().for_each(|m| act(&mut m.of));
            if let Rest::Of(of) = &mut record.rest {
                act(of);
            }
        }
        Body::Union(union) => union.variants.iter_mut().for_each(|v| act(&mut v.of)),
        Body::Tuple(tuple) => tuple.items.iter_mut().chain(&mut tuple.rest).for_each(act),
    }
}

fn lead(of: &mut Use, kept: &BTreeMap<TypeId, TypeId>) {
    match &mut of.shape {
        Shape::Array(inner) | Shape::Map(inner) => lead(inner, kept),
        Shape::Named(id) => *id = kept.get(id).copied().unwrap_or(*id),
        _ => {}
    }
}

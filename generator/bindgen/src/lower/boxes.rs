//! Which by-value uses need a `Box`: those inside a cycle.

use crate::model::{Body, Model, Shape, TypeId};
use std::collections::{BTreeMap, BTreeSet};

/// Pairs of holder and held that lie on a cycle of by-value uses.
pub(super) fn cycles(model: &Model) -> BTreeSet<(TypeId, TypeId)> {
    let edges: BTreeMap<TypeId, Vec<TypeId>> =
        model.types.iter().enumerate().map(|(i, t)| (TypeId(i), held(&t.body))).collect();
    let component = components(&edges);
    let mut out = BTreeSet::new();
    for (from, to) in edges.iter().flat_map(|(from, all)| all.iter().map(move |to| (*from, *to))) {
        if component.get(&from) == component.get(&to) {
            out.insert((from, to));
        }
    }
    out
}

/// What a type holds without an allocation between: not what stands in a list or a map.
fn held(body: &Body) -> Vec<TypeId> {
    let direct = |shape: &Shape| if let Shape::Named(id) = shape { Some(*id) } else { None };
    match body {
        Body::Record(record) => record.members.iter().filter_map(|m| direct(&m.of.shape)).collect(),
        Body::Union(union) => union.variants.iter().filter_map(|v| direct(&v.of.shape)).collect(),
        Body::Tuple(tuple) => tuple.items.iter().filter_map(|i| direct(&i.shape)).collect(),
        Body::Alias(of) => direct(&of.shape).into_iter().collect(),
        Body::Open | Body::StringEnum(_) | Body::ValueEnum(_) => Vec::new(),
    }
}

/// Strongly connected components (Kosaraju), without recursion: schemas may be deep.
fn components(edges: &BTreeMap<TypeId, Vec<TypeId>>) -> BTreeMap<TypeId, TypeId> {
    let mut back: BTreeMap<TypeId, Vec<TypeId>> = BTreeMap::new();
    for (from, to) in edges.iter().flat_map(|(from, all)| all.iter().map(move |to| (*from, *to))) {
        back.entry(to).or_default().push(from);
    }
    let mut component = BTreeMap::new();
    for root in finished(edges).into_iter().rev() {
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            if component.contains_key(&id) {
                continue;
            }
            component.insert(id, root);
            stack.extend(
                back.get(&id).into_iter().flatten().copied().filter(|b| !component.contains_key(b)),
            );
        }
    }
    component
}

/// The nodes in the order in which a depth-first walk leaves them.
fn finished(edges: &BTreeMap<TypeId, Vec<TypeId>>) -> Vec<TypeId> {
    let mut seen = BTreeSet::new();
    let mut order = Vec::new();
    for start in edges.keys() {
        let mut stack = vec![(*start, false)];
        while let Some((id, left)) = stack.pop() {
            if left {
                order.push(id);
            } else if seen.insert(id) {
                stack.push((id, true));
                stack.extend(
                    edges
                        .get(&id)
                        .into_iter()
                        .flatten()
                        .filter(|n| !seen.contains(n))
                        .map(|n| (*n, false)),
                );
            }
        }
    }
    order
}

//! Several schemas that hold at once, as one set of keywords.

use crate::model::Docs;
pub(super) use crate::resolve::key;
use crate::resolve::{Check, Group, Keywords, Kinds, NodeId, Schema, SchemaSet};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A node in a conjunction; `bare` leaves its `anyOf`/`oneOf` out, for one of their branches stands beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Part {
    pub(super) node: NodeId,
    pub(super) bare: bool,
}

impl Part {
    pub(super) fn whole(node: NodeId) -> Self {
        Self { node, bare: false }
    }
}

/// A conjunction with `$ref` and `allOf` unfolded.
#[derive(Debug)]
pub(super) struct Merged<'s> {
    pub(super) kinds: Kinds,
    /// `nullable` without a `type` that it could widen: `null` is allowed as well.
    pub(super) nullable: bool,
    pub(super) values: Option<Vec<&'s Value>>,
    /// Each declared member with the schemas that hold for it.
    pub(super) properties: BTreeMap<&'s str, Vec<Part>>,
    pub(super) required: Vec<&'s str>,
    pub(super) is_required: BTreeSet<&'s str>,
    /// The schemas of undeclared members.
    pub(super) rest: Vec<Part>,
    pub(super) closed: bool,
    pub(super) patterns: Vec<NodeId>,
    pub(super) prefix: Vec<Vec<Part>>,
    pub(super) items: Vec<Part>,
    pub(super) closed_array: bool,
    /// Constraints, each with the node that makes it.
    pub(super) checks: Vec<(NodeId, Check)>,
    /// Unions, each with the node that holds it.
    pub(super) groups: Vec<(NodeId, &'s Group)>,
    pub(super) unchecked: Vec<(NodeId, &'static str)>,
    pub(super) untypeable: Option<&'static str>,
    pub(super) docs: Docs,
    pub(super) format: Option<&'s str>,
}

impl Default for Merged<'_> {
    fn default() -> Self {
        Self {
            kinds: Kinds::ALL,
            nullable: false,
            values: None,
            properties: BTreeMap::new(),
            required: Vec::new(),
            is_required: BTreeSet::new(),
            rest: Vec::new(),
            closed: false,
            patterns: Vec::new(),
            prefix: Vec::new(),
            items: Vec::new(),
            closed_array: false,
            checks: Vec::new(),
            groups: Vec::new(),
            unchecked: Vec::new(),
            untypeable: None,
            docs: Docs::default(),
            format: None,
        }
    }
}

impl Merged<'_> {
    /// Whether it says anything but a type.
    pub(super) fn constrains(&self) -> bool {
        self.shapes() || !self.checks.is_empty()
    }

    /// Whether it says what lies inside an object or an array.
    pub(super) fn shapes(&self) -> bool {
        self.has_members()
            || !(self.prefix.is_empty() && self.items.is_empty())
            || self.closed_array
    }

    pub(super) fn has_members(&self) -> bool {
        !(self.properties.is_empty()
            && self.required.is_empty()
            && self.rest.is_empty()
            && self.patterns.is_empty()
            && !self.closed)
    }
}

/// The target of a reference that says nothing besides: both are one type.
pub(super) fn bare_target(set: &SchemaSet, part: Part) -> Option<NodeId> {
    let k = set.keywords(part.node)?;
    let silent = k.kinds.is_none()
        && !k.nullable
        && k.groups.is_empty()
        && k.values.is_none()
        && k.properties.is_empty()
        && k.required.is_empty()
        && k.additional.is_none()
        && k.unevaluated_properties.is_none()
        && k.pattern_properties.is_empty()
        && k.prefix_items.is_empty()
        && k.items.is_none()
        && k.checks.is_empty()
        && k.unchecked.is_empty()
        && k.untypeable.is_none();
    match (silent, k.reference, k.all_of.as_slice()) {
        (true, Some(target), []) => Some(target),
        (true, None, [only]) => Some(*only),
        _ => None,
    }
}

/// All the schemas as one; `None` when one of them allows nothing.
pub(super) fn merge<'s>(set: &'s SchemaSet, parts: &[Part]) -> Option<Merged<'s>> {
    let mut atoms = Vec::new();
    let mut seen = BTreeSet::new();
    for part in parts {
        if !unfold(set, *part, &mut seen, &mut atoms) {
            return None;
        }
    }
    let nullable = atoms.first().is_some_and(|(_, k)| k.nullable && k.kinds.is_none());
    let mut out = Merged { nullable, ..Merged::default() };
    for (part, k) in &atoms {
        scalars(&mut out, *part, k);
    }
    members(&mut out, set, &atoms);
    array(&mut out, set, &atoms);
    Some(out)
}

/// The keyword objects behind a part, in order; false when `false` is among them. Without recursion: chains of references may
/// be long.
fn unfold<'s>(
    set: &'s SchemaSet,
    part: Part,
    seen: &mut BTreeSet<Part>,
    atoms: &mut Vec<(Part, &'s Keywords)>,
) -> bool {
    let mut stack = vec![part];
    while let Some(part) = stack.pop() {
        if !seen.insert(part) {
            continue;
        }
        match &set.node(part.node).schema {
            Schema::Any => {}
            Schema::Never => return false,
            Schema::Keywords(k) => {
                atoms.push((part, k));
                // A branch stands for every union that is reached from here.
                let bare = part.bare;
                let further = |node| Part { node, bare };
                stack.extend(k.all_of.iter().rev().map(|n| further(*n)));
                stack.extend(k.reference.map(further));
            }
        }
    }
    true
}

fn scalars<'s>(out: &mut Merged<'s>, part: Part, k: &'s Keywords) {
    if let Some(kinds) = k.kinds {
        let kinds = if k.nullable { kinds.or(Kinds::NULL) } else { kinds };
        out.kinds = out.kinds.and(kinds);
    }
    if let Some(values) = &k.values {
        let nulls = k.nullable && k.kinds.is_some();
        let mut kept: Vec<&Value> = match out.values.take() {
            None => values.iter().collect(),
            Some(before) => {
                let allowed: BTreeSet<String> = values.iter().map(key).collect();
                before.into_iter().filter(|v| allowed.contains(&key(v))).collect()
            }
        };
        if nulls && !kept.iter().any(|v| v.is_null()) {
            kept.push(&Value::Null);
        }
        out.values = Some(kept);
    }
    for name in &k.required {
        if out.is_required.insert(name) {
            out.required.push(name);
        }
    }
    for check in &k.checks {
        if !out.checks.iter().any(|(_, c)| c == check) {
            out.checks.push((part.node, check.clone()));
        }
    }
    if !part.bare {
        out.groups.extend(k.groups.iter().map(|g| (part.node, g)));
    }
    out.unchecked.extend(k.unchecked.iter().map(|keyword| (part.node, *keyword)));
    out.untypeable = out.untypeable.or(k.untypeable);
    out.format = out.format.or(k.format.as_deref());
    let docs = &mut out.docs;
    docs.title = docs.title.take().or_else(|| k.title.clone());
    docs.description = docs.description.take().or_else(|| k.description.clone());
    docs.deprecated |= k.deprecated;
}

/// `additionalProperties` speaks of the members that its own schema does not declare, so each schema is asked for each member.
fn members<'s>(out: &mut Merged<'s>, set: &SchemaSet, atoms: &[(Part, &'s Keywords)]) {
    for (_, k) in atoms {
        for name in k.properties.keys() {
            out.properties.entry(name).or_default();
        }
    }
    // A closed object that demands an undeclared member: declared here, so that the demand shows.
    let demanded: Vec<&str> =
        out.required.iter().copied().filter(|n| !out.properties.contains_key(n)).collect();
    for name in demanded {
        out.properties.entry(name).or_default();
    }
    for (name, parts) in &mut out.properties {
        for (_, k) in atoms {
            let own = k.properties.get(*name).copied();
            let node = own.or_else(|| k.additional.filter(|_| k.pattern_properties.is_empty()));
            if let Some(part) = node.map(Part::whole).filter(|p| !parts.contains(p)) {
                parts.push(part);
            }
        }
    }
    for (part, k) in atoms {
        out.patterns.extend(k.pattern_properties.values());
        let further = [
            (k.additional, "additionalProperties"),
            (k.unevaluated_properties, "unevaluatedProperties"),
        ];
        for (node, keyword) in further {
            let Some(node) = node else { continue };
            match &set.node(node).schema {
                Schema::Any => {}
                Schema::Never => {
                    let unevaluated = keyword == "unevaluatedProperties";
                    // A closed struct would refuse members that something unread evaluates.
                    let closes = !unevaluated || knows_evaluated(set, atoms);
                    out.closed |= closes;
                    // It sees what its own schema evaluates, and not what stands beside that.
                    let alone = closes && !(unevaluated && atoms.len() > 1);
                    if !(alone && k.pattern_properties.is_empty()) {
                        out.unchecked.push((part.node, keyword));
                    }
                }
                Schema::Keywords(_) if keyword == "unevaluatedProperties" => {
                    out.unchecked.push((part.node, keyword))
                }
                Schema::Keywords(_) => out.rest.push(Part::whole(node)),
            }
        }
        if !k.pattern_properties.is_empty() {
            out.unchecked.push((part.node, "patternProperties"));
        }
    }
}

/// Whether every member that the schemas evaluate is among the merged ones.
fn knows_evaluated(set: &SchemaSet, atoms: &[(Part, &Keywords)]) -> bool {
    let allows = |node: Option<NodeId>| {
        node.is_some_and(|node| !matches!(set.node(node).schema, Schema::Never))
    };
    atoms.iter().all(|(part, k)| {
        // Of `anyOf` more branches may hold than the one that is read.
        let branches = match k.groups.as_slice() {
            [] => true,
            [only] => part.bare && only.keyword == "oneOf",
            _ => false,
        };
        let unread =
            |u: &&'static str| matches!(*u, "if" | "dependentSchemas" | "dependencies" | "not");
        branches
            && !allows(k.additional)
            && !allows(k.unevaluated_properties)
            && !k.unchecked.iter().any(unread)
    })
}

fn array<'s>(out: &mut Merged<'s>, set: &SchemaSet, atoms: &[(Part, &'s Keywords)]) {
    let longest = atoms.iter().map(|(_, k)| k.prefix_items.len()).max().unwrap_or(0);
    for i in 0..longest {
        let parts = atoms.iter().filter_map(|(_, k)| k.prefix_items.get(i).copied().or(k.items));
        out.prefix.push(parts.map(Part::whole).collect());
    }
    for (_, k) in atoms {
        let Some(items) = k.items else { continue };
        match &set.node(items).schema {
            Schema::Any => {}
            Schema::Never => out.closed_array = true,
            Schema::Keywords(_) => out.items.push(Part::whole(items)),
        }
    }
}

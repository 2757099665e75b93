//! How the alternatives of each union are told apart, once all types are known: by a member with a fixed value, by the kind
//! of JSON value, by members that only one can have, else by trial.

use super::Flavour;
use crate::model::{
    Body, Constraint, Custom, Discriminator, Docs, Literal, Loss, Model, Record, Rest, Shape, Test,
    Type, TypeId, Union, Use, Variant,
};
use crate::resolve::Kinds;
use std::collections::{BTreeMap, BTreeSet};

/// Decides every union of a model that is not decided yet.
pub(super) fn all(model: &mut Model, flavour: Flavour, losses: &mut BTreeSet<Loss>) {
    for index in 0..model.types.len() {
        let Some(Type { body: Body::Union(union), .. }) = model.types.get(index) else { continue };
        if !matches!(union.told_by, Discriminator::Trial) {
            continue;
        }
        let union = decide(model, index, union.clone(), flavour);
        if let Some(t) = model.types.get_mut(index) {
            t.body = Body::Union(union);
        }
    }
    for t in &model.types {
        let Body::Union(union) = &t.body else { continue };
        match union.told_by {
            Discriminator::Tag { .. } | Discriminator::Members(_) => note_unheld(t, union, losses),
            Discriminator::Trial if union.keyword == "oneOf" => note_inexact(t, losses),
            _ => {}
        }
    }
}

/// Rows by tag and by members carry no checks of the alternative as a whole.
fn note_unheld(t: &Type, union: &Union, losses: &mut BTreeSet<Loss>) {
    for Constraint { check, .. } in union.variants.iter().flat_map(|v| &v.of.checks) {
        let what = format!("`{}` of one of its alternatives", check.keyword());
        losses.insert(Loss::deferred(t.at.clone(), what));
    }
}

/// Trial is exact about which alternatives can hold a value, not that exactly one does.
fn note_inexact(t: &Type, losses: &mut BTreeSet<Loss>) {
    let what = "its alternatives overlap: that exactly one of `oneOf` holds";
    losses.insert(Loss::deferred(t.at.clone(), what));
}

fn decide(model: &mut Model, index: usize, mut union: Union, flavour: Flavour) -> Union {
    let kinds: Vec<Kinds> = union.variants.iter().map(|v| kinds_of(model, &v.of, 0)).collect();
    // An integer that the integer's alternative refuses may still be allowed as a number.
    let overlap = flavour == Flavour::Contract
        && kinds.contains(&Kinds::NUMBER)
        && kinds.contains(&Kinds::INTEGER);
    if let Some(rows) = by_kind(&kinds).filter(|_| !overlap) {
        union.told_by = Discriminator::Kind(rows);
        return union;
    }
    if kinds.iter().all(|k| *k == Kinds::OBJECT) {
        return by_object(model, union, flavour);
    }
    match group_objects(model, index, &union, &kinds, flavour) {
        Some(grouped) => grouped,
        None => union,
    }
}

/// One kind each, none twice.
fn by_kind(kinds: &[Kinds]) -> Option<Vec<&'static str>> {
    let mut rows = Vec::new();
    let mut taken = Kinds::NONE;
    for kind in kinds {
        let mut names = kind.each();
        let (name, only) = names.next()?;
        if names.next().is_some() || only != *kind {
            return None;
        }
        // An integer beside a number: an integer is read as the integer.
        let overlap = taken.and(*kind);
        let integer = overlap == Kinds::INTEGER && !rows.contains(&name);
        if !(overlap.is_empty() || integer) {
            return None;
        }
        taken = taken.or(*kind);
        rows.push(name);
    }
    Some(rows)
}

/// Several objects beside other kinds: the objects become a union of their own.
fn group_objects(
    model: &mut Model,
    index: usize,
    union: &Union,
    kinds: &[Kinds],
    flavour: Flavour,
) -> Option<Union> {
    let is_object = |i: &usize| kinds.get(*i).is_some_and(|k| *k == Kinds::OBJECT);
    let (objects, others): (Vec<usize>, Vec<usize>) =
        (0..union.variants.len()).partition(is_object);
    if objects.len() < 2 {
        return None;
    }
    let other_kinds: Vec<Kinds> = others.iter().filter_map(|i| kinds.get(*i).copied()).collect();
    let mut rows = vec!["object"];
    rows.extend(by_kind(&[vec![Kinds::OBJECT], other_kinds].concat())?.into_iter().skip(1));
    let pick = |list: &[usize]| {
        list.iter().filter_map(|i| union.variants.get(*i).cloned()).collect::<Vec<_>>()
    };
    let outer = model.types.get(index)?.clone();
    let inner = by_object(
        model,
        Union { variants: pick(&objects), told_by: Discriminator::Trial, keyword: union.keyword },
        flavour,
    );
    let id = TypeId(model.types.len());
    model.types.push(Type {
        name: outer.name.join("Objects"),
        at: outer.at,
        docs: Docs::default(),
        body: Body::Union(inner),
        shared_by: BTreeSet::new(),
        custom: Custom::default(),
    });
    let object = Variant::new("object", Use::of(Shape::Named(id)), Docs::default());
    Some(Union {
        variants: [vec![object], pick(&others)].concat(),
        told_by: Discriminator::Kind(rows),
        keyword: union.keyword,
    })
}

fn by_object(model: &Model, mut union: Union, flavour: Flavour) -> Union {
    let records: Option<Vec<&Record>> =
        union.variants.iter().map(|v| record_of(model, &v.of)).collect();
    let Some(records) = records else { return union };
    if let Some(tag) = by_tag(model, &records, flavour) {
        union.told_by = tag;
        return union;
    }
    if let Some((order, tests)) = by_members(model, &records, flavour) {
        union.variants = order.iter().filter_map(|i| union.variants.get(*i).cloned()).collect();
        union.told_by = Discriminator::Members(tests);
    }
    union
}

fn record_of<'m>(model: &'m Model, of: &Use) -> Option<&'m Record> {
    match of.shape {
        Shape::Named(id) => match &model.get(id)?.body {
            Body::Record(record) => Some(record),
            _ => None,
        },
        _ => None,
    }
}

/// A member with different fixed strings in each.
fn by_tag(model: &Model, records: &[&Record], flavour: Flavour) -> Option<Discriminator> {
    let mut names: BTreeSet<&str> = BTreeSet::new();
    for record in records {
        names.extend(record.constants.iter().map(|(n, _)| n.as_str()));
        names.extend(record.members.iter().map(|m| m.wire.as_str()));
    }
    // The usual names first, so that a schema with several candidates gets the one that people expect.
    let usual = ["method", "type", "kind", "resultType", "mode"];
    let usual = usual.into_iter().filter(|u| names.contains(u));
    let rest = names
        .iter()
        .copied()
        .filter(|n| !["method", "type", "kind", "resultType", "mode"].contains(n));
    usual.chain(rest).find_map(|name| tag_named(model, records, name, flavour))
}

fn tag_named(
    model: &Model,
    records: &[&Record],
    name: &str,
    flavour: Flavour,
) -> Option<Discriminator> {
    let mut values = Vec::new();
    let mut absent = None;
    let mut taken = BTreeSet::new();
    for (i, record) in records.iter().enumerate() {
        let tag = tag_of(model, record, name, flavour)?;
        if tag.optional && absent.replace(i).is_some() {
            return None;
        }
        if tag.values.iter().any(|v| !taken.insert(v.clone())) {
            return None;
        }
        values.push(tag.values);
    }
    let open = flavour == Flavour::Protocol && matches!(name, "type" | "method");
    Some(Discriminator::Tag { member: name.to_owned(), values, absent, open })
}

struct Tag {
    values: Vec<String>,
    optional: bool,
}

fn tag_of(model: &Model, record: &Record, name: &str, flavour: Flavour) -> Option<Tag> {
    if let Some((_, literal)) = record.constants.iter().find(|(n, _)| n == name) {
        let Literal::String(only) = literal else { return None };
        return Some(Tag { values: vec![only.clone()], optional: false });
    }
    let member = record.members.iter().find(|m| m.wire == name && !m.of.nullable)?;
    match member.of.shape {
        Shape::Named(id) => match &model.get(id)?.body {
            Body::StringEnum(values) => {
                Some(Tag { values: values.clone(), optional: !member.required })
            }
            _ => None,
        },
        // The official schema leaves the value open; the text of the specification says "complete", or nothing at all.
        Shape::String if flavour == Flavour::Protocol && name == "resultType" => {
            Some(Tag { values: vec!["complete".to_owned()], optional: true })
        }
        _ => None,
    }
}

/// An order of the alternatives, and tests of which the first that hold decide.
fn by_members(
    model: &Model,
    records: &[&Record],
    flavour: Flavour,
) -> Option<(Vec<usize>, Vec<Vec<Test>>)> {
    // Nested members say something only of types that the protocol makes.
    let depth = if flavour == Flavour::Protocol { 0 } else { 1 };
    let mut rows: Vec<(usize, Vec<Test>)> =
        records.iter().map(|r| tests_of(model, r, depth)).enumerate().collect();
    // A test's `/` leads into a member, so a name that holds one cannot be tested.
    if flavour == Flavour::Contract {
        rows.iter_mut().for_each(|(_, tests)| tests.retain(|t| !t.name().contains('/')));
    }
    if flavour == Flavour::Protocol {
        tell_twins_apart(records, &mut rows);
    }
    let common: Vec<Test> = match rows.split_first() {
        Some(((_, first), others)) => {
            first.iter().filter(|t| others.iter().all(|(_, o)| o.contains(t))).cloned().collect()
        }
        None => Vec::new(),
    };
    // What all have says nothing, unless it is all that one has.
    if rows.iter().all(|(_, tests)| tests.iter().any(|t| !common.contains(t))) {
        rows.iter_mut().for_each(|(_, tests)| tests.retain(|t| !common.contains(t)));
    }
    rows.sort_by_key(|(i, tests)| (std::cmp::Reverse(weight(tests)), *i));
    for (n, (i, tests)) in rows.iter().enumerate() {
        let later = rows.get(n + 1..).unwrap_or_default();
        let told = match flavour {
            Flavour::Protocol => later.iter().all(|(_, t)| t != tests),
            Flavour::Contract => later.iter().all(|(j, _)| {
                records.get(*j).is_some_and(|other| excludes(other, tests)) && i != j
            }),
        };
        if !told {
            return None;
        }
    }
    Some(rows.into_iter().unzip())
}

fn weight(tests: &[Test]) -> usize {
    tests.iter().map(|t| if matches!(t, Test::Equals(..)) { 2 } else { 1 }).sum()
}

/// Whether no value of a record passes the tests: one names a member that a closed record lacks.
fn excludes(other: &Record, tests: &[Test]) -> bool {
    tests.iter().any(|t| match t {
        Test::Present(name) => {
            matches!(other.rest, Rest::Closed)
                && !other.members.iter().any(|m| m.wire == *name)
                && !other.constants.iter().any(|(n, _)| n == name)
        }
        Test::Equals(name, value) => other
            .constants
            .iter()
            .any(|(n, l)| n == name && !matches!(l, Literal::String(s) if s == value)),
    })
}

/// What every value of a record has: its constants, its required members, and those of a required record inside.
fn tests_of(model: &Model, record: &Record, depth: usize) -> Vec<Test> {
    let mut tests: Vec<Test> = record
        .constants
        .iter()
        .map(|(name, literal)| match literal {
            Literal::String(s) => Test::Equals(name.clone(), s.clone()),
            _ => Test::Present(name.clone()),
        })
        .collect();
    for member in record.members.iter().filter(|m| m.required) {
        tests.push(Test::Present(member.wire.clone()));
        if let (0, Some(inner)) = (depth, record_of(model, &member.of)) {
            tests.extend(tests_of(model, inner, depth + 1).into_iter().filter_map(|t| match t {
                Test::Present(name) if !name.contains('/') => {
                    Some(Test::Present(format!("{}/{name}", member.wire)))
                }
                _ => None,
            }));
        }
    }
    tests
}

/// Two records with the same tests: the one with an optional member of its own is meant where that member stands.
fn tell_twins_apart(records: &[&Record], rows: &mut [(usize, Vec<Test>)]) {
    let all: BTreeMap<usize, Vec<Test>> = rows.iter().cloned().collect();
    for (i, tests) in rows.iter_mut() {
        let Some(own) = records.get(*i) else { continue };
        let twins = all
            .iter()
            .filter(|(j, t)| *j != i && **t == *tests)
            .filter_map(|(j, _)| records.get(*j));
        let twins: Vec<_> = twins.collect();
        if twins.is_empty() {
            continue;
        }
        let lone = own.members.iter().find(|m| {
            !m.required && twins.iter().all(|t| !t.members.iter().any(|o| o.wire == m.wire))
        });
        if let Some(member) = lone {
            tests.push(Test::Present(member.wire.clone()));
        }
    }
}

/// The kinds of the values that a use holds, `null` apart.
fn kinds_of(model: &Model, of: &Use, depth: usize) -> Kinds {
    match &of.shape {
        Shape::Any | Shape::Foreign(_) => Kinds::ALL,
        Shape::Never | Shape::Null => Kinds::NONE,
        Shape::Boolean => Kinds::BOOLEAN,
        Shape::Integer(_) => Kinds::INTEGER,
        Shape::Number => Kinds::NUMBER,
        Shape::String => Kinds::STRING,
        Shape::Array(_) => Kinds::ARRAY,
        Shape::Map(_) => Kinds::OBJECT,
        Shape::Named(id) => match model.get(*id).map(|t| &t.body) {
            Some(Body::Record(_)) => Kinds::OBJECT,
            Some(Body::StringEnum(_)) => Kinds::STRING,
            Some(Body::Tuple(_)) => Kinds::ARRAY,
            Some(Body::Alias(of)) if depth < 32 => kinds_of(model, of, depth + 1),
            Some(Body::ValueEnum(values)) => {
                values.iter().fold(Kinds::NONE, |k, v| k.or(literal_kind(v)))
            }
            Some(Body::Union(u)) if depth < 32 => {
                u.variants.iter().fold(Kinds::NONE, |k, v| k.or(kinds_of(model, &v.of, depth + 1)))
            }
            _ => Kinds::ALL,
        },
    }
}

fn literal_kind(literal: &Literal) -> Kinds {
    match literal {
        Literal::Null => Kinds::NULL,
        Literal::Boolean(_) => Kinds::BOOLEAN,
        Literal::Number(_) => Kinds::NUMBER,
        Literal::String(_) => Kinds::STRING,
    }
}

//! Bodies of types.

use super::Lowering;
use crate::analyse::Flavour;
use crate::model::{
    self, Body, Constraint, Discriminator, Literal, Member, Rest, Shape, TypeId, Use, Width,
};
use crate::names::{Name, Names, Scope};
use crate::rust::{
    Checks, DefaultValue, Field, ItemBody, Record, ToldBy, Tuple, Type, Union, UnionVariant, Word,
};
use crate::text::code_span;
use serde_json::Value;
use std::collections::BTreeMap;

pub(super) fn integer(width: Width) -> &'static str {
    match width {
        Width::I8 => "i8",
        Width::U8 => "u8",
        Width::I16 => "i16",
        Width::U16 => "u16",
        Width::I32 => "i32",
        Width::U32 => "u32",
        Width::I64 => "i64",
        Width::U64 => "u64",
    }
}

impl Lowering<'_> {
    pub(super) fn record(&self, t: &model::Type, id: TypeId, record: &model::Record) -> ItemBody {
        let chosen = |m: &Member| m.name.as_deref().map(Name::chosen);
        let wires = record.members.iter().map(|m| (m.wire.as_str(), chosen(m)));
        let constants = record.constants.iter().map(|(wire, _)| (wire.as_str(), None));
        let names = Names::with_chosen(Scope::Fields, wires.chain(constants));
        let (rest, rest_checks) = match &record.rest {
            Rest::Closed => (None, Checks::default()),
            Rest::Any => (Some(Type::Value), Checks::default()),
            Rest::Of(of) => (Some(self.ty(None, of)), self.checks(of)),
        };
        ItemBody::Record(Record {
            fields: record.members.iter().map(|m| self.field(t, id, m, &names)).collect(),
            constants: record
                .constants
                .iter()
                .map(|(wire, literal)| (names.get(wire).field(), wire.clone(), literal.clone()))
                .collect(),
            rest,
            rest_checks,
        })
    }

    fn field(&self, t: &model::Type, id: TypeId, member: &Member, names: &Names) -> Field {
        let usual = t.at.join("properties").join(&member.wire);
        // An item tells its own place, unless it has several.
        let own = match member.of.shape {
            Shape::Named(id) => self.model.get(id).is_some_and(|t| t.shared_by.is_empty()),
            _ => false,
        };
        let at = member.at.as_ref().filter(|at| **at != usual && !own);
        let name = names.get(&member.wire);
        let patient = member.at.as_ref().and_then(|at| self.words.get(at)).copied();
        Field {
            name: name.field(),
            bare: name.bare().to_owned(),
            wire: member.wire.clone(),
            docs: self.docs_of_member(id, member),
            deprecated: member.docs.deprecated,
            word: patient.unwrap_or_else(|| self.word(member)),
            ty: self.ty(Some(id), &member.of),
            at: at.and_then(|at| self.place(at)),
            checks: self.checks(&member.of),
            default: member.default.as_ref().and_then(|d| self.default(&member.of, d)),
        }
    }

    /// The presence that a member has by its schema.
    fn word(&self, member: &Member) -> Word {
        match (member.required, self.flavour) {
            (true, _) if member.of.foreign().is_some() => Word::Foreign,
            (false, _) if member.of.foreign().is_some() => Word::ForeignOptional,
            (true, _) => Word::Required,
            // `null` in place of an optional member of the protocol counts as absent, but where it is a value.
            (false, Flavour::Protocol) if !member.of.nullable && member.of.shape != Shape::Any => {
                Word::Lenient
            }
            (false, _) => Word::Optional,
        }
    }

    /// A default that the type can hold, for an accessor.
    fn default(&self, of: &Use, value: &Value) -> Option<DefaultValue> {
        let literal = || Some(DefaultValue::Literal(value.clone()));
        // One that the schema itself refuses is told as a warning, and not applied.
        if of.nullable || !of.checks.iter().all(|c| c.check.allows(value)) {
            return None;
        }
        match (&of.shape, value) {
            (Shape::Boolean, Value::Bool(_))
            | (Shape::String, Value::String(_))
            | (Shape::Number, Value::Number(_)) => literal(),
            (Shape::Integer(width), Value::Number(n)) => {
                let signed = n.as_i64().map(i128::from).or(n.as_u64().map(i128::from))?;
                let (least, greatest) = width.range();
                (least..=greatest).contains(&signed).then(literal)?
            }
            (Shape::Named(id), Value::String(text)) => {
                let t = self.model.get(*id)?;
                match &t.body {
                    Body::StringEnum(values)
                        if values.contains(text) && self.flavour == Flavour::Contract =>
                    {
                        let name = string_names(t, values).get(text).ty();
                        Some(DefaultValue::Variant(self.ty(None, of), name))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    pub(super) fn string_enum(&self, t: &model::Type, values: &[String]) -> ItemBody {
        let names = string_names(t, values);
        let variants = values.iter().map(|v| (names.get(v).ty(), v.clone())).collect();
        // A single value is a constant, and constants are checked.
        let open = self.flavour == Flavour::Protocol && values.len() > 1;
        ItemBody::StringEnum { variants, open }
    }

    pub(super) fn value_enum(&self, t: &model::Type, values: &[Literal]) -> ItemBody {
        let mut labels: Vec<String> = values.iter().map(literal_label).collect();
        // `1` beside `"1"`: the text is marked as one.
        let twins = labels.clone();
        for (label, value) in labels.iter_mut().zip(values) {
            let twin = twins.iter().filter(|other| *other == label).count() > 1;
            if twin && matches!(value, Literal::String(_)) {
                label.push_str(" text");
            }
        }
        let keys = Literal::keys(values);
        let all = labels.iter().zip(&keys).map(|(label, key)| (label.as_str(), chosen(t, key)));
        let names = Names::with_chosen(Scope::Variants, all);
        ItemBody::ValueEnum(
            labels.iter().zip(values).map(|(l, v)| (names.get(l).ty(), v.clone())).collect(),
        )
    }

    pub(super) fn union(&self, t: &model::Type, id: TypeId, union: &model::Union) -> ItemBody {
        let labels = self.labels(union);
        let all = union.variants.iter().zip(&labels).map(|(v, label)| {
            let own = v.name.as_deref().map(Name::chosen);
            (label.as_str(), own.or_else(|| chosen(t, &v.label).filter(|_| v.is_kind)))
        });
        let names = Names::with_chosen(Scope::Variants, all);
        let variants: Vec<UnionVariant> = union
            .variants
            .iter()
            .zip(&labels)
            .map(|(v, label)| UnionVariant {
                name: names.get(label).ty(),
                docs: self.docs_of_variant(v),
                ty: self.ty(Some(id), &v.of),
                checks: self.checks(&v.of),
            })
            .collect();
        let told_by = match &union.told_by {
            Discriminator::Tag { member, values, absent, open } => ToldBy::Tag {
                member: member.clone(),
                values: values.clone(),
                absent: *absent,
                open: *open,
            },
            Discriminator::Kind(rows) => ToldBy::Kind(rows.clone()),
            Discriminator::Members(rows) => ToldBy::Members(rows.clone()),
            Discriminator::Trial => ToldBy::Trial,
            Discriminator::Method(rows) => ToldBy::Method(rows.clone()),
        };
        ItemBody::Union(Union { variants, keyword: union.keyword, told_by })
    }

    /// What the variants are called: the value of the tag, else their labels; equal labels are told apart by what only one has.
    fn labels(&self, union: &model::Union) -> Vec<String> {
        let tagged = |i: usize| match &union.told_by {
            Discriminator::Tag { values, .. } if self.flavour == Flavour::Contract => {
                match values.get(i)?.as_slice() {
                    [only] => Some(only.clone()),
                    _ => None,
                }
            }
            _ => None,
        };
        let mut labels: Vec<String> = union
            .variants
            .iter()
            .enumerate()
            .map(|(i, v)| tagged(i).unwrap_or_else(|| v.label.clone()))
            .collect();
        if self.flavour == Flavour::Protocol {
            shorten(&mut labels);
        }
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for label in &labels {
            *counts.entry(label.clone()).or_default() += 1;
        }
        for (i, (label, variant)) in labels.iter_mut().zip(&union.variants).enumerate() {
            if counts.get(label).is_some_and(|n| *n > 1) {
                let own = self.own_member(union, i, &variant.of);
                *label = format!("{label} {}", own.unwrap_or_else(|| self.kind_word(&variant.of)));
            }
        }
        let mut seen = std::collections::BTreeSet::new();
        for (i, label) in labels.iter_mut().enumerate() {
            if !seen.insert(label.clone()) {
                // Nothing in them tells them apart; a tool's own list order is all there is.
                *label = format!("{label} {}", i + 1);
            }
        }
        labels
    }

    /// "with a member that only this one requires".
    fn own_member(&self, union: &model::Union, index: usize, of: &Use) -> Option<String> {
        let members = |of: &Use| match of.shape {
            Shape::Named(id) => match &self.model.get(id)?.body {
                Body::Record(r) => {
                    Some(r.members.iter().map(|m| m.wire.clone()).collect::<Vec<_>>())
                }
                _ => None,
            },
            _ => None,
        };
        let others: Vec<String> = union
            .variants
            .iter()
            .enumerate()
            .filter(|(i, _)| *i != index)
            .flat_map(|(_, v)| members(&v.of).unwrap_or_default())
            .collect();
        members(of)?.into_iter().find(|m| !others.contains(m)).map(|m| format!("with {m}"))
    }

    fn kind_word(&self, of: &Use) -> String {
        match &of.shape {
            Shape::Array(item) => format!("of {}", self.kind_word(item)),
            Shape::Map(value) => format!("of {}", self.kind_word(value)),
            Shape::Boolean => "boolean".to_owned(),
            Shape::Integer(_) => "integer".to_owned(),
            Shape::Number => "number".to_owned(),
            Shape::String => "string".to_owned(),
            Shape::Foreign(foreign) => foreign.path.clone(),
            Shape::Named(id) => match self.model.get(*id).map(|t| &t.body) {
                Some(Body::StringEnum(values)) => values.first().cloned().unwrap_or_default(),
                Some(Body::Union(_)) => "union".to_owned(),
                Some(Body::Tuple(_)) => "tuple".to_owned(),
                Some(Body::ValueEnum(_)) => "enum".to_owned(),
                _ => "object".to_owned(),
            },
            Shape::Any | Shape::Never | Shape::Null => "value".to_owned(),
        }
    }

    /// A use's checks, with those of what it holds in place.
    pub(super) fn checks(&self, of: &Use) -> Checks {
        let inner = |of: &Use| Some(Box::new(self.checks(of))).filter(|c| !c.is_empty());
        let own = of.checks.iter().map(|c| Constraint {
            check: c.check.clone(),
            at: self.place(&c.at).unwrap_or_default(),
        });
        Checks {
            own: own.collect(),
            items: if let Shape::Array(item) = &of.shape { inner(item) } else { None },
            values: if let Shape::Map(value) = &of.shape { inner(value) } else { None },
            integer: matches!(of.shape, Shape::Integer(_)),
        }
    }

    pub(super) fn tuple(&self, id: TypeId, tuple: &model::Tuple) -> ItemBody {
        let items = tuple.items.iter().map(|of| (self.ty(Some(id), of), self.checks(of))).collect();
        let rest = tuple.rest.as_ref().map(|of| (self.ty(None, of), self.checks(of)));
        ItemBody::Tuple(Tuple { items, optional: tuple.optional, rest })
    }
}

/// The name that a user has chosen for the variant of a value.
fn chosen(t: &model::Type, value: &str) -> Option<Name> {
    t.custom.variants.get(value).map(|name| Name::chosen(name))
}

fn string_names(t: &model::Type, values: &[String]) -> Names {
    Names::with_chosen(Scope::Variants, values.iter().map(|v| (v.as_str(), chosen(t, v))))
}

/// What all names of a union begin or end with says nothing in it: `TextContent`, `ImageContent` are `Text`, `Image`.
fn shorten(labels: &mut [String]) {
    let words =
        |label: &String| Name::of(label).bare().split('_').map(str::to_owned).collect::<Vec<_>>();
    let mut all: Vec<Vec<String>> = labels.iter().map(words).collect();
    let shared = |all: &[Vec<String>], get: fn(&Vec<String>) -> Option<&String>| {
        let first = all.first().and_then(get).cloned()?;
        all.iter().all(|w| w.len() > 1 && get(w) == Some(&first)).then_some(())
    };
    while shared(&all, |w| w.first()).is_some() {
        all.iter_mut().for_each(|w| drop(w.remove(0)));
    }
    while shared(&all, |w| w.last()).is_some() {
        all.iter_mut().for_each(|w| drop(w.pop()));
    }
    // Content blocks: most are called so, and the others are told apart well enough.
    let content = |w: &&mut Vec<String>| w.len() > 1 && w.last().is_some_and(|l| l == "content");
    all.iter_mut().filter(content).for_each(|w| drop(w.pop()));
    for (label, words) in labels.iter_mut().zip(all) {
        *label = words.join(" ");
    }
}

fn literal_label(literal: &Literal) -> String {
    use crate::resolve::Number;
    match literal {
        Literal::Null => "null".to_owned(),
        Literal::Boolean(b) => b.to_string(),
        Literal::Number(Number::Integer(i)) => i.to_string(),
        Literal::Number(Number::Float(f)) => f.to_string().replace('.', " point "),
        Literal::String(s) => s.clone(),
    }
}

/// `` `wire` `` as a line of docs.
pub(super) fn wire_doc(wire: &str) -> String {
    code_span(wire)
}

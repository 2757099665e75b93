//! Probes: instances made from a schema, most of them valid or wrong in one place. Which of them are valid is for a
//! validator to say.
//!
//! A schema gives one plain instance with all members, and that instance again with each place in it varied: by each
//! branch of a union, each bound and the value beyond it, each other kind, each missing or unknown member.

mod array;
mod branch;
mod number;
mod object;
mod pattern;
mod string;

use crate::random::Random;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// References and nesting are followed this far.
const DEEPEST: usize = 6;

/// So many variants of one place are passed on.
const WIDEST: usize = 80;

/// An instance.
#[derive(Clone, Debug)]
pub struct Probe {
    /// Its value.
    pub value: Value,
    /// What is special about it.
    pub what: &'static str,
}

impl Probe {
    fn new(value: impl Into<Value>, what: &'static str) -> Self {
        Self { value: value.into(), what }
    }
}

/// At most `most` different probes of a schema document, the plain one first.
pub fn probes(root: &Value, most: usize, random: &mut Random) -> Vec<Probe> {
    let mut maker = Maker { root, random };
    let mut all = maker.each(root, DEEPEST);
    let mut seen = BTreeSet::new();
    all.retain(|probe| seen.insert(probe.value.to_string()));
    maker.narrow(all, most)
}

struct Maker<'a> {
    root: &'a Value,
    random: &'a mut Random,
}

impl Maker<'_> {
    /// The variants of a place, the plain one first.
    fn each(&mut self, schema: &Value, depth: usize) -> Vec<Probe> {
        if allows_anything(schema) {
            return anything();
        }
        let branches = branch::branches(self.root, schema, depth);
        let mut all: Vec<Probe> = Vec::new();
        for branch in &branches {
            all.extend(self.branch(branch, depth));
        }
        let kinds: BTreeSet<_> = all.iter().map(|p| kind(&p.value)).collect();
        let others = anything().into_iter().filter(|p| !kinds.contains(kind(&p.value)));
        all.extend(others.map(|p| Probe::new(p.value, "another kind")));
        self.narrow(all, WIDEST)
    }

    /// The variants of a schema without unions and references.
    fn branch(&mut self, schema: &Map<String, Value>, depth: usize) -> Vec<Probe> {
        if let Some(listed) = listed(schema) {
            let mut all: Vec<_> = listed.iter().map(|v| Probe::new(v.clone(), "listed")).collect();
            all = self.narrow(all, 8);
            all.extend(listed.iter().take(2).map(|v| Probe::new(unlisted(v), "not listed")));
            return all;
        }
        let mut all = Vec::new();
        for kind in kinds(schema) {
            match kind {
                "object" => all.extend(self.object(schema, depth)),
                "array" => all.extend(self.array(schema, depth)),
                "string" => all.extend(self.string(schema)),
                "integer" => all.extend(number::integers(schema)),
                "number" => all.extend(number::numbers(schema)),
                "boolean" => all.extend([true, false].map(|b| Probe::new(b, "plain"))),
                "null" => all.push(Probe::new(Value::Null, "null")),
                _ => {}
            }
        }
        for keyword in ["default", "examples"] {
            let given = schema.get(keyword).map_or(vec![], |v| match v {
                Value::Array(all) if keyword == "examples" => all.clone(),
                one => vec![one.clone()],
            });
            all.extend(given.into_iter().map(|v| Probe::new(v, "given as an example")));
        }
        all
    }

    /// The first, and so many of the others.
    fn narrow(&mut self, mut all: Vec<Probe>, most: usize) -> Vec<Probe> {
        if all.len() > most {
            self.random.shuffle(all.get_mut(1..).unwrap_or_default());
            all.truncate(most);
        }
        all
    }
}

/// The values of `const` or `enum`.
fn listed(schema: &Map<String, Value>) -> Option<Vec<Value>> {
    match (schema.get("const"), schema.get("enum")) {
        (Some(value), _) => Some(vec![value.clone()]),
        (None, Some(Value::Array(values))) => Some(values.clone()),
        _ => None,
    }
}

/// Almost the same value.
fn unlisted(value: &Value) -> Value {
    match value {
        Value::String(s) => format!("{s} ").into(),
        Value::Bool(b) => (!b).into(),
        Value::Number(n) => (n.as_f64().unwrap_or_default() + 0.5).into(),
        Value::Null => "null".into(),
        Value::Array(all) => [&all[..], &[Value::Null]].concat().into(),
        Value::Object(_) => json!({"almost": value}),
    }
}

/// The kinds that a schema allows, by `type` or by the keywords it has.
fn kinds(schema: &Map<String, Value>) -> Vec<&str> {
    let has = |keywords: &[&str]| keywords.iter().any(|k| schema.contains_key(*k));
    match schema.get("type") {
        Some(Value::String(kind)) => vec![kind],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        _ if has(&["properties", "required", "additionalProperties"]) => vec!["object"],
        _ if has(&["items", "prefixItems", "minItems", "maxItems"]) => vec!["array"],
        _ if has(&["pattern", "minLength", "maxLength"]) => vec!["string"],
        _ if has(&["minimum", "maximum", "exclusiveMinimum", "multipleOf"]) => vec!["number"],
        _ => vec!["string", "integer", "number", "boolean", "null", "array", "object"],
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Whether a schema says nothing but words.
fn allows_anything(schema: &Value) -> bool {
    const WORDS: [&str; 4] = ["title", "description", "default", "examples"];
    match schema {
        Value::Object(members) => members.keys().all(|k| WORDS.contains(&k.as_str())),
        other => *other != Value::Bool(false),
    }
}

/// Values of each kind.
fn anything() -> Vec<Probe> {
    let all = [
        json!("any"),
        json!(null),
        json!(true),
        json!(7),
        json!(1.5),
        json!(i64::MIN),
        json!([]),
        json!([null, {"a": []}]),
        json!({}),
        json!({"a": 1, "": {"b": null}}),
    ];
    all.map(|v| Probe::new(v, "any value")).into()
}

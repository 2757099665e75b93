//! Schema resources: what `$id`, `$anchor` and `$schema` inside a document change.
//!
//! A schema with an `$id` of its own is a resource: references inside it start from its URI, its anchors are its own, and it may
//! speak a dialect of its own.

use super::Dialect;
use super::uri::{join, split_fragment};
use crate::pointer::{Pointer, percent_decode, unescape};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The place of a schema and its value.
pub(super) type Place<'a> = (Pointer, &'a Value);

/// A schema with a URI, the document's root among them.
#[derive(Debug)]
struct Resource<'a> {
    uri: String,
    dialect: Dialect,
    value: &'a Value,
}

/// All resources of a document.
#[derive(Debug)]
pub(super) struct Resources<'a> {
    by_place: BTreeMap<Pointer, Resource<'a>>,
    by_uri: BTreeMap<String, Pointer>,
    /// Anchors by the place of their resource.
    anchors: BTreeMap<Pointer, BTreeMap<&'a str, Place<'a>>>,
    /// Embedded resources that say they are written in a dialect that nobody here knows, with its URI.
    pub(super) unknown_dialects: Vec<(Pointer, &'a str)>,
}

/// Why a reference has no target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unresolved {
    /// It leads out of the document.
    Outside,
    /// It leads to a published meta-schema: any schema, which no type describes.
    MetaSchema,
    Missing,
    NoSchema,
}

impl<'a> Resources<'a> {
    pub(super) fn find(root: &'a Value, dialect: Dialect) -> Self {
        let id = own_id(root, dialect).map(|id| split_fragment(id).0).unwrap_or_default();
        let mut all = Self {
            by_place: BTreeMap::new(),
            by_uri: BTreeMap::new(),
            anchors: BTreeMap::new(),
            unknown_dialects: Vec::new(),
        };
        all.add(Pointer::root(), id.to_owned(), dialect, root);
        if names_any(root) {
            all.scan(root, dialect);
        }
        all
    }

    fn add(&mut self, at: Pointer, uri: String, dialect: Dialect, value: &'a Value) {
        // The first of one URI counts.
        self.by_uri.entry(uri.clone()).or_insert_with(|| at.clone());
        self.by_place.insert(at, Resource { uri, dialect, value });
    }

    /// Walks the schemas of the document, and nothing that only looks like one (`enum`, `const`, members unknown).
    fn scan(&mut self, root: &'a Value, dialect: Dialect) {
        let mut waiting = vec![(Pointer::root(), root, Pointer::root(), dialect)];
        while let Some((at, value, mut home, mut dialect)) = waiting.pop() {
            let Value::Object(members) = value else { continue };
            if at != Pointer::ROOT {
                let named = members.get("$schema").and_then(Value::as_str);
                let known = named.map(|uri| (uri, Dialect::from_uri(uri)));
                dialect = known.and_then(|(_, known)| known).unwrap_or(dialect);
                if let Some(id) = own_id(value, dialect).filter(|id| !id.starts_with('#')) {
                    let base = self.by_place.get(&home).map_or("", |r| r.uri.as_str());
                    let uri = join(base, split_fragment(id).0);
                    if let Some((unknown, None)) = known {
                        self.unknown_dialects.push((at.join("$schema"), unknown));
                    }
                    home = at.clone();
                    self.add(at.clone(), uri, dialect, value);
                }
            }
            for name in anchors(value, dialect) {
                let own = self.anchors.entry(home.clone()).or_default();
                own.entry(name).or_insert_with(|| (at.clone(), value));
            }
            // The first in the document comes off the stack first.
            let further = subschemas(&at, members).into_iter().rev();
            waiting.extend(further.map(|(at, value)| (at, value, home.clone(), dialect)));
        }
    }

    fn home(&self, at: &Pointer) -> Option<(&Pointer, &Resource<'a>)> {
        if self.by_place.len() == 1 {
            return self.by_place.first_key_value();
        }
        let mut here = at.clone();
        loop {
            if let Some(found) = self.by_place.get_key_value(&here) {
                return Some(found);
            }
            here = here.parent()?;
        }
    }

    /// The dialect of a place.
    pub(super) fn dialect(&self, at: &Pointer) -> Dialect {
        self.home(at).map_or_else(Dialect::default, |(_, r)| r.dialect)
    }

    /// Where a reference leads that stands in the schema at `at`.
    pub(super) fn target(&self, at: &Pointer, reference: &str) -> Result<Place<'a>, Unresolved> {
        let (relative, fragment) = split_fragment(reference);
        let mut home = self.home(at);
        // Before 2019-09 an `$id` beside a `$ref` means nothing, which the scan has seen to.
        if !relative.is_empty() {
            let uri = join(home.map_or("", |(_, r)| r.uri.as_str()), relative);
            home = match self.by_uri.get(&uri) {
                Some(place) => self.by_place.get_key_value(place),
                None if is_meta_schema(&uri) => return Err(Unresolved::MetaSchema),
                None => return Err(Unresolved::Outside),
            };
        }
        let (place, resource) = home.ok_or(Unresolved::Missing)?;
        let fragment = percent_decode(fragment);
        if fragment.is_empty() {
            return Ok((place.clone(), resource.value));
        }
        if !fragment.starts_with('/') {
            let found = self.anchors.get(place).and_then(|own| own.get(fragment.as_str()));
            return found.cloned().ok_or(Unresolved::Missing);
        }
        walk(place, resource.value, &fragment)
    }
}

/// Follows a JSON pointer from a schema on.
fn walk<'a>(from: &Pointer, value: &'a Value, pointer: &str) -> Result<Place<'a>, Unresolved> {
    let (mut at, mut value) = (from.clone(), value);
    for segment in pointer.split('/').skip(1) {
        let name = unescape(segment);
        let next = match value {
            Value::Object(members) => members.get(&name),
            Value::Array(items) => name.parse::<usize>().ok().and_then(|i| items.get(i)),
            _ => None,
        };
        value = next.ok_or(Unresolved::Missing)?;
        at = at.join(name);
    }
    match value {
        Value::Object(_) | Value::Bool(_) => Ok((at, value)),
        _ => Err(Unresolved::NoSchema),
    }
}

/// Whether a document has any schema with a name: most have none, and need no walk.
fn names_any(root: &Value) -> bool {
    let mut waiting = vec![root];
    while let Some(value) = waiting.pop() {
        match value {
            Value::Object(members) => {
                let named = |k: &str| members.get(k).is_some_and(Value::is_string);
                if ["$id", "id", "$anchor", "$dynamicAnchor"].into_iter().any(named) {
                    return true;
                }
                waiting.extend(members.values());
            }
            Value::Array(items) => waiting.extend(items),
            _ => {}
        }
    }
    false
}

/// `$id`, in draft-04 `id`; nothing where a `$ref` hides it.
fn own_id(schema: &Value, dialect: Dialect) -> Option<&str> {
    if dialect.reference_hides_siblings() && schema.get("$ref").is_some() {
        return None;
    }
    let id = schema.get("$id").or_else(|| schema.get("id").filter(|_| dialect == Dialect::Draft4));
    id.and_then(Value::as_str)
}

/// Names that a schema gives itself: `$anchor` and `$dynamicAnchor` (2019-09 on), the fragment of an `$id` (before).
fn anchors(schema: &Value, dialect: Dialect) -> impl Iterator<Item = &str> {
    let text = |keyword| schema.get(keyword).and_then(Value::as_str);
    let by_id = own_id(schema, dialect).map(|id| split_fragment(id).1);
    let all = [text("$anchor"), text("$dynamicAnchor"), by_id];
    all.into_iter().flatten().filter(|name| !name.is_empty())
}

/// The schemas directly inside one, in the order of their places.
fn subschemas<'a>(at: &Pointer, members: &'a Map<String, Value>) -> Vec<Place<'a>> {
    const SINGLE: [&str; 11] = [
        "additionalItems",
        "additionalProperties",
        "contains",
        "contentSchema",
        "else",
        "if",
        "not",
        "propertyNames",
        "then",
        "unevaluatedItems",
        "unevaluatedProperties",
    ];
    const LISTS: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];
    const MAPS: [&str; 6] = [
        "$defs",
        "definitions",
        "dependencies",
        "dependentSchemas",
        "patternProperties",
        "properties",
    ];
    let mut out = Vec::new();
    for (keyword, value) in members {
        let here = || at.join(keyword);
        match (keyword.as_str(), value) {
            ("items", Value::Object(_)) => out.push((here(), value)),
            (k, Value::Object(_)) if SINGLE.contains(&k) => out.push((here(), value)),
            (k, Value::Array(all)) if LISTS.contains(&k) || k == "items" => {
                out.extend(all.iter().enumerate().map(|(i, v)| (here().join(i), v)));
            }
            (k, Value::Object(all)) if MAPS.contains(&k) => {
                out.extend(all.iter().map(|(name, v)| (here().join(name), v)));
            }
            _ => {}
        }
    }
    out.sort_by(|a, b| a.0.cmp(&b.0));
    out
}

/// The URI of a published dialect, or of one of the vocabularies that it is made of.
fn is_meta_schema(uri: &str) -> bool {
    let of_vocabulary = |uri: &str| {
        let path = uri.strip_prefix("https://json-schema.org/draft/").unwrap_or_default();
        path.starts_with("2020-12/meta/") || path.starts_with("2019-09/meta/")
    };
    Dialect::from_uri(uri).is_some() || of_vocabulary(uri)
}

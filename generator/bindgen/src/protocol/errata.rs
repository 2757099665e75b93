//! Errata: corrections of an official schema, each with its reason.
//!
//! `[{"reason": "..", "patch": [..]}]`, each patch a JSON Patch (RFC 6902) of `add`, `remove` and `replace`, the operations
//! that corrections need: a dozen lines, where a crate for all of RFC 6902 would double the build-time dependencies.
//!
//! What they may say beside JSON Schema is `x-read` on a member of a definition, for a fault of peers that readers make good:
//! `defaulted` for a required one that may be missing all the same, `string_list` for an optional list of strings in whose
//! place a string may stand.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::pointer::{Pointer, unescape};
use crate::rust::Word;
use serde_json::Value;
use std::collections::BTreeMap;

pub(super) fn apply(mut schema: Value, errata: &str) -> Result<Value, Diagnostics> {
    let list: Value = serde_json::from_str(errata).map_err(|e| {
        Diagnostics::from(Diagnostic::file_error(
            "not-json",
            format!("the errata are not JSON: {e}"),
        ))
    })?;
    let mut found = Diagnostics::default();
    for (i, erratum) in list.as_array().into_iter().flatten().enumerate() {
        let at = Pointer::root().join(i);
        let operations = erratum.get("patch").and_then(Value::as_array);
        for (j, operation) in operations.into_iter().flatten().enumerate() {
            if one(&mut schema, operation).is_none() {
                let at = at.join("patch").join(j);
                found.push(Diagnostic::error(
                    "bad-erratum",
                    &at,
                    format!("does not apply: {operation}"),
                ));
            }
        }
    }
    if found.has_errors() { Err(found.in_file("errata.json")) } else { Ok(schema) }
}

/// The members that `x-read` stands on, by their place.
pub(super) fn words(schema: &Value) -> Result<BTreeMap<Pointer, Word>, Diagnostics> {
    let keyword = super::structure::keyword(schema);
    let at = Pointer::root().join(keyword);
    let mut words = BTreeMap::new();
    let mut found = Diagnostics::default();
    for (name, definition) in members(schema, keyword) {
        for (member, of) in members(definition, "properties") {
            let Some(word) = of.get("x-read") else { continue };
            let at = at.join(name).join("properties").join(member);
            match word.as_str() {
                Some("defaulted") => drop(words.insert(at, Word::Defaulted)),
                Some("string_list") => drop(words.insert(at, Word::StringList)),
                _ => found.push(Diagnostic::error(
                    "bad-erratum",
                    &at.join("x-read"),
                    format!("is neither \"defaulted\" nor \"string_list\": {word}"),
                )),
            }
        }
    }
    if found.has_errors() { Err(found.in_file("errata.json")) } else { Ok(words) }
}

fn members<'a>(of: &'a Value, name: &str) -> impl Iterator<Item = (&'a String, &'a Value)> {
    of.get(name).and_then(Value::as_object).into_iter().flatten()
}

fn one(schema: &mut Value, operation: &Value) -> Option<()> {
    let text = |name: &str| operation.get(name).and_then(Value::as_str);
    let (op, path) = (text("op")?, text("path")?);
    let (parent, last) = path.rsplit_once('/')?;
    let last = unescape(last);
    match (op, schema.pointer_mut(parent)?) {
        ("remove", Value::Object(members)) => members.remove(&last).map(drop),
        ("remove", Value::Array(items)) => {
            let index = last.parse().ok().filter(|i| *i < items.len())?;
            items.remove(index);
            Some(())
        }
        ("add", Value::Object(members)) => {
            members.insert(last, operation.get("value")?.clone());
            Some(())
        }
        ("add", Value::Array(items)) if last == "-" => {
            items.push(operation.get("value")?.clone());
            Some(())
        }
        ("replace", Value::Object(members)) => {
            *members.get_mut(&last)? = operation.get("value")?.clone();
            Some(())
        }
        ("replace", Value::Array(items)) => {
            *items.get_mut(last.parse::<usize>().ok()?)? = operation.get("value")?.clone();
            Some(())
        }
        _ => None,
    }
}

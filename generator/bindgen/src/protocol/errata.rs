//! Errata: corrections of an official schema, each with its reason.
//!
//! `[{"reason": "..", "patch": [..]}]`, each patch a JSON Patch (RFC 6902) of `add`, `remove` and `replace`, the operations
//! that corrections need: a dozen lines, where a crate for all of RFC 6902 would double the build-time dependencies.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::pointer::{Pointer, unescape};
use serde_json::Value;

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

//! The smallest instance of an official definition.

use crate::official::{Official, target};
use serde_json::{Map, Value, json};

/// An instance of a definition, with its required members alone.
pub(crate) fn smallest(official: &Official, name: &str) -> Value {
    let mut value = of_schema(official, official.definition(name));
    // The schema leaves the value open; the specification says which result has which.
    if let Some(kind) = value.get_mut("resultType") {
        *kind = json!(if name == "InputRequiredResult" { "input_required" } else { "complete" });
    }
    value
}

fn of_schema(official: &Official, schema: &Value) -> Value {
    if let Some(name) = target(schema) {
        return smallest(official, name);
    }
    if let Some(value) = schema.get("const") {
        return value.clone();
    }
    for first in ["enum", "anyOf", "oneOf"] {
        if let Some(branches) = schema.get(first).and_then(Value::as_array) {
            return if first == "enum" {
                branches[0].clone()
            } else {
                of_schema(official, &branches[0])
            };
        }
    }
    let kind = schema.get("type").map(|t| t.as_array().map_or(t, |all| &all[0]));
    match kind.and_then(Value::as_str) {
        Some("string") => json!("https://example.com/x"),
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or(json!(1)),
        Some("boolean") => json!(true),
        Some("null") => Value::Null,
        Some("array") => json!([]),
        _ => with_required(official, schema),
    }
}

fn with_required(official: &Official, schema: &Value) -> Value {
    let mut all = Map::new();
    for part in schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
        all.extend(of_schema(official, part).as_object().cloned().unwrap_or_default());
    }
    for name in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
        let name = name.as_str().unwrap();
        all.insert(name.to_owned(), of_schema(official, &schema["properties"][name]));
    }
    Value::Object(all)
}

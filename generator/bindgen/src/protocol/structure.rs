//! The structure of an official schema: everything but its prose, in one canonical form.

use crate::diagnostic::{Diagnostic, Diagnostics, Place, Severity};
use serde_json::{Map, Value};

/// Reads an official `schema.json` and returns its structure as JSON text: no descriptions, members by name, two blanks a
/// level, a final newline.
///
/// # Errors
///
/// When the text is not JSON or holds no definitions.
pub fn import(text: &str) -> Result<String, Diagnostics> {
    let structure = of(&parse(text)?);
    let mut out = String::new();
    pretty(&structure, 0, &mut out);
    out.push('\n');
    Ok(out)
}

/// The structure of a schema: nothing of its prose reaches what is generated.
pub(super) fn of(schema: &Value) -> Value {
    without_prose(schema, Role::Schema)
}

pub(super) fn parse(text: &str) -> Result<Value, Diagnostics> {
    let value: Value = serde_json::from_str(text).map_err(|e| {
        let place = Place::Position { line: e.line().max(1), column: e.column().max(1) };
        Diagnostics::from(Diagnostic::new(
            Severity::Error,
            "not-json",
            place,
            format!("is not JSON: {e}"),
        ))
    })?;
    if value.get(keyword(&value)).and_then(Value::as_object).is_none_or(Map::is_empty) {
        return Err(Diagnostic::file_error(
            "no-protocol-schema",
            "has neither `$defs` nor `definitions`",
        )
        .with_help("expected the schema.json of a protocol revision")
        .into());
    }
    Ok(value)
}

/// Where a schema keeps its definitions.
pub(super) fn keyword(schema: &Value) -> &'static str {
    if schema.get("$defs").is_some() { "$defs" } else { "definitions" }
}

/// What the members of an object are: keywords, or names that the schema made up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Schema,
    Names,
    Data,
}

fn without_prose(value: &Value, role: Role) -> Value {
    match value {
        Value::Object(members) => Value::Object(
            members
                .iter()
                .filter(|(name, v)| !(role == Role::Schema && prose(name) && v.is_string()))
                .map(|(name, v)| (name.clone(), without_prose(v, inner(name, role))))
                .collect(),
        ),
        Value::Array(items) => Value::Array(items.iter().map(|v| without_prose(v, role)).collect()),
        other => other.clone(),
    }
}

fn prose(keyword: &str) -> bool {
    matches!(keyword, "description" | "$comment")
}

fn inner(name: &str, role: Role) -> Role {
    match (role, name) {
        (
            Role::Schema,
            "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas",
        ) => Role::Names,
        (Role::Schema, "const" | "enum" | "default" | "examples") | (Role::Data, _) => Role::Data,
        _ => Role::Schema,
    }
}

fn pretty(value: &Value, depth: usize, out: &mut String) {
    let indent = |out: &mut String, depth| (0..depth).for_each(|_| out.push_str("  "));
    match value {
        Value::Object(members) if !members.is_empty() => {
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_by_key(|(name, _)| *name);
            out.push_str("{\n");
            for (i, (name, v)) in sorted.into_iter().enumerate() {
                out.push_str(if i > 0 { ",\n" } else { "" });
                indent(out, depth + 1);
                out.push_str(&format!("{}: ", Value::from(name.as_str())));
                pretty(v, depth + 1, out);
            }
            out.push('\n');
            indent(out, depth);
            out.push('}');
        }
        Value::Array(items) if items.iter().any(|v| v.is_object() || v.is_array()) => {
            out.push_str("[\n");
            for (i, v) in items.iter().enumerate() {
                out.push_str(if i > 0 { ",\n" } else { "" });
                indent(out, depth + 1);
                pretty(v, depth + 1, out);
            }
            out.push('\n');
            indent(out, depth);
            out.push(']');
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(Value::to_string).collect();
            out.push_str(&format!("[{}]", items.join(", ")));
        }
        other => out.push_str(&other.to_string()),
    }
}

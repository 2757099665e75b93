//! A schema one level down: as the property `p` of an object's schema, with its references' meaning kept.

use crate::suite::Draft;
use serde_json::{Map, Value, json};

/// Where the schema comes to stand.
const PLACE: &str = "#/properties/p";

/// Keywords whose value is a schema (or, for `items` and `dependencies` of older drafts, a list or other things with schemas).
const SCHEMAS: [&str; 12] = [
    "additionalItems",
    "additionalProperties",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// Keywords whose value is a list of schemas.
const LISTS: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];

/// Keywords whose value is an object of schemas by name.
const MAPS: [&str; 6] =
    ["$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"];

/// The schema of an object that has to have a member `p` of the given schema.
///
/// References into the document follow the move. A schema with an `$id` is a document of its own wherever it stands, and is
/// left as it is; what is data (`const`, `enum`, unknown keywords) is never touched.
pub(crate) fn as_property(schema: &Value, draft: Draft) -> Value {
    let mut inner = schema.clone();
    let dialect = schema.get("$schema").cloned().unwrap_or_else(|| draft.uri().into());
    if let Value::Object(members) = &mut inner {
        if !is_document(members, draft) {
            // Only a document names its dialect.
            members.remove("$schema");
        }
        move_references(&mut inner, draft);
    }
    json!({"$schema": dialect, "type": "object", "properties": {"p": inner}, "required": ["p"]})
}

/// Whether references inside are relative to this schema and not to the one around it.
fn is_document(schema: &Map<String, Value>, draft: Draft) -> bool {
    let id = schema.get("$id").and_then(Value::as_str);
    let ignored = draft == Draft::Draft7 && schema.contains_key("$ref");
    !ignored && id.is_some_and(|id| !id.starts_with('#'))
}

fn move_references(schema: &mut Value, draft: Draft) {
    match schema {
        Value::Array(list) => list.iter_mut().for_each(|s| move_references(s, draft)),
        Value::Object(members) if !is_document(members, draft) => {
            for (keyword, value) in members {
                match (keyword.as_str(), value) {
                    ("$ref" | "$dynamicRef", Value::String(target)) => move_target(target),
                    (k, value) if SCHEMAS.contains(&k) || LISTS.contains(&k) => {
                        move_references(value, draft);
                    }
                    (k, Value::Object(named)) if MAPS.contains(&k) => {
                        named.values_mut().for_each(|s| move_references(s, draft));
                    }
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

fn move_target(target: &mut String) {
    let rest = target.strip_prefix('#').filter(|rest| rest.is_empty() || rest.starts_with('/'));
    if let Some(rest) = rest {
        *target = format!("{PLACE}{rest}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inner(schema: Value, draft: Draft) -> Value {
        as_property(&schema, draft)["properties"]["p"].clone()
    }

    #[test]
    fn references_into_the_document_move_and_data_does_not() {
        let schema = json!({
            "$ref": "#", "items": [{"$ref": "#/$defs/a"}], "$defs": {"a": {"$ref": "#anchor"}},
            "properties": {"$ref": {"$ref": "#/items/0"}}, "const": {"$ref": "#/a"}, "enum": [{"$ref": "#"}],
        });
        let moved = json!({
            "$ref": "#/properties/p", "items": [{"$ref": "#/properties/p/$defs/a"}], "$defs": {"a": {"$ref": "#anchor"}},
            "properties": {"$ref": {"$ref": "#/properties/p/items/0"}}, "const": {"$ref": "#/a"}, "enum": [{"$ref": "#"}],
        });
        assert_eq!(inner(schema, Draft::Draft2020), moved);
    }

    #[test]
    fn a_document_inside_keeps_its_references() {
        let document = json!({"$id": "http://a/b", "$ref": "#/c"});
        assert_eq!(inner(document.clone(), Draft::Draft2020), document);
        let within = json!({"not": {"$id": "http://a/b", "not": {"$ref": "#/c"}}});
        assert_eq!(inner(within.clone(), Draft::Draft7), within);
        // Draft 7 looks at nothing beside `$ref`, and `$id` may be an anchor there.
        let ignored = inner(json!({"not": {"$id": "http://a/b", "$ref": "#/c"}}), Draft::Draft7);
        assert_eq!(ignored["not"]["$ref"], "#/properties/p/c");
        let anchor = inner(json!({"not": {"$id": "#b", "not": {"$ref": "#"}}}), Draft::Draft7);
        assert_eq!(anchor["not"]["not"]["$ref"], "#/properties/p");
    }

    #[test]
    fn the_dialect_is_named_at_the_root() {
        let whole = as_property(&json!({"$schema": "x"}), Draft::Draft2020);
        assert_eq!((&whole["$schema"], &whole["properties"]["p"]), (&json!("x"), &json!({})));
        assert_eq!(as_property(&json!(true), Draft::Draft7)["$schema"], Draft::Draft7.uri());
    }
}

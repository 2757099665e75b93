//! A schema as the branches that its references and compositions come to. What a branch says more loosely than the
//! schema, the validator notices.

use serde_json::{Map, Value};

/// More branches of one place are not looked at.
const MOST: usize = 12;

/// The branches of a schema, without `$ref`, `allOf`, `anyOf` and `oneOf`; none of a schema that allows nothing.
pub(super) fn branches(root: &Value, schema: &Value, depth: usize) -> Vec<Map<String, Value>> {
    let members = match schema {
        Value::Bool(false) => return Vec::new(),
        Value::Object(members) => members,
        _ => return vec![Map::new()],
    };
    let mut own = members.clone();
    let mut all = vec![Map::new()];
    let reference = own.remove("$ref");
    let target = reference.and_then(|r| target(root, r.as_str()?));
    if let (Some(target), Some(depth)) = (target, depth.checked_sub(1)) {
        all = product(&all, &branches(root, target, depth));
    }
    if let Some(Value::Array(parts)) = own.remove("allOf") {
        for part in &parts {
            all = product(&all, &branches(root, part, depth));
        }
    }
    for keyword in ["anyOf", "oneOf"] {
        if let Some(Value::Array(parts)) = own.remove(keyword) {
            let each: Vec<_> = parts.iter().flat_map(|p| branches(root, p, depth)).collect();
            all = product(&all, &each);
        }
    }
    product(&all, &[own])
}

/// What a reference into the document leads to.
fn target<'a>(root: &'a Value, reference: &str) -> Option<&'a Value> {
    let pointer = reference.strip_prefix('#')?;
    root.pointer(&pointer.replace("%25", "%").replace("%22", "\""))
}

fn product(a: &[Map<String, Value>], b: &[Map<String, Value>]) -> Vec<Map<String, Value>> {
    let pairs = a.iter().flat_map(|a| b.iter().map(move |b| merged(a, b)));
    pairs.take(MOST).collect()
}

/// Both at once, as far as that is simple.
fn merged(a: &Map<String, Value>, b: &Map<String, Value>) -> Map<String, Value> {
    let mut out = a.clone();
    for (keyword, value) in b {
        let both = match (keyword.as_str(), out.get(keyword), value) {
            ("required", Some(Value::Array(a)), Value::Array(b)) => {
                [&a[..], &b[..]].concat().into()
            }
            ("properties" | "patternProperties", Some(Value::Object(a)), Value::Object(b)) => {
                Value::Object(merged_members(a, b))
            }
            ("type", Some(Value::String(a)), Value::Array(_)) => Value::String(a.clone()),
            _ => value.clone(),
        };
        out.insert(keyword.clone(), both);
    }
    out
}

fn merged_members(a: &Map<String, Value>, b: &Map<String, Value>) -> Map<String, Value> {
    let mut out = a.clone();
    for (name, schema) in b {
        let both = match out.get(name) {
            Some(other) => serde_json::json!({"allOf": [other, schema]}),
            None => schema.clone(),
        };
        out.insert(name.clone(), both);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn unions_multiply_and_all_of_adds() {
        let schema = json!({
            "$defs": {"a": {"required": ["x"]}},
            "$ref": "#/$defs/a", "required": ["y"], "anyOf": [{"minimum": 1}, {"$ref": "#/$defs/a"}, false],
        });
        let found = branches(&schema, &schema, 3);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0]["required"], json!(["x", "y"]));
        assert_eq!(found[0]["minimum"], json!(1));
        assert_eq!(found[1]["required"], json!(["x", "x", "y"]));
    }
}

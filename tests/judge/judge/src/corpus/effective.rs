//! What a schema means to the generator where JSON Schema has no say: OpenAPI's `nullable`.

use serde_json::{Map, Value, json};

/// Keywords whose value is data.
const DATA: [&str; 5] = ["const", "default", "enum", "example", "examples"];

/// Keywords whose value is an object of schemas by name.
const MAPS: [&str; 5] =
    ["$defs", "definitions", "dependentSchemas", "patternProperties", "properties"];

/// The schema with `nullable: true` written as a union with null.
pub(super) fn effective(schema: &Value) -> Value {
    match schema {
        Value::Array(all) => all.iter().map(effective).collect(),
        Value::Object(members) => {
            let mut out: Map<String, Value> = members.iter().map(of_keyword).collect();
            let nullable = out.remove("nullable") == Some(Value::Bool(true));
            if nullable && !out.contains_key("$ref") {
                return json!({"anyOf": [out, {"type": "null"}]});
            }
            Value::Object(out)
        }
        other => other.clone(),
    }
}

fn of_keyword((keyword, value): (&String, &Value)) -> (String, Value) {
    let value = match (keyword.as_str(), value) {
        (k, value) if DATA.contains(&k) => value.clone(),
        (k, Value::Object(named)) if MAPS.contains(&k) => {
            named.iter().map(|(name, s)| (name.clone(), effective(s))).collect()
        }
        (_, value) => effective(value),
    };
    (keyword.clone(), value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nullable_schema_is_a_union_and_a_member_of_that_name_is_none() {
        let schema = json!({"properties": {"nullable": {"type": "string", "nullable": true}}});
        let union = json!({"anyOf": [{"type": "string"}, {"type": "null"}]});
        assert_eq!(effective(&schema), json!({"properties": {"nullable": union}}));
    }
}

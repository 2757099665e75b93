//! Schemas word for word, checked by the `jsonschema` crate.
use super::schema::Schema;
use super::violation::{At, Violation};
use jsonschema::{ValidationError, Validator};
use serde_core::ser::Serialize;
use serde_json::{Map, Value};

/// A defect is dropped and the schema compiled again; more of them than this is no schema.
const MOST_DEFECTS: usize = 100;

/// A compiled schema, and where it stands in its text.
#[derive(Debug)]
pub(super) struct Compiled {
    validator: Validator,
    pointer: &'static str,
}

/// Compiles a schema as the generator reads it: without keywords whose value is none of theirs, and with `nullable`.
pub(super) fn compile(schema: Schema) -> Result<Compiled, String> {
    let text: Value = serde_json::from_str(schema.text()).map_err(|e| e.to_string())?;
    let mut value = text.pointer(schema.pointer()).cloned().unwrap_or(Value::Bool(true));
    widen(&mut value);
    for _ in 0..MOST_DEFECTS {
        // Formats are annotations, whatever the dialect says; nothing is ever fetched.
        let options = jsonschema::options().should_validate_formats(false).offline();
        let error = match options.build(&value) {
            Ok(validator) => return Ok(Compiled { validator, pointer: schema.pointer() }),
            Err(error) => error,
        };
        let place = error.instance_path().as_str().to_owned();
        if !drop_keyword(&mut value, &place) {
            return Err(format!("the schema cannot be checked: {error}"));
        }
    }
    Err(format!("the schema cannot be checked: it has more than {MOST_DEFECTS} defects"))
}

impl Compiled {
    pub(super) fn check<T: Serialize>(&self, value: &T, at: &At<'_>) {
        // What has no JSON form is told by the checks of its type.
        let Ok(value) = serde_json::to_value(value) else { return };
        let base = at.pointer();
        for error in self.validator.iter_errors(&value) {
            let mut pointer = base.clone();
            pointer.push_str(error.instance_path().as_str());
            let mut schema_pointer = self.pointer.to_owned();
            schema_pointer.push_str(error.schema_path().as_str());
            let keyword = keyword_of(&error);
            let message = error.to_string();
            at.add_unless_told(Violation { pointer, keyword, schema_pointer, message });
        }
    }
}

/// The keyword that is broken; some are told under the name of a wider one.
fn keyword_of(error: &ValidationError<'_>) -> &'static str {
    let last = error.schema_path().as_str().rsplit('/').next().unwrap_or_default();
    let wider = ["dependentRequired", "dependencies", "minContains", "maxContains"];
    let own = error.kind().keyword();
    let found = wider.iter().find(|k| **k == last).or_else(|| KEYWORDS.iter().find(|k| **k == own));
    found.copied().unwrap_or("$schema")
}

/// The names that errors go by.
const KEYWORDS: [&str; 34] = [
    "$ref",
    "additionalItems",
    "additionalProperties",
    "anyOf",
    "const",
    "contains",
    "contentEncoding",
    "contentMediaType",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "falseSchema",
    "format",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "oneOf",
    "pattern",
    "propertyNames",
    "required",
    "type",
    "unevaluatedItems",
    "unevaluatedProperties",
    "uniqueItems",
    "if",
    "then",
    "else",
];

/// OpenAPI's `nullable: true` allows `null` beside the types and values that a schema lists.
fn widen(schema: &mut Value) {
    let mut waiting = vec![schema];
    while let Some(schema) = waiting.pop() {
        if let Value::Object(members) = schema {
            if members.get("nullable") == Some(&Value::Bool(true)) {
                allow_null(members);
            }
        }
        match schema {
            Value::Object(members) => {
                let data = |k: &str| matches!(k, "const" | "enum" | "default" | "examples");
                waiting.extend(members.iter_mut().filter(|(k, _)| !data(k)).map(|(_, v)| v));
            }
            Value::Array(items) => waiting.extend(items),
            _ => {}
        }
    }
}

fn allow_null(members: &mut Map<String, Value>) {
    let null = Value::String("null".to_owned());
    match members.get_mut("type") {
        Some(Value::Array(kinds)) => kinds.push(null),
        Some(kind @ Value::String(_)) => *kind = Value::Array(vec![kind.take(), null]),
        _ => return,
    }
    if let Some(Value::Array(values)) = members.get_mut("enum") {
        if !values.contains(&Value::Null) {
            values.push(Value::Null);
        }
    }
}

/// Takes the keyword out in which a defect lies; false when there is none.
fn drop_keyword(schema: &mut Value, place: &str) -> bool {
    let Some((parent, name)) = place.rsplit_once('/') else {
        // An unknown dialect is read as the newest.
        return schema.as_object_mut().is_some_and(|root| root.remove("$schema").is_some());
    };
    let name = name.replace("~1", "/").replace("~0", "~");
    let Some(holder) = schema.pointer_mut(parent) else { return false };
    match holder {
        Value::Object(members) => members.remove(&name).is_some(),
        // A defect in a list is one of the keyword that has it.
        Value::Array(_) => drop_keyword(schema, parent),
        _ => false,
    }
}

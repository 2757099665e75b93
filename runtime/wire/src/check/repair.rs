//! Schemas as servers write them, made such that a validator takes them: what the generator passes over is passed over here.
use jsonschema::error::ValidationErrorKind;
use jsonschema::{Draft, PatternOptions, ValidationError, Validator};
use serde_json::{Map, Value, json};

/// How many defects of one schema are passed over.
const MAX_DEFECTS: usize = 100;

/// Builds the validator of a schema, and gives the schema it is in truth built of.
///
/// # Errors
/// What is wrong with a schema of which nothing usable is left.
pub(super) fn build(mut schema: Value) -> Result<(Validator, Value), String> {
    let draft = draft(&schema);
    if let Some(members) = schema.as_object_mut() {
        members.remove("$schema");
    }
    widen(&mut schema);
    let mut options = jsonschema::options()
        .with_draft(draft)
        .should_validate_formats(false)
        .with_pattern_options(PatternOptions::fancy_regex());
    options = options.offline();
    for _ in 0..MAX_DEFECTS {
        let (place, reason) = match options.build(&schema) {
            Ok(validator) => return Ok((validator, schema)),
            Err(error) => (defect(&error), error.to_string()),
        };
        if !drop_keyword(&mut schema, &place) {
            return Err(reason);
        }
    }
    Err(format!("more than {MAX_DEFECTS} defects"))
}

/// The draft of `$schema`; of what names none, the newest.
fn draft(schema: &Value) -> Draft {
    const DRAFTS: [(&str, Draft); 4] = [
        ("draft-04", Draft::Draft4),
        ("draft-06", Draft::Draft6),
        ("draft-07", Draft::Draft7),
        ("2019-09", Draft::Draft201909),
    ];
    let name = schema.get("$schema").and_then(Value::as_str).unwrap_or_default();
    let known = DRAFTS.into_iter().find(|(part, _)| name.contains(part));
    known.map_or(Draft::Draft202012, |(_, draft)| draft)
}

/// Keywords whose values are data, in which nothing is a schema.
const DATA: [&str; 5] = ["const", "enum", "default", "example", "examples"];

/// Keywords that hold schemas by name.
const BY_NAME: [&str; 6] =
    ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions", "dependencies"];

/// Keywords that hold lists of schemas.
const LISTS: [&str; 4] = ["allOf", "anyOf", "prefixItems", "items"];

/// OpenAPI's `nullable: true` allows `null` beside the `type` and `enum` that it stands with.
fn widen(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(widen),
        Value::Object(members) => {
            widen_here(members);
            for (keyword, value) in members.iter_mut() {
                match value {
                    Value::Object(schemas) if BY_NAME.contains(&keyword.as_str()) => {
                        schemas.values_mut().for_each(widen);
                    }
                    value if !DATA.contains(&keyword.as_str()) => widen(value),
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

fn widen_here(members: &mut Map<String, Value>) {
    if members.get("nullable") != Some(&Value::Bool(true)) {
        return;
    }
    match members.get_mut("type") {
        Some(Value::Array(names)) if !names.contains(&json!("null")) => names.push(json!("null")),
        Some(name @ Value::String(_)) if *name != "null" => *name = json!([name.take(), "null"]),
        _ => {}
    }
    if let Some(Value::Array(values)) = members.get_mut("enum") {
        if !values.contains(&Value::Null) {
            values.push(Value::Null);
        }
    }
}

/// The deepest place in the schema that the error names. An alternative of the draft's own schema hides it.
fn defect(error: &ValidationError<'_>) -> String {
    let place = error.instance_path().as_str().to_owned();
    let (ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context }) =
        error.kind()
    else {
        return place;
    };
    let inner = context.iter().flatten().map(defect);
    inner.fold(place, |deepest, inner| if inner.len() > deepest.len() { inner } else { deepest })
}

/// Keywords of which a wider inside is a narrower whole: a defect in them costs all of it.
const NARROWING: [&str; 4] = ["contains", "if", "not", "oneOf"];

/// Other keywords that hold one schema.
const SINGLE: [&str; 9] = [
    "additionalItems",
    "additionalProperties",
    "contentSchema",
    "else",
    "items",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// Removes the keyword that a place is in; a schema that is none becomes one that allows all. Whether there was something to remove.
fn drop_keyword(schema: &mut Value, place: &str) -> bool {
    let segments: Vec<String> =
        place.split('/').skip(1).map(|s| s.replace("~1", "/").replace("~0", "~")).collect();
    let mut schema = schema;
    let mut rest = segments.as_slice();
    loop {
        let [keyword, inside @ ..] = rest else { return false };
        let Value::Object(members) = schema else { return false };
        let holds = |all: &[&str]| all.contains(&keyword.as_str());
        // How far the schema lies below that the place goes on in.
        let steps: usize = match members.get(keyword.as_str()) {
            _ if holds(&NARROWING) => 0,
            Some(Value::Object(_)) if holds(&BY_NAME) => 2,
            Some(Value::Array(_)) if holds(&LISTS) => 2,
            Some(Value::Object(_)) if holds(&SINGLE) => 1,
            _ => 0,
        };
        let further = inside.get(steps.saturating_sub(1)..).filter(|_| steps > 0);
        let Some(further) = further.filter(|further| steps == 2 || !further.is_empty()) else {
            return members.remove(keyword.as_str()).is_some();
        };
        let Some(held) = members.get_mut(keyword.as_str()) else { return false };
        let next = match (held, inside.first()) {
            (held, _) if steps == 1 => Some(held),
            (Value::Object(named), Some(name)) => named.get_mut(name.as_str()),
            (Value::Array(items), Some(i)) => i.parse().ok().and_then(|i: usize| items.get_mut(i)),
            _ => None,
        };
        let Some(next) = next else { return false };
        if further.is_empty() {
            let changes = *next != json!({});
            *next = json!({});
            return changes;
        }
        (schema, rest) = (next, further);
    }
}

//! Whether what a user filled in fits the form.
use super::date::{is_date, is_date_time};
use crate::{Map, Value};
use mcp_bindings_wire::check::matches;

/// Fills in what was left out and has a default.
pub(crate) fn fill(schema: &Value, content: &mut Map<String, Value>) {
    for (name, field) in properties(schema) {
        if let Some(default) = field.get("default") {
            content.entry(name.clone()).or_insert_with(|| default.clone());
        }
    }
}

/// Drops what the form does not ask for.
pub(crate) fn keep_known(schema: &Value, content: &mut Map<String, Value>) {
    content
        .retain(|name, _| schema.get("properties").is_some_and(|known| known.get(name).is_some()));
}

/// Every way in which the content does not fit the form, field by field.
pub(crate) fn check(schema: &Value, content: &Map<String, Value>) -> Result<(), String> {
    let mut misfits = Vec::new();
    for name in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
        if let Some(name) = name.as_str().filter(|name| !content.contains_key(*name)) {
            misfits.push(format!("`{name}` is missing"));
        }
    }
    for (name, field) in properties(schema) {
        if let Some(value) = content.get(name) {
            if let Err(why) = check_field(field, value) {
                misfits.push(format!("`{name}`: {why}"));
            }
        }
    }
    if misfits.is_empty() { Ok(()) } else { Err(misfits.join("; ")) }
}

fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema.get("properties").and_then(Value::as_object).into_iter().flatten()
}

fn check_field(field: &Value, value: &Value) -> Result<(), String> {
    if let Some(choices) = choices(field) {
        return one_of(&choices, value);
    }
    match (field.get("type").and_then(Value::as_str), value) {
        (Some("string"), Value::String(text)) => check_text(field, text),
        (Some("boolean"), Value::Bool(_)) => Ok(()),
        (Some("array"), Value::Array(items)) => check_list(field, items),
        (Some(kind @ ("integer" | "number")), Value::Number(number)) => {
            let number = number.as_f64().unwrap_or(f64::NAN);
            if kind == "integer" && number.fract() != 0.0 {
                return Err(format!("{number} is no integer"));
            }
            check_number(field, number)
        }
        // A kind of a later revision is for the server to judge.
        (None, _) => Ok(()),
        (Some(kind), _) if !["string", "boolean", "array", "integer", "number"].contains(&kind) => {
            Ok(())
        }
        (Some(kind), _) => Err(format!("{value} is no {kind}")),
    }
}

/// The values that an enum allows, in any of its forms.
fn choices(field: &Value) -> Option<Vec<&Value>> {
    if let Some(Value::Array(values)) = field.get("enum") {
        return Some(values.iter().collect());
    }
    let titled = field.get("oneOf").or_else(|| field.get("anyOf"))?.as_array()?;
    titled.iter().map(|one| one.get("const")).collect()
}

fn one_of(choices: &[&Value], value: &Value) -> Result<(), String> {
    if choices.contains(&value) {
        return Ok(());
    }
    let known: Vec<String> = choices.iter().map(ToString::to_string).collect();
    Err(format!("{value} is none of {}", known.join(", ")))
}

fn check_text(field: &Value, text: &str) -> Result<(), String> {
    let limit = |name: &str| field.get(name).and_then(Value::as_u64);
    let length = u64::try_from(text.chars().count()).unwrap_or(u64::MAX);
    if let Some(min) = limit("minLength").filter(|min| length < *min) {
        return Err(format!("{length} characters, fewer than {min}"));
    }
    if let Some(max) = limit("maxLength").filter(|max| length > *max) {
        return Err(format!("{length} characters, more than {max}"));
    }
    if let Some(pattern) = field.get("pattern").and_then(Value::as_str) {
        if matches(pattern, text) == Some(false) {
            return Err(format!("does not match {pattern:?}"));
        }
    }
    let format = field.get("format").and_then(Value::as_str);
    match format {
        Some("email") if !is_email(text) => Err(format!("{text:?} is no e-mail address")),
        Some("uri") if !is_uri(text) => Err(format!("{text:?} is no URI")),
        Some("date") if !is_date(text) => Err(format!("{text:?} is no date (2026-07-28)")),
        Some("date-time") if !is_date_time(text) => {
            Err(format!("{text:?} is no date and time (2026-07-28T12:00:00Z)"))
        }
        _ => Ok(()),
    }
}

fn check_number(field: &Value, number: f64) -> Result<(), String> {
    let limit = |name: &str| field.get(name).and_then(Value::as_f64);
    if let Some(min) = limit("minimum").filter(|min| number < *min) {
        return Err(format!("{number} is less than {min}"));
    }
    if let Some(max) = limit("maximum").filter(|max| number > *max) {
        return Err(format!("{number} is more than {max}"));
    }
    Ok(())
}

fn check_list(field: &Value, items: &[Value]) -> Result<(), String> {
    let limit = |name: &str| field.get(name).and_then(Value::as_u64);
    let length = u64::try_from(items.len()).unwrap_or(u64::MAX);
    if let Some(min) = limit("minItems").filter(|min| length < *min) {
        return Err(format!("{length} chosen, fewer than {min}"));
    }
    if let Some(max) = limit("maxItems").filter(|max| length > *max) {
        return Err(format!("{length} chosen, more than {max}"));
    }
    let Some(inner) = field.get("items") else { return Ok(()) };
    items.iter().try_for_each(|item| check_field(inner, item))
}

/// RFC 5321 in short: something on both sides of the last `@`, without blanks.
fn is_email(text: &str) -> bool {
    let parts = text.rsplit_once('@');
    let well = |part: &str| !part.is_empty() && !part.contains(char::is_whitespace);
    parts.is_some_and(|(user, host)| well(user) && well(host) && !host.contains('@'))
}

/// RFC 3986, section 3: a scheme, and no blank or control character anywhere.
fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let mut letters = scheme.chars();
    letters.next().is_some_and(|first| first.is_ascii_alphabetic())
        && letters.all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
        && rest.chars().all(|c| c.is_ascii_graphic() && !"<>\"{}|\\^`".contains(c))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn form() -> Value {
        serde_json::json!({"type": "object", "required": ["mail"], "properties": {
            "mail": {"type": "string", "format": "email", "maxLength": 20},
            "age": {"type": "integer", "minimum": 18, "maximum": 120},
            "plan": {"type": "string", "oneOf": [{"const": "a", "title": "A"}, {"const": "b", "title": "B"}]},
            "tags": {"type": "array", "maxItems": 2, "items": {"type": "string", "enum": ["x", "y", "z"]}},
            "code": {"type": "string", "pattern": "^[A-Z]{2}$"},
            "sure": {"type": "boolean", "default": true},
        }})
    }

    fn checked(content: &str) -> Result<(), String> {
        check(&form(), &serde_json::from_str(content).unwrap())
    }

    #[test]
    fn every_kind_of_field_is_held_to_its_schema() {
        checked(
            r#"{"mail":"a@b.c","age":18,"plan":"b","tags":["x","z"],"code":"AB","sure":false}"#,
        )
        .unwrap();
        checked(r#"{"mail":"a@b.c","age":20.0}"#).unwrap();
        for (content, field) in [
            ("{}", "mail"),
            (r#"{"mail":"ab.c"}"#, "mail"),
            (r#"{"mail":"a@bbbbbbbbbbbbbbbbbbbbbbbb"}"#, "mail"),
            (r#"{"mail":"a@b","age":17}"#, "age"),
            (r#"{"mail":"a@b","age":121}"#, "age"),
            (r#"{"mail":"a@b","age":18.5}"#, "age"),
            (r#"{"mail":"a@b","age":"18"}"#, "age"),
            (r#"{"mail":"a@b","plan":"A"}"#, "plan"),
            (r#"{"mail":"a@b","tags":["x","y","z"]}"#, "tags"),
            (r#"{"mail":"a@b","tags":["w"]}"#, "tags"),
            (r#"{"mail":"a@b","tags":"x"}"#, "tags"),
            (r#"{"mail":"a@b","code":"abc"}"#, "code"),
            (r#"{"mail":"a@b","sure":"yes"}"#, "sure"),
        ] {
            let why = checked(content).unwrap_err();
            assert!(why.contains(&format!("`{field}`")), "{content}: {why}");
        }
    }

    #[test]
    fn defaults_fill_what_was_left_out_and_nothing_else() {
        let mut content: Map<String, Value> =
            serde_json::from_str(r#"{"mail":"a@b","more":1}"#).unwrap();
        fill(&form(), &mut content);
        assert_eq!(
            Value::Object(content.clone()),
            serde_json::json!({"mail": "a@b", "more": 1, "sure": true})
        );
        keep_known(&form(), &mut content);
        assert_eq!(Value::Object(content), serde_json::json!({"mail": "a@b", "sure": true}));
    }

    #[test]
    fn formats() {
        for (text, fits) in [
            ("https://a.b/c?d", true),
            ("mailto:x@y", true),
            ("a b", false),
            ("1a:b", false),
            ("x:y z", false),
        ] {
            assert_eq!(is_uri(text), fits, "{text}");
        }
    }
}

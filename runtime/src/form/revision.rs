//! What a revision lacks of forms.
use crate::{Map, Revision, Value};

/// A form's schema as a client of that revision can read it. `Err` names the field that it has no form for.
pub(crate) fn written_for(revision: Revision, schema: &str) -> Result<String, String> {
    if revision >= Revision::V2025_11_25 {
        return Ok(schema.to_owned());
    }
    let mut form: Value = serde_json::from_str(schema).map_err(|e| e.to_string())?;
    if let Some(Value::Object(properties)) = form.get_mut("properties") {
        for (name, field) in properties.iter_mut() {
            if let Value::Object(field) = field {
                narrow(field).map_err(|why| format!("`{name}`: {why}"))?;
            }
        }
    }
    Ok(form.to_string())
}

/// 2025-06-18: no lists, titles of choices as `enumNames`, defaults on booleans alone.
fn narrow(field: &mut Map<String, Value>) -> Result<(), &'static str> {
    let kind = field.get("type").and_then(Value::as_str).unwrap_or("string");
    if kind == "array" {
        return Err("a choice of several, which the client's revision lacks");
    }
    if kind != "boolean" {
        field.remove("default");
    }
    if let Some(Value::Array(choices)) = field.remove("oneOf") {
        let texts = |name: &str| choices.iter().filter_map(|one| one.get(name).cloned()).collect();
        let (values, names): (Vec<Value>, Vec<Value>) = (texts("const"), texts("title"));
        field.insert("enum".to_owned(), Value::Array(values));
        field.insert("enumNames".to_owned(), Value::Array(names));
    }
    Ok(())
}

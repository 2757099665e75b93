//! The schemas of a form's fields.
use crate::{Decode, Map, Validate, Value};

/// What a field of a form may hold.
pub trait FormField: Decode + Validate {
    /// The members of its schema (`PrimitiveSchemaDefinition`).
    fn schema() -> Map<String, Value>;
}

macro_rules! fields {
    ($($T:ty = $kind:literal,)+) => {
        $(impl FormField for $T {
            fn schema() -> Map<String, Value> {
                typed($kind)
            }
        })+
    };
}

fields! {
    String = "string",
    bool = "boolean",
    i32 = "integer",
    u32 = "integer",
    i64 = "integer",
    u64 = "integer",
    f64 = "number",
}

/// Several of an enum's texts (2025-11-25 on).
impl<T: FormField + serde_core::ser::Serialize> FormField for Vec<T> {
    fn schema() -> Map<String, Value> {
        let mut items = T::schema();
        // In a list a titled choice is written as `anyOf`.
        if let Some(choices) = items.remove("oneOf") {
            items.remove("type");
            items.insert("anyOf".to_owned(), choices);
        }
        let mut schema = typed("array");
        schema.insert("items".to_owned(), Value::Object(items));
        schema
    }
}

fn typed(kind: &str) -> Map<String, Value> {
    Map::from_iter([("type".to_owned(), Value::from(kind))])
}

/// The schema of an enum: texts, with titles or, where all of these are empty, without.
#[must_use]
pub fn choice(texts: &[(&str, &str)]) -> Map<String, Value> {
    let mut schema = typed("string");
    if texts.iter().all(|(_, title)| title.is_empty()) {
        schema
            .insert("enum".to_owned(), texts.iter().map(|(text, _)| Value::from(*text)).collect());
    } else {
        let titled = texts.iter().map(|(text, title)| {
            let title = if title.is_empty() { text } else { title };
            serde_json::json!({ "const": text, "title": title })
        });
        schema.insert("oneOf".to_owned(), titled.collect());
    }
    schema
}

/// The schema of a form: of each field its name, schema, whether it is required, and further members of its schema.
#[must_use]
pub fn schema(fields: Vec<(&str, Map<String, Value>, bool, Value)>) -> String {
    let mut required = Vec::new();
    let mut properties = Map::new();
    for (name, mut schema, is_required, more) in fields {
        if let Value::Object(more) = more {
            schema.extend(more);
        }
        if is_required {
            required.push(Value::from(name));
        }
        properties.insert(name.to_owned(), Value::Object(schema));
    }
    let mut form = typed("object");
    form.insert("properties".to_owned(), Value::Object(properties));
    if !required.is_empty() {
        form.insert("required".to_owned(), Value::Array(required));
    }
    Value::Object(form).to_string()
}

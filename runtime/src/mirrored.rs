//! `x-mcp-header` of a schema that is known at run time only: which arguments travel in headers too (specification, "Streamable HTTP").
use crate::{Map, Value, transport::Mirrored};
use std::{borrow::Cow, collections::BTreeSet};

const KEYWORD: &str = "x-mcp-header";
/// The largest integer that every JSON reader holds exactly.
const MAX_SAFE: i64 = (1 << 53) - 1;

/// The mirrored arguments of a tool: of each its header's name, and the path of members that leads to it.
#[derive(Debug, Default)]
pub(crate) struct Headers(Vec<(String, Vec<String>)>);

impl Headers {
    /// Of a tool's `inputSchema`. An annotation that may not be there makes the tool invalid over HTTP: the reason.
    pub(crate) fn read(schema: &Value) -> Result<Self, String> {
        let mut search =
            Search { path: Vec::new(), names: BTreeSet::new(), found: Self::default() };
        search.schema(schema, true)?;
        Ok(search.found)
    }

    /// Those of a compiled contract.
    pub(crate) fn compiled(headers: crate::Headers) -> Self {
        let owned = |path: &[&str]| path.iter().map(|member| (*member).to_owned()).collect();
        Self(headers.iter().map(|(name, path)| ((*name).to_owned(), owned(path))).collect())
    }

    #[cfg(feature = "http-server")]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Each header's name, and the value in these arguments, if there is one.
    pub(crate) fn of<'a>(
        &'a self,
        arguments: &'a Value,
    ) -> impl Iterator<Item = (&'a str, Option<&'a Value>)> {
        self.0.iter().map(move |(name, path)| {
            let value = path.iter().try_fold(arguments, |at, member| at.get(member));
            (&**name, value.filter(|value| !value.is_null()))
        })
    }

    /// The values in these arguments; what is absent or null has none.
    pub(crate) fn values(&self, arguments: &Value) -> Result<Mirrored, String> {
        let mut values = Mirrored::new();
        for (name, value) in self.of(arguments) {
            let text = match value {
                Some(Value::String(text)) => text.clone(),
                Some(Value::Bool(flag)) => flag.to_string(),
                Some(Value::Number(number)) => safe(number).ok_or_else(|| {
                    format!("{number} is beyond what the header `Mcp-Param-{name}` holds")
                })?,
                _ => continue,
            };
            values.push((Cow::Owned(name.to_owned()), text));
        }
        Ok(values)
    }
}

/// An integer within +-(2^53-1), in digits.
fn safe(number: &serde_json::Number) -> Option<String> {
    if let Some(whole) = number.as_i64() {
        return (-MAX_SAFE..=MAX_SAFE).contains(&whole).then(|| whole.to_string());
    }
    let float = number.as_f64().filter(|float| float.fract() == 0.0)?;
    #[allow(clippy::cast_precision_loss, reason = "exact up to there")]
    let fits = float.abs() <= MAX_SAFE as f64;
    fits.then(|| format!("{float:.0}"))
}

struct Search {
    path: Vec<String>,
    names: BTreeSet<String>,
    found: Headers,
}

impl Search {
    /// `counts`: the schema is reached from the root through `properties` alone.
    fn schema(&mut self, schema: &Value, counts: bool) -> Result<(), String> {
        let Value::Object(members) = schema else { return Ok(()) };
        if let Some(name) = members.get(KEYWORD) {
            self.annotation(name, members, counts)?;
        }
        for (keyword, value) in members {
            match (keyword.as_str(), value) {
                ("properties", Value::Object(all)) => {
                    for (name, schema) in all {
                        self.path.push(name.clone());
                        self.schema(schema, counts)?;
                        self.path.pop();
                    }
                }
                (
                    "patternProperties" | "$defs" | "definitions" | "dependentSchemas",
                    Value::Object(all),
                ) => all.values().try_for_each(|schema| self.schema(schema, false))?,
                ("enum" | "const" | "default" | "examples" | "example" | KEYWORD, _) => {}
                (_, Value::Array(items)) => {
                    items.iter().try_for_each(|schema| self.schema(schema, false))?;
                }
                (_, value) => self.schema(value, false)?,
            }
        }
        Ok(())
    }

    fn annotation(
        &mut self,
        name: &Value,
        schema: &Map<String, Value>,
        counts: bool,
    ) -> Result<(), String> {
        let fault = |why: &str| Err(format!("`{KEYWORD}` {name} {why}"));
        let Some(text) = name.as_str().filter(|text| !text.is_empty()) else {
            return fault("is no header's name");
        };
        if !text.bytes().all(is_token) {
            return fault("is no header's name");
        }
        if !counts || !has_header_form(schema.get("type")) {
            return fault("stands where none may stand");
        }
        if !self.names.insert(text.to_ascii_lowercase()) {
            return fault("is there twice");
        }
        self.found.0.push((text.to_owned(), self.path.clone()));
        Ok(())
    }
}

/// A character of a token (RFC 9110, section 5.6.2).
fn is_token(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b)
}

/// A string, an integer or a boolean; `null` beside it is fine.
fn has_header_form(kind: Option<&Value>) -> bool {
    let one = |kind: &Value| matches!(kind.as_str(), Some("string" | "integer" | "boolean"));
    match kind {
        Some(Value::Array(kinds)) => {
            kinds.iter().any(one) && kinds.iter().all(|k| one(k) || k.as_str() == Some("null"))
        }
        Some(kind) => one(kind),
        None => false,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_of_annotated_members() {
        let schema = json!({"type": "object", "properties": {
            "region": {"type": "string", "x-mcp-header": "Region"},
            "deep": {"type": "object", "properties": {"n": {"type": ["integer", "null"], "x-mcp-header": "N"}}},
            "dry": {"type": "boolean", "x-mcp-header": "Dry"},
            "x-mcp-header": {"type": "string", "default": {"x-mcp-header": 1}},
        }});
        let headers = Headers::read(&schema).unwrap();
        let values = |arguments: Value| {
            let mut values = headers.values(&arguments).unwrap();
            values.sort();
            values.into_iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>()
        };
        assert_eq!(
            values(json!({"region": "eu", "deep": {"n": 5.0}, "dry": false})),
            ["Dry=false", "N=5", "Region=eu"]
        );
        assert!(values(json!({"deep": {"n": null}})).is_empty());
        headers.values(&json!({"deep": {"n": 9_007_199_254_740_993_i64}})).unwrap_err();
    }

    #[test]
    fn annotations_that_make_a_tool_invalid() {
        for property in [
            json!({"type": "number", "x-mcp-header": "A"}),
            json!({"type": "string", "x-mcp-header": ""}),
            json!({"type": "string", "x-mcp-header": "a b"}),
            json!({"type": "string", "x-mcp-header": 1}),
            json!({"type": "array", "items": {"type": "string", "x-mcp-header": "A"}}),
            json!({"anyOf": [{"type": "string", "x-mcp-header": "A"}]}),
            json!({"type": "object", "properties": {
                "a": {"type": "string", "x-mcp-header": "A"}, "b": {"type": "string", "x-mcp-header": "a"}}}),
        ] {
            let schema = json!({"type": "object", "properties": {"p": property}});
            assert!(Headers::read(&schema).is_err(), "{schema}");
        }
    }
}

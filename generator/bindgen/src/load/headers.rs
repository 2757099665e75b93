//! `x-mcp-header`: arguments that an HTTP client mirrors in headers (specification, "Streamable HTTP").
//!
//! The annotation counts on a member that is reached from the root through `properties` alone and is a string, an integer or
//! a boolean. Anywhere else, or with a name that is no header's, it makes the tool invalid over HTTP: such tools are told.

use crate::diagnostic::Diagnostic;
use crate::pointer::Pointer;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

const KEYWORD: &str = "x-mcp-header";

/// Whether a schema is reached through `properties` alone.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    Members,
    Elsewhere,
}

/// A warning for each annotation of a tool's `inputSchema` that makes it invalid over HTTP.
pub(crate) fn misused(schema: &Value, at: &Pointer) -> Vec<Diagnostic> {
    Search::of(schema, at).found
}

/// Of a tool that is valid over HTTP each header's name, and the path of members that leads to its argument.
pub(crate) fn mirrored(schema: &Value) -> Vec<(String, Vec<String>)> {
    let search = Search::of(schema, &Pointer::root());
    if search.found.is_empty() { search.mirrored } else { Vec::new() }
}

struct Search {
    names: BTreeMap<String, Pointer>,
    found: Vec<Diagnostic>,
    mirrored: Vec<(String, Vec<String>)>,
}

impl Search {
    fn of(schema: &Value, at: &Pointer) -> Self {
        let mut this = Self { names: BTreeMap::new(), found: Vec::new(), mirrored: Vec::new() };
        this.schema(schema, at, &mut Vec::new(), Reach::Members);
        this
    }

    fn schema(&mut self, schema: &Value, at: &Pointer, path: &mut Vec<String>, reach: Reach) {
        let Value::Object(members) = schema else { return };
        if let Some(name) = members.get(KEYWORD) {
            self.annotation(name, members, &at.join(KEYWORD), path, reach);
        }
        let mut sorted: Vec<_> = members.iter().collect();
        sorted.sort_by_key(|(keyword, _)| *keyword);
        for (keyword, value) in sorted {
            let at = at.join(keyword);
            match (keyword.as_str(), value) {
                ("properties", Value::Object(all)) => self.all(all, &at, path, reach),
                (
                    "patternProperties" | "$defs" | "definitions" | "dependentSchemas",
                    Value::Object(all),
                ) => {
                    self.all(all, &at, path, Reach::Elsewhere);
                }
                ("enum" | "const" | "default" | "examples" | "example" | KEYWORD, _) => {}
                (_, Value::Array(items)) => {
                    items
                        .iter()
                        .enumerate()
                        .for_each(|(i, v)| self.schema(v, &at.join(i), path, Reach::Elsewhere));
                }
                (_, value) => self.schema(value, &at, path, Reach::Elsewhere),
            }
        }
    }

    fn all(
        &mut self,
        schemas: &Map<String, Value>,
        at: &Pointer,
        path: &mut Vec<String>,
        reach: Reach,
    ) {
        let mut sorted: Vec<_> = schemas.iter().collect();
        sorted.sort_by_key(|(name, _)| *name);
        for (name, schema) in sorted {
            path.push(name.clone());
            self.schema(schema, &at.join(name), path, reach);
            path.pop();
        }
    }

    fn annotation(
        &mut self,
        name: &Value,
        schema: &Map<String, Value>,
        at: &Pointer,
        path: &[String],
        reach: Reach,
    ) {
        let fault = match name.as_str() {
            None => Some("is no string".to_owned()),
            Some("") => Some("is empty".to_owned()),
            Some(name) if !name.bytes().all(is_token) => {
                Some(format!("\"{name}\" is no header name"))
            }
            Some(_) if reach == Reach::Elsewhere => {
                Some("counts only on members reached through `properties` alone".to_owned())
            }
            Some(_) if !mirrors(schema.get("type")) => {
                Some("counts only on a string, an integer or a boolean".to_owned())
            }
            Some(name) => self
                .names
                .insert(name.to_ascii_lowercase(), at.clone())
                .map(|first| format!("\"{name}\" is already the header of {first}")),
        };
        if let (None, Some(name)) = (&fault, name.as_str()) {
            self.mirrored.push((name.to_owned(), path.to_vec()));
        }
        self.found.extend(fault.map(|why| {
            Diagnostic::warning("bad-header", at, format!("`{KEYWORD}` {why}"))
                .with_help("clients leave this tool out over HTTP")
        }));
    }
}

/// A character of a token (RFC 9110, section 5.6.2).
fn is_token(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b)
}

/// A type whose values have a header form; `null` beside it is fine.
fn mirrors(kind: Option<&Value>) -> bool {
    let one = |kind: &Value| matches!(kind.as_str(), Some("string" | "integer" | "boolean"));
    match kind {
        Some(Value::Array(kinds)) => {
            kinds.iter().any(one) && kinds.iter().all(|k| one(k) || k.as_str() == Some("null"))
        }
        Some(kind) => one(kind),
        None => false,
    }
}

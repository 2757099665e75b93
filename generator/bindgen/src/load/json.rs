//! JSON text with its places kept.

use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::pointer::Pointer;
use serde_json::{Value, value::RawValue};
use std::collections::BTreeMap;

/// A JSON text within a document, as it was written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a> {
    whole: &'a str,
    text: &'a str,
}

impl<'a> Part<'a> {
    /// A whole document.
    pub(super) fn whole(text: &'a str) -> Self {
        Self { whole: text, text }
    }

    /// The text as it was written.
    pub(super) fn text(self) -> &'a str {
        self.text
    }

    /// The members of an object, unread.
    pub(super) fn members(self) -> Result<BTreeMap<String, Part<'a>>, Diagnostic> {
        let raw: BTreeMap<String, &'a RawValue> =
            serde_json::from_str(self.text).map_err(|e| self.syntax_error(&e))?;
        Ok(raw.into_iter().map(|(k, v)| (k, self.part(v))).collect())
    }

    /// The members of what should be a manifest or a result.
    pub(super) fn object(self, at: &Pointer) -> Result<BTreeMap<String, Part<'a>>, Diagnostic> {
        // What is no JSON at all is told with its position.
        if self.kind() != "an object" && serde_json::from_str::<&RawValue>(self.text).is_ok() {
            let message = format!("must be an object, is {}", self.kind());
            return Err(Diagnostic::error("not-a-manifest", at, message).with_help(
                "expected a manifest, a `tools/list` result or response, or an array of tools",
            ));
        }
        self.members()
    }

    /// The items of an array, unread.
    pub(super) fn items(self) -> Result<Vec<Part<'a>>, Diagnostic> {
        let raw: Vec<&'a RawValue> =
            serde_json::from_str(self.text).map_err(|e| self.syntax_error(&e))?;
        Ok(raw.into_iter().map(|v| self.part(v)).collect())
    }

    fn part(self, raw: &'a RawValue) -> Self {
        Part { whole: self.whole, text: raw.get() }
    }

    /// What kind of value it is, by its first character.
    pub(super) fn kind(self) -> &'static str {
        match self.text.trim_start().as_bytes().first() {
            Some(b'{') => "an object",
            Some(b'[') => "an array",
            Some(b'"') => "a string",
            Some(b't' | b'f') => "a boolean",
            Some(b'n') => "null",
            Some(_) => "a number",
            None => "nothing",
        }
    }

    /// The value; an error names the place, for it is too deep or holds a number beyond all bounds.
    pub(super) fn value(self, at: &Pointer) -> Result<Value, Diagnostic> {
        serde_json::from_str(self.text).map_err(|e| {
            if e.to_string().contains("recursion limit") {
                Diagnostic::error("too-deep", at, "is nested more than 127 levels deep")
                    .with_help("move inner schemas into `$defs` and refer to them with `$ref`")
            } else {
                Diagnostic::error(
                    "bad-value",
                    at,
                    format!("holds a value that cannot be read: {}", reason(&e)),
                )
            }
        })
    }

    /// A syntax error as a position in the document.
    fn syntax_error(self, e: &serde_json::Error) -> Diagnostic {
        let start = (self.text.as_ptr() as usize).saturating_sub(self.whole.as_ptr() as usize);
        let before = self.whole.get(..start).unwrap_or_default();
        let lines = before.matches('\n').count();
        let column = match e.line() {
            0 | 1 => before.chars().rev().take_while(|c| *c != '\n').count() + e.column(),
            _ => e.column(),
        };
        let place = Place::Position { line: lines + e.line().max(1), column: column.max(1) };
        let help = match e.classify() {
            serde_json::error::Category::Eof => "the file ends too early: save or capture it again",
            _ => "the file must be JSON: `mcp-bindgen capture` writes one",
        };
        Diagnostic::new(Severity::Error, "not-json", place, describe(e)).with_help(help)
    }
}

/// The parser's message without its own idea of the place.
fn describe(e: &serde_json::Error) -> String {
    format!("is not JSON: {}", reason(e))
}

fn reason(e: &serde_json::Error) -> String {
    let text = e.to_string();
    text.split(" at line ").next().unwrap_or_default().to_owned()
}

/// JSON text without the blanks between its tokens; strings and numbers stay as they were written.
pub(crate) fn minify(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut in_string, mut escaped) = (false, false);
    for c in text.chars() {
        if in_string {
            in_string = escaped || c != '"';
            escaped = c == '\\' && !escaped;
        } else if matches!(c, ' ' | '\t' | '\n' | '\r') {
            continue;
        } else {
            in_string = c == '"';
        }
        out.push(c);
    }
    out
}

/// JSON text with members by name, whatever order the parser kept.
pub(crate) fn canonical(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let sorted: BTreeMap<&String, &Value> = members.iter().collect();
            let each = sorted
                .into_iter()
                .map(|(k, v)| format!("{}:{}", Value::from(k.as_str()), canonical(v)));
            format!("{{{}}}", each.collect::<Vec<_>>().join(","))
        }
        Value::Array(items) => {
            format!("[{}]", items.iter().map(canonical).collect::<Vec<_>>().join(","))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]
    use super::*;

    #[test]
    fn minify_keeps_strings_and_numbers() {
        assert_eq!(minify("{ \"a b\\\" \" : [ 1.0e+2 ,\n true ] }"), r#"{"a b\" ":[1.0e+2,true]}"#);
        assert_eq!(minify(r#""\\" "#), r#""\\""#);
    }

    #[test]
    fn places_are_those_of_the_document() {
        let text = "{\"a\":\n  {\"b\": nul}}";
        let e = Part::whole(text).members().unwrap_err();
        assert_eq!(*e.place(), Place::Position { line: 2, column: 12 });
    }
}

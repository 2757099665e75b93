//! Docs of items: the wire name first, then what the schema says, made safe.

use super::{Lowering, types::wire_doc};
use crate::load::{Tool, canonical};
use crate::model::{Docs, Member, Shape, Type, TypeId, Variant};
use crate::text::{code_span, doc_line, doc_lines};
use serde_json::Value;

/// Longer values are left to the schema.
const LONGEST_DEFAULT: usize = 60;

impl Lowering<'_> {
    pub(super) fn docs_of_item(&self, t: &Type) -> Vec<String> {
        if let Some(own) = self.own_docs {
            return own.of_type(&t.name.0);
        }
        let mut lines = described(&t.docs);
        if lines.is_empty() && t.shared_by.len() > 1 {
            let names: Vec<String> = t.shared_by.iter().map(|name| wire_doc(name)).collect();
            lines.push(format!("The type of {}.", names.join(", ")));
        }
        if lines.is_empty() {
            lines.push(match t.name.0.as_slice() {
                [output, last] if output == "Output" && last == "Item" => {
                    "An item of the output.".to_owned()
                }
                [.., of, last] if last == "Item" => format!("An item of {}.", wire_doc(of)),
                [.., of, last] if last == "Value" => format!("A value of {}.", wire_doc(of)),
                path => wire_doc(path.last().map_or("", String::as_str)),
            });
        }
        lines
    }

    pub(super) fn docs_of_member(&self, id: TypeId, member: &Member) -> Vec<String> {
        let mut first = wire_doc(&member.wire);
        if member.required && member.of.nullable {
            first.push_str(": must be present, may be null");
        } else if !member.required && member.of.nullable {
            first.push_str(": absent, null or a value");
        } else if member.of.shape == Shape::Never {
            first.push_str(": never present");
        }
        if let Some(default) = member.default.as_ref().and_then(default_text) {
            first.push_str(&format!("; default {default}"));
        }
        let mut lines = vec![first];
        let more = match self.own_docs {
            Some(own) => {
                let path = self.model.get(id).map(|t| t.name.0.clone()).unwrap_or_default();
                own.of_member(&path, &member.wire)
            }
            None => described(&member.docs),
        };
        if !more.is_empty() {
            lines.push(String::new());
            lines.extend(more);
        }
        lines
    }

    pub(super) fn docs_of_variant(&self, variant: &Variant) -> Vec<String> {
        let mut lines = described(&variant.docs);
        if let (Some(own), Shape::Named(id)) = (self.own_docs, &variant.of.shape) {
            let path = self.model.get(*id).map(|t| t.name.0.as_slice()).unwrap_or_default();
            lines.extend(own.of_type(path).into_iter().take(1));
        }
        if lines.is_empty() {
            lines.push(doc_line(&variant.label));
        }
        if lines.iter().all(String::is_empty) {
            lines = vec!["One of the alternatives.".to_owned()];
        }
        lines
    }
}

/// Docs of a tool's items.
pub(crate) fn tool_docs(tool: &Tool) -> Vec<String> {
    let mut lines = vec![code_span(&tool.name)];
    if let Some(title) = tool.title.as_deref().map(doc_line).filter(|t| !t.is_empty()) {
        lines = vec![format!("{}: {title}", code_span(&tool.name))];
    }
    if let Some(text) = &tool.description {
        let more = doc_lines(text);
        if !more.is_empty() {
            lines.push(String::new());
            lines.extend(more);
        }
    }
    lines
}

/// One line that says what an item is, with a wire name in it.
pub(crate) fn item_docs(before: &str, wire: &str, after: &str) -> Vec<String> {
    vec![format!("{before}{}{after}", code_span(wire))]
}

fn described(docs: &Docs) -> Vec<String> {
    match (&docs.description, &docs.title) {
        (Some(text), _) | (None, Some(text)) => doc_lines(text),
        (None, None) => Vec::new(),
    }
}

fn default_text(value: &Value) -> Option<String> {
    let text = canonical(value);
    (text.chars().count() <= LONGEST_DEFAULT).then(|| code_span(&text))
}

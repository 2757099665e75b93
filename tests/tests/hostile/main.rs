//! Input that no server should send: it ends in diagnostics or in source that parses, never in a panic or a hang.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod handmade;
mod mutate;
mod mutations;

use mcp_bindgen::{Builder, Severity};
use serde_json::Value;

/// How a manifest ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Source,
    Refused,
}

/// Generates, strictly and leniently, and checks that the end is a proper one.
fn run(text: &str) -> Result<End, String> {
    let lenient = once(text, true)?;
    let strict = once(text, false)?;
    match (strict, lenient) {
        (End::Source, End::Refused) => Err("the lenient mode alone refuses".to_owned()),
        _ => Ok(strict),
    }
}

fn once(text: &str, lenient: bool) -> Result<End, String> {
    let builder = Builder::new().manifest_text("hostile.json", text).skip_invalid(lenient);
    let generated = std::panic::catch_unwind(|| builder.generate());
    match generated.map_err(|_| "panic".to_owned())? {
        Ok(bindings) => {
            syn::parse_file(bindings.source()).map_err(|e| format!("no Rust: {e}"))?;
            Ok(End::Source)
        }
        Err(found) => {
            if !found.iter().any(|d| d.severity() == Severity::Error) {
                return Err("refused without an error".to_owned());
            }
            let text = found.to_string();
            if text.chars().any(|c| c.is_control() && c != '\n') {
                return Err(format!("control characters in {text:?}"));
            }
            Ok(End::Refused)
        }
    }
}

/// A manifest of one tool with this input schema.
fn manifest(input: &Value) -> String {
    serde_json::json!({"server": "hostile", "tools": [{"name": "t", "inputSchema": input}]})
        .to_string()
}

//! How input may end: in diagnostics that say where, or in source that parses. The fuzz target judges by the same file.

use mcp_bindgen::{Builder, Diagnostics, Pointer, Severity};
use serde_json::Value;

/// How a manifest ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Source,
    Refused,
}

/// Generates, strictly and leniently, and checks that the end is a proper one.
pub(crate) fn run(text: &str) -> Result<End, String> {
    match (once(text, false)?, once(text, true)?) {
        (End::Source, End::Refused) => Err("the lenient mode alone refuses".to_owned()),
        (strict, _) => Ok(strict),
    }
}

/// The same in one mode.
pub(crate) fn once(text: &str, lenient: bool) -> Result<End, String> {
    let whole = serde_json::from_str(text).ok();
    let builder = Builder::new().manifest_text("hostile.json", text).skip_invalid(lenient);
    let generated = std::panic::catch_unwind(|| builder.generate());
    match generated.map_err(|_| "panic".to_owned())? {
        Ok(bindings) => {
            syn::parse_file(bindings.source()).map_err(|e| format!("no Rust: {e}"))?;
            told(bindings.warnings(), whole.as_ref())?;
            Ok(End::Source)
        }
        Err(found) => {
            if !found.iter().any(|d| d.severity() == Severity::Error) {
                return Err("refused without an error".to_owned());
            }
            told(&found, whole.as_ref())?;
            Ok(End::Refused)
        }
    }
}

/// Diagnostics print in whole lines, and each is about a place of the input.
fn told(found: &Diagnostics, whole: Option<&Value>) -> Result<(), String> {
    let text = found.to_string();
    if text.chars().any(|c| c.is_control() && c != '\n') {
        return Err(format!("control characters in {text:?}"));
    }
    let Some(whole) = whole else { return Ok(()) };
    match found.iter().find(|d| !d.pointer().is_none_or(|p| stands(p, whole))) {
        Some(d) => Err(format!("{d}: there is no such place")),
        None => Ok(()),
    }
}

/// Whether a pointer is that of a value, or of a member that an object of the input lacks.
fn stands(pointer: &Pointer, whole: &Value) -> bool {
    if whole.pointer(pointer.as_str()).is_some() {
        return true;
    }
    let outer = pointer.as_str().rsplit_once('/').and_then(|(outer, _)| whole.pointer(outer));
    outer.is_some_and(Value::is_object)
}

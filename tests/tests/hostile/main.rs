//! Input that no server should send: it ends in diagnostics or in source that parses, never in a panic or a hang.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod arbitrary;
mod choices;
mod end;
mod handmade;
mod keywords;
mod mutate;
mod properties;
mod regressions;
mod sample;

use end::{End, run};
use serde_json::Value;

/// A manifest of one tool with this input schema.
fn manifest(input: &Value) -> String {
    serde_json::json!({"server": "hostile", "tools": [{"name": "t", "inputSchema": input}]})
        .to_string()
}

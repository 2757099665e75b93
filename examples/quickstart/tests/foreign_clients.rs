//! The official TypeScript and Python clients use the example's server, each in both eras.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

#[test]
fn typescript_modern() {
    check_modern(&talk(Client::TypeScript, "auto"));
}

#[test]
fn typescript_legacy() {
    check_legacy(&talk(Client::TypeScript, "legacy"));
}

#[test]
fn python_modern() {
    check_modern(&talk(Client::Python, "auto"));
}

#[test]
fn python_legacy() {
    check_legacy(&talk(Client::Python, "legacy"));
}

#[derive(Clone, Copy)]
enum Client {
    TypeScript,
    Python,
}

impl Client {
    /// The script's command; its arguments are told in `tests/peers/client.mjs`.
    fn command(self) -> Command {
        let peers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/peers");
        let (interpreter, script) = match self {
            Self::TypeScript => (PathBuf::from("node"), "client.mjs"),
            Self::Python => (peers.join(".venv/bin/python"), "client.py"),
        };
        let mut command = Command::new(interpreter);
        command.arg(peers.join(script));
        command
    }
}

/// What the client saw when it carried out the plan.
fn talk(client: Client, mode: &str) -> Value {
    let output = client
        .command()
        .args([mode, &plan().to_string(), "--", env!("CARGO_BIN_EXE_quickstart"), "serve"])
        .stdin(Stdio::null())
        .output()
        .expect("the client starts; tests/peers/install.sh installs it");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    serde_json::from_slice(&output.stdout).expect("one JSON document")
}

fn plan() -> Value {
    json!([
        {"tool": "add_note", "arguments": {
            "title": "Read the log", "body": null, "tags": ["ops"], "priority": "high",
            "source": {"name": "Handbook", "page": 12}, "properties": {"owner": "Ada"},
        }},
        {"tool": "add_note", "arguments": {"title": "Water the plants"}},
        {"tool": "search_notes", "arguments": {"query": "LOG", "limit": 5}},
        {"tool": "export_notes", "arguments": {"format": "markdown"}},
        {"tool": "delete_note", "arguments": {"id": 2}},
        {"tool": "delete_note", "arguments": {"id": 2}},
        {"tool": "add_note", "arguments": {"title": ""}},
        {"tool": "rename_note", "arguments": {}},
    ])
}

fn check_modern(seen: &Value) {
    assert_eq!(seen["era"], "modern");
    assert_eq!(seen["protocolVersion"], "2026-07-28");
    check(seen);
}

fn check_legacy(seen: &Value) {
    assert_eq!(seen["era"], "legacy");
    assert_eq!(seen["protocolVersion"], "2025-11-25");
    check(seen);
}

/// What does not differ between eras and clients.
fn check(seen: &Value) {
    let manifest: Value = serde_json::from_str(include_str!("../mcp/notebook.json")).unwrap();
    assert_eq!(seen["server"], manifest["server"]);
    assert_eq!(seen["instructions"], manifest["instructions"]);
    assert_eq!(seen["tools"], json!(["add_note", "search_notes", "delete_note", "export_notes"]));

    let calls = seen["calls"].as_array().unwrap();
    let [first, second, found, exported, deleted, again, refused, unknown] = calls.as_slice()
    else {
        panic!("as many answers as calls: {calls:?}");
    };
    check_structured(
        first,
        &json!({"id": 1, "title": "Read the log", "priority": "high", "created": true}),
    );
    check_structured(
        second,
        &json!({"id": 2, "title": "Water the plants", "priority": "normal", "created": true}),
    );
    check_structured(
        found,
        &json!({"total": 1, "notes": [{
            "id": 1, "title": "Read the log", "body": null, "tags": ["ops"], "priority": "high",
            "source": {"name": "Handbook", "page": 12}, "properties": {"owner": "Ada"},
        }]}),
    );
    assert_eq!(exported["isError"], false);
    assert_eq!(exported["texts"], json!(["- Read the log (high)\n- Water the plants (normal)\n"]));
    assert_eq!(exported.get("structuredContent"), None);
    check_structured(deleted, &json!({"deleted": true}));

    assert_eq!(again["isError"], true);
    assert_eq!(again["texts"], json!(["no note has the id 2"]));
    // Arguments that break the schema come back as a tool error, for a model to read, and name the place.
    assert_eq!(refused["isError"], true);
    assert!(refused["texts"][0].as_str().unwrap().contains("/title"), "{refused}");
    assert_eq!(unknown["error"]["code"], -32602);
}

/// A success with this structured content, which its one text block repeats as JSON.
fn check_structured(call: &Value, expected: &Value) {
    assert_eq!(call["isError"], false, "{call}");
    assert_eq!(&call["structuredContent"], expected);
    let texts = call["texts"].as_array().unwrap();
    assert_eq!(texts.len(), 1);
    let text: Value = serde_json::from_str(texts[0].as_str().unwrap()).unwrap();
    assert_eq!(&text, expected);
}

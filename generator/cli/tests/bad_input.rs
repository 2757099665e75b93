//! Manifests that cannot be read: a located error with a next step, status 2, every problem in one run, and no file.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod common;
use common::{Desk, Run, manifest};
use serde_json::json;

/// Generates into a file that is there already, which has to stay as it is.
#[track_caller]
fn refused(name: &str, text: impl AsRef<[u8]>) -> Run {
    let desk = Desk::new();
    desk.put(name, text);
    desk.put("out.rs", "as it was\n");
    let run = desk.run(["generate", name, "-o", "out.rs"]).expect(2).says(&["error: ", "help: "]);
    assert_eq!(desk.get("out.rs"), "as it was\n");
    assert_eq!(desk.files().len(), 2, "{:?}", desk.files());
    assert_eq!(run.stdout, "");
    run
}

#[test]
fn a_missing_file() {
    let desk = Desk::new();
    let run = desk.run(["generate", "gone/none.json", "-o", "out.rs"]).expect(2);
    run.says(&["gone/none.json: error: ", "help: "]);
    assert!(desk.files().is_empty());
}

#[test]
fn not_json() {
    refused("m.json", "hello").says(&["m.json:1:1: error: "]);
    // The comma stands in the second line, what should follow it in the third.
    refused("m.json", "{\"tools\":[\n  {\"name\":\"a\"},\n]}").says(&["m.json:3:"]);
    refused("m.json", [0xff, 0xfe, b'{', 0]).says(&["m.json:1:1: error: ", "UTF-8"]);
    refused("m.json", "").says(&["m.json:1:"]);
}

#[test]
fn truncated_json() {
    let whole = manifest("github", "search");
    let run = refused("m.json", &whole[..whole.len() - 20]);
    run.says(&["m.json:2:", "ends too early"]);
}

#[test]
fn not_a_manifest() {
    refused("m.json", r#"{"name": "x"}"#).says(&["m.json#: error: ", "tools"]);
    refused("m.json", "17").says(&["m.json"]);
    refused("m.json", r#"{"tools": {"a": 1}}"#).says(&["m.json#/tools: error: ", "array"]);
}

#[test]
fn a_tool_without_name_or_schema() {
    let text = json!({"tools": [{"inputSchema": {"type": "object"}}, {"name": "b"}]});
    refused("m.json", text.to_string()).says(&[
        "m.json#/tools/0/name: error: ",
        "m.json#/tools/1/inputSchema: error: ",
        "\"b\"",
    ]);
}

#[test]
fn two_tools_of_one_name() {
    let tool = json!({"name": "same", "inputSchema": {"type": "object"}});
    let run = refused("m.json", json!({"tools": [tool, tool]}).to_string());
    run.says(&["m.json#/tools/1/name: error: ", "\"same\"", "/tools/0"]);
}

#[test]
fn a_schema_of_two_thousand_levels() {
    let open = r#"{"type":"object","properties":{"p":"#.repeat(2000);
    let close = "}}".repeat(2000);
    let deep = format!("{open}{{}}{close}");
    let tools = format!(
        r#"{{"tools": [{{"name": "ok", "inputSchema": {{"type": "object"}}}}, {{"name": "deep", "inputSchema": {deep}}}]}}"#
    );
    refused("m.json", &tools).says(&["m.json#/tools/1", "\"deep\""]);
    let desk = Desk::new();
    desk.put("m.json", tools);
    let run = desk.run(["generate", "m.json", "--skip-invalid"]).expect(0);
    run.says(&["warning: ", "\"deep\""]);
}

#[test]
fn brackets_without_end() {
    refused("m.json", "[".repeat(1_000_000)).says(&["m.json"]);
    refused("m.json", format!(r#"{{"tools": {}"#, "[".repeat(1_000_000))).says(&["m.json"]);
}

#[test]
fn a_manifest_beyond_all_sizes() {
    let desk = Desk::new();
    let file = std::fs::File::create(desk.path("big.json")).unwrap();
    file.set_len(100_000_000).unwrap();
    let run = desk.run(["generate", "big.json", "-o", "out.rs"]).expect(2);
    run.says(&["big.json: error: ", "64 MiB", "help: "]);
    assert!(!desk.path("out.rs").exists());
}

#[test]
fn control_and_bidirectional_characters_are_shown_and_not_obeyed() {
    let evil = "a\u{1b}[2J\u{202e}b\u{200b}\u{7}";
    let tool = json!({"name": evil, "description": evil, "inputSchema": {"type": "objekt"}});
    let run = refused("m.json", json!({"server": evil, "tools": [tool]}).to_string());
    let hidden = |c: char| c.is_control() && c != '\n' || "\u{202e}\u{200b}".contains(c);
    assert!(!run.stderr.contains(hidden), "{:?}", run.stderr);
    assert!(run.stderr.contains("\\u{202e}"), "{}", run.stderr);
    run.says(&["m.json#/tools/0/inputSchema/type: error: "]);

    let desk = Desk::new();
    let tool = json!({"name": evil, "description": evil, "inputSchema": {"type": "object"}});
    desk.put("m.json", json!({"server": evil, "tools": [tool]}).to_string());
    for call in ["generate", "inspect"] {
        let run = desk.run([call, "m.json"]).expect(0).says(&["warning: "]);
        for text in [&run.stdout, &run.stderr] {
            assert!(!text.contains(hidden), "{text:?}");
        }
    }
}

#[test]
fn every_problem_in_one_run_and_nothing_half_written() {
    let desk = Desk::new();
    desk.put("good.json", manifest("good", "x"));
    let tool = |name: &str, schema: serde_json::Value| json!({"name": name, "inputSchema": schema});
    let bad = json!({"tools": [
        tool("a", json!({"type": "object", "properties": {"x": {"type": "integr"}}})),
        tool("b", json!({"type": "object", "properties": {"y": {"$ref": "#/$defs/Nope"}}})),
    ]});
    desk.put("bad.json", bad.to_string());
    desk.put("worse.json", "{");
    let call = ["generate", "bad.json", "good.json", "worse.json", "gone.json", "-o", "out"];
    desk.run(call).expect(2).says(&[
        "bad.json#/tools/0/inputSchema/properties/x/type: error: ",
        "bad.json#/tools/1/inputSchema/properties/y/$ref: error: ",
        "worse.json:1:",
        "gone.json: error: ",
    ]);
    assert_eq!(desk.files(), ["bad.json", "good.json", "worse.json"]);

    let call = ["generate", "bad.json", "good.json", "-o", "out", "--skip-invalid"];
    desk.run(call).expect(0).says(&["warning: "]);
    assert!(desk.path("out/bad.rs").is_file() && desk.path("out/good.rs").is_file());
}

#[test]
fn inspect_and_check_refuse_alike() {
    let desk = Desk::new();
    desk.put("m.json", r#"{"tools": [{"name": "a"}]}"#);
    let at = "m.json#/tools/0/inputSchema: error: ";
    desk.run(["inspect", "m.json"]).expect(2).says(&[at, "help: "]);
    desk.run(["check", "m.json", "-o", "m.rs"]).expect(2).says(&[at]);
    let run = desk.run(["inspect", "m.json", "--skip-invalid", "--format", "json"]).expect(0);
    assert_eq!(run.json()["skipped"][0]["pointer"], "/tools/0/inputSchema");
    assert_eq!(run.json()["tools"], json!([]));
}

#[test]
fn a_folder_that_cannot_be_written_is_told() {
    let desk = Desk::new();
    desk.put("m.json", manifest("m", "x"));
    let run = desk.run(["generate", "m.json", "-o", "no/such/m.rs"]).expect(2);
    run.says(&["no/such/m.rs: error: ", "help: "]);
    desk.put("file", "");
    desk.run(["generate", "m.json", "-o", "file/sub/"]).expect(2).says(&["error: ", "help: "]);
    assert_eq!(desk.files(), ["file", "m.json"]);
}

#[test]
fn a_server_command_that_is_not_there() {
    let desk = Desk::new();
    let run = desk.run(["capture", "-o", "out.json", "--", "no-such-server-anywhere"]).expect(2);
    run.says(&["no-such-server-anywhere: error: ", "could not start", "help: "]);
    assert!(desk.files().is_empty());
    desk.run(["capture"]).expect(2).says(&["<CMD>"]);
}

//! The case bank's `cli-ux` cases, from the shared folder (see `common::shared`).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod common;
use common::{Desk, shared};
use serde_json::Value;

/// A case, and a desk with its files on it.
fn case(id: &str) -> Option<(Value, Desk)> {
    let text = std::fs::read_to_string(shared()?.join(format!("cases/cli-ux/{id}.json"))).unwrap();
    let case: Value = serde_json::from_str(&text).unwrap();
    let desk = Desk::new();
    let object = |name: &str| case["input"][name].as_object().cloned().unwrap_or_default();
    for (name, content) in object("files") {
        desk.put(&name, content.to_string());
    }
    for (name, content) in object("raw_files") {
        desk.put(&name, content.as_str().unwrap());
    }
    Some((case, desk))
}

fn texts(value: &Value) -> Vec<String> {
    let text = |v: &Value| v.as_str().unwrap().to_owned();
    match value {
        Value::Array(all) => all.iter().map(text).collect(),
        Value::Null => Vec::new(),
        one => vec![text(one)],
    }
}

/// `generate` has to fail with all that the case wants on standard error, and write nothing.
fn fails(case: &Value, desk: &Desk) {
    let args = &case["input"]["args"];
    let (manifest, out) = (args["manifest"].as_str().unwrap(), args["out"].as_str().unwrap());
    let run = desk.run(["generate", manifest, "-o", out]).expect(2);
    let expect = &case["expect"];
    let pointers = texts(&expect["error_pointers"]);
    for wanted in texts(&expect["stderr_contains"]).iter().chain(&pointers) {
        assert!(run.stderr.contains(wanted.as_str()), "no {wanted}:\n{}", run.stderr);
    }
    for pointer in pointers {
        let line = run.stderr.lines().find(|l| l.contains(&pointer)).unwrap();
        assert!(line.contains("tool \""), "no tool's name beside the pointer: {line}");
    }
    assert!(!desk.path(out).exists());
}

#[test]
fn all_errors_with_pointers() {
    if let Some((case, desk)) = case("cli-all-errors-with-pointers") {
        fails(&case, &desk);
    }
}

#[test]
fn malformed_json() {
    if let Some((case, desk)) = case("cli-malformed-json") {
        fails(&case, &desk);
        desk.run(["generate", "tools.json"]).expect(2).says(&["tools.json:3:"]);
    }
}

#[test]
fn manifest_shapes() {
    let Some((case, desk)) = case("cli-manifest-shapes") else { return };
    for (file, expect) in case["expect"]["outcomes"].as_object().unwrap() {
        if expect["exit_nonzero"] == true {
            let run = desk.run(["generate", file]).expect(2);
            for wanted in texts(&expect["stderr_contains"]) {
                assert!(run.stderr.contains(&wanted), "{file}: no {wanted}:\n{}", run.stderr);
            }
            continue;
        }
        let run = desk.run(["generate", file]).expect(0);
        for wanted in texts(&expect["warning_contains"]) {
            let warned = run.stderr.lines().any(|l| l.contains("warning") && l.contains(&wanted));
            assert!(warned, "{file}: no warning of {wanted}:\n{}", run.stderr);
        }
        let report = desk.run(["inspect", file, "--format", "json"]).expect(0).json();
        let tools: Vec<&Value> =
            report["tools"].as_array().unwrap().iter().map(|t| &t["name"]).collect();
        assert_eq!(tools, expect["tools"].as_array().unwrap().iter().collect::<Vec<_>>(), "{file}");
    }
}

#[test]
fn deterministic_output() {
    let Some((_, desk)) = case("cli-deterministic-output") else { return };
    let elsewhere = tempfile::tempdir().unwrap();
    let path = desk.path("tools.json");
    let mut outputs = Vec::new();
    for (i, zone) in ["UTC", "Asia/Kathmandu", "UTC", "America/Lima", "UTC"].iter().enumerate() {
        let mut command = desk.command(["generate"]);
        command.env("TZ", zone).env("LC_ALL", if i % 2 == 0 { "C" } else { "tr_TR.UTF-8" });
        if i < 3 {
            command.arg("tools.json");
        } else {
            command.arg(&path).current_dir(elsewhere.path());
        }
        outputs.push(common::finish(&mut command).expect(0).stdout);
    }
    assert!(outputs.iter().all(|output| *output == outputs[0]));
    let folder = desk.0.path().to_string_lossy().into_owned();
    assert!(!outputs[0].contains(&folder));
}

#[test]
fn build_script() {
    let Some((case, _)) = case("cli-build-rs-out-dir") else { return };
    // A script's own part is the library's; here: the same source from the same manifest, located errors.
    let desk = Desk::new();
    desk.put("tools.json", case["input"]["files"]["tools.json"].to_string());
    let source = desk.run(["generate", "tools.json"]).expect(0).stdout;
    let of_library = mcp_bindgen::Builder::new().manifest(desk.path("tools.json")).generate();
    assert_eq!(of_library.unwrap().source(), source);
    assert!(!source.contains("#!["), "`include!` takes no inner attribute");
}

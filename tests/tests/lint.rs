//! Generated output in every form inside crates with strict lints, in both editions (`tests/lint/`).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mcp_bindgen_tests::{fixture, shared};
use std::{fs, path::PathBuf, process::Command};

const TMP: &str = env!("CARGO_TARGET_TMPDIR");

/// Manifests of real servers, where they are at hand: one of many options, one of long texts.
const REAL: [&str; 2] = ["chrome-devtools-mcp.json", "airtable-mcp-server.json"];

#[test]
fn strict_crates_have_nothing_to_complain_about() {
    write_bindings();
    fixture::run(fixture::cargo(TMP, "lint").args([
        "clippy",
        "--quiet",
        "--workspace",
        "--",
        "--deny",
        "warnings",
    ]));
    // Descriptions are full of what rustdoc would take for links, code and HTML.
    let mut doc = fixture::cargo(TMP, "lint");
    doc.args(["doc", "--quiet", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "--deny warnings");
    fixture::run(&mut doc);
}

/// What reads well must compile too.
#[test]
fn every_golden_is_compiled() {
    let tests = fixture::root().join("tests");
    let compiled = fs::read_to_string(tests.join("lint/src/goldens.rs")).unwrap();
    for golden in fs::read_dir(tests.join("goldens")).unwrap() {
        let golden = golden.unwrap().path();
        let name = golden.file_name().unwrap().to_string_lossy();
        let listed = compiled.contains(&format!("goldens/{name}/expected.rs"));
        assert_eq!(listed, golden.join("expected.rs").exists(), "{name} in lint/src/goldens.rs");
    }
}

/// What the crates take as files: a module beside their source, and a folder of modules.
fn write_bindings() {
    let folder = fixture::root().join("tests/lint");
    generate(&[folder.join("hostile.json")], folder.join("src/hostile.rs"));
    let mut manifests = vec![fixture::root().join("examples/quickstart/mcp/notebook.json")];
    if let Some(shared) = shared::folder() {
        manifests.extend(REAL.map(|name| shared.join("manifests").join(name)));
    }
    // The list of modules must name no file of an earlier run.
    let written = folder.join("src/generated");
    let _ = fs::remove_dir_all(&written);
    fs::create_dir(&written).unwrap();
    generate(&manifests, written);
}

fn generate(manifests: &[PathBuf], output: PathBuf) {
    let mut command = Command::new(fixture::command(TMP));
    fixture::run(command.arg("generate").args(manifests).arg("-o").arg(output));
}

//! Generated code judged by outside truth (`tests/judge/`): the JSON Schema test suite and probes of every tool of the
//! corpus, both with feature `validate`; and the whole corpus compiled without a warning in both editions.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mcp_bindgen_tests::{fixture, shared};
use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

const TMP: &str = env!("CARGO_TARGET_TMPDIR");

/// Any number gives probes of its own.
const SEED: &str = "1";

#[test]
fn bindings_accept_what_schemas_allow_and_refuse_the_rest() {
    let Some(shared) = shared::folder() else { return };
    let shared = shared.canonicalize().unwrap();
    let crates = Path::new(TMP).join("judge");
    let target = fixture::target(TMP).join("judge");

    let source = fixture::root().join("tests/judge");
    fixture::run(cargo(&source, &target).args([
        "build",
        "--quiet",
        "--locked",
        "--package=judge",
        "--package=judge-write",
    ]));
    let mut write = Command::new(target.join("debug/judge-write"));
    fixture::run(write.args([&shared, &crates]));

    // The feature adds checks and changes nothing that is read.
    let build = |words: &[&str], start: &str| {
        fixture::run(cargo(&crates, &target).args(words).args(packages(&crates, start)));
    };
    let judge = |mode: &str| {
        let mut judge = Command::new(target.join("debug/judge"));
        judge.arg(mode).args([&shared, &crates, &target.join("debug")]).arg(SEED);
        judge
    };
    let plain = ["build", "--quiet", "--offline"];
    build(&plain, "suite-");
    let decoded = fixture::run(&mut judge("decoded")).stdout;
    let validated = [&plain[..], &["--features", "validate"]].concat();
    build(&validated, "suite-");
    build(&plain, "typify-");
    let same = fixture::run(&mut judge("decoded")).stdout == decoded;
    assert!(same, "what decodes depends on the feature `validate`");

    // Programs of edition 2024, then libraries of 2021 that are only checked.
    build(&validated, "corpus-2024-");
    build(&["check", "--quiet", "--offline", "--features", "validate"], "corpus-2021-");
    print(&mut judge("bars"));
}

#[test]
fn generated_arguments_serve_in_tools_of_the_official_sdk() {
    let source = fixture::root().join("tests/judge");
    let target = fixture::target(TMP).join("judge");
    let run = ["run", "--quiet", "--locked", "--package", "rmcp-tools"];
    let said = fixture::printed(&fixture::run(cargo(&source, &target).args(run)));
    assert!(said.contains("rmcp lists and reads generated arguments"), "{said}");
}

fn cargo(folder: &Path, target: &Path) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsStr::new("cargo").to_owned());
    let mut cargo = Command::new(cargo);
    cargo.current_dir(folder).env("CARGO_TARGET_DIR", target).env("CARGO_TERM_COLOR", "never");
    cargo
}

/// `--package` for each crate whose name starts so.
fn packages(crates: &Path, start: &str) -> Vec<String> {
    let folders = fs::read_dir(crates).unwrap().map(|entry| entry.unwrap().path());
    let named = |path: PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    let names = folders.map(named).filter(|name| name.starts_with(start));
    names.map(|name| format!("--package={name}")).collect()
}

/// Runs to a good end and prints what was said.
#[track_caller]
fn print(command: &mut Command) {
    println!("{}", fixture::printed(&fixture::run(command)));
}

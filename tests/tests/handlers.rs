//! What the compiler checks for users: handlers that are missing or wrong, calls that fit no tool (`tests/handlers/`).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mcp_bindgen_tests::fixture;
use std::{collections::BTreeSet, fs};

const TMP: &str = env!("CARGO_TARGET_TMPDIR");

#[test]
fn programs_that_fit_the_tools_compile() {
    let mut cargo = fixture::cargo(TMP, "handlers");
    cargo.args(["check", "--quiet", "--example", "serves", "--example", "right_calls"]);
    fixture::run(&mut cargo);
}

#[test]
fn prompts_resources_and_completions_from_client_to_server() {
    let mut cargo = fixture::cargo(TMP, "handlers");
    fixture::run(cargo.args(["run", "--quiet", "--example", "entries"]));
}

#[test]
fn a_missing_handler_breaks_the_build_and_is_named() {
    let errors = errors_of("missing_handler");
    assert!(
        errors.contains("error[E0046]: not all trait items implemented, missing: `delete_note`")
    );
    assert_eq!(places(&errors), marks("missing_handler"), "{errors}");
}

#[test]
fn a_handler_for_no_tool_breaks_the_build() {
    let errors = errors_of("unknown_handler");
    assert!(errors.contains("method `burn_notes` is not a member of trait `Server`"), "{errors}");
    assert_eq!(places(&errors), marks("unknown_handler"), "{errors}");
}

#[test]
fn handlers_have_the_shape_of_their_tools() {
    let errors = errors_of("wrong_handlers");
    assert_eq!(places(&errors), marks("wrong_handlers"), "{errors}");
}

#[test]
fn calls_have_the_names_and_types_of_their_tools() {
    let errors = errors_of("wrong_calls");
    assert_eq!(places(&errors), marks("wrong_calls"), "{errors}");
}

/// What the compiler says of a program that must not compile, one line an error.
fn errors_of(example: &str) -> String {
    let mut cargo = fixture::cargo(TMP, "handlers");
    cargo.args(["check", "--quiet", "--message-format", "short", "--example", example]);
    let output = fixture::output(&mut cargo);
    assert!(!output.status.success(), "{example} compiles");
    fixture::printed(&output)
}

/// Line and code of each error.
fn places(errors: &str) -> BTreeSet<(usize, String)> {
    let place = |line: &str| {
        let (place, message) = line.strip_prefix("examples/")?.split_once(": error[")?;
        let line = place.split(':').nth(1)?.parse().ok()?;
        Some((line, message.split_once(']')?.0.to_owned()))
    };
    errors.lines().filter_map(place).collect()
}

/// Line and code of each error that the source of a program announces.
fn marks(example: &str) -> BTreeSet<(usize, String)> {
    let path = fixture::root().join(format!("tests/handlers/examples/{example}.rs"));
    let source = fs::read_to_string(path).unwrap();
    let marks = source.lines().enumerate().filter_map(|(above, line)| {
        let (code, error) = line.split_once("//~ ")?;
        let line = if code.trim().is_empty() { above } else { above + 1 };
        Some((line, error.to_owned()))
    });
    let marks: BTreeSet<_> = marks.collect();
    assert!(!marks.is_empty(), "{example} announces no error");
    marks
}

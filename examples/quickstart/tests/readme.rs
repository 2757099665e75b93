//! The README shows what the example prints.
#![allow(clippy::expect_used)]

use std::process::{Command, Stdio};

#[test]
fn prints_what_the_readme_shows() {
    let output = Command::new(env!("CARGO_BIN_EXE_quickstart"))
        .stdin(Stdio::null())
        .output()
        .expect("the example starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));

    let readme = include_str!("../../../README.md");
    let shown = readme
        .split_once("```text\n")
        .and_then(|(_, rest)| rest.split_once("```"))
        .map(|(block, _)| block)
        .expect("the README has a block of text");
    assert_eq!(String::from_utf8_lossy(&output.stdout), shown);
}

//! What arbitrary schemas generate is not only spelt as Rust: it compiles.

use crate::choices::Choices;
use crate::{End, arbitrary, properties, regressions, run};
use mcp_bindgen::Builder;
use mcp_bindgen_tests::fixture;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::fmt::Write as _;
use std::fs;

const COUNT: usize = 60;

/// Each module has its manifest beside it, `tests/sample/src/generated/m7.json` for `m7.rs`.
#[test]
fn arbitrary_bindings_compile() {
    let folder = fixture::root().join("tests/sample/src/generated");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let arbitrary = manifests().into_iter().enumerate();
    let arbitrary = arbitrary.map(|(nth, text)| (format!("m{nth}"), text));
    let named = regressions::COMPILE.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let mut modules = "//! Bindings of arbitrary schemas.\n".to_owned();
    for (name, text) in arbitrary.chain(named) {
        let bindings = Builder::new().manifest_text("sample.json", &*text).generate().unwrap();
        bindings.write(folder.join(format!("{name}.rs"))).unwrap();
        fs::write(folder.join(format!("{name}.json")), text).unwrap();
        writeln!(modules, "pub mod {name};").unwrap();
    }
    fs::write(folder.join("mod.rs"), modules).unwrap();
    fixture::run(fixture::cargo(env!("CARGO_TARGET_TMPDIR"), "sample").args(["check", "--quiet"]));
}

/// The first that generate, always the same.
fn manifests() -> Vec<String> {
    let mut runner = TestRunner::new(properties::fixed(1));
    let mut next = || {
        let choices = properties::choices().new_tree(&mut runner).unwrap().current();
        arbitrary::small_manifest(Choices::new(choices, false))
    };
    std::iter::repeat_with(&mut next).filter(|m| run(m) == Ok(End::Source)).take(COUNT).collect()
}

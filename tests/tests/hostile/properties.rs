//! Manifests by chance: each ends properly.
//!
//! The cases are the same in every run, unless `PROPTEST_CASES` asks for a number of them: then they differ, and
//! `PROPTEST_RNG_SEED` repeats a run. What fails is printed as small as it could be made; it belongs into `regressions.rs`.

use crate::choices::Choices;
use crate::{End, arbitrary, mutate, run};
use mcp_bindgen_tests::shared;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use std::cell::Cell;

/// What is worsened besides the collection's short manifests.
const OWN: &str = r##"{"server":"own","tools":[{"name":"find","description":"Finds.","inputSchema":{"type":"object",
    "properties":{"q":{"type":"string","minLength":1},"sort":{"enum":["asc","desc"],"default":"asc"},
    "at":{"anyOf":[{"$ref":"#/$defs/Point"},{"type":"null"}]}},"required":["q"],
    "$defs":{"Point":{"type":"object","properties":{"x":{"type":"number"},"next":{"$ref":"#/$defs/Point"}}}}},
    "outputSchema":{"type":"object","properties":{"hits":{"type":"array","items":{"oneOf":[
    {"type":"object","properties":{"kind":{"const":"a"}},"required":["kind"]},
    {"type":"object","properties":{"kind":{"const":"b"}},"required":["kind"]}]}}}}}]}"##;

#[test]
fn arbitrary_manifests_end() {
    hold(1_500, choices().prop_map(|c| arbitrary::manifest(Choices::new(c, true))));
}

#[test]
fn arbitrary_manifests_of_right_kinds_end() {
    hold(500, choices().prop_map(|c| arbitrary::small_manifest(Choices::new(c, false))));
}

#[test]
fn worsened_manifests_end() {
    hold(1_000, mutate::worsened(seeds()));
}

#[test]
fn torn_manifests_end() {
    hold(500, mutate::torn(seeds()));
}

/// Lists of choices that are long enough for a few large schemas.
pub(crate) fn choices() -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), 0..2_000)
}

fn seeds() -> Vec<String> {
    let mut all = vec![OWN.to_owned()];
    if let Some(folder) = shared::folder() {
        let files = shared::json_files(&folder.join("manifests")).unwrap();
        let texts = files.iter().map(|file| std::fs::read_to_string(file).unwrap());
        all.extend(texts.filter(|text| text.len() < 4_000));
    }
    all
}

fn hold(cases: u32, texts: impl Strategy<Value = String>) {
    let config = config(cases);
    let cases = config.cases;
    let generated = Cell::new(0);
    let ended = TestRunner::new(config).run(&texts, |text| {
        let end = run(&text).map_err(TestCaseError::fail)?;
        generated.set(generated.get() + u32::from(end == End::Source));
        Ok(())
    });
    if let Err(fault) = ended {
        panic!("{fault}");
    }
    let generated = generated.get();
    println!("{cases} manifests, {generated} of them give source");
    // Both ends are reached, so that the manifests are neither harmless nor all hopeless.
    assert!(cases < 100 || (cases / 20..cases / 20 * 19).contains(&generated), "{generated}");
}

fn config(cases: u32) -> ProptestConfig {
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    let usual = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if asked { usual } else { fixed(cases) }
}

/// A configuration of so many cases that are the same in every run.
pub(crate) fn fixed(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    }
}

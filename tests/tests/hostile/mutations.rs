//! Two thousand worsened manifests.

use crate::{End, mutate, run};
use mcp_bindgen_tests::random::Random;
use mcp_bindgen_tests::shared;
use std::sync::atomic::{AtomicUsize, Ordering};

const RUNS: usize = 2_000;

/// What is worsened when there is no collection of manifests.
const OWN: &str = r##"{"server":"own","tools":[{"name":"find","description":"Finds.","inputSchema":{"type":"object",
    "properties":{"q":{"type":"string","minLength":1},"sort":{"enum":["asc","desc"],"default":"asc"},
    "at":{"anyOf":[{"$ref":"#/$defs/Point"},{"type":"null"}]}},"required":["q"],
    "$defs":{"Point":{"type":"object","properties":{"x":{"type":"number"},"next":{"$ref":"#/$defs/Point"}}}}},
    "outputSchema":{"type":"object","properties":{"hits":{"type":"array","items":{"oneOf":[
    {"type":"object","properties":{"kind":{"const":"a"}},"required":["kind"]},
    {"type":"object","properties":{"kind":{"const":"b"}},"required":["kind"]}]}}}}}]}"##;

fn seeds() -> Vec<String> {
    let mut all = vec![OWN.to_owned()];
    if let Some(folder) = shared::folder() {
        let files = shared::json_files(&folder.join("manifests")).unwrap();
        let texts = files.iter().map(|file| std::fs::read_to_string(file).unwrap());
        all.extend(texts.filter(|text| text.len() < 4_000));
    }
    all
}

#[test]
fn worsened_manifests_end_in_diagnostics_or_in_source() {
    let seeds = seeds();
    let refused = AtomicUsize::new(0);
    let half = |part: usize| {
        let mut wrong = Vec::new();
        for seed in (0..RUNS).filter(|seed| seed % 2 == part) {
            let mut random = Random::new(seed as u64);
            let text = mutate::worsen(random.pick(&seeds).unwrap(), &mut random);
            match run(&text) {
                Ok(End::Source) => {}
                Ok(End::Refused) => drop(refused.fetch_add(1, Ordering::Relaxed)),
                Err(fault) => wrong.push(format!("seed {seed}: {fault}: {text}")),
            }
        }
        wrong
    };
    let wrong = std::thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        [half(0), other.join().unwrap()].concat()
    });
    let refused = refused.into_inner();
    println!("{RUNS} manifests, {refused} refused");
    assert!(
        wrong.is_empty(),
        "{} of {RUNS}:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(5)].join("\n")
    );
    // Both ends are reached, so the changes are neither harmless nor all deadly.
    assert!((RUNS / 10..RUNS * 9 / 10).contains(&refused), "{refused}");
}

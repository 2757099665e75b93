//! The output depends on nothing but what the manifest says: not on the run, and not on the order of members, except
//! for the definitions that are kept word for word.

use crate::manifests::Manifest;
use mcp_bindgen_tests::json::Exact;
use mcp_bindgen_tests::random::Random;
use mcp_bindgen_tests::source::without_definitions;

/// The text or the errors.
fn outcome(manifest: &Manifest, text: &str) -> String {
    match manifest.generate_from(text) {
        Ok(bindings) => bindings.source().to_owned(),
        Err(found) => found.to_string(),
    }
}

fn first_difference(a: &str, b: &str) -> String {
    let mut lines = a.lines().zip(b.lines()).enumerate();
    lines.find(|(_, (a, b))| a != b).map_or_else(
        || format!("{} and {} lines", a.lines().count(), b.lines().count()),
        |(at, (a, b))| format!("line {}:\n  {a}\n  {b}", at + 1),
    )
}

/// How the output depends on more than it may: `source` is what the manifest gave at first.
pub(crate) fn faults(manifest: &Manifest, source: &str) -> Vec<String> {
    let whole = Exact::read(&manifest.text).unwrap();
    let sorted = whole.clone().reorder(&mut |members| members.sort_by(|a, b| a.0.cmp(&b.0)));
    let mut random = Random::new(manifest.text.len() as u64);
    let shuffled = whole.reorder(&mut |members| random.shuffle(members));
    let types = without_definitions(source);
    let forms = [
        ("another run", source, outcome(manifest, &manifest.text)),
        ("sorted members", &types, without_definitions(&outcome(manifest, &sorted.to_string()))),
        (
            "shuffled members",
            &types,
            without_definitions(&outcome(manifest, &shuffled.to_string())),
        ),
    ];
    let differ = forms.iter().filter(|(_, wanted, found)| wanted != found);
    let fault = |(form, wanted, found): &(&str, &str, String)| {
        format!("{}: {form}: {}", manifest.file, first_difference(wanted, found))
    };
    differ.map(fault).collect()
}

//! What becomes of each manifest. One walk for everything, because the walk takes its time.

use crate::manifests::{self, Manifest};
use crate::order;
use mcp_bindgen::{Diagnostics, Place, Severity};

/// What is to be said of one manifest.
#[derive(Default)]
struct Outcome {
    tools: usize,
    fully_typed: usize,
    refused: Option<String>,
    faults: Vec<String>,
}

impl Outcome {
    fn of(manifest: &Manifest) -> Self {
        let bindings = match manifest.generate() {
            Ok(bindings) => bindings,
            Err(found) => {
                let refused = Some(format!("{}:\n{found}", manifest.file));
                return Self { refused, faults: unlocated(manifest, &found), ..Self::default() };
            }
        };
        let mut faults = order::faults(manifest, bindings.source());
        if let Err(e) = syn::parse_file(bindings.source()) {
            faults.push(format!("{}: {e}", manifest.file));
        }
        let tools = &bindings.report().tools;
        let fully_typed = tools.iter().filter(|t| t.fully_typed()).count();
        Self { tools: tools.len(), fully_typed, refused: None, faults }
    }
}

/// An error says where it is and what to do.
fn unlocated(manifest: &Manifest, found: &Diagnostics) -> Vec<String> {
    let errors = found.iter().filter(|d| d.severity() == Severity::Error);
    let bad = errors.filter(|d| *d.place() == Place::File || d.help().is_none());
    bad.map(|d| format!("{}: {d}", manifest.file)).collect()
}

#[test]
fn each_manifest_generates_source_that_parses_and_depends_on_it_alone() {
    let all = manifests::all();
    let outcomes = manifests::each(&all, |manifest| Some(Outcome::of(manifest)));
    let tools: usize = outcomes.iter().map(|o| o.tools).sum();
    let full: usize = outcomes.iter().map(|o| o.fully_typed).sum();
    println!("{full} of {tools} tools fully typed");
    let faults: Vec<&str> = outcomes.iter().flat_map(|o| &o.faults).map(String::as_str).collect();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    let refused: Vec<&str> = outcomes.iter().filter_map(|o| o.refused.as_deref()).collect();
    assert!(refused.is_empty(), "refused:\n{}", refused.join("\n"));
    assert!(all.is_empty() || tools >= 6534, "{tools} tools");
    assert!(full * 10 >= tools * 9, "{full} of {tools}");
}

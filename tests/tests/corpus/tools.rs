//! A tool's bindings do not depend on the other tools.

use crate::manifests::{self, Manifest};
use mcp_bindgen_tests::json::Exact;
use mcp_bindgen_tests::source::identifiers;

/// The manifest with other tools.
fn with_tools(manifest: &Manifest, change: impl Fn(&mut Vec<Exact>)) -> String {
    let mut whole = Exact::read(&manifest.text).unwrap();
    if let Exact::Object(members) = &mut whole {
        for (_, value) in members.iter_mut().filter(|(name, _)| name == "tools") {
            if let Exact::Array(tools) = value {
                change(tools);
            }
        }
    }
    whole.to_string()
}

fn count(manifest: &Manifest) -> usize {
    let count = std::cell::Cell::new(0);
    with_tools(manifest, |tools| count.set(tools.len()));
    count.get()
}

/// Manifests with several tools, of moderate size.
fn some(how_many: usize) -> Vec<Manifest> {
    let mut all = manifests::small(40_000);
    all.retain(|m| count(m) >= 3);
    let step = (all.len() / how_many).max(1);
    all.into_iter().step_by(step).take(how_many).collect()
}

/// The first line of `part` that `whole` does not have in its order.
fn missing_line<'a>(part: &'a str, whole: &str) -> Option<&'a str> {
    let mut rest = whole.lines();
    part.lines().find(|line| !rest.any(|other| other == *line))
}

#[test]
fn a_further_tool_only_adds_lines() {
    let wrong = manifests::each(&some(12), |manifest| {
        let whole = manifest.generate().unwrap();
        let tools = count(manifest);
        let faults = [0, tools / 2, tools - 1].into_iter().filter_map(|gone| {
            let less = with_tools(manifest, |tools| drop(tools.remove(gone)));
            let less = manifest.generate_from(&less).unwrap();
            let line = missing_line(less.source(), whole.source())?;
            Some(format!("{}: without tool {gone} there is the line\n{line}", manifest.file))
        });
        let faults: Vec<String> = faults.collect();
        (!faults.is_empty()).then(|| faults.join("\n"))
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_order_of_tools_renames_nothing() {
    let wrong = manifests::each(&some(20), |manifest| {
        let names =
            |text: &str| identifiers(manifest.generate_from(text).unwrap().source()).unwrap();
        let (one, other) = (names(&manifest.text), names(&with_tools(manifest, |t| t.reverse())));
        let diff: Vec<&String> = one.symmetric_difference(&other).collect();
        (!diff.is_empty()).then(|| format!("{}: {diff:?}", manifest.file))
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_comparison_of_lines_can_fail() {
    assert_eq!(missing_line("a\nc", "a\nb\nc"), None);
    assert_eq!(missing_line("c\na", "a\nb\nc"), Some("a"));
}

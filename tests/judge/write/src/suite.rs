//! A crate for each draft of the test suite and each form.

use crate::crates::{Crate, Workspace, write as write_file};
use crate::program::{main_file, module_row};
use judge::index::{Refused, suite_program};
use judge::suite::{Draft, Group, MODULE};
use judge_subject::Form;
use mcp_bindgen::{Bindings, Builder};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;

/// Writes them.
pub fn write(shared: &Path, workspace: &mut Workspace) {
    for draft in Draft::ALL {
        let groups = Group::all(shared, draft);
        for form in Form::ALL {
            let program = suite_program(draft, form);
            let (bindings, refused) = generate(&program, &groups, draft, form);
            write_file(&workspace.source(&program).join("bindings.rs"), bindings.source());
            let tools = bindings.report().tools.iter().filter(|t| !refused.contains_key(&t.name));
            let module = module_row(MODULE, tools);
            let text = main_file("mod bindings;\n", &module);
            workspace.add(&Crate {
                name: &program,
                edition: "2024",
                start: "main.rs",
                text: &text,
            });
            for (tool, error) in refused {
                workspace.index.refused.push(Refused { program: program.clone(), tool, error });
            }
        }
    }
}

/// What an output schema may have without being refused: it is then read as any value, which no check can hold to it.
const UNDEFINED: [&str; 3] = ["external-reference", "missing-target", "unknown-dialect"];

/// The bindings, and why groups have none or none that mean something.
fn generate(
    name: &str,
    groups: &[Group],
    draft: Draft,
    form: Form,
) -> (Bindings, BTreeMap<String, String>) {
    let tools: Vec<_> = groups.iter().map(|g| g.entry(draft, form)).collect();
    let manifest = json!({"server": name, "tools": tools}).to_string();
    let builder = Builder::new().manifest_text(format!("{name}.json"), manifest);
    let bindings = builder.client(true).skip_invalid(true).generate();
    let bindings = bindings.unwrap_or_else(|e| panic!("{name}: {e}"));
    let skipped = bindings.report().skipped.iter().map(|s| (s.pointer.as_str(), s.error.as_str()));
    let undefined = bindings.warnings().iter().filter(|d| UNDEFINED.contains(&d.code()));
    let undefined = undefined.map(|d| (d.pointer().map_or("", |p| p.as_str()), d.message()));
    let mut refused = BTreeMap::new();
    for (pointer, error) in skipped.chain(undefined) {
        let at = pointer.strip_prefix("/tools/").and_then(|p| p.split('/').next());
        let at: usize = at.and_then(|at| at.parse().ok()).expect("it is a tool that has a fault");
        refused.entry(groups[at].tool.clone()).or_insert(format!("{pointer}: {error}"));
    }
    (bindings, refused)
}

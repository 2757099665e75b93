//! A crate for each draft of the test suite and each form.

use crate::crates::{Crate, Workspace, write as write_file};
use judge::suite::{Draft, Form, Group};
use mcp_bindgen::{Bindings, Builder};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// Writes them.
pub fn write(shared: &Path, workspace: &mut Workspace) {
    for draft in Draft::ALL {
        let groups = Group::all(shared, draft);
        for form in Form::ALL {
            let name = format!("suite-{}-{}", draft.folder(), form.name());
            let (bindings, refused) = generate(&name, &groups, draft, form);
            write_file(&workspace.source(&name).join("bindings.rs"), bindings.source());
            let text = main_file(draft, form, &bindings, &refused);
            workspace.add(&Crate { name: &name, edition: "2024", start: "main.rs", text: &text });
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

fn main_file(
    draft: Draft,
    form: Form,
    bindings: &Bindings,
    refused: &BTreeMap<String, String>,
) -> String {
    let mut subjects = String::new();
    for tool in bindings.report().tools.iter().filter(|t| !refused.contains_key(&t.name)) {
        let (name, marker) = (&tool.name, &tool.marker);
        let read = match form {
            Form::Argument => format!("|text| judge::arguments!(crate::bindings, {name:?}, text)"),
            Form::Output => format!(
                "judge::subject::value::<<bindings::{marker} as mcp_bindings::Tool>::Output>"
            ),
        };
        writeln!(subjects, "        Subject {{ tool: {name:?}, read: {read} }},").unwrap();
    }
    let mut rows = String::new();
    for (tool, error) in refused {
        writeln!(rows, "        ({tool:?}, {error:?}),").unwrap();
    }
    format!(
        "//! Bindings of the groups of {folder} as {form_name}, judged by the suite.\n#![deny(warnings)]\n\n\
         mod bindings;\n\nuse judge::subject::Subject;\nuse judge::suite::{{Draft, Form, Suite}};\n\n\
         fn main() -> std::process::ExitCode {{\n    judge::suite::run(&SUITE)\n}}\n\n\
         static SUITE: Suite = Suite {{\n    draft: Draft::{draft:?},\n    form: Form::{form:?},\n    \
         subjects: &[\n{subjects}    ],\n    refused: &[\n{rows}    ],\n}};\n",
        folder = draft.folder(),
        form_name = form.name(),
    )
}

//! What typify makes of the test suite, as programs beside ours.

use crate::crates::{Crate, Workspace, write as write_file};
use judge::suite::{Draft, Group, MODULE, left_out, typify_program};
use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;

/// What its output needs.
const DEPENDENCIES: &str = "regress = \"0.12\"\nserde = { version = \"1.0.229\", features = [\"derive\"] }\n\
     serde_json = { version = \"1.0.154\", features = [\"float_roundtrip\", \"raw_value\"] }\n";

/// Output that does not compile: the group's tool, by draft.
const BROKEN: [(Draft, &str); 0] = [];

/// Writes them.
pub fn write(shared: &Path, workspace: &mut Workspace) {
    // A panic is an answer, and not worth a trace.
    std::panic::set_hook(Box::new(|_| {}));
    for draft in Draft::ALL {
        let program = typify_program(draft);
        let (mut modules, mut rows) = (String::new(), String::new());
        for group in Group::all(shared, draft) {
            let skipped = left_out(draft, &group.file, &group.description).is_some()
                || BROKEN.contains(&(draft, group.tool.as_str()));
            let made = std::panic::catch_unwind(|| source(&group.schema));
            if let (false, Ok(Some(source))) = (skipped, made) {
                let tool = &group.tool;
                write_file(&workspace.source(&program).join(format!("{tool}.rs")), &source);
                writeln!(modules, "#[allow(warnings)]\nmod {tool};").unwrap();
                writeln!(rows, "        ({tool:?}, judge_subject::plain::<{tool}::Root>),")
                    .unwrap();
            }
        }
        let text = format!(
            "//! Types of typify, judged beside ours.\n#![allow(non_snake_case)]\n\n{modules}\nuse judge_subject::Module;\n\n\
             fn main() {{\n    judge_subject::answer(&[Module {{\n        name: {MODULE:?},\n        \
             arguments: |_, _| unreachable!(),\n        outputs: OUTPUTS,\n    }}]);\n}}\n\n\
             static OUTPUTS: &[(&str, judge_subject::Read)] = &[\n{rows}];\n"
        );
        let made = Crate { name: &program, edition: "2021", start: "main.rs", text: &text };
        workspace.add_with(&made, DEPENDENCIES);
    }
    let _ = std::panic::take_hook();
}

/// The source of a schema's types, where it makes one, with the whole value's as `Root`.
fn source(schema: &Value) -> Option<String> {
    let Value::Object(mut members) = schema.clone() else { return None };
    // Without a name it leaves the whole value out.
    members.insert("title".to_owned(), "JudgedRoot".into());
    let root: schemars::schema::RootSchema = serde_json::from_value(Value::Object(members)).ok()?;
    let mut space = typify_impl::TypeSpace::new(&typify_impl::TypeSpaceSettings::default());
    let id = space.add_root_schema(root).ok()??;
    let name = space.get_type(&id).ok()?.ident().to_string();
    if space.uses_chrono() || space.uses_uuid() {
        return None;
    }
    Some(format!("{}\npub type Root = {name};\n", space.to_stream()))
}

//! Generates what the test targets compile: bindings of every case in the case bank, and a table of every protocol type.
//!
//! A case that does not generate is left to its test, and without the shared folder there are no cases: neither fails the build.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![allow(clippy::disallowed_methods)] // A build script's input is its environment.

use mcp_bindgen::Builder;
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

const KINDS: [&str; 3] = ["manifest-schema", "naming", "security"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=MCP_BINDGEN_SHARED");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap());
    std::fs::write(out.join("cases.rs"), cases(&out)).unwrap();
    std::fs::write(out.join("protocol.rs"), protocol()).unwrap();
}

fn cases(out: &Path) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shared = std::env::var_os("MCP_BINDGEN_SHARED").map(PathBuf::from);
    let folder = shared.unwrap_or_else(|| root.join("../../shared")).join("cases");
    let mut bank = Bank::default();
    let mut kinds: Vec<(&str, PathBuf)> = KINDS.map(|kind| (kind, folder.join(kind))).to_vec();
    // Our own ones are full of what whole schemas alone can check.
    if cfg!(feature = "validate") {
        kinds.push(("own", root.join("cases")));
    }
    for (kind, folder) in kinds {
        // Cargo takes a path that is not there for one that changes all the time.
        if folder.is_dir() {
            println!("cargo::rerun-if-changed={}", folder.display());
        }
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = entries.map(|e| e.path()).collect();
        files.retain(|f| f.extension().is_some_and(|e| e == "json"));
        files.sort();
        files.iter().for_each(|file| bank.add(kind, file, out));
    }
    println!("cargo::rustc-check-cfg=cfg(no_case_bank)");
    if bank.tests.is_empty() {
        println!("cargo::rustc-cfg=no_case_bank");
    }
    bank.print()
}

/// What was generated so far, as the content of `cases.rs`.
#[derive(Default)]
struct Bank {
    modules: String,
    tests: String,
    rows: String,
}

impl Bank {
    fn add(&mut self, kind: &str, file: &Path, out: &Path) {
        let text = std::fs::read_to_string(file).unwrap();
        let case: BTreeMap<String, Box<RawValue>> = serde_json::from_str(&text).unwrap();
        let expect: Value = serde_json::from_str(case["expect"].get()).unwrap();
        let id: String = serde_json::from_str(case["id"].get()).unwrap();
        let name = id.replace('-', "_");
        writeln!(self.tests, "    {name} = {id:?} in {kind:?},").unwrap();
        let input = case["input"].get();
        if expect["generates"] == true {
            self.module(&id, &name, false, input, out);
        }
        if expect["lenient"]["generates"] == true {
            self.module(&id, &format!("{name}_lenient"), true, input, out);
        }
    }

    fn module(&mut self, id: &str, name: &str, lenient: bool, input: &str, out: &Path) {
        let builder = Builder::new().manifest_text("case.json", input).skip_invalid(lenient);
        // A panic is the test's to show as well.
        let Ok(Ok(bindings)) = std::panic::catch_unwind(|| builder.generate()) else { return };
        bindings.write(out.join(format!("{name}.rs"))).unwrap();
        let attribute = "#[deny(warnings)]";
        writeln!(self.modules, "::mcp_bindings::include_bindings!({attribute} pub mod {name});")
            .unwrap();
        let mut schemas = String::new();
        for tool in &bindings.report().tools {
            let (wire, marker) = (&tool.name, &tool.marker);
            let args = format!("<{name}::{marker} as ::mcp_bindings::Tool>::Args");
            writeln!(schemas, "        Schema::new::<{args}>({wire:?}, \"inputSchema\"),").unwrap();
            if tool.output.is_some() {
                let output = format!("<{name}::{marker} as ::mcp_bindings::Tool>::Output");
                writeln!(schemas, "        Schema::new::<{output}>({wire:?}, \"outputSchema\"),")
                    .unwrap();
            }
        }
        write!(
            self.rows,
            "    Module {{ case: {id:?}, lenient: {lenient}, server: &{name}::SERVER,
        source: include_str!(concat!(env!(\"OUT_DIR\"), \"/{name}.rs\")),
        call: |name, json| {name}::ToolCall::decode(name, json).map(|call| call.arguments()),
        schemas: &[\n{schemas}    ] }},\n"
        )
        .unwrap();
    }

    fn print(&self) -> String {
        let Self { modules, tests, rows } = self;
        format!(
            "{modules}\nstatic MODULES: &[Module] = &[\n{rows}];\n\ncase_tests! {{\n{tests}}}\n"
        )
    }
}

/// Unions that are read by a request's method and by nothing of their own.
const BY_METHOD: [&str; 3] = ["ClientResult", "InputResponse", "ServerResult"];

/// Every definition of every revision has a type of its name: `protocol_types! { v2024_11_05 "2024-11-05" [Annotations ..] .. }`.
fn protocol() -> String {
    let mut out = "protocol_types! {\n".to_owned();
    for revision in mcp_bindgen_schema::REVISIONS {
        let structure: Value = serde_json::from_str(revision.structure).unwrap();
        let all = structure.get("$defs").or(structure.get("definitions")).unwrap();
        let names = all.as_object().unwrap().iter().filter(|(name, definition)| {
            !(BY_METHOD.contains(&name.as_str()) && definition.get("anyOf").is_some())
        });
        let names: Vec<&str> = names.map(|(name, _)| name.as_str()).collect();
        let module = format!("v{}", revision.name.replace('-', "_"));
        writeln!(out, "    {module} {:?} [{}]", revision.name, names.join(" ")).unwrap();
    }
    out + "}\n"
}

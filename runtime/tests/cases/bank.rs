//! Finds and reads the bank's files.
use mcp_bindings::{Revision, Value};
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

/// A case: what arrives, and what must come of it.
pub struct Case {
    pub input: Value,
    pub expect: Value,
}

impl Case {
    /// The case that a test is named after; `None` without the bank.
    pub fn load(kind: &str, test: &str) -> Option<Self> {
        let path = folder(kind)?.join(format!("{}.json", test.replace('_', "-")));
        let text =
            std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let mut case: Value = serde_json::from_str(&text).unwrap();
        Some(Self { input: case["input"].take(), expect: case["expect"].take() })
    }

    pub fn revision(&self) -> Revision {
        self.input["revision"].as_str().unwrap().parse().unwrap()
    }

    pub fn message(&self) -> &Value {
        &self.input["message"]
    }

    pub fn result(&self) -> &Value {
        &self.input["message"]["result"]
    }

    /// A list of the input.
    #[track_caller]
    pub fn given(&self, member: &str) -> &[Value] {
        list(&self.input, member)
    }

    /// A list of what is expected.
    #[track_caller]
    pub fn expected(&self, member: &str) -> &[Value] {
        list(&self.expect, member)
    }
}

/// A list that is not empty, so that a loop over it is a test.
#[track_caller]
fn list<'a>(of: &'a Value, member: &str) -> &'a [Value] {
    let list = of[member].as_array().unwrap_or_else(|| panic!("no list `{member}`"));
    assert!(!list.is_empty(), "`{member}` is empty");
    list
}

/// What tests of all cases of a kind are called; `None` without the bank.
pub fn names(kind: &str) -> Option<BTreeSet<String>> {
    let name = |path: PathBuf| Some(path.file_stem()?.to_str()?.replace('-', "_"));
    let files = std::fs::read_dir(folder(kind)?).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|e| e == "json")).map(name).collect()
}

/// The bank's folder of a kind. Where tests must not be left out, it has to be there.
#[allow(clippy::disallowed_methods)] // The environment is where a test run is told where its input lies.
fn folder(kind: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let shared = std::env::var_os("MCP_BINDGEN_SHARED").map_or_else(beside, PathBuf::from);
    let folder = shared.join("cases").join(kind);
    if folder.is_dir() {
        return Some(folder);
    }
    let why = format!(
        "no cases in {}; MCP_BINDGEN_SHARED names the folder of test input",
        folder.display()
    );
    assert!(std::env::var_os("CI").is_none(), "{why}");
    println!("skipped: {why}");
    None
}

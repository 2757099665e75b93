//! What was written: `index.json` beside the crates.

use judge_subject::Form;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of crates, and what is in it.
#[derive(Debug, Default)]
pub struct Index {
    /// Groups of the test suite that have no bindings that mean something.
    pub refused: Vec<Refused>,
    /// The manifests that have bindings.
    pub servers: Vec<Server>,
    /// Schemas of them that were read with a warning.
    pub repaired: Vec<Repaired>,
}

/// A group of the test suite without bindings.
#[derive(Clone, Debug)]
pub struct Refused {
    /// The crate that it is missing in.
    pub program: String,
    /// Its tool.
    pub tool: String,
    /// What the generator said.
    pub error: String,
}

/// A schema with a defect, read in the one sensible way.
#[derive(Clone, Debug)]
pub struct Repaired {
    /// The module.
    pub module: String,
    /// The tool.
    pub tool: String,
    /// `inputSchema` or `outputSchema`.
    pub schema: String,
}

/// A manifest with bindings.
#[derive(Clone, Debug)]
pub struct Server {
    /// The crate that has them.
    pub program: String,
    /// Their module.
    pub module: String,
    /// The manifest's file.
    pub manifest: PathBuf,
}

impl Index {
    /// Why a group of the test suite has no bindings in a program, if so.
    pub fn refusal(&self, program: &str, tool: &str) -> Option<&str> {
        let refused = self.refused.iter().find(|r| r.program == program && r.tool == tool);
        refused.map(|r| r.error.as_str())
    }

    /// Whether a schema was read with a warning.
    pub fn is_repaired(&self, module: &str, tool: &str, schema: &str) -> bool {
        self.repaired.iter().any(|r| r.module == module && r.tool == tool && r.schema == schema)
    }

    /// Where it is, in the folder of crates.
    pub fn file(folder: &Path) -> PathBuf {
        folder.join("index.json")
    }

    /// As text.
    pub fn to_text(&self) -> String {
        let refused = self.refused.iter().map(|r| json!([r.program, r.tool, r.error]));
        let servers = self.servers.iter().map(|s| json!([s.program, s.module, s.manifest]));
        let repaired = self.repaired.iter().map(|r| json!([r.module, r.tool, r.schema]));
        json!({
            "refused": refused.collect::<Vec<_>>(),
            "servers": servers.collect::<Vec<_>>(),
            "repaired": repaired.collect::<Vec<_>>(),
        })
        .to_string()
    }

    /// Reads it.
    pub fn read(folder: &Path) -> Self {
        let text = fs::read_to_string(Self::file(folder)).expect("the crates are written");
        let value: Value = serde_json::from_str(&text).expect("the index is JSON");
        let rows = |name| -> Vec<[String; 3]> {
            serde_json::from_value(value[name].clone()).expect("three texts a row")
        };
        let refused = |[program, tool, error]: [String; 3]| Refused { program, tool, error };
        let server = |[program, module, manifest]: [String; 3]| Server {
            program,
            module,
            manifest: manifest.into(),
        };
        let repaired = |[module, tool, schema]: [String; 3]| Repaired { module, tool, schema };
        Self {
            refused: rows("refused").into_iter().map(refused).collect(),
            servers: rows("servers").into_iter().map(server).collect(),
            repaired: rows("repaired").into_iter().map(repaired).collect(),
        }
    }
}

/// The crate that has the test suite's groups of a draft in one form.
pub fn suite_program(draft: crate::suite::Draft, form: Form) -> String {
    format!("suite-{}-{}", draft.folder(), form.name())
}

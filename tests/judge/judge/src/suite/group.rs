//! Groups of the suite, and the tools made of them.

use crate::suite::nest;
use judge_subject::Form;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A draft that the suite has a folder of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draft {
    /// draft2020-12
    Draft2020,
    /// draft7
    Draft7,
}

impl Draft {
    /// Every draft.
    pub const ALL: [Self; 2] = [Self::Draft2020, Self::Draft7];

    /// Its folder in the suite.
    pub fn folder(self) -> &'static str {
        match self {
            Self::Draft2020 => "draft2020-12",
            Self::Draft7 => "draft7",
        }
    }

    /// The `$schema` that names it.
    pub fn uri(self) -> &'static str {
        match self {
            Self::Draft2020 => "https://json-schema.org/draft/2020-12/schema",
            Self::Draft7 => "http://json-schema.org/draft-07/schema#",
        }
    }
}

/// A schema with its instances.
#[derive(Clone, Debug)]
pub struct Group {
    /// The file and the place in it, as a tool's name: `allOf_03`.
    pub tool: String,
    /// The file without `.json`.
    pub file: String,
    /// What the suite calls it.
    pub description: String,
    /// The schema.
    pub schema: Value,
    /// The instances.
    pub instances: Vec<Instance>,
}

/// An instance and the suite's verdict.
#[derive(Clone, Debug)]
pub struct Instance {
    /// What the suite calls it.
    pub description: String,
    /// Its text, so that no number is rounded.
    pub text: String,
    /// Whether the schema allows it.
    pub valid: bool,
}

impl Group {
    /// Every group of a draft, in the order of files and in theirs.
    ///
    /// # Panics
    ///
    /// When the suite is not in the shared folder or not in its format.
    pub fn all(shared: &Path, draft: Draft) -> Vec<Self> {
        let folder = shared.join("json-schema-test-suite").join(draft.folder());
        let mut files: Vec<_> = fs::read_dir(&folder)
            .unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
            .map(|entry| entry.expect("the folder is readable").path())
            .filter(|path| path.extension().is_some_and(|e| e == "json"))
            .collect();
        files.sort();
        files.iter().flat_map(|file| Self::of_file(file)).collect()
    }

    fn of_file(path: &Path) -> Vec<Self> {
        type Members = BTreeMap<String, Box<RawValue>>;
        let file = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(path).expect("the file is readable");
        let groups: Vec<Members> = serde_json::from_str(&text).expect("a list of groups");
        let value = |members: &Members, name| -> Value {
            serde_json::from_str(members[name].get()).expect("JSON")
        };
        let text = |members: &Members, name| value(members, name).as_str().unwrap().to_owned();
        let group = |(at, members): (usize, &Members)| {
            let tests: Vec<Members> = serde_json::from_str(members["tests"].get()).expect("tests");
            let instance = |test: &Members| Instance {
                description: text(test, "description"),
                text: on_one_line(test["data"].get()),
                valid: value(test, "valid") == true,
            };
            Self {
                tool: format!("{}_{at:02}", file.replace('-', "_")),
                file: file.clone(),
                description: text(members, "description"),
                schema: value(members, "schema"),
                instances: tests.iter().map(instance).collect(),
            }
        };
        groups.iter().enumerate().map(group).collect()
    }

    /// The entry of a manifest's `tools` that has the schema: as the property `p` of the arguments, or as the output's own.
    pub fn entry(&self, draft: Draft, form: Form) -> Value {
        match form {
            Form::Argument => {
                json!({"name": self.tool, "inputSchema": nest::as_property(&self.schema, draft)})
            }
            Form::Output => {
                let mut schema = self.schema.clone();
                if let Value::Object(members) = &mut schema {
                    members.entry("$schema").or_insert_with(|| draft.uri().into());
                }
                let input = json!({"type": "object", "additionalProperties": false});
                json!({"name": self.tool, "inputSchema": input, "outputSchema": schema})
            }
        }
    }
}

/// JSON has no line break inside a token.
fn on_one_line(json: &str) -> String {
    json.lines().map(str::trim).collect()
}

impl Instance {
    /// The text that the tool gets.
    pub fn text(&self, form: Form) -> String {
        match form {
            Form::Argument => format!("{{\"p\":{}}}", self.text),
            Form::Output => self.text.clone(),
        }
    }
}

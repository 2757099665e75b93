//! A case as the bank keeps it. Instances and the manifest stay text, so that no number is rounded.

use mcp_bindgen_tests::json::Members;
use mcp_bindgen_tests::{fixture, shared};
use serde_json::Value;
use serde_json::value::RawValue;

pub(crate) struct Case {
    pub(crate) id: String,
    /// The manifest.
    pub(crate) input: String,
    /// What is to be seen, without the instances.
    pub(crate) expect: Value,
    pub(crate) targets: Vec<Target>,
}

/// A schema of the case, and instances of it.
pub(crate) struct Target {
    pub(crate) tool: String,
    /// `inputSchema` or `outputSchema`.
    pub(crate) schema: String,
    expect: Members,
}

impl Target {
    /// The instances of a list, each as JSON text.
    pub(crate) fn instances(&self, list: &str) -> Vec<String> {
        let Some(text) = self.expect.get(list) else { return Vec::new() };
        let all: Vec<Box<RawValue>> = serde_json::from_str(text).unwrap();
        all.iter().map(|v| v.get().to_owned()).collect()
    }
}

impl Case {
    pub(crate) fn read(kind: &str, id: &str) -> Option<Self> {
        let file = match kind {
            "own" => fixture::root().join(format!("tests/cases/{id}.json")),
            kind => shared::folder()?.join(format!("cases/{kind}/{id}.json")),
        };
        let case: Members = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        let expect_text = case.get("expect").unwrap();
        let expect: Value = serde_json::from_str(expect_text).unwrap();
        let first: Members = serde_json::from_str(expect_text).unwrap();
        let also: Vec<Members> =
            first.get("also").map(|text| serde_json::from_str(text).unwrap()).unwrap_or_default();
        let text = |v: &Value| v.as_str().unwrap().to_owned();
        let mut targets = vec![Target {
            tool: text(&expect["target"]["tool"]),
            schema: text(&expect["target"]["schema"]),
            expect: first,
        }];
        for (i, members) in also.into_iter().enumerate() {
            let of = &expect["also"][i];
            targets.push(Target {
                tool: text(&of["tool"]),
                schema: text(&of["schema"]),
                expect: members,
            });
        }
        Some(Self {
            id: id.to_owned(),
            input: case.get("input").unwrap().to_owned(),
            expect,
            targets,
        })
    }

    /// The names of the tools, and of the members of their schemas.
    pub(crate) fn names(&self) -> impl Iterator<Item = String> {
        let manifest: Value = serde_json::from_str(&self.input).unwrap();
        let tools = manifest["tools"].as_array().cloned().unwrap_or_default();
        tools.into_iter().flat_map(|tool| {
            let members =
                tool["inputSchema"]["properties"].as_object().cloned().unwrap_or_default();
            let name = tool["name"].as_str().map(str::to_owned);
            name.into_iter().chain(members.into_iter().map(|(name, _)| name))
        })
    }

    /// A member of `expect` that is a text, a list of texts, or missing.
    pub(crate) fn texts(&self, name: &str) -> Vec<String> {
        texts(&self.expect[name])
    }
}

pub(crate) fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::Array(all) => all.iter().map(|v| v.as_str().unwrap().to_owned()).collect(),
        Value::Null => Vec::new(),
        one => vec![one.as_str().unwrap().to_owned()],
    }
}

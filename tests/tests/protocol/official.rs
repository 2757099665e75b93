//! The official schemas.

use mcp_bindgen_tests::shared;
use serde_json::{Map, Value};

/// An official schema of a revision.
pub(crate) struct Official {
    pub(crate) revision: &'static str,
    schema: Value,
}

impl Official {
    /// Those of all revisions; none without the shared folder.
    pub(crate) fn all() -> Vec<Self> {
        let Some(folder) = shared::folder() else { return Vec::new() };
        let read = |revision: &mcp_bindgen_schema::Revision| {
            let file = folder.join("schema").join(revision.name).join("schema.json");
            let text = std::fs::read_to_string(file).unwrap();
            Self { revision: revision.name, schema: serde_json::from_str(&text).unwrap() }
        };
        mcp_bindgen_schema::REVISIONS.iter().map(read).collect()
    }

    pub(crate) fn definitions(&self) -> &Map<String, Value> {
        let all = self.schema.get("$defs").or_else(|| self.schema.get("definitions"));
        all.and_then(Value::as_object).unwrap()
    }

    pub(crate) fn definition(&self, name: &str) -> &Value {
        &self.definitions()[name]
    }

    /// The definitions that a union names; a definition that is none is its own only member.
    pub(crate) fn members<'a>(&'a self, union: &'a str) -> Vec<&'a str> {
        match self.definitions().get(union).map(|u| u.get("anyOf")) {
            None => Vec::new(),
            Some(None) => vec![union],
            Some(Some(branches)) => {
                branches.as_array().unwrap().iter().filter_map(target).collect()
            }
        }
    }

    /// The value of a definition's constant member.
    pub(crate) fn constant(&self, name: &str, member: &str) -> Option<&str> {
        self.definition(name)["properties"][member]["const"].as_str()
    }
}

/// The definition that a `$ref` names.
pub(crate) fn target(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.rsplit('/').next()
}

//! The manifest's text: a line a member, a line an entry, so that its history reads well.

use super::fault::Fault;
use crate::files::MOST_BYTES;
use mcp_bindings::{Map, ServerInfo};
use serde_json::{Value, value::RawValue};
use std::sync::Arc;

/// What a server said of itself.
#[derive(Debug)]
pub(super) struct Captured {
    pub(super) info: Arc<ServerInfo>,
    /// The manifest's lists by name, entries as the server wrote them.
    pub(super) lists: Vec<(&'static str, Vec<Box<RawValue>>)>,
}

impl Captured {
    /// A manifest that `generate` would refuse is none.
    pub(super) fn check_size(&self) -> Result<(), Fault> {
        let bytes = self.lists.iter().flat_map(|(_, all)| all).map(|entry| entry.get().len()).sum();
        if bytes as u64 > MOST_BYTES { Err(Fault::TooLarge { bytes }) } else { Ok(()) }
    }

    pub(super) fn manifest(&self) -> String {
        let mut members = Vec::new();
        if !self.info.name().is_empty() {
            members.push(("server", self.server()));
        }
        members.push(("protocolVersion", string(self.info.revision().as_str())));
        if let Some(instructions) = self.info.instructions() {
            members.push(("instructions", string(instructions)));
        }
        members.push(("capabilities", object(self.info.capabilities())));
        members.extend(self.lists.iter().map(|(name, entries)| (*name, list(entries))));
        let lines: Vec<String> =
            members.iter().map(|(name, text)| format!("  \"{name}\": {text}")).collect();
        format!("{{\n{}\n}}\n", lines.join(",\n"))
    }

    fn server(&self) -> String {
        let name = string(self.info.name());
        match self.info.version() {
            "" => format!("{{\"name\": {name}}}"),
            version => format!("{{\"name\": {name}, \"version\": {}}}", string(version)),
        }
    }
}

fn string(text: &str) -> String {
    Value::from(text).to_string()
}

fn object(members: &Map<String, Value>) -> String {
    Value::Object(members.clone()).to_string()
}

fn list(entries: &[Box<RawValue>]) -> String {
    if entries.is_empty() {
        return "[]".to_owned();
    }
    // A line break can only stand between tokens, where a blank does as well.
    let lines: Vec<String> =
        entries.iter().map(|e| format!("    {}", e.get().replace(['\r', '\n'], " "))).collect();
    format!("[\n{}\n  ]", lines.join(",\n"))
}

//! The tools' definitions as each revision knows them: verbatim, without what came later.
use crate::{Revision, ToolDescriptor, message::members};
use serde_core::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::{fmt, sync::OnceLock};

/// The lists that were asked for, by revision.
#[derive(Debug, Default)]
pub(super) struct Definitions([OnceLock<String>; Revision::ALL.len()]);

impl Definitions {
    /// The array for `tools/list`.
    pub(super) fn list(&self, tools: &[ToolDescriptor], revision: Revision) -> String {
        let write = || {
            let entries: Vec<String> =
                tools.iter().map(|t| definition(t.definition(), revision)).collect();
            format!("[{}]", entries.join(","))
        };
        match self.0.get(revision as usize) {
            Some(list) => list.get_or_init(write).clone(),
            None => write(),
        }
    }
}

/// One entry; members that the revision lacks are left out, members that nobody declared stay.
fn definition(text: &str, revision: Revision) -> String {
    let mut d = serde_json::Deserializer::from_str(text);
    let Ok(entries) = d.deserialize_map(Entries) else { return text.to_owned() };
    let kept = entries.iter().filter(|(name, value)| knows(revision, name, value.get()));
    let kept: Vec<String> = kept
        .map(|(name, value)| format!("{}:{value}", serde_json::Value::from(name.as_str())))
        .collect();
    if kept.len() == entries.len() { text.to_owned() } else { format!("{{{}}}", kept.join(",")) }
}

fn knows(revision: Revision, member: &str, value: &str) -> bool {
    match member {
        "annotations" => revision >= Revision::V2025_03_26,
        "title" | "_meta" => revision >= Revision::V2025_06_18,
        "outputSchema" => {
            revision.has_any_output() || revision.has_structured_output() && is_object_schema(value)
        }
        "icons" => revision >= Revision::V2025_11_25,
        "execution" => revision == Revision::V2025_11_25,
        _ => true,
    }
}

fn is_object_schema(schema: &str) -> bool {
    match members(schema, ["type"]) {
        Ok([Some(kind)]) => kind == "\"object\"",
        _ => false,
    }
}

/// The members of an object in their order.
struct Entries;

impl<'de> Visitor<'de> for Entries {
    type Value = Vec<(String, &'de RawValue)>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(entries)
    }
}

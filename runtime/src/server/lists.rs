//! What a server lists: the definitions as each revision knows them, verbatim, without what came later; page by page.
use super::{
    answer::{self, Refusal},
    service::Inner,
};
use crate::{
    Revision,
    codes::INVALID_PARAMS,
    message::{members, string},
};
use serde_core::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::{fmt, sync::OnceLock};

/// How long a client may keep a list, in the members that say so: what is compiled in changes only with the program.
pub(super) const HINTS: &str = r#","ttlMs":300000,"cacheScope":"public""#;

/// The entries of one page. Few servers have more.
const PAGE: usize = 1_000;

/// What is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Tools,
    Prompts,
    Resources,
    Templates,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Tools, Self::Prompts, Self::Resources, Self::Templates];

    /// The list that a method asks for.
    pub(super) fn of_list(method: &str) -> Option<Self> {
        Some(match method {
            "tools/list" => Self::Tools,
            "prompts/list" => Self::Prompts,
            "resources/list" => Self::Resources,
            "resources/templates/list" => Self::Templates,
            _ => return None,
        })
    }

    fn member(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Prompts => "prompts",
            Self::Resources => "resources",
            Self::Templates => "resourceTemplates",
        }
    }
}

/// The lists that were asked for, by revision and kind.
#[derive(Debug, Default)]
pub(super) struct Lists([[OnceLock<Vec<String>>; Kind::ALL.len()]; Revision::ALL.len()]);

impl Lists {
    /// The entries of a page as JSON text, and whether more follow; `None` when there is no such page.
    fn page(
        &self,
        service: &Inner,
        revision: Revision,
        kind: Kind,
        page: usize,
    ) -> Option<(String, bool)> {
        let write = || {
            let entries = service.definitions(kind);
            let written: Vec<String> =
                entries.iter().map(|e| definition(e, revision, kind)).collect();
            written.chunks(PAGE).map(|page| page.join(",")).collect()
        };
        let slot = self.0.get(revision as usize).and_then(|kinds| kinds.get(kind as usize))?;
        let pages: &Vec<String> = slot.get_or_init(write);
        match pages.get(page) {
            Some(entries) => Some((entries.clone(), page + 1 < pages.len())),
            None if page == 0 => Some((String::new(), false)),
            None => None,
        }
    }
}

impl Inner {
    /// The answer to a request for a list.
    pub(super) fn list(
        &self,
        id: &str,
        revision: Revision,
        kind: Kind,
        cursor: Option<&str>,
    ) -> Result<String, Refusal> {
        let unknown = || Refusal::new(INVALID_PARAMS, "unknown cursor: begin again without one");
        let page = match cursor {
            None | Some("null") => 0,
            Some(raw) => {
                string(raw).and_then(|c| c.parse().ok()).filter(|p| *p > 0).ok_or_else(unknown)?
            }
        };
        let found = self.lists.page(self, revision, kind, page);
        let (entries, more) = found.ok_or_else(unknown)?;
        let next = if more { format!(r#","nextCursor":"{}""#, page + 1) } else { String::new() };
        let hints = if revision.is_modern() { HINTS } else { "" };
        let members = format!(r#""{}":[{entries}]{next}{hints}"#, kind.member());
        Ok(answer::result(id, revision, &members, &self.info))
    }
}

/// One entry; members that the revision lacks are left out, members that nobody declared stay.
fn definition(text: &str, revision: Revision, kind: Kind) -> String {
    let mut d = serde_json::Deserializer::from_str(text);
    let Ok(entries) = d.deserialize_map(Entries) else { return text.to_owned() };
    let kept = entries.iter().filter(|(name, value)| knows(revision, kind, name, value.get()));
    let kept: Vec<String> = kept
        .map(|(name, value)| format!("{}:{value}", serde_json::Value::from(name.as_str())))
        .collect();
    if kept.len() == entries.len() { text.to_owned() } else { format!("{{{}}}", kept.join(",")) }
}

fn knows(revision: Revision, kind: Kind, member: &str, value: &str) -> bool {
    match member {
        // Of resources and templates they are as old as these.
        "annotations" => kind != Kind::Tools || revision >= Revision::V2025_03_26,
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

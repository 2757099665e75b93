//! What of the overrides concerns finished items.

use super::{Additions, Overrides};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::emit::ToolItems;
use crate::rust::{Item, ItemBody};
use std::collections::BTreeMap;

impl Overrides {
    /// Adds what all items get, and those of a tool.
    pub(crate) fn decorate(&self, tool: &mut ToolItems) {
        let own = self.tools.get(&tool.wire).map(|o| &o.all);
        for additions in own.into_iter().chain([&self.all]).filter(|a| !a.is_empty()) {
            tool.items_mut().for_each(|item| additions.add_to(item));
        }
    }
}

impl Additions {
    pub(crate) fn add_to(&self, item: &mut Item) {
        item.derives.extend(self.derives.iter().map(|d| d.value.clone()));
        item.attributes.extend(self.attributes.iter().map(|a| a.value.clone()));
    }
}

/// An error for all that has one name in one scope. Generated names never do, so that a rename is one of them.
pub(crate) fn refuse_twins(overrides: &Overrides, tools: &[ToolItems], found: &mut Diagnostics) {
    // Only a tool's own overrides rename anything.
    if overrides.tools.is_empty() {
        return;
    }
    let names = tools.iter().map(|t| (t.name.field(), format!("tool \"{}\"", t.wire)));
    twins(names)
        .into_iter()
        .for_each(|(name, of)| found.push(twin(overrides, None, "the server", &name, &of)));
    for tool in tools.iter().filter(|t| overrides.tools.contains_key(&t.wire)) {
        let types = tool.module.items.iter().map(|i| (i.name.clone(), "a type".to_owned()));
        let mut all: Vec<_> = twins(types)
            .into_iter()
            .map(|(name, of)| (format!("the module `{}`", tool.module.name), name, of))
            .collect();
        for item in tool.items() {
            let inside = twins(names_in(&item.body));
            all.extend(inside.into_iter().map(|(name, of)| (format!("`{}`", item.name), name, of)));
        }
        let told =
            all.iter().map(|(scope, name, of)| twin(overrides, Some(&tool.wire), scope, name, of));
        found.extend(told);
    }
}

fn names_in(body: &ItemBody) -> Vec<(String, String)> {
    match body {
        ItemBody::Record(record) => {
            let fields =
                record.fields.iter().map(|f| (f.name.clone(), format!("member \"{}\"", f.wire)));
            let constants = record.constants.iter();
            let constants =
                constants.map(|(name, wire, _)| (name.clone(), format!("member \"{wire}\"")));
            fields.chain(constants).collect()
        }
        ItemBody::StringEnum { variants, .. } => variants
            .iter()
            .map(|(name, wire)| (name.clone(), format!("value \"{wire}\"")))
            .collect(),
        ItemBody::ValueEnum(variants) => {
            variants.iter().map(|(name, _)| (name.clone(), "a value".to_owned())).collect()
        }
        ItemBody::Union(union) => {
            union.variants.iter().map(|v| (v.name.clone(), "an alternative".to_owned())).collect()
        }
        ItemBody::Tuple(_) | ItemBody::Alias(_) | ItemBody::Newtype(_) => Vec::new(),
    }
}

/// Names that several have, with who has them.
fn twins(names: impl IntoIterator<Item = (String, String)>) -> Vec<(String, Vec<String>)> {
    let mut by_name: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, of) in names {
        by_name.entry(name).or_default().push(of);
    }
    by_name.into_iter().filter(|(_, all)| all.len() > 1).collect()
}

fn twin(
    overrides: &Overrides,
    tool: Option<&str>,
    scope: &str,
    name: &str,
    of: &[String],
) -> Diagnostic {
    let spot = overrides
        .renames(tool)
        .find(|set| set.value == name.trim_start_matches("r#"))
        .map(|set| &set.spot);
    let message = format!("in {scope}, {} would both be `{name}`", of.join(" and "));
    let d = match spot {
        Some(spot) => spot.error("same-name", message),
        None => Diagnostic::file_error("same-name", message),
    };
    d.with_help("give one of them another name")
}

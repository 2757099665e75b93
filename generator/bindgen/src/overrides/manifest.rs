//! What of the overrides concerns a manifest as a whole: which tools there are, and their output schemas.

use super::{Overrides, Spot, ToolOverrides, did_you_mean};
use crate::diagnostic::Diagnostics;
use crate::load::{Manifest, Tool};
use serde_json::Value;
use std::collections::BTreeSet;

impl Overrides {
    /// Drops tools, supplies output schemas, and tells what names no tool and no format of the manifest.
    pub(crate) fn apply_to(&self, manifest: &mut Manifest, found: &mut Diagnostics) {
        found.extend(self.diagnostics.clone());
        for (name, tool) in &self.tools {
            match manifest.tools.iter_mut().find(|t| t.name == *name) {
                Some(of) => supply_output(tool, of, found),
                None => found.extend([no_such_tool(name, &tool.spot, manifest)]),
            }
        }
        manifest.tools.retain(|t| !self.tools.get(&t.name).is_some_and(|o| o.drop));
        self.unknown_formats(manifest, found);
    }

    /// A tool's Rust name, where it is given one.
    pub(crate) fn name_of(&self, tool: &str) -> Option<&str> {
        self.tools.get(tool)?.rename.as_ref().map(|name| name.value.as_str())
    }

    fn unknown_formats(&self, manifest: &Manifest, found: &mut Diagnostics) {
        if self.formats.is_empty() {
            return;
        }
        let mut known = BTreeSet::new();
        for tool in &manifest.tools {
            formats(&tool.input, &mut known);
            tool.output.iter().for_each(|schema| formats(schema, &mut known));
        }
        for (format, ty) in self.formats.iter().filter(|(f, _)| !known.contains(f.as_str())) {
            let d = ty.spot.unmatched("no schema has this `format`");
            let help = did_you_mean(format, known.iter().copied()).unwrap_or_else(|| {
                match known.is_empty() {
                    true => "no schema of this manifest has any".to_owned(),
                    false => format!(
                        "there are: {}",
                        known.iter().copied().collect::<Vec<_>>().join(", ")
                    ),
                }
            });
            found.push(d.with_help(help));
        }
    }
}

fn no_such_tool(name: &str, spot: &Spot, manifest: &Manifest) -> crate::diagnostic::Diagnostic {
    let help = did_you_mean(name, manifest.tools.iter().map(|t| t.name.as_str()));
    let help = help.unwrap_or_else(|| "`mcp-bindgen inspect` lists the tools".to_owned());
    spot.unmatched(format_args!("there is no tool \"{name}\"")).with_help(help)
}

fn supply_output(overrides: &ToolOverrides, tool: &mut Tool, found: &mut Diagnostics) {
    let Some(schema) = &overrides.output_schema else { return };
    if tool.output.is_some() {
        let why = "the tool declares an `outputSchema` already";
        let help = "leave it out; a declared schema is changed in the manifest, or by `type` at a place in it";
        found.push(schema.spot.error("unmatched-override", why).with_help(help));
        return;
    }
    tool.output = Some(schema.value.clone());
    tool.output_is_supplied = true;
}

/// Every `format` in a schema.
fn formats<'s>(schema: &'s Value, out: &mut BTreeSet<&'s str>) {
    match schema {
        Value::Object(members) => {
            out.extend(members.get("format").and_then(Value::as_str));
            members.values().for_each(|v| formats(v, out));
        }
        Value::Array(items) => items.iter().for_each(|v| formats(v, out)),
        _ => {}
    }
}

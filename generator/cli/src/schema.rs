//! `mcp-bindgen schema`: the embedded revisions, and the import of further ones.

use crate::files::read_text;
use crate::generate::{cannot_create, write_all};
use crate::plan::Planned;
use crate::report::{Outcome, Refusal};
use mcp_bindgen::protocol;
use mcp_bindgen_schema::{NEWEST, REVISIONS, Revision};
use serde_json::{Value, json, value::RawValue};
use std::path::{Path, PathBuf};

/// List, show and import revisions of the protocol's schema
#[derive(Debug, clap::Args)]
pub(crate) struct Schema {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// List the embedded revisions
    #[command(after_help = "Example:\n  mcp-bindgen schema list")]
    List,
    /// Show the structure of a revision, or of one of its types
    #[command(after_help = "Example:\n  mcp-bindgen schema show 2026-07-28 CallToolResult")]
    Show {
        /// The revision, a date such as 2026-07-28
        #[arg(value_name = "REV")]
        revision: String,
        /// A type's name as the official schema has it
        #[arg(value_name = "TYPE")]
        name: Option<String>,
    },
    Import(Import),
}

/// Read an official schema.json and write its structure, without prose, to DIR/REVISION/schema.json
#[derive(Debug, clap::Args)]
#[command(after_help = "\
An errata.json that is there already is kept.

Example:
  mcp-bindgen schema import 2026-07-28/schema.json --dir schema")]
struct Import {
    /// The official schema.json
    file: PathBuf,
    /// The revision; default: the name of the folder that holds the file
    #[arg(long, value_name = "REVISION")]
    revision: Option<String>,
    /// The folder of all revisions
    #[arg(long, value_name = "DIR", default_value = "schema")]
    dir: PathBuf,
}

impl Schema {
    pub(crate) fn run(&self) -> Result<Outcome, Refusal> {
        match &self.command {
            Command::List => Ok(list()),
            Command::Show { revision, name } => show(revision, name.as_deref()),
            Command::Import(import) => import.run(),
        }
    }
}

fn list() -> Outcome {
    let newest = |r: &Revision| r.name == NEWEST;
    let lines = REVISIONS
        .iter()
        .map(|r| format!("{}{}\n", r.name, if newest(r) { " (newest)" } else { "" }));
    let data: Vec<Value> =
        REVISIONS.iter().map(|r| json!({"revision": r.name, "newest": newest(r)})).collect();
    Outcome::default().text(lines.collect::<String>()).data("revisions", &data.into())
}

fn show(revision: &str, name: Option<&str>) -> Result<Outcome, Refusal> {
    let Some(found) = mcp_bindgen_schema::revision(revision) else {
        let known: Vec<&str> = REVISIONS.iter().map(|r| r.name).collect();
        return Err(Refusal::of(
            "unknown-revision",
            "mcp-bindgen",
            format!("\"{revision}\" is no known revision"),
            format!("known: {}", known.join(", ")),
        ));
    };
    let text = match name {
        None => found.structure.to_owned(),
        Some(name) => definition(found, name)?,
    };
    let outcome = Outcome::default().text(text.as_str());
    Ok(match RawValue::from_string(text) {
        Ok(raw) => outcome.raw_data("schema", raw),
        Err(_) => outcome,
    })
}

/// One type of a revision as JSON text.
fn definition(revision: &Revision, name: &str) -> Result<String, Refusal> {
    let schema: Value = serde_json::from_str(revision.structure).unwrap_or_default();
    let all = schema.get("$defs").or_else(|| schema.get("definitions"));
    match all.and_then(|all| all.get(name)) {
        Some(found) => Ok(format!("{found:#}\n")),
        None => Err(Refusal::of(
            "unknown-type",
            revision.name,
            format!("has no type \"{name}\""),
            format!("`mcp-bindgen schema show {}` shows all of them", revision.name),
        )),
    }
}

impl Import {
    fn run(&self) -> Result<Outcome, Refusal> {
        let folder = self.dir.join(self.revision()?);
        let structure = protocol::import(&read_text(&self.file)?)
            .map_err(|all| Refusal::from(all).in_file(&self.file))?;
        std::fs::create_dir_all(&folder).map_err(|e| cannot_create(&folder, &e))?;
        let mut files = vec![Planned { path: Some(folder.join("schema.json")), text: structure }];
        let errata = folder.join("errata.json");
        if !errata.exists() {
            files.push(Planned { path: Some(errata), text: "[]\n".to_owned() });
        }
        write_all(&files)
    }

    /// It names a folder, so it must not be a path.
    fn revision(&self) -> Result<String, Refusal> {
        let of_folder = || {
            let folder = self.file.parent().and_then(Path::file_name)?;
            Some(folder.to_string_lossy().into_owned())
        };
        match self.revision.clone().or_else(of_folder) {
            Some(revision) if is_date(&revision) => Ok(revision),
            Some(other) => Err(unnamed(&format!("\"{other}\" is no revision"))),
            None => Err(unnamed("no revision is named")),
        }
    }
}

fn unnamed(message: &str) -> Refusal {
    Refusal::usage(message, "a revision is a date: add --revision YYYY-MM-DD")
}

fn is_date(text: &str) -> bool {
    let lengths: Vec<usize> = text.split('-').map(str::len).collect();
    lengths == [4, 2, 2] && text.bytes().all(|b| b.is_ascii_digit() || b == b'-')
}

//! `mcp-bindgen generate`.

use crate::files::shown;
use crate::plan::{Planned, Wanted};
use crate::report::{Outcome, Refusal};
use mcp_bindgen::write_file;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Write Rust bindings for the servers of manifests
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Generate {
    #[command(flatten)]
    wanted: Wanted,
    /// A file, or a folder for one module a manifest and a mod.rs; default: standard output
    #[arg(short, long, value_name = "FILE or DIR")]
    output: Option<PathBuf>,
}

const HELP: &str = "\
Nothing is written when a manifest has an error.

Example:
  mcp-bindgen generate mcp/github.json mcp/files.json -o src/servers/";

impl Generate {
    pub(crate) fn run(&self) -> Result<Outcome, Refusal> {
        let plan = self.wanted.plan(self.output.as_deref())?;
        if let Some(folder) = &plan.folder {
            std::fs::create_dir_all(folder).map_err(|e| cannot_create(folder, &e))?;
        }
        let outcome = write_all(&plan.files)?;
        Ok(outcome.diagnostics(plan.warnings))
    }
}

/// Writes planned files; what has no path becomes the outcome's text.
pub(crate) fn write_all(files: &[Planned]) -> Result<Outcome, Refusal> {
    let mut outcome = Outcome::default();
    let mut written = Vec::new();
    for file in files {
        match &file.path {
            Some(path) => {
                write_file(path, &file.text)?;
                written.push(json!({"path": shown(path)}));
            }
            None => {
                written.push(json!({"source": file.text}));
                outcome = outcome.text(file.text.as_str());
            }
        }
    }
    Ok(outcome.data("files", &written.into()))
}

pub(crate) fn cannot_create(folder: &Path, e: &std::io::Error) -> Refusal {
    Refusal::of(
        "unwritable",
        &shown(folder),
        format!("cannot be created: {e}"),
        "name a folder that can be created with -o",
    )
}

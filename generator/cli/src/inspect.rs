//! `mcp-bindgen inspect`.

use crate::files::read_stdin;
use crate::report::{Outcome, Refusal};
use mcp_bindgen::Builder;
use serde_json::Value;
use std::path::PathBuf;

/// Show the Rust signature of every tool, what is typed, and what is not and why
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Inspect {
    /// A manifest, `-` for standard input
    manifest: PathBuf,
    /// A TOML file with what is to be otherwise, as for `generate`
    #[arg(long, value_name = "FILE")]
    overrides: Option<PathBuf>,
    /// Leave out tools that cannot be read, with a warning, instead of failing
    #[arg(long)]
    skip_invalid: bool,
}

const HELP: &str = "\
Example:
  mcp-bindgen inspect mcp/github.json --format json";

impl Inspect {
    pub(crate) fn run(&self) -> Result<Outcome, Refusal> {
        let builder = match self.manifest.as_os_str() == "-" {
            true => Builder::new().manifest_text("stdin", read_stdin()?),
            false => Builder::new().manifest(&self.manifest),
        };
        let builder = match &self.overrides {
            Some(overrides) => builder.overrides(overrides),
            None => builder,
        };
        let bindings = builder.skip_invalid(self.skip_invalid).generate()?;
        let report = bindings.report().to_json();
        let part = |name: &str| report.get(name).unwrap_or(&Value::Null);
        Ok(Outcome::default()
            .text(format!("{}\n", bindings.report()))
            .data("server", part("server"))
            .data("module", part("module"))
            .data("tools", part("tools"))
            .data("skipped", part("skipped"))
            .data("uncovered", part("uncovered"))
            .diagnostics(bindings.warnings().iter().cloned().collect()))
    }
}

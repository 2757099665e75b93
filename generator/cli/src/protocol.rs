//! `mcp-bindgen protocol`.

use crate::files::read_text;
use crate::generate::write_all;
use crate::plan::Planned;
use crate::report::{Outcome, Refusal};
use mcp_bindgen::protocol;
use std::path::{Path, PathBuf};

/// Write the protocol's own types of a revision
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Protocol {
    /// The revision, a date such as 2026-07-28
    #[arg(long, value_name = "REVISION")]
    revision: String,
    /// A schema to use in place of the embedded one; an errata.json beside it counts
    #[arg(long, value_name = "FILE")]
    schema: Option<PathBuf>,
    /// The file to write; default: standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

const HELP: &str = "\
Example:
  mcp-bindgen protocol --revision 2026-07-28 -o src/v2026_07_28.rs";

impl Protocol {
    pub(crate) fn run(&self) -> Result<Outcome, Refusal> {
        let text = match &self.schema {
            None => protocol::generate(&self.revision)?,
            Some(schema) => {
                let (text, errata) = (read_text(schema)?, self.errata(schema)?);
                // Imported first: the prose of an official file is not ours to copy into docs.
                protocol::import(&text)
                    .and_then(|text| protocol::generate_from(&self.revision, &text, &errata))
                    .map_err(|all| Refusal::from(all).in_file(schema))?
            }
        };
        write_all(&[Planned { path: self.output.clone(), text }])
    }

    /// The corrections that go with a schema: those beside it, else those that are known of its revision.
    fn errata(&self, schema: &Path) -> Result<String, Refusal> {
        let beside = schema.with_file_name("errata.json");
        if beside.is_file() {
            return read_text(&beside);
        }
        let known = mcp_bindgen_schema::revision(&self.revision);
        Ok(known.map_or("[]", |revision| revision.errata).to_owned())
    }
}

//! The command `mcp-bindgen`: parses the call, hands it to one module a subcommand, prints the outcome.
//!
//! Everything about Rust code happens in the library `mcp_bindgen`; talking to servers happens in `mcp_bindings`.

mod capture;
mod check;
mod files;
mod generate;
mod inspect;
mod plan;
mod protocol;
mod report;
mod schema;

use clap::{Parser, Subcommand};
use report::{Format, Outcome, Refusal};
use std::process::ExitCode;

/// Typed Rust bindings for Model Context Protocol servers.
#[derive(Debug, Parser)]
#[command(name = "mcp-bindgen", version, after_help = HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Findings and diagnostics as lines, or as one JSON document on standard output
    #[arg(long, global = true, value_enum, default_value_t)]
    format: Format,
}

const HELP: &str = "\
Exit status: 0 done and nothing to report, 1 a finding (stale, lossy), 2 the input or the call is wrong.

Example:
  mcp-bindgen capture -o github.json -- github-mcp-server stdio
  mcp-bindgen generate github.json -o src/github.rs";

#[derive(Debug, Subcommand)]
enum Command {
    Capture(capture::Capture),
    Generate(generate::Generate),
    Check(check::Check),
    Inspect(inspect::Inspect),
    Protocol(protocol::Protocol),
    Schema(schema::Schema),
}

impl Command {
    fn run(&self) -> Result<Outcome, Refusal> {
        match self {
            Self::Capture(call) => call.run(),
            Self::Generate(call) => call.run(),
            Self::Check(call) => call.run(),
            Self::Inspect(call) => call.run(),
            Self::Protocol(call) => call.run(),
            Self::Schema(call) => call.run(),
        }
    }
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let outcome = cli.command.run().unwrap_or_else(Outcome::from);
    outcome.print(cli.format)
}

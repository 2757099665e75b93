//! `mcp-bindgen capture`: starts a server, reads what it says of itself, writes it down.

mod fault;
mod manifest;
mod noise;
mod read;

use crate::files::shown;
use crate::report::{Outcome, Refusal, progress};
use fault::Fault;
use manifest::Captured;
use mcp_bindgen::{Diagnostic, Place, Severity, write_file};
use mcp_bindings::stdio::Launch;
use mcp_bindings::{Negotiation, Options, Revision};
use noise::Noise;
use serde_json::value::RawValue;
use std::ffi::OsString;
use std::future::{Future, poll_fn};
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::process::Command;
use std::task::Poll;
use std::time::Duration;

/// Start a server over stdio and write its manifest: identity, tools, prompts, resources
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Capture {
    /// The file to write; default: standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Speak exactly this revision; default: the newest that the server speaks
    #[arg(long, value_name = "REVISION")]
    revision: Option<Revision>,
    /// How long the server has for each answer
    #[arg(long, value_name = "SECS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
    /// The command that starts the server, and its arguments
    #[arg(last = true, required = true, value_name = "CMD")]
    command: Vec<OsString>,
}

const HELP: &str = "\
The manifest holds what the server answered, in its order; neither the command nor the environment.

Example:
  mcp-bindgen capture -o mcp/memory.json -- npx -y @modelcontextprotocol/server-memory";

/// How long a server may stay silent on the first question before it counts as an older one.
const PROBE: Duration = Duration::from_secs(10);

impl Capture {
    pub(crate) fn run(&self) -> Result<Outcome, Refusal> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|e| self.refuse(Fault::Runtime(e)))?;
        // Ended before anything is written, so that no process is left behind.
        let captured = runtime.block_on(unless_interrupted(self.capture()));
        drop(runtime);
        let (captured, warnings) = captured.map_err(|fault| self.refuse(fault))?;
        self.deliver(&captured.manifest(), warnings)
    }

    async fn capture(&self) -> Result<(Captured, Vec<Diagnostic>), Fault> {
        let noise = Noise::default();
        let launch = Launch::new(self.server()).options(self.options(&noise));
        let tail = launch.stderr_tail();
        let connected = launch.connect().await;
        let connection = connected.map_err(|e| Fault::server(None, e, &tail))?;
        let read = read::everything(&connection).await;
        connection.close().await;
        let (captured, missing) = read.map_err(|(list, e)| Fault::server(Some(list), e, &tail))?;
        captured.check_size()?;
        let said = missing.into_iter().chain(noise.complaint());
        Ok((captured, said.map(|(code, message)| self.warning(code, message)).collect()))
    }

    fn server(&self) -> Command {
        let mut words = self.command.iter();
        let mut command = Command::new(words.next().cloned().unwrap_or_default());
        command.args(words);
        command
    }

    fn options(&self, noise: &Noise) -> Options {
        let timeout = Duration::from_secs(self.timeout);
        Options::new(env!("CARGO_BIN_NAME"), env!("CARGO_PKG_VERSION"))
            .negotiation(self.revision.map_or(Negotiation::Auto, Negotiation::Only))
            .timeout(timeout)
            .probe_timeout(timeout.min(PROBE))
            .on_event(noise.listener())
    }

    fn deliver(&self, manifest: &str, warnings: Vec<Diagnostic>) -> Result<Outcome, Refusal> {
        let outcome = Outcome::default().diagnostics(warnings);
        if let Some(path) = &self.output {
            write_file(path, manifest)?;
            return Ok(outcome.data("file", &shown(path).into()));
        }
        Ok(match RawValue::from_string(manifest.to_owned()) {
            Ok(raw) => outcome.text(manifest).raw_data("manifest", raw),
            Err(_) => outcome.text(manifest),
        })
    }

    /// The program alone: arguments may hold what is nobody's business.
    fn name(&self) -> String {
        self.command.first().map(|program| shown(Path::new(program))).unwrap_or_default()
    }

    fn refuse(&self, fault: Fault) -> Refusal {
        Refusal::of(fault.code(), &self.name(), fault.to_string(), fault.help())
    }

    fn warning(&self, code: &'static str, message: String) -> Diagnostic {
        Diagnostic::new(Severity::Warning, code, Place::File, message).in_file(&self.name())
    }
}

/// Does the work unless the user interrupts; what is dropped then ends the server.
async fn unless_interrupted<T>(work: impl Future<Output = Result<T, Fault>>) -> Result<T, Fault> {
    progress("starting the server");
    let mut work = pin!(work);
    let mut interrupt = pin!(tokio::signal::ctrl_c());
    poll_fn(|cx| match interrupt.as_mut().poll(cx) {
        Poll::Ready(Ok(())) => Poll::Ready(Err(Fault::Interrupted)),
        // Where interrupts cannot be watched, they end this process as ever.
        Poll::Ready(Err(_)) | Poll::Pending => work.as_mut().poll(cx),
    })
    .await
}

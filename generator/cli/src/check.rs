//! `mcp-bindgen check`.

use crate::files::shown;
use crate::plan::{Planned, Wanted};
use crate::report::{Outcome, Refusal};
use serde_json::{Value, json};
use similar::TextDiff;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Tell whether committed bindings are what `generate` would write
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Check {
    #[command(flatten)]
    wanted: Wanted,
    /// The file or folder that `generate` wrote
    #[arg(short, long, value_name = "FILE or DIR")]
    output: PathBuf,
}

const HELP: &str = "\
Writes nothing. Exit status 1, with a diff and the command to run, when a file is stale or missing.

Example:
  mcp-bindgen check mcp/github.json -o src/github.rs";

/// After that a diff need no longer be the shortest.
const DIFF_TIME: Duration = Duration::from_secs(2);

/// A file that is not what it should be.
struct Stale {
    path: String,
    reason: &'static str,
    diff: String,
}

impl Check {
    pub(crate) fn run(&self) -> Result<Outcome, Refusal> {
        let plan = self.wanted.plan(Some(&self.output))?;
        let compared = plan.files.iter().map(compare).collect::<Result<Vec<_>, _>>()?;
        let stale: Vec<Stale> = compared.into_iter().flatten().collect();
        let command = self.command();
        let data: Vec<Value> = stale.iter().map(Stale::to_json).collect();
        let mut outcome = Outcome::default().data("stale", &data.into());
        if !stale.is_empty() {
            outcome = outcome.data("command", &command.as_str().into());
        }
        let text: String = stale.iter().map(|s| s.text(&command)).collect();
        Ok(outcome.text(text).finding(!stale.is_empty()).diagnostics(plan.warnings))
    }

    fn command(&self) -> String {
        let mut words = vec!["mcp-bindgen".to_owned(), "generate".to_owned()];
        words.extend(self.wanted.arguments());
        words.extend(["-o".to_owned(), shown(&self.output)]);
        words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }
}

impl Stale {
    fn to_json(&self) -> Value {
        json!({"path": self.path, "reason": self.reason, "diff": self.diff})
    }

    fn text(&self, command: &str) -> String {
        let Self { path, reason, diff } = self;
        format!("{diff}{path}: stale: {reason}\n  help: run `{command}` and commit the result\n")
    }
}

fn compare(planned: &Planned) -> Result<Option<Stale>, Refusal> {
    let Some(path) = &planned.path else { return Ok(None) };
    let stale = |reason, diff| Ok(Some(Stale { path: shown(path), reason, diff }));
    let old = match std::fs::read(path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
            return stale("the file is missing", String::new());
        }
        Err(e) => {
            let message = format!("cannot be read: {e}");
            return Err(Refusal::of("unreadable", &shown(path), message, "name a file with -o"));
        }
    };
    if old == planned.text {
        return Ok(None);
    }
    if old.replace("\r\n", "\n") == planned.text {
        return stale("only its line ends differ (CRLF)", String::new());
    }
    stale("it is not what the manifest gives", diff(path, &old, &planned.text))
}

fn diff(path: &Path, old: &str, new: &str) -> String {
    let name = path.display();
    TextDiff::configure()
        .timeout(DIFF_TIME)
        .diff_lines(old, new)
        .unified_diff()
        .header(&format!("{name} (committed)"), &format!("{name} (generated)"))
        .to_string()
}

/// A word as a POSIX shell takes it.
fn quoted(word: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"_-./:=,@%+".contains(&b);
    if !word.is_empty() && word.bytes().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

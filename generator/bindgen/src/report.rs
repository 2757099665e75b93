//! What became of a manifest: signatures, what is typed, what is not and why.

use crate::diagnostic::Diagnostic;
use crate::model::{Loss, LossKind};
use serde_json::{Value, json};
use std::fmt;

/// The loss report of one manifest.
#[derive(Clone, Debug)]
pub struct Report {
    /// The server's name.
    pub server: String,
    /// The module that its bindings are named after.
    pub module: String,
    /// Its tools, in the server's order.
    pub tools: Vec<ToolReport>,
    /// Tools that were left out.
    pub skipped: Vec<Skipped>,
    /// Lists that have no bindings yet, with their lengths.
    pub uncovered: Vec<(&'static str, usize)>,
}

/// What became of one tool.
#[derive(Clone, Debug)]
pub struct ToolReport {
    /// The wire name.
    pub name: String,
    /// The method of `Client` and `Server`.
    pub function: String,
    /// The marker type.
    pub marker: String,
    /// The type of its arguments.
    pub args: String,
    /// The type of its output, where the tool declares one.
    pub output: Option<String>,
    /// How many members its schemas declare.
    pub properties: usize,
    /// How many of them are typed.
    pub typed: usize,
    /// What is untyped, and what is checked only with the runtime's feature `validate`.
    pub losses: Vec<Loss>,
}

impl ToolReport {
    /// Whether every value in it has a type of its own.
    #[must_use]
    pub fn fully_typed(&self) -> bool {
        self.losses.iter().all(|l| l.kind != LossKind::Untyped)
    }

    /// The signature of the client's method.
    #[must_use]
    pub fn signature(&self) -> String {
        let output = self.output.as_deref().unwrap_or("Content");
        format!("fn {}(&self, args: {}) -> Call<{output}>", self.function, self.args)
    }
}

/// A tool that was left out, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Where the fault is.
    pub pointer: String,
    /// What it is.
    pub error: String,
}

impl Skipped {
    pub(crate) fn new(d: &Diagnostic) -> Self {
        let pointer = d.pointer().map(ToString::to_string).unwrap_or_default();
        Self { pointer, error: d.message().to_owned() }
    }
}

impl Report {
    /// Every loss, with the tool that has it.
    pub fn losses(&self) -> impl Iterator<Item = (&ToolReport, &Loss)> {
        self.tools.iter().flat_map(|t| t.losses.iter().map(move |l| (t, l)))
    }

    /// `{"server", "module", "tools": [{"name", "fn", "marker", "args", "output", "properties", "typed", "lossy"}], "skipped"}`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let tools = self.tools.iter().map(|t| {
            let lossy = t.losses.iter().map(|l| {
                json!({"pointer": l.pointer.as_str(), "kind": l.kind.as_str(), "reason": l.reason})
            });
            json!({
                "name": t.name, "fn": t.function, "marker": t.marker, "args": t.args, "output": t.output,
                "properties": t.properties, "typed": t.typed, "lossy": lossy.collect::<Vec<_>>(),
            })
        });
        let skipped = self.skipped.iter().map(|s| json!({"pointer": s.pointer, "error": s.error}));
        let uncovered =
            self.uncovered.iter().map(|(list, count)| json!({"list": list, "count": count}));
        json!({
            "server": self.server, "module": self.module,
            "tools": tools.collect::<Vec<_>>(), "skipped": skipped.collect::<Vec<_>>(),
            "uncovered": uncovered.collect::<Vec<_>>(),
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use crate::text::visible;
        writeln!(f, "server {} (module {})", visible(&self.server), self.module)?;
        for tool in &self.tools {
            writeln!(f, "\n{}", visible(&tool.name))?;
            writeln!(f, "  {}", tool.signature())?;
            writeln!(f, "  {} of {} members typed", tool.typed, tool.properties)?;
            for loss in &tool.losses {
                writeln!(
                    f,
                    "  {} {}: {}",
                    loss.kind.as_str(),
                    visible(loss.pointer.as_str()),
                    visible(&loss.reason)
                )?;
            }
        }
        for skipped in &self.skipped {
            writeln!(f, "\nskipped {}: {}", visible(&skipped.pointer), visible(&skipped.error))?;
        }
        for (list, count) in &self.uncovered {
            writeln!(f, "\n{count} {list} have no bindings yet")?;
        }
        let full = self.tools.iter().filter(|t| t.fully_typed()).count();
        write!(f, "\n{full} of {} tools fully typed", self.tools.len())
    }
}

//! Generated types under judgement: programs that answer what becomes of an instance.
//!
//! A line in is `[module, form, tool, text of the instance]`, the line out that answers it is an [`Outcome`], both as JSON.
//! Without a tool's name the answer is the names of the tools that have an output.

mod outcome;

pub use outcome::{Fault, Outcome};

use mcp_bindings::{Decode, DecodeError, Validate};
use serde_core::{Serialize, de::DeserializeOwned};
use serde_json::json;
use std::io::{self, BufRead, Write};

/// Where in a tool a schema stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `inputSchema`
    Argument,
    /// `outputSchema`
    Output,
}

impl Form {
    /// Both forms.
    pub const ALL: [Self; 2] = [Self::Argument, Self::Output];

    /// Its name in crates, questions and reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Argument => "argument",
            Self::Output => "output",
        }
    }
}

/// Decodes, validates and encodes an instance.
pub type Read = fn(&str) -> Outcome;

/// The bindings of one manifest.
#[derive(Clone, Copy, Debug)]
pub struct Module {
    /// Its name.
    pub name: &'static str,
    /// Reads the arguments of a tool.
    pub arguments: fn(&str, &str) -> Outcome,
    /// What reads the output of each tool that declares one, by the tool's name.
    pub outputs: &'static [(&'static str, Read)],
}

/// A question on one line.
pub fn question(module: &str, form: Form, tool: &str, text: &str) -> String {
    json!([module, form.name(), tool, text]).to_string()
}

/// The main of a crate of bindings: answers questions until there are no more.
pub fn answer(modules: &[Module]) {
    let (stdin, mut stdout) = (io::stdin().lock(), io::stdout().lock());
    for line in stdin.lines() {
        let line = line.expect("standard input is text");
        let [module, form, tool, text]: [String; 4] =
            serde_json::from_str(&line).expect("it is a question");
        let module = modules.iter().find(|m| m.name == module).expect("the module is here");
        let outcome = if form == Form::Argument.name() {
            (module.arguments)(&tool, &text)
        } else if tool.is_empty() {
            let names: Vec<&str> = module.outputs.iter().map(|(name, _)| *name).collect();
            writeln!(stdout, "{}", json!(names)).expect("somebody listens");
            stdout.flush().expect("somebody listens");
            continue;
        } else {
            let read = module.outputs.iter().find(|(name, _)| *name == tool);
            let (_, read) = read.expect("the tool is here and has an output");
            read(&text)
        };
        writeln!(stdout, "{}", outcome.to_line()).expect("somebody listens");
        stdout.flush().expect("somebody listens");
    }
}

/// Reads a type by itself, as an output is read.
pub fn value<T: Serialize + Decode + Validate>(text: &str) -> Outcome {
    let decoded: Result<T, DecodeError> = mcp_bindings::from_str(text);
    Outcome::of(decoded, T::validate, |v| mcp_bindings::to_string(v).map_err(|e| e.to_string()))
}

/// Reads a type of serde's, which has no validation apart from reading.
pub fn plain<T: Serialize + DeserializeOwned>(text: &str) -> Outcome {
    let decoded = serde_json::from_str::<T>(text).map_err(|e| DecodeError::new("", e.to_string()));
    Outcome::of(decoded, |_| Ok(()), |v| serde_json::to_string(v).map_err(|e| e.to_string()))
}

/// Reads a tool's arguments by the module's `ToolCall`, as a host does: `arguments!(module)` is a function for
/// [`Module::arguments`].
#[macro_export]
macro_rules! arguments {
    ($($bindings:ident)::+) => {{
        use $($bindings)::+ as bindings;
        |tool, text| {
            $crate::Outcome::of(
                bindings::ToolCall::decode(tool, text),
                bindings::ToolCall::validate,
                |call| Ok(call.arguments()),
            )
        }
    }};
}

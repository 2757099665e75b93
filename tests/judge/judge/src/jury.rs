//! The programs of bindings, running: each is asked and answers, one question at a time.

use judge_subject::{Form, Outcome, question};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A program of bindings.
#[derive(Debug)]
pub struct Program {
    child: Child,
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Program {
    /// Starts one.
    pub fn start(path: &Path) -> Self {
        let mut command = Command::new(path);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let questions = child.stdin.take();
        let answers = BufReader::new(child.stdout.take().expect("it is piped"));
        Self { child, questions, answers }
    }

    /// The tools that a module has an output of.
    pub fn tools(&mut self, module: &str) -> Vec<String> {
        let answer = self.line(&question(module, Form::Output, "", ""));
        serde_json::from_str(&answer).expect("a list of names")
    }

    /// What its bindings make of an instance. A program that dies of it takes the judge with it: input never panics.
    pub fn ask(&mut self, module: &str, form: Form, tool: &str, text: &str) -> Outcome {
        let answer = self.line(&question(module, form, tool, text));
        Outcome::of_line(&answer).unwrap_or_else(|| panic!("no answer to {module} {tool} {text}"))
    }

    fn line(&mut self, question: &str) -> String {
        let pipe = self.questions.as_mut().expect("it is open until the end");
        writeln!(pipe, "{question}").unwrap_or_else(|e| panic!("{question}: {e}"));
        let mut answer = String::new();
        self.answers.read_line(&mut answer).unwrap_or_else(|e| panic!("{question}: {e}"));
        answer
    }
}

/// Without questions it ends.
impl Drop for Program {
    fn drop(&mut self) {
        self.questions = None;
        let _ = self.child.wait();
    }
}

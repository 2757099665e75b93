//! Runs the built command in a folder of its own.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub struct Run {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    /// The status, with everything printed in the failure.
    #[track_caller]
    pub fn expect(self, status: i32) -> Self {
        let Self { stdout, stderr, .. } = &self;
        assert_eq!(self.status, status, "stdout:\n{stdout}\nstderr:\n{stderr}");
        assert!(!stderr.contains("panicked"), "{stderr}");
        self
    }

    #[track_caller]
    pub fn says(self, parts: &[&str]) -> Self {
        for part in parts {
            assert!(self.stderr.contains(part), "no {part:?} in stderr:\n{}", self.stderr);
        }
        self
    }

    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|e| panic!("{e}:\n{}", self.stdout))
    }
}

/// A temporary folder to run the command in.
pub struct Desk(pub tempfile::TempDir);

impl Desk {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn put(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub fn get(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    /// Every file, by its path in the folder.
    pub fn files(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut folders = vec![self.0.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let inside = path.strip_prefix(self.0.path()).unwrap();
                    found.push(inside.to_string_lossy().replace('\\', "/"));
                }
            }
        }
        found.sort();
        found
    }

    pub fn command<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-bindgen"));
        command.args(args).current_dir(self.0.path());
        command
    }

    pub fn run<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Run {
        finish(self.command(args).stdin(Stdio::null()))
    }

    pub fn run_with_input(&self, args: &[&str], input: &str) -> Run {
        self.put("input", input);
        finish(self.command(args).stdin(std::fs::File::open(self.path("input")).unwrap()))
    }
}

pub fn finish(command: &mut Command) -> Run {
    let output = command.output().unwrap();
    Run {
        status: output.status.code().expect("ended by a signal"),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The folder of cases and official schemas, where there is one.
pub fn shared() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let path = std::env::var_os("MCP_BINDGEN_SHARED").map_or_else(beside, PathBuf::from);
    if !path.is_dir() {
        println!("skipped: no folder {} (set MCP_BINDGEN_SHARED)", path.display());
        return None;
    }
    Some(path)
}

/// A manifest of a server with one tool that takes a text.
pub fn manifest(server: &str, tool: &str) -> String {
    format!(
        r#"{{"server": "{server}", "tools": [{{"name": "{tool}", "inputSchema":
            {{"type": "object", "properties": {{"text": {{"type": "string"}}}}, "required": ["text"]}}}}]}}"#
    )
}

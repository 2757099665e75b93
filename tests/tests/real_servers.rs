//! Servers that nobody here wrote: each is captured, its client is generated and compiled, and makes typed calls that
//! check their values (`tests/real/`).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mcp_bindgen_tests::fixture;
use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

const TMP: &str = env!("CARGO_TARGET_TMPDIR");

#[test]
fn everything() {
    call("everything", npm("everything"));
}

#[test]
fn filesystem() {
    call("filesystem", npm("filesystem"));
}

#[test]
fn memory() {
    call("memory", npm("memory"));
}

#[test]
fn shapes() {
    call("shapes", python());
}

fn peers() -> PathBuf {
    fixture::root().join("tests/peers")
}

/// The command line of a server from npm; none when the packages are not installed.
fn npm(server: &str) -> Option<Vec<OsString>> {
    let package = format!("node_modules/@modelcontextprotocol/server-{server}/dist/index.js");
    let installed = peers().join("node_modules/.installed").exists();
    installed.then(|| vec!["node".into(), peers().join(package).into()])
}

/// The command line of the server over the Python SDK; none when that is not installed.
fn python() -> Option<Vec<OsString>> {
    let installed = peers().join(".venv/.installed").exists();
    let program = peers().join(".venv/bin/python").into();
    installed.then(|| vec![program, peers().join("server.py").into()])
}

/// Captures a server, builds the client of that name for it, and runs that against it.
fn call(name: &str, server: Option<Vec<OsString>>) {
    let Some(mut server) = server else {
        println!("skipped: the servers are not installed, run tests/peers/install.sh");
        return;
    };
    // Where the servers keep their files. They compare real paths.
    let folder = tempfile::tempdir().unwrap();
    let room = folder.path().canonicalize().unwrap();
    if name == "filesystem" {
        server.push(room.clone().into());
    }
    let captured = Path::new(TMP).join("captured");
    capture(&captured.join(name).with_extension("json"), &server, &room);
    let mut cargo = fixture::cargo(TMP, "real");
    cargo.args(["build", "--quiet", "--features", name, "--bin", name]);
    fixture::run(cargo.env("CAPTURED", &captured));
    let client = fixture::target(TMP).join("real/debug").join(name);
    fixture::run(with_memory(Command::new(client).args(&server), &room));
}

/// Writes the server's manifest.
fn capture(manifest: &Path, server: &[OsString], room: &Path) {
    fs::create_dir_all(manifest.parent().unwrap()).unwrap();
    let _ = fs::remove_file(manifest);
    let mut command = Command::new(fixture::command(TMP));
    command.arg("capture").arg("-o").arg(manifest).arg("--").args(server);
    fixture::run(with_memory(&mut command, room));
}

fn with_memory<'a>(command: &'a mut Command, room: &Path) -> &'a mut Command {
    command.env("MEMORY_FILE_PATH", room.join("memory.jsonl"))
}

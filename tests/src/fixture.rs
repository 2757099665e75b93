//! Crates that tests build, and the command they run: apart from the workspace, in target folders of their own.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::OnceLock,
};

/// The repository's root.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The workspace's target folder, from the folder that cargo gives integration tests (`env!("CARGO_TARGET_TMPDIR")`).
#[must_use]
pub fn target(tmpdir: &str) -> PathBuf {
    Path::new(tmpdir).parent().unwrap().to_owned()
}

/// Builds the command `mcp-bindgen` as the workspace has it, and returns its path.
#[must_use]
pub fn command(tmpdir: &str) -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let build = || {
        let target = target(tmpdir);
        let mut cargo = offline_cargo(&target);
        cargo.current_dir(root()).args(["build", "--locked", "--package", "mcp-bindgen-cli"]);
        run(&mut cargo);
        target.join("debug/mcp-bindgen").with_extension(std::env::consts::EXE_EXTENSION)
    };
    BUILT.get_or_init(build).clone()
}

/// Cargo in the fixture crate `tests/<name>`, which has the workspace's dependencies at the workspace's versions.
#[must_use]
pub fn cargo(tmpdir: &str, name: &str) -> Command {
    let folder = root().join("tests").join(name);
    copy_lock(&folder);
    let mut cargo = offline_cargo(&target(tmpdir).join("real"));
    cargo.current_dir(folder);
    cargo
}

/// Runs to a good end, or fails with all that was printed.
#[track_caller]
pub fn run(command: &mut Command) -> Output {
    let output = output(command);
    assert!(output.status.success(), "{command:?}: {}\n{}", output.status, printed(&output));
    output
}

/// Runs to any end.
#[track_caller]
pub fn output(command: &mut Command) -> Output {
    command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"))
}

/// What a process printed, standard output first.
#[must_use]
pub fn printed(output: &Output) -> String {
    let [stdout, stderr] = [&output.stdout, &output.stderr].map(|b| String::from_utf8_lossy(b));
    format!("{stdout}{stderr}")
}

fn offline_cargo(target: &Path) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsStr::new("cargo").to_owned());
    let mut cargo = Command::new(cargo);
    cargo.env("CARGO_TARGET_DIR", target).env("CARGO_NET_OFFLINE", "true");
    cargo.env("CARGO_TERM_COLOR", "never");
    cargo
}

/// Cargo writes into the lock file what it leaves out, so each fixture has a copy, renewed when the workspace's is newer.
fn copy_lock(folder: &Path) {
    let (from, to) = (root().join("Cargo.lock"), folder.join("Cargo.lock"));
    let changed = |path: &Path| fs::metadata(path).and_then(|m| m.modified()).ok();
    if changed(&to) > changed(&from) {
        return;
    }
    let temporary = folder.join(format!("Cargo.lock.{}.tmp", std::process::id()));
    fs::copy(&from, &temporary).unwrap();
    fs::rename(&temporary, &to).unwrap();
}

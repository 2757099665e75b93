//! However bindings are asked for, they are the same: by the library, a build script, the command or the macro.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use mcp_bindgen::Builder;
use mcp_bindgen_tests::fixture;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::SystemTime,
};

const TMP: &str = env!("CARGO_TARGET_TMPDIR");

fn notebook() -> PathBuf {
    fixture::root().join("examples/quickstart/mcp/notebook.json")
}

/// What the library gives without options.
fn source() -> String {
    Builder::new().manifest(notebook()).generate().unwrap().source().to_owned()
}

/// What the command prints.
fn printed(command: &mut Command) -> String {
    String::from_utf8(fixture::run(command).stdout).unwrap()
}

fn generate() -> Command {
    let mut command = Command::new(fixture::command(TMP));
    command.arg("generate");
    command
}

#[test]
fn the_command_gives_what_the_library_gives() {
    let folder = tempfile::tempdir().unwrap();
    let (file, modules) = (folder.path().join("file.rs"), folder.path().join("modules"));
    assert_eq!(printed(generate().arg(notebook())), source());
    fixture::run(generate().arg(notebook()).arg("-o").arg(&file));
    assert_eq!(fs::read_to_string(file).unwrap(), source());
    fs::create_dir(&modules).unwrap();
    fixture::run(generate().arg(notebook()).arg("-o").arg(&modules));
    assert_eq!(fs::read_to_string(modules.join("notebook.rs")).unwrap(), source());
}

#[test]
fn the_command_takes_the_options_of_the_library() {
    let builder = || Builder::new().manifest(notebook());
    let (whole, part) = (true, false);
    let pairs = [
        (vec!["--client"], builder().client(true), part),
        (vec!["--server"], builder().server(true), part),
        (vec!["--client", "--server"], builder().client(true).server(true), whole),
        (vec!["--tool", "add_note"], builder().tool("add_note"), part),
        (vec!["--exclude", "add_note"], builder().exclude("add_note"), part),
        (vec!["--skip-invalid"], builder().skip_invalid(true), whole),
        (vec!["--deny-lossy"], builder().deny_lossy(true), whole),
    ];
    for (options, builder, is_whole) in pairs {
        let expected = builder.generate().unwrap().source().to_owned();
        assert_eq!(printed(generate().arg(notebook()).args(&options)), expected, "{options:?}");
        assert_eq!(expected == source(), is_whole, "{options:?}");
    }
}

#[test]
fn a_build_script_writes_what_the_library_gives() {
    let mut cargo = fixture::cargo(TMP, "handlers");
    cargo.args(["check", "--quiet", "--lib", "--message-format", "json"]);
    let messages = printed(&mut cargo);
    let messages = messages.lines().map(|m| serde_json::from_str::<serde_json::Value>(m).unwrap());
    let mut scripts = messages.filter(|m| {
        let package = m["package_id"].as_str().unwrap_or_default();
        m["reason"] == "build-script-executed" && package.contains("tests/handlers")
    });
    let script = scripts.next().expect("cargo tells of the build script");
    let file = Path::new(script["out_dir"].as_str().unwrap()).join("notebook.rs");
    assert_eq!(fs::read_to_string(file).unwrap(), source());
}

/// The compiler shows both forms expanded; only the line of the module and what the macro adds may differ.
#[cfg(unix)]
#[test]
fn the_macro_expands_to_what_a_build_script_includes() {
    let (included, expanded) = (expanded("included"), expanded("expanded"));
    assert!(included.len() > 1000, "{included:?}");
    let (watch, same): (Vec<&String>, Vec<&String>) =
        expanded.iter().partition(|line| line.contains("const _: &[u8]"));
    assert_eq!(watch.len(), 1, "the macro includes the manifest, to be run again when it changes");
    assert_eq!(same, included.iter().collect::<Vec<_>>());
}

/// The lines of `pub mod notebook` in an example once all macros are expanded. The compiler shows that only under a
/// switch of the nightly, which is set for the example alone: dependencies would be built again.
#[cfg(unix)]
fn expanded(example: &str) -> Vec<String> {
    use std::os::unix::fs::PermissionsExt;
    // Always the same path: cargo builds again for another wrapper.
    let wrapper = Path::new(TMP).join("rustc-that-expands");
    fs::write(&wrapper, "#!/bin/sh\nRUSTC_BOOTSTRAP=1 exec \"$@\"\n").unwrap();
    fs::set_permissions(&wrapper, fs::Permissions::from_mode(0o755)).unwrap();
    let mut cargo = fixture::cargo(TMP, "handlers");
    cargo.env("RUSTC_WORKSPACE_WRAPPER", &wrapper);
    cargo.args(["rustc", "--quiet", "--profile", "check", "--example", example]);
    let text = printed(cargo.args(["--", "-Zunpretty=expanded"]));
    let (_, module) = text.split_once("pub mod notebook {\n").expect("the module is shown");
    // A long literal has a line of its own.
    let module = module.replace("const _: &[u8] =\n        ", "const _: &[u8] = ");
    module.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[test]
fn a_file_that_is_up_to_date_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("notebook.rs");
    let age = || {
        let old = SystemTime::UNIX_EPOCH;
        fs::File::options().append(true).open(&file).unwrap().set_modified(old).unwrap();
    };
    let is_old = || fs::metadata(&file).unwrap().modified().unwrap() == SystemTime::UNIX_EPOCH;
    let bindings = Builder::new().manifest(notebook()).generate().unwrap();
    let by_library = || bindings.write(&file).unwrap();
    let by_command = || drop(fixture::run(generate().arg(notebook()).arg("-o").arg(&file)));
    for write in [&by_library as &dyn Fn(), &by_command] {
        write();
        age();
        write();
        assert!(is_old());
        fs::write(&file, "// stale\n").unwrap();
        age();
        write();
        assert!(!is_old());
        assert_eq!(fs::read_to_string(&file).unwrap(), source());
    }
}

#[test]
fn the_output_depends_on_the_manifest_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("deep")).unwrap();
    fs::copy(notebook(), folder.path().join("deep/notebook.json")).unwrap();
    let elsewhere =
        [("", "deep/notebook.json"), ("deep", "notebook.json"), ("deep", "../deep/notebook.json")];
    for (cwd, manifest) in elsewhere {
        let printed = printed(generate().current_dir(folder.path().join(cwd)).arg(manifest));
        assert_eq!(printed, source(), "{manifest} in {cwd}");
    }
    let surroundings = [
        [("LC_ALL", "tr_TR.UTF-8"), ("LANG", "tr_TR.UTF-8"), ("TZ", "Asia/Kathmandu")],
        [("LC_ALL", "C"), ("HOME", "/nonexistent"), ("TZ", "UTC")],
        [("COLUMNS", "20"), ("CLICOLOR_FORCE", "1"), ("TERM", "xterm-256color")],
    ];
    for variables in surroundings {
        assert_eq!(printed(generate().arg(notebook()).envs(variables)), source(), "{variables:?}");
    }
}

//! `generate`, `check` and `inspect` on sound manifests: where output goes, what is told, how the call ends.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod common;
use common::{Desk, finish, manifest};
use serde_json::{Value, json};

#[test]
fn one_manifest_goes_to_standard_output_or_a_file() {
    let desk = Desk::new();
    desk.put("github.json", manifest("github", "search"));
    let printed = desk.run(["generate", "github.json"]).expect(0);
    assert!(printed.stdout.contains("pub struct SearchArgs"), "{}", printed.stdout);
    assert_eq!(printed.stderr, "");
    let written = desk.run(["generate", "github.json", "-o", "out.rs"]).expect(0);
    assert_eq!((written.stdout.as_str(), written.stderr.as_str()), ("", ""));
    assert_eq!(desk.get("out.rs"), printed.stdout);
    assert_eq!(desk.files(), ["github.json", "out.rs"]);
}

#[test]
fn a_folder_gets_one_module_a_manifest_and_their_list() {
    let desk = Desk::new();
    desk.put("mcp/zoo.json", manifest("zoo", "feed"));
    desk.put("mcp/git-hub.json", manifest("hub", "search"));
    desk.run(["generate", "mcp/zoo.json", "mcp/git-hub.json", "-o", "servers"]).expect(0);
    let files = ["mcp/git-hub.json", "mcp/zoo.json", "servers/git_hub.rs", "servers/mod.rs"];
    assert_eq!(desk.files()[..4], files);
    assert_eq!(desk.files()[4..], ["servers/zoo.rs"]);
    let list = desk.get("servers/mod.rs");
    let modules: Vec<&str> = list.lines().filter(|l| l.starts_with("pub mod")).collect();
    assert_eq!(modules, ["pub mod git_hub;", "pub mod zoo;"]);
    assert!(desk.get("servers/zoo.rs").contains("pub struct FeedArgs"));
    desk.run(["check", "mcp/zoo.json", "mcp/git-hub.json", "-o", "servers"]).expect(0);
}

#[test]
fn one_manifest_into_a_folder_is_a_module_too() {
    let desk = Desk::new();
    desk.put("a.json", manifest("a", "x"));
    std::fs::create_dir(desk.path("there")).unwrap();
    for folder in ["there", "new/"] {
        desk.run(["generate", "a.json", "-o", folder]).expect(0);
        assert!(desk.get(&format!("{folder}/a.rs")).contains("pub struct XArgs"));
        assert!(desk.get(&format!("{folder}/mod.rs")).contains("pub mod a;"));
    }
}

#[test]
fn a_list_of_modules_written_by_hand_is_kept() {
    let desk = Desk::new();
    desk.put("a.json", manifest("a", "x"));
    desk.put("src/mod.rs", "mod mine;\n");
    desk.run(["generate", "a.json", "-o", "src"]).expect(2).says(&["src/mod.rs", "help: "]);
    assert_eq!(desk.get("src/mod.rs"), "mod mine;\n");
    assert_eq!(desk.files(), ["a.json", "src/mod.rs"]);
}

#[test]
fn two_manifests_of_one_module_are_told() {
    let desk = Desk::new();
    desk.put("one/github.json", manifest("one", "x"));
    desk.put("two/GitHub.json", manifest("two", "x"));
    desk.put("two/git_hub.json", manifest("two", "x"));
    let run = desk.run(["generate", "one/github.json", "two/github.json", "-o", "out"]);
    run.expect(2).says(&["two/github.json"]);
    let run = desk.run(["generate", "two/GitHub.json", "two/git_hub.json", "-o", "out"]);
    run.expect(2).says(&["two/git_hub.json: error: ", "git_hub.rs", "two/GitHub.json", "help: "]);
    assert!(!desk.path("out").exists());
    // A keyword is marked, so that it clashes with no `mod.rs`.
    desk.put("mod.json", manifest("m", "x"));
    desk.run(["generate", "mod.json", "-o", "out/"]).expect(0);
    assert!(desk.get("out/mod.rs").contains("pub mod mod_;"));
    assert!(desk.path("out/mod_.rs").exists());
}

#[test]
fn several_manifests_need_a_folder() {
    let desk = Desk::new();
    desk.put("a.json", manifest("a", "x"));
    desk.put("b.json", manifest("b", "x"));
    desk.run(["generate", "a.json", "b.json"]).expect(2).says(&["-o"]);
    desk.put("file.rs", "");
    desk.run(["generate", "a.json", "b.json", "-o", "file.rs"]).expect(2).says(&["file.rs"]);
    assert_eq!(desk.get("file.rs"), "");
}

#[test]
fn standard_input_is_a_manifest() {
    let desk = Desk::new();
    let run = desk.run_with_input(&["generate", "-"], &manifest("piped", "x")).expect(0);
    assert!(run.stdout.contains("pub struct XArgs"));
    desk.run_with_input(&["inspect", "-"], "{").expect(2).says(&["stdin"]);
}

#[test]
fn halves_and_tools_are_chosen() {
    let desk = Desk::new();
    let tool = |name: &str| json!({"name": name, "inputSchema": {"type": "object"}});
    desk.put("m.json", json!({"tools": [tool("apple"), tool("berry")]}).to_string());
    let source = |args: &[&str]| {
        let all: Vec<&str> = ["generate", "m.json"].iter().chain(args).copied().collect();
        desk.run(all).expect(0).stdout
    };
    let has = |text: &str| (text.contains("pub struct Client"), text.contains("pub trait Server"));
    assert_eq!(has(&source(&[])), (true, true));
    assert_eq!(has(&source(&["--client"])), (true, false));
    assert_eq!(has(&source(&["--server"])), (false, true));
    assert_eq!(has(&source(&["--client", "--server"])), (true, true));
    let tools = |text: &str| (text.contains("AppleArgs"), text.contains("BerryArgs"));
    assert_eq!(tools(&source(&["--tool", "apple"])), (true, false));
    assert_eq!(tools(&source(&["--exclude", "apple"])), (false, true));
    desk.run(["generate", "m.json", "--tool", "aple"]).expect(2).says(&["aple", "\"apple\""]);
}

#[test]
fn check_tells_stale_from_fresh() {
    let desk = Desk::new();
    desk.put("a.json", manifest("a", "before"));
    desk.run(["generate", "a.json", "-o", "a file.rs", "--client"]).expect(0);
    let fresh = desk.run(["check", "a.json", "-o", "a file.rs", "--client"]).expect(0);
    assert_eq!((fresh.stdout.as_str(), fresh.stderr.as_str()), ("", ""));

    desk.put("a.json", manifest("a", "after"));
    let before = desk.get("a file.rs");
    let stale = desk.run(["check", "a.json", "-o", "a file.rs", "--client"]).expect(1);
    let has = |line: &str| stale.stdout.lines().any(|l| l.starts_with(line));
    assert!(has("--- a file.rs") && has("+++ a file.rs") && has("@@ "), "{}", stale.stdout);
    assert!(
        has("-    pub struct BeforeArgs") && has("+    pub struct AfterArgs"),
        "{}",
        stale.stdout
    );
    let command = "mcp-bindgen generate a.json --client -o 'a file.rs'";
    assert!(stale.stdout.contains(command), "{}", stale.stdout);
    assert_eq!(stale.stderr, "");
    assert_eq!(desk.get("a file.rs"), before);

    let json = desk.run(["check", "a.json", "-o", "a file.rs", "--client", "--format", "json"]);
    let json = json.expect(1).json();
    assert_eq!(json["diagnostics"], json!([]));
    assert_eq!(json["stale"][0]["path"], "a file.rs");
    assert_eq!(json["command"], command);
}

#[test]
fn a_missing_file_is_stale_and_stays_missing() {
    let desk = Desk::new();
    desk.put("a.json", manifest("a", "x"));
    let run = desk.run(["check", "a.json", "-o", "none/a.rs"]).expect(1);
    assert!(run.stdout.contains("none/a.rs"), "{}", run.stdout);
    let run = desk.run(["check", "a.json", "-o", "none/"]).expect(1);
    assert!(run.stdout.contains("none/mod.rs"), "{}", run.stdout);
    assert_eq!(desk.files(), ["a.json"]);
    desk.run(["check", "a.json"]).expect(2).says(&["--output"]);
}

#[test]
fn other_line_ends_are_named_as_such() {
    let desk = Desk::new();
    desk.put("a.json", manifest("a", "x"));
    desk.run(["generate", "a.json", "-o", "a.rs"]).expect(0);
    desk.put("a.rs", desk.get("a.rs").replace('\n', "\r\n"));
    let run = desk.run(["check", "a.json", "-o", "a.rs"]).expect(1);
    assert!(run.stdout.contains("CRLF") && !run.stdout.contains("@@"), "{}", run.stdout);
}

#[test]
fn losses_are_a_finding_when_denied() {
    let desk = Desk::new();
    // `not` constrains a value in a way that no Rust type shows.
    let schema = json!({"type": "object", "properties": {"v": {"not": {"type": "string"}}}});
    desk.put("m.json", json!({"tools": [{"name": "t", "inputSchema": schema}]}).to_string());
    desk.run(["generate", "m.json", "-o", "m.rs"]).expect(0);
    std::fs::remove_file(desk.path("m.rs")).unwrap();
    let run = desk.run(["generate", "m.json", "-o", "m.rs", "--deny-lossy"]).expect(1);
    assert!(run.stdout.contains("m.json#/tools/0/inputSchema/properties/v"), "{}", run.stdout);
    assert!(!desk.path("m.rs").exists());
}

#[test]
fn inspect_reports_as_the_design_says() {
    let desk = Desk::new();
    desk.put("github.json", manifest("github", "search-issues"));
    let text = desk.run(["inspect", "github.json"]).expect(0).stdout;
    assert!(text.contains("search-issues") && text.contains("fn search_issues("), "{text}");
    let json = desk.run(["inspect", "github.json", "--format", "json"]).expect(0).json();
    assert_eq!((&json["server"], &json["module"]), (&json!("github"), &json!("github")));
    assert_eq!(json["skipped"], json!([]));
    let tool = json!({
        "name": "search-issues", "fn": "search_issues", "marker": "SearchIssues",
        "args": "SearchIssuesArgs", "output": null, "properties": 1, "typed": 1, "lossy": [],
    });
    assert_eq!(json["tools"], json!([tool]));
}

#[test]
fn a_device_is_written_to_and_not_replaced() {
    if !cfg!(unix) {
        return;
    }
    let desk = Desk::new();
    desk.put("a.json", manifest("a", "x"));
    desk.run(["generate", "a.json", "-o", "/dev/null"]).expect(0);
    assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
}

#[test]
fn wrong_calls_and_help() {
    let desk = Desk::new();
    desk.run(["generate"]).expect(2).says(&["MANIFEST"]);
    desk.run(["no-such-command"]).expect(2);
    desk.run(["generate", "--no-such-option", "a.json"]).expect(2);
    desk.run([""; 0]).expect(2);
    let version = desk.run(["--version"]).expect(0).stdout;
    assert_eq!(version, format!("mcp-bindgen {}\n", env!("CARGO_PKG_VERSION")));
    let calls: [&[&str]; 8] = [
        &[],
        &["capture"],
        &["generate"],
        &["check"],
        &["inspect"],
        &["protocol"],
        &["schema", "show"],
        &["schema", "import"],
    ];
    for call in calls {
        let help = desk.run(call.iter().copied().chain(["--help"])).expect(0).stdout;
        assert!(help.contains("Example:\n  mcp-bindgen "), "{call:?}: {help}");
    }
}

#[test]
fn json_holds_diagnostics_and_results() {
    let desk = Desk::new();
    desk.put("m.json", r#"{"tools": []}"#);
    let run = desk.run(["generate", "m.json", "-o", "m.rs", "--format", "json"]).expect(0);
    let json = run.json();
    assert_eq!(run.stderr, "");
    assert_eq!(json["files"], json!([{"path": "m.rs"}]));
    assert_eq!(json["diagnostics"][0]["severity"], "warning");
    assert_eq!(json["diagnostics"][0]["pointer"], "/tools");
    let run = desk.run(["generate", "m.json", "--format", "json"]).expect(0);
    assert_eq!(run.json()["files"][0]["source"], desk.get("m.rs"));
    let run = desk.run(["generate", "none.json", "--format", "json"]).expect(2);
    assert_eq!(run.stderr, "");
    assert_eq!(run.json()["diagnostics"][0]["file"], "none.json");
    assert!(matches!(&run.json()["diagnostics"], Value::Array(all) if all.len() == 1));
}

#[cfg(unix)]
#[test]
fn colour_is_for_terminals_without_no_color() {
    let desk = Desk::new();
    let on_terminal = |no_color: bool| {
        let script = "import pty, sys; pty.spawn(sys.argv[1:])";
        let mut command = std::process::Command::new("python3");
        command.args(["-c", script, env!("CARGO_BIN_EXE_mcp-bindgen"), "generate", "none.json"]);
        command.env("TERM", "xterm").env_remove("NO_COLOR").env_remove("CLICOLOR");
        if no_color {
            command.env("NO_COLOR", "1");
        }
        finish(command.current_dir(desk.0.path()).stdin(std::process::Stdio::null())).stdout
    };
    let plain = on_terminal(true);
    assert!(plain.contains("none.json: error: ") && !plain.contains('\u{1b}'), "{plain:?}");
    let coloured = on_terminal(false);
    assert!(coloured.contains("none.json: \u{1b}["), "{coloured:?}");
    let piped = desk.run(["generate", "none.json"]).expect(2).stderr;
    assert!(piped.starts_with("none.json: error: "), "{piped:?}");
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let desk = Desk::new();
    let tool = |i: usize| json!({"name": format!("tool_{i}"), "inputSchema": {"type": "object"}});
    let tools: Vec<Value> = (0..200).map(tool).collect();
    desk.put("big.json", json!({"tools": tools}).to_string());
    let script = format!("{} generate big.json | head -n 1", env!("CARGO_BIN_EXE_mcp-bindgen"));
    let mut shell = std::process::Command::new("sh");
    let run = finish(shell.args(["-c", &script]).current_dir(desk.0.path())).expect(0);
    assert_eq!(run.stderr, "");
}

//! `capture` against small servers that behave, and others that do not. They are Python scripts, spoken to over stdio.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![cfg(unix)]

mod common;
use common::{Desk, Run};
use serde_json::{Value, json};

/// What every server starts with: `say` an object or a text, `requests` as they come, each noted in `seen`.
const SERVER: &str = r#"
import json, os, sys, time
def say(message):
    sys.stdout.write((message if isinstance(message, str) else json.dumps(message)) + "\n")
    sys.stdout.flush()
def complain(text):
    sys.stderr.write(text + "\n")
    sys.stderr.flush()
def result(request, text):
    say('{"jsonrpc":"2.0","id":%s,"result":%s}' % (json.dumps(request["id"]), text))
def error(request, code, message):
    say({"jsonrpc": "2.0", "id": request["id"], "error": {"code": code, "message": message}})
def requests():
    for line in sys.stdin:
        open("seen", "a").write(line)
        request = json.loads(line)
        if "id" in request:
            yield request
def legacy(request, capabilities):
    if request["method"] != "initialize":
        return False
    result(request, json.dumps({"protocolVersion": request["params"]["protocolVersion"],
        "capabilities": capabilities, "serverInfo": {"name": "fake", "version": "3.1"},
        "instructions": "Be kind.\n"}))
    return True
open("pid", "w").write(str(os.getpid()))
"#;

/// Captures into `out.json`, from a server that goes on like this.
fn capture(desk: &Desk, server: &str, options: &[&str]) -> Run {
    desk.put("server.py", format!("{SERVER}{server}"));
    let call = ["capture", "-o", "out.json", "--timeout", "2"];
    desk.run(call.iter().chain(options).chain(&["--", "python3", "server.py", "--token", "s3cret"]))
}

/// What the server was asked.
fn seen(desk: &Desk) -> Vec<Value> {
    desk.get("seen").lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn methods(desk: &Desk) -> Vec<String> {
    seen(desk).iter().map(|m| m["method"].as_str().unwrap().to_owned()).collect()
}

/// No manifest, status 2, and an error that names the program and says all of this.
#[track_caller]
fn fails(server: &str, says: &[&str]) {
    let desk = Desk::new();
    let run = capture(&desk, server, &[]).expect(2).says(&["python3: error: ", "\n  help: "]);
    assert!(!run.stderr.contains("s3cret"), "{}", run.stderr);
    assert_eq!(run.stdout, "");
    run.says(says);
    assert!(!desk.path("out.json").exists());
    assert!(desk.files().iter().all(|f| ["server.py", "pid", "seen"].contains(&f.as_str())));
    desk.put("out.json", "as it was");
    capture(&desk, server, &[]).expect(2);
    assert_eq!(desk.get("out.json"), "as it was");
}

const TWO_PAGES: &str = r#"
FIRST = r'{"title":"Z first","name":"one","inputSchema":{"type":"object","properties":{"z":{"default":1.0e2},"a":{"type":"string","description":"caf\u00e9"}}}}'
SECOND = r'{"name":"two", "inputSchema":{"type":"object"},"x-own":[1, 2]}'
for request in requests():
    method = request["method"]
    if legacy(request, {"tools": {"listChanged": True}, "prompts": {}}):
        pass
    elif method == "tools/list":
        if "cursor" not in request["params"]:
            result(request, '{"tools":[%s],"nextCursor":""}' % FIRST)
        else:
            result(request, '{"tools":[%s],"nextCursor":null}' % SECOND)
    elif method == "prompts/list":
        result(request, '{"prompts":[{"name":"p"}]}')
    else:
        error(request, -32601, "no such method")
"#;

#[test]
fn a_legacy_server_with_two_pages() {
    let desk = Desk::new();
    let run = capture(&desk, TWO_PAGES, &[]).expect(0);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("", ""));
    let text = desk.get("out.json");
    let first = r#"{"title":"Z first","name":"one","inputSchema":{"type":"object","properties":{"z":{"default":1.0e2},"a":{"type":"string","description":"caf\u00e9"}}}}"#;
    let second = r#"{"name":"two", "inputSchema":{"type":"object"},"x-own":[1, 2]}"#;
    let lines: Vec<&str> = text.lines().map(|l| l.trim().trim_end_matches(',')).collect();
    assert!(lines.contains(&first) && lines.contains(&second), "{text}");
    assert!(text.ends_with("}\n") && !text.contains("s3cret") && !text.contains("server.py"));

    let manifest: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(manifest["server"], json!({"name": "fake", "version": "3.1"}));
    assert_eq!(manifest["protocolVersion"], "2025-11-25");
    assert_eq!(manifest["instructions"], "Be kind.\n");
    assert_eq!(manifest["capabilities"], json!({"tools": {"listChanged": true}, "prompts": {}}));
    assert_eq!(manifest["prompts"], json!([{"name": "p"}]));
    assert_eq!(manifest["resources"], json!([]));
    assert_eq!(manifest["resourceTemplates"], json!([]));

    let lists: Vec<Value> =
        seen(&desk).into_iter().filter(|m| m["method"] == "tools/list").collect();
    assert_eq!(lists.len(), 2);
    assert_eq!(lists[0]["params"].get("cursor"), None);
    assert_eq!(lists[1]["params"]["cursor"], "");
    assert!(!methods(&desk).iter().any(|m| m.starts_with("resources/")));

    capture(&desk, TWO_PAGES, &[]).expect(0);
    assert_eq!(desk.get("out.json"), text, "the same server, the same bytes");
    desk.run(["generate", "out.json", "-o", "out.rs"]).expect(0);
}

#[test]
fn standard_output_gets_the_same_text() {
    let desk = Desk::new();
    capture(&desk, TWO_PAGES, &[]).expect(0);
    let call = ["capture", "--", "python3", "server.py"];
    assert_eq!(desk.run(call).expect(0).stdout, desk.get("out.json"));
    let json = desk.run(["capture", "--format", "json", "--", "python3", "server.py"]);
    let json = json.expect(0).json();
    assert_eq!(json["diagnostics"], json!([]));
    assert_eq!(json["manifest"]["tools"][1]["name"], "two");
}

#[test]
fn a_modern_server_is_never_initialized() {
    let server = r#"
for request in requests():
    method = request["method"]
    assert request["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] == "2026-07-28"
    if method == "server/discover":
        result(request, '{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{},"resources":{}},"ttlMs":0,"cacheScope":"public","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"new","version":"1"}}}')
    elif method == "resources/templates/list":
        error(request, -32601, "none")
    else:
        member = "tools" if method == "tools/list" else "resources"
        result(request, '{"resultType":"complete","%s":[],"ttlMs":0,"cacheScope":"public"}' % member)
"#;
    let desk = Desk::new();
    let run = capture(&desk, server, &[]).expect(0);
    assert_eq!(run.stderr, "");
    let manifest: Value = serde_json::from_str(&desk.get("out.json")).unwrap();
    assert_eq!(manifest["protocolVersion"], "2026-07-28");
    assert_eq!(manifest["server"], json!({"name": "new", "version": "1"}));
    let asked = ["server/discover", "tools/list", "resources/list", "resources/templates/list"];
    assert_eq!(methods(&desk), asked);
}

#[test]
fn a_revision_is_spoken_when_asked_for() {
    let desk = Desk::new();
    capture(&desk, TWO_PAGES, &["--revision", "2025-06-18"]).expect(0);
    assert_eq!(methods(&desk)[0], "initialize");
    let manifest: Value = serde_json::from_str(&desk.get("out.json")).unwrap();
    assert_eq!(manifest["protocolVersion"], "2025-06-18");
    capture(&desk, TWO_PAGES, &["--revision", "2020-01-01"]).expect(2).says(&["2026-07-28"]);
}

#[test]
fn a_list_that_is_not_there() {
    let server = r#"
for request in requests():
    if not legacy(request, {"prompts": {}}):
        error(request, -32601, "none")
"#;
    let desk = Desk::new();
    let run = capture(&desk, server, &[]).expect(0);
    let warnings: Vec<&str> = run.stderr.lines().filter(|l| l.contains("warning: ")).collect();
    assert!(warnings.len() == 1 && warnings[0].contains("prompts/list"), "{}", run.stderr);
    let manifest: Value = serde_json::from_str(&desk.get("out.json")).unwrap();
    assert_eq!((&manifest["tools"], &manifest["prompts"]), (&json!([]), &json!([])));
}

#[test]
fn pages_that_go_round_in_circles() {
    let server = r#"
for request in requests():
    if not legacy(request, {"tools": {}}):
        complain("page asked")
        cursor = "b" if request["params"].get("cursor") == "a" else "a"
        result(request, '{"tools":[],"nextCursor":"%s"}' % cursor)
"#;
    fails(server, &["tools/list", "circles", "page asked"]);
}

#[test]
fn pages_without_end() {
    let server = r#"
count = 0
for request in requests():
    if not legacy(request, {"tools": {}}):
        count += 1
        result(request, '{"tools":[],"nextCursor":"%d"}' % count)
"#;
    fails(server, &["tools/list", "pages"]);
}

#[test]
fn a_server_that_exits_at_once() {
    let server = "complain('no configuration at all')\nsys.exit(3)\n";
    fails(server, &["exited with status 3", "no configuration at all"]);
}

#[test]
fn a_server_that_exits_in_the_middle() {
    let server = r#"
for request in requests():
    if not legacy(request, {"tools": {}}) and request["method"] == "tools/list":
        complain("out of cheese")
        sys.exit(4)
    elif request["method"] == "server/discover":
        error(request, -32601, "none")
"#;
    fails(server, &["tools/list", "exited with status 4", "out of cheese"]);
}

#[test]
fn a_server_that_hangs_is_ended() {
    let server = "complain('waiting for the moon')\nwhile True: time.sleep(1)\n";
    let desk = Desk::new();
    desk.put("server.py", format!("{SERVER}{server}"));
    let run = desk.run(["capture", "-o", "o.json", "--timeout", "1", "--", "python3", "server.py"]);
    run.expect(2).says(&["no answer", "waiting for the moon", "--timeout"]);
    assert!(!desk.path("o.json").exists());
    let process = format!("/proc/{}", desk.get("pid"));
    assert!(!std::path::Path::new(&process).exists(), "{process} is still there");
}

#[test]
fn noise_between_messages_is_told_and_skipped() {
    let server = format!("say('Server listening..')\nsay('\\x1b[31mred')\n{TWO_PAGES}");
    let desk = Desk::new();
    let run = capture(&desk, &server, &[]).expect(0);
    let run = run.says(&["python3: warning: ", "2 lines", "Server listening.."]);
    assert!(!run.stderr.contains('\u{1b}'));
    let manifest: Value = serde_json::from_str(&desk.get("out.json")).unwrap();
    assert_eq!(manifest["tools"].as_array().unwrap().len(), 2);
}

#[test]
fn noise_in_place_of_answers() {
    let server =
        "complain('log')\nfor request in requests(): say('what is ' + request['method'])\n";
    fails(server, &["no answer", "what is initialize", "log"]);
}

#[test]
fn rubbish_in_place_of_a_result() {
    let answers = |text: &str| {
        format!(
            "complain('last words')\nfor request in requests():\n    legacy(request, {{'tools': {{}}}}) or result(request, '{text}')\n"
        )
    };
    fails(&answers("5"), &["tools/list", "makes no sense", "last words"]);
    fails(&answers(r#"{"tools":{"a":1}}"#), &["tools/list", "`tools`", "last words"]);
    fails(&answers(r#"{"items":[]}"#), &["tools/list", "`tools`", "last words"]);
    let handshake = "complain('last words')\nfor request in requests(): result(request, '[]')\n";
    fails(handshake, &["makes no sense", "last words"]);
}

#[test]
fn a_server_that_refuses() {
    let server = r#"
for request in requests():
    legacy(request, {"tools": {}}) or error(request, -32603, "database is down")
"#;
    fails(server, &["tools/list", "database is down", "-32603"]);
}

#[test]
fn an_interrupt_ends_the_server_and_writes_nothing() {
    let server = "open('ready', 'w').close()\nwhile True: time.sleep(1)\n";
    let desk = Desk::new();
    desk.put("server.py", format!("{SERVER}{server}"));
    let call = ["capture", "-o", "out.json", "--", "python3", "server.py"];
    let mut child = desk.command(call).stderr(std::process::Stdio::piped()).spawn().unwrap();
    while !desk.path("ready").exists() {
        assert!(child.try_wait().unwrap().is_none(), "ended too early");
        std::thread::yield_now();
    }
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("interrupted"));
    assert!(!desk.path("out.json").exists());
    let process = format!("/proc/{}/cmdline", desk.get("pid"));
    let left = std::fs::read_to_string(process).unwrap_or_default();
    assert!(!left.contains("server.py"), "{left}");
}

//! A service on this process's own standard streams. The test starts itself as the server, hence its own `main`.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]
mod common;

use common::hub::{Client, EchoArgs, Hub, search, service};
use mcp_bindings::{Error, Negotiation, Options, Revision, Value, stdio};
use std::{
    fs::File,
    io::Write,
    process::{Command, Output, Stdio},
};

const SERVE: &str = "serve-on-standard-streams";

fn main() {
    let asked = |what| std::env::args().any(|arg| arg == what);
    // Test runners list the tests first, those that are ignored apart.
    if asked("--list") {
        if !asked("--ignored") {
            println!("serve: test");
        }
        return;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    if asked(SERVE) {
        return runtime.block_on(stdio::serve(service(Hub::default()))).unwrap();
    }
    runtime.block_on(typed_calls_in_every_revision());
    many_calls_at_once(&runtime);
    answers_come_before_the_end_of_input_ends_the_server();
    only_messages_are_on_standard_output();
    files_serve_as_streams_too();
    sockets_serve_as_streams_too();
    println!("6 tests passed");
}

fn myself() -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.arg(SERVE);
    command
}

async fn typed_calls_in_every_revision() {
    for revision in Revision::ALL {
        let negotiation =
            if revision.is_modern() { Negotiation::Auto } else { Negotiation::Only(revision) };
        let launch =
            stdio::Launch::new(myself()).options(Options::default().negotiation(negotiation));
        let connection = launch.connect().await.unwrap();
        let client = Client::new(connection.clone());
        let text = client.echo(EchoArgs { text: Some("revision".into()) }).await.unwrap().text();
        assert_eq!(text, revision.as_str());
        let failed = client.search_issues(search("boom", None)).await;
        assert!(matches!(failed, Err(Error::Tool(e)) if e.content().text() == "it went wrong"));
        assert_eq!(client.search_issues(search("q", Some(7))).await.unwrap().total, 7);
        connection.close().await;
    }
}

fn many_calls_at_once(runtime: &tokio::runtime::Runtime) {
    runtime.block_on(async {
        let client = Client::new(stdio::connect(myself()).await.unwrap());
        let calls: Vec<_> = (0..200)
            .map(|i| {
                tokio::spawn(std::future::IntoFuture::into_future(
                    client
                        .echo(EchoArgs { text: Some(format!("{i} {}", "z".repeat(5000))) })
                        .into_owned(),
                ))
            })
            .collect();
        for (i, call) in calls.into_iter().enumerate() {
            assert!(call.await.unwrap().unwrap().text().starts_with(&format!("{i} z")));
        }
        client.connection().close().await;
    });
}

/// Runs the server on this input until it ends by itself.
fn run(input: &[u8]) -> Output {
    let mut child = myself()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

fn answers_come_before_the_end_of_input_ends_the_server() {
    let output = run(br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#);
    assert!(output.status.success());
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n"
    );
    assert!(run(b"").status.success());
}

fn only_messages_are_on_standard_output() {
    let output =
        run(b"\xef\xbb\xbfnonsense\r\n\n{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"ping\"}\n[]\n{\"a\":\"\xe9\"}\n");
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(
        (&lines[0]["error"]["code"], &lines[1]["id"]),
        (&Value::from(-32700), &Value::from("x"))
    );
    // What is not UTF-8 is no JSON.
    assert_eq!(lines[3]["error"]["code"], -32700);
    assert!(text.ends_with('\n') && !text.contains('\r'));
}

/// Neither end can be waited for as a pipe can.
fn files_serve_as_streams_too() {
    let folder = std::env::temp_dir().join(format!("mcp-bindings-serve-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (input, output) = (folder.join("in"), folder.join("out"));
    std::fs::write(&input, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n").unwrap();
    let (stdin, stdout) = (File::open(&input).unwrap(), File::create(&output).unwrap());
    assert!(myself().stdin(stdin).stdout(stdout).status().unwrap().success());
    let text = std::fs::read_to_string(&output).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(text, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n");
}

/// As some hosts give them to the servers that they start.
#[cfg(unix)]
fn sockets_serve_as_streams_too() {
    use std::{
        io::Read,
        net::Shutdown,
        os::{fd::OwnedFd, unix::net::UnixStream},
    };
    let ((mut near_in, far_in), (mut near_out, far_out)) =
        (UnixStream::pair().unwrap(), UnixStream::pair().unwrap());
    let mut child =
        myself().stdin(OwnedFd::from(far_in)).stdout(OwnedFd::from(far_out)).spawn().unwrap();
    near_in.write_all(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n").unwrap();
    near_in.shutdown(Shutdown::Write).unwrap();
    let mut text = String::new();
    near_out.read_to_string(&mut text).unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(text, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n");
}

#[cfg(not(unix))]
fn sockets_serve_as_streams_too() {}

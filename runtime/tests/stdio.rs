//! Servers as child processes, played by small shell scripts: noise, exits, hangs, long lines, split characters.
#![cfg(unix)]
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]
mod common;

use common::hub::{Client, EchoArgs};
use mcp_bindings::{
    Connection, Error, Event, Negotiation, Options, Revision,
    stdio::{Launch, StderrTail, connect},
};
use std::{
    future::{Future, IntoFuture},
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::process::Command;

/// Answers the probe as a modern server; the next line that is read is the first request, with id 2.
const MODERN: &str = r#"read line
printf '%s\n' '{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private"}}'
"#;
const ANSWER: &str = r#"{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","content":[{"type":"text","text":"hi"}]}}"#;

fn sh(script: &str) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg(script);
    command
}

fn modern(script: &str) -> Command {
    sh(&format!("{MODERN}{script}"))
}

async fn echo(connection: &Connection) -> Result<String, Error> {
    let client = Client::new(connection.clone());
    Ok(client.echo(EchoArgs::default()).await?.text())
}

/// What a call on this server fails with.
async fn failure(script: &str) -> String {
    let connection = connect(modern(script)).await.unwrap();
    let text = echo(&connection).await.unwrap_err().to_string();
    connection.close().await;
    text
}

#[tokio::test]
async fn line_ends_noise_and_blank_lines() {
    let noise = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&noise);
    let options = Options::default().on_event(move |event| {
        if let Event::Noise { text, .. } = event {
            noted.lock().unwrap().push((*text).to_owned());
        }
    });
    let script = format!(
        r#"printf '\357\273\277'; echo 'Example Server v1.2 started'; {MODERN} read line
        printf '\r\n\n   \n[db] connected\n%s\r\n' '{ANSWER}'; cat >/dev/null"#
    );
    let connection = Launch::new(sh(&script)).options(options).connect().await.unwrap();
    assert_eq!(connection.revision(), Some(Revision::V2026_07_28));
    assert_eq!(echo(&connection).await.unwrap(), "hi");
    assert_eq!(*noise.lock().unwrap(), ["Example Server v1.2 started", "[db] connected"]);
    connection.close().await;
}

#[tokio::test]
async fn a_last_message_needs_no_line_break() {
    let connection = connect(modern(&format!("read line; printf '%s' '{ANSWER}'"))).await.unwrap();
    assert_eq!(echo(&connection).await.unwrap(), "hi");
}

#[tokio::test]
async fn characters_split_over_reads() {
    let split = r#"read line
        printf '{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"\360\237'; sleep 0.1; printf '\231'; sleep 0.1
        printf '\202\303'; sleep 0.1; printf '\251"}]}}\n'; cat >/dev/null"#;
    let connection = connect(modern(split)).await.unwrap();
    assert_eq!(echo(&connection).await.unwrap(), "\u{1f642}\u{e9}");
    connection.close().await;
}

#[tokio::test]
async fn an_answer_that_is_not_utf8_is_refused_and_not_altered() {
    let script = r#"read line
        printf '{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"caf\351"}]}}\n'; cat >/dev/null"#;
    let text = failure(script).await;
    assert!(text.contains("not UTF-8"), "{text}");
}

const LONG: &str = r#"read line
    printf '{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"'
    head -c 4000000 /dev/zero | tr '\0' x
    printf '"}]}}\n'; cat >/dev/null"#;

#[tokio::test]
async fn long_lines_arrive_whole_and_the_limit_is_told() {
    let connection = connect(modern(LONG)).await.unwrap();
    assert_eq!(echo(&connection).await.unwrap(), "x".repeat(4_000_000));
    connection.close().await;
    let connection = Launch::new(modern(LONG)).max_line(100_000).connect().await.unwrap();
    let text = echo(&connection).await.unwrap_err().to_string();
    assert!(text.contains("100000 bytes"), "{text}");
    connection.close().await;
}

#[tokio::test]
async fn large_arguments_are_written_whole() {
    let script = r#"read line; printf '{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"%d"}]}}\n' ${#line}; cat >/dev/null"#;
    let connection = connect(modern(script)).await.unwrap();
    let client = Client::new(connection.clone());
    let args = EchoArgs { text: Some("y".repeat(3_000_000)) };
    let length: usize = client.echo(args).await.unwrap().text().parse().unwrap();
    assert!(length > 3_000_000);
    connection.close().await;
}

#[tokio::test]
async fn an_exit_in_mid_call_is_told_with_the_last_words() {
    let text =
        failure("read line; echo 'loading' >&2; printf 'fatal: no database' >&2; exit 3").await;
    assert!(text.contains("exited with status 3"), "{text}");
    assert!(text.contains("loading") && text.contains("fatal: no database"), "{text}");
    let text = failure("read line; kill -9 $$").await;
    assert!(text.contains("killed by signal 9"), "{text}");
    let text = failure("read line; exec >&-; echo bye >&2; sleep 60").await;
    assert!(text.contains("closed its standard output") && text.contains("bye"), "{text}");
}

#[tokio::test]
async fn a_server_that_does_not_come_up() {
    let error = connect(sh("echo 'API_KEY is not set' >&2; exit 1")).await.unwrap_err();
    assert!(matches!(error, Error::Connect(_)));
    let text = error.to_string();
    assert!(text.contains("exited with status 1"), "{text}");
    // It was started twice.
    assert_eq!(text.matches("API_KEY is not set").count(), 1, "{text}");
    let text = connect(sh("echo 'usage: server PATH'; exit 2")).await.unwrap_err().to_string();
    assert!(text.contains("status 2") && text.contains("usage: server PATH"), "{text}");
    let text = connect(Command::new("/no/such/server")).await.unwrap_err().to_string();
    assert!(text.contains("could not start `/no/such/server`"), "{text}");
}

#[test]
fn a_runtime_that_lacks_something_is_told() {
    let builder = tokio::runtime::Builder::new_current_thread;
    for runtime in [builder().enable_io().build(), builder().enable_time().build()] {
        let error = runtime.unwrap().block_on(connect(sh("cat"))).unwrap_err();
        assert!(matches!(&error, Error::Usage(text) if text.contains("enable_all")), "{error:?}");
    }
    let error = common::now(Box::pin(connect(sh("cat")))).unwrap_err();
    assert!(matches!(&error, Error::Usage(text) if text.contains("tokio runtime")), "{error:?}");
}

#[tokio::test]
async fn a_server_that_hangs_is_told_with_what_it_said() {
    let options = Options::default().timeout(Duration::from_millis(300));
    let script = modern("read line; echo 'thinking' >&2; echo 'still thinking'; sleep 60");
    let connection = Launch::new(script).options(options).connect().await.unwrap();
    let Err(Error::TimedOut(error)) =
        Client::new(connection.clone()).echo(EchoArgs::default()).await
    else {
        panic!()
    };
    let text = error.to_string();
    assert!(text.contains("stderr lines") && text.contains("thinking"), "{text}");
    assert!(text.contains("still thinking"), "{text}");
    connection.close().await;
}

#[tokio::test]
async fn a_server_that_answers_rubbish() {
    let options = Options::default()
        .timeout(Duration::from_millis(300))
        .probe_timeout(Duration::from_millis(300));
    let text = Launch::new(sh("while read line; do echo 'rubbish'; done"))
        .options(options)
        .connect()
        .await;
    let text = text.unwrap_err().to_string();
    assert!(text.contains("rubbish") && text.contains("initialize"), "{text}");
}

#[tokio::test]
async fn a_server_that_ends_on_the_probe_is_started_again_for_the_legacy_era() {
    let script = r#"read line
        case "$line" in *initialize*) ;; *) exit 1;; esac
        printf '%s\n' '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"old","version":"1"}}}'
        cat >/dev/null"#;
    let connection = connect(sh(script)).await.unwrap();
    assert_eq!(connection.revision(), Some(Revision::V2025_06_18));
    assert_eq!(connection.server_info().unwrap().name(), "old");
    connection.close().await;
    let options = Options::default().negotiation(Negotiation::Only(Revision::LATEST));
    assert!(Launch::new(sh(script)).options(options).connect().await.is_err());
}

/// Answers each request by its own id, and exits with 7 on `tools/call` with the text `exit`.
const SERVER: &str = r#"while read -r line; do
    id=$(printf '%s' "$line" | sed 's/.*"id":\([0-9]*\).*/\1/')
    case "$line" in
        *initialize\"*) r='"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}' ;;
        *notifications*) continue ;;
        *server/discover*) if [ "$ERA" = legacy ]; then r=''; else
            r='"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{},"ttlMs":0,"cacheScope":"private"'; fi ;;
        *'"exit"'*) echo 'going down' >&2; exit 7 ;;
        *) r="\"content\":[{\"type\":\"text\",\"text\":\"$$\"}]" ;;
    esac
    printf '{"jsonrpc":"2.0","id":%s,"result":{%s}}\n' "$id" "$r"
done"#;

#[tokio::test]
async fn a_server_that_crashes_is_started_again_by_the_next_call() {
    for era in ["modern", "legacy"] {
        let mut command = sh(SERVER);
        command.env("ERA", era);
        let connection = in_time(connect(command)).await.unwrap();
        let client = Client::new(connection.clone());
        let first = in_time(echo(&connection)).await.unwrap();
        let args = EchoArgs { text: Some("exit".to_owned()) };
        let lost = in_time(client.echo(args.clone()).into_future()).await.unwrap_err();
        assert!(matches!(lost, Error::Transport(_)), "{lost:?}");
        assert!(lost.to_string().contains("exited with status 7"), "{lost}");
        assert!(lost.to_string().contains("going down"), "{lost}");
        let second = in_time(echo(&connection)).await.unwrap();
        assert_ne!(first, second, "{era}: the same process");
        assert_eq!(connection.revision().unwrap().is_modern(), era == "modern");
        in_time(connection.close()).await;
    }
}

#[tokio::test]
async fn a_server_that_is_not_to_be_started_again_ends_the_connection() {
    let launch = Launch::new(sh(SERVER)).without_restart();
    let connection = in_time(launch.connect()).await.unwrap();
    let client = Client::new(connection.clone());
    let args = EchoArgs { text: Some("exit".to_owned()) };
    in_time(client.echo(args).into_future()).await.unwrap_err();
    let later = in_time(echo(&connection)).await.unwrap_err();
    assert!(later.to_string().contains("exited with status 7"), "{later}");
}

#[tokio::test]
async fn a_server_that_does_not_come_up_again_ends_the_connection() {
    let folder = std::env::temp_dir().join(format!("mcp-bindings-{}", std::process::id()));
    let _ = std::fs::remove_file(&folder);
    let script = format!("[ -e {0} ] && exit 9; touch {0}; {SERVER}", folder.display());
    let connection = in_time(connect(sh(&script))).await.unwrap();
    let client = Client::new(connection.clone());
    let args = EchoArgs { text: Some("exit".to_owned()) };
    in_time(client.echo(args).into_future()).await.unwrap_err();
    let later = in_time(echo(&connection)).await.unwrap_err();
    assert!(later.to_string().contains("exited with status 9"), "{later}");
    in_time(connection.close()).await;
    std::fs::remove_file(&folder).unwrap();
}

/// Far more than any of these servers needs: what takes longer hangs.
async fn in_time<T>(work: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(30), work).await.expect("it hangs")
}

/// The first line that the server writes to its standard error.
async fn first_line(tail: &StderrTail) -> String {
    in_time(async {
        loop {
            match tail.lines().first() {
                Some(line) => break line.clone(),
                None => tokio::time::sleep(Duration::from_millis(10)).await,
            }
        }
    })
    .await
}

#[tokio::test]
async fn a_server_that_closes_its_input_is_told_at_once() {
    let launch = Launch::new(modern("exec 0<&-; echo bye >&2; exec sleep 600"));
    let tail = launch.stderr_tail();
    let connection = launch.connect().await.unwrap();
    first_line(&tail).await;
    let text = in_time(echo(&connection)).await.unwrap_err().to_string();
    assert!(text.contains("closed its standard input") && text.contains("bye"), "{text}");
    in_time(connection.close()).await;
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn answers_in_the_pipe_outlive_a_failed_write() {
    // More messages before the answer than are read in one turn, so that the next write comes before it is read.
    let script = format!(
        r#"read line; echo $$ >&2; sleep 0.3
        i=0; while [ $i -lt 400 ]; do echo '{{"jsonrpc":"2.0","method":"notifications/message"}}'; i=$((i+1)); done
        printf '%s\n' '{ANSWER}'; exit 0"#
    );
    let launch = Launch::new(modern(&script));
    let tail = launch.stderr_tail();
    let connection = launch.connect().await.unwrap();
    let mut first = Box::pin(connection.request("m", "{}"));
    common::pending(&mut first);
    let pid = first_line(&tail).await;
    // The host is busy until the server has gone: nothing reads meanwhile.
    while runs(&pid) {
        std::thread::yield_now();
    }
    let second = connection.request("n", "{}");
    let (first, second) = in_time(async { tokio::join!(first, second) }).await;
    assert!(first.is_ok(), "{first:?}");
    assert!(second.unwrap_err().to_string().contains("exited with status 0"));
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn closing_ends_a_server_that_reads_no_more() {
    let (connection, pids) = family("exec sleep 600").await;
    let client = Client::new(connection.clone());
    // Far more than a pipe holds, and more than is buffered before messages have to wait.
    let text = Some("y".repeat(1_000_000));
    let mut calls = Vec::new();
    for _ in 0..3 {
        let mut call =
            std::future::IntoFuture::into_future(client.echo(EchoArgs { text: text.clone() }));
        common::pending(&mut call);
        calls.push(call);
    }
    in_time(connection.close()).await;
    assert!(!pids.iter().any(|pid| runs(pid)));
    for call in calls {
        assert!(matches!(call.await, Err(Error::Transport(_))));
    }
}

/// Whether a process is there and not merely waiting to be forgotten.
fn runs(pid: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, state)| !state.starts_with('Z'))
}

/// A server that has a child of its own, and the pids of both.
async fn family(script: &str) -> (Connection, Vec<String>) {
    let launch = Launch::new(modern(&format!("sleep 600 & echo $$ $! >&2; {script}")));
    let tail = launch.stderr_tail();
    let connection = launch.connect().await.unwrap();
    let pids = loop {
        match tail.lines().first() {
            Some(line) => break line.split(' ').map(str::to_owned).collect(),
            None => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    };
    (connection, pids)
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn closing_ends_the_server_and_all_that_it_started() {
    for script in ["cat >/dev/null", "trap '' TERM; cat >/dev/null", "exec <&-; sleep 600"] {
        let (connection, pids) = family(script).await;
        assert!(pids.iter().all(|pid| runs(pid)));
        connection.close().await;
        assert!(!pids.iter().any(|pid| runs(pid)), "{script}");
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn closing_waits_for_what_a_server_left_behind() {
    // The server ends at once; what it started has no hold on its streams, and stays.
    let script = "read line; sleep 600 >/dev/null 2>&1 </dev/null & echo $! >&2; exit 0";
    let launch = Launch::new(modern(script));
    let tail = launch.stderr_tail();
    let connection = launch.connect().await.unwrap();
    assert!(in_time(connection.request("m", "{}")).await.is_err());
    let orphan = first_line(&tail).await;
    in_time(connection.close()).await;
    assert!(!runs(&orphan));
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_last_handle_ends_the_server() {
    let (connection, pids) = family("cat >/dev/null").await;
    drop(connection);
    while pids.iter().any(|pid| runs(pid)) {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_end_of_the_runtime_kills_the_server() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (connection, pids) = runtime.block_on(family("trap '' TERM; sleep 600"));
    drop(runtime);
    drop(connection);
    while pids.iter().any(|pid| runs(pid)) {
        std::thread::yield_now();
    }
}

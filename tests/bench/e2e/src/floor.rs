//! The least that could do it, by hand: over stdio a task that reads lines and one that writes them on each side, over HTTP a bare axum
//! route and a bare reqwest client. They know one tool and check nothing else.

use crate::{
    Failed,
    load::{Figures, load},
    server::{Server, listen},
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::{
    collections::HashMap,
    process::Stdio,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader},
    sync::{mpsc, oneshot},
};

const META: &str = r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"floor","version":"1"}}"#;

#[derive(Serialize, Deserialize)]
struct Args {
    a: i64,
    b: i64,
}

#[derive(Serialize, Deserialize)]
struct Sum {
    sum: i64,
}

#[derive(Serialize, Deserialize)]
struct Request<'a> {
    jsonrpc: &'a str,
    id: u64,
    method: &'a str,
    #[serde(borrow)]
    params: Params<'a>,
}

#[derive(Serialize, Deserialize)]
struct Params<'a> {
    name: &'a str,
    arguments: Args,
    #[serde(borrow)]
    _meta: &'a RawValue,
}

#[derive(Serialize, Deserialize)]
struct Response<'a> {
    jsonrpc: &'a str,
    id: u64,
    #[serde(borrow)]
    result: Outcome<'a>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Outcome<'a> {
    result_type: &'a str,
    #[serde(borrow)]
    content: Vec<Block<'a>>,
    structured_content: Sum,
}

#[derive(Serialize, Deserialize)]
struct Block<'a> {
    r#type: &'a str,
    text: std::borrow::Cow<'a, str>,
}

/// The answer to one request.
fn answer(request: &[u8]) -> Result<Vec<u8>, Failed> {
    let request: Request<'_> = serde_json::from_slice(request)?;
    assert_eq!(request.params.name, "add");
    let sum = Sum { sum: request.params.arguments.a + request.params.arguments.b };
    let text = serde_json::to_string(&sum)?;
    let content = vec![Block { r#type: "text", text: text.into() }];
    let result = Outcome { result_type: "complete", content, structured_content: sum };
    Ok(serde_json::to_vec(&Response { jsonrpc: "2.0", id: request.id, result })?)
}

fn request(id: u64, a: i64, b: i64) -> Result<Vec<u8>, Failed> {
    let params = Params { name: "add", arguments: Args { a, b }, _meta: serde_json::from_str(META)? };
    Ok(serde_json::to_vec(&Request { jsonrpc: "2.0", id, method: "tools/call", params })?)
}

fn sum_of(response: &[u8]) -> Result<(u64, i64), Failed> {
    let response: Response<'_> = serde_json::from_slice(response)?;
    Ok((response.id, response.result.structured_content.sum))
}

/// Writes lines as they come, as many at once as wait.
fn write_lines(mut out: impl AsyncWrite + Send + Unpin + 'static) -> mpsc::UnboundedSender<Vec<u8>> {
    let (sender, mut lines) = mpsc::unbounded_channel::<Vec<u8>>();
    tokio::spawn(async move {
        let mut bytes = Vec::new();
        while let Some(line) = lines.recv().await {
            bytes.clear();
            bytes.extend(line);
            bytes.push(b'\n');
            while let Ok(line) = lines.try_recv() {
                bytes.extend(line);
                bytes.push(b'\n');
            }
            if out.write_all(&bytes).await.is_err() || out.flush().await.is_err() {
                break;
            }
        }
    });
    sender
}

async fn next_line(lines: &mut BufReader<impl AsyncRead + Unpin>, line: &mut Vec<u8>) -> bool {
    line.clear();
    lines.read_until(b'\n', line).await.is_ok_and(|read| read > 0)
}

/// This process's standard streams as pipes that do not block.
fn pipes() -> Result<(tokio::net::unix::pipe::Receiver, tokio::net::unix::pipe::Sender), Failed> {
    use std::os::fd::AsFd;
    let input = std::io::stdin().as_fd().try_clone_to_owned()?;
    let output = std::io::stdout().as_fd().try_clone_to_owned()?;
    Ok((
        tokio::net::unix::pipe::Receiver::from_owned_fd(input)?,
        tokio::net::unix::pipe::Sender::from_owned_fd(output)?,
    ))
}

pub async fn serve_stdio() -> Result<(), Failed> {
    let (input, output) = pipes()?;
    let (mut input, output) = (BufReader::new(input), write_lines(output));
    let mut line = Vec::new();
    while next_line(&mut input, &mut line).await {
        let line = std::mem::take(&mut line);
        let output = output.clone();
        tokio::spawn(async move { answer(&line).map(|answer| output.send(answer).is_ok()) });
    }
    std::process::exit(0)
}

pub async fn load_stdio(server: Server, at_once: usize, seconds: f64) -> Result<Figures, Failed> {
    let Server::Command(command) = server else { return Err("no command".into()) };
    let mut command = tokio::process::Command::from(*command);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true).spawn()?;
    let output = write_lines(child.stdin.take().ok_or("no input")?);
    let mut input = BufReader::new(child.stdout.take().ok_or("no output")?);
    let waiting: Arc<Mutex<HashMap<u64, oneshot::Sender<i64>>>> = Arc::default();
    let answered = Arc::clone(&waiting);
    tokio::spawn(async move {
        let mut line = Vec::new();
        while next_line(&mut input, &mut line).await {
            let (id, sum) = sum_of(&line)?;
            let call = answered.lock().ok().and_then(|mut waiting| waiting.remove(&id));
            call.map(|call| call.send(sum));
        }
        Ok::<_, Failed>(())
    });
    let ids = AtomicU64::new(0);
    let add = move |a, b| {
        let id = ids.fetch_add(1, Ordering::Relaxed);
        let (sender, answer) = oneshot::channel();
        if let Ok(mut waiting) = waiting.lock() {
            waiting.insert(id, sender);
        }
        let sent = request(id, a, b).map(|request| output.send(request).is_ok());
        async move {
            sent?;
            Ok(answer.await?)
        }
    };
    load(add, child.id(), at_once, seconds).await
}

pub async fn serve_http() -> Result<(), Failed> {
    let echo = |body: axum::body::Bytes| async move {
        let answer = answer(&body).unwrap_or_default();
        ([("content-type", "application/json")], answer)
    };
    let router = axum::Router::new().route("/mcp", axum::routing::post(echo));
    Ok(axum::serve(listen().await?, router).await?)
}

pub async fn load_http(server: Server, at_once: usize, seconds: f64) -> Result<Figures, Failed> {
    let Server::Url(url, running) = server else { return Err("no address".into()) };
    let client = reqwest::Client::new();
    let ids = AtomicU64::new(0);
    let add = move |a, b| {
        let id = ids.fetch_add(1, Ordering::Relaxed);
        let (client, url) = (client.clone(), url.clone());
        async move {
            let request = client.post(url).header("content-type", "application/json").body(request(id, a, b)?);
            let answer = request.send().await?.bytes().await?;
            Ok(sum_of(&answer)?.1)
        }
    };
    load(add, Some(running.pid()), at_once, seconds).await
}

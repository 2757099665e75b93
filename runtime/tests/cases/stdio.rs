//! Messages as lines, wherever the bytes were cut.
use crate::{bank::Case, client::noting};
use mcp_bindings::{Connection, Event, Options, Outgoing, Transport, Value, stdio::Lines};
use serde_json::json;
use std::{
    collections::VecDeque,
    io,
    pin::Pin,
    sync::{Arc, Mutex},
    task::{Context, Poll, Waker},
};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf, Sink, sink};

/// A stream that gives a chunk at each read.
struct Chunks {
    rest: VecDeque<Vec<u8>>,
    /// Whether it ends after them, or stays silent.
    ends: bool,
}

impl AsyncRead for Chunks {
    fn poll_read(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.rest.pop_front() {
            Some(chunk) => buffer.put_slice(&chunk),
            None if self.ends => {}
            None => return Poll::Pending,
        }
        Poll::Ready(Ok(()))
    }
}

/// A stream that takes a few bytes at each write.
struct Narrow(Arc<Mutex<Vec<u8>>>);

impl AsyncWrite for Narrow {
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let taken = bytes.len().min(7_000);
        self.0.lock().unwrap().extend_from_slice(&bytes[..taken]);
        Poll::Ready(Ok(taken))
    }
    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// What the case's peer writes, read by read.
fn chunks(case: &Case) -> Vec<Vec<u8>> {
    let bytes = |chunk: &Value| match chunk.get("text") {
        Some(text) => text.as_str().unwrap().as_bytes().to_vec(),
        None => hex(chunk["hex"].as_str().unwrap()),
    };
    case.given("chunks").iter().map(bytes).collect()
}

fn hex(digits: &str) -> Vec<u8> {
    let pairs = (0..digits.len()).step_by(2);
    pairs.map(|i| u8::from_str_radix(&digits[i..i + 2], 16).unwrap()).collect()
}

fn lines(chunks: &[Vec<u8>], ends: bool) -> Lines<Chunks, Sink> {
    Lines::new(Chunks { rest: chunks.iter().cloned().collect(), ends }, sink())
}

/// The lines that arrive, and what comes after them.
fn received<T: Transport>(mut transport: T) -> (Vec<String>, Poll<()>) {
    let mut found = Vec::new();
    let mut cx = Context::from_waker(Waker::noop());
    loop {
        match transport.poll_receive(&mut cx) {
            Poll::Ready(Some(message)) => found.push(message.unwrap().text),
            Poll::Ready(None) => return (found, Poll::Ready(())),
            Poll::Pending => return (found, Poll::Pending),
        }
    }
}

/// Holds what a client makes of the chunks against the case.
fn holds(case: &Case, chunks: &[Vec<u8>]) {
    let ends = case.input["eof"] == true;
    let (options, events) = noting();
    let (connection, mut driver) = Connection::new(lines(chunks, ends), options);
    let polled = Pin::new(&mut driver).poll(&mut Context::from_waker(Waker::noop()));
    drop(connection);
    match case.expect["connection"].as_str().unwrap() {
        "open" => assert!(polled.is_pending()),
        "closed (clean)" => assert!(matches!(polled, Poll::Ready(Ok(()))), "{polled:?}"),
        other => panic!("{other}"),
    }
    // Nothing was asked, so that a message is an answer to nothing, and all else is noise.
    let mut wanted: Vec<String> = Vec::new();
    for noise in case.expect["diagnostics"].as_array().unwrap() {
        wanted.push(format!("noise {}", noise.as_str().unwrap()));
    }
    let messages = case.expected("messages");
    wanted.extend(messages.iter().map(|message| format!("unknown {}", message["id"])));
    let mut told = events.lock().unwrap().clone();
    told.sort_by_key(|event| event.starts_with("unknown"));
    assert_eq!(told, wanted);

    let (mut arrived, end) = received(lines(chunks, ends));
    assert_eq!(end.is_ready(), ends);
    arrived.retain(|line| !told.contains(&format!("noise {line}")));
    let arrived: Vec<Value> =
        arrived.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(arrived, messages);
}

pub fn rt_stdio_crlf_bom_blank_eof(case: &Case) {
    holds(case, &chunks(case));
}

pub fn rt_stdio_noise_lines(case: &Case) {
    holds(case, &chunks(case));
}

pub fn rt_stdio_utf8_split(case: &Case) {
    let chunks = chunks(case);
    holds(case, &chunks);
    let bytes: Vec<Vec<u8>> = chunks.concat().into_iter().map(|byte| vec![byte]).collect();
    holds(case, &bytes);
}

/// Sends the texts; gives the bytes.
fn written(texts: &[String]) -> Vec<u8> {
    let out = Arc::new(Mutex::new(Vec::new()));
    let mut lines = Lines::new(tokio::io::empty(), Narrow(Arc::clone(&out)));
    let mut cx = Context::from_waker(Waker::noop());
    for text in texts {
        let mut message = Outgoing::default();
        message.text.clone_from(text);
        assert!(matches!(lines.poll_send(&mut cx, &mut Some(message)), Poll::Ready(Ok(()))));
    }
    assert!(matches!(lines.poll_flush(&mut cx), Poll::Ready(Ok(()))));
    std::mem::take(&mut *out.lock().unwrap())
}

pub fn rt_stdio_long_line(case: &Case) {
    let recipe = &case.input["recipe"];
    let sizes =
        recipe["line_bytes"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as usize);
    let texts: Vec<String> = sizes
        .enumerate()
        .map(|(id, size)| {
            let message = json!({"jsonrpc": "2.0", "id": id, "result": {"pad": ""}}).to_string();
            let pad = "x".repeat(size - message.len());
            json!({"jsonrpc": "2.0", "id": id, "result": {"pad": pad}}).to_string()
        })
        .collect();
    assert_eq!(texts.len() as u64, case.expect["messages_count"].as_u64().unwrap());
    let bytes = written(&texts);
    let size = recipe["read_size"].as_u64().unwrap() as usize;
    let chunks: Vec<Vec<u8>> = bytes.chunks(size).map(<[u8]>::to_vec).collect();
    let (arrived, end) = received(lines(&chunks, false));
    assert!(arrived == texts, "not all arrived whole");
    assert_eq!(case.expect["connection"], "open");
    assert!(end.is_pending());
}

pub fn rt_stdio_single_line_output(case: &Case) {
    let messages = case.given("messages");
    // As a writer that cares for people would hand them over.
    let texts: Vec<String> =
        messages.iter().map(|message| format!("{message:#}").replace('\n', "\r\n")).collect();
    let text = String::from_utf8(written(&texts)).unwrap();
    assert_eq!(case.expected("bytes_rules").len(), 4);
    assert!(text.ends_with('\n') && !text.contains('\r') && !text.contains("Content-Length"));
    let again: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(again, messages);
    the_other_framing_is_called_by_its_name();
}

fn the_other_framing_is_called_by_its_name() {
    let reasons = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&reasons);
    let options = Options::default().on_event(move |event| {
        if let Event::Noise { why, .. } = event {
            noted.lock().unwrap().push((*why).to_owned());
        }
    });
    let framed =
        [b"Content-Length: 36\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}".to_vec()];
    let (connection, mut driver) = Connection::new(lines(&framed, true), options);
    let _ = Pin::new(&mut driver).poll(&mut Context::from_waker(Waker::noop()));
    drop(connection);
    let reasons = reasons.lock().unwrap();
    assert!(
        matches!(reasons.as_slice(), [why] if why.contains("Language Server Protocol")),
        "{reasons:?}"
    );
}

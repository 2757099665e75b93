//! The client's side of Streamable HTTP, against a server that the test plays byte by byte.
use crate::{
    bank::Case,
    client::{Events, noting},
    common::wire::{Asked, Wire},
};
use mcp_bindings::{Connection, Error, Negotiation, Revision, Value, http::Endpoint};
use serde_json::{json, value::RawValue};
use tokio::task::JoinHandle;

/// A server, and a client that has been told of its session but not answered to `notifications/initialized`.
async fn opened() -> (Wire, Asked, Connection, Events) {
    let mut wire = Wire::listen().await;
    let (options, events) = noting();
    let options = options.negotiation(Negotiation::Only(Revision::V2025_11_25));
    let connecting = tokio::spawn(Endpoint::new(&wire.url).unwrap().connect(options));
    let asked = wire.next_by("POST").await;
    assert_eq!(asked.method(), "initialize");
    let server = json!({"name": "s", "version": "1"});
    asked
        .result(json!({"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": server}))
        .await;
    let told = wire.next_by("POST").await;
    assert_eq!(told.method(), "notifications/initialized");
    (wire, told, connecting.await.unwrap().unwrap(), events)
}

type Call = JoinHandle<Result<Box<RawValue>, Error>>;

/// A request, and its POST.
async fn ping(wire: &mut Wire, connection: &Connection) -> (Call, Asked) {
    let connection = connection.clone();
    let call = tokio::spawn(async move { connection.request("ping", "{}").await });
    (call, wire.next_by("POST").await)
}

/// A response as the case has it.
fn response(case: &Value) -> String {
    let mut head = format!("HTTP/1.1 {} X\r\nconnection: close\r\n", case["status"]);
    for (name, value) in case["headers"].as_object().unwrap() {
        head += &format!("{name}: {}\r\n", value.as_str().unwrap());
    }
    format!("{head}\r\n{}", case["body"].as_str().unwrap())
}

async fn notification_answers(case: &Case) {
    for (answer, sent) in case.given("responses").iter().zip(case.expected("send_ok")) {
        let (mut wire, told, connection, events) = opened().await;
        told.raw(&response(answer)).await;
        // The session goes on. What came before this answer has been told before it.
        wire.next_by("GET").await.status(405, "").await;
        let (call, asked) = ping(&mut wire, &connection).await;
        asked.result(json!({})).await;
        assert_eq!(call.await.unwrap().unwrap().get(), "{}");
        let told = events.lock().unwrap();
        if sent == true {
            assert!(told.is_empty(), "{answer}: {told:?}");
        } else {
            let [told] = told.as_slice() else { panic!("{answer}: {told:?}") };
            assert!(told.contains(&answer["status"].to_string()), "{told}");
            assert!(told.contains(answer["body"].as_str().unwrap()), "{told}");
        }
    }
}

/// Sends the case's chunks, or the same byte by byte, on the stream that the server has for itself.
async fn events(case: &Case, bytewise: bool) {
    let (mut wire, told, connection, events) = opened().await;
    told.status(202, "").await;
    let get = wire.next_by("GET").await;
    let mut text: Vec<String> = case
        .given("chunks")
        .iter()
        .map(|chunk| chunk["text"].as_str().unwrap().to_owned())
        .collect();
    // Each message answers a request, whose POST is left open. The id is the client's to choose, so the message gets it.
    let mut calls = Vec::new();
    for message in case.expected("json_messages") {
        let (call, asked) = ping(&mut wire, &connection).await;
        calls.push((call, asked, message));
    }
    // From the last, as the ids of the client are ahead of the case's.
    for (_, asked, message) in calls.iter().rev() {
        let (old, new) = (&message["id"], &asked.json()["id"]);
        let [old, new] = [old, new].map(|id| format!("\"id\":{id},"));
        assert!(text.concat().contains(&old));
        text.iter_mut().for_each(|chunk| *chunk = chunk.replace(&old, &new));
    }
    let mut stream = get.stream().await;
    for chunk in text {
        let size = if bytewise { 1 } else { chunk.len() };
        for bytes in chunk.as_bytes().chunks(size) {
            stream.send(bytes).await;
        }
    }
    assert_eq!(case.input["eof"], true);
    drop(stream);
    for (call, _asked, message) in calls {
        let came: Value = serde_json::from_str(call.await.unwrap().unwrap().get()).unwrap();
        assert_eq!(came, message["result"]);
    }
    assert!(events.lock().unwrap().is_empty(), "{events:?}");
    assert_eq!(case.expected("events").len(), case.expected("json_messages").len());
}

/// Runs a test that needs time and sockets.
fn run(test: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(test);
}

pub fn rt_http_notification_answers(case: &Case) {
    run(notification_answers(case));
}

pub fn rt_sse_line_endings(case: &Case) {
    run(events(case, false));
    run(events(case, true));
}

pub fn rt_sse_multiline_data(case: &Case) {
    run(events(case, false));
    run(events(case, true));
}

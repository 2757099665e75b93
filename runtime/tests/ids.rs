//! Ids: counted up, compared by kind, and no surprise ends the connection.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]
mod common;

use common::{Rig, now, pending};
use mcp_bindings::{Event, Options, Revision, Value};
use serde_json::json;
use std::sync::{Arc, Mutex};

/// A modern client that notes its events.
fn listening() -> (Rig, Arc<Mutex<Vec<String>>>) {
    let events = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&events);
    let options = Options::default().on_event(move |event| {
        noted.lock().unwrap().push(match event {
            Event::Noise { text, .. } => format!("noise {text}"),
            Event::UnknownResponse { id } => format!("unknown {id}"),
            Event::PeerError(e) => format!("peer {}", e.code),
            Event::UnknownProgress { token } => format!("progress {token}"),
            Event::Notification { method, params } => format!("{method} {params}"),
            _ => "other".to_owned(),
        });
    });
    (Rig::ready(options, Revision::LATEST), events)
}

fn result(id: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "result": {"for": id}})
}

#[test]
fn ids_count_up_and_answers_may_come_in_any_order() {
    let mut rig = Rig::modern();
    let connection = rig.connection.clone();
    let mut calls: Vec<_> = (0..5).map(|_| Box::pin(connection.request("m", "{}"))).collect();
    calls.iter_mut().for_each(pending);
    let ids: Vec<u64> = (0..5).map(|_| rig.sent()["id"].as_u64().unwrap()).collect();
    assert!(ids.windows(2).all(|w| w[0] < w[1]), "{ids:?}");
    for id in ids.iter().rev() {
        rig.reply(&result(json!(id)));
    }
    for (call, id) in calls.into_iter().zip(ids) {
        assert_eq!(now(call).unwrap().get(), json!({"for": id}).to_string());
    }
}

#[test]
fn late_and_unknown_answers_leave_the_connection_open() {
    let (mut rig, events) = listening();
    let connection = rig.connection.clone();
    let mut cancelled = Box::pin(connection.request("m", "{}"));
    pending(&mut cancelled);
    let late = rig.sent()["id"].clone();
    drop(cancelled);
    assert_eq!(rig.sent()["method"], "notifications/cancelled");
    let mut waiting = Box::pin(connection.request("m", "{}"));
    pending(&mut waiting);
    let id = rig.sent()["id"].clone();
    rig.reply(&result(late));
    rig.reply(&result(json!(99)));
    rig.reply(&json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": "gone", "progress": 1}}));
    pending(&mut waiting);
    rig.reply(&result(id));
    assert!(now(waiting).is_ok());
    // A late answer to a cancelled request is expected and worth no event.
    assert_eq!(*events.lock().unwrap(), ["unknown 99", "progress \"gone\""]);
}

#[test]
fn a_second_answer_is_ignored() {
    let mut rig = Rig::modern();
    let connection = rig.connection.clone();
    let mut waiting = Box::pin(connection.request("m", "{}"));
    pending(&mut waiting);
    let id = rig.sent()["id"].clone();
    rig.reply(&result(id.clone()));
    rig.reply(&json!({"jsonrpc": "2.0", "id": id, "error": {"code": 1, "message": "no"}}));
    assert_eq!(now(waiting).unwrap().get(), json!({"for": id}).to_string());
    rig.quiet();
}

#[test]
fn an_answer_that_is_no_message_still_ends_its_request() {
    for answer in [r#"{"jsonrpc":"2.0","id":ID}"#, r#"{"id":ID,"result":{}}"#] {
        let (mut rig, events) = listening();
        let connection = rig.connection.clone();
        let mut waiting = Box::pin(connection.request("m", "{}"));
        pending(&mut waiting);
        let id = rig.sent()["id"].clone();
        // What has a method is a request of the server, whose ids are its own.
        let asks = json!({"id": id, "method": "ping"}).to_string();
        rig.reply_text(&asks);
        pending(&mut waiting);
        let answer = answer.replace("ID", &id.to_string());
        rig.reply_text(&answer);
        let Err(mcp_bindings::Error::Response(error)) = now(waiting) else { panic!("{answer}") };
        assert_eq!(error.raw(), answer);
        rig.reply_text(&answer);
        assert_eq!(*events.lock().unwrap(), [format!("noise {asks}"), format!("noise {answer}")]);
    }
}

#[test]
fn a_string_is_not_the_number_it_looks_like() {
    let (mut rig, events) = listening();
    let connection = rig.connection.clone();
    let mut waiting = Box::pin(connection.request("m", "{}"));
    pending(&mut waiting);
    let id = rig.sent()["id"].as_u64().unwrap();
    rig.reply(&result(json!(id.to_string())));
    pending(&mut waiting);
    assert_eq!(*events.lock().unwrap(), [format!("unknown \"{id}\"")]);
    // A whole number that was written as a float is that number.
    rig.reply_text(format!(r#"{{"jsonrpc":"2.0","id":{id}.0,"result":{{}}}}"#));
    assert!(now(waiting).is_ok());
}

#[test]
fn errors_without_an_id_are_reported_and_matched_to_nothing() {
    let (mut rig, events) = listening();
    let connection = rig.connection.clone();
    let mut waiting = Box::pin(connection.request("m", "{}"));
    pending(&mut waiting);
    let id = rig.sent()["id"].clone();
    rig.reply(
        &json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "Parse error"}}),
    );
    rig.reply(&json!({"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid Request"}}));
    rig.reply(&json!({"jsonrpc": "2.0", "id": null, "result": {}}));
    pending(&mut waiting);
    rig.reply(&result(id));
    assert!(now(waiting).is_ok());
    assert_eq!(*events.lock().unwrap(), ["peer -32700", "peer -32600", "unknown null"]);
}

#[test]
fn noise_is_reported_and_skipped() {
    let (mut rig, events) = listening();
    let connection = rig.connection.clone();
    let mut waiting = Box::pin(connection.request("m", "{}"));
    pending(&mut waiting);
    let id = rig.sent()["id"].clone();
    let noise = [
        "Example Server v1.2 started",
        "[db] connected",
        r#"{"level":"info","msg":"not a message"}"#,
        "[]",
        "1",
    ];
    noise.iter().for_each(|line| rig.reply_text(*line));
    rig.reply(&result(id));
    assert!(now(waiting).is_ok());
    assert_eq!(*events.lock().unwrap(), noise.map(|line| format!("noise {line}")));
}

#[test]
fn of_long_noise_the_start_is_told() {
    let (mut rig, events) = listening();
    rig.reply_text("\u{e9}".repeat(1_000_000));
    assert_eq!(*events.lock().unwrap(), [format!("noise {}", "\u{e9}".repeat(4 * 1024))]);
}

#[test]
fn framing_of_another_protocol_is_named() {
    let why = Arc::new(Mutex::new(String::new()));
    let noted = Arc::clone(&why);
    let options = Options::default().on_event(move |event| {
        if let Event::Noise { why, .. } = event {
            (*why).clone_into(&mut noted.lock().unwrap());
        }
    });
    let mut rig = Rig::ready(options, Revision::LATEST);
    rig.reply_text("Content-Length: 52");
    assert!(why.lock().unwrap().contains("Language Server Protocol"));
}

#[test]
fn notifications_reach_the_listener() {
    let (mut rig, events) = listening();
    rig.reply(&json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}));
    rig.reply(
        &json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "trace"}}),
    );
    assert_eq!(
        *events.lock().unwrap(),
        ["notifications/tools/list_changed {}", r#"notifications/message {"level":"trace"}"#]
    );
    rig.quiet();
}

#[test]
fn a_legacy_server_may_ping_and_ask_in_vain() {
    let mut rig = Rig::ready(Options::default(), Revision::V2025_06_18);
    for id in [json!(1), json!("1"), json!("")] {
        rig.reply(&json!({"jsonrpc": "2.0", "id": id, "method": "ping"}));
        assert_eq!(rig.sent(), json!({"jsonrpc": "2.0", "id": id, "result": {}}));
    }
    rig.reply(&json!({"jsonrpc": "2.0", "id": 7, "method": "roots/list"}));
    assert_eq!(rig.sent()["error"]["code"], -32601);
}

#[test]
fn a_modern_client_answers_no_requests() {
    let (mut rig, events) = listening();
    rig.reply(&json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}));
    rig.quiet();
    assert_eq!(events.lock().unwrap().len(), 1);
}

#[test]
fn a_batch_is_read_in_the_revision_that_has_it() {
    for (revision, read) in [(Revision::V2025_03_26, true), (Revision::V2025_06_18, false)] {
        let mut rig = Rig::ready(Options::default(), revision);
        let connection = rig.connection.clone();
        let mut waiting = Box::pin(connection.request("m", "{}"));
        pending(&mut waiting);
        let id = rig.sent()["id"].clone();
        rig.reply(&json!([{"jsonrpc": "2.0", "method": "notifications/x"}, result(id)]));
        if read {
            assert!(now(waiting).is_ok());
        } else {
            pending(&mut waiting);
        }
    }
}

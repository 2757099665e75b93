//! A client that notes what it is told beside the answers to its calls.
use crate::{
    bank::Case,
    common::{Rig, now, pending},
};
use mcp_bindings::{Event, Options, Revision, Value};
use serde_json::json;
use std::sync::{Arc, Mutex};

/// What a client was told, a line each.
pub type Events = Arc<Mutex<Vec<String>>>;

/// Options of a client that notes its events.
pub fn noting() -> (Options, Events) {
    let events = Events::default();
    let noted = Arc::clone(&events);
    let options = Options::default().on_event(move |event| {
        noted.lock().unwrap().push(match event {
            Event::Noise { text, .. } => format!("noise {text}"),
            Event::UnknownResponse { id } => format!("unknown {id}"),
            Event::PeerError(e) => format!("peer {} {}", e.code, e.message),
            Event::UnknownProgress { token } => format!("progress {token}"),
            other => format!("{other:?}"),
        });
    });
    (options, events)
}

/// A client in a session of that revision, that notes its events.
pub fn listening(revision: Revision) -> (Rig, Events) {
    let (options, events) = noting();
    (Rig::ready(options, revision), events)
}

/// Answers still reach their calls.
#[track_caller]
pub fn is_open(rig: &mut Rig) {
    let connection = rig.connection.clone();
    let mut call = Box::pin(connection.request("ping", "{}"));
    pending(&mut call);
    rig.answer(json!({}));
    assert_eq!(now(call).unwrap().get(), "{}");
}

/// The client's pending request that stands for one of the case: ids are the client's to choose.
fn renamed(message: &Value, id: &Value) -> Value {
    let mut message = message.clone();
    message["id"] = id.clone();
    message
}

pub fn rt_late_and_unknown_responses(case: &Case) {
    let (mut rig, events) = listening(Revision::V2025_11_25);
    let connection = rig.connection.clone();
    let mut cancelled = Box::pin(connection.request("ping", "{}"));
    pending(&mut cancelled);
    let late = rig.sent()["id"].clone();
    drop(cancelled);
    assert_eq!(rig.sent()["method"], "notifications/cancelled");
    let mut waiting = Box::pin(connection.request("ping", "{}"));
    pending(&mut waiting);
    let waited_for = rig.sent()["id"].clone();

    let resolved = case.expected("resolved");
    for message in case.given("messages") {
        match message.get("id") {
            Some(id) if resolved.contains(id) => {
                pending(&mut waiting);
                rig.reply(&renamed(message, &waited_for));
            }
            Some(id) if id == 7 => {
                rig.reply(&renamed(message, &late));
                assert!(events.lock().unwrap().is_empty(), "{events:?}");
            }
            _ => rig.reply(message),
        }
    }
    assert_eq!(now(waiting).unwrap().get(), "{}");
    assert_eq!(*events.lock().unwrap(), ["unknown 99", "progress \"gone\""]);
    assert!(
        events.lock().unwrap().len() as u64 >= case.expect["diagnostics_min"].as_u64().unwrap()
    );
    assert_eq!(case.expect["connection"], "open");
    is_open(&mut rig);
}

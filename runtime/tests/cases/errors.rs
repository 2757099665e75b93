//! Errors of all shapes.
use crate::{
    bank::Case,
    client::{is_open, listening},
    common::{now, pending},
    typed::recoded,
};
use mcp_bindings::{Error, Value};

pub fn pw_error_id_null_or_absent(case: &Case) {
    assert_eq!(case.expect["decodes"], true);
    let (mut rig, events) = listening(case.revision());
    let connection = rig.connection.clone();
    let mut waiting = Box::pin(connection.request("ping", "{}"));
    pending(&mut waiting);
    let id = rig.sent()["id"].clone();
    let mut told = Vec::new();
    for message in case.given("messages") {
        let name = case.expect["as"].as_str().unwrap();
        let again = recoded(case.revision(), name, message);
        assert_eq!(again["error"], message["error"]);
        rig.reply(message);
        let error = &message["error"];
        told.push(format!("peer {} {}", error["code"], error["message"].as_str().unwrap()));
    }
    assert_eq!(*events.lock().unwrap(), told);
    pending(&mut waiting);
    rig.reply(&serde_json::json!({"jsonrpc": "2.0", "id": id, "result": {}}));
    assert!(now(waiting).is_ok());
    is_open(&mut rig);
}

pub fn pw_error_object_shapes(case: &Case) {
    let (mut rig, _) = listening(case.revision());
    let connection = rig.connection.clone();
    let outcomes = case.expected("outcomes");
    assert_eq!(outcomes.len(), case.given("messages").len());
    let mut calls: Vec<_> =
        outcomes.iter().map(|_| Box::pin(connection.request("ping", "{}"))).collect();
    calls.iter_mut().for_each(pending);
    let ids: Vec<Value> = outcomes.iter().map(|_| rig.sent()["id"].clone()).collect();
    for (id, message) in ids.iter().zip(case.given("messages")) {
        let mut message = message.clone();
        message["id"] = id.clone();
        rig.reply(&message);
    }
    for ((call, expected), message) in calls.into_iter().zip(outcomes).zip(case.given("messages")) {
        match (now(call).unwrap_err(), expected.get("code")) {
            (Error::Protocol(e), Some(code)) => {
                assert_eq!(e.code, code.as_i64().unwrap());
                let data: Option<Value> =
                    e.data.map(|data| serde_json::from_str(data.get()).unwrap());
                assert_eq!(data.as_ref(), expected.get("data"));
            }
            (Error::Response(e), None) => {
                let text = expected["resolved_with"].as_str().unwrap();
                assert_eq!(text, "error (malformed error object), raw kept");
                let raw: Value = serde_json::from_str(e.raw()).unwrap();
                assert_eq!(raw, message["error"]);
            }
            (other, _) => panic!("{expected}: {other:?}"),
        }
    }
    is_open(&mut rig);
}

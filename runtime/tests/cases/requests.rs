//! What a server answers.
use crate::{
    bank::Case,
    client::listening,
    common::{Rig, ServerRig, pending},
    desk,
};
use mcp_bindings::{Revision, Value};
use serde_json::json;
use std::future::IntoFuture;

/// A server in the middle of a session of that revision; the modern era has none.
fn server(revision: Revision) -> ServerRig {
    match revision.is_modern() {
        true => ServerRig::new(&desk::service()),
        false => ServerRig::legacy(&desk::service(), revision.as_str()),
    }
}

/// Sends a message; gives all that comes back.
fn answers(rig: &mut ServerRig, message: &Value) -> Vec<Value> {
    let first = rig.tell(&message.to_string());
    first.into_iter().chain(std::iter::from_fn(|| rig.next())).collect()
}

/// The one message that comes back.
#[track_caller]
fn answer(rig: &mut ServerRig, message: &Value) -> Value {
    let mut all = answers(rig, message);
    assert_eq!(all.len(), 1, "{message}: {all:?}");
    all.remove(0)
}

pub fn pw_arguments_absent_or_null(case: &Case) {
    let mut rig = server(case.revision());
    let expected = case.expected("server_answers");
    assert_eq!(expected.len(), case.given("messages").len());
    for (message, expected) in case.given("messages").iter().zip(expected) {
        let answer = answer(&mut rig, message);
        assert_eq!(answer["id"], expected["id"]);
        if expected["ok"] == true {
            assert!(answer["result"].is_object() && answer["result"].get("isError").is_none());
        } else {
            let codes = expected["error_code_any"].as_array().unwrap();
            assert!(codes.contains(&answer["error"]["code"]), "{answer}");
        }
    }
    let mut client = Rig::ready(Default::default(), case.revision());
    let mut call = desk::list_tabs(&client.connection).into_future();
    pending(&mut call);
    let sent = client.sent();
    assert_eq!(sent["params"]["arguments"], case.expect["client_sends"]["arguments"]);
}

pub fn pw_request_id_echo(case: &Case) {
    let mut rig = server(case.revision());
    for (request, response) in case.given("requests").iter().zip(case.expected("responses")) {
        assert_eq!(&answer(&mut rig, request), response);
    }
}

pub fn pw_request_id_null(case: &Case) {
    // One answer, with an error: it was taken neither for a notification nor for a call.
    let answer = answer(&mut server(case.revision()), case.message());
    assert_eq!(answer["error"]["code"], case.expect["server_answers"]["error_code"]);
    assert!(answer.get("result").is_none() && answer.get("id").is_none(), "{answer}");
}

pub fn pw_unknown_notification_no_reply(case: &Case) {
    let mut rig = server(case.revision());
    for (message, expected) in case.given("messages").iter().zip(case.expected("server_answers")) {
        if expected["none"] == true {
            assert!(answers(&mut rig, message).is_empty(), "{message}");
            continue;
        }
        let answer = answer(&mut rig, message);
        assert_eq!(answer["id"], expected["id"]);
        assert_eq!(answer["error"]["code"], expected["error_code"]);
    }
    assert_eq!(case.expect["connection"], "open");
    let ping = json!({"jsonrpc": "2.0", "id": 2, "method": "ping"});
    assert_eq!(answer(&mut rig, &ping)["result"], json!({}));
}

pub fn pw_progress_token_kind_kept(case: &Case) {
    let mut rig = server(case.revision());
    for (request, expected) in
        case.given("requests").iter().zip(case.expected("progress_notifications"))
    {
        assert_eq!(request["id"], expected["for"]);
        let came = answers(&mut rig, request);
        let (result, progress) = came.split_last().unwrap();
        assert_eq!(result["id"], request["id"]);
        let tokens: Vec<&Value> = progress.iter().map(|p| &p["params"]["progressToken"]).collect();
        match expected.get("progressToken") {
            Some(token) => assert_eq!(tokens, [token]),
            None => assert!(tokens.is_empty() && expected["none"] == true, "{tokens:?}"),
        }
    }
    a_token_of_the_other_kind_is_another(case.revision());
}

/// The same at the client.
fn a_token_of_the_other_kind_is_another(revision: Revision) {
    let (mut rig, events) = listening(revision);
    let call = desk::list_tabs(&rig.connection).on_progress(|_| {});
    pending(&mut call.into_future());
    let token = rig.sent()["params"]["_meta"]["progressToken"].clone();
    let other = match token.as_str() {
        Some(text) => json!(text.parse::<u64>().unwrap()),
        None => json!(token.to_string()),
    };
    let params = json!({"progressToken": other, "progress": 1});
    rig.reply(&json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params}));
    assert_eq!(*events.lock().unwrap(), [format!("progress {other}")]);
}

pub fn pw_batch_by_revision(case: &Case) {
    let [batch] = case.given("messages") else { panic!("one batch") };
    for (revision, expected) in case.expect["by_revision"].as_object().unwrap() {
        let answer = answer(&mut server(revision.parse().unwrap()), batch);
        let ids = |answers: &Value| -> Option<Vec<Value>> {
            Some(answers.as_array()?.iter().map(|a| a["id"].clone()).collect())
        };
        if let Some(wanted) = expected.get("answers_ids") {
            assert_eq!(expected["answer_shape"], "one array");
            assert_eq!(ids(&answer).as_ref(), wanted.as_array(), "{revision}");
        } else if let Some(code) = expected.get("error_code") {
            assert_eq!(&answer["error"]["code"], code, "{revision}");
        } else {
            // The oldest revision leaves it open.
            let refused = answer["error"]["code"] == -32600;
            let answered = ids(&answer) == Some(vec![json!(2), json!(3)]);
            assert!(refused || answered, "{revision}: {answer}");
        }
    }
}

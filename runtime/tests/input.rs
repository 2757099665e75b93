//! Input in mid-call, the client's side: a server asks, the host's handlers answer, in both eras.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]
mod common;

use common::{Clock, Rig, hub, now, pending};
use hub::{Client, EchoArgs, search};
use mcp_bindings::{
    CancelToken, Elicited, Error, Map, Options, Outcome, Pending, Revision, Value,
    protocol::v2026_07_28::{
        CreateMessageResult, CreateMessageResultContent, Root, SamplingMessageContentBlock,
    },
};
use serde_json::json;
use std::{
    future::IntoFuture,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
    time::Duration,
};

fn form() -> Value {
    json!({"type": "object", "properties": {
        "label": {"type": "string", "enum": ["bug", "feature"]},
        "urgent": {"type": "boolean", "default": false},
    }, "required": ["label"]})
}

fn asks_form() -> Value {
    json!({"resultType": "input_required", "requestState": "st\u{e4}te/1",
        "inputRequests": {"label": {"method": "elicitation/create",
            "params": {"message": "Which label?", "requestedSchema": form()}}}})
}

fn done(text: &str) -> Value {
    json!({"resultType": "complete", "content": [{"type": "text", "text": text}]})
}

fn labels(label: &'static str) -> Options {
    Options::default().on_form(move |form| async move {
        assert_eq!(form.message(), "Which label?");
        assert!(form.fields().unwrap().properties.contains_key("label"));
        Elicited::Accepted(Map::from_iter([("label".to_owned(), label.into())]))
    })
}

fn sampled(text: &str) -> CreateMessageResult {
    let block = json!({"type": "text", "text": text});
    mcp_bindings::from_str(
        &json!({"role": "assistant", "model": "m", "content": block}).to_string(),
    )
    .unwrap()
}

const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

#[test]
fn the_envelope_declares_what_handlers_there_are_for() {
    let root = || async { Ok(vec![Root::new("file:///w")]) };
    let sample = |_| async { Ok(sampled("x")) };
    let url = |_| async { Elicited::Declined };
    for (options, expected) in [
        (Options::default(), json!({})),
        (labels("bug"), json!({"elicitation": {"form": {}}})),
        (Options::default().on_url(url), json!({"elicitation": {"url": {}}})),
        (
            labels("bug").on_url(url).on_roots(root).on_sample(sample),
            json!({"elicitation": {"form": {}, "url": {}}, "roots": {}, "sampling": {}}),
        ),
        (Options::default().on_sample_with_tools(sample), json!({"sampling": {"tools": {}}})),
    ] {
        let mut rig = Rig::ready(options, Revision::LATEST);
        let client = Client::new(rig.connection.clone());
        let mut call = client.echo(EchoArgs::default()).into_future();
        pending(&mut call);
        assert_eq!(rig.sent()["params"]["_meta"][CAPABILITIES], expected);
    }
}

#[test]
fn initialize_declares_what_its_revision_has() {
    for (revision, expected) in [
        (Revision::V2025_03_26, json!({"roots": {}, "sampling": {}})),
        (Revision::V2025_06_18, json!({"roots": {}, "sampling": {}, "elicitation": {}})),
        (
            Revision::V2025_11_25,
            json!({"roots": {}, "sampling": {"tools": {}}, "elicitation": {"form": {}, "url": {}}}),
        ),
    ] {
        let options = labels("bug")
            .on_url(|_| async { Elicited::Declined })
            .on_roots(|| async { Ok(Vec::new()) })
            .on_sample_with_tools(|_| async { Ok(sampled("x")) })
            .negotiation(mcp_bindings::Negotiation::Only(revision));
        let mut rig = Rig::new(options);
        let connection = rig.connection.clone();
        let mut ready = std::pin::pin!(connection.ready());
        pending(&mut ready);
        let request = rig.sent();
        assert_eq!(request["method"], "initialize");
        assert_eq!(request["params"]["capabilities"], expected, "{revision}");
    }
}

#[test]
fn a_round_of_input_is_answered_and_the_call_sent_again_with_the_exact_state() {
    let mut rig = Rig::ready(labels("bug"), Revision::LATEST);
    let client = Client::new(rig.connection.clone());
    let mut call = client.search_issues(search("x", Some(3))).into_future();
    pending(&mut call);
    let first = rig.answer(asks_form());
    assert!(first["params"].get("inputResponses").is_none());
    pending(&mut call);
    let second = rig.answer(
        json!({"resultType": "complete", "content": [], "structuredContent": {"total": 7}}),
    );
    assert_ne!(first["id"], second["id"]);
    assert_eq!(second["method"], "tools/call");
    assert_eq!(second["params"]["arguments"], first["params"]["arguments"]);
    assert_eq!(second["params"]["name"], "search_issues");
    assert_eq!(second["params"]["requestState"], "st\u{e4}te/1");
    // The default of what was left out is filled in; the bare result has no `resultType`.
    assert_eq!(
        second["params"]["inputResponses"],
        json!({"label": {"action": "accept", "content": {"label": "bug", "urgent": false}}})
    );
    assert_eq!(now(call).unwrap().total, 7);
}

#[test]
fn a_state_alone_is_sent_back_at_once_without_responses() {
    let mut rig = Rig::modern();
    let client = Client::new(rig.connection.clone());
    let mut call = client.echo(EchoArgs::default()).into_future();
    pending(&mut call);
    rig.answer(json!({"resultType": "input_required", "requestState": ""}));
    pending(&mut call);
    let second = rig.answer(done("hi"));
    assert_eq!(second["params"]["requestState"], "");
    assert!(second["params"].get("inputResponses").is_none());
    assert_eq!(now(call).unwrap().text(), "hi");
}

#[test]
fn declining_and_dismissing_are_answers_without_content() {
    for (choice, action) in [(Elicited::Declined, "decline"), (Elicited::Cancelled, "cancel")] {
        let options = Options::default().on_form(move |_| std::future::ready(choice.clone()));
        let mut rig = Rig::ready(options, Revision::LATEST);
        let client = Client::new(rig.connection.clone());
        let mut call = client.echo(EchoArgs::default()).into_future();
        pending(&mut call);
        rig.answer(asks_form());
        pending(&mut call);
        let second = rig.sent();
        assert_eq!(second["params"]["inputResponses"]["label"], json!({"action": action}));
    }
}

#[test]
fn several_questions_of_one_round_are_all_answered() {
    let options = labels("feature")
        .on_roots(|| async { Ok(vec![Root::new("file:///w")]) })
        .on_sample(|params| async move {
            assert_eq!(params.max_tokens, 10);
            Ok(sampled("yes"))
        });
    let mut rig = Rig::ready(options, Revision::LATEST);
    let client = Client::new(rig.connection.clone());
    let mut call = client.echo(EchoArgs::default()).into_future();
    pending(&mut call);
    let mut asks = asks_form();
    asks["inputRequests"]["r"] = json!({"method": "roots/list"});
    asks["inputRequests"]["s"] =
        json!({"method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 10}});
    rig.answer(asks);
    pending(&mut call);
    let responses = rig.sent()["params"]["inputResponses"].clone();
    assert_eq!(responses["r"], json!({"roots": [{"uri": "file:///w"}]}));
    assert_eq!(responses["s"]["content"], json!({"type": "text", "text": "yes"}));
    assert_eq!(responses["label"]["content"]["label"], "feature");
}

#[test]
fn what_nobody_here_answers_ends_the_call_with_the_questions() {
    let mut rig = Rig::modern();
    let client = Client::new(rig.connection.clone());
    let mut call = client.echo(EchoArgs::default()).into_future();
    pending(&mut call);
    rig.answer(asks_form());
    assert!(matches!(now(call), Err(Error::InputRequired(_))));
    rig.quiet();
}

#[test]
fn an_answer_that_does_not_fit_the_form_is_not_sent() {
    let mut rig = Rig::ready(labels("question"), Revision::LATEST);
    let client = Client::new(rig.connection.clone());
    let mut call = client.echo(EchoArgs::default()).into_future();
    pending(&mut call);
    rig.answer(asks_form());
    let Err(Error::Input(e)) = now(call) else { panic!() };
    assert!(e.to_string().contains("`label`"), "{e}");
    rig.quiet();
}

#[test]
fn refused_sampling_has_no_place_in_the_protocol_and_ends_the_call() {
    let options = Options::default().on_sample(|_| async { Err("not today".into()) });
    let mut rig = Rig::ready(options, Revision::LATEST);
    let client = Client::new(rig.connection.clone());
    let mut call = client.echo(EchoArgs::default()).into_future();
    pending(&mut call);
    rig.answer(json!({"resultType": "input_required", "inputRequests": {"s": {"method": "sampling/createMessage",
        "params": {"messages": [], "maxTokens": 10}}}}));
    let Err(Error::Input(e)) = now(call) else { panic!() };
    assert!(e.to_string().contains("not today"), "{e}");
}

#[test]
fn rounds_are_capped() {
    for (call_cap, rounds) in [(None, 10), (Some(2), 2), (Some(0), 0)] {
        let mut rig = Rig::ready(labels("bug"), Revision::LATEST);
        let client = Client::new(rig.connection.clone());
        let call = client.echo(EchoArgs::default());
        let mut call = match call_cap {
            Some(cap) => call.max_rounds(cap),
            None => call,
        }
        .into_future();
        for _ in 0..rounds {
            pending(&mut call);
            rig.answer(asks_form());
        }
        pending(&mut call);
        rig.answer(asks_form());
        assert!(matches!(now(call), Err(Error::Input(_))), "{rounds}");
        rig.quiet();
    }
}

#[test]
fn a_call_can_be_cancelled_while_the_user_thinks() {
    let options = Options::default().on_form(|_| std::future::pending());
    let mut rig = Rig::ready(options, Revision::LATEST);
    let client = Client::new(rig.connection.clone());
    let token = CancelToken::new();
    let mut call = client.echo(EchoArgs::default()).cancel_on(token.clone()).into_future();
    pending(&mut call);
    rig.answer(asks_form());
    pending(&mut call);
    token.cancel();
    assert!(matches!(now(call), Err(Error::Cancelled)));
}

#[test]
fn the_time_that_the_user_takes_is_not_the_servers() {
    let clock = Clock::default();
    let thought = CancelToken::new();
    let thinking = thought.clone();
    let options = Options::default().timer(clock.clone()).on_form(move |_| {
        let thinking = thinking.clone();
        async move {
            thinking.await;
            Elicited::Accepted(Map::from_iter([("label".to_owned(), "bug".into())]))
        }
    });
    let mut rig = Rig::ready(options, Revision::LATEST);
    let client = Client::new(rig.connection.clone());
    let mut call = client.echo(EchoArgs::default()).timeout(Duration::from_secs(5)).into_future();
    pending(&mut call);
    rig.answer(asks_form());
    pending(&mut call);
    clock.advance(Duration::from_secs(3600));
    pending(&mut call);
    thought.cancel();
    pending(&mut call);
    rig.sent();
    clock.advance(Duration::from_secs(4));
    pending(&mut call);
    clock.advance(Duration::from_secs(2));
    assert!(matches!(now(call), Err(Error::TimedOut(_))));
}

#[test]
fn progress_puts_the_time_out_off_up_to_a_hard_cap() {
    let clock = Clock::default();
    let mut rig = Rig::ready(Options::default().timer(clock.clone()), Revision::LATEST);
    let client = Client::new(rig.connection.clone());
    let call = client.echo(EchoArgs::default()).timeout(Duration::from_secs(5));
    let mut call = call.extend_on_progress(Duration::from_secs(11)).into_future();
    pending(&mut call);
    let token = rig.sent()["params"]["_meta"]["progressToken"].clone();
    for progress in 1..=2 {
        clock.advance(Duration::from_secs(4));
        pending(&mut call);
        rig.reply(&json!({"jsonrpc": "2.0", "method": "notifications/progress",
            "params": {"progressToken": token, "progress": progress}}));
        pending(&mut call);
    }
    // 8 s have passed, 3 are left of the cap though only 0 have passed since the last report.
    clock.advance(Duration::from_secs(3));
    let Err(Error::TimedOut(e)) = now(call) else { panic!() };
    assert_eq!(e.after(), Duration::from_secs(11));
}

#[test]
fn a_pending_call_is_finished_by_another_process() {
    let mut rig = Rig::modern();
    let client = Client::new(rig.connection.clone());
    let mut once = client.search_issues(search("x", Some(3))).once().into_future();
    pending(&mut once);
    let first = rig.answer(asks_form());
    let Outcome::InputRequired(waiting) = now(once).unwrap() else { panic!() };
    let text = waiting.to_json();
    drop((client, rig));

    // Another process knows the text alone.
    let mut waiting: Pending<hub::SearchIssues> = Pending::from_json(&text).unwrap();
    assert!(Pending::<hub::Echo>::from_json(&text).is_err());
    assert_eq!(
        waiting.asks().map(|(key, method, _)| (key, method)).collect::<Vec<_>>(),
        [("label", "elicitation/create")]
    );
    waiting.answer("label", json!({"action": "accept", "content": {"label": "bug"}}));
    let mut rig = Rig::modern();
    let connection = rig.connection.clone();
    let mut resumed = Box::pin(waiting.resume(&connection));
    pending(&mut resumed);
    let result =
        json!({"resultType": "complete", "content": [], "structuredContent": {"total": 1}});
    let second = rig.answer(result);
    assert_eq!(second["params"]["arguments"], first["params"]["arguments"]);
    assert_eq!(second["params"]["requestState"], "st\u{e4}te/1");
    let Outcome::Complete(output) = now(resumed).unwrap() else { panic!() };
    assert_eq!(output.total, 1);
}

// ---- a legacy server sends requests of its own; the same handlers answer

fn ask(rig: &mut Rig, id: Value, method: &str, params: Value) -> Value {
    rig.reply(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
    let answer = rig.sent();
    assert_eq!(answer["id"], id);
    answer
}

#[test]
fn the_same_handlers_answer_a_legacy_server() {
    let options = labels("bug")
        .on_roots(|| async { Ok(vec![Root::new("file:///w")]) })
        .on_sample(|_| async { Ok(sampled("yes")) });
    let mut rig = Rig::ready(options, Revision::V2025_06_18);
    let params = json!({"message": "Which label?", "requestedSchema": form()});
    let answer = ask(&mut rig, json!("a"), "elicitation/create", params);
    assert_eq!(
        answer["result"],
        json!({"action": "accept", "content": {"label": "bug", "urgent": false}})
    );
    let answer = ask(&mut rig, json!(1), "roots/list", json!({}));
    assert_eq!(answer["result"], json!({"roots": [{"uri": "file:///w"}]}));
    let params = json!({"messages": [], "maxTokens": 5});
    let answer = ask(&mut rig, json!(2), "sampling/createMessage", params);
    assert_eq!(answer["result"]["content"]["text"], "yes");
    assert_eq!(ask(&mut rig, json!(3), "ping", json!({}))["result"], json!({}));
}

#[test]
fn a_legacy_server_is_told_why_not() {
    let options = labels("question").on_sample(|_| async { Err("not today".into()) });
    let mut rig = Rig::ready(options, Revision::V2025_11_25);
    let code = |answer: Value| answer["error"]["code"].as_i64().unwrap();
    assert_eq!(code(ask(&mut rig, json!(1), "roots/list", json!({}))), -32601);
    let url = json!({"mode": "url", "message": "m", "url": "https://a.b", "elicitationId": "1"});
    assert_eq!(code(ask(&mut rig, json!(2), "elicitation/create", url)), -32602);
    let params = json!({"messages": [], "maxTokens": 5});
    assert_eq!(code(ask(&mut rig, json!(3), "sampling/createMessage", params)), -1);
    let params = json!({"message": "Which label?", "requestedSchema": form()});
    assert_eq!(code(ask(&mut rig, json!(4), "elicitation/create", params)), -32603);
    let tools = json!({"messages": [], "maxTokens": 5, "tools": []});
    assert_eq!(code(ask(&mut rig, json!(5), "sampling/createMessage", tools)), -32602);
    assert_eq!(code(ask(&mut rig, json!(6), "elicitation/create", json!({}))), -32602);
}

#[test]
fn before_2025_11_25_a_sampled_message_is_one_block() {
    for (revision, is_array) in [(Revision::V2025_06_18, false), (Revision::V2025_11_25, true)] {
        let options = Options::default().on_sample(|_| async {
            let block: SamplingMessageContentBlock =
                mcp_bindings::from_str(r#"{"type":"text","text":"yes"}"#)?;
            let mut result = sampled("");
            result.content = CreateMessageResultContent::Array(vec![block]);
            Ok(result)
        });
        let mut rig = Rig::ready(options, revision);
        let params = json!({"messages": [], "maxTokens": 5});
        let answer = ask(&mut rig, json!(1), "sampling/createMessage", params);
        assert_eq!(answer["result"]["content"].is_array(), is_array, "{answer}");
    }
}

#[test]
fn a_question_that_the_server_takes_back_is_not_answered() {
    let dropped = Arc::new(AtomicU32::new(0));
    struct OnDrop(Arc<AtomicU32>);
    impl Drop for OnDrop {
        fn drop(&mut self) {
            self.0.fetch_add(1, Relaxed);
        }
    }
    let counted = dropped.clone();
    let options = Options::default().on_form(move |_| {
        let guard = OnDrop(counted.clone());
        async move {
            let _guard = guard;
            std::future::pending().await
        }
    });
    let mut rig = Rig::ready(options, Revision::V2025_06_18);
    rig.reply(&json!({"jsonrpc": "2.0", "id": "q", "method": "elicitation/create",
        "params": {"message": "m", "requestedSchema": form()}}));
    rig.quiet();
    let cancel = |id: &str| json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}});
    rig.reply(&cancel("other"));
    rig.quiet();
    assert_eq!(dropped.load(Relaxed), 0);
    rig.reply(&cancel("q"));
    rig.quiet();
    assert_eq!(dropped.load(Relaxed), 1);
}

#[test]
fn a_handler_that_panics_costs_its_question() {
    let options = Options::default().on_roots(|| async { panic!("on purpose") });
    let mut rig = Rig::ready(options, Revision::V2025_06_18);
    assert_eq!(ask(&mut rig, json!(1), "roots/list", json!({}))["error"]["code"], -32603);
    assert_eq!(ask(&mut rig, json!(2), "ping", json!({}))["result"], json!({}));
}

#[test]
fn a_modern_server_may_not_send_requests() {
    let noise = Arc::new(Mutex::new(Vec::new()));
    let heard = noise.clone();
    let options =
        labels("bug").on_event(move |event| heard.lock().unwrap().push(format!("{event:?}")));
    let mut rig = Rig::ready(options, Revision::LATEST);
    rig.reply(&json!({"jsonrpc": "2.0", "id": 1, "method": "roots/list"}));
    rig.quiet();
    assert_eq!(noise.lock().unwrap().len(), 1);
}

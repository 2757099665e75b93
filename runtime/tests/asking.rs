//! Input in mid-call, the server's side: one handler source asks in both eras.
//!
//! The rules of the modern era are those that the documentation of `Context` states; each has a test of its number here.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]
mod common;

use common::{ServerRig, hub, modern};
use hub::{
    EchoArgs, ListNamesArgs, ListNamesOutput, SearchIssuesArgs, SearchIssuesOutput, Server, service,
};
use mcp_bindings::{
    AskError, Capability, Content, Context, Key, Map, Service, ToolError, ToolResult, Value,
    protocol::v2026_07_28::{CreateMessageRequestParams, ElicitRequest},
};
use serde_json::json;
use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
    time::Duration,
};

mcp_bindings::form! {
    /// How to send it.
    pub enum Speed {
        /// Some days.
        Slow = "slow" ("Some days"),
        /// Tomorrow.
        Fast = "fast" ("Tomorrow"),
    }
}
mcp_bindings::form! {
    /// Where to send it.
    pub struct Delivery {
        /// The street.
        pub street: "street" String { "minLength": 2 },
        /// How fast.
        pub speed: "speed" Option<Speed> { "default": "slow" },
        /// Whether a neighbour may take it.
        pub neighbour: "neighbour" Option<bool> { "default": true },
    }
}

mcp_bindings::form! {
    /// Several of a choice.
    pub struct Several {
        /// How fast it may be.
        pub speeds: "speeds" Vec<Speed> { "minItems": 1 },
    }
}

/// Asks what the text of `echo` says.
#[derive(Clone, Default)]
struct Asker {
    runs: Arc<AtomicU32>,
    works: Arc<AtomicU32>,
    effects: Arc<AtomicU32>,
}

impl Asker {
    async fn work(&self, cx: &Context) -> ToolResult<u32> {
        cx.remember("work", || async { Ok(self.works.fetch_add(1, Relaxed) + 100) }).await
    }
}

impl Server for Asker {
    async fn search_issues(
        &self,
        args: SearchIssuesArgs,
        cx: &Context,
    ) -> ToolResult<SearchIssuesOutput> {
        cx.elicit::<Delivery>("delivery", &args.query).await?;
        Ok(SearchIssuesOutput { total: 1, extra: Map::new() })
    }

    async fn list_names(&self, _: ListNamesArgs, _: &Context) -> ToolResult<ListNamesOutput> {
        Ok(Vec::new())
    }

    async fn echo(&self, args: EchoArgs, cx: &Context) -> ToolResult<Content> {
        self.runs.fetch_add(1, Relaxed);
        match args.text.as_deref().unwrap_or_default() {
            "delivery" => {
                let work = self.work(cx).await?;
                let delivery: Delivery = cx.elicit("delivery", "Where to?").await?;
                let roots = cx.roots().await?;
                self.effects.fetch_add(1, Relaxed);
                Ok(format!("{} {:?} {} {work}", delivery.street, delivery.speed, roots.len())
                    .into())
            }
            "several" => {
                let several: Several = cx.elicit("several", "How fast?").await?;
                Ok(format!("{:?}", several.speeds).into())
            }
            "sample" => {
                let params: CreateMessageRequestParams =
                    mcp_bindings::from_str(r#"{"messages":[],"maxTokens":9}"#)?;
                Ok(cx.sample("s", params).await?.model.into())
            }
            "url" => {
                cx.elicit_url("pay", "Please pay", "https://pay.test/1").await?;
                Ok("paid".into())
            }
            "need" => {
                cx.require(Capability::Sample)?;
                self.effects.fetch_add(1, Relaxed);
                Ok("did".into())
            }
            "both" => {
                let (a, b) =
                    join(cx.elicit_form("a", "A?", FORM), cx.elicit_form("b", "B?", FORM)).await;
                Ok(format!("{} {}", a?, b?).into())
            }
            "abandon" => {
                // The first question is given up before the handler waits for the second.
                first_of(cx.elicit_form("given-up", "?", FORM)).await;
                Ok(cx.elicit_form("asked", "?", FORM).await?.into())
            }
            "large" => {
                cx.remember("large", || async { Ok("x".repeat(100_000)) }).await?;
                cx.roots().await?;
                Ok("done".into())
            }
            other => Err(ToolError::new(other)),
        }
    }
}

const FORM: &str = r#"{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}"#;

/// Polls both before it waits for either.
async fn join<A: Future, B: Future>(a: A, b: B) -> (A::Output, B::Output) {
    let (mut a, mut b) = (Box::pin(a), Box::pin(b));
    let (mut done_a, mut done_b) = (None, None);
    std::future::poll_fn(move |cx| {
        if done_a.is_none() {
            done_a = ready(a.as_mut().poll(cx));
        }
        if done_b.is_none() {
            done_b = ready(b.as_mut().poll(cx));
        }
        match (done_a.take(), done_b.take()) {
            (Some(a), Some(b)) => std::task::Poll::Ready((a, b)),
            (a, b) => {
                (done_a, done_b) = (a, b);
                std::task::Poll::Pending
            }
        }
    })
    .await
}

fn ready<T>(poll: std::task::Poll<T>) -> Option<T> {
    match poll {
        std::task::Poll::Ready(value) => Some(value),
        std::task::Poll::Pending => None,
    }
}

/// Polls it once and drops it.
async fn first_of(question: impl Future) {
    let mut question = Box::pin(question);
    std::future::poll_fn(|cx| {
        let _ = question.as_mut().poll(cx);
        std::task::Poll::Ready(())
    })
    .await;
}

const SECRET: [u8; 32] = [7; 32];

fn sealed(asker: &Asker) -> Service {
    service(asker.clone()).seal(Key::new(SECRET))
}

fn able() -> Value {
    json!({"elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {}})
}

/// A call of `echo` in the modern era, by a client with these capabilities.
fn call(text: &str, capabilities: Value, more: Value) -> Value {
    let mut params = json!({"name": "echo", "arguments": {"text": text}});
    params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let mut request = modern(1, "tools/call", params);
    request["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] = capabilities;
    request
}

fn ask(rig: &mut ServerRig, text: &str, more: Value) -> Value {
    let answer = rig.ask(call(text, able(), more));
    assert!(answer.get("error").is_none(), "{answer}");
    answer["result"].clone()
}

fn accept(content: Value) -> Value {
    json!({"action": "accept", "content": content})
}

/// The two rounds of the dialogue `delivery`: the states before the first and the second answer.
fn two_rounds(rig: &mut ServerRig) -> (Value, Value) {
    let first = ask(rig, "delivery", json!({}));
    let state = first["requestState"].clone();
    let second = ask(
        rig,
        "delivery",
        json!({"requestState": state,
        "inputResponses": {"delivery": accept(json!({"street": "Elm 1"}))}}),
    );
    (first, second)
}

#[test]
fn questions_are_input_requests_of_the_result() {
    let mut rig = ServerRig::new(&sealed(&Asker::default()));
    let first = ask(&mut rig, "delivery", json!({}));
    assert_eq!(first["resultType"], "input_required");
    assert!(first.get("content").is_none() && first.get("ttlMs").is_none());
    let asked = &first["inputRequests"]["delivery"];
    assert_eq!(asked["method"], "elicitation/create");
    assert!(asked.get("id").is_none() && asked.get("jsonrpc").is_none());
    assert_eq!(asked["params"]["message"], "Where to?");
    let fields = &asked["params"]["requestedSchema"];
    assert_eq!(fields["required"], json!(["street"]));
    assert_eq!(fields["properties"]["street"], json!({"type": "string", "minLength": 2}));
    assert_eq!(
        fields["properties"]["speed"],
        json!({"type": "string", "default": "slow", "oneOf": [
            {"const": "slow", "title": "Some days"}, {"const": "fast", "title": "Tomorrow"}]})
    );
    assert_eq!(fields["properties"]["neighbour"], json!({"type": "boolean", "default": true}));
    let several = ask(&mut rig, "several", json!({}))["inputRequests"]["several"].clone();
    assert_eq!(
        several["params"]["requestedSchema"]["properties"]["speeds"],
        json!({"type": "array", "minItems": 1, "items": {"anyOf": [
            {"const": "slow", "title": "Some days"}, {"const": "fast", "title": "Tomorrow"}]}})
    );
    // The official types read it.
    for asked in [asked, &several] {
        let text = json!({"method": "elicitation/create", "params": asked["params"]}).to_string();
        mcp_bindings::from_str::<ElicitRequest>(&text).unwrap();
    }
}

#[test]
fn rule_1_the_handler_runs_again_from_its_top_and_what_is_remembered_runs_once() {
    let asker = Asker::default();
    let mut rig = ServerRig::new(&sealed(&asker));
    let (_, second) = two_rounds(&mut rig);
    let third = ask(
        &mut rig,
        "delivery",
        json!({"requestState": second["requestState"],
        "inputResponses": {"roots": {"roots": [{"uri": "file:///a"}]}}}),
    );
    assert_eq!(third["content"][0]["text"], "Elm 1 Some(Slow) 1 100");
    assert_eq!(asker.runs.load(Relaxed), 3);
    assert_eq!(asker.works.load(Relaxed), 1);
    assert_eq!(asker.effects.load(Relaxed), 1);
}

#[test]
fn rule_2_earlier_answers_travel_in_the_state_and_the_responses_are_this_rounds() {
    let mut rig = ServerRig::new(&sealed(&Asker::default()));
    let (first, second) = two_rounds(&mut rig);
    assert_eq!(second["resultType"], "input_required");
    assert_eq!(second["inputRequests"].as_object().unwrap().keys().collect::<Vec<_>>(), ["roots"]);
    // An answer that was not asked for in that round is ignored, and one that is missing is asked for again.
    let again = ask(
        &mut rig,
        "delivery",
        json!({"requestState": first["requestState"],
        "inputResponses": {"roots": {"roots": []}}}),
    );
    assert_eq!(
        again["inputRequests"].as_object().unwrap().keys().collect::<Vec<_>>(),
        ["delivery"]
    );
}

#[test]
fn rule_2_the_state_is_capped() {
    let mut rig = ServerRig::new(&sealed(&Asker::default()));
    let answer = rig.ask(call("large", able(), json!({})));
    assert_eq!(answer["error"]["code"], -32603, "{answer}");
}

#[test]
fn rule_3_a_state_is_of_one_tool_its_arguments_and_its_definition() {
    let mut rig = ServerRig::new(&sealed(&Asker::default()));
    let state = ask(&mut rig, "delivery", json!({}))["requestState"].clone();
    let refused = |answer: Value| assert_eq!(answer["error"]["code"], -32602, "{answer}");
    // Other arguments.
    refused(rig.ask(call("url", able(), json!({"requestState": state}))));
    // Another tool.
    let params =
        json!({"name": "search_issues", "arguments": {"query": "delivery"}, "requestState": state});
    refused(rig.modern(2, "tools/call", params));
    // The same arguments in another order of members are the same.
    let mut params = json!({"name": "echo", "requestState": state});
    params["arguments"] = json!({"text": "delivery"});
    let mut request = modern(3, "tools/call", params);
    request["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] = able();
    assert_eq!(rig.ask(request)["result"]["resultType"], "input_required");
}

#[test]
fn rule_4_a_state_can_be_replayed_while_it_lasts() {
    let asker = Asker::default();
    let mut rig = ServerRig::new(&sealed(&asker));
    let (_, second) = two_rounds(&mut rig);
    let last =
        json!({"requestState": second["requestState"], "inputResponses": {"roots": {"roots": []}}});
    for _ in 0..2 {
        assert_eq!(ask(&mut rig, "delivery", last.clone())["resultType"], "complete");
    }
    assert_eq!(asker.effects.load(Relaxed), 2);
}

#[test]
fn rule_5_side_by_side_is_one_round_and_what_is_given_up_is_not_asked() {
    let mut rig = ServerRig::new(&sealed(&Asker::default()));
    let keys = |result: &Value| {
        result["inputRequests"].as_object().unwrap().keys().cloned().collect::<Vec<_>>()
    };
    let both = ask(&mut rig, "both", json!({}));
    assert_eq!(keys(&both), ["a", "b"]);
    let half = ask(
        &mut rig,
        "both",
        json!({"requestState": both["requestState"],
        "inputResponses": {"b": accept(json!({"n": 2}))}}),
    );
    assert_eq!(keys(&half), ["a"]);
    let done = ask(
        &mut rig,
        "both",
        json!({"requestState": half["requestState"],
        "inputResponses": {"a": accept(json!({"n": 1}))}}),
    );
    assert_eq!(done["content"][0]["text"], r#"{"n":1} {"n":2}"#);
    assert_eq!(keys(&ask(&mut rig, "abandon", json!({}))), ["asked"]);
}

#[test]
fn rule_6_what_the_client_did_not_declare_is_missing_required_client_capability() {
    let asker = Asker::default();
    let mut rig = ServerRig::new(&sealed(&asker));
    for (text, capabilities, required) in [
        ("delivery", json!({}), json!({"elicitation": {"form": {}}})),
        ("delivery", json!({"elicitation": {"url": {}}}), json!({"elicitation": {"form": {}}})),
        ("url", json!({"elicitation": {}}), json!({"elicitation": {"url": {}}})),
        ("sample", json!({"elicitation": {}}), json!({"sampling": {}})),
        ("need", json!({}), json!({"sampling": {}})),
    ] {
        let answer = rig.ask(call(text, capabilities, json!({})));
        assert_eq!(answer["error"]["code"], -32021, "{answer}");
        assert_eq!(answer["error"]["data"], json!({"requiredCapabilities": required}));
    }
    assert_eq!(asker.effects.load(Relaxed), 0);
    // `elicitation: {}` means forms.
    let answer = rig.ask(call("delivery", json!({"elicitation": {}}), json!({})));
    assert_eq!(answer["result"]["resultType"], "input_required");
}

#[test]
fn an_answer_that_does_not_fit_is_asked_for_again() {
    let mut rig = ServerRig::new(&sealed(&Asker::default()));
    let first = ask(&mut rig, "delivery", json!({}));
    for content in [json!({"street": "E"}), json!({}), json!({"street": "Elm", "speed": "warp"})] {
        let again = ask(
            &mut rig,
            "delivery",
            json!({"requestState": first["requestState"],
            "inputResponses": {"delivery": accept(content)}}),
        );
        assert!(again["inputRequests"]["delivery"].is_object(), "{again}");
    }
    let broken = rig.ask(call(
        "delivery",
        able(),
        json!({"requestState": first["requestState"],
        "inputResponses": {"delivery": "yes"}}),
    ));
    assert_eq!(broken["error"]["code"], -32602);
    let broken = rig.ask(call(
        "delivery",
        able(),
        json!({"requestState": first["requestState"], "inputResponses": []}),
    ));
    assert_eq!(broken["error"]["code"], -32602);
}

#[test]
fn answers_that_come_before_they_are_asked_for_count_once_their_question_is() {
    let mut rig = ServerRig::new(&sealed(&Asker::default()));
    let early = json!({"delivery": accept(json!({"street": "Elm 1"})), "more": accept(json!({}))});
    let first = ask(&mut rig, "delivery", json!({"inputResponses": early}));
    let keys: Vec<&String> = first["inputRequests"].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["roots"]);
    let broken = rig.ask(call("delivery", able(), json!({"inputResponses": {"delivery": 7}})));
    assert_eq!(broken["error"]["code"], -32602);
}

#[test]
fn a_user_who_declines_fails_the_tool_unless_the_handler_knows_better() {
    let mut rig = ServerRig::new(&sealed(&Asker::default()));
    let first = ask(&mut rig, "delivery", json!({}));
    for (action, text) in [("decline", "the user declined"), ("cancel", "the user gave no answer")]
    {
        let result = ask(
            &mut rig,
            "delivery",
            json!({"requestState": first["requestState"],
            "inputResponses": {"delivery": {"action": action}}}),
        );
        assert_eq!(result["isError"], true);
        assert_eq!(result["content"][0]["text"], text);
    }
    assert_eq!(AskError::Declined.to_string(), "the user declined");
}

#[test]
fn a_state_that_was_changed_in_any_bit_is_refused() {
    let mut rig = ServerRig::new(&sealed(&Asker::default()));
    let state = ask(&mut rig, "delivery", json!({}))["requestState"].as_str().unwrap().to_owned();
    let mut refused = |state: &str| {
        let answer = rig.ask(call("delivery", able(), json!({"requestState": state})));
        assert_eq!(answer["error"]["code"], -32602, "{state}: {answer}");
    };
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    for at in 0..state.len() {
        let digit = alphabet.iter().position(|c| *c == state.as_bytes()[at]).unwrap();
        for bit in 0..6 {
            let mut changed = state.clone().into_bytes();
            changed[at] = alphabet[digit ^ (1 << bit)];
            refused(std::str::from_utf8(&changed).unwrap());
        }
        refused(&state[..at]);
    }
    refused(&format!("{state}A"));
}

#[test]
fn a_state_is_of_no_use_later_elsewhere_or_to_others() {
    let asker = Asker::default();
    let refused = |service: &Service, state: &Value| {
        let mut rig = ServerRig::new(service);
        let answer = rig.ask(call("delivery", able(), json!({"requestState": state})));
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
    };
    let stale = service(asker.clone()).seal(Key::new(SECRET).lifetime(Duration::ZERO));
    let state = ask(&mut ServerRig::new(&stale), "delivery", json!({}))["requestState"].clone();
    refused(&stale, &state);
    let state =
        ask(&mut ServerRig::new(&sealed(&asker)), "delivery", json!({}))["requestState"].clone();
    refused(&service(asker.clone()).seal(Key::new([8; 32])), &state);
    // Another process with the same key goes on with it.
    let mut other = ServerRig::new(&sealed(&Asker::default()));
    assert_eq!(
        ask(&mut other, "delivery", json!({"requestState": state}))["resultType"],
        "input_required"
    );
}

// ---- legacy: requests of the server's own

fn legacy(asker: &Asker, revision: &str, capabilities: Value) -> ServerRig {
    let mut rig = ServerRig::new(&sealed(asker));
    rig.ask(json!({"jsonrpc": "2.0", "id": "open", "method": "initialize", "params": {
        "protocolVersion": revision, "capabilities": capabilities, "clientInfo": {"name": "c", "version": "1"}}}));
    rig.tell(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string());
    rig
}

fn legacy_call(text: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "echo", "arguments": {"text": text}}})
}

fn reply(rig: &mut ServerRig, request: &Value, result: Value) -> Value {
    rig.ask(json!({"jsonrpc": "2.0", "id": request["id"], "result": result}))
}

#[test]
fn a_legacy_client_is_sent_requests_and_the_handler_runs_once() {
    for revision in ["2025-06-18", "2025-11-25"] {
        let asker = Asker::default();
        let mut rig = legacy(&asker, revision, able());
        let question = rig.ask(legacy_call("delivery"));
        assert_eq!(question["method"], "elicitation/create");
        assert!(question["id"].is_u64());
        let roots = reply(&mut rig, &question, accept(json!({"street": "Elm 1"})));
        assert_eq!(roots["method"], "roots/list");
        assert_ne!(roots["id"], question["id"]);
        let done = reply(&mut rig, &roots, json!({"roots": []}));
        assert_eq!(done["id"], 1);
        assert_eq!(done["result"]["content"][0]["text"], "Elm 1 Some(Slow) 0 100");
        assert_eq!(asker.runs.load(Relaxed), 1);
    }
}

#[test]
fn a_form_of_2025_06_18_has_titles_by_enum_names_no_defaults_but_on_booleans_and_no_lists() {
    let mut rig = legacy(&Asker::default(), "2025-06-18", able());
    let question = rig.ask(legacy_call("delivery"));
    assert!(question["params"].get("mode").is_none());
    let fields = &question["params"]["requestedSchema"]["properties"];
    assert_eq!(
        fields["speed"],
        json!({"type": "string", "enum": ["slow", "fast"], "enumNames": ["Some days", "Tomorrow"]})
    );
    assert_eq!(fields["neighbour"], json!({"type": "boolean", "default": true}));
    let mut rig = legacy(&Asker::default(), "2025-06-18", able());
    assert_eq!(rig.ask(legacy_call("several"))["result"]["isError"], true);
    let mut rig = legacy(&Asker::default(), "2025-11-25", able());
    let question = rig.ask(legacy_call("several"));
    let done = reply(&mut rig, &question, accept(json!({"speeds": ["fast", "slow"]})));
    assert_eq!(done["result"]["content"][0]["text"], "[Fast, Slow]");
}

#[test]
fn an_address_is_named_in_2025_11_25_and_not_in_the_modern_era() {
    let mut rig = legacy(&Asker::default(), "2025-11-25", able());
    let question = rig.ask(legacy_call("url"));
    assert_eq!(question["params"]["mode"], "url");
    assert!(question["params"]["elicitationId"].is_string());
    let done = reply(&mut rig, &question, json!({"action": "accept"}));
    assert_eq!(done["result"]["content"][0]["text"], "paid");
    let mut rig = ServerRig::new(&sealed(&Asker::default()));
    let first = ask(&mut rig, "url", json!({}));
    let params = &first["inputRequests"]["pay"]["params"];
    assert_eq!(
        *params,
        json!({"mode": "url", "message": "Please pay", "url": "https://pay.test/1"})
    );
}

#[test]
fn what_a_legacy_client_lacks_or_refuses_is_a_tool_error() {
    for (revision, capabilities) in [("2025-11-25", json!({})), ("2025-03-26", able())] {
        let mut rig = legacy(&Asker::default(), revision, capabilities);
        let answer = rig.ask(legacy_call("delivery"));
        assert_eq!(answer["result"]["isError"], true, "{revision}: {answer}");
    }
    let mut rig = legacy(&Asker::default(), "2025-11-25", able());
    let question = rig.ask(legacy_call("sample"));
    assert_eq!(question["method"], "sampling/createMessage");
    let answer = rig.ask(
        json!({"jsonrpc": "2.0", "id": question["id"], "error": {"code": -1, "message": "no"}}),
    );
    assert_eq!(answer["result"]["isError"], true);
    assert_eq!(answer["result"]["content"][0]["text"], "the client refused: no (code -1)");
}

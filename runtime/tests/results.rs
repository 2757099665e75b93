//! What a call ends with: outputs read by the tool's promise, and every failure told apart.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]
mod common;

use common::{Rig, hub, now, pending};
use hub::{Client, EchoArgs, ListNamesArgs, SearchIssues, SearchIssuesOutput, search};
use mcp_bindings::{
    Call, Content, Error, Options, Outcome, Pending, Revision, Tool, Value,
    protocol::v2026_07_28::ContentBlock,
};
use serde_json::json;
use std::future::IntoFuture;

/// Makes the call and answers it with this result.
fn outcome<T: Tool>(
    rig: &mut Rig,
    call: Call<'static, T>,
    result: Value,
) -> Result<T::Output, Error> {
    let mut running = call.into_future();
    pending(&mut running);
    rig.answer(result);
    now(running)
}

fn client(rig: &Rig) -> Client {
    Client::new(rig.connection.clone())
}

fn searched(result: Value) -> Result<SearchIssuesOutput, Error> {
    let mut rig = Rig::modern();
    let call = client(&rig).search_issues(search("q", None)).into_owned();
    outcome(&mut rig, call, result)
}

fn refused(error: Value) -> Error {
    let mut rig = Rig::modern();
    let mut running = client(&rig).search_issues(search("q", None)).into_owned().into_future();
    pending(&mut running);
    rig.refuse(error);
    now(running).unwrap_err()
}

#[test]
fn structured_content_is_the_output() {
    let output = searched(
        json!({"resultType": "complete", "content": [], "structuredContent": {"total": 3, "x": null}}),
    );
    let output = output.unwrap();
    assert_eq!(output.total, 3);
    assert_eq!(output.extra["x"], Value::Null);
}

#[test]
fn an_older_result_has_no_type_and_maybe_no_content() {
    assert_eq!(searched(json!({"structuredContent": {"total": 1}})).unwrap().total, 1);
    let nulls = json!({"resultType": null, "isError": null, "content": null, "_meta": null, "structuredContent": {"total": 1}});
    assert_eq!(searched(nulls).unwrap().total, 1);
}

#[test]
fn an_output_that_is_no_object() {
    let mut rig = Rig::modern();
    let call = client(&rig).list_names(ListNamesArgs {}).into_owned();
    let names =
        outcome(&mut rig, call, json!({"content": [], "structuredContent": ["a", "b"]})).unwrap();
    assert_eq!(names, ["a", "b"]);
}

#[test]
fn text_does_not_replace_structured_content() {
    let error =
        searched(json!({"content": [{"type": "text", "text": "{\"total\":3}"}]})).unwrap_err();
    let Error::Output(error) = error else { panic!("{error:?}") };
    assert_eq!((error.pointer(), error.raw()), ("", None));
    assert_eq!(error.content().text(), "{\"total\":3}");
    assert!(error.to_string().contains("structuredContent"), "{error}");
}

#[test]
fn before_structured_content_the_one_text_block_with_json_is_the_output() {
    let text = |text: &str| json!({"type": "text", "text": text});
    let cases = [
        (json!([text("{\"total\":3}")]), Some(3)),
        (json!([text("Found three."), text("{\"total\":3}")]), Some(3)),
        (json!([text("Found three.")]), None),
        (json!([text("{\"total\":3}"), text("{\"total\":4}")]), None),
        (json!([{"type": "vendor", "text": "{\"total\":3}"}]), None),
        (json!([]), None),
    ];
    for (revision, has) in Revision::ALL.into_iter().zip([true, true, false, false, false]) {
        for (content, total) in &cases {
            let mut rig = Rig::ready(Options::default(), revision);
            let call = client(&rig).search_issues(search("q", None)).into_owned();
            let output = outcome(&mut rig, call, json!({"content": content}));
            match total.filter(|_| has) {
                Some(total) => assert_eq!(output.unwrap().total, total, "{revision} {content}"),
                None => assert!(matches!(output, Err(Error::Output(_))), "{revision} {content}"),
            }
        }
        let mut rig = Rig::ready(Options::default(), revision);
        let call = client(&rig).search_issues(search("q", None)).into_owned();
        let output = outcome(&mut rig, call, json!({"content": [text("{\"total\":\"3\"}")]}));
        let Err(Error::Output(error)) = output else { panic!("{output:?}") };
        assert_eq!(error.pointer(), if has { "/total" } else { "" });
    }
}

#[test]
fn an_output_that_breaks_its_schema_is_located_and_kept() {
    for (value, pointer) in [
        (json!({"total": "3"}), "/total"),
        (json!({"total": -1}), "/total"),
        (json!({"total": 1.5}), "/total"),
        (json!({}), ""),
        (json!([]), ""),
        (Value::Null, ""),
    ] {
        let error = searched(json!({"content": [], "structuredContent": value})).unwrap_err();
        let Error::Output(error) = error else { panic!("{value}: {error:?}") };
        assert_eq!(error.pointer(), pointer, "{value}: {error}");
        assert_eq!(error.raw(), Some(value.to_string().as_str()));
    }
}

#[test]
fn a_tool_failure_keeps_what_it_said_and_no_schema_applies() {
    let error =
        searched(json!({"isError": true, "content": [{"type": "text", "text": "NOT_FOUND"}],
        "structuredContent": {"err": {"code": "NOT_FOUND"}}}));
    let Err(Error::Tool(error)) = error else { panic!("{error:?}") };
    assert_eq!(error.content().text(), "NOT_FOUND");
    assert_eq!(error.structured().unwrap().get(), r#"{"err":{"code":"NOT_FOUND"}}"#);
    assert_eq!(error.to_string(), "the tool failed: NOT_FOUND");
}

#[test]
fn protocol_errors_reach_the_caller_unchanged() {
    let codes = [
        (json!({"code": -32601, "message": "m", "data": null}), -32601, Some("null")),
        (json!({"code": -32063, "message": "m", "data": "text"}), -32063, Some("\"text\"")),
        (
            json!({"code": 12345, "message": "m", "data": [1, {"a": null}]}),
            12345,
            Some("[1,{\"a\":null}]"),
        ),
        (json!({"code": -32602, "message": "m"}), -32602, None),
        (json!({"code": -32601.0, "message": "m"}), -32601, None),
    ];
    for (error, code, data) in codes {
        let Error::Protocol(e) = refused(error) else { panic!("{code}") };
        assert_eq!(
            (e.code, e.message.as_str(), e.data.as_ref().map(|d| d.get())),
            (code, "m", data)
        );
        assert!(e.to_string().contains(&code.to_string()));
    }
}

#[test]
fn what_a_server_says_does_not_act_on_the_terminal_of_who_prints_an_error() {
    let escape = "\u{1b}[31mred\u{9b}";
    let errors = [
        refused(json!({"code": 1, "message": escape, "data": escape})),
        refused(json!({"code": escape})),
        searched(json!({"isError": true, "content": [{"type": "text", "text": escape}]}))
            .unwrap_err(),
        searched(json!({"structuredContent": {"total": escape}})).unwrap_err(),
        searched(
            json!({"resultType": "input_required", "inputRequests": {escape: {"method": escape}}}),
        )
        .unwrap_err(),
    ];
    for error in errors {
        let text = error.to_string();
        assert!(!text.chars().any(|c| c.is_control()), "{text:?}");
    }
    let Error::Protocol(error) = refused(json!({"code": 1, "message": escape})) else { panic!() };
    assert_eq!(error.message, escape, "the value itself stays as it came");
}

#[test]
fn a_chain_of_errors_says_everything_once() {
    let mut rig = Rig::modern();
    let call = client(&rig).search_issues(search("", None)).into_owned();
    let arguments = now(call.into_future()).unwrap_err();
    let output = searched(json!({"structuredContent": {"total": "3"}})).unwrap_err();
    rig.quiet();
    for error in [arguments, output] {
        let text = error.to_string();
        let mut source = std::error::Error::source(&error);
        while let Some(e) = source {
            assert!(!text.contains(&e.to_string()), "{text}: {e}");
            source = e.source();
        }
    }
}

#[test]
fn a_malformed_error_object_ends_the_call_and_is_kept() {
    for error in
        [json!({"code": "-32601", "message": "m"}), json!({"code": -32603}), json!("no"), json!([])]
    {
        let Error::Response(e) = refused(error.clone()) else { panic!("{error}") };
        assert_eq!(e.raw(), error.to_string());
    }
}

#[test]
fn a_result_that_makes_no_sense_is_no_guess() {
    for result in [
        json!({"resultType": "task", "taskId": "1"}),
        json!({"resultType": 1}),
        json!({"isError": "yes", "content": []}),
        json!({"resultType": "input_required"}),
        json!("done"),
        json!([]),
        Value::Null,
    ] {
        let error = searched(result.clone());
        assert!(matches!(error, Err(Error::Response(_))), "{result}: {error:?}");
    }
}

#[test]
fn content_that_is_no_array_is_not_silently_empty() {
    for content in [json!("hello"), json!({"type": "text", "text": "hello"}), json!(1)] {
        let result = json!({"content": content, "structuredContent": {"total": 1}});
        let error = searched(result).unwrap_err();
        assert!(matches!(error, Error::Response(_)), "{content}: {error:?}");
    }
    for (content, said) in [(json!("it broke"), "it broke"), (json!({"a": 1}), "{\"a\":1}")] {
        let error = searched(json!({"isError": true, "content": content})).unwrap_err();
        let Error::Tool(error) = error else { panic!("{error:?}") };
        assert_eq!(error.content().text(), said);
    }
}

#[test]
fn lists_and_discovery_are_complete_or_refused() {
    for kind in [json!("bogus"), json!("input_required"), json!(1)] {
        let mut rig = Rig::modern();
        let connection = rig.connection.clone();
        let mut running = Box::pin(connection.list(mcp_bindings::List::Tools));
        pending(&mut running);
        rig.answer(json!({"resultType": kind, "tools": [{}], "requestState": "s"}));
        assert!(matches!(now(running), Err(Error::Response(_))), "{kind}");

        let only = mcp_bindings::Negotiation::Only(mcp_bindings::Revision::LATEST);
        let mut rig = Rig::new(mcp_bindings::Options::default().negotiation(only));
        let mut running = Box::pin(common::ready(rig.connection.clone()));
        pending(&mut running);
        rig.answer(
            json!({"resultType": kind, "supportedVersions": ["2026-07-28"], "capabilities": {}}),
        );
        let error = now(running).unwrap_err();
        let Error::Connect(error) = error else { panic!("{kind}: {error:?}") };
        assert!(matches!(&*error, Error::Response(_)), "{kind}: {error:?}");
    }
}

#[test]
fn parameters_have_no_meta_of_their_own() {
    let mut rig = Rig::modern();
    let connection = rig.connection.clone();
    let refused = now(Box::pin(connection.request("m", r#"{"a":1,"_meta":{}}"#)));
    assert!(matches!(refused, Err(Error::Usage(_))));
    rig.quiet();
}

#[test]
fn refused_arguments_are_located_and_nothing_is_sent() {
    let mut rig = Rig::modern();
    let client = client(&rig);
    let Err(Error::Arguments(error)) =
        now(client.search_issues(search("", Some(1000))).into_future())
    else {
        panic!()
    };
    let found: Vec<_> = error.violations().iter().map(|v| (v.pointer(), v.keyword())).collect();
    assert_eq!(found, [("/query", "minLength"), ("/perPage", "maximum")]);
    rig.quiet();
}

#[test]
fn content_stays_as_it_came() {
    let mut rig = Rig::modern();
    let call = client(&rig).echo(EchoArgs::default()).into_owned();
    let blocks = json!([{"type": "text", "text": "a"}, {"type": "hologram", "data": {"z": 1}},
        {"type": "resource_link", "uri": "ui://x", "name": "x"}, {"type": "text", "text": "b\n"}]);
    let content = outcome(&mut rig, call, json!({"content": blocks})).unwrap();
    assert_eq!(content.text(), "a\nb\n");
    assert_eq!(serde_json::from_str::<Value>(content.as_json()).unwrap(), blocks);
    let typed = content.blocks().unwrap();
    assert!(matches!(&typed[1], ContentBlock::Other(value) if value["data"]["z"] == 1));
    assert!(matches!(&typed[2], ContentBlock::ResourceLink(link) if link.uri == "ui://x"));
    assert_eq!(Content::from_blocks(typed).unwrap().blocks().unwrap(), content.blocks().unwrap());
    assert_eq!((Content::new().text().as_str(), Content::new().blocks().unwrap().len()), ("", 0));
}

#[test]
fn a_reply_has_all_parts() {
    let mut rig = Rig::modern();
    let mut running = client(&rig).search_issues(search("q", None)).into_owned().reply();
    pending(&mut running);
    rig.answer(json!({"content": [{"type": "text", "text": "t"}], "structuredContent": {"total": 2}, "_meta": {"com.example/x": 1}}));
    let reply = now(running).unwrap();
    assert_eq!((reply.output.total, reply.content.text().as_str()), (2, "t"));
    assert_eq!(reply.meta["com.example/x"], 1);
}

#[test]
fn asked_for_input_without_a_handler_is_an_error_that_lists_the_asks() {
    let error = searched(
        json!({"resultType": "input_required", "requestState": "opaque-1", "_meta": {"com.example/t": 1},
        "inputRequests": {"q1": {"method": "elicitation/create", "params": {"message": "Name?"}}, "q2": {"method": "roots/list"}}}),
    );
    let Err(Error::InputRequired(error)) = error else { panic!("{error:?}") };
    let asks: Vec<_> = error.asks().collect();
    assert_eq!(
        asks,
        [("q1", "elicitation/create", r#"{"message":"Name?"}"#), ("q2", "roots/list", "{}")]
    );
    assert!(error.to_string().contains("`q1` (elicitation/create)"), "{error}");
}

#[test]
fn a_pending_call_goes_on_in_another_process() {
    let mut rig = Rig::modern();
    let mut once =
        client(&rig).search_issues(search("q", Some(7))).into_owned().once().into_future();
    pending(&mut once);
    let first = rig.answer(json!({"resultType": "input_required", "requestState": "s\"1",
        "inputRequests": {"label": {"method": "elicitation/create", "params": {"message": "Which?"}}}}));
    let Outcome::InputRequired(waiting) = now(once).unwrap() else { panic!() };
    let text = waiting.to_json();
    let other = Pending::<hub::Echo>::from_json(&text).unwrap_err().to_string();
    assert!(other.contains("`search_issues`"), "{other}");

    let mut rig = Rig::modern();
    let mut waiting = Pending::<SearchIssues>::from_json(&text).unwrap();
    assert_eq!(
        waiting.asks().next(),
        Some(("label", "elicitation/create", r#"{"message":"Which?"}"#))
    );
    waiting.answer("label", json!({"action": "decline"}));
    let connection = rig.connection.clone();
    let mut resumed = Box::pin(waiting.resume(&connection));
    pending(&mut resumed);
    let second = rig.answer(json!({"structuredContent": {"total": 9}}));
    let Outcome::Complete(output) = now(resumed).unwrap() else { panic!() };
    assert_eq!(output.total, 9);
    assert_eq!(second["params"]["arguments"], first["params"]["arguments"]);
    assert_eq!(second["params"]["inputResponses"], json!({"label": {"action": "decline"}}));
    assert_eq!(second["params"]["requestState"], "s\"1");
    assert!(second["params"]["_meta"].is_object());
}

#[test]
fn a_state_alone_is_sent_back_alone() {
    let mut rig = Rig::modern();
    let mut once = client(&rig).search_issues(search("q", None)).into_owned().once().into_future();
    pending(&mut once);
    rig.answer(json!({"resultType": "input_required", "requestState": ""}));
    let Outcome::InputRequired(waiting) = now(once).unwrap() else { panic!() };
    let connection = rig.connection.clone();
    let mut resumed = Box::pin(waiting.resume(&connection));
    pending(&mut resumed);
    let params = rig.sent()["params"].clone();
    assert_eq!(params["requestState"], "");
    assert!(params.get("inputResponses").is_none());
}

#[test]
fn lists_are_read_page_after_page() {
    let mut rig = Rig::modern();
    let connection = rig.connection.clone();
    let mut running = Box::pin(connection.list(mcp_bindings::List::Tools));
    pending(&mut running);
    let page = |name: &str, cursor: Value| json!({"tools": [{"name": name, "x": 1}], "nextCursor": cursor});
    assert!(rig.answer(page("a", json!("")))["params"].get("cursor").is_none());
    pending(&mut running);
    assert_eq!(rig.answer(page("b", json!("2")))["params"]["cursor"], "");
    pending(&mut running);
    assert_eq!(rig.answer(page("c", Value::Null))["params"]["cursor"], "2");
    let entries: Vec<_> = now(running).unwrap().iter().map(|e| e.get().to_owned()).collect();
    assert_eq!(entries, ["a", "b", "c"].map(|n| json!({"name": n, "x": 1}).to_string()));
}

#[test]
fn pages_that_go_round_in_circles_end() {
    let mut rig = Rig::modern();
    let connection = rig.connection.clone();
    let mut running = Box::pin(connection.list(mcp_bindings::List::Tools));
    pending(&mut running);
    rig.answer(json!({"tools": [], "nextCursor": "x"}));
    pending(&mut running);
    rig.answer(json!({"tools": [], "nextCursor": "x"}));
    assert!(matches!(now(running), Err(Error::Response(_))));
}

#[test]
fn calls_by_name_are_strict() {
    let call = hub::ToolCall::decode("search_issues", r#"{"query":"q"}"#).unwrap();
    assert_eq!((call.name(), call.arguments().as_str()), ("search_issues", r#"{"query":"q"}"#));
    call.validate().unwrap();
    assert!(hub::ToolCall::decode("search_issues", r#"{"query":""}"#).unwrap().validate().is_err());
    assert_eq!(
        hub::ToolCall::decode("echo", "").unwrap(),
        hub::ToolCall::Echo(EchoArgs::default())
    );
    assert_eq!(hub::ToolCall::decode("search_issues", "{}").unwrap_err().pointer(), "");
    assert!(hub::ToolCall::decode("nope", "{}").unwrap_err().message().contains("list-names"));
    assert!(hub::ToolCall::decode("echo", "[]").is_err());
}

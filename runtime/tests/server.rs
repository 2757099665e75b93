//! What a service answers, revision by revision, and what it refuses.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]
mod common;

use common::{ServerRig, hub, modern};
use hub::{Hub, service};
use mcp_bindings::{Revision, Value};
use serde_json::json;
use std::sync::atomic::Ordering::Relaxed;

const LEGACY: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

fn rig() -> ServerRig {
    ServerRig::new(&service(Hub::default()))
}

fn legacy(revision: &str) -> ServerRig {
    ServerRig::legacy(&service(Hub::default()), revision)
}

fn call(name: &str, arguments: Value) -> Value {
    json!({"name": name, "arguments": arguments})
}

fn plain(id: impl Into<Value>, method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id.into(), "method": method, "params": params})
}

#[test]
fn discovery_describes_the_server() {
    let result = rig().modern("d", "server/discover", json!({}))["result"].clone();
    assert_eq!(result["resultType"], "complete");
    assert_eq!(result["supportedVersions"][0], "2026-07-28");
    for revision in LEGACY {
        assert!(result["supportedVersions"].as_array().unwrap().contains(&json!(revision)));
    }
    assert_eq!(result["capabilities"], json!({"tools": {}}));
    assert_eq!(result["instructions"], "Search first.");
    assert_eq!(
        result["_meta"]["io.modelcontextprotocol/serverInfo"],
        json!({"name": "hub", "version": "2.1"})
    );
    assert!(result["ttlMs"].is_u64());
    assert_eq!(result["cacheScope"], "public");
    assert!(result.get("serverInfo").is_none());
}

#[test]
fn a_modern_result_has_type_identity_structure_and_its_text() {
    let answer = rig().modern(7, "tools/call", call("search_issues", json!({"query": "q"})));
    assert_eq!(
        answer,
        json!({"jsonrpc": "2.0", "id": 7, "result": {
            "resultType": "complete",
            "content": [{"type": "text", "text": "{\"total\":30}"}],
            "structuredContent": {"total": 30},
            "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "hub", "version": "2.1"}}}})
    );
}

#[test]
fn structured_content_is_written_where_the_revision_has_it() {
    for (revision, has) in LEGACY.into_iter().zip([false, false, true, true]) {
        let mut rig = legacy(revision);
        let result = rig.ask(plain(1, "tools/call", call("search_issues", json!({"query": "q"}))))
            ["result"]
            .clone();
        let mut expected = json!({"content": [{"type": "text", "text": "{\"total\":30}"}]});
        if has {
            expected["structuredContent"] = json!({"total": 30});
        }
        assert_eq!(result, expected, "{revision}");
        // An output that is no object exists in 2026-07-28 only.
        let result =
            rig.ask(plain(2, "tools/call", call("list-names", json!({}))))["result"].clone();
        assert_eq!(
            result,
            json!({"content": [{"type": "text", "text": "[\"ann\",\"bob\"]"}]}),
            "{revision}"
        );
    }
    let result = rig().modern(1, "tools/call", call("list-names", json!({})))["result"].clone();
    assert_eq!(result["structuredContent"], json!(["ann", "bob"]));
}

#[test]
fn content_output_and_attached_blocks() {
    let mut rig = rig();
    let result =
        rig.modern(1, "tools/call", call("echo", json!({"text": "a\n\"b\""})))["result"].clone();
    assert_eq!(result["content"], json!([{"type": "text", "text": "a\n\"b\""}]));
    assert!(result.get("structuredContent").is_none());
    let result =
        rig.modern(2, "tools/call", call("search_issues", json!({"query": "attach"})))["result"]
            .clone();
    assert_eq!(result["content"][1], json!({"type": "text", "text": "one more thing"}));
}

#[test]
fn a_failing_handler_is_a_tool_error() {
    let mut rig = rig();
    for (query, text) in [("boom", "it went wrong"), ("parse", "invalid digit found in string")] {
        let result =
            rig.modern(1, "tools/call", call("search_issues", json!({"query": query})))["result"]
                .clone();
        assert_eq!(result["isError"], true);
        assert_eq!(result["content"], json!([{"type": "text", "text": text}]));
        assert!(result.get("structuredContent").is_none());
    }
}

#[test]
fn a_handler_that_panics_or_breaks_its_schema_costs_its_call_only() {
    let mut rig = rig();
    for query in ["panic", "broken"] {
        let answer = rig.modern(1, "tools/call", call("search_issues", json!({"query": query})));
        assert_eq!(answer["error"]["code"], -32603, "{answer}");
    }
    assert!(rig.modern(2, "tools/call", call("echo", json!({})))["result"].is_object());
}

#[test]
fn bad_arguments_by_revision() {
    let bad = [
        json!({}),
        json!({"query": 1}),
        json!({"query": ""}),
        json!({"query": "q", "perPage": 101}),
        json!({"query": "q", "x": 1}),
    ];
    for arguments in bad {
        let params = call("search_issues", arguments.clone());
        for (revision, tool_error) in LEGACY.into_iter().zip([false, false, false, true]) {
            let answer = legacy(revision).ask(plain(1, "tools/call", params.clone()));
            if tool_error {
                assert_eq!(answer["result"]["isError"], true, "{revision} {arguments}");
            } else {
                assert_eq!(answer["error"]["code"], -32602, "{revision} {arguments}");
            }
        }
        assert_eq!(rig().modern(1, "tools/call", params)["result"]["isError"], true, "{arguments}");
    }
}

#[test]
fn requests_that_are_no_call_are_protocol_errors_in_every_revision() {
    let bad = [
        json!({"arguments": {}}),
        json!({"name": 1, "arguments": {}}),
        json!({"name": "echo", "arguments": []}),
        json!({"name": "echo", "arguments": "{}"}),
        json!({"name": "nope", "arguments": {}}),
    ];
    for params in bad {
        assert_eq!(
            rig().modern(1, "tools/call", params.clone())["error"]["code"],
            -32602,
            "{params}"
        );
        for revision in LEGACY {
            let answer = legacy(revision).ask(plain(1, "tools/call", params.clone()));
            assert_eq!(answer["error"]["code"], -32602, "{revision} {params}");
        }
    }
}

#[test]
fn absent_and_null_arguments_are_none() {
    let mut rig = legacy("2025-11-25");
    for params in [
        json!({"name": "echo"}),
        json!({"name": "echo", "arguments": null}),
        json!({"name": "echo", "arguments": {}}),
    ] {
        let answer = rig.ask(plain(1, "tools/call", params));
        assert_eq!(answer["result"]["content"][0]["text"], "nothing");
    }
}

#[test]
fn a_modern_request_needs_its_whole_envelope() {
    let version = "io.modelcontextprotocol/protocolVersion";
    let capabilities = "io.modelcontextprotocol/clientCapabilities";
    let cases = [
        (json!({}), -32602),
        (json!({version: "2026-07-28"}), -32602),
        (json!({version: "2026-07-28", capabilities: []}), -32602),
        (json!({version: 1, capabilities: {}}), -32602),
        (json!({capabilities: {}}), -32602),
        (json!({"progressToken": 1}), -32602),
        (
            json!({version: "2026-07-28", capabilities: {}, "io.modelcontextprotocol/logLevel": "loud"}),
            -32602,
        ),
        (json!({version: "1900-01-01", capabilities: {}}), -32022),
        (json!({version: "2025-11-25", capabilities: {}}), -32022),
        // The envelope comes before what it says.
        (json!({version: "1900-01-01"}), -32602),
    ];
    for (meta, code) in cases {
        let answer = rig().ask(plain(1, "tools/list", json!({"_meta": meta})));
        assert_eq!(answer["error"]["code"], code, "{meta}");
        assert_eq!(answer["id"], 1);
    }
    assert_eq!(rig().ask(plain(1, "tools/list", json!({"_meta": []})))["error"]["code"], -32602);
    assert_eq!(
        rig().ask(json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}))["error"]["code"],
        -32602
    );
}

#[test]
fn an_unsupported_version_is_told_what_is_supported() {
    let meta = json!({"io.modelcontextprotocol/protocolVersion": "1900-01-01", "io.modelcontextprotocol/clientCapabilities": {}});
    let error = rig().ask(plain(1, "server/discover", json!({"_meta": meta})))["error"].clone();
    assert_eq!(error["code"], -32022);
    assert_eq!(error["data"]["requested"], "1900-01-01");
    assert!(error["data"]["supported"].as_array().unwrap().contains(&json!("2026-07-28")));
}

#[test]
fn each_message_says_its_era() {
    let mut rig = legacy("2025-06-18");
    let echo = call("echo", json!({"text": "revision"}));
    let text = |answer: Value| answer["result"]["content"][0]["text"].clone();
    assert_eq!(text(rig.ask(plain(1, "tools/call", echo.clone()))), "2025-06-18");
    assert_eq!(text(rig.modern(2, "tools/call", echo.clone())), "2026-07-28");
    let mut with_token = echo;
    with_token["_meta"] = json!({"progressToken": 1});
    assert_eq!(text(rig.ask(plain(3, "tools/call", with_token))), "2025-06-18");
}

#[test]
fn methods_of_the_other_era_are_unknown() {
    for method in [
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
        "prompts/list",
        "vendor/x",
    ] {
        let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}});
        assert_eq!(rig().modern(1, method, params)["error"]["code"], -32601, "{method}");
    }
    for method in ["server/discover", "subscriptions/listen", "prompts/list", "vendor/x"] {
        assert_eq!(
            legacy("2025-11-25").ask(plain(1, method, json!({})))["error"]["code"],
            -32601,
            "{method}"
        );
    }
}

#[test]
fn initialize_agrees_on_a_revision() {
    for (offered, agreed) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2026-07-28", "2025-11-25"),
        ("1.0", "2025-11-25"),
    ] {
        let params = json!({"protocolVersion": offered, "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}});
        let result = rig().ask(plain(1, "initialize", params))["result"].clone();
        assert_eq!(
            result,
            json!({"protocolVersion": agreed, "capabilities": {"tools": {}}, "instructions": "Search first.",
                "serverInfo": {"name": "hub", "version": "2.1"}})
        );
    }
    assert_eq!(rig().ask(plain(1, "initialize", json!({})))["error"]["code"], -32602);
}

#[test]
fn the_list_is_verbatim_without_what_a_revision_lacks() {
    let listed = rig().modern(1, "tools/list", json!({}))["result"].clone();
    let given: Vec<Value> =
        hub::SERVER.tools().iter().map(|t| serde_json::from_str(t.definition()).unwrap()).collect();
    assert_eq!(listed["tools"], json!(given));
    assert!(listed["ttlMs"].is_u64() && listed["cacheScope"].is_string());
    let members = |revision: &str, tool: usize| {
        let list = legacy(revision).ask(plain(1, "tools/list", json!({})))["result"].clone();
        assert!(list.get("ttlMs").is_none() && list.get("resultType").is_none());
        let mut names: Vec<String> =
            list["tools"][tool].as_object().unwrap().keys().cloned().collect();
        names.sort();
        names
    };
    let oldest = ["description", "inputSchema", "name", "x-vendor"];
    assert_eq!(members("2024-11-05", 0), oldest);
    assert_eq!(
        members("2025-03-26", 0),
        ["annotations", "description", "inputSchema", "name", "x-vendor"]
    );
    assert_eq!(
        members("2025-06-18", 0),
        ["annotations", "description", "inputSchema", "name", "outputSchema", "title", "x-vendor"]
    );
    assert_eq!(members("2025-11-25", 0).len(), 8);
    // An output schema that is no object's exists in 2026-07-28 only.
    assert_eq!(members("2025-11-25", 2), ["inputSchema", "name"]);
}

#[test]
fn a_cursor_that_was_never_given_is_invalid() {
    assert_eq!(rig().modern(1, "tools/list", json!({"cursor": "x"}))["error"]["code"], -32602);
    assert!(rig().modern(1, "tools/list", json!({"cursor": null}))["result"].is_object());
}

#[test]
fn ids_come_back_as_they_came() {
    let mut rig = legacy("2025-11-25");
    for id in
        [r#""1""#, "1", r#""""#, "-3", "-1.0", r#""b7e2-x""#, "9007199254740993", r#""\u00e9""#]
    {
        let answer =
            rig.tell(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#)).unwrap();
        let expected: Value = serde_json::from_str(id).unwrap();
        assert_eq!(answer, json!({"jsonrpc": "2.0", "id": expected, "result": {}}));
    }
}

#[test]
fn what_is_no_message_is_refused_by_its_kind() {
    let cases = [
        ("nonsense", -32700),
        (r#"{"jsonrpc":"2.0","id":1,"#, -32700),
        ("[", -32700),
        ("12 abc", -32700),
        ("null x", -32700),
        ("2025-01-01 started", -32700),
        ("null", -32600),
        ("1", -32600),
        ("[]", -32600),
        (r#"{"jsonrpc":"2.0","id":null,"method":"tools/list"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":{},"method":"tools/list"}"#, -32600),
        (r#"{"jsonrpc":"2.0"}"#, -32600),
    ];
    for (text, code) in cases {
        let answer = rig().tell(text).unwrap();
        assert_eq!(answer["error"]["code"], code, "{text}");
        assert!(answer.get("id").is_none(), "an id that could not be read is left out: {text}");
    }
    for text in [
        r#"{"jsonrpc":"1.0","id":4,"method":"ping"}"#,
        r#"{"id":4,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":4,"method":1}"#,
        r#"{"jsonrpc":"2.0","id":4}"#,
    ] {
        let answer = rig().tell(text).unwrap();
        assert_eq!(
            (&answer["error"]["code"], &answer["id"]),
            (&json!(-32600), &json!(4)),
            "{text}"
        );
    }
}

#[test]
fn notifications_and_answers_are_never_answered() {
    let mut rig = legacy("2025-11-25");
    for text in [
        r#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/vendor/unheard_of","params":{"a":1}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}"#,
        r#"{"jsonrpc":"2.0","id":99,"result":{}}"#,
        r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"x"}}"#,
    ] {
        assert_eq!(rig.tell(text), None, "{text}");
    }
    assert_eq!(rig.ask(plain(1, "vendor/unheard_of", json!({})))["error"]["code"], -32601);
}

#[test]
fn a_cancelled_call_is_dropped_and_stays_silent() {
    let hub = Hub::default();
    let dropped = hub.dropped.clone();
    let mut rig = ServerRig::new(&service(hub));
    let hang = modern("a", "tools/call", call("search_issues", json!({"query": "hang"})));
    assert_eq!(rig.tell(&hang.to_string()), None);
    // The same digits as a number are another id.
    for (id, count) in [(json!("b"), 0), (json!("a"), 1), (json!("a"), 1)] {
        let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}});
        assert_eq!(rig.tell(&cancel.to_string()), None);
        assert_eq!(dropped.load(Relaxed), count);
    }
    assert!(rig.modern(2, "tools/call", call("echo", json!({})))["result"].is_object());
}

#[test]
fn a_float_cancels_the_number_that_it_is() {
    let hub = Hub::default();
    let dropped = hub.dropped.clone();
    let mut rig = ServerRig::new(&service(hub));
    let hang = modern(1, "tools/call", call("search_issues", json!({"query": "hang"})));
    assert_eq!(rig.tell(&hang.to_string()), None);
    for (id, count) in [("1.5", 0), ("\"1\"", 0), ("1.0", 1)] {
        let cancel = format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
        );
        assert_eq!(rig.tell(&cancel), None);
        assert_eq!(dropped.load(Relaxed), count, "{id}");
    }
}

#[test]
fn parameters_that_are_null_are_none() {
    let mut rig = legacy("2025-03-26");
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":null}"#;
    assert!(rig.tell(ping).unwrap()["result"].is_object());
    assert!(rig.tell(&format!("[{ping}]")).unwrap()[0]["result"].is_object());
}

#[test]
fn calls_run_side_by_side() {
    let mut rig = rig();
    let hang = modern(1, "tools/call", call("search_issues", json!({"query": "hang"})));
    assert_eq!(rig.tell(&hang.to_string()), None);
    assert_eq!(rig.modern(2, "tools/call", call("echo", json!({})))["id"], 2);
}

#[test]
fn batches_by_revision() {
    let batch = r#"[{"jsonrpc":"2.0","id":2,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/initialized"},
        {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo"}},{"jsonrpc":"2.0","id":4,"method":"initialize"},1]"#;
    let answers = legacy("2025-03-26").tell(batch).unwrap();
    let ids: Vec<_> = answers.as_array().unwrap().iter().map(|a| a["id"].clone()).collect();
    assert_eq!(ids, [json!(2), json!(3), json!(4), Value::Null]);
    assert!(answers[1]["result"]["content"].is_array());
    assert_eq!(
        (&answers[2]["error"]["code"], &answers[3]["error"]["code"]),
        (&json!(-32600), &json!(-32600))
    );
    let silent = r#"[{"jsonrpc":"2.0","method":"notifications/initialized"}]"#;
    assert_eq!(legacy("2025-03-26").tell(silent), None);
    for revision in ["2024-11-05", "2025-06-18", "2025-11-25"] {
        assert_eq!(legacy(revision).tell(batch).unwrap()["error"]["code"], -32600, "{revision}");
    }
    assert_eq!(rig().tell(batch).unwrap()["error"]["code"], -32600);
}

#[test]
fn each_request_of_a_batch_stands_alone() {
    let search = |id: i32, query: &str| {
        plain(id, "tools/call", call("search_issues", json!({"query": query})))
    };
    let mut rig = legacy("2025-03-26");
    let answers = rig.ask(json!([search(1, "panic"), plain(2, "ping", json!({}))]));
    assert_eq!((&answers[0]["id"], &answers[0]["error"]["code"]), (&json!(1), &json!(-32603)));
    assert_eq!(answers[1], json!({"jsonrpc": "2.0", "id": 2, "result": {}}));
    assert_eq!(answers.as_array().unwrap().len(), 2);

    // One that hangs neither stops the others from running nor can it not be cancelled.
    let hub = Hub::default();
    let gate = hub.gate.clone();
    let mut rig = ServerRig::legacy(&service(hub), "2025-03-26");
    let batch = json!([search(1, "hang"), search(2, "wait"), search(3, "q")]);
    assert_eq!(rig.tell(&batch.to_string()), None);
    gate.cancel();
    assert_eq!(rig.next(), None);
    let cancel =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}});
    let answers = rig.ask(cancel);
    let ids: Vec<_> = answers.as_array().unwrap().iter().map(|a| a["id"].clone()).collect();
    assert_eq!(ids, [json!(2), json!(3)]);
    // All of it cancelled, nothing is left to say.
    assert_eq!(rig.tell(&json!([search(4, "hang")]).to_string()), None);
    let cancel =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 4}});
    assert_eq!(rig.tell(&cancel.to_string()), None);
    for bad in [json!([]), Value::from(vec![plain(1, "ping", json!({})); 1_025])] {
        let text = rig.ask(bad)["error"]["message"].as_str().unwrap().to_owned();
        assert!(text.contains("1024 messages"), "{text}");
    }
}

#[test]
fn both_ends_of_one_module_speak_every_revision() {
    use common::{now, pending};
    use mcp_bindings::{Connection, Negotiation, Options, pair};
    use std::{
        future::{Future, IntoFuture},
        pin::Pin,
        task::{Context, Waker},
    };
    for revision in Revision::ALL {
        let (near, far) = pair();
        let negotiation =
            if revision.is_modern() { Negotiation::Auto } else { Negotiation::Only(revision) };
        let (connection, mut driver) =
            Connection::new(near, Options::default().negotiation(negotiation));
        let mut server = service(Hub::default()).serve(far);
        let client = hub::Client::new(connection.clone());
        let mut drive = || {
            for _ in 0..8 {
                let cx = &mut Context::from_waker(Waker::noop());
                let _ = Pin::new(&mut driver).poll(cx);
                let _ = Pin::new(&mut server).poll(cx);
            }
        };
        let mut running =
            client.echo(hub::EchoArgs { text: Some("revision".into()) }).into_future();
        pending(&mut running);
        drive();
        // The handshake is over; the call goes out when it is polled again.
        pending(&mut running);
        drive();
        assert_eq!(now(running).unwrap().text(), revision.as_str());
        assert_eq!(connection.revision(), Some(revision));
    }
}

//! What a client writes, revision by revision.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]
mod common;

use common::{Rig, hub, now, pending, ready};
use hub::{Client, EchoArgs, search};
use mcp_bindings::{Call, Error, LogLevel, Options, Revision, Tool, Value};
use serde_json::json;
use std::future::IntoFuture;

/// Starts a call and gives the request that it sends.
fn request<T: Tool>(rig: &mut Rig, call: Call<'static, T>) -> Value {
    let mut running = call.into_future();
    pending(&mut running);
    let request = rig.sent();
    std::mem::forget(running);
    request
}

fn client(rig: &Rig) -> Client {
    Client::new(rig.connection.clone())
}

#[test]
fn a_modern_request_states_revision_capabilities_and_client() {
    let mut rig = Rig::ready(Options::new("host", "1.2"), Revision::LATEST);
    let call = client(&rig).search_issues(search("q", Some(5))).into_owned();
    let request = request(&mut rig, call);
    assert_eq!(
        request,
        json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {
        "name": "search_issues", "arguments": {"query": "q", "perPage": 5},
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": {"name": "host", "version": "1.2"},
        }}})
    );
}

#[test]
fn the_probe_carries_the_envelope_too() {
    let mut rig = Rig::new(Options::new("host", "1.2"));
    let mut ready = Box::pin(ready(rig.connection.clone()));
    pending(&mut ready);
    let probe = rig.sent();
    assert_eq!(probe["method"], "server/discover");
    assert_eq!(probe["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
    assert_eq!(probe["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"], json!({}));
    assert_eq!(probe["params"]["_meta"]["io.modelcontextprotocol/clientInfo"]["name"], "host");
}

#[test]
fn an_anonymous_client_keeps_its_name() {
    let mut rig = Rig::ready(Options::new("host", "1.2").anonymous(), Revision::LATEST);
    let call = client(&rig).echo(EchoArgs::default()).into_owned();
    let meta = request(&mut rig, call)["params"]["_meta"].clone();
    assert_eq!(
        meta,
        json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        })
    );
}

#[test]
fn options_of_a_call_are_in_its_envelope_only() {
    let mut rig = Rig::modern();
    let call = client(&rig)
        .echo(EchoArgs::default())
        .into_owned()
        .meta("traceparent", "00-1-2-01")
        .meta("com.example/tag", json!([1]))
        .log_level(LogLevel::Warning)
        .on_progress(|_| ());
    let first = request(&mut rig, call);
    let meta = &first["params"]["_meta"];
    assert_eq!(meta["traceparent"], "00-1-2-01");
    assert_eq!(meta["com.example/tag"], json!([1]));
    assert_eq!(meta["io.modelcontextprotocol/logLevel"], "warning");
    assert!(meta["progressToken"].is_u64());
    let call = client(&rig).echo(EchoArgs::default()).into_owned();
    let second = request(&mut rig, call);
    assert_eq!(second["params"]["_meta"].as_object().unwrap().len(), 3);
    assert_eq!(second["params"]["arguments"], json!({}));
}

#[test]
fn legacy_requests_carry_no_envelope() {
    for revision in Revision::ALL.into_iter().filter(|r| !r.is_modern()) {
        let mut rig = Rig::ready(Options::default(), revision);
        let call =
            client(&rig).search_issues(search("q", None)).into_owned().log_level(LogLevel::Info);
        let params = request(&mut rig, call)["params"].clone();
        assert_eq!(
            params,
            json!({"name": "search_issues", "arguments": {"query": "q"}}),
            "{revision}"
        );
        let call =
            client(&rig).echo(EchoArgs::default()).into_owned().meta("a", 1).on_progress(|_| ());
        let meta = request(&mut rig, call)["params"]["_meta"].clone();
        assert_eq!(meta["a"], 1);
        assert!(meta["progressToken"].is_u64());
        assert_eq!(meta.as_object().unwrap().len(), 2);
    }
}

#[test]
fn initialize_offers_the_revision_and_names_the_client() {
    let legacy = Options::new("host", "1.2")
        .negotiation(mcp_bindings::Negotiation::Only(Revision::V2025_06_18));
    let mut rig = Rig::new(legacy);
    let mut ready = Box::pin(ready(rig.connection.clone()));
    pending(&mut ready);
    assert_eq!(
        rig.sent(),
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "host", "version": "1.2"}}})
    );
    rig.quiet();
}

#[test]
fn reserved_and_malformed_keys_are_refused_before_anything_is_sent() {
    let mut rig = Rig::modern();
    for key in ["io.modelcontextprotocol/protocolVersion", "a.mcp/x", "progressToken", "-x", "a b"]
    {
        let client = client(&rig);
        let refused = now(client.echo(EchoArgs::default()).meta(key, 1).into_future());
        assert!(matches!(refused, Err(Error::Usage(_))), "{key}: {refused:?}");
        rig.quiet();
    }
}

#[test]
fn any_request_gets_the_envelope() {
    let mut rig = Rig::modern();
    let connection = rig.connection.clone();
    let mut running = Box::pin(connection.request("vendor/do", "{\n \"a\": 1 }"));
    pending(&mut running);
    let request = rig.answer(json!({"resultType": "complete", "x": 1}));
    assert_eq!(request["method"], "vendor/do");
    assert_eq!(request["params"]["a"], 1);
    assert_eq!(request["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
    assert_eq!(now(running).unwrap().get(), r#"{"resultType":"complete","x":1}"#);

    let mut running = Box::pin(connection.request("vendor/do", "{}"));
    pending(&mut running);
    assert_eq!(rig.sent()["params"].as_object().unwrap().len(), 1);
    for bad in ["[]", "1", "{", "{} {}", ""] {
        assert!(matches!(now(connection.request("vendor/do", bad)), Err(Error::Usage(_))), "{bad}");
    }
}

#[test]
fn names_are_escaped() {
    struct Odd;
    impl Tool for Odd {
        const NAME: &'static str = "a\"b\\c\n";
        type Args = EchoArgs;
        type Output = mcp_bindings::Content;
    }
    let mut rig = Rig::modern();
    let connection = rig.connection.clone();
    let call = Call::<Odd>::new(&connection, EchoArgs::default()).into_owned();
    assert_eq!(request(&mut rig, call)["params"]["name"], "a\"b\\c\n");
}

//! How a client finds the era of a server, and what it makes of each answer.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]
mod common;

use common::{Clock, Rig, now, pending, ready};
use mcp_bindings::{Error, Negotiation, Options, Revision, ServerInfo, Value};
use serde_json::json;
use std::{future::Future, pin::Pin, sync::Arc, time::Duration};

type Ready = Pin<Box<dyn Future<Output = Result<Arc<ServerInfo>, Error>>>>;

/// A client that has been asked to get ready.
fn connecting(options: Options) -> (Rig, Ready) {
    let rig = Rig::new(options);
    let mut running: Ready = Box::pin(ready(rig.connection.clone()));
    pending(&mut running);
    (rig, running)
}

fn discovery(versions: Value) -> Value {
    json!({"resultType": "complete", "supportedVersions": versions, "capabilities": {"tools": {}}, "instructions": "Hi.",
        "ttlMs": 0, "cacheScope": "private", "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "srv", "version": "3"}}})
}

fn initialized(version: &str) -> Value {
    json!({"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": {"name": "srv", "version": "3"}})
}

fn error(code: i64, data: Value) -> Value {
    json!({"code": code, "message": "no", "data": data})
}

/// The next message must be `initialize` with this version; it is answered, and `initialized` must follow.
fn expect_initialize(rig: &mut Rig, offered: &str, answered: &str) {
    let request = rig.answer(initialized(answered));
    assert_eq!(request["method"], "initialize");
    assert_eq!(request["params"]["protocolVersion"], offered);
    assert_eq!(rig.sent()["method"], "notifications/initialized");
}

#[test]
fn a_discovery_means_modern() {
    let (mut rig, ready) = connecting(Options::default());
    assert_eq!(
        rig.answer(discovery(json!(["2026-07-28", "2025-11-25"])))["method"],
        "server/discover"
    );
    let info = now(ready).unwrap();
    assert_eq!(info.revision(), Revision::V2026_07_28);
    assert_eq!((info.name(), info.version(), info.instructions()), ("srv", "3", Some("Hi.")));
    assert!(info.capabilities().contains_key("tools"));
    assert_eq!(rig.connection.revision(), Some(Revision::V2026_07_28));
    rig.quiet();
}

#[test]
fn identity_beside_the_meta_is_read_too() {
    let (mut rig, ready) = connecting(Options::default());
    let mut result = discovery(json!(["2026-07-28"]));
    result["_meta"] = Value::Null;
    result["serverInfo"] = json!({"name": "old", "version": "0"});
    rig.answer(result);
    assert_eq!(now(ready).unwrap().name(), "old");
}

#[test]
fn errors_that_no_modern_server_gives_mean_legacy() {
    for code in [-32601, -32602, -32600, -32000, -32002, -32603, 1] {
        let (mut rig, ready) = connecting(Options::default());
        rig.refuse(error(code, Value::Null));
        expect_initialize(&mut rig, "2025-11-25", "2025-11-25");
        assert_eq!(now(ready).unwrap().revision(), Revision::V2025_11_25, "{code}");
    }
}

#[test]
fn a_result_that_is_no_discovery_means_legacy() {
    for result in [
        json!({}),
        json!({"supportedVersions": "2026-07-28"}),
        json!({"tools": []}),
        json!([]),
        json!(1),
    ] {
        let (mut rig, ready) = connecting(Options::default());
        rig.answer(result.clone());
        expect_initialize(&mut rig, "2025-11-25", "2025-11-25");
        assert!(now(ready).is_ok(), "{result}");
    }
}

#[test]
fn modern_errors_mean_modern() {
    for code in [-32020, -32021] {
        let (mut rig, ready) = connecting(Options::default());
        rig.refuse(error(code, json!({"requiredCapabilities": {"elicitation": {}}})));
        assert_eq!(now(ready).unwrap().revision(), Revision::V2026_07_28, "{code}");
        rig.quiet();
    }
}

#[test]
fn an_unsupported_version_names_what_to_go_on_with() {
    let (mut rig, ready) = connecting(Options::default());
    rig.refuse(error(
        -32022,
        json!({"supported": ["2027-01-01", "2025-03-26", "2025-06-18"], "requested": "2026-07-28"}),
    ));
    expect_initialize(&mut rig, "2025-06-18", "2025-06-18");
    assert_eq!(now(ready).unwrap().revision(), Revision::V2025_06_18);
}

#[test]
fn a_discovery_without_our_modern_revision_goes_on_with_a_shared_legacy_one() {
    let (mut rig, ready) = connecting(Options::default());
    rig.answer(discovery(json!(["2027-01-01", "2025-11-25"])));
    expect_initialize(&mut rig, "2025-11-25", "2025-11-25");
    assert!(now(ready).is_ok());
}

#[test]
fn nothing_shared_is_an_error_that_names_both_sides() {
    let (mut rig, ready) = connecting(Options::default());
    rig.refuse(error(-32022, json!({"supported": ["2027-01-01"], "requested": "2026-07-28"})));
    let text = now(ready).unwrap_err().to_string();
    assert!(text.contains("2027-01-01") && text.contains("2026-07-28"), "{text}");
    rig.quiet();
}

#[test]
fn silence_means_legacy() {
    let clock = Clock::default();
    let options = Options::default().timer(clock.clone()).probe_timeout(Duration::from_secs(3));
    let (mut rig, mut ready) = connecting(options);
    let probe = rig.sent();
    clock.advance(Duration::from_secs(2));
    rig.quiet();
    clock.advance(Duration::from_secs(1));
    expect_initialize(&mut rig, "2025-11-25", "2025-11-25");
    assert!(now(ready.as_mut()).is_ok());
    // The probe's late answer changes nothing.
    rig.reply(
        &json!({"jsonrpc": "2.0", "id": probe["id"], "result": discovery(json!(["2026-07-28"]))}),
    );
    rig.quiet();
    assert_eq!(rig.connection.revision(), Some(Revision::V2025_11_25));
}

#[test]
fn a_slow_modern_server_is_found_by_its_answer_to_initialize() {
    let clock = Clock::default();
    let options = Options::default().timer(clock.clone()).probe_timeout(Duration::from_secs(3));
    let (mut rig, ready) = connecting(options);
    rig.sent();
    clock.advance(Duration::from_secs(3));
    let refused =
        rig.refuse(error(-32022, json!({"supported": ["2026-07-28"], "requested": "2025-11-25"})));
    assert_eq!(refused["method"], "initialize");
    assert_eq!(rig.answer(discovery(json!(["2026-07-28"])))["method"], "server/discover");
    assert_eq!(now(ready).unwrap().revision(), Revision::V2026_07_28);
}

#[test]
fn the_server_may_answer_an_older_revision() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18"] {
        let (mut rig, ready) = connecting(Options::default());
        rig.refuse(error(-32601, Value::Null));
        expect_initialize(&mut rig, "2025-11-25", version);
        assert_eq!(now(ready).unwrap().revision().as_str(), version);
    }
}

#[test]
fn an_unknown_revision_ends_the_handshake() {
    for answer in
        [initialized("1999-01-01"), initialized("2026-07-28"), json!({"capabilities": {}})]
    {
        let (mut rig, ready) = connecting(Options::default());
        rig.refuse(error(-32601, Value::Null));
        rig.answer(answer.clone());
        assert!(matches!(now(ready), Err(Error::Connect(_))), "{answer}");
        rig.quiet();
    }
}

#[test]
fn a_given_legacy_revision_is_taken_or_nothing() {
    let legacy = || Options::default().negotiation(Negotiation::Only(Revision::V2025_03_26));
    let (mut rig, ready) = connecting(legacy());
    expect_initialize(&mut rig, "2025-03-26", "2025-03-26");
    assert!(now(ready).is_ok());
    let (mut rig, ready) = connecting(legacy());
    rig.answer(initialized("2024-11-05"));
    let error = now(ready).unwrap_err();
    assert!(matches!(&error, Error::Connect(e) if matches!(**e, Error::Version(_))), "{error:?}");
}

#[test]
fn modern_only_never_initializes() {
    let (mut rig, ready) =
        connecting(Options::default().negotiation(Negotiation::Only(Revision::LATEST)));
    rig.refuse(error(-32601, Value::Null));
    assert!(matches!(now(ready), Err(Error::Connect(_))));
    rig.quiet();
}

#[test]
fn a_server_that_goes_away_ends_the_handshake_with_the_reason() {
    let (near, far) = mcp_bindings::pair();
    let (connection, mut driver) = mcp_bindings::Connection::new(near, Options::default());
    let mut ready = Box::pin(connection.ready());
    pending(&mut ready);
    drop(far);
    let ended =
        Pin::new(&mut driver).poll(&mut std::task::Context::from_waker(std::task::Waker::noop()));
    assert!(ended.is_ready());
    assert!(now(ready).unwrap_err().to_string().contains("closed"));
    assert!(now(connection.ready()).is_err());
}

#[test]
fn calls_before_the_handshake_wait_for_it() {
    let mut rig = Rig::new(Options::default());
    let connection = rig.connection.clone();
    let mut first = Box::pin(connection.request("a", "{}"));
    let mut second = Box::pin(connection.request("b", "{}"));
    pending(&mut first);
    pending(&mut second);
    rig.answer(discovery(json!(["2026-07-28"])));
    rig.quiet();
    pending(&mut first);
    pending(&mut second);
    assert_eq!(rig.sent()["method"], "a");
    assert_eq!(rig.sent()["method"], "b");
}

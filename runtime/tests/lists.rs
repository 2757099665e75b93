//! Lists, what may be used again of them, and being told that they changed.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]
mod common;

use common::{Clock, Rig, now, pending};
use mcp_bindings::{Change, Connection, Error, List, LogLevel, Options, Revision, Value, Watch};
use serde_json::{Value as Json, json};
use std::time::Duration;

fn rig(revision: Revision) -> (Rig, Clock) {
    let clock = Clock::default();
    (Rig::ready(Options::default().timer(clock.clone()), revision), clock)
}

async fn list(connection: Connection, list: List) -> Result<usize, Error> {
    Ok(connection.list(list).await?.len())
}

/// Lists the tools; `page` answers if the client asks, and `None` says that it must not.
fn tools(rig: &mut Rig, page: Option<Json>) -> usize {
    let mut listed = Box::pin(list(rig.connection.clone(), List::Tools));
    let polled = std::future::Future::poll(
        listed.as_mut(),
        &mut std::task::Context::from_waker(std::task::Waker::noop()),
    );
    match (polled, page) {
        (std::task::Poll::Ready(count), None) => count.unwrap(),
        (std::task::Poll::Pending, Some(page)) => {
            rig.answer(page);
            now(listed).unwrap()
        }
        (polled, page) => panic!("{polled:?} {page:?}"),
    }
}

fn page(count: usize, ttl: Json) -> Json {
    let tools: Vec<Json> = (0..count)
        .map(|i| json!({"name": format!("t{i}"), "inputSchema": {"type": "object"}}))
        .collect();
    json!({"resultType": "complete", "tools": tools, "ttlMs": ttl, "cacheScope": "private"})
}

#[test]
fn a_list_is_used_again_for_as_long_as_its_server_says() {
    let (mut rig, clock) = rig(Revision::LATEST);
    assert_eq!(tools(&mut rig, Some(page(2, json!(5000)))), 2);
    clock.advance(Duration::from_millis(4999));
    assert_eq!(tools(&mut rig, None), 2);
    clock.advance(Duration::from_millis(1));
    assert_eq!(tools(&mut rig, Some(page(3, json!(0)))), 3);
    // Absent, zero and negative are no time at all.
    for ttl in [json!(-1), Json::Null, json!("5000")] {
        assert_eq!(tools(&mut rig, Some(page(1, ttl))), 1);
    }
}

#[test]
fn a_notification_ends_the_use_of_what_it_names() {
    let (mut rig, _) = rig(Revision::LATEST);
    tools(&mut rig, Some(page(2, json!(60_000))));
    rig.reply(&json!({"jsonrpc": "2.0", "method": "notifications/prompts/list_changed"}));
    tools(&mut rig, None);
    rig.reply(&json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}));
    tools(&mut rig, Some(page(3, json!(60_000))));
    tools(&mut rig, None);
    // One that comes while the list is on its way is about that list too.
    rig.reply(&json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}));
    let mut listed = Box::pin(list(rig.connection.clone(), List::Tools));
    pending(&mut listed);
    let request = rig.sent();
    rig.reply(&json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}));
    rig.reply(&json!({"jsonrpc": "2.0", "id": request["id"], "result": page(1, json!(60_000))}));
    assert_eq!(now(listed).unwrap(), 1);
    tools(&mut rig, Some(page(2, json!(0))));
}

#[test]
fn the_shortest_time_of_all_pages_counts() {
    let (mut rig, clock) = rig(Revision::LATEST);
    let mut listed = Box::pin(list(rig.connection.clone(), List::Tools));
    pending(&mut listed);
    let mut first = page(1, json!(9000));
    first["nextCursor"] = json!("");
    rig.answer(first);
    pending(&mut listed);
    assert_eq!(rig.answer(page(1, json!(1000)))["params"]["cursor"], "");
    assert_eq!(now(listed).unwrap(), 2);
    tools(&mut rig, None);
    clock.advance(Duration::from_secs(2));
    tools(&mut rig, Some(page(1, json!(0))));
}

#[test]
fn a_cursor_that_is_good_no_more_starts_the_list_over_once() {
    let (mut rig, _) = rig(Revision::LATEST);
    let mut listed = Box::pin(list(rig.connection.clone(), List::Tools));
    pending(&mut listed);
    let mut first = page(1, json!(0));
    first["nextCursor"] = json!("a");
    rig.answer(first);
    pending(&mut listed);
    rig.refuse(json!({"code": -32602, "message": "cursor"}));
    pending(&mut listed);
    assert!(rig.answer(page(2, json!(0)))["params"].get("cursor").is_none());
    assert_eq!(now(listed).unwrap(), 2);
    // A refusal of the first page is the server's last word.
    let mut listed = Box::pin(list(rig.connection.clone(), List::Tools));
    pending(&mut listed);
    rig.refuse(json!({"code": -32602, "message": "no"}));
    assert!(matches!(now(listed), Err(Error::Protocol(_))));
    rig.quiet();
}

#[test]
fn one_bad_entry_costs_itself() {
    let (mut rig, _) = rig(Revision::V2025_11_25);
    let connection = rig.connection.clone();
    let mut listed = Box::pin(connection.tools());
    pending(&mut listed);
    let id = rig.sent()["id"].clone();
    rig.reply_text(format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"tools":[
            {{"name":"good","inputSchema":{{"type":"object","b":1,"a":2}}}},
            {{"name":"bad","inputSchema":7}},
            "nonsense",
            {{"name":"also","inputSchema":{{"type":"object"}}}}]}}}}"#
    ));
    let listed = now(listed).unwrap();
    let names: Vec<&str> = listed.entries.iter().map(|entry| &*entry.value.name).collect();
    assert_eq!(names, ["good", "also"]);
    assert!(listed.entries[0].raw.get().contains(r#""b":1,"a":2"#));
    let places: Vec<&str> = listed.faults.iter().map(|fault| fault.pointer()).collect();
    assert_eq!(places, ["/result/tools/1/inputSchema", "/result/tools/2"]);
}

/// Reads a resource; `text` answers if the client asks, and `None` says that it must not.
fn read(rig: &mut Rig, uri: &str, text: Option<(&str, u64)>) -> String {
    let connection = rig.connection.clone();
    let mut reading = Box::pin(std::future::IntoFuture::into_future(connection.read(uri)));
    if let Some((text, ttl)) = text {
        pending(&mut reading);
        rig.answer(json!({"resultType": "complete", "ttlMs": ttl, "cacheScope": "private",
            "contents": [{"uri": uri, "text": text}]}));
    }
    now(reading).unwrap().text().unwrap().to_owned()
}

#[test]
fn a_resource_is_used_again_until_it_or_a_part_of_it_changes() {
    let (mut rig, clock) = rig(Revision::LATEST);
    assert_eq!(read(&mut rig, "file:///a", Some(("1", 5000))), "1");
    assert_eq!(read(&mut rig, "file:///a", None), "1");
    assert_eq!(read(&mut rig, "file:///b", Some(("2", 0))), "2");
    assert_eq!(read(&mut rig, "file:///b", Some(("3", 0))), "3");
    let updated = |uri: &str| json!({"jsonrpc": "2.0", "method": "notifications/resources/updated", "params": {"uri": uri}});
    rig.reply(&updated("file:///c"));
    assert_eq!(read(&mut rig, "file:///a", None), "1");
    rig.reply(&updated("file:///a/part"));
    assert_eq!(read(&mut rig, "file:///a", Some(("4", 5000))), "4");
    clock.advance(Duration::from_secs(5));
    assert_eq!(read(&mut rig, "file:///a", Some(("5", 0))), "5");
}

// ---- subscriptions

fn acknowledge(rig: &mut Rig, id: &Value, agreed: Value) {
    rig.reply(
        &json!({"jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged", "params": {
        "notifications": agreed, "_meta": {"io.modelcontextprotocol/subscriptionId": id}}}),
    );
}

fn changed(method: &str, id: &Value, mut params: Value) -> Value {
    params["_meta"] = json!({"io.modelcontextprotocol/subscriptionId": id});
    json!({"jsonrpc": "2.0", "method": method, "params": params})
}

#[test]
fn a_modern_subscription_is_one_request_that_lasts() {
    let (mut rig, _) = rig(Revision::LATEST);
    let connection = rig.connection.clone();
    let watch = Watch::new().tools().prompts().resource("file:///a");
    let mut opening = Box::pin(connection.subscribe(watch));
    pending(&mut opening);
    let request = rig.sent();
    assert_eq!(request["method"], "subscriptions/listen");
    assert_eq!(
        request["params"]["notifications"],
        json!({"toolsListChanged": true, "promptsListChanged": true, "resourceSubscriptions": ["file:///a"]})
    );
    pending(&mut opening);
    let id = request["id"].clone();
    acknowledge(
        &mut rig,
        &id,
        json!({"toolsListChanged": true, "resourceSubscriptions": ["file:///a"]}),
    );
    let mut changes = now(opening).unwrap();
    assert_eq!(*changes.agreed(), Watch::new().tools().resource("file:///a"));
    {
        let mut next = Box::pin(changes.next());
        pending(&mut next);
        // Another one's, then ours; the id is read leniently.
        rig.reply(&changed("notifications/tools/list_changed", &json!(999), json!({})));
        pending(&mut next);
        rig.reply(&changed("notifications/tools/list_changed", &json!(id.to_string()), json!({})));
        assert_eq!(now(next).unwrap().unwrap(), Change::Tools);
    }
    rig.reply(&changed("notifications/resources/updated", &id, json!({"uri": "file:///a/b"})));
    assert_eq!(now(changes.next()).unwrap().unwrap(), Change::Resource("file:///a/b".to_owned()));
    // The server ends it by the result.
    rig.reply(&json!({"jsonrpc": "2.0", "id": id, "result": {"resultType": "complete",
        "_meta": {"io.modelcontextprotocol/subscriptionId": id}}}));
    assert!(now(changes.next()).is_none());
    drop(changes);
    rig.quiet();
}

#[test]
fn dropping_a_modern_subscription_cancels_its_request() {
    let (mut rig, _) = rig(Revision::LATEST);
    let connection = rig.connection.clone();
    let mut opening = Box::pin(connection.subscribe(Watch::new().tools()));
    pending(&mut opening);
    let id = rig.sent()["id"].clone();
    acknowledge(&mut rig, &id, json!({"toolsListChanged": true}));
    drop(now(opening).unwrap());
    let cancel = rig.sent();
    assert_eq!(cancel["method"], "notifications/cancelled");
    assert_eq!(cancel["params"]["requestId"], id);
}

#[test]
fn a_server_without_changes_says_so() {
    let (mut rig, clock) = rig(Revision::LATEST);
    let connection = rig.connection.clone();
    let mut opening = Box::pin(connection.subscribe(Watch::new().tools()));
    pending(&mut opening);
    rig.refuse(json!({"code": -32601, "message": "no"}));
    assert!(matches!(now(opening), Err(Error::Protocol(e)) if e.code == -32601));
    let mut opening = Box::pin(connection.subscribe(Watch::new().tools()));
    pending(&mut opening);
    rig.sent();
    clock.advance(Duration::from_secs(61));
    assert!(matches!(now(opening), Err(Error::TimedOut(_))));
}

#[test]
fn a_legacy_subscription_is_a_request_a_resource() {
    let mut rig = legacy(json!({"tools": {"listChanged": true}, "resources": {"subscribe": true}}));
    let connection = rig.connection.clone();
    let watch = Watch::new().tools().prompts().resource("file:///a");
    let mut opening = Box::pin(connection.subscribe(watch));
    pending(&mut opening);
    let request = rig.answer(json!({}));
    assert_eq!(request["method"], "resources/subscribe");
    assert_eq!(request["params"]["uri"], "file:///a");
    let mut changes = now(opening).unwrap();
    assert_eq!(*changes.agreed(), Watch::new().tools().resource("file:///a"));
    rig.reply(&json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}));
    rig.reply(&json!({"jsonrpc": "2.0", "method": "notifications/resources/updated", "params": {"uri": "file:///z"}}));
    rig.reply(&json!({"jsonrpc": "2.0", "method": "notifications/resources/updated", "params": {"uri": "file:///a"}}));
    assert_eq!(now(changes.next()).unwrap().unwrap(), Change::Tools);
    assert_eq!(now(changes.next()).unwrap().unwrap(), Change::Resource("file:///a".to_owned()));
    drop(changes);
    let request = rig.sent();
    assert_eq!(request["method"], "resources/unsubscribe");
    assert_eq!(request["params"]["uri"], "file:///a");
}

fn legacy(capabilities: Value) -> Rig {
    let options =
        Options::default().negotiation(mcp_bindings::Negotiation::Only(Revision::V2025_06_18));
    let mut rig = Rig::new(options);
    let connection = rig.connection.clone();
    let mut ready = std::pin::pin!(connection.ready());
    pending(&mut ready);
    rig.answer(json!({"protocolVersion": "2025-06-18", "capabilities": capabilities,
        "serverInfo": {"name": "s", "version": "1"}}));
    now(ready.as_mut()).unwrap();
    assert_eq!(rig.sent()["method"], "notifications/initialized");
    rig
}

// ---- logs

#[test]
fn the_level_of_logs_goes_with_each_request_or_by_set_level() {
    let level = "io.modelcontextprotocol/logLevel";
    let mut rig = Rig::modern();
    let connection = rig.connection.clone();
    now(connection.log_level(LogLevel::Warning)).unwrap();
    rig.quiet();
    let mut listed = Box::pin(list(connection.clone(), List::Tools));
    pending(&mut listed);
    assert_eq!(rig.sent()["params"]["_meta"][level], "warning");

    let mut rig = legacy(json!({"logging": {}}));
    let connection = rig.connection.clone();
    let mut set = Box::pin(connection.log_level(LogLevel::Warning));
    pending(&mut set);
    let request = rig.answer(json!({}));
    assert_eq!(request["method"], "logging/setLevel");
    assert_eq!(request["params"], json!({"level": "warning"}));
    now(set).unwrap();
    let mut listed = Box::pin(list(connection.clone(), List::Tools));
    pending(&mut listed);
    assert!(rig.sent()["params"].get("_meta").is_none());
}

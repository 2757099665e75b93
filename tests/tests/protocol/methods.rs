//! Messages are told apart by their method, results by the method that they answer.

use crate::instance::smallest;
use crate::named;
use crate::official::Official;
use mcp_bindgen_protocol::{v2024_11_05, v2025_03_26, v2025_06_18, v2025_11_25, v2026_07_28};
use mcp_bindgen_tests::json;
use std::collections::BTreeMap;

/// The unions of messages that one side sends.
const UNIONS: [&str; 4] =
    ["ClientRequest", "ServerRequest", "ClientNotification", "ServerNotification"];

/// What answers a request, as the specification says; `Result` where the answer is empty.
const RESULTS: [(&str, &str); 22] = [
    ("completion/complete", "CompleteResult"),
    ("elicitation/create", "ElicitResult"),
    ("initialize", "InitializeResult"),
    ("logging/setLevel", "Result"),
    ("ping", "Result"),
    ("prompts/get", "GetPromptResult"),
    ("prompts/list", "ListPromptsResult"),
    ("resources/list", "ListResourcesResult"),
    ("resources/read", "ReadResourceResult"),
    ("resources/subscribe", "Result"),
    ("resources/templates/list", "ListResourceTemplatesResult"),
    ("resources/unsubscribe", "Result"),
    ("roots/list", "ListRootsResult"),
    ("sampling/createMessage", "CreateMessageResult"),
    ("server/discover", "DiscoverResult"),
    ("subscriptions/listen", "SubscriptionsListenResult"),
    ("tasks/cancel", "CancelTaskResult"),
    ("tasks/get", "GetTaskResult"),
    ("tasks/list", "ListTasksResult"),
    ("tasks/result", "GetTaskPayloadResult"),
    ("tools/call", "CallToolResult"),
    ("tools/list", "ListToolsResult"),
];

/// `Variant(Type { .. })` is `("Variant", "Type")`.
fn variant(debug: &str) -> (&str, &str) {
    let (variant, inside) = debug.split_once('(').unwrap_or((debug, ""));
    (variant, inside.split([' ', '(']).next().unwrap_or_default())
}

#[test]
fn each_method_reaches_its_own_variant() {
    let mut wrong = Vec::new();
    for official in Official::all() {
        let mut count = 0;
        for union in UNIONS {
            // In 2026-07-28 clients send one notification and servers no requests: the first is no union, the other not there.
            if official.definitions().get(union).is_none_or(|u| u.get("anyOf").is_none()) {
                continue;
            }
            let mut seen: BTreeMap<String, &str> = BTreeMap::new();
            for name in official.members(union) {
                count += 1;
                let method = official.constant(name, "method").unwrap();
                let text = smallest(&official, name).to_string();
                let read = match (named(official.revision, union).read)(&text) {
                    Ok(read) => read,
                    Err(e) => {
                        wrong.push(format!("{} {union} {method}: {e}: {text}", official.revision));
                        continue;
                    }
                };
                let (variant, inside) = variant(&read.debug);
                if inside != name {
                    wrong.push(format!(
                        "{} {union}: {method} is a {inside}, not a {name}",
                        official.revision
                    ));
                }
                if let Some(other) = seen.insert(variant.to_owned(), method) {
                    wrong.push(format!("{union}::{variant} is for {other} and {method}"));
                }
                if !json::same(&text, &read.text).unwrap() {
                    wrong.push(format!("{text} became {}", read.text));
                }
            }
        }
        println!("{}: {count} messages", official.revision);
        assert!(count >= 17, "only {count} messages in {}", official.revision);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_method_that_is_newer_than_the_revision_survives() {
    let text = r#"{"jsonrpc":"2.0","id":1,"method":"zzz/new","params":{"a":[1,null]}}"#;
    for official in Official::all() {
        for union in UNIONS {
            if official.definitions().get(union).is_some_and(|u| u.get("anyOf").is_some()) {
                let read = (named(official.revision, union).read)(text).unwrap();
                assert!(read.debug.starts_with("Other("), "{}", read.debug);
                assert!(json::same(text, &read.text).unwrap(), "{}", read.text);
            }
        }
    }
}

/// Reads the result of a request and writes it again: its debug text and its JSON.
type ByMethod = fn(&str, &str) -> Result<(String, String), String>;

macro_rules! results {
    ($($module:ident $revision:literal [$($union:ident $requests:literal),*])*) => {
        const BY_METHOD: &[(&str, &str, ByMethod)] = &[$($(($revision, $requests, |method, text| {
            let value = $module::$union::decode(method, text).map_err(|e| e.to_string())?;
            let again = serde_json::to_string(&value).unwrap();
            Ok((format!("{value:?}"), again))
        }),)*)*];
    };
}
results! {
    v2024_11_05 "2024-11-05" [ServerResult "ClientRequest", ClientResult "ServerRequest"]
    v2025_03_26 "2025-03-26" [ServerResult "ClientRequest", ClientResult "ServerRequest"]
    v2025_06_18 "2025-06-18" [ServerResult "ClientRequest", ClientResult "ServerRequest"]
    v2025_11_25 "2025-11-25" [ServerResult "ClientRequest", ClientResult "ServerRequest"]
    v2026_07_28 "2026-07-28" [ServerResult "ClientRequest", InputResponse "InputRequest"]
}

#[test]
fn results_are_read_by_the_method_they_answer() {
    let results: BTreeMap<&str, &str> = RESULTS.into_iter().collect();
    let mut wrong = Vec::new();
    for official in Official::all() {
        for (revision, requests, decode) in BY_METHOD {
            if *revision != official.revision {
                continue;
            }
            for request in official.members(requests) {
                let method = official.constant(request, "method").unwrap();
                let wanted = results[method];
                let text = smallest(&official, wanted).to_string();
                match decode(method, &text) {
                    Err(e) => wrong.push(format!("{revision} {method}: {e}: {text}")),
                    Ok((debug, again)) => {
                        if variant(&debug).1 != wanted {
                            wrong.push(format!("{revision} {method}: no {wanted} but {debug}"));
                        }
                        if !json::same(&text, &again).unwrap() {
                            wrong.push(format!("{text} became {again}"));
                        }
                    }
                }
            }
            assert!(decode("zzz/new", "{}").is_err(), "{revision} knows a result of any method");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_result_that_asks_for_input_is_told_from_a_complete_one() {
    let asks = r#"{"resultType":"input_required","inputRequests":{}}"#;
    let read = v2026_07_28::ServerResult::decode("tools/call", asks).unwrap();
    assert!(matches!(read, v2026_07_28::ServerResult::InputRequired(_)), "{read:?}");
    let complete = r#"{"resultType":"complete","content":[]}"#;
    let refused = mcp_bindings_wire::from_str::<v2026_07_28::InputRequiredResult>(complete);
    assert_eq!(refused.unwrap_err().pointer(), "/resultType");
    let read = v2026_07_28::ServerResult::decode("tools/call", complete).unwrap();
    assert!(matches!(read, v2026_07_28::ServerResult::CallTool(_)), "{read:?}");
}

#[test]
fn an_unknown_kind_of_result_is_no_guess() {
    for kind in [r#""task""#, "1", r#""Complete""#] {
        let result = format!(r#"{{"resultType":{kind},"content":[]}}"#);
        let error = v2026_07_28::ServerResult::decode("tools/call", &result).unwrap_err();
        assert_eq!(error.pointer(), "/resultType", "{kind}");
    }
    let escaped = r#"{"resultType":"input\u005frequired","inputRequests":{}}"#;
    let read = v2026_07_28::ServerResult::decode("tools/call", escaped).unwrap();
    assert!(matches!(read, v2026_07_28::ServerResult::InputRequired(_)), "{read:?}");
}

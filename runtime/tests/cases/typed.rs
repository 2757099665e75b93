//! Messages read as the generated types and written again.
use crate::bank::Case;
use crate::common::{Rig, now, pending};
use mcp_bindings::{Decode, DecodeError, Options, Revision, Validate, Value, protocol};
use std::future::IntoFuture;

/// Reads a text as a type and writes it again.
type Codec = fn(&str) -> Result<String, DecodeError>;

fn recode<T: Decode + Validate + serde_core::Serialize>(text: &str) -> Result<String, DecodeError> {
    mcp_bindings::from_str::<T>(text).map(|value| mcp_bindings::to_string(&value).unwrap())
}

macro_rules! types {
    ($($module:ident [$($name:ident),*])*) => {
        fn codec(revision: Revision, name: &str) -> Codec {
            let module = format!("v{}", revision.as_str().replace('-', "_"));
            match (module.as_str(), name) {
                $($((stringify!($module), stringify!($name)) => recode::<protocol::$module::$name>,)*)*
                _ => panic!("{module} {name} is not among the types of this test"),
            }
        }
    };
}
types! {
    v2025_03_26 [CallToolResult, ProgressNotification]
    v2025_06_18 [ListToolsResult, ReadResourceResult]
    v2025_11_25 [CallToolRequest, CallToolResult, InitializeResult, InitializedNotification, JSONRPCErrorResponse,
        ListToolsResult, LoggingMessageNotification, RootsListChangedNotification, ToolListChangedNotification]
    v2026_07_28 [DiscoverResult, InputRequiredResult, ListToolsResult]
}

/// The message as it is written again after it was read. A type of a result is that of the message's `result`.
#[track_caller]
pub fn recoded(revision: Revision, name: &str, message: &Value) -> Value {
    let codec = codec(revision, name);
    let read = |value: &Value| -> Value {
        let text = codec(&value.to_string()).unwrap_or_else(|e| panic!("{name}: {e}"));
        serde_json::from_str(&text).unwrap()
    };
    if !name.ends_with("Result") {
        return read(message);
    }
    let mut again = message.clone();
    again["result"] = read(&message["result"]);
    again
}

/// Reads the case's message as the type that the case names, and holds what is written again against it.
#[track_caller]
pub fn holds(case: &Case) -> Value {
    let expect = &case.expect;
    assert_eq!(expect["decodes"], true);
    let again = recoded(case.revision(), expect["as"].as_str().unwrap(), case.message());
    for (pointer, value) in expect["values"].as_object().into_iter().flatten() {
        assert_eq!(again.pointer(pointer), Some(value), "{pointer}");
    }
    for (pointer, count) in expect["counts"].as_object().into_iter().flatten() {
        let list = again.pointer(pointer).and_then(Value::as_array);
        assert_eq!(list.map(Vec::len), count.as_u64().map(|n| n as usize), "{pointer}");
    }
    for pointer in expect["re_encode_omits"].as_array().into_iter().flatten() {
        assert_eq!(again.pointer(pointer.as_str().unwrap()), None, "{pointer}");
    }
    if expect["re_encodes_equal"] == true {
        assert_eq!(&again, case.message());
    }
    again
}

/// The type that the case has for a message of its list.
fn definition(case: &Case, index: usize) -> Option<String> {
    let base = format!("/messages/{index}");
    let is_it = |pointer: &str| pointer == base || pointer == format!("{base}/result");
    let checks = case.expected("schema_check").iter();
    let mut found = checks.filter(|check| is_it(check["pointer"].as_str().unwrap()));
    found.next().map(|check| check["def"].as_str().unwrap().to_owned())
}

pub fn pw_base64_variants(case: &Case) {
    // Blobs are kept as text: that one makes no sense concerns who wants its bytes, and nobody else.
    assert_eq!(case.expect["re_encodes_equal"], true);
    holds(case);
    // The bytes are a step of their own, by the reader that generated clients have.
    let mut rig = Rig::ready(Options::default(), case.revision());
    let connection = rig.connection.clone();
    let mut read = Box::pin(connection.read("case://").into_future());
    pending(&mut read);
    rig.answer(case.result().clone());
    let contents = now(read).unwrap();
    assert_eq!(contents.parts.len(), case.expect["blob_bytes_hex"].as_object().unwrap().len());
    for part in &contents.parts {
        let expected = case.expect["blob_bytes_hex"][part.uri()].as_str().unwrap();
        let hex =
            part.bytes().map(|bytes| bytes.iter().map(|byte| format!("{byte:02x}")).collect());
        let hex: String = hex.unwrap_or_else(|e| {
            assert!(e.to_string().contains(part.uri()), "{e}");
            "typed error".to_owned()
        });
        assert!(expected.starts_with(&hex) || expected.ends_with(&hex), "{}: {hex}", part.uri());
    }
}

pub fn pw_notification_without_params(case: &Case) {
    assert_eq!(case.expect["decodes"], true);
    assert_eq!(case.expect["re_encodes_equal"], true);
    for (i, message) in case.given("messages").iter().enumerate() {
        let name = definition(case, i).unwrap_or_else(|| {
            assert_eq!(message["method"], "notifications/roots/list_changed");
            "RootsListChangedNotification".to_owned()
        });
        assert_eq!(&recoded(case.revision(), &name, message), message);
    }
}

pub fn pw_unknown_enum_values(case: &Case) {
    assert_eq!(case.expect["decodes"], true);
    assert_eq!(case.expect["re_encodes_equal"], true);
    for (i, message) in case.given("messages").iter().enumerate() {
        let name = definition(case, i).unwrap();
        assert_eq!(&recoded(case.revision(), &name, message), message);
    }
    // What was never declared is told from what was.
    use protocol::v2025_11_25::LoggingLevel;
    let level = &case.given("messages")[0]["params"]["level"];
    let read: LoggingLevel = mcp_bindings::from_str(&level.to_string()).unwrap();
    assert_eq!(read, LoggingLevel::Other(level.as_str().unwrap().to_owned()));
}

//! Objects as structs: presence, constants, undeclared members.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod common;
use common::{read, refused, same};
use mcp_bindings_wire as wire;
use std::collections::BTreeMap;
use wire::{Map, Never, Validate, Value};

#[derive(Clone, Debug, PartialEq)]
pub struct Args {
    pub query: String,
    pub before: Option<String>,
    pub per_page: Option<i64>,
    pub after: Option<Option<String>>,
}
wire::record! { Args {
    query: "query" required,
    before: "before" required,
    per_page: "perPage" optional,
    after: "after" optional,
} }

#[derive(Clone, Debug, PartialEq)]
pub struct Empty {}
wire::record! { Empty {} }

#[test]
fn four_presences() {
    same::<Args>(r#"{"query":"q","before":null}"#);
    same::<Args>(r#"{"query":"q","before":"b","perPage":3,"after":null}"#);
    same::<Args>(r#"{"after":"a","perPage":3,"before":null,"query":"q"}"#);
    refused::<Args>(r#"{"query":"q"}"#, "", &["missing field `before`"]);
    refused::<Args>(r#"{"before":null}"#, "", &["missing field `query`"]);
    refused::<Args>(r#"{"query":null,"before":null}"#, "/query", &["null", "expected a string"]);
    let null_page = r#"{"query":"q","before":null,"perPage":null}"#;
    refused::<Args>(null_page, "/perPage", &["null", "expected an integer"]);
    assert_eq!(read::<Args>(r#"{"query":"q","before":null}"#).after, None);
    assert_eq!(read::<Args>(r#"{"query":"q","before":null,"after":null}"#).after, Some(None));
}

#[test]
fn closed() {
    refused::<Args>(
        r#"{"query":"q","before":null,"x/y~":1}"#,
        "/x~1y~0",
        &["not allowed", "one of `query`, `before`"],
    );
    refused::<Empty>(r#"{"x":1}"#, "/x", &["not allowed", "none"]);
    same::<Empty>("{}");
    refused::<Args>("[]", "", &["sequence", "an object (Args)"]);
    refused::<Args>("7", "", &["integer `7`", "an object (Args)"]);
    let trailing = r#"{"query":"q","before":null} x"#;
    refused::<Args>(trailing, "", &["trailing"]);
}

#[derive(Clone, Debug, PartialEq)]
pub struct Notes {
    pub title: Option<String>,
    pub pages: Option<Vec<u32>>,
    pub extra: Map<String, Value>,
}
wire::record! { Notes { title: "title" lenient, pages: "pages" lenient, ..extra } }

#[test]
fn lenient_null_is_absent() {
    let notes: Notes = read(r#"{"title":null,"pages":[1]}"#);
    assert_eq!((notes.title.as_deref(), notes.pages.as_deref()), (None, Some(&[1][..])));
    let notes: Notes = read(r#"{"title":null}"#);
    assert_eq!(wire::to_string(&notes).unwrap(), "{}");
    refused::<Notes>(r#"{"title":1}"#, "/title", &["expected a string"]);
}

#[derive(Clone, Debug, PartialEq)]
pub struct Patient {
    pub blocks: Vec<u32>,
    pub sizes: Option<Vec<String>>,
}
wire::record! { Patient { blocks: "blocks" defaulted, sizes: "sizes" string_list, } }

#[test]
fn defaulted_may_be_missing_and_is_always_written() {
    for text in ["{}", r#"{"blocks":null}"#, r#"{"blocks":[]}"#] {
        let patient: Patient = read(text);
        assert_eq!(patient, Patient { blocks: Vec::new(), sizes: None });
        assert_eq!(wire::to_string(&patient).unwrap(), r#"{"blocks":[]}"#);
    }
    same::<Patient>(r#"{"blocks":[1,2]}"#);
    refused::<Patient>(r#"{"blocks":[1,"x"]}"#, "/blocks/1", &["expected an integer"]);
    refused::<Patient>(r#"{"blocks":{}}"#, "/blocks", &["expected an array"]);
    refused::<Patient>(r#"{"blocks":[],"blocks":[]}"#, "/blocks", &["twice"]);
}

#[test]
fn a_string_is_a_string_list_of_one() {
    let sizes = |text: &str| read::<Patient>(text).sizes;
    assert_eq!(sizes("{}"), None);
    assert_eq!(sizes(r#"{"sizes":null}"#), None);
    assert_eq!(sizes(r#"{"sizes":[]}"#), Some(Vec::new()));
    assert_eq!(sizes(r#"{"sizes":"4\u0038x48"}"#), Some(vec!["48x48".to_owned()]));
    same::<Patient>(r#"{"blocks":[],"sizes":["48x48","any"]}"#);
    refused::<Patient>(r#"{"sizes":["any",1]}"#, "/sizes/1", &["expected a string"]);
    refused::<Patient>(r#"{"sizes":1}"#, "/sizes", &["expected an array of strings"]);
    refused::<Patient>(r#"{"sizes":"a","sizes":"a"}"#, "/sizes", &["twice"]);
}

#[test]
fn undeclared_members_survive() {
    same::<Notes>(r#"{"title":"t","z":{"a":[1,2.5,null]},"a":9007199254740993,"n":null}"#);
    same::<Sizes>(r#"{"name":"n","a":1,"b":2}"#);
    refused::<Sizes>(r#"{"name":"n","a":"x"}"#, "/a", &["expected an integer"]);
    refused::<Sizes>(r#"{"name":"n","a":300}"#, "/a", &["300", "0 to 255"]);
}

#[derive(Clone, Debug, PartialEq)]
pub struct Sizes {
    pub name: String,
    pub label: Option<String>,
    pub extra: BTreeMap<String, u8>,
}
wire::record! { Sizes { name: "name" required, label: "label" optional, ..extra } }

#[test]
fn duplicate_members_are_refused() {
    refused::<Args>(r#"{"query":"q","before":null,"query":"r"}"#, "/query", &["twice"]);
    refused::<Args>(r#"{"before":null,"before":null,"query":"r"}"#, "/before", &["twice"]);
    refused::<Notes>(r#"{"title":null,"title":"x"}"#, "/title", &["twice"]);
    refused::<Notes>(r#"{"x":1,"y":2,"x":3}"#, "/x", &["twice"]);
    refused::<Notes>(r#"{"x":[{"y":1,"y":1}]}"#, "/x/0/y", &["twice"]);
    refused::<Sizes>(r#"{"name":"n","x":1,"x":1}"#, "/x", &["twice"]);
    refused::<Constants>(r#"{"type":"text","type":"text"}"#, "/type", &["twice"]);
    refused::<BTreeMap<String, i64>>(r#"{"x":1,"x":1}"#, "/x", &["twice"]);
    refused::<Map<String, Value>>(r#"{"x":1,"x":1}"#, "/x", &["twice"]);
}

#[test]
fn rest_named_like_a_declared_member() {
    let mut sizes: Sizes = read(r#"{"name":"n","a":1}"#);
    assert!(sizes.validate().is_ok());
    sizes.extra.extend([("name".to_owned(), 1), ("label".to_owned(), 2)]);
    let error = sizes.validate().unwrap_err();
    let places: Vec<_> = error.violations().iter().map(wire::Violation::pointer).collect();
    assert_eq!(places, ["/label", "/name"]);
    let text = wire::to_string(&sizes).unwrap();
    assert_eq!(read::<Sizes>(&text), read::<Sizes>(r#"{"name":"n","a":1}"#));
}

#[derive(Clone, Debug, PartialEq)]
pub struct Constants {
    pub note: Option<String>,
}
wire::record! { Constants (t: "type" = "text", v: "v" = 1, m: "m" = -1, n: "n" = null, f: "f" = 1.5, b: "b" = true, big: "big" = 18446744073709551615) {
    note: "note" optional,
} }

#[test]
fn constants() {
    let text =
        r#"{"type":"text","v":1,"m":-1,"n":null,"f":1.5,"b":true,"big":18446744073709551615}"#;
    same::<Constants>(text);
    assert_eq!(read::<Constants>(&text.replace(":1,", ":1.0,")), Constants { note: None });
    assert_eq!(read::<Constants>(&text.replace(":1.5,", ":15e-1,")), Constants { note: None });
    for (from, to, place, expected) in [
        (":\"text\"", ":\"Text\"", "/type", "expected the constant \"text\""),
        (":\"text\"", ":null", "/type", "expected the constant \"text\""),
        (":1,", ":1.5,", "/v", "expected the constant 1"),
        (":1,", ":\"1\",", "/v", "expected the constant 1"),
        (":1,", ":true,", "/v", "expected the constant 1"),
        (":-1,", ":1,", "/m", "expected the constant -1"),
        (":null", ":0", "/n", "expected the constant null"),
        (":1.5", ":1", "/f", "expected the constant 1.5"),
        (":true", ":false", "/b", "expected the constant true"),
        (":true", ":[]", "/b", "expected the constant true"),
        (":true", ":{}", "/b", "expected the constant true"),
        (":18446744073709551615", ":18446744073709551614", "/big", "18446744073709551615"),
    ] {
        refused::<Constants>(&text.replacen(from, to, 1), place, &[expected]);
    }
    let without_null = text.replace("\"n\":null,", "");
    refused::<Constants>(&without_null, "", &["missing field `n`"]);
}

#[derive(Clone, Debug, PartialEq)]
pub struct Nested {
    pub inner: Box<Vec<BTreeMap<String, Option<Args>>>>,
}
wire::record! { Nested { inner: "a/b" required, } }

#[test]
fn places_are_exact() {
    same::<Nested>(r#"{"a/b":[{},{"x":null,"y":{"query":"q","before":"b"}}]}"#);
    let bad = r#"{"a/b":[{},{"x":null,"~":{"query":"q","before":7}}]}"#;
    refused::<Nested>(bad, "/a~1b/1/~0/before", &["integer `7`", "expected a string"]);
    let error = wire::from_str::<Nested>(bad).unwrap_err();
    assert!(error.to_string().starts_with("/a~1b/1/~0/before: invalid type"), "{error}");
    assert_eq!(error.clone(), error);
}

#[derive(Clone, Debug, PartialEq)]
pub struct Forbidden {
    pub gone: Option<Never>,
    pub list: Option<Vec<Never>>,
}
wire::record! { Forbidden { gone: "gone" optional, list: "list" optional, } }

#[test]
fn never() {
    same::<Forbidden>("{}");
    same::<Forbidden>(r#"{"list":[]}"#);
    refused::<Forbidden>(r#"{"gone":1}"#, "/gone", &["no value is allowed"]);
    refused::<Forbidden>(r#"{"list":[null]}"#, "/list/0", &["no value is allowed"]);
}

#[derive(Debug)]
pub struct Raw {
    pub payload: Box<serde_json::value::RawValue>,
    pub address: std::net::Ipv4Addr,
}
wire::record! { Raw { payload: "payload" required, address: "address" foreign, } }

#[test]
fn raw_and_foreign_types() {
    let text = r#"{"payload":{"b": 1.50, "a":[ ]},"address":"127.0.0.1"}"#;
    let raw: Raw = wire::from_str(text).unwrap();
    assert_eq!(raw.payload.get(), r#"{"b": 1.50, "a":[ ]}"#);
    assert!(raw.address.is_loopback());
    assert_eq!(wire::to_string(&raw).unwrap(), text);
    assert!(raw.validate().is_ok());
    refused::<Raw>(r#"{"payload":1,"address":"x"}"#, "/address", &["invalid"]);
    let value: Value = serde_json::from_str(text).unwrap();
    assert!(wire::from_value::<Raw>(value).is_ok());
}

#[test]
fn the_private_name_of_wrapped_numbers_is_plain_data() {
    if cfg!(feature = "arbitrary-precision-test") {
        return; // serde_json itself takes such an object for a number there
    }
    same::<Notes>(r#"{"x":{"$serde_json::private::Number":"1"}}"#);
    same::<Value>(r#"{"$serde_json::private::Number":[]}"#);
}

#[derive(Clone, Debug, PartialEq)]
pub struct Counts {
    pub total: i64,
    pub rest: BTreeMap<String, i64>,
}
wire::record! { Counts { total: "total" required, ..rest [minimum(0)] } }

#[test]
fn undeclared_members_are_checked_too() {
    assert!(read::<Counts>(r#"{"total":-1,"a":0}"#).validate().is_ok());
    let error = read::<Counts>(r#"{"total":1,"a":2,"b":-3}"#).validate().unwrap_err();
    let places: Vec<_> = error.violations().iter().map(|v| (v.pointer(), v.keyword())).collect();
    assert_eq!(places, [("/b", "minimum")]);
}

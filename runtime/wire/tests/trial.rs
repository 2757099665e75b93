//! Unions that only an attempt tells apart.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod common;
use common::{read, refused, same, violations};
use mcp_bindings_wire as wire;
use wire::{Decode, Map, Trace, Value};

#[derive(Clone, Debug, PartialEq)]
pub struct Open {
    pub a: Option<i64>,
    pub extra: Map<String, Value>,
}
wire::record! { Open { a: "a" optional, ..extra } }

#[derive(Clone, Debug, PartialEq)]
pub struct Wider {
    pub a: Option<i64>,
    pub b: Option<String>,
    pub extra: Map<String, Value>,
}
wire::record! { Wider { a: "a" optional [maximum(10)], b: "b" optional [min_length(2)], ..extra } }

#[derive(Clone, Debug, PartialEq)]
pub enum Any {
    Open(Open),
    Wider(Wider),
}
wire::union! { Any by trial { Open, Wider } }

#[test]
fn fewest_unknown_members_win_and_the_first_of_equals() {
    assert!(matches!(read(r#"{"a":1}"#), Any::Open(_)));
    assert!(matches!(read("{}"), Any::Open(_)));
    assert!(matches!(read(r#"{"a":1,"b":"bb"}"#), Any::Wider(_)));
    assert!(matches!(read(r#"{"b":"bb","z":1}"#), Any::Wider(_)));
    assert!(matches!(read(r#"{"z":1}"#), Any::Open(_)));
    same::<Any>(r#"{"z":[0.1,9007199254740993],"b":"bb"}"#);
}

#[test]
fn validity_counts_before_unknown_members() {
    // Wider knows `b`, and forbids it so short.
    assert!(matches!(read(r#"{"b":"b"}"#), Any::Open(_)));
    assert_eq!(violations::<Any>(r#"{"b":"b"}"#), []);
}

#[derive(Clone, Debug, PartialEq)]
pub struct Small {
    pub n: i64,
}
wire::record! { Small { n: "n" required [maximum(10)], } }
#[derive(Clone, Debug, PartialEq)]
pub struct Large {
    pub n: i64,
    pub extra: Map<String, Value>,
}
wire::record! { Large { n: "n" required [minimum(100)], ..extra } }
#[derive(Clone, Debug, PartialEq)]
pub enum Size {
    Large(Large),
    Small(Small),
    Text(String),
}
wire::union! { Size by trial { Large, Small, Text } }

#[test]
fn without_a_valid_one_the_best_that_decodes() {
    assert!(matches!(read(r#"{"n":5}"#), Size::Small(_)));
    assert!(matches!(read(r#"{"n":500}"#), Size::Large(_)));
    assert!(matches!(read(r#"{"n":50}"#), Size::Large(_)));
    assert_eq!(violations::<Size>(r#"{"n":50}"#), [("/n".to_owned(), "minimum")]);
    same::<Size>("\"x\"");
}

#[test]
fn failures_name_each_alternative() {
    let parts =
        ["Large (/n: ", "Small (/n: ", "Text (", "expected an integer", "expected a string"];
    refused::<Size>(r#"{"n":"x"}"#, "", &parts);
    refused::<Vec<Size>>(r#"[{"n":5},true]"#, "/1", &["no alternative fits: Large (invalid type"]);
    refused::<Size>(r#"{"n":1,"n":2}"#, "/n", &["twice"]);
}

#[derive(Clone, Debug, PartialEq)]
pub struct Holder {
    pub inner: Any,
    pub extra: Map<String, Value>,
}
wire::record! { Holder { inner: "inner" required, ..extra } }
#[derive(Clone, Debug, PartialEq)]
pub struct Loose {
    pub inner: Map<String, Value>,
    pub b: Option<i64>,
    pub extra: Map<String, Value>,
}
wire::record! { Loose { inner: "inner" required, b: "b" optional, ..extra } }
#[derive(Clone, Debug, PartialEq)]
pub enum Outer {
    Holder(Holder),
    Loose(Loose),
}
wire::union! { Outer by trial { Holder, Loose } }

fn unknown<T: Decode>(text: &str) -> usize {
    let mut at = Trace::default();
    let mut d = serde_json::Deserializer::from_str(text);
    assert!(T::decode(&mut d, &mut at).is_ok());
    at.unknown()
}

#[test]
fn counts_are_those_of_the_alternative_taken() {
    assert_eq!(unknown::<Open>(r#"{"a":1,"x":2,"y":{"z":1}}"#), 2);
    assert_eq!(unknown::<Map<String, Value>>(r#"{"a":1,"x":2}"#), 0);
    // Open would leave two, Wider leaves one.
    assert_eq!(unknown::<Any>(r#"{"a":1,"b":"bb","x":2}"#), 1);
    assert_eq!(unknown::<Vec<Any>>(r#"[{"a":1,"b":"bb","x":2},{"z":1},{}]"#), 2);
    // Inside of Holder, one of `inner` stays unknown; a plain map knows all.
    assert!(matches!(read(r#"{"inner":{"x":1}}"#), Outer::Loose(_)));
    assert!(matches!(read(r#"{"inner":{"a":1}}"#), Outer::Holder(_)));
    assert_eq!(unknown::<Outer>(r#"{"inner":{"b":"bb"},"q":1}"#), 1);
}

/// Each level doubles the attempts.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    Left(Box<Left>),
    Right(Box<Right>),
}
wire::union! { Tree by trial { Left, Right } }
#[derive(Clone, Debug, PartialEq)]
pub struct Left {
    pub child: Option<Tree>,
    pub value: Option<i64>,
}
wire::record! { Left { child: "child" optional, value: "value" optional, } }
#[derive(Clone, Debug, PartialEq)]
pub struct Right {
    pub child: Option<Tree>,
    pub value: Option<String>,
}
wire::record! { Right { child: "child" optional, value: "value" optional, } }

#[test]
fn recursion_ends() {
    let nest = |depth: usize, leaf: &str| {
        format!("{}{leaf}{}", r#"{"child":"#.repeat(depth), "}".repeat(depth))
    };
    same::<Tree>(&nest(5, r#"{"value":"x"}"#));
    same::<Tree>(&nest(50, r#"{"value":1}"#));
    let error = wire::from_str::<Tree>(&nest(50, r#"{"value":true}"#)).unwrap_err();
    assert!(error.message().contains("too many alternatives"), "{}", error.message().len());
    let error = wire::from_str::<Tree>(&nest(8, r#"{"value":true}"#)).unwrap_err();
    assert!(error.message().contains("no alternative fits"));
    assert!(error.message().len() < 10_000, "{}", error.message().len());
}

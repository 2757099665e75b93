//! Checks of whole values by their verbatim schemas.
#![cfg(feature = "validate")]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
use mcp_bindings_wire as wire;
use wire::{Map, Schema, Validate, Value};

/// A type that takes any object, checked by a schema; a schema that is a whole entry's `inputSchema`.
macro_rules! whole {
    ($T:ident, $schema:literal) => {
        #[derive(Clone, Debug, PartialEq)]
        pub struct $T(pub Value);
        wire::newtype! { $T at "/inputSchema" [
            schema(Some(Schema::new(concat!(r#"{"name":"t","inputSchema":"#, $schema, "}"), "/inputSchema")))
        ] }
    };
}

/// Place in the value, keyword and place in the schema of each violation, in order.
#[track_caller]
fn found<T: wire::Decode + Validate>(text: &str) -> Vec<String> {
    let value: T = wire::from_str(text).unwrap();
    let violations = value.validate().err().into_iter().flatten();
    let mut found: Vec<_> = violations
        .map(|v| format!("{} {} {}", v.pointer(), v.keyword(), v.schema_pointer()))
        .collect();
    found.sort();
    found
}

whole!(
    Rules,
    r##"{
    "type": "object",
    "properties": {"a": {"$ref": "#/$defs/short"}, "b": {"not": {"type": "null"}}, "mail": {"format": "email"}},
    "if": {"required": ["a"]}, "then": {"required": ["b"]},
    "contains": {"type": "string"},
    "$defs": {"short": {"maxLength": 3, "pattern": "^(?!x)(.)\\1"}}
}"##
);

#[test]
fn keywords_that_no_type_holds() {
    assert_eq!(found::<Rules>(r#"{"a":"aab","b":1,"mail":"none"}"#), [""; 0]);
    assert_eq!(found::<Rules>(r#"{"a":"aa"}"#), [" required /inputSchema/then/required"]);
    assert_eq!(found::<Rules>(r#"{"b":null}"#), ["/b not /inputSchema/properties/b/not"]);
    assert_eq!(
        found::<Rules>(r#"{"a":"xxxx","b":1}"#),
        [
            "/a maxLength /inputSchema/$defs/short/maxLength",
            "/a pattern /inputSchema/$defs/short/pattern"
        ]
    );
}

whole!(
    Defective,
    r##"{
    "type": "object", "properties": {
        "list": {"type": "array", "items": {"type": "integer", "required": true, "maximum": 5}},
        "empty": {"properties": [], "minProperties": 1},
        "odd": {"minimum": 3, "exclusiveMinimum": true},
        "null": {"items": null, "maxItems": 1},
        "broken": {"pattern": "(", "maxLength": 2},
        "maybe": {"type": "string", "enum": ["a"], "nullable": true},
        "nullable": {"type": "string"}
    }
}"##
);
whole!(
    Older,
    r##"{
    "$schema": "http://json-schema.org/draft-07/schema#",
    "properties": {"list": {"items": {"type": "integer", "required": true, "maximum": 5}}, "pair": {"items": [{"type": "null"}]}}
}"##
);

#[test]
fn defects_are_passed_over() {
    let good = r#"{"list":[1],"empty":{"a":1},"odd":3,"null":[1],"broken":"(","maybe":null,"nullable":"a"}"#;
    assert_eq!(found::<Defective>(good), [""; 0]);
    let bad = r#"{"list":[6],"empty":{},"odd":2,"null":[1,2],"broken":"aaa","maybe":"b","nullable":null}"#;
    let at = |path: &str| {
        let (instance, path) = path.split_once(' ').unwrap();
        format!("{instance} {} /inputSchema/properties{path}", path.rsplit('/').next().unwrap())
    };
    let wanted = [
        "/broken /broken/maxLength",
        "/empty /empty/minProperties",
        "/list/0 /list/items/maximum",
        "/maybe /maybe/enum",
        "/null /null/maxItems",
        "/nullable /nullable/type",
        "/odd /odd/minimum",
    ];
    assert_eq!(found::<Defective>(bad), wanted.map(at));
    let bad = r#"{"list":[6],"pair":[1]}"#;
    assert_eq!(
        found::<Older>(bad),
        ["/list/0 /list/items/maximum", "/pair/0 /pair/items/0/type"].map(at)
    );
}

whole!(
    Narrowing,
    r##"{
    "properties": {
        "one": {"oneOf": [{"type": "string"}, {"minLength": "x", "type": "string"}]},
        "none": {"not": {"pattern": "("}},
        "when": {"if": {"required": "x"}, "then": false},
        "named": {"$defs": {"definitions": {"properties": {"x": 5}}}, "$ref": "#/properties/named/$defs/definitions"}
    }
}"##
);

#[test]
fn a_defect_never_makes_a_schema_narrower() {
    let any = r#"{"one":"a","none":1,"when":1,"named":{"x":1}}"#;
    assert_eq!(found::<Narrowing>(any), [""; 0]);
}

whole!(Elsewhere, r##"{"properties": {"a": {"$ref": "https://example.org/schema.json"}}}"##);
whole!(Nothing, "3");
#[derive(Clone, Debug, PartialEq)]
pub struct Missing(pub Value);
wire::newtype! { Missing [schema(None)] }

#[test]
fn an_unusable_schema_is_reported() {
    assert_eq!(found::<Elsewhere>("{}"), [" $schema "]);
    assert_eq!(found::<Nothing>("{}"), [" $schema "]);
    assert_eq!(found::<Missing>("{}"), [" $schema "]);
}

static TREE: &str = r##"{"inputSchema":{"type":"object","properties":{"v":{"minimum":2,"not":{"const":7}},"kids":{"items":{"$ref":"#"}}}}}"##;
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    pub v: u64,
    pub kids: Vec<Tree>,
    pub more: Map<String, Value>,
}
wire::record! { Tree at "/inputSchema" [schema(Some(Schema::new(TREE, "/inputSchema")))] {
    v: "v" required [minimum(2)],
    kids: "kids" required,
    ..more
} }

#[test]
fn nothing_is_told_twice() {
    let text = r#"{"v":1,"kids":[{"v":7,"kids":[{"v":0,"kids":[]}]},{"v":18446744073709551615,"kids":[]}]}"#;
    assert_eq!(
        found::<Tree>(text),
        [
            "/kids/0/kids/0/v minimum /inputSchema/properties/v/minimum",
            "/kids/0/v not /inputSchema/properties/v/not",
            "/v minimum /inputSchema/properties/v/minimum",
        ]
    );
}

#[derive(Clone, Debug, PartialEq)]
pub enum Either {
    Odd(Odd),
    Any(Value),
}
wire::union! { Either by trial { Odd, Any } }
whole!(Odd, r##"{"not": {"multipleOf": 2}}"##);

#[test]
fn decoding_does_not_depend_on_it() {
    assert!(matches!(wire::from_str("2").unwrap(), Either::Odd(_)));
}

whole!(Many, r##"{"items": {"not": {}}}"##);

#[test]
fn a_hundred_violations_at_most() {
    let many = format!("[{}]", vec!["1"; 1000].join(","));
    assert_eq!(found::<Many>(&many).len(), 100);
    let long = wire::from_str::<Many>(&format!("[\"{}\"]", "a".repeat(10_000))).unwrap();
    assert!(long.validate().unwrap_err().to_string().len() < 1000);
}

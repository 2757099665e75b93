//! Where the schema of what is wrong stands, in both kinds of errors.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
use mcp_bindings_wire as wire;
use std::collections::BTreeMap;
use wire::{Decode, Map, Validate, Value};

#[derive(Clone, Debug, PartialEq)]
pub struct Args {
    pub query: String,
    pub tags: Option<Vec<String>>,
    pub place: Option<Place>,
    pub more: BTreeMap<String, i64>,
}
wire::record! { Args at "/inputSchema" [min_properties(3), at("/inputSchema/allOf/0"), max_properties(4)] (kind: "kind" = "a") {
    query: "qu/ery" required [min_length(2)],
    tags: "tags" optional at "/inputSchema/allOf/1/properties/tags" [max_items(1), items [max_length(1), at("/x"), min_length(1)]],
    place: "place" optional,
    ..more [at("/inputSchema/patternProperties/^a"), maximum(3)]
} }

#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    pub at: Pair,
    pub sort: Option<Sort>,
    pub level: Option<Level>,
    pub word: Option<Word>,
}
wire::record! { Place at "/inputSchema/$defs/Place" {
    at: "at" required,
    sort: "sort" optional,
    level: "level" optional,
    word: "word" optional,
} }

#[derive(Clone, Debug, PartialEq)]
pub struct Pair(pub i64, pub Option<String>, pub Vec<String>);
wire::tuple! { Pair at "/inputSchema/$defs/Pair" [max_items(4), unique_items()] (3, optional 1, ..) {
    .0 [minimum(0)],
    .1 [at("/inputSchema/$defs/Pair/items/1"), min_length(1)],
    ..2 [max_length(1)]
} }

#[derive(Clone, Debug, PartialEq)]
pub enum Sort {
    Up,
    Down,
}
wire::string_enum! { Sort at "/inputSchema/$defs/Sort" { Up = "up", Down = "down", } }

#[derive(Clone, Debug, PartialEq)]
pub enum Level {
    One,
    Three,
}
wire::value_enum! { Level { One = 1, Three = 3, } }

#[derive(Clone, Debug, PartialEq)]
pub enum Word {
    Text(String),
    List(Vec<String>),
}
wire::union! { Word at "/inputSchema/$defs/Word" "oneOf" [min_length(2), min_items(2)] by kind { Text: string, List: array } }

/// Place in the value, keyword and place in the schema of a refusal.
#[track_caller]
fn refusal<T: Decode + std::fmt::Debug>(text: &str) -> [String; 3] {
    let error = wire::from_str::<T>(text).expect_err(text);
    [error.pointer(), error.keyword(), error.schema_pointer()].map(str::to_owned)
}

#[test]
fn refusals_name_the_keyword() {
    let args =
        |members: &str| refusal::<Args>(&format!(r#"{{"kind":"a","qu/ery":"ab",{members}}}"#));
    let place = "/inputSchema/$defs/Place";
    let pair = "/inputSchema/$defs/Pair";
    assert_eq!(refusal::<Args>("[]"), ["", "type", "/inputSchema/type"]);
    assert_eq!(refusal::<Args>(r#"{"kind":"a"}"#), ["", "required", "/inputSchema/required"]);
    assert_eq!(refusal::<Args>(r#"{"qu/ery":"a"}"#), ["", "required", "/inputSchema/required"]);
    assert_eq!(
        refusal::<Args>(r#"{"kind":1}"#),
        ["/kind", "const", "/inputSchema/properties/kind/const"]
    );
    assert_eq!(
        refusal::<Args>(r#"{"qu/ery":1}"#),
        ["/qu~1ery", "type", "/inputSchema/properties/qu~1ery/type"]
    );
    assert_eq!(
        args(r#""tags":["a",1]"#),
        ["/tags/1", "type", "/inputSchema/allOf/1/properties/tags/items/type"]
    );
    assert_eq!(args(r#""z":"1""#), ["/z", "type", "/inputSchema/additionalProperties/type"]);
    assert_eq!(args(r#""tags":[],"tags":[]"#)[1], "");
    assert_eq!(
        args(r#""place":{"at":[1],"x":1}"#).map(|s| s.replace(place, "")),
        ["/place/x", "additionalProperties", "/additionalProperties"]
    );
    assert_eq!(args(r#""place":{}"#)[2], format!("{place}/required"));
    assert_eq!(args(r#""place":{"at":{}}"#)[2], format!("{pair}/type"));
    assert_eq!(args(r#""place":{"at":["a"]}"#)[2], format!("{pair}/prefixItems/0/type"));
    assert_eq!(args(r#""place":{"at":[1,2]}"#)[2], format!("{pair}/prefixItems/1/type"));
    assert_eq!(args(r#""place":{"at":[1,"a",2]}"#)[2], format!("{pair}/items/type"));
    assert_eq!(args(r#""place":{"at":[]}"#)[2], format!("{pair}/minItems"));
    assert_eq!(args(r#""place":{"at":[1],"sort":"aside"}"#)[2], "/inputSchema/$defs/Sort/enum");
    assert_eq!(
        args(r#""place":{"at":[1],"level":2}"#)[2],
        format!("{place}/properties/level/enum")
    );
    assert_eq!(
        args(r#""place":{"at":[1],"word":2}"#),
        ["/place/word", "oneOf", "/inputSchema/$defs/Word/oneOf"]
    );
    assert_eq!(args(r#""place":{"at":[1],"word":[2]}"#)[0], "/place/word/0");
    assert_eq!(refusal::<Args>(r#"{"kind":"a","tags":["#), ["/tags/0", "", ""]);
}

#[test]
fn violations_name_the_keyword() {
    let text = r#"{"kind":"a","qu/ery":"a","tags":["ab",""],"a1":4,"place":
        {"at":[-1,"","bc","bc","d"],"word":["a"]}}"#;
    let found = wire::from_str::<Args>(text).unwrap().validate().unwrap_err();
    let pair = "/inputSchema/$defs/Pair";
    let mut found: Vec<_> = found
        .into_iter()
        .map(|v| (v.pointer().to_owned(), v.schema_pointer().to_owned()))
        .collect();
    let mut wanted = [
        ("", "/inputSchema/allOf/0/maxProperties".to_owned()),
        ("/qu~1ery", "/inputSchema/properties/qu~1ery/minLength".to_owned()),
        ("/tags", "/inputSchema/allOf/1/properties/tags/maxItems".to_owned()),
        ("/tags/0", "/inputSchema/allOf/1/properties/tags/items/maxLength".to_owned()),
        ("/tags/1", "/x/minLength".to_owned()),
        ("/a1", "/inputSchema/patternProperties/^a/maximum".to_owned()),
        ("/place/at", format!("{pair}/maxItems")),
        ("/place/at", format!("{pair}/uniqueItems")),
        ("/place/at/0", format!("{pair}/prefixItems/0/minimum")),
        ("/place/at/1", format!("{pair}/items/1/minLength")),
        ("/place/at/2", format!("{pair}/items/maxLength")),
        ("/place/at/3", format!("{pair}/items/maxLength")),
        ("/place/word", "/inputSchema/$defs/Word/minItems".to_owned()),
    ]
    .map(|(pointer, schema)| (pointer.to_owned(), schema));
    found.sort();
    wanted.sort();
    assert_eq!(found, wanted);
    let few = wire::from_str::<Args>(r#"{"kind":"a","qu/ery":"ab"}"#).unwrap();
    let error = few.validate().unwrap_err();
    assert_eq!(error.violations()[0].keyword(), "minProperties", "a constant is a member");
}

#[derive(Clone, Debug, PartialEq)]
pub struct Names(pub Option<Vec<String>>);
wire::newtype! { Names at "/outputSchema" [min_items(1), items [min_length(1)]] }
#[derive(Clone, Debug, PartialEq)]
pub struct Anything(pub Value);
wire::newtype! { Anything }
#[derive(Clone, Debug, PartialEq)]
pub struct Counted(pub Scores);
wire::newtype! { Counted [max_properties(1)] }
#[derive(Clone, Debug, PartialEq)]
pub struct Scores(pub BTreeMap<String, f64>);
wire::newtype! { Scores at "/outputSchema" [values [maximum(1)]] }
#[derive(Clone, Debug, PartialEq)]
pub struct Free(pub Map<String, Value>);
wire::newtype! { Free }

#[test]
fn newtypes_are_what_is_in_them() {
    assert_eq!(wire::from_str::<Names>("null").unwrap(), Names(None));
    assert_eq!(wire::from_str::<Anything>("[1]").unwrap().0, serde_json::json!([1]));
    assert_eq!(wire::to_string(&Names(Some(vec!["a".into()]))).unwrap(), r#"["a"]"#);
    assert_eq!(wire::to_string(&Names(None)).unwrap(), "null");
    assert!(wire::from_str::<Free>("[]").is_err());
    assert_eq!(refusal::<Names>("[1]"), ["/0", "type", "/outputSchema/items/type"]);
    assert_eq!(refusal::<Counted>("3"), ["", "type", "/outputSchema/type"]);
    let scores: Counted = wire::from_str(r#"{"a":2,"b":1}"#).unwrap();
    let found = scores.validate().unwrap_err();
    let found: Vec<_> =
        found.violations().iter().map(|v| (v.pointer(), v.keyword(), v.schema_pointer())).collect();
    assert_eq!(
        found,
        [
            ("", "maxProperties", ""),
            ("/a", "maximum", "/outputSchema/additionalProperties/maximum")
        ]
    );
    let nan = Counted(Scores([("a".to_owned(), f64::NAN)].into()));
    assert!(wire::to_string(&nan).is_err());
    assert!(wire::to_string(&Some(nan)).is_err());
    let empty = Names(Some(vec![])).validate().unwrap_err();
    assert_eq!(empty.violations()[0].schema_pointer(), "/outputSchema/minItems");
}

#[test]
fn errors_as_text_and_as_data() {
    let error = wire::from_str::<Args>(r#"{"kind":1}"#).unwrap_err();
    let text = error.to_string();
    assert!(
        text.starts_with("/kind: ")
            && text.ends_with(" (schema: /inputSchema/properties/kind/const)"),
        "{text}"
    );
    let data = serde_json::to_value(&error).unwrap();
    let wanted = serde_json::json!({
        "pointer": "/kind",
        "keyword": "const",
        "schemaPointer": "/inputSchema/properties/kind/const",
        "message": error.message(),
    });
    assert_eq!(data, wanted);
    let error = Names(Some(vec![])).validate().unwrap_err();
    assert_eq!(
        error.to_string(),
        "minItems: 0 items, fewer than 1 (schema: /outputSchema/minItems)"
    );
    let wanted = serde_json::json!([{
        "pointer": "",
        "keyword": "minItems",
        "schemaPointer": "/outputSchema/minItems",
        "message": "0 items, fewer than 1",
    }]);
    assert_eq!(serde_json::to_value(&error).unwrap(), wanted);
}

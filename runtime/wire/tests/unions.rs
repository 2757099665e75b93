//! Unions told apart by a tag, by kind, by members.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod common;
use common::{read, refused, same, violations};
use mcp_bindings_wire as wire;
use wire::{Map, Validate, Value};

#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    Text(TextBlock),
    Media(MediaBlock),
    Other(Value),
}
wire::union! { Block by "type" { Text = "text", Media = "image" | "audio", ..Other } }

#[derive(Clone, Debug, PartialEq)]
pub struct TextBlock {
    pub text: String,
    pub annotations: Option<Annotations>,
    pub extra: Map<String, Value>,
}
wire::record! { TextBlock (tag: "type" = "text") {
    text: "text" required,
    annotations: "annotations" lenient,
    ..extra
} }

#[derive(Clone, Debug, PartialEq)]
pub struct Annotations {
    pub priority: Option<f64>,
    pub count: Option<i64>,
}
wire::record! { Annotations {
    priority: "priority" optional [minimum(0), maximum(1)],
    count: "count" optional,
} }

#[derive(Clone, Debug, PartialEq)]
pub struct MediaBlock {
    pub r#type: String,
    pub data: String,
}
wire::record! { MediaBlock { r#type: "type" required, data: "data" required, } }

#[test]
fn tag_may_stand_anywhere() {
    for text in [
        r#"{"type":"text","text":"x","zoom":{"a":1},"annotations":{"priority":0.5,"count":9007199254740993}}"#,
        r#"{"text":"x","type":"text","zoom":{"a":1},"annotations":{"priority":0.5,"count":9007199254740993}}"#,
        r#"{"text":"x","zoom":{"a":1},"annotations":{"priority":0.5,"count":9007199254740993},"type":"text"}"#,
    ] {
        same::<Block>(text);
        let Block::Text(block) = read::<Block>(text) else { panic!("{text}") };
        assert_eq!(block.annotations.unwrap().count, Some(9_007_199_254_740_993));
        let bad = text.replace("0.5", "\"high\"");
        let list = format!("[{text},{bad}]");
        refused::<Vec<Block>>(&list, "/1/annotations/priority", &["expected a number"]);
        let out = text.replace("0.5", "2");
        let found = violations::<Vec<Block>>(&format!("[{text},{out}]"));
        assert_eq!(found, [("/1/annotations/priority".to_owned(), "maximum")]);
    }
    // Values before the tag are held back: floats and duplicates must survive that.
    same::<Block>(
        r#"{"text":"x","z":[0.1,1e-7,5e-324,1.7976931348623157e308,-9223372036854775808],"type":"text"}"#,
    );
    refused::<Block>(r#"{"z":{"a":1,"a":2},"type":"text","text":"x"}"#, "/z/a", &["twice"]);
    refused::<Block>(r#"{"text":"x","type":"text","text":"y"}"#, "/text", &["twice"]);
    refused::<Block>(r#"{"text":"x","type":"text","type":"text"}"#, "/type", &["twice"]);
}

#[test]
fn what_precedes_a_tag_is_the_same_as_behind_it() {
    let members = r#""text":"x","a":[[],{},[{"b":[1,{"c":[]}]},null,true,"\u00e9"]],"d":{"e":{},"f":[[0.5]],"":"g"},"annotations":null"#;
    let first = read::<Block>(&format!(r#"{{"type":"text",{members}}}"#));
    let last = read::<Block>(&format!(r#"{{{members},"type":"text"}}"#));
    assert_eq!(first, last);
    let Block::Text(block) = last else { panic!("another variant") };
    assert_eq!(
        block.extra["a"],
        serde_json::json!([[], {}, [{"b": [1, {"c": []}]}, null, true, "é"]])
    );
    assert_eq!(block.extra["d"], serde_json::json!({"e": {}, "f": [[0.5]], "": "g"}));
    refused::<Block>(
        r#"{"a":[[1],{"b":[{},{"c":1,"c":2}]}],"type":"text","text":"x"}"#,
        "/a/1/b/1/c",
        &["twice"],
    );
}

/// A type from elsewhere that does not read to the end: the first element of an array, the first name of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct First(Value);

impl<'de> serde::Deserialize<'de> for First {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        d.deserialize_any(FirstVisitor).map(Self)
    }
}

impl serde::Serialize for First {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(s)
    }
}

struct FirstVisitor;

impl<'de> serde::de::Visitor<'de> for FirstVisitor {
    type Value = Value;
    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an array or object")
    }
    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        Ok(seq.next_element()?.unwrap_or_default())
    }
    fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        Ok(map.next_key()?.unwrap_or_default())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Lazy {
    pub first: First,
    pub text: String,
}
wire::record! { Lazy (tag: "type" = "lazy") { first: "first" foreign, text: "text" required, } }

#[derive(Clone, Debug, PartialEq)]
pub enum Lazies {
    Lazy(Lazy),
}
wire::union! { Lazies by "type" { Lazy = "lazy", } }

#[test]
fn what_a_reader_leaves_of_a_value_before_the_tag_is_passed_over() {
    for (value, first) in [
        ("[1,[2,[3]],{\"a\":[4]}]", serde_json::json!(1)),
        ("[[1,{}],[2]]", serde_json::json!([1, {}])),
        ("[]", Value::Null),
        ("{}", Value::Null),
        ("{\"a\":[1,{\"b\":2}],\"c\":[]}", serde_json::json!("a")),
    ] {
        let text = format!(r#"{{"first":{value},"text":"x","type":"lazy"}}"#);
        let Lazies::Lazy(lazy) = read::<Lazies>(&text);
        assert_eq!(lazy, Lazy { first: First(first), text: "x".to_owned() }, "{text}");
    }
}

#[test]
fn tag_decides() {
    same::<Block>(r#"{"type":"image","data":"d"}"#);
    same::<Block>(r#"{"data":"d","type":"audio"}"#);
    assert!(matches!(read::<Block>(r#"{"type":"audio","data":"d"}"#), Block::Media(_)));
    assert!(matches!(read::<Block>(r#"{"type":"hologram","data":1}"#), Block::Other(_)));
    same::<Block>(r#"{"a":[],"type":"hologram","data":[1,2.5]}"#);
    refused::<Block>(r#"{"type":"text"}"#, "", &["missing field `text`"]);
    refused::<Block>(r#"{"text":"x"}"#, "", &["missing field `type`"]);
    refused::<Block>(r#"{"type":7}"#, "/type", &["expected a string"]);
    refused::<Block>(r#"[]"#, "", &["an object told apart by `type`"]);
    refused::<TextBlock>(r#"{"type":"txt","text":"x"}"#, "/type", &["the constant \"text\""]);
}

#[derive(Clone, Debug, PartialEq)]
pub enum Params {
    Url(UrlParams),
    Form(FormParams),
}
wire::union! { Params by "mode" { Url = "url", absent Form, Form = "form", } }

#[derive(Clone, Debug, PartialEq)]
pub struct UrlParams {
    pub url: String,
}
wire::record! { UrlParams (mode: "mode" = "url") { url: "url" required, } }

#[derive(Clone, Debug, PartialEq)]
pub struct FormParams {
    pub mode: Option<FormMode>,
    pub schema: Value,
}
wire::record! { FormParams { mode: "mode" optional, schema: "schema" required, } }

#[derive(Clone, Debug, PartialEq)]
pub enum FormMode {
    Form,
}
wire::string_enum! { FormMode { Form = "form", } }

#[test]
fn absent_tag() {
    same::<Params>(r#"{"url":"u","mode":"url"}"#);
    same::<Params>(r#"{"mode":"form","schema":{}}"#);
    same::<Params>(r#"{"schema":{"a":[1]}}"#);
    assert!(matches!(
        read::<Params>(r#"{"schema":1}"#),
        Params::Form(FormParams { mode: None, .. })
    ));
    refused::<Params>(r#"{"url":"u"}"#, "/url", &["not allowed"]);
    refused::<Params>(r#"{"mode":"web"}"#, "/mode", &["`web`", "one of `url`, `form`"]);
    refused::<Params>(r#"{"mode":null,"schema":1}"#, "/mode", &["expected a string"]);
}

#[derive(Clone, Debug, PartialEq)]
pub enum Labels {
    One(String),
    Many(Vec<String>),
    Id(i64),
    Full(Label),
}
wire::union! { Labels by kind { One: string, Many: array, Id: integer, Full: object } }

#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    pub name: String,
    pub extra: std::collections::BTreeMap<String, i64>,
}
wire::record! { Label { name: "name" required [min_length(2)], ..extra } }

#[test]
fn kinds() {
    for text in ["\"a\"", r#"["a","b"]"#, "7", r#"{"name":"nn","w":3}"#, r#"{"w":3,"name":"nn"}"#] {
        same::<Labels>(text);
    }
    assert_eq!(read::<Labels>("7.0"), Labels::Id(7));
    assert_eq!(read::<Labels>("9007199254740993"), Labels::Id(9_007_199_254_740_993));
    for bad in ["true", "null"] {
        refused::<Labels>(bad, "", &["expected string or array or integer or object"]);
    }
    refused::<Labels>("7.5", "", &["7.5"]);
    refused::<Labels>(r#"["a",1]"#, "/1", &["expected a string"]);
    refused::<Labels>(r#"{"name":"n","w":"x"}"#, "/w", &["expected an integer"]);
    refused::<Labels>("{}", "", &["missing field `name`"]);
    assert_eq!(violations::<Labels>(r#"{"name":"n"}"#), [("/name".to_owned(), "minLength")]);
}

#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    Flag(bool),
    Whole(i64),
    Real(f64),
}
wire::union! { Scalar by kind { Flag: boolean, Whole: integer, Real: number } }

#[derive(Clone, Debug, PartialEq)]
pub enum Maybe {
    Nothing(Option<wire::Never>),
    Many(Vec<Maybe>),
}
wire::union! { Maybe by kind { Nothing: null, Many: array } }

#[derive(Clone, Debug, PartialEq)]
pub enum Real {
    Number(f64),
    Text(String),
}
wire::union! { Real by kind { Number: number, Text: string } }

#[test]
fn integer_and_number() {
    assert_eq!(read::<Scalar>("true"), Scalar::Flag(true));
    assert_eq!(read::<Scalar>("1"), Scalar::Whole(1));
    assert_eq!(read::<Scalar>("1.0"), Scalar::Whole(1));
    assert_eq!(read::<Scalar>("1.5"), Scalar::Real(1.5));
    assert_eq!(read::<Scalar>("1e300"), Scalar::Real(1e300));
    assert_eq!(read::<Real>("1"), Real::Number(1.0));
    assert_eq!(read::<Real>("-1"), Real::Number(-1.0));
    same::<Maybe>("[null,[null],[]]");
    refused::<Maybe>("[[0]]", "/0/0", &["integer", "null or array"]);
    refused::<Scalar>("\"x\"", "", &["string", "boolean or integer or number"]);
}

#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    pub extra: Map<String, Value>,
}
wire::record! { Object { ..extra } }

#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    Place(Object),
    File(Object),
}
wire::union! { Target by members { Place: ["path", "line"], File: ["path"] } }

#[derive(Clone, Debug, PartialEq)]
pub enum Field {
    Choice(Object),
    Multi(Object),
    Text(Object),
    Version(Object),
    Half(Object),
    Off(Object),
    Nothing(Object),
}
wire::union! { Field by members {
    Choice: ["type" = "string", "enum"],
    Multi: ["items/enum"],
    Text: ["type" = "string"],
    Version: ["meta/version" = 2],
    Half: ["n" = 0.5],
    Off: ["flag" = false],
    Nothing: ["flag" = null],
} }

#[test]
fn members() {
    assert!(matches!(read::<Target>(r#"{"line":3,"path":"p"}"#), Target::Place(_)));
    assert!(matches!(read::<Target>(r#"{"line":null,"path":null}"#), Target::Place(_)));
    assert!(matches!(read::<Target>(r#"{"path":"p"}"#), Target::File(_)));
    same::<Target>(r#"{"path":"p","z":[0.1,9007199254740993],"line":{}}"#);
    refused::<Target>(r#"{"line":1}"#, "", &["Place (`path`, `line`) or File (`path`)"]);
    refused::<Target>("7", "", &["expected an object"]);
    refused::<Target>(r#"{"path":{"a":1,"a":1}}"#, "/path/a", &["twice"]);
}

#[test]
fn members_with_values_and_paths() {
    assert!(matches!(read(r#"{"type":"string","enum":[]}"#), Field::Choice(_)));
    assert!(matches!(read(r#"{"type":"string","items":{"enum":[]}}"#), Field::Multi(_)));
    assert!(matches!(read(r#"{"type":"string","items":{"x":1}}"#), Field::Text(_)));
    assert!(matches!(read(r#"{"meta":{"version":2.0}}"#), Field::Version(_)));
    assert!(matches!(read(r#"{"n":0.5}"#), Field::Half(_)));
    assert!(matches!(read(r#"{"flag":false}"#), Field::Off(_)));
    assert!(matches!(read(r#"{"flag":null}"#), Field::Nothing(_)));
    for bad in [
        "{}",
        r#"{"type":"strings"}"#,
        r#"{"type":["string"]}"#,
        r#"{"items":[]}"#,
        r#"{"items":"enum"}"#,
        r#"{"meta":{"version":"2"}}"#,
        r#"{"meta":2}"#,
        r#"{"items/enum":1}"#,
        r#"{"n":5}"#,
        r#"{"flag":0}"#,
    ] {
        let alternatives = "Choice (`type` = \"string\", `enum`) or Multi (`items/enum`)";
        refused::<Field>(bad, "", &[alternatives, "Version (`meta/version` = 2)"]);
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    pub path: String,
    pub line: u32,
}
wire::record! { Place { path: "path" required, line: "line" required, } }

#[derive(Clone, Debug, PartialEq)]
pub enum Nested {
    Place(Box<Place>),
    Inner(Block),
    Any(Object),
}
wire::union! { Nested by members { Place: ["path"], Inner: ["type"], Any: [] } }

#[test]
fn errors_inside_alternatives_keep_their_place() {
    refused::<Nested>(r#"{"path":"p","line":"x"}"#, "/line", &["expected an integer"]);
    refused::<Vec<Nested>>(r#"[{"path":"p"}]"#, "/0", &["missing field `line`"]);
    refused::<Nested>(r#"{"type":"text","text":1}"#, "/text", &["expected a string"]);
    same::<Nested>(r#"{"z":1}"#);
    same::<Nested>(r#"{"text":"x","type":"text"}"#);
}

#[derive(Clone, Debug, PartialEq)]
pub enum Names {
    One(String),
    Many(Vec<String>),
}
wire::union! { Names by kind { One: string [min_length(2)], Many: array [max_items(1), items [max_length(3)]] } }

#[derive(Clone, Debug, PartialEq)]
pub enum Short {
    Mail(String),
    Text(String),
}
wire::union! { Short by trial { Mail [pattern("@")], Text [max_length(3)] } }

#[test]
fn alternatives_have_checks_of_their_own() {
    let keywords = |text: &str| {
        let error = wire::from_str::<Names>(text).unwrap().validate().unwrap_err();
        error.violations().iter().map(|v| (v.pointer().to_owned(), v.keyword())).collect::<Vec<_>>()
    };
    assert_eq!(keywords(r#""a""#), [(String::new(), "minLength")]);
    assert_eq!(
        keywords(r#"["a","long"]"#),
        [(String::new(), "maxItems"), ("/1".to_owned(), "maxLength")]
    );
    // The checks decide which alternative a value is.
    assert_eq!(wire::from_str::<Short>(r#""bob""#).unwrap(), Short::Text("bob".to_owned()));
    assert_eq!(
        wire::from_str::<Short>(r#""bob@example.org""#).unwrap(),
        Short::Mail("bob@example.org".to_owned())
    );
    assert!(wire::from_str::<Short>(r#""too long""#).unwrap().validate().is_err());
}

//! Types of ours inside of other people's serde containers and formats.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
use mcp_bindings_wire as wire;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wire::{Map, Value};

#[derive(Clone, Debug, PartialEq)]
pub struct Args {
    pub query: String,
    pub before: Option<String>,
    pub per_page: Option<i64>,
    pub ratio: Option<f64>,
    pub labels: Option<Labels>,
    pub lanes: Option<Lanes>,
    pub pair: Option<Pair>,
}
wire::record! { Args (v: "v" = 1) {
    query: "query" required,
    before: "before" required,
    per_page: "perPage" optional,
    ratio: "ratio" optional,
    labels: "labels" optional,
    lanes: "lanes" optional,
    pair: "pair" optional,
} }

#[derive(Clone, Debug, PartialEq)]
pub enum Labels {
    One(String),
    Many(Vec<String>),
    Id(i64),
    Full(BTreeMap<String, u8>),
}
wire::union! { Labels by kind { One: string, Many: array, Id: integer, Full: object } }

#[derive(Clone, Debug, PartialEq)]
pub enum Lanes {
    Two,
    Half,
}
wire::value_enum! { Lanes { Two = 2, Half = 0.5, } }

#[derive(Clone, Debug, PartialEq)]
pub struct Pair(pub i64, pub f64);
wire::tuple! { Pair(2) }

#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    Text(TextBlock),
    Other(Value),
}
wire::union! { Block by "type" { Text = "text", ..Other } }

#[derive(Clone, Debug, PartialEq)]
pub struct TextBlock {
    pub text: String,
    pub extra: Map<String, Value>,
}
wire::record! { TextBlock (tag: "type" = "text") { text: "text" required, ..extra } }

#[derive(Clone, Debug, PartialEq)]
pub enum Any {
    Block(TextBlock),
    Pair(Pair),
    Lanes(Lanes),
}
wire::union! { Any by trial { Block, Pair, Lanes } }

#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    Text(TextBlock),
    Map(BTreeMap<String, f64>),
}
wire::union! { Shape by members { Text: ["type" = "text"], Map: ["x"] } }

#[derive(Debug, PartialEq, Deserialize)]
#[serde(untagged)]
enum Either {
    Args(Box<Args>),
    Blocks(Vec<Block>),
    Shape(Shape),
    Any(Any),
}

#[derive(Debug, Deserialize, Serialize)]
struct Flat {
    id: i64,
    #[serde(flatten)]
    args: Args,
}

const ARGS: &str = r#"{"v":1.0,"query":"q","before":null,"perPage":3.0,"ratio":2,"labels":7,
    "lanes":2.0,"pair":[9007199254740993,1]}"#;

fn args() -> Args {
    wire::from_str(ARGS).unwrap()
}

#[test]
fn plain_serde() {
    let args = args();
    assert_eq!(args.per_page, Some(3));
    assert_eq!(args.pair, Some(Pair(9_007_199_254_740_993, 1.0)));
    assert_eq!(serde_json::from_str::<Args>(ARGS).unwrap(), args);
    assert_eq!(serde_json::from_slice::<Args>(ARGS.as_bytes()).unwrap(), args);
    assert_eq!(serde_json::from_reader::<_, Args>(ARGS.as_bytes()).unwrap(), args);
    let value: Value = serde_json::from_str(ARGS).unwrap();
    assert_eq!(serde_json::from_value::<Args>(value).unwrap(), args);
    let encoded = serde_json::to_value(&args).unwrap();
    assert_eq!(serde_json::from_value::<Args>(encoded).unwrap(), args);
}

#[test]
fn untagged() {
    let either = |text: &str| serde_json::from_str::<Either>(text).unwrap();
    assert_eq!(either(ARGS), Either::Args(Box::new(args())));
    let blocks = r#"[{"text":"x","type":"text","n":9007199254740993},{"type":"new","f":0.1}]"#;
    assert_eq!(either(blocks), Either::Blocks(wire::from_str(blocks).unwrap()));
    let shape = r#"{"x":1,"y":0.5}"#;
    assert_eq!(either(shape), Either::Shape(wire::from_str(shape).unwrap()));
    for any in ["0.5", "2.0"] {
        assert_eq!(either(any), Either::Any(wire::from_str(any).unwrap()));
    }
    assert!(serde_json::from_str::<Either>("1").is_err());
}

#[test]
fn flatten() {
    let text = ARGS.replacen('{', r#"{"id":1,"#, 1);
    let flat: Flat = serde_json::from_str(&text).unwrap();
    assert_eq!((flat.id, &flat.args), (1, &args()));
    let again: Flat = serde_json::from_str(&serde_json::to_string(&flat).unwrap()).unwrap();
    assert_eq!(again.args, flat.args);

    #[derive(Debug, Deserialize)]
    struct FlatUnions {
        id: i64,
        #[serde(flatten)]
        block: Block,
    }
    let flat: FlatUnions =
        serde_json::from_str(r#"{"text":"x","n":1.5,"id":1,"type":"text"}"#).unwrap();
    assert_eq!(flat.id, 1);
    assert!(matches!(flat.block, Block::Text(TextBlock { extra, .. }) if extra["n"] == 1.5));
}

#[test]
fn internally_tagged() {
    #[derive(Debug, Deserialize)]
    #[serde(tag = "op", rename_all = "lowercase")]
    enum Op {
        Search(Args),
        Show(TextBlock),
    }
    let text = ARGS.replacen('{', r#"{"op":"search","#, 1);
    assert!(matches!(serde_json::from_str(&text).unwrap(), Op::Search(found) if found == args()));
    let show = r#"{"type":"text","text":"x","op":"show"}"#;
    assert!(matches!(serde_json::from_str(show).unwrap(), Op::Show(text) if text.extra.is_empty()));
}

#[test]
fn toml_too() {
    #[derive(Debug, Deserialize)]
    struct Config {
        args: Args,
        block: Block,
        labels: Labels,
        any: Any,
        shape: Shape,
    }
    // TOML has no null, so that `before`, required and nullable, must have a value.
    let config: Config = toml::from_str(
        "labels = 5
         any = [1, 0.5]
         [args]
         v = 1
         query = 'q'
         before = 'b'
         lanes = 0.5
         [block]
         text = 'x'
         type = 'text'
         [shape]
         x = 1",
    )
    .unwrap();
    assert_eq!((config.args.query.as_str(), config.args.lanes), ("q", Some(Lanes::Half)));
    assert!(matches!(config.block, Block::Text(_)));
    assert_eq!(config.labels, Labels::Id(5));
    assert_eq!(config.any, Any::Pair(Pair(1, 0.5)));
    assert_eq!(config.shape, Shape::Map(BTreeMap::from([("x".to_owned(), 1.0)])));
}

#[derive(Debug)]
pub enum Message {
    Data(Data),
}
wire::union! { Message by "type" { Data = "data", } }

#[derive(Debug)]
pub struct Data {
    pub raw: Box<serde_json::value::RawValue>,
    pub unit: Unit,
    pub meters: Meters,
    pub maybe: Option<f64>,
}
wire::record! { Data (t: "type" = "data") {
    raw: "raw" required,
    unit: "unit" foreign,
    meters: "meters" foreign,
    maybe: "maybe" required,
} }

#[derive(Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    Metric,
    Other(i64),
}

#[derive(Debug, PartialEq, Deserialize, Serialize)]
pub struct Meters(f64);

#[test]
fn types_from_elsewhere_before_a_tag() {
    for unit in ["\"metric\"", r#"{"other":9007199254740993}"#] {
        let text = format!(
            r#"{{"raw":{{"a":[0.1,9007199254740993]}},"unit":{unit},"meters":1.5,"maybe":null,"type":"data"}}"#
        );
        let message: Message = wire::from_str(&text).unwrap();
        let Message::Data(data) = &message;
        assert_eq!(data.raw.get(), r#"{"a":[0.1,9007199254740993]}"#);
        assert_eq!((&data.meters, data.maybe), (&Meters(1.5), None));
        let encoded: Value = serde_json::to_value(&message).unwrap();
        assert_eq!(encoded, serde_json::from_str::<Value>(&text).unwrap());
    }
}

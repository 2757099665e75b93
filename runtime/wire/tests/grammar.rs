//! Every form of the wire tables compiles.
#![deny(warnings)]
#![forbid(unsafe_code)]
#![allow(dead_code, missing_docs, missing_debug_implementations, clippy::unwrap_used)]
use mcp_bindings_wire as wire;
use std::collections::BTreeMap;

pub struct Record {
    pub a: String,
    pub b: Option<i64>,
    pub c: Option<Option<f64>>,
    pub d: Option<Vec<u8>>,
    pub e: std::net::Ipv4Addr,
    pub f: BTreeMap<String, Box<f64>>,
    pub rest: wire::Map<String, wire::Value>,
}
wire::record! { Record (tag: "type" = "text", v: "v" = 1, m: "m" = -1, n: "n" = null, x: "x" = 1.5, y: "y" = true) {
    a: "a" required [min_length(1), max_length(5), pattern("^a")],
    b: "b" optional [minimum(1), maximum(1.5), exclusive_minimum(-3), exclusive_maximum(5), multiple_of(2)],
    c: "c" optional [minimum(0)],
    d: "d" lenient [min_items(1), max_items(4), unique_items(), items [maximum(200)]],
    e: "e" foreign,
    f: "f" required [min_properties(1), max_properties(2), values [multiple_of(0.01)]],
    ..rest
} }
pub struct Empty {}
wire::record! { Empty {} }
pub enum Sort {
    Asc,
    Other(String),
}
wire::string_enum! { Sort { Asc = "asc", ..Other } }
pub enum Lanes {
    N0,
    N2,
    Half,
    Minus,
    On,
    Nothing,
    Auto,
}
wire::value_enum! { Lanes { N0 = 0, N2 = 2, Half = 0.5, Minus = -1, On = true, Nothing = null, Auto = "auto", } }
pub enum Block {
    Text(Empty),
    Media(Box<Record>),
    Other(wire::Value),
}
wire::union! { Block by "type" { Text = "text", Media = "image" | "audio", ..Other } }
pub enum Params {
    Url(Empty),
    Form(Empty),
}
wire::union! { Params by "mode" { Url = "url", Form = "form", absent Form, } }
pub enum Labels {
    One(String),
    Many(Vec<String>),
    Id(i64),
    Full(Empty),
}
wire::union! { Labels by kind { One: string, Many: array, Id: integer, Full: object } }
pub enum Target {
    A(Empty),
    B(Empty),
    C(Empty),
    D(Empty),
}
wire::union! { Target by members { A: ["path", "a/b"], B: ["type" = "b", "n" = null], C: ["x" = true, "y" = 1.5, "z" = -1], D: [] } }
pub enum Any {
    A(Empty),
    B(Labels),
}
wire::union! { Any by trial { A, B } }
pub struct Pair(pub String, pub i64);
wire::tuple! { Pair(2) }
pub struct PairRest(pub String, pub Vec<wire::Never>);
wire::tuple! { PairRest(2, ..) }
pub struct PairOptional(pub String, pub Option<i64>);
wire::tuple! { PairOptional(2, optional 1) }
pub struct All(pub Option<String>, pub Option<i64>, pub Vec<bool>);
wire::tuple! { All(3, optional 2, ..) }
pub struct Nothing();
wire::tuple! { Nothing(0) }

#[test]
fn compiles() {
    assert_eq!(wire::to_string(&Lanes::Minus).unwrap(), "-1");
}

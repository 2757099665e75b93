//! Enums of strings and of values.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod common;
use common::{read, refused, same};
use mcp_bindings_wire as wire;

#[derive(Clone, Debug, PartialEq)]
pub enum Sort {
    Asc,
    Desc,
}
wire::string_enum! { Sort { Asc = "asc", Desc = "desc", } }

#[derive(Clone, Debug, PartialEq)]
pub enum Role {
    User,
    Other(String),
}
wire::string_enum! { Role { User = "user", ..Other } }

#[test]
fn strings() {
    same::<Vec<Sort>>(r#"["asc","desc"]"#);
    refused::<Sort>("\"up\"", "", &["\"up\"", "one of `asc`, `desc`"]);
    refused::<Sort>("1", "", &["integer `1`", "one of `asc`, `desc`"]);
    refused::<Sort>("\"Asc\"", "", &["\"Asc\""]);
    assert_eq!(read::<Role>("\"user\""), Role::User);
    assert_eq!(read::<Role>("\"robot\""), Role::Other("robot".to_owned()));
    same::<Vec<Role>>(r#"["user","robot",""]"#);
    assert_eq!((Sort::Desc.as_str(), Role::Other("x".to_owned()).as_str()), ("desc", "x"));
}

#[derive(Clone, Debug, PartialEq)]
pub enum Lanes {
    N0,
    N2,
    Half,
    On,
    Nothing,
    Auto,
    Minus,
}
wire::value_enum! { Lanes { N0 = 0, N2 = 2, Half = 0.5, On = true, Nothing = null, Auto = "auto", Minus = -1, } }

#[test]
fn values() {
    same::<Vec<Lanes>>(r#"[0,2,0.5,true,null,"auto",-1]"#);
    assert_eq!(read::<Lanes>("2.0"), Lanes::N2);
    assert_eq!(read::<Lanes>("-0.0"), Lanes::N0);
    assert_eq!(read::<Lanes>("5e-1"), Lanes::Half);
    for bad in ["1", "2.5", "false", "\"null\"", "\"2\"", "[]", "{}", "[2]"] {
        refused::<Lanes>(bad, "", &["one of `0`, `2`, `0.5`, `true`, `null`, `\"auto\"`, `-1`"]);
    }
}

/// More values than an error lists.
#[derive(Clone, Debug, PartialEq)]
pub enum Letter {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
    I,
    J,
    K,
    L,
    M,
    N,
    O,
    P,
    Q,
    R,
    S,
    T,
    U,
    V,
}
wire::string_enum! { Letter { A = "a", B = "b", C = "c", D = "d", E = "e", F = "f", G = "g", H = "h", I = "i", J = "j", K = "k", L = "l", M = "m", N = "n", O = "o", P = "p", Q = "q", R = "r", S = "s", T = "t", U = "u", V = "v", } }

#[test]
fn long_lists_are_cut() {
    refused::<Letter>("\"?\"", "", &["`a`, `b`", "`s`, `t` and 2 more"]);
    let message = wire::from_str::<Letter>("\"?\"").unwrap_err().to_string();
    assert!(!message.contains("`u`"), "{message}");
    assert_eq!(read::<Letter>("\"v\""), Letter::V);
}

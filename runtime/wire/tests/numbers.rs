//! Numbers: exact integers, floats, and what has no JSON form.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod common;
use common::{read, refused, same};
use mcp_bindings_wire as wire;
use std::collections::BTreeMap;
use wire::{Decode, Validate, Value};

#[test]
fn integers_are_exact() {
    assert_eq!(read::<i64>("30.0"), 30);
    assert_eq!(read::<i64>("3e1"), 30);
    assert_eq!(read::<i64>("-0.0"), 0);
    assert_eq!(read::<i64>("9007199254740993"), 9_007_199_254_740_993);
    assert_eq!(read::<i64>("9007199254740991.0"), 9_007_199_254_740_991);
    assert_eq!(read::<i64>("-9223372036854775808"), i64::MIN);
    assert_eq!(read::<u64>("18446744073709551615"), u64::MAX);
    for bad in [
        "30.5",
        "9223372036854775808",
        "1180591620717411303424",
        "1e30",
        // A double cannot tell these two apart.
        "9007199254740993.0",
        "9007199254740992.0",
        "\"30\"",
        "true",
        "null",
        "[]",
        "{}",
    ] {
        assert!(wire::from_str::<i64>(bad).is_err(), "{bad}");
    }
    refused::<i64>("18446744073709551616", "", &["integer"]);
    refused::<u64>("18446744073709551616", "", &["integer"]);
    refused::<u64>("-1", "", &["-1", "0 to 18446744073709551615"]);
    refused::<Vec<u32>>("[1, 2.0, 2.5]", "/2", &["2.5", "an integer"]);
}

fn range<T: Decode + std::fmt::Debug + std::fmt::Display + PartialEq>(min: T, max: T) {
    let (below, above) = (format!("{min}"), format!("{max}"));
    assert_eq!(read::<T>(&below), min);
    assert_eq!(read::<T>(&above), max);
    let wider = |text: &str, by: i128| (text.parse::<i128>().unwrap() + by).to_string();
    for out in [wider(&below, -1), wider(&above, 1)] {
        assert!(wire::from_str::<T>(&out).is_err(), "{out}");
    }
}

#[test]
fn every_width_keeps_its_range() {
    range(i8::MIN, i8::MAX);
    range(u8::MIN, u8::MAX);
    range(i16::MIN, i16::MAX);
    range(u16::MIN, u16::MAX);
    range(i32::MIN, i32::MAX);
    range(u32::MIN, u32::MAX);
    range(i64::MIN, i64::MAX);
    range(u64::MIN, u64::MAX);
}

#[test]
fn floats() {
    // Equal by value to the integer that was written.
    assert_eq!(read::<f64>("1"), 1.0);
    assert_eq!(read::<f64>("-9007199254740991"), -9_007_199_254_740_991.0);
    for text in ["0.1", "1e-7", "5e-324", "1.7976931348623157e308", "-2.5", "19.99"] {
        assert_eq!(read::<f64>(text), text.parse::<f64>().unwrap());
        same::<f64>(text);
    }
    for bad in ["1e400", "\"1\"", "null", "{}"] {
        assert!(wire::from_str::<f64>(bad).is_err(), "{bad}");
    }
    refused::<f64>("true", "", &["boolean", "expected a number"]);
}

#[test]
fn untyped_numbers_stay_exact() {
    same::<Value>("[9007199254740993, -9223372036854775808, 18446744073709551615, 0.1, 1e-7]");
}

#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    pub value: f64,
    pub history: Option<Vec<Option<f64>>>,
    pub extra: BTreeMap<String, f64>,
}
wire::record! { Reading { value: "value" required, history: "history" optional, ..extra } }

#[derive(Clone, Debug, PartialEq)]
pub enum Amount {
    Number(f64),
    Text(String),
}
wire::union! { Amount by kind { Number: number, Text: string } }

#[derive(Clone, Debug, PartialEq)]
pub struct Pair(pub f64, pub Option<f64>, pub Vec<f64>);
wire::tuple! { Pair(3, optional 1, ..) }

/// A float without JSON form is an error wherever it lies, and is never written as `null`.
fn no_json<T: serde_core::Serialize + Validate>(value: &T, pointer: &str) {
    assert!(wire::to_string(value).is_err(), "{pointer}");
    let violations = value.validate().unwrap_err();
    let [violation] = violations.violations() else { panic!("{violations}") };
    assert_eq!((violation.pointer(), violation.keyword()), (pointer, "type"));
}

#[test]
fn nan_and_infinity_are_errors() {
    let good = Reading { value: 1.0, history: None, extra: BTreeMap::new() };
    assert!(wire::to_string(&good).is_ok());
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let value = Reading { value: bad, ..good.clone() };
        no_json(&value, "/value");
        assert!(serde_json::to_string(&value).is_err(), "plain serde too");
        assert!(serde_json::to_value(vec![value]).is_err(), "inside of others too");
        let history = Some(vec![Some(1.0), None, Some(bad)]);
        no_json(&Reading { history, ..good.clone() }, "/history/2");
        let extra = BTreeMap::from([("x".to_owned(), bad)]);
        no_json(&Reading { extra, ..good.clone() }, "/x");
        no_json(&Amount::Number(bad), "");
        no_json(&Pair(1.0, Some(bad), vec![]), "/1");
        no_json(&Pair(1.0, Some(2.0), vec![bad]), "/2");
        no_json(&bad, "");
        no_json(&vec![Box::new(bad)], "/0");
    }
}

//! What the tests share.
#![allow(dead_code)]
use mcp_bindings_wire::{Decode, Validate, from_str, from_value, to_string};
use serde_core::Serialize;
use serde_json::Value;
use std::fmt::Debug;

/// Decodes a text, from the text and from a value in memory.
#[track_caller]
pub fn read<T: Decode + Debug + PartialEq>(text: &str) -> T {
    let decoded: T = from_str(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let value: Value = serde_json::from_str(text).unwrap();
    assert_eq!(from_value::<T>(&value).unwrap(), decoded);
    assert_eq!(from_value::<T>(value).unwrap(), decoded);
    decoded
}

/// Decodes a text and encodes it back to an equal JSON value.
#[track_caller]
pub fn same<T: Decode + Serialize + Validate + Debug + PartialEq>(text: &str) {
    let encoded = to_string(&read::<T>(text)).unwrap();
    let [got, wanted] = [encoded.as_str(), text].map(|t| serde_json::from_str::<Value>(t).unwrap());
    assert_eq!(got, wanted, "{encoded}");
}

/// Asserts that a text is refused at a place, with a message that holds each of the parts.
#[track_caller]
pub fn refused<T: Decode + Debug>(text: &str, pointer: &str, parts: &[&str]) {
    let error = from_str::<T>(text).expect_err(text);
    assert_eq!(error.pointer(), pointer, "{error}");
    for part in parts {
        assert!(error.message().contains(part), "{error:?} lacks {part:?}");
    }
}

/// The places and keywords of a value's violations.
#[track_caller]
pub fn violations<T: Decode + Validate>(text: &str) -> Vec<(String, &'static str)> {
    let decoded: T = from_str(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let Err(error) = decoded.validate() else { return Vec::new() };
    let known = |keyword: &str| -> &'static str { keyword.to_owned().leak() };
    error.violations().iter().map(|v| (v.pointer().to_owned(), known(v.keyword()))).collect()
}

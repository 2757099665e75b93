//! The keywords that validation knows.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod common;
use common::violations;
use mcp_bindings_wire as wire;
use std::collections::BTreeMap;
use wire::{Map, Validate, Value};

/// A record of one member, checked as the table says.
macro_rules! checked {
    ($T:ident: $type:ty, $($check:tt)*) => {
        #[derive(Clone, Debug, PartialEq)]
        pub struct $T {
            pub v: $type,
        }
        wire::record! { $T { v: "v" required [$($check)*], } }
    };
}

/// Whether a value of the member is valid; else the keyword is `keyword` and the place `/v`.
#[track_caller]
fn valid<T: wire::Decode + Validate>(value: &str, keyword: &str) -> bool {
    let found = violations::<T>(&format!("{{\"v\":{value}}}"));
    found.iter().for_each(|found| assert_eq!(*found, ("/v".to_owned(), keyword)));
    found.is_empty()
}

checked!(Between: i64, minimum(-2), maximum(3));
checked!(Inside: f64, exclusive_minimum(0), exclusive_maximum(1.5));
checked!(Tiny: u8, minimum(1.5), maximum(250));
checked!(Deep: Option<Option<Box<i32>>>, minimum(2));
checked!(Huge: u64, maximum(18446744073709551614), minimum(9007199254740992.0));
checked!(Untyped: Value, minimum(2), min_length(2), min_items(2), min_properties(2));

#[test]
fn bounds() {
    for (value, good) in [("-2", true), ("3", true), ("-3", false), ("4", false), ("3.0", true)] {
        let keyword = if value.starts_with('-') { "minimum" } else { "maximum" };
        assert_eq!(valid::<Between>(value, keyword), good, "{value}");
    }
    assert!(valid::<Inside>("0.1", "") && valid::<Inside>("1.4999999999999998", ""));
    assert!(
        !valid::<Inside>("0", "exclusiveMinimum") && !valid::<Inside>("-0.0", "exclusiveMinimum")
    );
    assert!(!valid::<Inside>("1.5", "exclusiveMaximum"));
    assert!(valid::<Tiny>("2", "") && !valid::<Tiny>("1", "minimum"));
    assert!(!valid::<Tiny>("251", "maximum"));
    assert!(valid::<Deep>("null", "") && valid::<Deep>("2", "") && !valid::<Deep>("1", "minimum"));
    // Neither side is rounded: 2^53 - 1 is below 2^53, and 2^64 - 1 is above 2^64 - 2.
    assert!(valid::<Huge>("9007199254740992", "") && !valid::<Huge>("9007199254740991", "minimum"));
    assert!(valid::<Huge>("18446744073709551614", ""));
    assert!(!valid::<Huge>("18446744073709551615", "maximum"));
}

#[test]
fn keywords_apply_to_their_kind_only() {
    for good in ["2", "\"ab\"", "[1,2]", r#"{"a":1,"b":2}"#, "true", "null"] {
        assert!(valid::<Untyped>(good, ""), "{good}");
    }
    assert!(!valid::<Untyped>("1", "minimum") && !valid::<Untyped>("\"a\"", "minLength"));
    assert!(!valid::<Untyped>("[1]", "minItems") && !valid::<Untyped>("{}", "minProperties"));
}

checked!(Even: i64, multiple_of(2));
checked!(Cents: f64, multiple_of(0.01));
checked!(CentsOfInteger: i64, multiple_of(0.01));
checked!(Fine: f64, multiple_of(0.0001));
checked!(Odd: f64, multiple_of(0.123456789));
checked!(Half: f64, multiple_of(0.5));
checked!(Three: f64, multiple_of(3));
checked!(OneAndHalf: i64, multiple_of(1.5));

#[test]
fn multiples() {
    let good = |ok: bool| assert!(ok);
    good(valid::<Even>("4", "") && valid::<Even>("-4", "") && valid::<Even>("0", ""));
    good(!valid::<Even>("7", "multipleOf"));
    for value in ["0.07", "19.99", "0.01", "-1.1", "4.35", "0.29", "1", "1e3", "0", "123456789.01"]
    {
        assert!(valid::<Cents>(value, ""), "{value}");
    }
    for value in ["0.075", "19.999", "0.001", "1e-3", "0.010000000000000002"] {
        assert!(!valid::<Cents>(value, "multipleOf"), "{value}");
    }
    good(valid::<CentsOfInteger>("7", ""));
    // These three are cases of the JSON-Schema-Test-Suite.
    good(valid::<Fine>("0.0075", "") && !valid::<Fine>("0.00751", "multipleOf"));
    good(!valid::<Odd>("1e308", "multipleOf") && valid::<Half>("1e308", ""));
    good(valid::<OneAndHalf>("0", "") && valid::<OneAndHalf>("3", ""));
    good(!valid::<OneAndHalf>("2", "multipleOf"));
    good(valid::<Three>("3e20", "") && !valid::<Three>("1e20", "multipleOf"));
    good(!valid::<Three>("1e-300", "multipleOf"));
    good(
        valid::<Even>("9223372036854775806", "")
            && !valid::<Even>("9223372036854775807", "multipleOf"),
    );
}

checked!(Sized: Option<String>, min_length(2), max_length(3));
checked!(Word: String, pattern("^\\w+$"));
checked!(Ahead: String, pattern("^(?=.*[0-9])(?!.*x)[a-z0-9]{3,}$"));
checked!(Part: String, pattern("b{2}"));
checked!(Letter: String, pattern("^\\p{Letter}+$"));
checked!(Point: String, pattern("^.$"));
checked!(Escaped: String, pattern("^[\\w\\-]+\\@[a-z\\_]+$"));
checked!(Broken: String, pattern("("));

#[test]
fn lengths_count_code_points() {
    assert!(valid::<Sized>("\"ab\"", "") && valid::<Sized>("null", ""));
    assert!(!valid::<Sized>("\"a\"", "minLength") && !valid::<Sized>("\"abcd\"", "maxLength"));
    assert!(!valid::<Sized>("\"\u{1F469}\"", "minLength"), "one code point in two UTF-16 units");
    assert!(valid::<Sized>("\"\u{1F469}\u{1F469}\u{1F469}\"", ""));
    assert!(valid::<Sized>("\"\\ud83d\\udc69\\u0301\"", ""));
}

#[test]
fn patterns() {
    assert!(valid::<Word>("\"a_1\"", "") && !valid::<Word>("\"a b\"", "pattern"));
    assert!(!valid::<Word>("\"\"", "pattern") && !valid::<Word>("\"\u{e9}\"", "pattern"));
    assert!(valid::<Ahead>("\"abc1\"", "") && !valid::<Ahead>("\"abc\"", "pattern"));
    assert!(!valid::<Ahead>("\"1x1\"", "pattern"));
    assert!(valid::<Part>("\"abba\"", ""), "not anchored");
    assert!(valid::<Letter>("\"\u{e9}\u{df}\"", "") && !valid::<Letter>("\"1\"", "pattern"));
    assert!(valid::<Point>("\"\u{1F469}\"", ""), "a point is a code point");
    assert!(valid::<Escaped>("\"a-b@c_d\"", ""), "escapes that only the flag `u` forbids");
    assert!(!valid::<Broken>("\"x\"", "pattern"), "an unreadable pattern is never passed over");
}

checked!(Few: Vec<i64>, min_items(1), max_items(2));
checked!(Rows: Option<Vec<Vec<String>>>, items [min_items(1), items [max_length(1)]]);
checked!(Scores: BTreeMap<String, i64>, min_properties(1), max_properties(2), values [maximum(5)]);
checked!(Free: Map<String, Value>, max_properties(1), values [max_length(1)]);
checked!(Tags: Box<Option<BTreeMap<String, Vec<Option<String>>>>>, values [items [pattern("^a")]]);

#[test]
fn collections() {
    assert!(valid::<Few>("[1]", "") && valid::<Few>("[1,2]", ""));
    assert!(!valid::<Few>("[]", "minItems") && !valid::<Few>("[1,2,3]", "maxItems"));
    assert!(!valid::<Scores>("{}", "minProperties"));
    assert!(!valid::<Scores>(r#"{"a":1,"b":2,"c":3}"#, "maxProperties"));
    let places = |found: Vec<(String, &'static str)>| -> Vec<String> {
        found.into_iter().map(|(pointer, keyword)| format!("{pointer} {keyword}")).collect()
    };
    let found = violations::<Rows>(r#"{"v":[["a"],[],["b","cd"]]}"#);
    assert_eq!(places(found), ["/v/1 minItems", "/v/2/1 maxLength"]);
    assert_eq!(violations::<Rows>(r#"{"v":null}"#), []);
    let found = violations::<Scores>(r#"{"v":{"a":1,"b/":6}}"#);
    assert_eq!(places(found), ["/v/b~1 maximum"]);
    assert_eq!(places(violations::<Free>(r#"{"v":{"a":"bb"}}"#)), ["/v/a maxLength"]);
    let found = violations::<Tags>(r#"{"v":{"x":["a",null,"b"],"y":[]}}"#);
    assert_eq!(places(found), ["/v/x/2 pattern"]);
}

checked!(Unique: Vec<Value>, unique_items());
checked!(UniqueNumbers: Option<Vec<f64>>, unique_items());
checked!(UniqueRecords: Vec<Between>, unique_items());

#[test]
fn unique_items_are_compared_as_json() {
    for good in [
        "[]",
        "[1]",
        "[1,2,\"1\",true,null,[],{}]",
        "[0,false,\"\",null]",
        "[[1],[2],[1,2]]",
        "[[\"a\",\"b\"],[\"a,b\"],\"a\",\"b\"]",
        r#"[{"a":1},{"a":2},{"b":1},{}]"#,
        "[9007199254740992,9007199254740993]",
        "[1,1.5]",
        "[1e300,1e301]",
    ] {
        assert!(valid::<Unique>(good, ""), "{good}");
    }
    for bad in [
        "[1,2,1]",
        "[1,1.0]",
        "[0,-0.0]",
        "[100,1e2]",
        "[\"a\",\"a\"]",
        "[null,null]",
        "[[1,[2.0]],[1.0,[2]]]",
        r#"[{"a":1,"b":[2]},{"b":[2.0],"a":1.0}]"#,
        "[1e300,10e299]",
    ] {
        assert!(!valid::<Unique>(bad, "uniqueItems"), "{bad}");
    }
    assert!(!valid::<UniqueNumbers>("[1,1.0]", "uniqueItems"));
    assert!(valid::<UniqueNumbers>("null", "") && valid::<UniqueNumbers>("[0.1,0.2]", ""));
    assert!(!valid::<UniqueRecords>(r#"[{"v":1},{"v":1}]"#, "uniqueItems"));
}

#[derive(Clone, Debug, PartialEq)]
pub struct Patch {
    pub title: Option<String>,
    pub body: Option<String>,
}
wire::record! { Patch { title: "title" optional, body: "body" optional, } }
#[derive(Clone, Debug, PartialEq)]
pub enum Words {
    One(String),
    Many(Vec<String>),
}
wire::union! { Words by kind { One: string, Many: array } }
#[derive(Clone, Debug, PartialEq)]
pub enum Color {
    Red,
    Other(String),
}
wire::string_enum! { Color { Red = "red", ..Other } }
checked!(Patched: Patch, min_properties(1));
checked!(Mixed: Words, min_length(2), min_items(2));
checked!(Colored: Color, max_length(4));

#[test]
fn generated_types_can_be_checked_too() {
    assert!(valid::<Patched>(r#"{"title":"t"}"#, "") && !valid::<Patched>("{}", "minProperties"));
    assert!(valid::<Mixed>("\"ab\"", "") && valid::<Mixed>("[\"a\",\"b\"]", ""));
    assert!(!valid::<Mixed>("\"a\"", "minLength") && !valid::<Mixed>("[\"a\"]", "minItems"));
    assert!(valid::<Colored>("\"blue\"", "") && !valid::<Colored>("\"green\"", "maxLength"));
}

#[test]
fn errors_display_one_line_and_stop_at_a_hundred() {
    let value: Between = wire::from_str(r#"{"v":9}"#).unwrap();
    let error = value.validate().unwrap_err();
    assert_eq!(error.to_string(), "/v: maximum: 9 is more than 3");
    let many = format!("[{}]", vec![r#"{"v":9}"#; 1000].join(","));
    assert_eq!(violations::<Vec<Between>>(&many).len(), 100);
}

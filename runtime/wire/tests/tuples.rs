//! Arrays with typed positions.
#![allow(missing_docs, missing_debug_implementations, unreachable_pub)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod common;
use common::{read, refused, same, violations};
use mcp_bindings_wire as wire;
use wire::Validate;

#[derive(Clone, Debug, PartialEq)]
pub struct Pair(pub String, pub i64);
wire::tuple! { Pair(2) }

#[derive(Clone, Debug, PartialEq)]
pub struct Rest(pub String, pub Vec<i64>);
wire::tuple! { Rest(2, ..) }

#[derive(Clone, Debug, PartialEq)]
pub struct Short(pub String, pub Option<i64>, pub Option<Option<bool>>);
wire::tuple! { Short(3, optional 2) }

#[derive(Clone, Debug, PartialEq)]
pub struct Open(pub Option<String>, pub Vec<f64>);
wire::tuple! { Open(2, optional 1, ..) }

#[derive(Clone, Debug, PartialEq)]
pub struct Nothing();
wire::tuple! { Nothing(0) }

#[derive(Clone, Debug, PartialEq)]
pub struct Wide(u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8);
wire::tuple! { Wide(16) }

#[test]
fn exact_length() {
    same::<Pair>(r#"["a",1]"#);
    assert_eq!(read::<Pair>(r#"["a",1.0]"#), Pair("a".to_owned(), 1));
    refused::<Pair>("[]", "", &["missing element 0"]);
    refused::<Pair>(r#"["a"]"#, "", &["missing element 1"]);
    refused::<Pair>(r#"["a",1,2]"#, "/2", &["not allowed"]);
    refused::<Pair>(r#"["a","b"]"#, "/1", &["expected an integer"]);
    refused::<Pair>("{}", "", &["an array (Pair)"]);
    same::<Nothing>("[]");
    refused::<Nothing>("[1]", "/0", &["not allowed"]);
    same::<Wide>("[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]");
}

#[test]
fn rest() {
    same::<Rest>(r#"["a"]"#);
    same::<Rest>(r#"["a",1,2,3]"#);
    refused::<Rest>("[]", "", &["missing element 0"]);
    refused::<Rest>(r#"["a",1,"x"]"#, "/2", &["expected an integer"]);
    same::<Open>("[]");
    same::<Open>(r#"["a"]"#);
    same::<Open>(r#"["a",0.5]"#);
}

#[test]
fn optional_ends() {
    same::<Short>(r#"["a"]"#);
    same::<Short>(r#"["a",1]"#);
    same::<Short>(r#"["a",1,null]"#);
    same::<Short>(r#"["a",1,true]"#);
    refused::<Short>(r#"["a",null]"#, "/1", &["null", "an integer"]);
    refused::<Short>(r#"["a",1,true,1]"#, "/3", &["not allowed"]);
}

#[test]
fn holes_cannot_be_written() {
    let hole = Short("a".to_owned(), None, Some(None));
    assert!(wire::to_string(&hole).is_err());
    assert_eq!(hole.validate().unwrap_err().violations()[0].pointer(), "/1");
    let hole = Open(None, vec![1.5]);
    assert!(wire::to_string(&hole).is_err());
    assert!(hole.validate().is_err());
}

#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    pub name: String,
}
wire::record! { Named { name: "name" required [min_length(2)], } }

#[derive(Clone, Debug, PartialEq)]
pub struct Deep(pub Named, pub Vec<Named>);
wire::tuple! { Deep(2, ..) }

#[test]
fn elements_are_validated() {
    let found = violations::<Deep>(r#"[{"name":"a"},{"name":"ab"},{"name":"b"}]"#);
    assert_eq!(found, [("/0/name".to_owned(), "minLength"), ("/2/name".to_owned(), "minLength")]);
}

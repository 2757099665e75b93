//! Schemas of generated types as schemars has them.
#![cfg(feature = "schemars")]
#![allow(missing_docs)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

pub mod notes {
    pub static SERVER: mcp_bindings::ServerDescriptor = mcp_bindings::ServerDescriptor::new(
        "notes",
        "",
        "2025-11-25",
        &[mcp_bindings::ToolDescriptor::new(
            "add",
            r#"{"name":"add","inputSchema":{"type":"object","properties":{"x":{"not":{}}},"x-own":1}}"#,
        )],
    );
    #[derive(Clone, Debug, PartialEq)]
    pub struct AddArgs(pub mcp_bindings::Value);
    mcp_bindings::newtype! { AddArgs }
    mcp_bindings::schemas! { AddArgs = input "add", }
}

#[test]
fn a_schema_is_the_servers_word_for_word() {
    use schemars::JsonSchema;
    let schema = notes::AddArgs::json_schema(&mut schemars::SchemaGenerator::default());
    let wanted = notes::SERVER.input("add").unwrap().value().unwrap();
    assert_eq!(schema.to_value(), wanted);
    assert_eq!(wanted["x-own"], 1);
    assert!(notes::SERVER.output("add").is_none() && notes::SERVER.input("gone").is_none());
}

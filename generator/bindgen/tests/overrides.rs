//! Overrides: each of them does what it says, and each typo is an error that says where and what instead.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mcp_bindgen::{Bindings, Builder, Diagnostics};

const MANIFEST: &str = r##"{"server": "tracker", "tools": [
    {"name": "search_issues", "inputSchema": {"type": "object", "required": ["when"], "properties": {
        "when": {"type": "string", "format": "date-time", "minLength": 3},
        "sort": {"enum": ["asc", "desc"], "default": "asc"},
        "filter": {"$ref": "#/$defs/Filter"},
        "hosts": {"type": "array", "minItems": 1, "items": {"type": "string", "format": "ipv4"}},
        "target": {"anyOf": [{"type": "object", "title": "By name", "required": ["name"], "properties": {"name": {"type": "string"}}}, {"type": "string"}]}
      }, "$defs": {"Filter": {"type": "object", "properties": {"label": {"type": "string"}, "next": {"$ref": "#/$defs/Filter"}}}}}},
    {"name": "close", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "properties": {"done": {"type": "boolean"}}}},
    {"name": "list", "inputSchema": {"type": "object"}}
]}"##;

fn generate(overrides: &str) -> Result<Bindings, Diagnostics> {
    Builder::new()
        .manifest_text("tracker.json", MANIFEST)
        .overrides_text("o.toml", overrides)
        .generate()
}

#[track_caller]
fn source(overrides: &str) -> String {
    generate(overrides).unwrap_or_else(|e| panic!("{e}")).source().to_owned()
}

/// The errors, one a line with its help.
#[track_caller]
fn errors(overrides: &str) -> Vec<String> {
    let errors = generate(overrides).expect_err("no error");
    errors.iter().map(|d| d.to_string().replace("\n  help: ", " | ")).collect()
}

#[track_caller]
fn refused(overrides: &str, expected: &[&str]) {
    assert_eq!(errors(overrides), expected);
}

#[test]
fn without_overrides_nothing_is_otherwise() {
    let plain = Builder::new().manifest_text("tracker.json", MANIFEST).generate().unwrap();
    assert_eq!(source(""), plain.source());
    assert_eq!(source("# nothing\n[tools.close]\n[formats]\n"), plain.source());
}

#[test]
fn a_tool_is_renamed_with_all_that_is_named_after_it() {
    let source = source("[tools.search_issues]\nrename = \"find\"");
    for now in [
        "pub fn find(",
        "pub struct FindArgs",
        "pub struct Find;",
        "pub mod find ",
        "find: Find(FindArgs)",
    ] {
        assert!(source.contains(now), "{now}\n{source}");
    }
    assert!(source.contains("= \"search_issues\""), "the wire name stays");
    assert!(!source.contains("SearchIssues"));
}

#[test]
fn a_tool_is_dropped() {
    let source = source("[tools.close]\ndrop = true");
    assert!(!source.contains("CloseArgs") && source.contains("ListArgs"));
    refused(
        "[tools.close]\ndrop = true\nrename = \"shut\"",
        &[
            "o.toml:3:1: error: tools.close.rename: has no effect: the tool is dropped | take it or `drop = true` out",
        ],
    );
}

#[test]
fn an_output_schema_is_supplied_as_a_table_or_as_json() {
    let table = "[tools.list.output_schema]\ntype = \"object\"\nrequired = [\"total\"]\nproperties.total = {type = \"integer\", minimum = -1.5, maximum = 18446744073709551615}";
    let json = r#"[tools.list]
output_schema = '''{"type": "object", "required": ["total"], "properties": {"total": {"type": "integer", "minimum": -1.5, "maximum": 18446744073709551615}}}'''"#;
    let by_table = source(table);
    assert!(by_table.contains("pub struct ListOutput"), "{by_table}");
    assert!(by_table.contains("list: List(ListArgs) -> ListOutput"));
    assert_eq!(by_table, source(json));
    refused(
        "[tools.close]\noutput_schema = {type = \"object\"}",
        &[
            "o.toml:2:1: error: tools.close.output_schema: the tool declares an `outputSchema` already | \
           leave it out; a declared schema is changed in the manifest, or by `type` at a place in it",
        ],
    );
    assert!(
        errors("[tools.list]\noutput_schema = '{'")[0]
            .starts_with("o.toml:2:1: error: tools.list.output_schema: is not JSON: ")
    );
    assert!(errors("[tools.list]\noutput_schema = 'true'")[0].contains("must be an object"));
    assert!(
        errors("[tools.list]\noutput_schema = {default = nan}")[0]
            .contains("holds nan, which JSON lacks")
    );
    assert!(
        errors("[tools.list]\noutput_schema = {default = 2020-01-01}")[0]
            .contains("write it as a string")
    );
}

#[test]
fn names_that_are_nowhere_are_errors_with_the_nearest() {
    refused(
        "[tools.serch_issues]\n[tools.x]\n[formats]\ndate_time = \"::jiff::Timestamp\"",
        &[
            "o.toml:1:8: error: tools.serch_issues: matches nothing: there is no tool \"serch_issues\" | did you mean \"search_issues\"?",
            "o.toml:2:8: error: tools.x: matches nothing: there is no tool \"x\" | `mcp-bindgen inspect` lists the tools",
            "o.toml:4:1: error: formats.date_time: matches nothing: no schema has this `format` | did you mean \"date-time\"?",
        ],
    );
    refused(
        "[tools.close]\ndrop = true\n[formats]\nuri = \"::url::Url\"",
        &[
            "o.toml:4:1: error: formats.uri: matches nothing: no schema has this `format` | there are: date-time, ipv4",
        ],
    );
}

#[test]
fn unknown_keys_and_wrong_types_are_errors() {
    refused(
        "[al]\n[tools.close]\nrenam = \"x\"\ndrop = 1\nderive = \"Eq\"\n[tools.list]\nrename = 5\n[tools.search_issues.schemas.\"/inputSchema\"]\nattribute = []",
        &[
            "o.toml:1:2: error: al: is no key of overrides | did you mean \"all\"?",
            "o.toml:3:1: error: tools.close.renam: is no key of overrides | did you mean \"rename\"?",
            "o.toml:4:1: error: tools.close.drop: must be true or false, is an integer | write `drop = ..` with true or false",
            "o.toml:5:1: error: tools.close.derive: must be a list of strings, is a string | write `derive = ..` with a list of strings",
            "o.toml:7:1: error: tools.list.rename: must be a string, is an integer | write `rename = ..` with a string",
            "o.toml:9:1: error: tools.search_issues.schemas.\"/inputSchema\".attribute: is no key of overrides | did you mean \"attributes\"?",
        ],
    );
    assert!(errors("[zzzzzzzz]")[0].contains("known here: all, formats, tools"));
}

#[test]
fn what_is_no_toml_is_told_with_its_place() {
    let told = errors("[all]\nderive = [\"Eq\"\n");
    assert!(told[0].starts_with("o.toml:") && told[0].contains("is not TOML"), "{told:?}");
    assert!(errors("a = 1\na = 2")[0].starts_with("o.toml:2:1: error: is not TOML: duplicate key"));
    // The manifest's own problems come in the same run.
    let both = Builder::new()
        .manifest_text("m.json", r#"{"tools": [{"name": "a"}]}"#)
        .overrides_text("o.toml", "x = ")
        .generate()
        .unwrap_err();
    assert_eq!(both.iter().map(|d| d.file()).collect::<Vec<_>>(), ["m.json", "o.toml"]);
}

#[test]
fn bad_rust_is_an_error_and_never_output() {
    refused(
        "[all]\nderive = [\"Hsah\"]\nattributes = [\"#[a] struct X; #[b]\"]\n[formats]\ndate-time = \"jiff::Timestamp\"\n[tools.list]\nrename = \"new\"\n[tools.close]\nrename = \"Close\"",
        &[
            "o.toml:2:11: error: all.derive: `Hsah` is no derive of the standard library | did you mean \"Hash\"?",
            "o.toml:3:15: error: all.attributes: \"#[a] struct X; #[b]\" is no attribute: its brackets do not match | write it as in Rust, on one line: \"#[non_exhaustive]\"",
            "o.toml:5:1: error: formats.date-time: `jiff::Timestamp` means nothing where it is used | write `::jiff::Timestamp`",
            "o.toml:7:1: error: tools.list.rename: `new` is taken by what is always generated | take another name",
            "o.toml:9:1: error: tools.close.rename: \"Close\" is not in snake_case | write \"close\"",
        ],
    );
}

#[test]
fn two_tools_of_one_name_are_an_error() {
    refused(
        "[tools.list]\nrename = \"close\"",
        &[
            "o.toml:2:1: error: tools.list.rename: in the server, tool \"close\" and tool \"list\" would both be `close` | give one of them another name",
        ],
    );
}

#[test]
fn every_item_gets_what_all_get_and_those_of_a_tool() {
    let source = source(
        "[all]\nattributes = [\"#[non_exhaustive]\"]\nderive = [\"PartialEq\"]\n[tools.close]\nderive = [\"Eq\", \"Hash\"]",
    );
    let items =
        source.matches("\n    pub struct ").count() + source.matches("\n        pub ").count();
    assert!(items > 5);
    assert!(source.contains("#[derive(Clone, Debug, PartialEq, Default, Eq, Hash)]\n    #[non_exhaustive]\n    pub struct CloseArgs"), "{source}");
    assert!(source.contains("#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\n        #[non_exhaustive]\n        pub enum Sort"), "{source}");
}

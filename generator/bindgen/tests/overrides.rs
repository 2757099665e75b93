//! Overrides: each of them does what it says, and each typo is an error that says where and what instead.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

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
            "o.toml:3:15: error: all.attributes: \"#[a] struct X; #[b]\" is no attribute: it holds a character that has no place in one | write it as in Rust, on one line: \"#[non_exhaustive]\"",
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

const SEARCH: &str = "[tools.search_issues.schemas.\"/inputSchema";

#[test]
fn fields_variants_and_types_are_renamed() {
    let source = source(&format!(
        r#"
{SEARCH}/properties/when"]
rename = "at"
{SEARCH}/properties/sort"]
rename = "type"
rename_type = "Order"
variants = {{ asc = "Ascending" }}
{SEARCH}/$defs/Filter"]
rename_type = "Criteria"
{SEARCH}/properties/target/anyOf/1"]
rename = "Free"
"#
    ));
    for now in [
        "pub at: ::std::string::String,",
        "at: \"when\" required",
        "pub r#type: ::core::option::Option<search_issues::Order>",
        "r#type: \"sort\" optional",
        "pub fn with_type(",
        "unwrap_or(search_issues::Order::Ascending)",
        "Ascending = \"asc\",",
        "Desc = \"desc\",",
        "pub struct Criteria {",
        "pub filter: ::core::option::Option<search_issues::Criteria>",
        "pub next: ::core::option::Option<::std::boxed::Box<Criteria>>",
        "Free(::std::string::String)",
    ] {
        assert!(source.contains(now), "{now}\n{source}");
    }
    assert!(!source.contains("pub struct Filter"));
}

#[test]
fn a_type_from_elsewhere_stands_for_one_schema_or_a_format() {
    let source = source(&format!(
        "[formats]\nipv4 = \"::std::net::Ipv4Addr\"\n{SEARCH}/properties/when\"]\ntype = \"crate::When\"\n{SEARCH}/$defs/Filter\"]\ntype = \"::std::string::String\""
    ));
    for now in [
        "pub when: crate::When,",
        "when: \"when\" foreign,",
        "pub hosts: ::core::option::Option<::std::vec::Vec<::std::net::Ipv4Addr>>,",
        "hosts: \"hosts\" foreign_optional,",
        "filter: \"filter\" foreign_optional at \"/inputSchema/$defs/Filter\",",
        "`minLength` of a type from elsewhere is checked only with the feature `validate`",
        "`minItems` of a type from elsewhere is checked only with the feature `validate`",
    ] {
        assert!(source.contains(now), "{now}\n{source}");
    }
    assert!(!source.contains("struct Filter"));
    // What the replaced schema says of its inside is told, for nothing holds the type to it.
    assert!(source.contains("/inputSchema/$defs/Filter/properties: `properties` is"), "{source}");
}

#[test]
fn null_and_absence_stay_apart_around_a_type_from_elsewhere() {
    let manifest = r#"{"server": "s", "tools": [{"name": "t", "inputSchema": {"type": "object", "required": ["a", "b"], "properties": {
        "a": {"type": "string", "format": "ipv4"}, "b": {"type": ["string", "null"], "format": "ipv4"},
        "c": {"type": "string", "format": "ipv4"}, "d": {"anyOf": [{"type": "string", "format": "ipv4"}, {"type": "null"}]},
        "e": {"type": "array", "items": {"type": ["string", "null"], "format": "ipv4"}},
        "f": {"type": "object", "additionalProperties": {"type": "string", "format": "ipv4"}}}}}]}"#;
    let bindings = Builder::new()
        .manifest_text("s.json", manifest)
        .overrides_text("o.toml", "[formats]\nipv4 = \"::std::net::Ipv4Addr\"")
        .generate()
        .unwrap();
    for now in [
        "pub a: ::std::net::Ipv4Addr,",
        "pub b: ::core::option::Option<::std::net::Ipv4Addr>,",
        "pub c: ::core::option::Option<::std::net::Ipv4Addr>,",
        "pub d: ::core::option::Option<::core::option::Option<::std::net::Ipv4Addr>>,",
        "pub e: ::core::option::Option<::std::vec::Vec<::core::option::Option<::std::net::Ipv4Addr>>>,",
        "pub f: ::core::option::Option<::std::collections::BTreeMap<::std::string::String, ::std::net::Ipv4Addr>>,",
        "a: \"a\" foreign,",
        "b: \"b\" foreign,",
        "c: \"c\" foreign_optional,",
    ] {
        assert!(bindings.source().contains(now), "{now}\n{}", bindings.source());
    }
}

#[test]
fn where_no_table_holds_a_type_from_elsewhere_it_is_refused() {
    let manifest = r##"{"server": "s", "tools": [{"name": "t", "outputSchema": {"type": "string", "format": "ipv4"},
      "inputSchema": {"type": "object", "properties": {
        "u": {"anyOf": [{"type": "string", "format": "ipv4"}, {"type": "integer"}]},
        "t": {"type": "array", "prefixItems": [{"type": "string", "format": "ipv4"}]}},
        "additionalProperties": {"type": "string", "format": "ipv4"}}}]}"##;
    let by = |overrides: &str| {
        Builder::new()
            .manifest_text("s.json", manifest)
            .overrides_text("o.toml", overrides)
            .generate()
    };
    let plain = by("").unwrap();
    let by_format = by("[formats]\nipv4 = \"::std::net::Ipv4Addr\"").unwrap();
    assert_eq!(by_format.source(), plain.source());
    let told: Vec<_> = by_format
        .warnings()
        .iter()
        .filter(|d| d.file() == "o.toml")
        .map(|d| d.message().to_owned())
        .collect();
    assert_eq!(
        told,
        [
            "formats.ipv4: is not applied at /tools/0/inputSchema/additionalProperties, which is the type of members that are not declared",
            "formats.ipv4: is not applied at /tools/0/inputSchema/properties/t/prefixItems/0, which is an item of a tuple",
            "formats.ipv4: is not applied at /tools/0/inputSchema/properties/u/anyOf/0, which is an alternative of a union",
            "formats.ipv4: is not applied at /tools/0/outputSchema, which is an output as a whole",
        ]
    );
    for (pointer, place) in [
        ("/outputSchema", "an output as a whole"),
        ("/inputSchema/properties/u/anyOf/0", "an alternative of a union"),
        ("/inputSchema/properties/t/prefixItems/0", "an item of a tuple"),
        ("/inputSchema/additionalProperties", "the type of members that are not declared"),
    ] {
        let errors = by(&format!("[tools.t.schemas.\"{pointer}\"]\ntype = \"u8\"")).unwrap_err();
        let all: Vec<_> =
            errors.iter().filter(|d| d.severity() == mcp_bindgen::Severity::Error).collect();
        assert_eq!(all.len(), 1, "{errors}");
        assert_eq!(
            all[0].message(),
            format!(
                "tools.t.schemas.\"{pointer}\".type: `u8` cannot stand here, for this is {place}"
            )
        );
        assert_eq!(*all[0].place(), mcp_bindgen::Place::Position { line: 2, column: 1 });
    }
}

#[test]
fn derives_and_attributes_go_to_the_item_of_a_schema() {
    let source = source(&format!(
        "{SEARCH}/properties/filter\"]\nderive = [\"Eq\", \"::std::hash::Hash\"]\nattributes = [\"#[non_exhaustive]\", \"#[doc(alias = \\\"]\\\")]\"]\n{SEARCH}\"]\nderive = [\"Eq\"]"
    ));
    assert!(source.contains("#[derive(Clone, Debug, PartialEq, Default, Eq, ::std::hash::Hash)]\n        #[non_exhaustive]\n        #[doc(alias = \"]\")]\n        pub struct Filter {"), "{source}");
    assert!(
        source
            .contains("#[derive(Clone, Debug, PartialEq, Eq)]\n    pub struct SearchIssuesArgs {"),
        "{source}"
    );
}

#[test]
fn pointers_that_lead_nowhere_are_errors_with_the_nearest() {
    refused(
        &format!(
            "{SEARCH}/properties/whn\"]\nrename = \"at\"\n{SEARCH}/properties/when/properties/deep\"]\n[tools.close.schemas.\"/properties/x\"]"
        ),
        &[
            "o.toml:4:22: error: tools.close.schemas.\"/properties/x\": is no pointer into the tool's entry: it begins with /inputSchema or /outputSchema | did you mean \"/inputSchema/properties/x\"?",
            "o.toml:3:30: error: tools.search_issues.schemas.\"/inputSchema/properties/when/properties/deep\": matches nothing: the tool has no schema at this pointer | the schema at \"/inputSchema/properties/when\" is there",
            "o.toml:1:30: error: tools.search_issues.schemas.\"/inputSchema/properties/whn\": matches nothing: the tool has no schema at this pointer | did you mean \"/inputSchema/properties/when\"?",
        ],
    );
}

#[test]
fn overrides_that_fit_no_part_of_a_schema_are_errors() {
    let one = |pointer: &str, key: &str| {
        let told = errors(&format!("{SEARCH}{pointer}\"]\n{key}"));
        assert_eq!(told.len(), 1, "{told:?}");
        told[0].split_once("matches nothing: ").unwrap().1.to_owned()
    };
    assert_eq!(
        one("/properties/when", "rename_type = \"When\""),
        "no struct or enum is made from this schema | `mcp-bindgen generate` shows which types there are"
    );
    assert_eq!(
        one("/$defs/Filter", "rename = \"Criteria\""),
        "this schema is neither that of a field nor that of a variant | `rename_type` renames a struct or an enum, `variants` the variants of an enum"
    );
    assert_eq!(
        one("/properties/sort", "variants = {ascc = \"A\"}"),
        "the schema has no value \"ascc\" | did you mean \"asc\"?"
    );
    assert_eq!(
        one("/properties/sort", "variants = {zzzzzzz = \"A\"}"),
        "the schema has no value \"zzzzzzz\" | there are: asc, desc"
    );
    assert_eq!(
        one("/properties/target", "variants = {string = \"A\"}"),
        "the schema has no value \"string\" | a variant of a union is renamed by `rename` at the pointer of its branch"
    );
    assert_eq!(
        one("", "rename_type = \"Search\""),
        "the arguments and the output are named after the tool | give the tool a `rename`"
    );
    assert_eq!(
        one("", "type = \"u8\""),
        "no type is made for this schema alone | name the pointer of a member's, an item's or a definition's schema"
    );
}

#[test]
fn chosen_names_that_collide_are_errors() {
    refused(
        &format!(
            "{SEARCH}/properties/when\"]\nrename = \"sort\"\n{SEARCH}/$defs/Filter\"]\nrename_type = \"Sort\"\n{SEARCH}/properties/sort\"]\nvariants = {{asc = \"Desc\"}}\n{SEARCH}/properties/target/anyOf/0\"]\nrename = \"String\""
        ),
        &[
            "o.toml:4:1: error: tools.search_issues.schemas.\"/inputSchema/$defs/Filter\".rename_type: in the module `search_issues`, a type and a type would both be `Sort` | give one of them another name",
            "o.toml:2:1: error: tools.search_issues.schemas.\"/inputSchema/properties/when\".rename: in `SearchIssuesArgs`, member \"when\" and member \"sort\" would both be `sort` | give one of them another name",
            "o.toml:6:13: error: tools.search_issues.schemas.\"/inputSchema/properties/sort\".variants.asc: in `Sort`, value \"asc\" and value \"desc\" would both be `Desc` | give one of them another name",
            "o.toml:8:1: error: tools.search_issues.schemas.\"/inputSchema/properties/target/anyOf/0\".rename: in `Target`, an alternative and an alternative would both be `String` | give one of them another name",
        ],
    );
}

#[test]
fn values_that_are_no_strings_and_kinds_are_named_as_json() {
    let manifest = r#"{"server": "s", "tools": [{"name": "t", "inputSchema": {"type": "object", "properties": {
        "n": {"enum": [1, 2.5, true, "1"]}, "k": {"type": ["string", "integer"]}}}}]}"#;
    let overrides = "[tools.t.schemas.\"/inputSchema/properties/n\".variants]\n1 = \"One\"\n'\"1\"' = \"Uno\"\n\"2.5\" = \"Half\"\n[tools.t.schemas.\"/inputSchema/properties/k\".variants]\nstring = \"Text\"";
    let bindings = Builder::new()
        .manifest_text("s.json", manifest)
        .overrides_text("o.toml", overrides)
        .generate();
    let source = bindings.unwrap().source().to_owned();
    for now in [
        "Half = 2.5,",
        "One = 1,",
        "Uno = \"1\",",
        "Text(::std::string::String)",
        "Integer(i64)",
        "True = true,",
    ] {
        assert!(source.contains(now), "{now}\n{source}");
    }
}

#[test]
fn a_choice_of_tools_does_not_turn_the_others_overrides_into_errors() {
    let overrides =
        "[tools.close.schemas.\"/inputSchema\"]\nderive = [\"Eq\"]\n[tools.list]\nrename = \"all\"";
    let bindings = Builder::new()
        .manifest_text("tracker.json", MANIFEST)
        .overrides_text("o.toml", overrides)
        .tool("list")
        .generate()
        .unwrap();
    assert_eq!(bindings.report().tools.len(), 1);
    assert_eq!(bindings.report().tools[0].function, "all");
}

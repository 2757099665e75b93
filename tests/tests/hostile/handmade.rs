//! Schemas that are made to exhaust: deep, wide, circular, or of wrong kinds everywhere. On a test's stack of 2 MiB.

use crate::keywords::{KEYWORDS, misfits};
use crate::{End, manifest, run};
use serde_json::{Map, Value, json};

fn ends(text: &str) -> End {
    run(text).unwrap_or_else(|fault| panic!("{fault}: {}", &text[..text.len().min(400)]))
}

fn generates(schema: &Value) {
    assert_eq!(ends(&manifest(schema)), End::Source, "{schema}");
}

/// A schema around another, so many times. Text, because a tree that deep is not easily dropped.
fn nested(depth: usize, open: &str, close: &str) -> String {
    let core = format!("{}{{\"type\":\"string\"}}{}", open.repeat(depth), close.repeat(depth));
    format!(
        "{{\"server\":\"deep\",\"tools\":[{{\"name\":\"t\",\"inputSchema\":{{\"type\":\"object\",\"properties\":{{\"a\":{core}}}}}}}]}}"
    )
}

#[test]
fn schemas_of_two_thousand_levels_are_refused() {
    for (open, close) in [
        (r#"{"type":"object","properties":{"a":"#, "}}"),
        (r#"{"type":"array","items":"#, "}"),
        (r#"{"anyOf":["#, r#",{"type":"null"}]}"#),
        (r#"{"allOf":["#, "]}"),
        (r#"{"not":"#, "}"),
        (r#"{"additionalProperties":"#, "}"),
        (r#"{"default":["#, "]}"),
        (r#"{"zzz":"#, "}"),
    ] {
        assert_eq!(ends(&nested(2_000, open, close)), End::Refused, "{open}");
    }
}

#[test]
fn schemas_just_deep_enough_to_read_end() {
    for depth in [5, 20, 40, 60, 90, 120] {
        for (open, close) in [
            (r#"{"type":"object","properties":{"a":"#, "}}"),
            (r#"{"type":"array","items":"#, "}"),
            (r#"{"anyOf":["#, r#",{"type":"null"}]}"#),
            (r#"{"oneOf":["#, r#",{"type":"object","properties":{"b":{}}}]}"#),
            (r#"{"allOf":["#, "]}"),
        ] {
            ends(&nested(depth, open, close));
        }
    }
}

#[test]
fn brackets_alone_are_refused() {
    for text in [
        "[".repeat(100_000),
        "{\"a\":".repeat(100_000),
        format!("{{\"tools\":{}", "[".repeat(100_000)),
    ] {
        assert_eq!(ends(&text), End::Refused);
    }
}

fn chain(length: usize, link: impl Fn(Value) -> Value) -> Value {
    let mut definitions = Map::new();
    for i in 0..length {
        let next = json!({"$ref": format!("#/$defs/d{}", i + 1)});
        definitions.insert(format!("d{i}"), link(next));
    }
    definitions.insert(format!("d{length}"), json!({"type": "string"}));
    json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": definitions})
}

#[test]
fn chains_of_five_thousand_references_end() {
    ends(&manifest(&chain(5_000, |next| next)));
    ends(&manifest(&chain(5_000, |next| json!({"allOf": [next]}))));
    ends(&manifest(&chain(5_000, |next| json!({"anyOf": [next, {"type": "null"}]}))));
    ends(&manifest(&chain(5_000, |next| json!({"type": "array", "items": next}))));
    ends(&manifest(&chain(2_000, |next| json!({"type": "object", "properties": {"n": next}}))));
    ends(&manifest(&chain(
        2_000,
        |next| json!({"type": "object", "properties": {"n": next}, "required": ["n"]}),
    )));
}

#[test]
fn circles_of_references_end() {
    let a = || json!({"$ref": "#/$defs/A"});
    let b = || json!({"$ref": "#/$defs/B"});
    let circles = [
        json!({"A": a()}),
        json!({"A": b(), "B": a()}),
        json!({"A": {"anyOf": [a(), {"type": "string"}]}}),
        json!({"A": {"oneOf": [a(), a(), {"type": "object"}]}}),
        json!({"A": {"allOf": [a()]}}),
        json!({"A": {"allOf": [a(), {"type": "object", "properties": {"x": a()}}]}}),
        json!({"A": {"anyOf": [b(), {"type": "null"}]}, "B": {"anyOf": [a(), {"type": "integer"}]}}),
        json!({"A": {"allOf": [b()]}, "B": {"anyOf": [a(), {"type": "array", "items": a()}]}}),
        json!({"A": {"allOf": [b(), {"oneOf": [a(), b()]}]}, "B": {"allOf": [a(), {"anyOf": [b(), a()]}]}}),
        json!({"A": {"type": "object", "properties": {"a": a()}, "required": ["a"]}}),
        json!({"A": {"type": "object", "properties": {"b": b()}, "required": ["b"]}, "B": {"type": "object", "properties": {"a": a()}, "required": ["a"]}}),
        json!({"A": {"type": "array", "items": a()}}),
        json!({"A": {"type": "array", "prefixItems": [a(), b()], "items": a()}, "B": {"type": ["array", "null"], "items": b()}}),
        json!({"A": {"type": "object", "additionalProperties": a()}}),
        json!({"A": {"type": "object", "patternProperties": {"^x": a()}, "propertyNames": a()}}),
        json!({"A": {"not": a(), "if": a(), "then": a(), "else": b()}, "B": {"contains": b(), "unevaluatedProperties": b()}}),
        json!({"A": {"$ref": "#"}}),
        json!({"A": {"anyOf": [{"$ref": "#"}, {"type": "string"}]}}),
        json!({"A": {"$ref": "#/properties/a"}}),
        json!({"A": {"$ref": "#/$defs/A/properties/x", "properties": {"x": {"$ref": "#/$defs/A"}}}}),
        json!({"A": {"$ref": "#/$defs/A/$defs/A", "$defs": {"A": a()}}}),
    ];
    for definitions in circles {
        for root in [
            json!({"type": "object", "properties": {"a": a()}}),
            json!({"type": "object", "properties": {"a": a()}, "required": ["a"]}),
            json!({"$ref": "#/$defs/A"}),
            json!({"type": "object", "allOf": [a()]}),
            json!({"type": "object", "anyOf": [a(), {"required": ["x"]}]}),
        ] {
            let mut schema = root;
            schema["$defs"] = definitions.clone();
            ends(&manifest(&schema));
        }
    }
}

#[test]
fn recursive_types_generate() {
    let node = json!({"type": "object", "properties": {"next": {"$ref": "#/$defs/A"}, "all": {"type": "array", "items": {"$ref": "#/$defs/A"}}}});
    generates(
        &json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": node}}),
    );
    generates(&json!({"type": "object", "properties": {"parent": {"$ref": "#"}}}));
    let either = json!({"anyOf": [{"$ref": "#/$defs/A"}, {"type": "string"}]});
    generates(
        &json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"type": "array", "items": either}}}),
    );
}

#[test]
fn wide_schemas_generate() {
    let members = |value: &dyn Fn(usize) -> Value| -> Map<String, Value> {
        (0..3_000).map(|i| (format!("member_{i}"), value(i))).collect()
    };
    generates(&json!({"type": "object", "properties": members(&|_| json!({"type": "string"}))}));
    let names: Vec<String> = (0..3_000).map(|i| format!("member_{i}")).collect();
    generates(&json!({"type": "object", "properties": members(&|_| json!({})), "required": names}));
    let values: Vec<String> = (0..3_000).map(|i| format!("value {i}")).collect();
    generates(&json!({"type": "object", "properties": {"e": {"enum": values}}}));
    // Names that all spell alike.
    let alike: Map<String, Value> =
        (0..200).map(|i| (format!("a{}", "_".repeat(i)), json!({"type": "integer"}))).collect();
    generates(&json!({"type": "object", "properties": alike}));
}

#[test]
fn products_of_alternatives_end() {
    let alternatives = |tag: &str, count: usize| -> Vec<Value> {
        let one = |i| json!({"type": "object", "properties": {format!("{tag}{i}"): {"type": "string"}, "kind": {"const": format!("{tag}{i}")}}, "required": [format!("{tag}{i}")]});
        (0..count).map(one).collect()
    };
    let three = json!({"allOf": [{"oneOf": alternatives("a", 8)}, {"oneOf": alternatives("b", 8)}, {"oneOf": alternatives("c", 8)}]});
    ends(&manifest(&json!({"type": "object", "properties": {"a": three}})));
    let many: Vec<Value> =
        (0..12).map(|i| json!({"anyOf": alternatives(&format!("m{i}_"), 8)})).collect();
    ends(&manifest(&json!({"type": "object", "allOf": many})));
    // Twice as many alternatives a level.
    let mut doubled = json!({"type": "string"});
    for _ in 0..24 {
        doubled = json!({"anyOf": [{"$ref": "#/$defs/x"}, {"type": "array", "items": doubled}]});
    }
    ends(&manifest(
        &json!({"type": "object", "properties": {"a": doubled}, "$defs": {"x": {"type": "null"}}}),
    ));
}

#[test]
fn references_that_double_at_each_level_end() {
    let mut definitions = Map::new();
    for i in 0..40 {
        let next = json!({"$ref": format!("#/$defs/d{}", i + 1)});
        definitions.insert(
            format!("d{i}"),
            json!({"allOf": [next.clone(), {"anyOf": [next.clone(), next]}]}),
        );
    }
    definitions.insert(
        "d40".to_owned(),
        json!({"type": "object", "properties": {"x": {"type": "string"}}}),
    );
    ends(&manifest(
        &json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": definitions}),
    ));
    let mut definitions = Map::new();
    for i in 0..40 {
        let next = json!({"$ref": format!("#/$defs/d{}", i + 1)});
        definitions.insert(format!("d{i}"), json!({"type": "object", "properties": {"l": next.clone(), "r": next}, "required": ["l", "r"]}));
    }
    definitions.insert("d40".to_owned(), json!({"type": "string"}));
    ends(&manifest(
        &json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": definitions}),
    ));
}

/// Every keyword with a value of every kind, at the root and inside.
#[test]
fn keywords_of_wrong_kinds_end() {
    let values = misfits();
    let bases = [
        json!({"type": "object"}),
        json!({"type": "string"}),
        json!({"type": "array"}),
        json!({"type": "integer"}),
        json!({}),
    ];
    let with = |base: &Value, keyword: &str, value: &Value| {
        let mut schema = base.clone();
        schema[keyword] = value.clone();
        schema
    };
    for (keyword, _) in KEYWORDS {
        // A tool a value, so that the lenient mode shows what becomes of each.
        let tools = values.iter().enumerate().map(|(i, value)| {
            let members: Map<String, Value> = bases
                .iter()
                .enumerate()
                .map(|(n, base)| (format!("m{n}"), with(base, keyword, value)))
                .collect();
            let items = with(&bases[i % bases.len()], keyword, value);
            let root = json!({"type": "object", "properties": members, "additionalProperties": {"type": "array", "items": items}});
            json!({"name": format!("t{i}"), "inputSchema": root, "outputSchema": with(&bases[0], keyword, value)})
        });
        let at_root = values.iter().enumerate().map(|(i, value)| {
            let root = json!({"type": "object", "properties": {"p": {"type": "string"}}});
            json!({"name": format!("r{i}"), "inputSchema": with(&root, keyword, value)})
        });
        let tools: Vec<Value> = tools.chain(at_root).collect();
        ends(&json!({"server": "hostile", "tools": tools}).to_string());
    }
}

/// Every member of a manifest and of a tool with a value of every kind.
#[test]
fn members_of_wrong_kinds_end() {
    let values = [
        json!(null),
        json!(true),
        json!(1.5),
        json!(""),
        json!("a\u{0}\u{202e}b"),
        json!([]),
        json!([7]),
        json!({}),
        json!({"name": 5}),
    ];
    let good = || json!({"server": "s", "protocolVersion": "2025-11-25", "tools": [{"name": "t", "inputSchema": {"type": "object"}}]});
    for value in &values {
        for member in [
            "server",
            "serverInfo",
            "protocolVersion",
            "instructions",
            "tools",
            "prompts",
            "resources",
            "resourceTemplates",
            "result",
            "error",
            "nextCursor",
            "_meta",
            "capabilities",
        ] {
            let mut whole = good();
            whole[member] = value.clone();
            ends(&whole.to_string());
        }
        for member in [
            "name",
            "title",
            "description",
            "inputSchema",
            "outputSchema",
            "annotations",
            "_meta",
            "icons",
            "execution",
        ] {
            let mut whole = good();
            whole["tools"][0][member] = value.clone();
            ends(&whole.to_string());
        }
        ends(&value.to_string());
        ends(&json!([value]).to_string());
    }
}

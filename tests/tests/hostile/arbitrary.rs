//! Schemas and manifests made of every keyword.

use crate::keywords::{KEYWORDS, Kind, NAMES, TEXTS, misfits};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::Union;
use serde_json::{Map, Value, json};

/// Where references lead: to each place that schemas here often have, and to none.
const TARGETS: [&str; 28] = [
    "#",
    "#/$defs/A",
    "#/$defs/B",
    "#/$defs/a~1b",
    "#/%24defs/A",
    "#/definitions/A",
    "#/definitions/B",
    "#/$defs/A/properties/a",
    "#/properties/a",
    "#/properties/b",
    "#/properties/a/items",
    "#/properties/a/anyOf/0",
    "#/anyOf/0",
    "#/allOf/0",
    "#/items",
    "#a",
    "#A",
    "A",
    "A#/properties/a",
    "a.json",
    "urn:x:a",
    "",
    "#/",
    "#/$defs/none",
    "#/%",
    "https://example.invalid/a.json",
    "http://json-schema.org/draft-07/schema#",
    "::",
];

const IDENTIFIERS: [&str; 12] = [
    "a",
    "A",
    "a.json",
    "#a",
    "#A",
    "urn:x:a",
    "https://example.invalid/a.json",
    "https://json-schema.org/draft/2020-12/schema",
    "https://json-schema.org/draft/2019-09/schema",
    "http://json-schema.org/draft-07/schema#",
    "http://json-schema.org/draft-06/schema#",
    "http://json-schema.org/draft-04/schema#",
];

const PATTERNS: [&str; 10] =
    ["^a", "[a-z]+$", "(?!a)b", "(?<=x)y", r"\p{L}", r"\d", "(a)\\1", "", "(", "^\"#*/"];

const TYPES: [&str; 8] =
    ["object", "array", "string", "integer", "number", "boolean", "null", "integr"];

/// A manifest of one to three tools with schemas of any kind, most keywords' values of the right kind.
pub(crate) fn manifest() -> impl Strategy<Value = String> {
    let tool = (name(), root(true), proptest::option::of(root(true)), vec(member(), 0..3));
    let tools = vec(tool.prop_map(tool_entry), 1..4);
    let head =
        vec(prop_oneof![Just("protocolVersion"), Just("instructions"), Just("prompts")], 0..2);
    (name(), tools, head, misfit()).prop_map(|(server, tools, head, misfit)| {
        let mut whole = json!({"server": server, "tools": tools});
        head.into_iter().for_each(|member| whole[member] = misfit.clone());
        whole.to_string()
    })
}

/// A manifest of one tool whose schemas have no keyword of a wrong kind, so that many of them generate.
pub(crate) fn sound_manifest() -> impl Strategy<Value = String> {
    (root(false), root(false)).prop_map(|(input, output)| {
        let tool = json!({"name": "t", "inputSchema": input, "outputSchema": output});
        json!({"server": "sample", "tools": [tool]}).to_string()
    })
}

fn tool_entry(
    (name, input, output, more): (String, Value, Option<Value>, Vec<(&str, Value)>),
) -> Value {
    let mut tool = json!({"name": name, "inputSchema": input});
    if let Some(output) = output {
        tool["outputSchema"] = output;
    }
    more.into_iter().for_each(|(member, value)| tool[member] = value);
    tool
}

/// A member of a tool's entry besides its name and schemas.
fn member() -> impl Strategy<Value = (&'static str, Value)> {
    let members = &["title", "description", "annotations", "_meta", "icons", "execution"];
    (select(&members[..]), prop_oneof![texts(), misfit()])
}

fn misfit() -> BoxedStrategy<Value> {
    select(misfits()).boxed()
}

fn name() -> BoxedStrategy<String> {
    let listed = select(&NAMES[..]).prop_map(str::to_owned);
    prop_oneof![12 => listed, 1 => "(?s:.{0,6})", 1 => "[a-zA-Z_0-9]{1,3}"].boxed()
}

fn texts() -> BoxedStrategy<Value> {
    let listed = select(&TEXTS[..]).prop_map(str::to_owned);
    prop_oneof![3 => listed, 1 => "(?s:.{0,40})"].prop_map(Value::from).boxed()
}

/// A tool's schema: mostly an object, with definitions to refer to.
fn root(faults: bool) -> BoxedStrategy<Value> {
    let inner = schema(faults);
    let definitions = (select(&["$defs", "definitions"][..]), map_of(inner.clone()));
    (object(inner.clone()), definitions, rows(inner, faults, 2))
        .prop_map(|(mut root, (keyword, mut definitions), more)| {
            for (name, schema) in
                [("A", json!({"type": "string", "$anchor": "A"})), ("B", json!({"$ref": "#"}))]
            {
                definitions.as_object_mut().unwrap().entry(name).or_insert(schema);
            }
            root[keyword] = definitions;
            more.into_iter().for_each(|(keyword, value)| root[keyword] = value);
            root
        })
        .boxed()
}

/// Any schema. `faults`: some keywords have values of wrong kinds.
fn schema(faults: bool) -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        6 => select(&TYPES[..7]).prop_map(|kind| json!({"type": kind})),
        2 => select(&TARGETS[..]).prop_map(|target| json!({"$ref": target})),
        2 => values().prop_map(|values| json!({"enum": values})),
        1 => scalar().prop_map(|value| json!({"const": value})),
        1 => any::<bool>().prop_map(Value::from),
        1 => Just(json!({})),
    ];
    leaf.prop_recursive(4, 40, 4, move |inner| {
        let inner = inner.boxed();
        let array = inner.clone().prop_map(|items| json!({"type": "array", "items": items}));
        let union = (select(&["anyOf", "oneOf", "allOf"][..]), vec(inner.clone(), 1..4))
            .prop_map(|(keyword, all)| json!({keyword: all}));
        let shape = prop_oneof![
            4 => object(inner.clone()),
            2 => array,
            3 => union,
            1 => Just(json!({})),
        ];
        (shape, rows(inner, faults, 3)).prop_map(|(mut schema, more)| {
            more.into_iter().for_each(|(keyword, value)| schema[keyword] = value);
            schema
        })
    })
    .boxed()
}

fn object(inner: BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    (map_of(inner), any::<prop::sample::Index>())
        .prop_map(|(properties, upto)| {
            let names: Vec<&String> = properties.as_object().unwrap().keys().collect();
            let required = &names[..upto.index(names.len() + 1)];
            json!({"type": "object", "required": required, "properties": properties})
        })
        .boxed()
}

fn map_of(inner: BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    vec((name(), inner), 0..5).prop_map(|members| Value::Object(Map::from_iter(members))).boxed()
}

/// Keywords and their values.
fn rows(
    inner: BoxedStrategy<Value>,
    faults: bool,
    most: usize,
) -> impl Strategy<Value = Vec<(&'static str, Value)>> {
    let row = Union::new(KEYWORDS.map(|(keyword, kind)| {
        let right = value_of(kind, inner.clone());
        let value = if faults { prop_oneof![15 => right, 1 => misfit()].boxed() } else { right };
        value.prop_map(move |value| (keyword, value))
    }));
    vec(row, 0..=most)
}

/// A value of the right kind.
fn value_of(kind: Kind, inner: BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    let flag = any::<bool>().prop_map(Value::from);
    let names = vec(name(), 0..4).prop_map(Value::from);
    match kind {
        Kind::Any => prop_oneof![3 => scalar(), 1 => values(), 1 => inner].boxed(),
        Kind::Bound => number(),
        Kind::Count => prop_oneof![8 => 0..6_u64, 1 => any::<u64>()].prop_map(Value::from).boxed(),
        Kind::Dependencies => map_of(prop_oneof![inner, names].boxed()),
        Kind::Flag => flag.boxed(),
        Kind::FlagOrNumber => prop_oneof![1 => flag, 3 => number()].boxed(),
        Kind::FlagOrSchema => prop_oneof![flag, inner].boxed(),
        Kind::Identifier => select(&IDENTIFIERS[..]).prop_map(Value::from).boxed(),
        Kind::ListOfSchemas => vec(inner, 1..4).prop_map(Value::from).boxed(),
        Kind::MapOfNames => map_of(names.boxed()),
        Kind::MapOfSchemas => map_of(inner),
        Kind::Names => names.boxed(),
        Kind::Pattern => select(&PATTERNS[..]).prop_map(Value::from).boxed(),
        Kind::Reference => select(&TARGETS[..]).prop_map(Value::from).boxed(),
        Kind::Schema => inner,
        Kind::SchemaOrList => {
            prop_oneof![3 => inner.clone(), 1 => vec(inner, 1..4).prop_map(Value::from)].boxed()
        }
        Kind::Text => texts(),
        Kind::Type => {
            let one = select(&TYPES[..]).prop_map(Value::from).boxed();
            prop_oneof![3 => one.clone(), 1 => vec(one, 1..4).prop_map(Value::from)].boxed()
        }
        Kind::Values => values(),
    }
}

fn number() -> BoxedStrategy<Value> {
    prop_oneof![
        6 => (-9_i64..9).prop_map(Value::from),
        2 => (-3.0..3.0).prop_map(Value::from),
        1 => any::<i64>().prop_map(Value::from),
        1 => any::<u64>().prop_map(Value::from),
        1 => any::<f64>().prop_map(Value::from),
    ]
    .boxed()
}

fn scalar() -> BoxedStrategy<Value> {
    prop_oneof![
        4 => name().prop_map(Value::from),
        2 => number(),
        1 => any::<bool>().prop_map(Value::from),
        1 => Just(Value::Null),
    ]
    .boxed()
}

/// What an enum lists.
fn values() -> BoxedStrategy<Value> {
    let mixed = prop_oneof![8 => scalar(), 1 => misfit()];
    let names = name().prop_map(Value::from);
    prop_oneof![vec(names, 1..6), vec(mixed, 1..6)].prop_map(Value::from).boxed()
}

//! Schemas and manifests made of every keyword, from a list of choices.

use crate::choices::Choices;
use crate::keywords::{KEYWORDS, Kind, NAMES, TEXTS, misfits};
use serde_json::{Map, Value, json};

/// Where references lead; each schema of a tool has these definitions.
const TARGETS: [&str; 7] =
    ["#/$defs/A", "#/$defs/B", "#/$defs/a~1b", "#", "#/%24defs/A", "#/$defs/B/properties/a", "#A"];

/// Where there is a schema in some documents and none in others.
const ODD_TARGETS: [&str; 20] = [
    "",
    "#/",
    "#/$defs/none",
    "#/definitions/A",
    "#/properties/a",
    "#/properties/b",
    "#/properties/a/items",
    "#/properties/a/anyOf/0",
    "#/anyOf/0",
    "#/allOf/0",
    "#/items",
    "#a",
    "A",
    "A#/properties/a",
    "a.json",
    "urn:x:a",
    "#/%",
    "https://example.invalid/a.json",
    "http://json-schema.org/draft-07/schema#",
    "::",
];

const DIALECTS: [&str; 5] = [
    "https://json-schema.org/draft/2020-12/schema",
    "https://json-schema.org/draft/2019-09/schema",
    "http://json-schema.org/draft-07/schema#",
    "http://json-schema.org/draft-06/schema#",
    "http://json-schema.org/draft-04/schema#",
];

const PATTERNS: [&str; 9] =
    ["^a", "[a-z]+$", "(?!a)b", "(?<=x)y", r"\p{L}", r"\d", "(a)\\1", "", "^\"#*/"];

const TYPES: [&str; 7] = ["string", "object", "array", "integer", "number", "boolean", "null"];

/// A manifest of one to three tools.
pub(crate) fn manifest(mut c: Choices) -> String {
    let tools: Vec<Value> = (0..=c.below(3)).map(|nth| tool(&mut c, nth)).collect();
    let mut whole = json!({"server": "chance", "tools": tools});
    if c.once_in(8) {
        whole["server"] = name(&mut c).into();
    }
    if c.fault() {
        whole[c.pick(&["protocolVersion", "instructions", "prompts"])] = c.pick(&misfits());
    }
    whole.to_string()
}

/// A manifest of one tool with any schemas.
pub(crate) fn small_manifest(mut c: Choices) -> String {
    let tool = json!({"name": "t", "inputSchema": root(&mut c), "outputSchema": root(&mut c)});
    json!({"server": "sample", "tools": [tool]}).to_string()
}

fn tool(c: &mut Choices, nth: usize) -> Value {
    let mut tool = json!({"name": format!("tool_{nth}"), "inputSchema": root(c)});
    if c.once_in(2) {
        tool["outputSchema"] = root(c);
    }
    if c.once_in(4) {
        tool[c.pick(&["title", "description"])] = c.pick(&TEXTS).into();
    }
    if c.fault() {
        tool["name"] = name(c).into();
    }
    if c.fault() {
        let members = ["title", "description", "annotations", "_meta", "icons", "execution"];
        tool[c.pick(&members)] = c.pick(&misfits());
    }
    tool
}

/// A tool's schema: an object, with definitions to refer to.
fn root(c: &mut Choices) -> Value {
    let mut root = object(c, 4);
    rows(c, 4, &mut root);
    let mut definitions = map(c, |c| schema(c, 3));
    definitions.insert("A".to_owned(), json!({"type": "string", "$anchor": "A"}));
    for name in ["B", "a/b"] {
        let mut defined = object(c, 3);
        defined["properties"]["a"] = json!({"type": c.pick(&TYPES)});
        definitions.insert(name.to_owned(), defined);
    }
    if c.fault() {
        root["definitions"] = root["$defs"].take();
    }
    root["type"] = "object".into();
    root["$defs"] = definitions.into();
    if c.once_in(6) {
        root["$schema"] = c.pick(&DIALECTS).into();
    }
    root
}

/// Any schema, so many levels deep at most.
fn schema(c: &mut Choices, depth: usize) -> Value {
    let deeper = depth.saturating_sub(1);
    let mut schema = match c.below(if depth == 0 { 5 } else { 13 }) {
        0 | 1 => json!({"type": type_name(c)}),
        2 => json!({"$ref": target(c)}),
        3 => json!({"enum": values(c)}),
        4 if c.once_in(4) => return c.once_in(2).into(),
        4 => json!({"const": scalar(c)}),
        5..=7 => object(c, deeper),
        8 | 9 => json!({"type": "array", "items": self::schema(c, deeper)}),
        10 | 11 => json!({c.pick(&["anyOf", "oneOf", "allOf"]): schemas(c, deeper)}),
        _ => json!({}),
    };
    rows(c, deeper, &mut schema);
    schema
}

fn schemas(c: &mut Choices, depth: usize) -> Vec<Value> {
    (0..=c.below(3)).map(|_| schema(c, depth)).collect()
}

fn object(c: &mut Choices, depth: usize) -> Value {
    let properties = map(c, |c| schema(c, depth));
    let upto = c.below(properties.len() + 1);
    let required: Vec<&String> = properties.keys().take(upto).collect();
    json!({"type": "object", "required": required, "properties": properties})
}

fn map(c: &mut Choices, mut value: impl FnMut(&mut Choices) -> Value) -> Map<String, Value> {
    c.some(4, |c| (name(c), value(c))).into_iter().collect()
}

/// A few more keywords.
fn rows(c: &mut Choices, depth: usize, schema: &mut Value) {
    for _ in 0..c.below(4) {
        let (keyword, kind) = c.pick(&KEYWORDS);
        schema[keyword] =
            if c.fault() { c.pick(&misfits()) } else { value_of(kind, c, depth.saturating_sub(1)) };
    }
}

/// A value of the right kind.
fn value_of(kind: Kind, c: &mut Choices, depth: usize) -> Value {
    match kind {
        Kind::Any => scalar(c),
        Kind::Bound => number(c),
        Kind::Count if c.fault() => c.number().into(),
        Kind::Count => c.below(6).into(),
        Kind::Dependencies if c.once_in(2) => map(c, names).into(),
        Kind::Dependencies | Kind::MapOfSchemas => map(c, |c| schema(c, depth)).into(),
        Kind::Dialect if !c.fault() => c.pick(&DIALECTS).into(),
        Kind::Dialect | Kind::Identifier => c.pick(&["a", "A", "a.json", "#a", "urn:x:a"]).into(),
        Kind::Flag => c.once_in(2).into(),
        Kind::FlagOrNumber if c.fault() => true.into(),
        Kind::FlagOrNumber => number(c),
        Kind::FlagOrSchema if c.once_in(2) => c.once_in(2).into(),
        Kind::FlagOrSchema | Kind::Schema => schema(c, depth),
        Kind::ListOfSchemas => schemas(c, depth).into(),
        Kind::MapOfNames => map(c, names).into(),
        Kind::Names => names(c),
        Kind::Pattern if c.fault() => "(".into(),
        Kind::Pattern => c.pick(&PATTERNS).into(),
        Kind::Reference => target(c),
        Kind::SchemaOrList if c.once_in(4) => schemas(c, depth).into(),
        Kind::SchemaOrList => schema(c, depth),
        Kind::Text => c.pick(&TEXTS).into(),
        Kind::Type if c.once_in(3) => {
            let first = type_name(c);
            let mut all = vec![first];
            all.extend(c.some(2, type_name));
            all.into()
        }
        Kind::Type => type_name(c),
        Kind::Values => values(c),
    }
}

fn type_name(c: &mut Choices) -> Value {
    if c.fault() { "integr".into() } else { c.pick(&TYPES).into() }
}

fn target(c: &mut Choices) -> Value {
    if c.fault() { c.pick(&ODD_TARGETS).into() } else { c.pick(&TARGETS).into() }
}

fn name(c: &mut Choices) -> String {
    if !c.once_in(16) {
        return c.pick(&NAMES).to_owned();
    }
    c.some(5, |c| char::from_u32(c.number() as u32 % 0x11_0000).unwrap_or('?'))
        .into_iter()
        .collect()
}

fn names(c: &mut Choices) -> Value {
    c.some(3, name).into()
}

fn number(c: &mut Choices) -> Value {
    match c.below(9) {
        0..=4 => c.below(19).into(),
        5 => (-(c.below(19) as i64)).into(),
        6 => (c.below(99) as f64 / 8.0 - 3.0).into(),
        7 => c.number().into(),
        _ => f64::from_bits(c.number()).into(),
    }
}

fn scalar(c: &mut Choices) -> Value {
    match c.below(8) {
        0..=3 => name(c).into(),
        4 | 5 => number(c),
        6 => c.once_in(2).into(),
        _ => Value::Null,
    }
}

/// What an enum lists.
fn values(c: &mut Choices) -> Value {
    let mut all = vec![name(c).into()];
    let mixed = c.once_in(3);
    all.extend(c.some(5, |c| if mixed { scalar(c) } else { name(c).into() }));
    all.into()
}

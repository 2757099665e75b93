//! Makes a manifest worse: at random bytes, or at a random place of its structure.

use mcp_bindgen_tests::random::Random;
use serde_json::{Map, Value, json};

/// Values of every kind, to stand where another is expected.
fn misfit(random: &mut Random) -> Value {
    let all = [
        json!(null),
        json!(true),
        json!(false),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(1e300),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(""),
        json!("a"),
        json!("\u{202e}\u{0}\u{7f}"),
        json!("object"),
        json!("integer"),
        json!("#"),
        json!("#/$defs/none"),
        json!("(("),
        json!([]),
        json!([null]),
        json!(["string", "null"]),
        json!([[]]),
        json!({}),
        json!({"$ref": "#"}),
        json!({"type": "array"}),
        json!({"anyOf": []}),
        json!({"not": {}}),
        json!({"enum": [[], {}]}),
        json!({"const": {"a": [1]}}),
        json!({"allOf": [{"$ref": "#"}, false]}),
    ];
    random.pick(&all).cloned().unwrap()
}

const KEYWORDS: [&str; 38] = [
    "$ref",
    "$defs",
    "definitions",
    "$schema",
    "$id",
    "$anchor",
    "$dynamicRef",
    "type",
    "properties",
    "required",
    "items",
    "prefixItems",
    "additionalProperties",
    "patternProperties",
    "propertyNames",
    "unevaluatedProperties",
    "enum",
    "const",
    "default",
    "anyOf",
    "oneOf",
    "allOf",
    "not",
    "if",
    "then",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "multipleOf",
    "minLength",
    "pattern",
    "format",
    "minItems",
    "uniqueItems",
    "contains",
    "title",
    "description",
    "nullable",
];

/// A random place in a value.
fn place<'a>(value: &'a mut Value, random: &mut Random) -> &'a mut Value {
    let inner = match value {
        Value::Array(all) => all.len(),
        Value::Object(all) => all.len(),
        _ => 0,
    };
    // Deeper, in most cases: whole manifests are replaced too often otherwise.
    if inner == 0 || random.below(8) == 0 {
        return value;
    }
    let at = random.below(inner);
    match value {
        Value::Array(all) => place(&mut all[at], random),
        Value::Object(all) => place(all.iter_mut().nth(at).unwrap().1, random),
        leaf => leaf,
    }
}

/// One change of the structure.
fn change(whole: &mut Value, random: &mut Random) {
    let misfit = misfit(random);
    let copied = place(whole, random).clone();
    let kind = random.below(7);
    let keyword = random.pick(&KEYWORDS).unwrap();
    match (kind, place(whole, random)) {
        (0, any) => *any = misfit,
        (1, Value::Object(members)) => drop(members.insert((*keyword).to_owned(), misfit)),
        (2, Value::Object(members)) => {
            let name = members.keys().nth(random.below(members.len())).cloned();
            name.map(|name| members.remove(&name));
        }
        (3, Value::Object(members)) => drop(members.insert((*keyword).to_owned(), copied)),
        (4, Value::Array(items)) => items.push(copied),
        (5, Value::Object(members)) => rename(members, random),
        (6, Value::String(text)) => {
            text.push_str(["\"#", "\u{202e}", "\0", "{}", "*/", "\r\n", "\\", "é"][random.below(8)])
        }
        (_, any) => *any = copied,
    }
}

fn rename(members: &mut Map<String, Value>, random: &mut Random) {
    let Some(name) = members.keys().nth(random.below(members.len())).cloned() else { return };
    let value = members.remove(&name).unwrap_or_default();
    let new = match random.below(6) {
        0 => String::new(),
        1 => "self".to_owned(),
        2 => name.to_uppercase(),
        3 => format!("{name}\u{200b}"),
        4 => format!("_{name}"),
        _ => "0".to_owned() + &name,
    };
    members.insert(new, value);
}

/// A manifest's text, worse by one to four changes.
pub(crate) fn worsen(text: &str, random: &mut Random) -> String {
    if random.below(4) == 0 {
        return worsen_bytes(text, random);
    }
    let mut whole: Value = serde_json::from_str(text).unwrap();
    for _ in 0..=random.below(4) {
        change(&mut whole, random);
    }
    whole.to_string()
}

fn worsen_bytes(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(3) {
        if bytes.is_empty() {
            break;
        }
        let at = random.below(bytes.len());
        match random.below(4) {
            0 => bytes[at] = b"{}[]\",:\\0n\n"[random.below(11)],
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, b"{}[]\",:\\0n\n"[random.below(11)]),
            _ => bytes.truncate(at),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

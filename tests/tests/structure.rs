//! What `schema/` and `generated/` hold, against the official schemas.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use mcp_bindgen_schema::{DOCS, REVISIONS, Revision};
use mcp_bindgen_tests::shared;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::path::Path;

fn official(revision: &Revision) -> Option<Value> {
    let file = shared::folder()?.join("schema").join(revision.name).join("schema.json");
    Some(serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap())
}

fn parse(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn definitions(schema: &Value) -> &Map<String, Value> {
    schema.get("$defs").or_else(|| schema.get("definitions")).unwrap().as_object().unwrap()
}

/// A schema without `description` and `$comment`, where these are keywords and not names of members.
fn without_prose(schema: &mut Value) {
    match schema {
        Value::Array(all) => all.iter_mut().for_each(without_prose),
        Value::Object(keywords) => {
            for prose in ["description", "$comment"] {
                if keywords.get(prose).is_some_and(Value::is_string) {
                    keywords.remove(prose);
                }
            }
            for (keyword, value) in keywords {
                match keyword.as_str() {
                    "const" | "enum" | "default" | "examples" => {}
                    "properties" | "patternProperties" | "$defs" | "definitions" => {
                        value.as_object_mut().unwrap().values_mut().for_each(without_prose);
                    }
                    _ => without_prose(value),
                }
            }
        }
        _ => {}
    }
}

#[test]
fn each_structure_is_the_official_file_without_its_prose() {
    for revision in REVISIONS {
        let Some(mut wanted) = official(revision) else { return };
        without_prose(&mut wanted);
        assert!(wanted == parse(revision.structure), "{} differs", revision.name);
        assert_eq!(
            mcp_bindgen::protocol::import(&official(revision).unwrap().to_string()).unwrap(),
            revision.structure
        );
    }
    assert_eq!(REVISIONS.len(), 5);
}

#[test]
fn no_prose_is_left_in_a_structure() {
    let mut wrong = Vec::new();
    for revision in REVISIONS {
        strings(&parse(revision.structure), &mut |text| {
            if text.split_whitespace().count() > 3 {
                wrong.push(format!("{}: {text}", revision.name));
            }
        });
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn strings(value: &Value, see: &mut impl FnMut(&str)) {
    match value {
        Value::String(text) => see(text),
        Value::Array(all) => all.iter().for_each(|v| strings(v, see)),
        Value::Object(all) => all.values().for_each(|v| strings(v, see)),
        _ => {}
    }
}

#[test]
fn each_erratum_has_a_reason_and_changes_the_structure() {
    for revision in REVISIONS {
        for erratum in parse(revision.errata).as_array().unwrap() {
            let reason = erratum["reason"].as_str().unwrap();
            assert!(reason.split_whitespace().count() > 5, "{}: {reason}", revision.name);
            for operation in erratum["patch"].as_array().unwrap() {
                let place = operation["path"].as_str().unwrap();
                let structure = parse(revision.structure);
                let before = structure.pointer(place);
                match operation["op"].as_str().unwrap() {
                    "add" => assert_ne!(before, operation.get("value"), "{place}"),
                    "remove" => assert!(before.is_some(), "{place}"),
                    "replace" => {
                        assert!(before.is_some(), "{} has no {place}", revision.name);
                        assert_ne!(before, operation.get("value"), "{place}");
                    }
                    other => panic!("{other}"),
                }
            }
            let one = json!([erratum]).to_string();
            mcp_bindgen::protocol::generate_from(revision.name, revision.structure, &one).unwrap();
        }
    }
}

#[test]
fn an_erratum_that_does_not_apply_is_an_error() {
    let errata =
        r#"[{"reason":"r","patch":[{"op":"replace","path":"/$defs/Nothing/type","value":1}]}]"#;
    let revision = REVISIONS.last().unwrap();
    let failed = mcp_bindgen::protocol::generate_from(revision.name, revision.structure, errata);
    assert!(failed.unwrap_err().to_string().contains("#/0/patch/0"));
}

#[test]
fn an_erratum_asks_for_no_patience_that_readers_lack() {
    let revision = REVISIONS.last().unwrap();
    let place = "/$defs/Icon/properties/sizes/x-read";
    let patch = json!([{"op": "add", "path": place, "value": "anything"}]);
    let errata = json!([{"reason": "r", "patch": patch}]).to_string();
    let failed = mcp_bindgen::protocol::generate_from(revision.name, revision.structure, &errata);
    assert!(failed.unwrap_err().to_string().contains(place));
}

#[test]
fn the_committed_protocol_types_are_what_the_generator_writes() {
    for revision in REVISIONS {
        let file = format!("../generated/src/v{}.rs", revision.name.replace('-', "_"));
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let committed = std::fs::read_to_string(&file).unwrap();
        let generated = mcp_bindgen::protocol::generate(revision.name).unwrap();
        assert!(
            committed == generated,
            "{} is stale: run `mcp-bindgen protocol --revision {}`",
            file.display(),
            revision.name
        );
    }
}

/// The names of the members of a schema, those of objects inside it with dots: `params._meta`.
fn members(schema: &Value, above: &str, out: &mut BTreeSet<String>) {
    for branches in ["allOf", "anyOf", "oneOf"] {
        for branch in schema[branches].as_array().into_iter().flatten() {
            members(branch, above, out);
        }
    }
    for (name, member) in schema["properties"].as_object().into_iter().flatten() {
        let path = if above.is_empty() { name.clone() } else { format!("{above}.{name}") };
        members(member, &path, out);
        members(&member["items"], &path, out);
        members(&member["additionalProperties"], &path, out);
        out.insert(path);
    }
}

#[test]
fn every_type_and_member_of_every_revision_has_a_line_of_ours() {
    let docs = parse(DOCS);
    let line = |value: &Value| {
        value.as_str().is_some_and(|text| !text.trim().is_empty() && !text.contains('\n'))
    };
    let (mut missing, mut count) = (Vec::new(), 0);
    for revision in REVISIONS {
        for (name, definition) in definitions(&parse(revision.structure)) {
            let own = &docs["types"][name];
            if !line(&own["doc"]) {
                missing.push(name.clone());
            }
            let mut all = BTreeSet::new();
            members(definition, "", &mut all);
            count += 1 + all.len();
            for member in all {
                if !line(&own["members"][&member]) && !line(&docs["members"][&member]) {
                    missing.push(format!("{} {name}.{member}", revision.name));
                }
            }
        }
    }
    println!("{count} types and members");
    assert!(missing.is_empty(), "without a line:\n{}", missing.join("\n"));
}

#[test]
fn our_lines_are_about_types_and_members_that_exist() {
    let docs = parse(DOCS);
    let mut known = BTreeSet::new();
    let mut anywhere = BTreeSet::new();
    for revision in REVISIONS {
        for (name, definition) in definitions(&parse(revision.structure)) {
            let mut all = BTreeSet::new();
            members(definition, "", &mut all);
            known.insert(name.clone());
            known.extend(all.iter().map(|member| format!("{name}.{member}")));
            anywhere.extend(all);
        }
    }
    let types = docs["types"].as_object().unwrap();
    let mut stray: Vec<String> = types.keys().filter(|n| !known.contains(*n)).cloned().collect();
    for (name, own) in types {
        let own = own["members"].as_object().into_iter().flat_map(|m| m.keys());
        stray.extend(own.map(|m| format!("{name}.{m}")).filter(|path| !known.contains(path)));
    }
    let shared = docs["members"].as_object().unwrap().keys();
    stray.extend(shared.filter(|m| !anywhere.contains(*m)).cloned());
    assert!(stray.is_empty(), "{stray:?}");
}

/// Every run of eight words, in lower case and without punctuation.
fn runs(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    let words: Vec<String> = words.map(str::to_lowercase).collect();
    words.windows(8).map(|run| run.join(" ")).collect()
}

#[test]
fn our_docs_share_no_run_of_eight_words_with_the_official_prose() {
    let mut theirs = BTreeSet::new();
    for revision in REVISIONS {
        let Some(official) = official(revision) else { return };
        prose(&official, &mut |text| theirs.extend(runs(text)));
    }
    assert!(theirs.len() > 1000, "the official prose was not found");
    let mut copied = Vec::new();
    strings(&parse(DOCS), &mut |text| {
        copied.extend(runs(text).into_iter().filter(|r| theirs.contains(r)))
    });
    assert!(copied.is_empty(), "{}", copied.join("\n"));
}

fn prose(schema: &Value, see: &mut impl FnMut(&str)) {
    match schema {
        Value::Array(all) => all.iter().for_each(|v| prose(v, see)),
        Value::Object(all) => {
            for (name, v) in all {
                match v.as_str() {
                    Some(text) if name == "description" || name == "$comment" => see(text),
                    _ => prose(v, see),
                }
            }
        }
        _ => {}
    }
}

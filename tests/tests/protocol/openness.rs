//! What is newer than a revision survives: members, and values of string enums.

use crate::instance::smallest;
use crate::named;
use crate::official::Official;
use mcp_bindgen_tests::json;
use serde_json::{Value, json};

fn survives(revision: &str, name: &str, value: &Value, wrong: &mut Vec<String>) {
    let text = value.to_string();
    match (named(revision, name).read)(&text) {
        Err(e) => wrong.push(format!("{revision} {name} refuses {text}: {e}")),
        Ok(again) if !json::same(&text, &again.text).unwrap() => {
            wrong.push(format!("{revision} {name}: {text} became {}", again.text));
        }
        Ok(_) => {}
    }
}

/// Unions of results are read by method.
fn by_method(name: &str, definition: &Value) -> bool {
    matches!(name, "ClientResult" | "InputResponse" | "ServerResult")
        && definition.get("anyOf").is_some()
}

#[test]
fn the_smallest_instance_of_every_definition_round_trips() {
    let mut wrong = Vec::new();
    for official in Official::all() {
        let mut count = 0;
        for (name, definition) in official.definitions() {
            if !by_method(name, definition) {
                count += 1;
                survives(official.revision, name, &smallest(&official, name), &mut wrong);
            }
        }
        println!("{}: {count} definitions", official.revision);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn unknown_members_survive() {
    let mut wrong = Vec::new();
    for official in Official::all() {
        for (name, definition) in official.definitions() {
            let typed = definition
                .get("additionalProperties")
                .is_some_and(|a| a.get("type").or(a.get("$ref")).is_some());
            if definition["type"] == "object" && !typed && !by_method(name, definition) {
                let mut value = smallest(&official, name);
                value["zzz_newer"] = json!({"a": [1, null, 2.5], "b": "c"});
                survives(official.revision, name, &value, &mut wrong);
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn unknown_values_of_string_enums_survive() {
    let mut wrong = Vec::new();
    for official in Official::all() {
        let mut count = 0;
        let newer = json!("zzz-newer");
        for (name, definition) in official.definitions() {
            let open = |schema: &Value| {
                schema["enum"].as_array().is_some_and(|all| all.iter().all(Value::is_string))
            };
            if open(definition) {
                count += 1;
                survives(official.revision, name, &newer, &mut wrong);
            }
            for (member, schema) in definition["properties"].as_object().into_iter().flatten() {
                if open(schema) {
                    count += 1;
                    let mut value = smallest(&official, name);
                    value[member] = newer.clone();
                    survives(official.revision, name, &value, &mut wrong);
                }
            }
        }
        assert!(count >= 2, "only {count} enums in {}", official.revision);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

//! Constants are checked, and one type is not taken for another.

use crate::instance::smallest;
use crate::official::Official;
use crate::{TYPES, named};
use serde_json::{Value, json};

#[test]
fn a_changed_constant_is_refused() {
    let mut wrong = Vec::new();
    for official in Official::all() {
        let mut count = 0;
        for (name, definition) in official.definitions() {
            let Some(members) = definition["properties"].as_object() else { continue };
            for member in members.iter().filter(|(_, m)| m.get("const").is_some()).map(|(n, _)| n) {
                let good = smallest(&official, name);
                // A constant that may be missing is no part of the smallest instance.
                if good.get(member).is_none() {
                    continue;
                }
                count += 1;
                let read = named(official.revision, name).read;
                let changes = [json!("zzz"), json!("2.1"), json!(2), Value::Null];
                for changed in changes.iter().map(Some).chain([None]) {
                    let mut bad = good.clone();
                    match changed {
                        Some(value) => bad[member] = value.clone(),
                        None => drop(bad.as_object_mut().unwrap().remove(member)),
                    }
                    if read(&bad.to_string()).is_ok() {
                        wrong.push(format!("{} {name} takes {bad}", official.revision));
                    }
                }
            }
        }
        println!("{}: {count} constants", official.revision);
        assert!(count > 15, "only {count} constants in {}", official.revision);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Definitions that one member with a constant tells apart.
fn siblings<'a>(official: &'a Official, union: &'a str) -> Vec<(&'a str, &'a str, &'a str)> {
    let members = official.members(union);
    for tag in ["method", "type", "mode", "resultType"] {
        let tagged = members.iter().filter_map(|m| {
            official.definitions().get(*m)?;
            official.constant(m, tag).map(|value| (*m, tag, value))
        });
        let tagged: Vec<_> = tagged.collect();
        if tagged.len() > 1 {
            return tagged;
        }
    }
    Vec::new()
}

#[test]
fn a_sibling_is_refused() {
    let mut wrong = Vec::new();
    for official in Official::all() {
        let mut count = 0;
        for union in official.definitions().keys() {
            let all = siblings(&official, union);
            for (one, _, tag_of_one) in &all {
                for (other, _, tag_of_other) in &all {
                    if tag_of_one == tag_of_other {
                        continue;
                    }
                    count += 1;
                    let text = smallest(&official, other).to_string();
                    if (named(official.revision, one).read)(&text).is_ok() {
                        wrong.push(format!("{}: a {one} reads {text}", official.revision));
                    }
                }
            }
        }
        println!("{}: {count} pairs", official.revision);
        assert!(count > 100, "only {count} pairs in {}", official.revision);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_missing_required_member_is_refused() {
    // Our errata let readers do without these; each has its reason there.
    let relaxed = |name: &str, member: &str| {
        matches!(member, "resultType" | "ttlMs" | "cacheScope")
            || matches!((name, member), ("JSONRPCError", "id") | ("CallToolResult", "content"))
    };
    let mut wrong = Vec::new();
    for official in Official::all() {
        for (name, definition) in official.definitions() {
            let required = definition["required"].as_array().cloned().unwrap_or_default();
            for member in required.iter().map(|m| m.as_str().unwrap()) {
                let mut bad = smallest(&official, name);
                bad.as_object_mut().unwrap().remove(member);
                let takes = (named(official.revision, name).read)(&bad.to_string()).is_ok();
                if takes && !relaxed(name, member) {
                    wrong.push(format!("{} {name} does without {member}", official.revision));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_value_of_another_kind_is_refused() {
    let mut wrong = Vec::new();
    for official in Official::all() {
        for t in TYPES.iter().filter(|t| t.revision == official.revision) {
            let definition = official.definition(t.name);
            let wrong_kinds: &[&str] = match definition["type"].as_str() {
                Some("object") => &["[]", "1", "\"a\"", "null", "true"],
                Some("string") => &["[]", "1", "{}", "null", "true"],
                _ => continue,
            };
            for text in wrong_kinds {
                if (t.read)(text).is_ok() {
                    wrong.push(format!("{} {} takes {text}", t.revision, t.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

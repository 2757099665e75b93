//! `schema` and `protocol`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod common;
use common::{Desk, shared};
use serde_json::{Value, json};
use std::path::Path;

/// The published revisions, oldest first.
const REVISIONS: [&str; 5] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

#[test]
fn list_names_every_revision() {
    let desk = Desk::new();
    let text = desk.run(["schema", "list"]).expect(0).stdout;
    let names: Vec<&str> = text.lines().map(|l| l.split(' ').next().unwrap()).collect();
    assert_eq!(names, REVISIONS);
    assert_eq!(text.lines().last(), Some("2026-07-28 (newest)"));
    let json = desk.run(["schema", "list", "--format", "json"]).expect(0).json();
    assert_eq!(json["revisions"][4], json!({"revision": "2026-07-28", "newest": true}));
}

#[test]
fn show_prints_a_revision_or_a_type() {
    let desk = Desk::new();
    for revision in REVISIONS {
        let text = desk.run(["schema", "show", revision]).expect(0).stdout;
        let schema: Value = serde_json::from_str(&text).unwrap();
        let all = schema.get("$defs").or(schema.get("definitions")).unwrap();
        let one = desk.run(["schema", "show", revision, "CallToolRequest"]).expect(0).stdout;
        let one: Value = serde_json::from_str(&one).unwrap();
        assert_eq!(one, all["CallToolRequest"]);
        assert_eq!(one["properties"]["method"]["const"], "tools/call");
    }
    desk.run(["schema", "show", "2020-01-01"]).expect(2).says(&["2020-01-01", "2026-07-28"]);
    desk.run(["schema", "show", "2026-07-28", "Nope"]).expect(2).says(&["\"Nope\"", "help: "]);
}

#[test]
fn import_writes_the_embedded_structure() {
    let Some(shared) = shared() else { return };
    let desk = Desk::new();
    for revision in REVISIONS {
        let official = shared.join("schema").join(revision).join("schema.json");
        let official = official.to_str().unwrap();
        desk.run(["schema", "import", official, "--dir", "out"]).expect(0);
        let written = desk.get(&format!("out/{revision}/schema.json"));
        assert_eq!(written, desk.run(["schema", "show", revision]).expect(0).stdout);
        assert!(!written.contains("\"description\": \""), "no prose");
        assert_eq!(desk.get(&format!("out/{revision}/errata.json")), "[]\n");
    }
}

#[test]
fn import_names_the_revision_and_keeps_errata() {
    let desk = Desk::new();
    let schema = r#"{"$defs": {"Thing": {"type": "object", "description": "prose"}}}"#;
    desk.put("draft/schema.json", schema);
    let call = ["schema", "import", "draft/schema.json"];
    desk.run(call).expect(2).says(&["\"draft\"", "--revision"]);
    desk.put("schema/2027-01-01/errata.json", r#"[{"reason": "r", "patch": []}]"#);
    desk.run(call.into_iter().chain(["--revision", "2027-01-01"])).expect(0);
    let written: Value = serde_json::from_str(&desk.get("schema/2027-01-01/schema.json")).unwrap();
    assert_eq!(written, json!({"$defs": {"Thing": {"type": "object"}}}));
    assert!(desk.get("schema/2027-01-01/errata.json").contains("reason"));
    desk.run(call.into_iter().chain(["--revision", "../../x"])).expect(2);
}

#[test]
fn import_refuses_what_is_no_schema() {
    let desk = Desk::new();
    for (text, says) in [("{", "is not JSON"), ("{}", "$defs"), ("[1]", "$defs")] {
        desk.put("2027-01-01/schema.json", text);
        let run = desk.run(["schema", "import", "2027-01-01/schema.json"]).expect(2);
        run.says(&["2027-01-01/schema.json", "error: ", says]);
    }
    desk.run(["schema", "import", "2027-01-02/none.json"]).expect(2).says(&["none.json"]);
    assert_eq!(desk.files(), ["2027-01-01/schema.json"]);
}

#[test]
fn protocol_is_what_is_committed() {
    let desk = Desk::new();
    let generated = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../generated/src");
    for revision in REVISIONS {
        let file = format!("v{}.rs", revision.replace('-', "_"));
        desk.run(["protocol", "--revision", revision, "-o", &file]).expect(0);
        let committed = std::fs::read_to_string(generated.join(&file)).unwrap();
        assert!(desk.get(&file) == committed, "{file} is stale");
    }
    let run = desk.run(["protocol", "--revision", "2020-01-01"]).expect(2);
    run.says(&["2020-01-01", "known: ", "help: "]);
    desk.run(["protocol"]).expect(2).says(&["--revision"]);
}

#[test]
fn protocol_from_an_official_file_is_the_same() {
    let Some(shared) = shared() else { return };
    let desk = Desk::new();
    for revision in REVISIONS {
        let official = shared.join("schema").join(revision).join("schema.json");
        let call = ["protocol", "--revision", revision];
        let embedded = desk.run(call).expect(0).stdout;
        let given = desk.run(call.into_iter().chain(["--schema", official.to_str().unwrap()]));
        assert!(given.expect(0).stdout == embedded, "{revision}");
    }
}

#[test]
fn protocol_takes_errata_beside_the_schema() {
    let desk = Desk::new();
    let schema =
        json!({"$defs": {"Thing": {"type": "object", "properties": {"a": {"type": "string"}}}}});
    desk.put("s/schema.json", schema.to_string());
    let patch = json!([{"op": "add", "path": "/$defs/Thing/properties/lately", "value": {"type": "string"}}]);
    desk.put("s/errata.json", json!([{"reason": "missing", "patch": patch}]).to_string());
    let call = ["protocol", "--revision", "2027-01-01", "--schema", "s/schema.json"];
    let text = desk.run(call).expect(0).stdout;
    assert!(text.contains("pub lately: "), "{text}");
    desk.put("s/schema.json", "nonsense");
    desk.run(call.into_iter().chain(["-o", "out.rs"]))
        .expect(2)
        .says(&["s/schema.json", "error: "]);
    assert!(!desk.path("out.rs").exists());
}

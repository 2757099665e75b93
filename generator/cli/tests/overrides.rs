//! `--overrides` of `generate`, `check` and `inspect`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod common;
use common::{Desk, manifest};

fn desk() -> Desk {
    let desk = Desk::new();
    desk.put("hub.json", manifest("hub", "search"));
    desk.put("o.toml", "[tools.search]\nrename = \"find\"\n");
    desk
}

#[test]
fn all_three_read_the_file() {
    let desk = desk();
    desk.run(["generate", "hub.json", "--overrides", "o.toml", "-o", "hub.rs"]).expect(0);
    assert!(desk.get("hub.rs").contains("pub struct FindArgs"));
    desk.run(["check", "hub.json", "--overrides", "o.toml", "-o", "hub.rs"]).expect(0);
    let told = desk.run(["inspect", "hub.json", "--overrides", "o.toml"]).expect(0);
    assert!(told.stdout.contains("fn find(&self, args: FindArgs)"), "{}", told.stdout);
}

#[test]
fn the_command_that_check_names_holds_the_file() {
    let desk = desk();
    desk.run(["generate", "hub.json", "-o", "hub.rs"]).expect(0);
    let stale = desk.run(["check", "hub.json", "--overrides", "o.toml", "-o", "hub.rs"]).expect(1);
    let command = "mcp-bindgen generate hub.json --overrides o.toml -o hub.rs";
    assert!(stale.stdout.contains(command), "{}", stale.stdout);
    desk.run(command.split(' ').skip(1)).expect(0);
    desk.run(["check", "hub.json", "--overrides", "o.toml", "-o", "hub.rs"]).expect(0);
}

#[test]
fn an_override_that_matches_nothing_is_an_error_of_its_file_and_writes_nothing() {
    let desk = desk();
    desk.put("o.toml", "[tools.serch]\nrename = \"find\"\n");
    let call = ["generate", "hub.json", "--overrides", "o.toml", "-o", "hub.rs"];
    desk.run(call)
        .expect(2)
        .says(&["o.toml:1:8: error: tools.serch: matches nothing", "did you mean \"search\"?"]);
    assert_eq!(desk.files(), ["hub.json", "o.toml"]);
    let json = desk
        .run(["inspect", "hub.json", "--overrides", "o.toml", "--format", "json"])
        .expect(2)
        .json();
    let told = &json["diagnostics"][0];
    assert_eq!(
        (&told["file"], &told["line"], &told["column"]),
        (&"o.toml".into(), &1.into(), &8.into())
    );
    assert_eq!(told["code"], "unmatched-override");
}

#[test]
fn a_file_that_cannot_be_read_and_several_manifests_are_told() {
    let desk = desk();
    let missing = ["generate", "hub.json", "--overrides", "none.toml"];
    desk.run(missing)
        .expect(2)
        .says(&["none.toml: error: cannot be read", "TOML that you write by hand"]);
    desk.put("folder/x", "");
    desk.run(["inspect", "hub.json", "--overrides", "folder"])
        .expect(2)
        .says(&["folder: error: is a folder, not an overrides file"]);
    desk.put("o.toml", [0xff]);
    desk.run(["generate", "hub.json", "--overrides", "o.toml"])
        .expect(2)
        .says(&["o.toml:1:1: error: is not UTF-8"]);
    desk.put("other.json", manifest("other", "x"));
    desk.run(["generate", "hub.json", "other.json", "--overrides", "o.toml", "-o", "out/"])
        .expect(2)
        .says(&["`o.toml` is for one manifest, and there are several"]);
}

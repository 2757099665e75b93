//! Bindings with overrides at work (`goldens/overrides`): the wire is what the schemas say, whatever Rust calls it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mcp_bindings::{from_str, to_string};
use serde_json::Value;
use std::{net::Ipv4Addr, num::NonZero};

#[allow(missing_docs, missing_debug_implementations)]
#[path = "../goldens/overrides/expected.rs"]
mod hosts;

use hosts::{CountOutput, FindHostArgs, find_host};

#[track_caller]
fn same(text: &str) -> FindHostArgs {
    let args: FindHostArgs = from_str(text).unwrap();
    let again: Value = serde_json::from_str(&to_string(&args).unwrap()).unwrap();
    assert_eq!(again, serde_json::from_str::<Value>(text).unwrap());
    args
}

#[test]
fn a_type_from_elsewhere_is_read_and_written_by_its_own_serde() {
    let args = same(
        r#"{"addr": "10.0.0.1", "via": "10.0.0.2", "mask": "255.0.0.0", "gateway": "10.0.0.3", "port": 80,
            "known": ["10.0.0.4"], "by_name": {"a": "10.0.0.5"}, "extra": 1}"#,
    );
    assert_eq!(args.address, Ipv4Addr::new(10, 0, 0, 1));
    assert_eq!(args.via, Some(Ipv4Addr::new(10, 0, 0, 2)));
    assert_eq!(args.gateway, Some(Some(Ipv4Addr::new(10, 0, 0, 3))));
    assert_eq!(args.known, Some(vec![Ipv4Addr::new(10, 0, 0, 4)]));
    assert_eq!(args.port.map(NonZero::get), Some(80));
    let error = from_str::<FindHostArgs>(r#"{"addr": "10.0.0.1", "via": null, "mask": "10.0.0"}"#);
    assert_eq!(error.unwrap_err().pointer(), "/mask");
    let error = from_str::<FindHostArgs>(r#"{"addr": "10.0.0.1", "via": null, "port": 0}"#);
    assert_eq!(error.unwrap_err().pointer(), "/port");
}

#[test]
fn absent_is_not_null_for_a_type_from_elsewhere() {
    let args = same(r#"{"addr": "10.0.0.1", "via": null}"#);
    assert_eq!((args.via, args.mask, args.gateway), (None, None, None));
    let args = same(r#"{"addr": "10.0.0.1", "via": null, "gateway": null}"#);
    assert_eq!(args.gateway, Some(None));
    for refused in [
        r#"{"addr": "10.0.0.1"}"#,
        r#"{"addr": null, "via": null}"#,
        r#"{"addr": "10.0.0.1", "via": null, "mask": null}"#,
        r#"{"addr": "10.0.0.1", "addr": "10.0.0.1", "via": null}"#,
        r#"{"addr": "10.0.0.1", "via": null, "mask": "10.0.0.1", "mask": "10.0.0.1"}"#,
    ] {
        assert!(from_str::<FindHostArgs>(refused).is_err(), "{refused}");
    }
}

#[test]
fn chosen_names_leave_the_wire_as_it_is() {
    let filter = find_host::Condition::new().with_kind("ip").with_and(find_host::Condition::new());
    let args = FindHostArgs::new(Ipv4Addr::LOCALHOST, None)
        .with_sort(find_host::Sort::Descending)
        .with_scope(find_host::Scope::Named("lan".to_owned()))
        .with_filter(filter);
    let written: Value = serde_json::from_str(&to_string(&args).unwrap()).unwrap();
    let wanted = serde_json::json!({"addr": "127.0.0.1", "via": null, "order": "desc", "scope": "lan",
        "filter": {"type": "ip", "and": {}}});
    assert_eq!(written, wanted);
    let zone = same(r#"{"addr": "10.0.0.1", "via": null, "scope": {"zone": "eu"}}"#).scope;
    assert!(matches!(zone, Some(find_host::Scope::Zone(_))));
    assert_eq!(
        FindHostArgs::new(Ipv4Addr::LOCALHOST, None).sort_or_default(),
        find_host::Sort::Ascending
    );
}

#[test]
fn a_supplied_output_schema_types_the_output() {
    let total = from_str::<CountOutput>(r#"{"total": 3}"#).unwrap().total;
    assert_eq!(total, 3);
    assert!(from_str::<CountOutput>("{}").is_err());
    // What the server said of itself stays what it said.
    assert!(!format!("{:?}", hosts::SERVER).contains("outputSchema"));
}

/// Whatever a file holds: errors, or output that is Rust.
#[test]
fn a_damaged_file_gives_errors_or_sound_rust() {
    let input = include_str!("../goldens/overrides/input.json");
    let overrides = include_str!("../goldens/overrides/overrides.toml");
    let (mut refused, mut sound) = (0, 0);
    let mut try_text = |text: &str| {
        let builder = mcp_bindgen::Builder::new().manifest_text("input.json", input);
        match builder.overrides_text("overrides.toml", text).generate() {
            Ok(bindings) => {
                syn::parse_file(bindings.source()).unwrap_or_else(|e| panic!("{e}:\n{text}"));
                sound += 1;
            }
            Err(errors) => {
                assert!(errors.has_errors(), "{text}");
                refused += 1;
            }
        }
    };
    for (at, c) in overrides.char_indices() {
        try_text(&overrides[..at]);
        for other in ["\"", "]", "'", "<"] {
            try_text(&format!("{}{other}{}", &overrides[..at], &overrides[at + c.len_utf8()..]));
        }
    }
    assert!(refused > 2_000 && sound > 100, "{refused} refused, {sound} sound");
}

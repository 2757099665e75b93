//! Facts from the naming rules of the design and the case bank.
#![allow(clippy::unwrap_used)]

use super::*;

fn fields(wires: &[&str]) -> Vec<String> {
    let names = Names::new(Scope::Fields, wires.iter().copied());
    wires.iter().map(|w| names.get(w).field()).collect()
}

fn variants(wires: &[&str]) -> Vec<String> {
    let names = Names::new(Scope::Variants, wires.iter().copied());
    wires.iter().map(|w| names.get(w).ty()).collect()
}

fn distinct(names: &[String]) -> bool {
    names.iter().collect::<BTreeSet<_>>().len() == names.len()
}

#[test]
fn the_one_spelt_as_rust_wants_it_keeps_the_plain_name() {
    assert_eq!(
        fields(&["foo_bar", "fooBar", "foo-bar"]),
        ["foo_bar", "foo_bar_camel", "foo_bar_kebab"]
    );
    assert_eq!(fields(&["url", "_url", "URL"]), ["url", "url_underscore", "url_upper"]);
    assert_eq!(variants(&["asc", "ASC"]), ["Asc", "AscUpper"]);
    assert_eq!(
        variants(&["sum", "__sum__", "SUM", "Sum"]),
        ["SumLower", "SumUnderscore", "SumUpper", "Sum"]
    );
}

#[test]
fn signs_and_symbols_are_spelt() {
    assert_eq!(
        variants(&["+1", "-1", "", "==", "*/*"]),
        ["Plus1", "Minus1", "Empty", "EqualsEquals", "StarSlashStar"]
    );
    assert!(distinct(&variants(&[
        "<",
        "<=",
        "!=",
        "/v1/things",
        "v1 things",
        "model-3.5-fast",
        "model_3_5_fast"
    ])));
}

#[test]
fn keywords_are_raw_or_marked() {
    assert_eq!(
        fields(&["type", "self", "Self", "gen", "try"]),
        ["r#type", "self_", "self_pascal", "r#gen", "r#try"]
    );
    assert_eq!(variants(&["self"]), ["Self_"]);
}

#[test]
fn digits_and_foreign_scripts_give_identifiers() {
    assert_eq!(fields(&["2fa_code", "caf\u{e9}", "\u{1f680}"]), ["_2fa_code", "caf_ue9", "u1f680"]);
    assert!(distinct(&fields(&["", "_", "__", "-", " ", "\u{1f680}"])));
}

#[test]
fn reserved_names_are_escaped_by_themselves() {
    assert_eq!(fields(&["extra"]), ["extra_field"]);
    let names = Names::new(Scope::Tools, ["new", "foo_args", "client", "plain", "prompts"]);
    let tools: Vec<_> = ["new", "foo_args", "client", "plain", "prompts"]
        .iter()
        .map(|w| (names.get(w).field(), names.get(w).ty()))
        .collect();
    let expected = [
        ("new_tool", "NewTool"),
        ("foo_args_tool", "FooArgsTool"),
        ("client_tool", "ClientTool"),
        ("plain", "Plain"),
        ("prompts_tool", "PromptsTool"),
    ];
    assert_eq!(tools, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
}

#[test]
fn a_newcomer_renames_nobody_but_a_twin() {
    let before = Names::new(Scope::Tools, ["list_items", "get-item"]);
    let after = Names::new(Scope::Tools, ["zoo", "get-item", "list_items", "another.one"]);
    for wire in ["list_items", "get-item"] {
        assert_eq!(before.get(wire), after.get(wire));
    }
}

#[test]
fn identifiers_are_distinct_in_every_case() {
    let wires = ["a1", "a_1", "a-1", "A1", "a 1", "a.1"];
    let names = Names::new(Scope::Tools, wires);
    assert!(distinct(&wires.map(|w| names.get(w).ty())));
    assert!(distinct(&wires.map(|w| names.get(w).field())));
}

//! Words of a wire name, and words for its spelling. All of it is ASCII, so that no lint on identifiers has anything to say.

use heck::ToSnakeCase;

/// Between the wire names of a path: no character of theirs, so that it says nothing of their spelling.
pub(crate) const JOINT: char = '\u{1f}';

/// The words that a wire name is made of; what has none is spelt out.
pub(super) fn words(wire: &str) -> Vec<String> {
    let mut text = String::with_capacity(wire.len() + 8);
    let mut rest = wire;
    // A sign before a number is part of the meaning: `+1` is not `-1`.
    if let Some(sign) = wire.chars().next().filter(|c| matches!(c, '+' | '-')) {
        let tail = wire.get(1..).unwrap_or_default();
        if tail.starts_with(|c: char| c.is_ascii_digit()) {
            text.push_str(if sign == '+' { "plus " } else { "minus " });
            rest = tail;
        }
    }
    for c in rest.chars() {
        match c {
            c if c.is_ascii_alphanumeric() => text.push(c),
            c if c.is_ascii() && (!c.is_ascii_control() || c == JOINT) => text.push(' '),
            c => text.push_str(&format!(" u{:x} ", u32::from(c))),
        }
    }
    let words = split(&text);
    if words.is_empty() { spelt_out(wire) } else { words }
}

fn split(text: &str) -> Vec<String> {
    text.to_snake_case().split('_').filter(|w| !w.is_empty()).map(str::to_owned).collect()
}

/// Names of the characters of a wire name without words.
fn spelt_out(wire: &str) -> Vec<String> {
    if wire.is_empty() {
        return vec!["empty".to_owned()];
    }
    wire.chars().map(character).map(str::to_owned).collect()
}

fn character(c: char) -> &'static str {
    match c {
        ' ' => "space",
        '!' => "bang",
        '"' => "quote",
        '#' => "hash",
        '$' => "dollar",
        '%' => "percent",
        '&' => "and",
        '\'' => "apostrophe",
        '(' => "open",
        ')' => "close",
        '*' => "star",
        '+' => "plus",
        ',' => "comma",
        '-' => "minus",
        '.' => "dot",
        '/' => "slash",
        ':' => "colon",
        ';' => "semicolon",
        '<' => "less",
        '=' => "equals",
        '>' => "greater",
        '?' => "question",
        '@' => "at",
        '[' => "bracket",
        '\\' => "backslash",
        ']' => "unbracket",
        '^' => "caret",
        '_' => "underscore",
        '`' => "backtick",
        '{' => "brace",
        '|' => "pipe",
        '}' => "unbrace",
        '~' => "tilde",
        _ => "x",
    }
}

/// A word for how a name is spelt, for the one that cannot have the plain name.
pub(super) fn spelling(wire: &str) -> String {
    let odd = wire
        .chars()
        .find(|c| !c.is_ascii_alphanumeric() && *c != '_' && c.is_ascii() && !c.is_ascii_control());
    let word = match odd {
        Some('-') => "kebab",
        Some(c) => character(c),
        None if wire.starts_with('_') || wire.ends_with('_') || wire.contains("__") => "underscore",
        None if !wire.chars().any(|c| c.is_ascii_lowercase()) => "upper",
        None if !wire.chars().any(|c| c.is_ascii_uppercase()) => "lower",
        None if wire.starts_with(|c: char| c.is_ascii_uppercase()) => "pascal",
        None => "camel",
    };
    word.to_owned()
}

/// A word that no other wire name has.
pub(super) fn bytes(wire: &str) -> String {
    let mut out = String::from("x");
    for b in wire.bytes() {
        out.push_str(&format!("{b:02x}"));
    }
    out
}

pub(super) fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|c| c.to_ascii_uppercase()).into_iter().chain(chars).collect()
}

//! Attributes that a user writes, read token by token: what passes is one attribute to any edition's lexer, and ends where it
//! should.

use super::syntax::{Fault, fault, path};
use crate::text::is_hidden;

/// A token, as far as attributes care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Open(char),
    Close(char),
    Literal,
    Word,
    Other(char),
}

/// An outer attribute, `#[..]`, on one line.
pub(super) fn attribute(text: &str) -> Result<String, Fault> {
    const HELP: &str = "write it as in Rust, on one line: \"#[non_exhaustive]\"";
    read(text)
        .map(|()| text.to_owned())
        .map_err(|why| fault(format!("\"{text}\" is no attribute: {why}"), HELP))
}

fn read(text: &str) -> Result<(), &'static str> {
    if text.chars().any(is_hidden) {
        return Err("it holds a line break or a hidden character");
    }
    let inner = text.strip_prefix("#[").and_then(|t| t.strip_suffix(']'));
    let inner = inner.ok_or("it does not stand in #[ and ]")?;
    let (_, rest) = path(inner, false).ok_or("it does not begin with a name")?;
    let tokens = tokens(rest)?;
    match tokens.as_slice() {
        [] | [Token::Other('='), Token::Literal] => Ok(()),
        [Token::Other('='), ..] => Err("`=` is followed by one literal"),
        [Token::Open(_), ..] => one_group(&tokens),
        _ => Err("a name is followed by `= literal` or by brackets"),
    }
}

/// Brackets from the first token to the last, each closed by its own.
fn one_group(tokens: &[Token]) -> Result<(), &'static str> {
    let mut open = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        match token {
            Token::Open(close) => open.push(*close),
            Token::Close(close) if open.pop() != Some(*close) => {
                return Err("its brackets do not match");
            }
            _ => {}
        }
        if open.is_empty() && i + 1 < tokens.len() {
            return Err("something stands behind its brackets");
        }
    }
    if open.is_empty() { Ok(()) } else { Err("its brackets do not match") }
}

fn tokens(text: &str) -> Result<Vec<Token>, &'static str> {
    let mut out = Vec::new();
    let mut rest = text.trim_start();
    while let Some(c) = rest.chars().next() {
        let (token, tail) = token(c, rest)?;
        out.push(token);
        rest = tail.trim_start();
    }
    Ok(out)
}

fn token(c: char, text: &str) -> Result<(Token, &str), &'static str> {
    let tail = text.get(c.len_utf8()..).unwrap_or_default();
    match c {
        '(' => Ok((Token::Open(')'), tail)),
        '[' => Ok((Token::Open(']'), tail)),
        '{' => Ok((Token::Open('}'), tail)),
        ')' | ']' | '}' => Ok((Token::Close(c), tail)),
        '"' => Ok((Token::Literal, after_text(tail, '"', true)?)),
        '\'' => after_quote(tail),
        '/' if tail.starts_with(['/', '*']) => Err("it holds a comment"),
        c if c.is_ascii_digit() => Ok((Token::Literal, after_number(text)?)),
        c if c.is_ascii_alphabetic() || c == '_' => after_word(text),
        '!' | '%' | '&' | '*' | '+' | ',' | '-' | '.' | '/' | ':' | ';' | '<' | '=' | '>' | '?'
        | '@' | '^' | '|' | '~' => Ok((Token::Other(c), tail)),
        _ => Err("it holds a character that has no place in one"),
    }
}

/// A word, or what its letters begin: a byte string, a raw string, a raw identifier.
fn after_word(text: &str) -> Result<(Token, &str), &'static str> {
    let (word, rest) = split_word(text);
    match word {
        "r" | "br" if rest.starts_with(['"', '#']) => {
            let hashes = rest.len() - rest.trim_start_matches('#').len();
            let end = format!("\"{}", "#".repeat(hashes));
            match rest.get(hashes..).and_then(|t| t.strip_prefix('"')) {
                Some(inside) => {
                    let (inside, rest) =
                        inside.split_once(&end).ok_or("its string does not end")?;
                    let fits = word == "r" || inside.is_ascii();
                    fits.then_some((Token::Literal, rest))
                        .ok_or("a byte string holds a letter beyond ASCII")
                }
                None if word == "r" && hashes == 1 => {
                    let (name, rest) = split_word(rest.get(1..).unwrap_or_default());
                    let raw = !matches!(name, "" | "_" | "self" | "Self" | "super" | "crate");
                    let raw = raw && !name.starts_with(|c: char| c.is_ascii_digit());
                    raw.then_some((Token::Word, rest)).ok_or("r# is followed by a name")
                }
                None => Err("its string does not begin"),
            }
        }
        "b" if rest.starts_with('"') => {
            Ok((Token::Literal, after_text(rest.get(1..).unwrap_or_default(), '"', false)?))
        }
        "b" if rest.starts_with('\'') => {
            Ok((Token::Literal, after_character(rest.get(1..).unwrap_or_default(), false)?))
        }
        _ if rest.starts_with(['"', '\'', '#']) => Err("a word stands before a quote"),
        "true" | "false" => Ok((Token::Literal, rest)),
        _ => Ok((Token::Word, rest)),
    }
}

fn split_word(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(text.len());
    text.split_at(end)
}

/// A whole number, in tens or `0x`, with or without its type.
fn after_number(text: &str) -> Result<&str, &'static str> {
    const TYPES: [&str; 13] = [
        "", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
    ];
    let (word, rest) = split_word(text);
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '_');
    let hex = word
        .strip_prefix("0x")
        .is_some_and(|h| !h.is_empty() && h.bytes().all(|b| b.is_ascii_hexdigit()));
    let quote = rest.starts_with(['"', '\'', '#']);
    ((hex || TYPES.contains(&digits)) && !quote)
        .then_some(rest)
        .ok_or("it holds a number that is none")
}

/// What follows the end of a string whose first quote is read.
fn after_text(text: &str, quote: char, unicode: bool) -> Result<&str, &'static str> {
    let mut rest = text;
    loop {
        let c = rest.chars().next().ok_or("its string does not end")?;
        if c == quote {
            return Ok(rest.get(c.len_utf8()..).unwrap_or_default());
        }
        rest = after_one(rest, unicode)?;
    }
}

/// What follows one character of a string, written plainly or as an escape.
fn after_one(text: &str, unicode: bool) -> Result<&str, &'static str> {
    const BAD: &str = "it holds an escape that is none";
    let c = text.chars().next().ok_or("its string does not end")?;
    let tail = text.get(c.len_utf8()..).unwrap_or_default();
    if c != '\\' {
        return (unicode || c.is_ascii())
            .then_some(tail)
            .ok_or("a byte string holds a letter beyond ASCII");
    }
    let escape = tail.chars().next().ok_or(BAD)?;
    let tail = tail.get(escape.len_utf8()..).unwrap_or_default();
    match escape {
        'n' | 'r' | 't' | '0' | '\\' | '"' | '\'' => Ok(tail),
        'x' => {
            let code = tail.get(..2).filter(|h| h.bytes().all(|b| b.is_ascii_hexdigit()));
            let code = code.and_then(|h| u8::from_str_radix(h, 16).ok()).ok_or(BAD)?;
            (!unicode || code.is_ascii()).then(|| tail.get(2..)).flatten().ok_or(BAD)
        }
        'u' if unicode => {
            let (code, rest) = tail.strip_prefix('{').and_then(|t| t.split_once('}')).ok_or(BAD)?;
            let hex = (1..=6).contains(&code.len()) && code.bytes().all(|b| b.is_ascii_hexdigit());
            let known = u32::from_str_radix(code, 16).ok().and_then(char::from_u32);
            known.filter(|_| hex).map(|_| rest).ok_or(BAD)
        }
        _ => Err(BAD),
    }
}

/// A character, or a lifetime.
fn after_quote(text: &str) -> Result<(Token, &str), &'static str> {
    if let Ok(rest) = after_character(text, true) {
        return Ok((Token::Literal, rest));
    }
    let (name, rest) = split_word(text);
    let lifetime = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let lifetime = lifetime && !rest.starts_with(['\'', '"', '#']);
    lifetime
        .then_some((Token::Word, rest))
        .ok_or("a quote begins neither a character nor a lifetime")
}

fn after_character(text: &str, unicode: bool) -> Result<&str, &'static str> {
    const BAD: &str = "it holds a character that does not end";
    if text.starts_with('\'') {
        return Err(BAD);
    }
    after_one(text, unicode)?.strip_prefix('\'').ok_or(BAD)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn attributes_end_where_they_should() {
        for good in [
            "#[non_exhaustive]",
            "#[cfg_attr(test, derive(Eq))]",
            "#[doc = \"a ] b \\\" ]\"]",
            "#[doc = r#\"] \" \"#]",
            "#[a::b(x = ']', y = '\\'', z = '\\u{5d}', w = '\"')]",
            "#[a(for<'a> fn(&'a str))]",
            "#[a [1, {2}]]",
            "#[doc = \"é\"]",
            "#[a(br\"]\", b\"]\", b']', b\"\\xff\")]",
            "#[a(r#type = 1_000u8, b = 0xfF)]",
            "#[a = true]",
        ] {
            assert_eq!(attribute(good).unwrap(), good);
        }
        for bad in [
            "",
            "non_exhaustive",
            "#![a]",
            "#[]",
            "#[a",
            "#[a(]",
            "#[a)]",
            "#[a] struct X; #[b]",
            "#[a(]) ]",
            "#[a(b) c]",
            "#[a(b)(c)]",
            "#[a \"x]",
            "#[a = \"x\\\"]",
            "#[a = \"\\q\"]",
            "#[a = \"\\x80\"]",
            "#[a = \"\\u{d800}\"]",
            "#[a = 1 2]",
            "#[a = b]",
            "#[doc = r#\"x\"]",
            "#[a] // ]",
            "#[a /* ]",
            "#[a // ]",
            "#[a\n]",
            "#[a = \"\n\"]",
            "#[a b]",
            "#[é]",
            "#[a(é)]",
            "#[a(']) ]",
            "#[a(b' = 1)]",
            "#[a(b\"é\")]",
            "#[a(x\"y\")]",
            "#[a(x#y)]",
            "#[a(##)]",
            "#[a(\\)]",
            "#[a(`)]",
            "#[a(1x)]",
            "#[a(0x)]",
            "#[a(r#self)]",
            "#[a(\u{202e})]",
            "#[a == 1]",
        ] {
            assert!(attribute(bad).is_err(), "{bad}");
        }
    }
}

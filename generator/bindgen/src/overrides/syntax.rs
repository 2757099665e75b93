//! The little Rust that an overrides file may hold: identifiers, types, derives, attributes. What passes here cannot end the
//! item that it is printed in, and what is a typo is our error, with its place, rather than a broken output.

use crate::names::{Name, Scope};

/// The traits that `derive` finds without a path.
const DERIVES: [&str; 9] =
    ["Clone", "Copy", "Debug", "Default", "Eq", "Hash", "Ord", "PartialEq", "PartialOrd"];

/// Types that need no path.
const PLAIN: [&str; 16] = [
    "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32",
    "u64", "u128", "usize",
];

/// What is wrong with a text, and what to do about it.
pub(super) type Fault = (String, String);

fn fault(what: impl Into<String>, help: impl Into<String>) -> Fault {
    (what.into(), help.into())
}

/// A name for a tool, a field, a variant or a type, as that scope spells names.
pub(super) fn name(scope: Scope, text: &str) -> Result<String, Fault> {
    let own = Name::of(text);
    let snake = matches!(scope, Scope::Tools | Scope::Fields);
    if !is_identifier(text) || own.bare().is_empty() {
        return Err(fault(
            format!("\"{text}\" is no Rust identifier"),
            "use letters, digits and `_`, a letter first",
        ));
    }
    if matches!(text, "self" | "Self" | "super" | "crate" | "_") {
        return Err(fault(format!("`{text}` cannot be a name in Rust"), "take another name"));
    }
    let fits = match snake {
        true => own.snake() == text,
        false => text.starts_with(|c: char| c.is_ascii_uppercase()) && !text.contains('_'),
    };
    if !fits {
        let (case, better) =
            if snake { ("snake_case", own.snake().to_owned()) } else { ("CamelCase", own.ty()) };
        return Err(fault(format!("\"{text}\" is not in {case}"), format!("write \"{better}\"")));
    }
    if scope.reserves(text) {
        return Err(fault(
            format!("`{text}` is taken by what is always generated"),
            "take another name",
        ));
    }
    Ok(text.to_owned())
}

fn is_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// A type: `::jiff::Timestamp`, `crate::Money<u8>`, `u64`.
pub(super) fn rust_type(text: &str) -> Result<String, Fault> {
    const HELP: &str =
        "a type is a path such as ::jiff::Timestamp or crate::Money, with <..> where it is generic";
    let mut scan = Scan { rest: text, depth: 0 };
    let printed = scan
        .path(true)
        .ok_or_else(|| fault(format!("\"{text}\" is no path of a Rust type"), HELP))?;
    if !scan.rest.trim().is_empty() {
        return Err(fault(format!("\"{text}\" is no path of a Rust type"), HELP));
    }
    absolute(&printed)?;
    Ok(printed)
}

/// Generated code stands in modules of its own, where only such paths mean the same everywhere.
fn absolute(printed: &str) -> Result<(), Fault> {
    for path in printed.split(['<', '>', ',']).map(str::trim).filter(|p| !p.is_empty()) {
        if path.starts_with("::") || path.starts_with("crate::") || PLAIN.contains(&path) {
            continue;
        }
        let std = match path {
            "String" => Some("::std::string::String"),
            "Vec" => Some("::std::vec::Vec"),
            "Option" => Some("::core::option::Option"),
            "Box" => Some("::std::boxed::Box"),
            _ => None,
        };
        let better = std.map_or_else(|| format!("::{path}"), str::to_owned);
        let help = match path.contains("::") || std.is_some() {
            true => format!("write `{better}`"),
            false => format!("write the whole path: `crate::{path}` or `::some_crate::{path}`"),
        };
        return Err(fault(format!("`{path}` means nothing where it is used"), help));
    }
    Ok(())
}

/// A trait to derive: one of the standard ones, or a path.
pub(super) fn derive(text: &str) -> Result<String, Fault> {
    if DERIVES.contains(&text) {
        return Ok(text.to_owned());
    }
    if is_identifier(text) {
        let near = super::did_you_mean(text, DERIVES);
        let help =
            near.unwrap_or_else(|| format!("write its whole path, such as `::some_crate::{text}`"));
        return Err(fault(format!("`{text}` is no derive of the standard library"), help));
    }
    let mut scan = Scan { rest: text, depth: 0 };
    let path = scan.path(false).filter(|_| scan.rest.is_empty());
    let path = path.ok_or_else(|| {
        fault(format!("\"{text}\" is no path of a derive"), "write it like `::serde::Serialize`")
    })?;
    absolute(&path)?;
    Ok(path)
}

/// Reads paths.
struct Scan<'t> {
    rest: &'t str,
    depth: usize,
}

impl<'t> Scan<'t> {
    fn eat(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start();
        rest.strip_prefix(token).map(|rest| self.rest = rest).is_some()
    }

    /// The next word; a raw identifier is one.
    fn word(&mut self) -> Option<&'t str> {
        let rest = self.rest.trim_start();
        let raw = if rest.starts_with("r#") { 2 } else { 0 };
        let tail = rest.get(raw..)?;
        let length =
            tail.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(tail.len());
        let word = rest.get(..raw + length)?;
        self.rest = rest.get(raw + length..)?;
        tail.get(..length).filter(|w| is_identifier(w) && *w != "_").map(|_| word)
    }

    /// A path as it is printed; with generic arguments where they are allowed.
    fn path(&mut self, generic: bool) -> Option<String> {
        const DEEPEST: usize = 16;
        let mut out = String::new();
        if self.eat("::") {
            out.push_str("::");
        }
        loop {
            out.push_str(self.word()?);
            if generic && self.eat("<") {
                self.depth += 1;
                if self.depth > DEEPEST {
                    return None;
                }
                let mut arguments = Vec::new();
                while !self.eat(">") {
                    arguments.push(self.path(true)?);
                    if !self.eat(",") && !self.rest.trim_start().starts_with('>') {
                        return None;
                    }
                }
                self.depth -= 1;
                out.push_str(&format!("<{}>", arguments.join(", ")));
                return Some(out);
            }
            if !self.eat("::") {
                return Some(out);
            }
            out.push_str("::");
        }
    }
}

/// An outer attribute, `#[..]`, on one line.
pub(super) fn attribute(text: &str) -> Result<String, Fault> {
    const HELP: &str = "write it as in Rust, on one line: \"#[non_exhaustive]\"";
    let bad = |why: &str| fault(format!("\"{text}\" is no attribute: {why}"), HELP);
    let inner = text.strip_prefix("#[").and_then(|t| t.strip_suffix(']'));
    let inner = inner.ok_or_else(|| bad("it does not stand in #[ and ]"))?;
    let mut scan = Scan { rest: inner, depth: 0 };
    scan.path(false).ok_or_else(|| bad("it does not begin with a name"))?;
    balanced(inner).map_err(bad)?;
    let rest = scan.rest.trim_start();
    if !(rest.is_empty() || rest.starts_with(['(', '[', '{', '=']) && !rest.starts_with("==")) {
        return Err(bad("a name is followed by `= value` or by brackets"));
    }
    Ok(text.to_owned())
}

/// Whether every bracket that is opened is closed, in order and never earlier; brackets in literals are text.
fn balanced(text: &str) -> Result<(), &'static str> {
    let mut open = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let tail = rest.get(c.len_utf8()..).unwrap_or_default();
        rest = match c {
            c if crate::text::is_hidden(c) => {
                return Err("it holds a line break or a hidden character");
            }
            '(' | '[' | '{' => {
                open.push(match c {
                    '(' => ')',
                    '[' => ']',
                    _ => '}',
                });
                tail
            }
            ')' | ']' | '}' if open.pop() != Some(c) => return Err("its brackets do not match"),
            '/' if tail.starts_with(['/', '*']) => return Err("it holds a comment"),
            '"' => after_string(tail).ok_or("its string does not end")?,
            'r' if raw_start(tail).is_some() => after_raw(tail).ok_or("its string does not end")?,
            '\'' => after_quote(tail),
            c if !c.is_ascii() => return Err("it holds a letter beyond ASCII outside of strings"),
            c if c.is_ascii_alphanumeric() || c == '_' => {
                // A whole word, so that the `r` of `for"` begins no raw string.
                let prefix =
                    tail.starts_with(['"', '#', '\'', 'r']) && matches!(c, 'b' | 'c' | 'r');
                if prefix { tail } else { after_word(tail) }
            }
            _ => tail,
        };
    }
    if open.is_empty() { Ok(()) } else { Err("its brackets do not match") }
}

fn after_word(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_')
}

/// What follows the end of a string whose quote is read.
fn after_string(text: &str) -> Option<&str> {
    let mut escaped = false;
    let end = text.char_indices().find(|(_, c)| {
        let ends = *c == '"' && !escaped;
        escaped = *c == '\\' && !escaped;
        ends
    });
    let (end, _) = end?;
    let inside = text.get(..end)?;
    (!inside.chars().any(crate::text::is_hidden)).then(|| text.get(end + 1..))?
}

/// How many `#` a raw string has, after its `r`.
fn raw_start(text: &str) -> Option<usize> {
    let hashes = text.bytes().take_while(|b| *b == b'#').count();
    text.get(hashes..)?.starts_with('"').then_some(hashes)
}

fn after_raw(text: &str) -> Option<&str> {
    let hashes = raw_start(text)?;
    let end = format!("\"{}", "#".repeat(hashes));
    let inside = text.get(hashes + 1..)?;
    let (inside, rest) = inside.split_once(&end)?;
    (!inside.chars().any(crate::text::is_hidden)).then_some(rest)
}

/// What follows a quote: a character and its closing quote, else it was a lifetime.
fn after_quote(text: &str) -> &str {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some('\\'), Some(escaped)) => {
            let from = 1 + escaped.len_utf8();
            let tail = text.get(from..).unwrap_or_default();
            tail.split_once('\'').map_or(text, |(_, rest)| rest)
        }
        (Some(c), Some('\'')) => text.get(c.len_utf8() + 1..).unwrap_or_default(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn types_are_absolute_paths() {
        for good in
            ["::jiff::Timestamp", "crate::a::Money", "u64", "::std::boxed::Box<::std::net::IpAddr>"]
        {
            assert_eq!(rust_type(good).unwrap(), good);
        }
        assert_eq!(
            rust_type("::a::B< u8 ,crate::C<bool>,>").unwrap(),
            "::a::B<u8, crate::C<bool>>"
        );
        assert_eq!(rust_type("::r#gen::T").unwrap(), "::r#gen::T");
        for bad in [
            "",
            "::",
            "a b",
            "::a::",
            "::a::B<",
            "::a::B<u8",
            "::a::B>",
            "::a::B<u8>>",
            "::a::B<u8>;",
            "::a::B\n}",
            "&str",
            "(u8, u8)",
            "::a::B<'a>",
            "::a:B",
            "::a::B /* x */",
            "::1a::B",
            "::a::B<u8 u8>",
            "fn()",
            "_",
        ] {
            assert!(rust_type(bad).is_err(), "{bad}");
        }
        assert_eq!(rust_type("jiff::Timestamp").unwrap_err().1, "write `::jiff::Timestamp`");
        assert_eq!(rust_type("::a::B<String>").unwrap_err().1, "write `::std::string::String`");
        assert!(rust_type("Timestamp").unwrap_err().1.contains("crate::Timestamp"));
        assert!(rust_type(&"::a::B<".repeat(10_000)).is_err());
    }

    #[test]
    fn derives_are_standard_or_paths() {
        assert_eq!(derive("Hash").unwrap(), "Hash");
        assert_eq!(derive("::schemars::JsonSchema").unwrap(), "::schemars::JsonSchema");
        assert_eq!(derive("Hsah").unwrap_err().1, "did you mean \"Hash\"?");
        assert!(derive("JsonSchema").unwrap_err().1.contains("::some_crate::JsonSchema"));
        for bad in ["", "Eq, Hash", "Eq)] struct X; #[derive(Eq", "::a::B<u8>", "::a::B "] {
            assert!(derive(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn attributes_end_where_they_should() {
        for good in [
            "#[non_exhaustive]",
            "#[cfg_attr(test, derive(Eq))]",
            "#[doc = \"a ] b \\\" ]\"]",
            "#[doc = r#\"] \" \"#]",
            "#[a::b(x = ']', y = '\\'', z = '\\u{5d}')]",
            "#[a(for<'a> fn(&'a str))]",
            "#[a [1, {2}]]",
            "#[doc = \"é\"]",
            "#[a(br\"]\", b\"]\", b']')]",
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
            "#[a \"x]",
            "#[a = \"x\\\"]",
            "#[doc = r#\"x\"]",
            "#[a] // ]",
            "#[a /* ]",
            "#[a // ]",
            "#[a\n]",
            "#[a = \"\n\"]",
            "#[a b]",
            "#[é]",
            "#[a(']) ]",
            "#[a(\u{202e})]",
            "#[a == 1]",
        ] {
            assert!(attribute(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn names_fit_their_scope() {
        assert_eq!(name(Scope::Fields, "type").unwrap(), "type");
        assert_eq!(name(Scope::Types, "HTTPServer").unwrap(), "HTTPServer");
        assert_eq!(name(Scope::Tools, "FindIssues").unwrap_err().1, "write \"find_issues\"");
        assert_eq!(name(Scope::Variants, "very_good").unwrap_err().1, "write \"VeryGood\"");
        for (scope, bad) in [
            (Scope::Tools, "client"),
            (Scope::Tools, "verify"),
            (Scope::Fields, "extra"),
            (Scope::Variants, "Other"),
            (Scope::Fields, "self"),
            (Scope::Types, "Self"),
            (Scope::Fields, "a b"),
            (Scope::Fields, ""),
            (Scope::Fields, "_"),
            (Scope::Fields, "a__b"),
            (Scope::Fields, "1a"),
            (Scope::Types, "A;B"),
        ] {
            assert!(name(scope, bad).is_err(), "{bad}");
        }
    }
}

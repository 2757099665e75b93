//! The little Rust that an overrides file may hold: identifiers, types, derives (and attributes, next door). What passes here cannot end the
//! item that it is printed in, and what is a typo is our error, with its place, rather than a broken output.

use crate::names::{Name, Scope, is_keyword};

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

pub(super) fn fault(what: impl Into<String>, help: impl Into<String>) -> Fault {
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
    if matches!(text, "self" | "Self" | "super" | "crate") {
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
    let whole = path(text, true).filter(|(_, rest)| rest.trim().is_empty());
    let no_path = || fault(format!("\"{text}\" is no path of a Rust type"), HELP);
    let (printed, _) = whole.ok_or_else(no_path)?;
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
    let whole = path(text, false).filter(|(_, rest)| rest.is_empty());
    let (path, _) = whole.ok_or_else(|| {
        fault(format!("\"{text}\" is no path of a derive"), "write it like `::serde::Serialize`")
    })?;
    absolute(&path)?;
    Ok(path)
}

/// A path at the start of a text, as it is printed, and what follows it.
pub(super) fn path(text: &str, generic: bool) -> Option<(String, &str)> {
    let mut scan = Scan { rest: text, depth: 0 };
    let path = scan.path(generic)?;
    Some((path, scan.rest))
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

    /// The next word: an identifier, raw where it is a keyword; `crate` only where a path begins with it.
    fn word(&mut self, first: bool) -> Option<&'t str> {
        let rest = self.rest.trim_start();
        let raw = if rest.starts_with("r#") { 2 } else { 0 };
        let tail = rest.get(raw..)?;
        let length =
            tail.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(tail.len());
        let word = rest.get(..raw + length)?;
        let name = tail.get(..length).filter(|name| is_identifier(name) && *name != "_")?;
        self.rest = rest.get(raw + length..)?;
        let fits = match raw {
            0 => !is_keyword(name) || (first && name == "crate"),
            _ => !matches!(name, "self" | "Self" | "super" | "crate"),
        };
        fits.then_some(word)
    }

    /// A path as it is printed; with generic arguments where they are allowed.
    fn path(&mut self, generic: bool) -> Option<String> {
        const DEEPEST: usize = 16;
        let mut out = String::new();
        if self.eat("::") {
            out.push_str("::");
        }
        loop {
            out.push_str(self.word(out.is_empty())?);
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
            "::a::type",
            "::crate::a",
            "crate::crate",
            "crate::self::a",
            "::r#crate::a",
            "crate",
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

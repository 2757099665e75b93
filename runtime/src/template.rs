//! URI templates (RFC 6570): from variables to a URI by iri-string, and back.
use iri_string::{
    spec::UriSpec,
    template::{
        UriTemplateStr,
        simple_context::{SimpleContext, Value},
    },
};
use std::collections::BTreeMap;

/// A variable's value.
#[derive(Clone, Copy, Debug)]
pub enum Variable<'a> {
    /// One text.
    One(&'a str),
    /// A text that may be missing.
    Maybe(Option<&'a str>),
    /// Several texts, of an exploded variable (`{path*}`).
    Many(&'a [String]),
}

/// The URI of these variables.
pub fn expand(template: &str, variables: &[(&str, Variable<'_>)]) -> Result<String, String> {
    let mut context = SimpleContext::new();
    for (name, value) in variables {
        let value = match value {
            Variable::One(text) | Variable::Maybe(Some(text)) => Value::from(*text),
            Variable::Maybe(None) => continue,
            Variable::Many(texts) => Value::List(texts.to_vec()),
        };
        context.insert(*name, value);
    }
    let template = UriTemplateStr::new(template).map_err(|e| e.to_string())?;
    Ok(template.expand::<UriSpec, _>(&context).map_err(|e| e.to_string())?.to_string())
}

/// The variables of a URI, if it is one of the template's: what [`expand`] makes of them is that URI.
///
/// Where a text could be parted in several ways, a variable takes as little as it can.
pub fn matches(template: &str, uri: &str) -> Option<BTreeMap<String, Vec<String>>> {
    if uri.len() > LONGEST {
        return None;
    }
    let mut search = Search { found: BTreeMap::new(), attempts: MOST_ATTEMPTS };
    search.rest(&parts(template)?, uri).then_some(search.found)
}

/// The longest URI that is looked at, in bytes, and how many ways of parting it are tried: it comes from a client.
const LONGEST: usize = 8 * 1024;
const MOST_ATTEMPTS: usize = 20_000;

struct Search {
    found: Found,
    attempts: usize,
}

/// A piece of a template.
enum Piece<'t> {
    Text(&'t str),
    Expression { operator: Option<char>, variables: Vec<(&'t str, bool)> },
}

fn parts(mut template: &str) -> Option<Vec<Piece<'_>>> {
    let mut pieces = Vec::new();
    while let Some((text, after)) = template.split_once('{') {
        if !text.is_empty() {
            pieces.push(Piece::Text(text));
        }
        let (expression, after) = after.split_once('}')?;
        let operator = expression.chars().next().filter(|c| "+#./;?&".contains(*c));
        let names = expression.get(operator.map_or(0, char::len_utf8)..)?;
        let variables = names.split(',').map(|name| match name.strip_suffix('*') {
            Some(name) => (name, true),
            None => (name, false),
        });
        pieces.push(Piece::Expression { operator, variables: variables.collect() });
        template = after;
    }
    if !template.is_empty() {
        pieces.push(Piece::Text(template));
    }
    Some(pieces)
}

type Found = BTreeMap<String, Vec<String>>;

impl Search {
    /// Matches the rest of a template with the rest of a URI.
    fn rest(&mut self, pieces: &[Piece<'_>], uri: &str) -> bool {
        let (operator, variables, pieces) = match pieces.split_first() {
            None => return uri.is_empty(),
            Some((Piece::Text(text), pieces)) => {
                return uri.strip_prefix(text).is_some_and(|uri| self.rest(pieces, uri));
            }
            Some((Piece::Expression { operator, variables }, pieces)) => {
                (*operator, variables, pieces)
            }
        };
        // An expression ends where what follows it begins.
        let may_end = |end: usize| match pieces.first() {
            None => end == uri.len(),
            Some(Piece::Text(text)) => uri.get(end..).is_some_and(|after| after.starts_with(text)),
            Some(Piece::Expression { .. }) => uri.is_char_boundary(end),
        };
        for end in (0..=uri.len()).filter(|end| may_end(*end)) {
            let Some(left) = self.attempts.checked_sub(1) else { return false };
            self.attempts = left;
            let (value, after) = uri.split_at(end);
            let Some(values) = expression(operator, variables, value) else { continue };
            let before = self.found.clone();
            self.found.extend(values);
            if self.rest(pieces, after) {
                return true;
            }
            self.found = before;
        }
        false
    }
}

/// The variables of one expression, whose expansion is that text.
fn expression(operator: Option<char>, variables: &[(&str, bool)], text: &str) -> Option<Found> {
    let (first, separator, named) = match operator {
        None | Some('+') => ("", ',', false),
        Some('#') => ("#", ',', false),
        Some('.') => (".", '.', false),
        Some('/') => ("/", '/', false),
        Some(';') => (";", ';', true),
        Some('?') => ("?", '&', true),
        Some('&') => ("&", '&', true),
        Some(_) => return None,
    };
    if text.is_empty() {
        // Nothing of it is there; or one that is there, and empty.
        let empty = operator.is_none() && variables.len() == 1;
        return Some(if empty {
            Found::from([(variables.first()?.0.to_owned(), vec![String::new()])])
        } else {
            Found::new()
        });
    }
    let reserved = matches!(operator, Some('+' | '#'));
    let body = text.strip_prefix(first)?;
    let mut found = Found::new();
    if named {
        for pair in body.split(separator) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let (name, _) = variables.iter().find(|(known, _)| *known == name)?;
            found.entry((*name).to_owned()).or_default().push(decoded(value, false)?);
        }
        return Some(found);
    }
    if let [(name, false)] = variables {
        return Some(Found::from([((*name).to_owned(), vec![decoded(body, reserved)?])]));
    }
    let mut values = body.split(separator);
    for (name, exploded) in variables {
        let value = decoded(values.next()?, reserved)?;
        let all = found.entry((*name).to_owned()).or_default();
        all.push(value);
        if *exploded {
            for value in values.by_ref() {
                all.push(decoded(value, reserved)?);
            }
        }
    }
    values.next().is_none().then_some(found)
}

/// Percent-decodes what a variable's text was written as; `None` when it holds what would have been encoded.
fn decoded(text: &str, reserved: bool) -> Option<String> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            let digits = [bytes.next()?, bytes.next()?];
            let digits = std::str::from_utf8(&digits).ok()?;
            out.push(u8::from_str_radix(digits, 16).ok()?);
        } else if byte.is_ascii_alphanumeric()
            || b"-._~".contains(&byte)
            || reserved
            || !byte.is_ascii()
        {
            out.push(byte);
        } else {
            return None;
        }
    }
    String::from_utf8(out).ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;

    fn one(template: &str, uri: &str) -> Option<Vec<String>> {
        Some(matches(template, uri)?.into_values().flatten().collect())
    }

    // Expansions of RFC 6570, sections 1.2 and 3.2, read backwards.
    #[test]
    fn what_was_expanded_is_found_again() {
        for (template, uri, values) in [
            ("{var}", "value", vec!["value"]),
            ("{hello}", "Hello%20World%21", vec!["Hello World!"]),
            ("{+path}/here", "/foo/bar/here", vec!["/foo/bar"]),
            ("X{#var}", "X#value", vec!["value"]),
            ("{x,y}", "1024,768", vec!["1024", "768"]),
            ("{/var}", "/value", vec!["value"]),
            ("{/list*}", "/red/green/blue", vec!["red", "green", "blue"]),
            ("{?x,y}", "?x=1024&y=768", vec!["1024", "768"]),
            ("{?x,y}", "", vec![]),
            ("?fixed=yes{&x}", "?fixed=yes&x=1024", vec!["1024"]),
            ("demo://{id}/data", "demo://a%2Fb/data", vec!["a/b"]),
            ("repo://{owner}/{name}", "repo://o/n", vec!["o", "n"]),
        ] {
            let mut found = one(template, uri).unwrap_or_else(|| panic!("{template} {uri}"));
            found.sort();
            let mut values: Vec<String> = values.into_iter().map(str::to_owned).collect();
            values.sort();
            assert_eq!(found, values, "{template} {uri}");
        }
        for (template, uri) in [
            ("demo://{id}/data", "demo://a/b/data"),
            ("demo://{id}/data", "demo://a/datax"),
            ("{?x}", "?y=1"),
            ("a{x}", "b"),
        ] {
            assert_eq!(one(template, uri), None, "{template} {uri}");
        }
    }

    #[test]
    fn a_uri_that_is_made_to_take_long_is_given_up() {
        let uri = format!("{}x", "/".repeat(4000));
        assert_eq!(one("{+a}/{+b}/{+c}/{+d}/y", &uri), None);
        assert_eq!(one("{+a}", &"a".repeat(9000)), None);
    }

    #[test]
    fn expansion_is_the_inverse() {
        for (template, value) in [
            ("a://{v}", "é/ß %"),
            ("a://x{/v}", "a b"),
            ("a://x{?v}", "1&2=3"),
            ("a://{+v}", "x/y"),
        ] {
            let uri = expand(template, &[("v", Variable::One(value))]).unwrap();
            assert_eq!(matches(template, &uri).unwrap()["v"], [value], "{uri}");
        }
        let many = ["a".to_owned(), "b c".to_owned()];
        let uri = expand("s://x{/v*}", &[("v", Variable::Many(&many))]).unwrap();
        assert_eq!(uri, "s://x/a/b%20c");
        assert_eq!(matches("s://x{/v*}", &uri).unwrap()["v"], many);
        assert_eq!(expand("s://x{?v}", &[("v", Variable::Maybe(None))]).unwrap(), "s://x");
    }
}

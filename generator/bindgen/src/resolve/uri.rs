//! References between schemas are URI references (RFC 3986): what one means depends on where it stands.

/// A URI or a reference to one, in its five parts; none of them is decoded.
#[derive(Clone, Copy, Debug, Default)]
struct Parts<'a> {
    scheme: Option<&'a str>,
    authority: Option<&'a str>,
    path: &'a str,
    query: Option<&'a str>,
}

/// A reference without its fragment, and the fragment, still percent-encoded.
pub(super) fn split_fragment(reference: &str) -> (&str, &str) {
    reference.split_once('#').unwrap_or((reference, ""))
}

/// The URI that a reference without a fragment names where `base` holds (RFC 3986, section 5.2).
pub(super) fn join(base: &str, reference: &str) -> String {
    if reference.is_empty() {
        return base.to_owned();
    }
    let (base, own) = (parts(base), parts(reference));
    if own.scheme.is_some() {
        return text(&Parts { path: &without_dots(own.path), ..own });
    }
    if own.authority.is_some() {
        return text(&Parts { scheme: base.scheme, path: &without_dots(own.path), ..own });
    }
    if own.path.is_empty() {
        return text(&Parts { query: own.query.or(base.query), ..base });
    }
    let path = if own.path.starts_with('/') {
        without_dots(own.path)
    } else {
        let folder = match base.path.rfind('/') {
            Some(end) => base.path.get(..=end).unwrap_or_default(),
            None if base.authority.is_some() => "/",
            None => "",
        };
        without_dots(&format!("{folder}{}", own.path))
    };
    text(&Parts { path: &path, query: own.query, ..base })
}

fn parts(text: &str) -> Parts<'_> {
    let (text, query) = match text.split_once('?') {
        Some((text, query)) => (text, Some(query)),
        None => (text, None),
    };
    let is_scheme = |s: &str| {
        s.starts_with(|c: char| c.is_ascii_alphabetic())
            && s.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    };
    let (scheme, rest) = match text.split_once(':') {
        Some((scheme, rest)) if is_scheme(scheme) => (Some(scheme), rest),
        _ => (None, text),
    };
    let Some(rest) = rest.strip_prefix("//") else {
        return Parts { scheme, authority: None, path: rest, query };
    };
    let end = rest.find('/').unwrap_or(rest.len());
    let (authority, path) = rest.split_at_checked(end).unwrap_or((rest, ""));
    Parts { scheme, authority: Some(authority), path, query }
}

/// `a/b/../c` is `a/c`.
fn without_dots(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut segments = path.split('/').peekable();
    while let Some(segment) = segments.next() {
        let last = segments.peek().is_none();
        match segment {
            "." if last => kept.push(""),
            "." => {}
            ".." => {
                // The first is the empty one before a leading slash.
                if kept.len() > 1 || kept.first().is_some_and(|s| !s.is_empty()) {
                    kept.pop();
                }
                if last {
                    kept.push("");
                }
            }
            other => kept.push(other),
        }
    }
    kept.join("/")
}

fn text(parts: &Parts<'_>) -> String {
    let mut out = String::new();
    if let Some(scheme) = parts.scheme {
        out.push_str(scheme);
        out.push(':');
    }
    if let Some(authority) = parts.authority {
        out.push_str("//");
        out.push_str(authority);
    }
    out.push_str(parts.path);
    if let Some(query) = parts.query {
        out.push('?');
        out.push_str(query);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 3986, section 5.4, less the rows with fragments.
    #[test]
    fn joins_as_the_rfc_says() {
        let rows = [
            ("g:h", "g:h"),
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("g?y", "http://a/b/c/g?y"),
            (";x", "http://a/b/c/;x"),
            ("g;x", "http://a/b/c/g;x"),
            ("", "http://a/b/c/d;p?q"),
            (".", "http://a/b/c/"),
            ("./", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../", "http://a/b/"),
            ("../g", "http://a/b/g"),
            ("../..", "http://a/"),
            ("../../g", "http://a/g"),
            ("../../../g", "http://a/g"),
            ("/./g", "http://a/g"),
            ("/../g", "http://a/g"),
            ("g.", "http://a/b/c/g."),
            ("..g", "http://a/b/c/..g"),
            ("./../g", "http://a/b/g"),
            ("g/./h", "http://a/b/c/g/h"),
            ("g/../h", "http://a/b/c/h"),
        ];
        for (reference, uri) in rows {
            assert_eq!(join("http://a/b/c/d;p?q", reference), uri, "{reference}");
        }
    }

    #[test]
    fn joins_without_a_hierarchy() {
        assert_eq!(join("", "tree"), "tree");
        assert_eq!(join("urn:uuid:1", ""), "urn:uuid:1");
        assert_eq!(join("http://example.com", "node"), "http://example.com/node");
        assert_eq!(join("folder/a.json", "b.json"), "folder/b.json");
    }
}

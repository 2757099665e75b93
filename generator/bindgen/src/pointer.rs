//! JSON pointers (RFC 6901), the place part of every diagnostic.

use std::fmt;

/// A JSON pointer: empty for the whole document, else `/`-led segments with `~` and `/` escaped.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pointer(String);

impl Pointer {
    pub(crate) const ROOT: Self = Self(String::new());

    /// The whole document.
    #[must_use]
    pub fn root() -> Self {
        Self::default()
    }

    /// The pointer of a member or an index below this one.
    #[must_use]
    pub fn join(&self, segment: impl fmt::Display) -> Self {
        let segment = segment.to_string();
        let mut text = String::with_capacity(self.0.len() + segment.len() + 1);
        text.push_str(&self.0);
        text.push('/');
        escape_into(&mut text, &segment);
        Self(text)
    }

    /// The pointer without its last segment; none of the whole document.
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        self.0.rfind('/').and_then(|end| self.0.get(..end)).map(|text| Self(text.to_owned()))
    }

    /// What is left of this pointer below an outer one.
    #[must_use]
    pub(crate) fn below(&self, outer: &Self) -> Option<Self> {
        let rest = self.0.strip_prefix(&outer.0)?;
        (rest.is_empty() || rest.starts_with('/')).then(|| Self(rest.to_owned()))
    }

    /// This pointer with another one, already escaped, behind it.
    #[must_use]
    pub(crate) fn append(&self, tail: &str) -> Self {
        Self(format!("{}{tail}", self.0))
    }

    /// The escaped text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The unescaped segments, from the outside in.
    pub fn segments(&self) -> impl Iterator<Item = String> + '_ {
        self.0.split('/').skip(1).map(unescape)
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn escape_into(out: &mut String, segment: &str) {
    for c in segment.chars() {
        match c {
            '~' => out.push_str("~0"),
            '/' => out.push_str("~1"),
            c => out.push(c),
        }
    }
}

/// A segment as it reads without the escapes.
pub(crate) fn unescape(segment: &str) -> String {
    segment.replace("~1", "/").replace("~0", "~")
}

/// `%41` to `A`: a `$ref` is a URI, so its fragment may be percent-encoded.
pub(crate) fn percent_decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let hex = (first == b'%').then(|| tail.get(..2)).flatten();
        match hex
            .and_then(|h| std::str::from_utf8(h).ok())
            .and_then(|h| u8::from_str_radix(h, 16).ok())
        {
            Some(byte) => {
                bytes.push(byte);
                rest = tail.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(first);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_as_rfc_6901_says() {
        let p = Pointer::root().join("a/b").join("m~n").join(0).join("");
        assert_eq!(p.as_str(), "/a~1b/m~0n/0/");
        assert_eq!(p.segments().collect::<Vec<_>>(), ["a/b", "m~n", "0", ""]);
    }

    #[test]
    fn decodes_percent_signs_and_keeps_what_is_none() {
        assert_eq!(percent_decode("/a%25b/%C3%A9"), "/a%b/é");
        assert_eq!(percent_decode("100%"), "100%");
        assert_eq!(percent_decode("%zz%4"), "%zz%4");
    }
}

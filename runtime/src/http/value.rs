//! Values in headers: as they are where a header can hold them, else `=?base64?..?=`.
use base64::{Engine, prelude::BASE64_STANDARD};
use std::borrow::Cow;

const OPEN: &str = "=?base64?";
const CLOSE: &str = "?=";

/// A value as a header holds it.
#[cfg(feature = "http-client")]
pub(super) fn encode(value: &str) -> Cow<'_, str> {
    let printable = value.bytes().all(|b| (0x20..=0x7e).contains(&b));
    let padded = value.starts_with(' ') || value.ends_with(' ');
    let marked = value.starts_with(OPEN) && value.ends_with(CLOSE);
    if printable && !padded && !marked {
        return Cow::Borrowed(value);
    }
    Cow::Owned(format!("{OPEN}{}{CLOSE}", BASE64_STANDARD.encode(value)))
}

/// The value that a header holds. Half a mark is text as any other.
///
/// # Errors
/// When what is marked as base64 is none, with its padding, of UTF-8.
#[cfg_attr(not(any(test, feature = "http-server")), allow(dead_code))]
pub(super) fn decode(header: &str) -> Result<Cow<'_, str>, &'static str> {
    let header = header.trim_matches([' ', '\t']);
    let inner = header.strip_prefix(OPEN).and_then(|rest| rest.strip_suffix(CLOSE));
    let Some(inner) = inner else { return Ok(Cow::Borrowed(header)) };
    let bytes = BASE64_STANDARD
        .decode(inner)
        .map_err(|_| "is no base64 of the standard alphabet, padded")?;
    String::from_utf8(bytes).map(Cow::Owned).map_err(|_| "is no base64 of UTF-8")
}

#[cfg(all(test, feature = "http-client"))]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    // The forms that the specification lists under "Value encoding".
    #[test]
    fn values_that_a_header_cannot_hold_are_encoded() {
        for (value, header) in [
            ("us-west1", "us-west1"),
            ("a b", "a b"),
            ("", ""),
            ("Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="),
            (" padded ", "=?base64?IHBhZGRlZCA=?="),
            ("line1\nline2", "=?base64?bGluZTEKbGluZTI=?="),
            ("a\tb", "=?base64?YQli?="),
            ("=?base64?abc?=", "=?base64?PT9iYXNlNjQ/YWJjPz0=?="),
            ("=?base64?abc", "=?base64?abc"),
        ] {
            assert_eq!(encode(value), header, "{value:?}");
            assert_eq!(decode(header).unwrap(), value, "{header:?}");
        }
    }

    #[test]
    fn what_is_marked_as_base64_must_be_some() {
        for header in [
            "=?base64?YQ?=",
            "=?base64?YQ=?=",
            "=?base64?-_==?=",
            "=?base64?/w==?=",
            "=?base64?a b=?=",
        ] {
            decode(header).unwrap_err();
        }
        assert_eq!(decode(" x ").unwrap(), "x");
    }
}

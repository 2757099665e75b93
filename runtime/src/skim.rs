//! Finds where JSON values begin and end, without reading them.
//!
//! Each function takes what is left of the text and gives what is left behind the thing it is named after; `None` where
//! something else stands there.

/// How deep values may be nested.
const LEVELS: u8 = 100;

/// Gives each member of the object that `text` is: its name as it is written, without the quotes, and its value.
///
/// `None` when the text is not JSON or no object; also when it is nested deeper than [`LEVELS`], or a name has escapes,
/// for which somebody else has to read it. So it never takes what is not JSON.
pub(crate) fn members<'a>(text: &'a str, mut each: impl FnMut(&'a str, &'a str)) -> Option<()> {
    whole(object(text, text.as_bytes(), |name, start| {
        let rest = value(start, LEVELS)?;
        each(name, between(text, start, rest)?);
        Some(rest)
    })?)
}

/// The same, and before the member `outer`, if it is an object, its own members to `inner`. `None` also when `outer` is given
/// twice.
pub(crate) fn nested<'a>(
    text: &'a str,
    outer: &str,
    mut each: impl FnMut(&'a str, &'a str),
    mut inner: impl FnMut(&'a str, &'a str),
) -> Option<()> {
    let mut met = false;
    whole(object(text, text.as_bytes(), |name, start| {
        let rest = match start {
            [b'{', ..] if name == outer && !met => object(text, start, |name, start| {
                let rest = value(start, LEVELS)?;
                inner(name, between(text, start, rest)?);
                Some(rest)
            })?,
            _ if name == outer && met => return None,
            _ => value(start, LEVELS)?,
        };
        met |= name == outer;
        each(name, between(text, start, rest)?);
        Some(rest)
    })?)
}

/// An object of `text`, with a function that passes over the value of each member.
fn object<'a>(
    text: &'a str,
    object: &'a [u8],
    mut member: impl FnMut(&'a str, &'a [u8]) -> Option<&'a [u8]>,
) -> Option<&'a [u8]> {
    let [b'{', inside @ ..] = space(object) else { return None };
    list(inside, b'}', |start| {
        let [b'"', start @ ..] = start else { return None };
        let behind = string(start)?;
        let name = between(text, start, behind)?.strip_suffix('"')?;
        let [b':', rest @ ..] = space(behind) else { return None };
        if name.contains('\\') { None } else { member(name, space(rest)) }
    })
}

/// What stands in `text` between two places, each given by what is left there.
fn between<'a>(text: &'a str, from: &[u8], to: &[u8]) -> Option<&'a str> {
    text.get(text.len() - from.len()..text.len() - to.len())
}

/// Nothing but space is left.
fn whole(rest: &[u8]) -> Option<()> {
    space(rest).is_empty().then_some(())
}

#[inline]
fn space(mut text: &[u8]) -> &[u8] {
    while let [b' ' | b'\n' | b'\r' | b'\t', rest @ ..] = text {
        text = rest;
    }
    text
}

fn value(text: &[u8], levels: u8) -> Option<&[u8]> {
    match text {
        [b'"', rest @ ..] => string(rest),
        [b'{', rest @ ..] => {
            let levels = levels.checked_sub(1)?;
            list(rest, b'}', |member| {
                let [b'"', name @ ..] = member else { return None };
                let [b':', rest @ ..] = space(string(name)?) else { return None };
                value(space(rest), levels)
            })
        }
        [b'[', rest @ ..] => {
            let levels = levels.checked_sub(1)?;
            list(rest, b']', |element| value(element, levels))
        }
        [b't', b'r', b'u', b'e', rest @ ..]
        | [b'f', b'a', b'l', b's', b'e', rest @ ..]
        | [b'n', b'u', b'l', b'l', rest @ ..] => Some(rest),
        [b'-', rest @ ..] | rest => number(rest),
    }
}

/// Items with commas between them, and the bracket at their end.
#[inline]
fn list<'a>(
    text: &'a [u8],
    end: u8,
    mut item: impl FnMut(&'a [u8]) -> Option<&'a [u8]>,
) -> Option<&'a [u8]> {
    let mut text = space(text);
    match text {
        [first, rest @ ..] if *first == end => return Some(rest),
        _ => {}
    }
    loop {
        match space(item(text)?) {
            [b',', rest @ ..] => text = space(rest),
            [last, rest @ ..] if *last == end => return Some(rest),
            _ => return None,
        }
    }
}

/// The rest of a string whose quote was read.
#[inline]
fn string(mut text: &[u8]) -> Option<&[u8]> {
    loop {
        text = plain(text);
        text = match text {
            [b'"', rest @ ..] => return Some(rest),
            [b'\\', b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't', rest @ ..] => rest,
            [b'\\', b'u', a, b, c, d, rest @ ..]
                if [a, b, c, d].iter().all(|digit| digit.is_ascii_hexdigit()) =>
            {
                rest
            }
            _ => return None,
        }
    }
}

/// What stands in a string as it is: no quotes, backslashes or control characters.
#[inline]
fn plain(mut text: &[u8]) -> &[u8] {
    const ONES: u64 = u64::MAX / 255;
    const HIGHS: u64 = ONES << 7;
    // Eight bytes at a time, each subtraction borrowing from a byte's highest bit where the byte is sought. A borrow
    // may spoil higher bytes, never the lowest that is sought.
    while let Some((block, rest)) = text.split_first_chunk() {
        let block = u64::from_le_bytes(*block);
        let (quotes, escapes) =
            (block ^ (ONES * u64::from(b'"')), block ^ (ONES * u64::from(b'\\')));
        let odd = block.wrapping_sub(ONES * u64::from(b' ')) & !block
            | quotes.wrapping_sub(ONES) & !quotes
            | escapes.wrapping_sub(ONES) & !escapes;
        match odd & HIGHS {
            0 => text = rest,
            odd => return text.get(odd.trailing_zeros() as usize / 8..).unwrap_or_default(),
        }
    }
    while let [byte, rest @ ..] = text {
        if *byte < b' ' || *byte == b'"' || *byte == b'\\' {
            break;
        }
        text = rest;
    }
    text
}

/// A number without its sign.
fn number(text: &[u8]) -> Option<&[u8]> {
    let mut rest = match text {
        [b'0', rest @ ..] => rest,
        _ => digits(text)?,
    };
    if let [b'.', fraction @ ..] = rest {
        rest = digits(fraction)?;
    }
    if let [b'e' | b'E', b'+' | b'-', exponent @ ..] | [b'e' | b'E', exponent @ ..] = rest {
        rest = digits(exponent)?;
    }
    Some(rest)
}

fn digits(text: &[u8]) -> Option<&[u8]> {
    let count = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if count == 0 { None } else { text.get(count..) }
}

#[cfg(test)]
mod tests {
    //! serde_json says what is JSON and where its values are.
    use super::*;
    use serde_core::de::{Deserializer as _, MapAccess, Visitor};
    use serde_json::value::RawValue;
    use std::fmt;

    type Entries = Vec<(String, String)>;

    struct Raw;

    impl<'de> Visitor<'de> for Raw {
        type Value = Entries;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }
        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries, A::Error> {
            let mut entries = Vec::new();
            while let Some((name, value)) = map.next_entry::<String, &RawValue>()? {
                entries.push((name, value.get().to_owned()));
            }
            Ok(entries)
        }
    }

    fn by_serde(text: &str) -> Option<Entries> {
        let mut d = serde_json::Deserializer::from_str(text);
        let entries = d.deserialize_map(Raw).ok()?;
        d.end().ok().map(|()| entries)
    }

    fn skimmed(text: &str) -> Option<Entries> {
        let mut entries = Vec::new();
        members(text, |name, value| entries.push((name.to_owned(), value.to_owned())))?;
        Some(entries)
    }

    /// What has no escapes is read by both or by none.
    fn compare(text: &str) {
        let (ours, theirs) = (skimmed(text), by_serde(text));
        assert!(ours == theirs || ours.is_none() && text.contains('\\'), "{text:?}: {ours:?}");
    }

    const PIECES: [&str; 23] = [
        "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\\", "\\u00e9", "0", "1", "-", ".", "e", "E",
        "+", " ", "\n", "true", "null", "\u{1}", "é",
    ];

    fn sequences(length: usize, each: &mut impl FnMut(&str)) {
        fn grow(text: &mut String, length: usize, each: &mut impl FnMut(&str)) {
            each(text);
            for piece in PIECES.iter().filter(|_| length > 0) {
                let end = text.len();
                text.push_str(piece);
                grow(text, length - 1, each);
                text.truncate(end);
            }
        }
        grow(&mut String::new(), length, each);
    }

    #[test]
    fn short_texts() {
        sequences(3, &mut |text| {
            compare(text);
            compare(&format!("{{\"b\":{text}}}"));
            compare(&format!("{{\"b\":[{text}],{text}}}"));
            compare(&format!("{{\"b\":\"{text}\"}}"));
        });
        sequences(4, &mut |text| compare(&format!("{{\"b\":{text}}}")));
    }

    #[test]
    fn damaged_messages() {
        let message = r#"{"jsonrpc":"2.0","id":-10.5e+3,"result":{"content":[{"type":"text","text":"a \"b\" c"}, true],"x":{}}}"#;
        assert_eq!(skimmed(message), by_serde(message));
        assert_eq!(skimmed(message).map(|entries| entries.len()), Some(3));
        for place in 0..message.len() {
            let (front, back) = message.split_at(place);
            let without = back.get(1..).unwrap_or_default();
            compare(&format!("{front}{without}"));
            compare(front);
            for piece in PIECES {
                compare(&format!("{front}{piece}{back}"));
                compare(&format!("{front}{piece}{without}"));
            }
        }
    }

    #[test]
    fn every_character_at_every_place_of_a_string() {
        for filler in ["a", "\u{7f}", "é", "😀"] {
            for (length, character) in (0..20).flat_map(|n| ('\0'..='\u{17f}').map(move |c| (n, c)))
            {
                let (front, back) = (filler.repeat(length), filler.repeat(9));
                let text = format!("{{\"a\":\"{front}{character}{back}\"}}");
                compare(&text);
                if character != '\\' {
                    assert_eq!(skimmed(&text), by_serde(&text), "{text:?}");
                }
            }
        }
    }

    #[test]
    fn escapes_are_read_in_values_and_left_in_names() {
        for escape in ["\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t", "\\uD83d\\ude00"] {
            let value = format!("{{\"a\":\"x{escape}\"}}");
            assert_eq!(skimmed(&value), by_serde(&value), "{value}");
            assert_eq!(skimmed(&format!("{{\"x{escape}\":1}}")), None);
        }
    }

    #[test]
    fn depth_is_bounded() {
        let nested = |depth| format!("{{\"a\":{}{}}}", "[".repeat(depth), "]".repeat(depth));
        assert!(skimmed(&nested(usize::from(LEVELS))).is_some());
        assert!(skimmed(&nested(usize::from(LEVELS) + 1)).is_none());
        assert!(skimmed(&"[".repeat(1_000_000)).is_none());
        assert!(skimmed(&format!("{{\"a\":{}", "[".repeat(1_000_000))).is_none());
    }

    #[test]
    fn members_within_a_member() {
        let read = |text| {
            let (mut outer, mut inner) = (Vec::new(), Vec::new());
            let each = |name, value| outer.push((name, value));
            let whole = nested(text, "r", each, |name, value| inner.push((name, value)));
            whole.map(|()| (outer, inner))
        };
        let text = r#"{"a":{"b":1}, "r" : {"c": [2] ,"d":{"r":3}} }"#;
        let outer = vec![("a", r#"{"b":1}"#), ("r", r#"{"c": [2] ,"d":{"r":3}}"#)];
        assert_eq!(read(text), Some((outer, vec![("c", "[2]"), ("d", r#"{"r":3}"#)])));
        assert_eq!(read(r#"{"r":[1]}"#), Some((vec![("r", "[1]")], vec![])));
        assert_eq!(read(r#"{"r":{}}"#), Some((vec![("r", "{}")], vec![])));
        assert_eq!(read(r#"{"r":{"a":1},"r":{"a":2}}"#), None);
        assert_eq!(read(r#"{"r":{"a":1,}}"#), None);
        assert_eq!(read(r#"{"r":{"a":1}"#), None);
    }
}

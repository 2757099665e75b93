//! Finds where JSON values begin and end, several times as fast as a reader for whom they are values.
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

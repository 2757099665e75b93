//! JSON-RPC messages from the outside: the frame is read, the inside stays text until its type is known.
use crate::skim;
use serde_core::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::{borrow::Cow, fmt, ops::Range};

/// A message that has the form of one. `id` is raw JSON text, so that it goes back as it came.
#[derive(Debug)]
pub(crate) enum Message<'a> {
    Request { id: &'a str, method: Cow<'a, str>, params: Option<&'a str> },
    Notification { method: Cow<'a, str>, params: Option<&'a str> },
    Result { id: Option<&'a str>, body: &'a str, parts: Parts<&'a str> },
    Error { id: Option<&'a str>, body: &'a str },
}

/// Members that many results have, found on the way; `None` when the result is no object.
pub(crate) type Parts<T> = Option<[Option<T>; PARTS.len()]>;
/// Their names.
pub(crate) const PARTS: [&str; 5] =
    ["resultType", "content", "structuredContent", "isError", "_meta"];

/// Text that is no message.
#[derive(Debug)]
pub(crate) enum Unreadable<'a> {
    NotJson(String),
    Batch,
    /// JSON, but not JSON-RPC; `id` is there when it could be read.
    NotAMessage {
        id: Option<&'a str>,
        why: &'static str,
        /// It has a `method`, so that the id is the peer's own.
        asks: bool,
    },
}

impl Unreadable<'_> {
    /// Why it is none, in short.
    pub(crate) fn short(&self) -> &'static str {
        match self {
            Self::NotJson(_) => "it is not JSON",
            Self::Batch => "it is a batch",
            Self::NotAMessage { why, .. } => why,
        }
    }
}

impl<'a> Message<'a> {
    pub(crate) fn read(text: &'a str) -> Result<Self, Unreadable<'a>> {
        let names = ["result", "jsonrpc", "id", "method", "params", "error"];
        let ([result, jsonrpc, id, method, params, error], parts) =
            match nested_members(text, names, PARTS) {
                Ok((found, parts)) => (found, Some(parts)),
                Err(_) => (parsed_members(text, names).map_err(|e| not_an_object(text, &e))?, None),
            };
        let readable = id.filter(|id| is_id(id));
        let asks = method.is_some();
        let refuse = |why| Err(Unreadable::NotAMessage { id: readable, why, asks });
        if jsonrpc.and_then(string).as_deref() != Some("2.0") {
            return refuse("`jsonrpc` is not \"2.0\"");
        }
        if let Some(method) = method {
            let Some(method) = string(method) else {
                return refuse("`method` is not a string");
            };
            let params = params.filter(|params| *params != "null");
            return match (id, readable) {
                (None, _) => Ok(Self::Notification { method, params }),
                (_, Some(id)) => Ok(Self::Request { id, method, params }),
                (Some(_), None) => refuse("`id` is neither a string nor an integer"),
            };
        }
        if id.is_some_and(|id| id != "null") && readable.is_none() {
            return refuse("`id` is neither a string nor an integer");
        }
        match (error.filter(|e| *e != "null"), result) {
            (Some(body), _) => Ok(Self::Error { id: readable, body }),
            (None, Some(body)) => {
                let parts = parts.filter(|_| body.starts_with('{'));
                Ok(Self::Result { id: readable, body, parts })
            }
            (None, None) => refuse("neither `method` nor `result` nor `error`"),
        }
    }
}

fn not_an_object(text: &str, error: &serde_json::Error) -> Unreadable<'static> {
    if !error.is_data() {
        return Unreadable::NotJson(error.to_string());
    }
    match serde_json::from_str::<IgnoredAny>(text) {
        Err(e) => Unreadable::NotJson(e.to_string()),
        Ok(_) if text.trim_start().starts_with('[') => Unreadable::Batch,
        Ok(_) => Unreadable::NotAMessage { id: None, why: "not an object", asks: false },
    }
}

/// Ids are strings or integers; anything else counts as unreadable.
fn is_id(raw: &str) -> bool {
    raw.starts_with('"')
        || raw.bytes().all(|b| b.is_ascii_digit() || b == b'-')
        || whole(raw).is_some()
}

/// The integer that was maybe written as a float (`1.0`), as some languages do.
pub(crate) fn whole(raw: &str) -> Option<i64> {
    if let Ok(integer) = raw.parse() {
        return Some(integer);
    }
    let value: f64 = raw.parse().ok()?;
    let exact = value.fract() == 0.0 && value.abs() < 9_007_199_254_740_992.0;
    exact.then_some(value as i64)
}

/// The same where only counted ids are looked for.
pub(crate) fn integral(raw: &str) -> Option<u64> {
    whole(raw).and_then(|id| id.try_into().ok())
}

/// Whether two ids are the same: same kind, same value.
pub(crate) fn same_id(a: &str, b: &str) -> bool {
    let same_text = || Some(string(a)? == string(b)?);
    let same_number = || Some(whole(a)? == whole(b)?);
    a == b || same_text().or_else(same_number).unwrap_or(false)
}

/// The members of that name as they are written, in one pass; the rest is skipped. Of a name given twice the last counts.
pub(crate) fn members<'a, const N: usize>(
    text: &'a str,
    names: [&str; N],
) -> Result<[Option<&'a str>; N], serde_json::Error> {
    let mut found = [None; N];
    let skimmed = skim::members(text, |name, value| note(&names, &mut found, name, value));
    if skimmed.is_some() { Ok(found) } else { parsed_members(text, names) }
}

/// The same by serde_json, which also says why it cannot.
#[cold]
fn parsed_members<'a, const N: usize>(
    text: &'a str,
    names: [&str; N],
) -> Result<[Option<&'a str>; N], serde_json::Error> {
    let mut d = serde_json::Deserializer::from_str(text);
    let found = d.deserialize_map(Members(names))?;
    d.end()?;
    Ok(found.map(|value| value.map(RawValue::get)))
}

struct Members<'n, const N: usize>([&'n str; N]);

impl<'de, const N: usize> Visitor<'de> for Members<'_, N> {
    type Value = [Option<&'de RawValue>; N];
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut found = [None; N];
        while let Some(slot) = map.next_key_seed(Position(&self.0))? {
            match slot.and_then(|i| found.get_mut(i)) {
                Some(slot) => *slot = Some(map.next_value()?),
                None => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(found)
    }
}

/// As [`members`], but of the first named, an object itself, also the members `within` it; `null` counts as absence.
pub(crate) fn nested_members<'a, const N: usize, const M: usize>(
    text: &'a str,
    names: [&str; N],
    within: [&str; M],
) -> Result<Nested<'a, N, M>, serde_json::Error> {
    let (mut found, mut inside) = ([None; N], [None; M]);
    let outer = names.first().copied().unwrap_or_default();
    let skimmed = skim::nested(
        text,
        outer,
        |name, value| note(&names, &mut found, name, value),
        |name, value| note(&within, &mut inside, name, value),
    );
    let is_object = |raw: &str| raw == "null" || raw.starts_with('{');
    if skimmed.is_some() && found.first().copied().flatten().is_none_or(is_object) {
        return Ok((found, inside));
    }
    let found = parsed_members(text, names)?;
    let inside = match found.first().copied().flatten() {
        None | Some("null") => [None; M],
        Some(inside) => parsed_members(inside, within)?,
    };
    Ok((found, inside))
}

type Nested<'a, const N: usize, const M: usize> = ([Option<&'a str>; N], [Option<&'a str>; M]);

/// Keeps a member if it is one of those.
fn note<'a, const N: usize>(
    names: &[&str; N],
    found: &mut [Option<&'a str>; N],
    name: &str,
    value: &'a str,
) {
    let place = names.iter().position(|n| *n == name);
    if let Some(slot) = place.and_then(|place| found.get_mut(place)) {
        *slot = Some(value);
    }
}

/// A member name as its place in the list, without a copy.
struct Position<'n, const N: usize>(&'n [&'n str; N]);

impl<'de, const N: usize> DeserializeSeed<'de> for Position<'_, N> {
    type Value = Option<usize>;
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<Option<usize>, D::Error> {
        d.deserialize_str(self)
    }
}

impl<const N: usize> Visitor<'_> for Position<'_, N> {
    type Value = Option<usize>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a member name")
    }
    fn visit_str<E>(self, name: &str) -> Result<Option<usize>, E> {
        Ok(self.0.iter().position(|n| *n == name))
    }
}

/// A JSON string's content, borrowed unless it has escapes; `None` for any other kind of value.
pub(crate) fn string(raw: &str) -> Option<Cow<'_, str>> {
    let inner = raw.trim().strip_prefix('"')?.strip_suffix('"')?;
    if inner.contains('\\') {
        serde_json::from_str(raw).ok().map(Cow::Owned)
    } else {
        Some(Cow::Borrowed(inner))
    }
}

/// A JSON text of its own.
pub(crate) fn boxed(raw: &str) -> Option<Box<RawValue>> {
    RawValue::from_string(raw.to_owned()).ok()
}

/// Where `part` stands in `whole`, of which it is a slice.
pub(crate) fn range(whole: &str, part: &str) -> Range<usize> {
    let start = (part.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize);
    start..start + part.len()
}

/// Where the parts stand.
pub(crate) fn ranges(whole: &str, parts: Parts<&str>) -> Parts<Range<usize>> {
    parts.map(|parts| parts.map(|part| part.map(|part| range(whole, part))))
}

/// Appends a JSON string.
pub(crate) fn push_string(out: &mut Vec<u8>, text: &str) {
    // Writing a string into memory has no way to fail.
    let _ = serde_json::to_writer(out, text);
}

/// Bytes that were written by serializers and literals as text.
pub(crate) fn into_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}

/// The first `max` bytes of a text, cut between characters.
pub(crate) fn cut(text: &str, max: usize) -> &str {
    let end = (0..=max.min(text.len())).rev().find(|i| text.is_char_boundary(*i));
    text.get(..end.unwrap_or(0)).unwrap_or_default()
}

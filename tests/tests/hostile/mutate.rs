//! Makes a manifest worse: at a few places of its structure, or at a few of its bytes.

use crate::keywords::{KEYWORDS, NAMES, TEXTS, misfits};
use mcp_bindgen_tests::json::Exact;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// One change of the structure. Where a place is of a kind that it cannot change, it does nothing.
#[derive(Clone, Debug)]
enum Change {
    /// Another value.
    Replace(Exact),
    /// The value of another place.
    Copy(Index),
    /// A keyword with a value of any kind.
    Add(&'static str, Exact),
    /// A keyword with the value of another place.
    AddCopy(&'static str, Index),
    /// One member or item less.
    Drop(Index),
    /// One member or item twice: JSON text may name a member twice.
    Double(Index),
    /// A member by another name.
    Rename(Index, String),
    /// Text behind a text.
    Append(&'static str),
    /// Schemas around it, so many levels of them.
    Deepen(Wrapper, usize),
}

#[derive(Clone, Copy, Debug)]
enum Wrapper {
    Array,
    Either,
    Member,
    Merged,
}

impl Wrapper {
    fn around(self, inner: Exact) -> Exact {
        let object = |name: &str, value| Exact::Object(vec![(name.to_owned(), value)]);
        match self {
            Self::Array => object("items", inner),
            Self::Either => object(
                "anyOf",
                Exact::Array(vec![inner, object("type", Exact::String("null".into()))]),
            ),
            Self::Member => object("properties", object("a", inner)),
            Self::Merged => object("allOf", Exact::Array(vec![inner])),
        }
    }
}

/// One to four changes, each at a place of its own.
pub(crate) fn worsened(texts: Vec<String>) -> impl Strategy<Value = String> {
    let changes = vec((any::<Index>(), change()), 1..5);
    (select(texts), changes).prop_map(|(text, changes)| {
        let mut whole = Exact::read(&text).unwrap();
        changes.into_iter().for_each(|(at, change)| apply(&mut whole, at, change));
        whole.to_string()
    })
}

/// One to three bytes of a text changed, added or lost, or its end.
pub(crate) fn torn(texts: Vec<String>) -> impl Strategy<Value = String> {
    let kinds = prop_oneof![3 => 0..3, 1 => Just(3)];
    let cuts = vec((any::<Index>(), kinds, select(&b"{}[]\",:\\0n\n\xff"[..])), 1..4);
    (select(texts), cuts).prop_map(|(text, cuts)| {
        let mut bytes = text.into_bytes();
        for (at, kind, byte) in cuts {
            let at = at.index(bytes.len() + 1).min(bytes.len().saturating_sub(1));
            match kind {
                _ if bytes.is_empty() => {}
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                2 => drop(bytes.remove(at)),
                _ => bytes.truncate(at),
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn change() -> impl Strategy<Value = Change> {
    let misfit = || select(misfits()).prop_map(|v| Exact::read(&v.to_string()).unwrap());
    let keyword = || select(&KEYWORDS[..]).prop_map(|(name, _)| name);
    let place = any::<Index>;
    let wrapper = select(&[Wrapper::Array, Wrapper::Either, Wrapper::Member, Wrapper::Merged][..]);
    prop_oneof![
        2 => misfit().prop_map(Change::Replace),
        2 => place().prop_map(Change::Copy),
        3 => (keyword(), misfit()).prop_map(|(name, value)| Change::Add(name, value)),
        2 => (keyword(), place()).prop_map(|(name, from)| Change::AddCopy(name, from)),
        1 => place().prop_map(Change::Drop),
        1 => place().prop_map(Change::Double),
        2 => (place(), select(&NAMES[..]))
            .prop_map(|(nth, name)| Change::Rename(nth, name.to_owned())),
        1 => select(&TEXTS[..]).prop_map(Change::Append),
        1 => (wrapper, 1..150_usize).prop_map(|(w, levels)| Change::Deepen(w, levels)),
    ]
}

fn apply(whole: &mut Exact, at: Index, change: Change) {
    let places = count(whole);
    let copied = |from: Index, whole: &mut Exact| {
        nth(whole, &mut from.index(places)).map_or(Exact::Null, |place| place.clone())
    };
    let change = match change {
        Change::Copy(from) => Change::Replace(copied(from, whole)),
        Change::AddCopy(name, from) => Change::Add(name, copied(from, whole)),
        other => other,
    };
    let Some(place) = nth(whole, &mut at.index(places)) else { return };
    match (change, place) {
        (Change::Replace(value), place) => *place = value,
        (Change::Add(name, value), Exact::Object(members)) => {
            members.retain(|(other, _)| other != name);
            members.push((name.to_owned(), value));
        }
        (Change::Drop(nth), Exact::Object(all)) if !all.is_empty() => {
            all.remove(nth.index(all.len()));
        }
        (Change::Drop(nth), Exact::Array(all)) if !all.is_empty() => {
            all.remove(nth.index(all.len()));
        }
        (Change::Double(nth), Exact::Object(all)) if !all.is_empty() => {
            all.push(nth.get(all).clone());
        }
        (Change::Double(nth), Exact::Array(all)) if !all.is_empty() => {
            all.push(nth.get(all).clone());
        }
        (Change::Rename(nth, name), Exact::Object(all)) if !all.is_empty() => {
            nth.get_mut(all).0 = name;
        }
        (Change::Append(more), Exact::String(text)) => text.push_str(more),
        (Change::Deepen(wrapper, levels), place) => {
            for _ in 0..levels {
                *place = wrapper.around(std::mem::replace(place, Exact::Null));
            }
        }
        _ => {}
    }
}

/// How many values there are in a value, itself included.
fn count(value: &Exact) -> usize {
    1 + match value {
        Exact::Array(items) => items.iter().map(count).sum(),
        Exact::Object(members) => members.iter().map(|(_, value)| count(value)).sum(),
        _ => 0,
    }
}

/// The value that comes after so many others, from the outside in.
fn nth<'a>(value: &'a mut Exact, skip: &mut usize) -> Option<&'a mut Exact> {
    if *skip == 0 {
        return Some(value);
    }
    *skip -= 1;
    match value {
        Exact::Array(items) => items.iter_mut().find_map(|item| nth(item, skip)),
        Exact::Object(members) => members.iter_mut().find_map(|(_, value)| nth(value, skip)),
        _ => None,
    }
}

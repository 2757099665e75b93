//! Keywords of arrays and objects.
use super::{At, Validate, View};
use serde_core::ser::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// `minItems`: the array has at least `min` items.
pub fn min_items<T: Validate + Serialize>(value: &T, at: &At<'_>, min: usize) {
    if let Some(count) = items(value).filter(|count| *count < min) {
        at.report("minItems", format_args!("{count} items, fewer than {min}"));
    }
}

/// `maxItems`: the array has at most `max` items.
pub fn max_items<T: Validate + Serialize>(value: &T, at: &At<'_>, max: usize) {
    if let Some(count) = items(value).filter(|count| *count > max) {
        at.report("maxItems", format_args!("{count} items, more than {max}"));
    }
}

/// `minProperties`: the object has at least `min` members.
pub fn min_properties<T: Validate + Serialize>(value: &T, at: &At<'_>, min: usize) {
    if let Some(count) = members(value).filter(|count| *count < min) {
        at.report("minProperties", format_args!("{count} members, fewer than {min}"));
    }
}

/// `maxProperties`: the object has at most `max` members.
pub fn max_properties<T: Validate + Serialize>(value: &T, at: &At<'_>, max: usize) {
    if let Some(count) = members(value).filter(|count| *count > max) {
        at.report("maxProperties", format_args!("{count} members, more than {max}"));
    }
}

/// How many items, when the value is an array.
fn items<T: Validate + Serialize>(value: &T) -> Option<usize> {
    match value.view() {
        View::Array(count) => Some(count),
        View::Opaque => serde_json::to_value(value).ok()?.as_array().map(Vec::len),
        View::Scalar(_) | View::Object(_) => None,
    }
}

/// How many members, when the value is an object.
fn members<T: Validate + Serialize>(value: &T) -> Option<usize> {
    match value.view() {
        View::Object(count) => Some(count),
        View::Opaque => serde_json::to_value(value).ok()?.as_object().map(Map::len),
        View::Scalar(_) | View::Array(_) => None,
    }
}

/// `uniqueItems`: no two items are equal as JSON values; `1` is `1.0`.
pub fn unique_items<T: Validate + Serialize>(value: &T, at: &At<'_>) {
    let Ok(Value::Array(items)) = serde_json::to_value(value) else {
        return;
    };
    let mut seen = BTreeMap::new();
    for (i, item) in items.iter().enumerate() {
        let mut text = String::new();
        canonical(item, &mut text);
        if let Some(first) = seen.insert(text, i) {
            at.report("uniqueItems", format_args!("items {first} and {i} are equal"));
            return;
        }
    }
}

/// Writes a text that is equal for equal JSON values.
fn canonical(value: &Value, text: &mut String) {
    match value {
        Value::Array(items) => {
            text.push('[');
            for item in items {
                canonical(item, text);
                text.push(',');
            }
            text.push(']');
        }
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by_key(|(name, _)| *name);
            text.push('{');
            for (name, value) in members {
                text.push_str(&format!("{name:?}:"));
                canonical(value, text);
                text.push(',');
            }
            text.push('}');
        }
        // A float's own text has no exponent and no `.0`; adding zero makes `-0.0` the same as 0.
        Value::Number(number) => match number.as_f64().filter(|_| number.is_f64()) {
            Some(v) => text.push_str(&(v + 0.0).to_string()),
            None => text.push_str(&number.to_string()),
        },
        scalar => text.push_str(&scalar.to_string()),
    }
}

/// A list of items, perhaps absent.
pub trait List {
    /// The type of an item.
    type Item;
    /// The items.
    fn list(&self) -> &[Self::Item];
}

impl<T> List for Vec<T> {
    type Item = T;

    fn list(&self) -> &[T] {
        self
    }
}

impl<L: List> List for Option<L> {
    type Item = L::Item;

    fn list(&self) -> &[L::Item] {
        self.as_ref().map_or(&[], L::list)
    }
}

impl<L: List> List for Box<L> {
    type Item = L::Item;

    fn list(&self) -> &[L::Item] {
        (**self).list()
    }
}

/// `items [..]`: checks each item.
pub fn each_item<L: List>(list: &L, at: &At<'_>, check: impl Fn(&L::Item, &At<'_>)) {
    for (i, item) in list.list().iter().enumerate() {
        check(item, &at.index(i));
    }
}

/// The checks of a tuple's further elements, of which the first has the index `from`.
pub fn each_further<T>(list: &[T], at: &At<'_>, from: usize, check: impl Fn(&T, &At<'_>)) {
    for (i, item) in list.iter().enumerate() {
        check(item, &at.index(from + i));
    }
}

/// A map of named values, perhaps absent.
pub trait Entries {
    /// The type of a value.
    type Value;
    /// Gives each entry to `each`.
    fn entries(&self, each: &mut dyn FnMut(&str, &Self::Value));
}

impl<T> Entries for BTreeMap<String, T> {
    type Value = T;

    fn entries(&self, each: &mut dyn FnMut(&str, &T)) {
        self.iter().for_each(|(name, value)| each(name, value));
    }
}

impl Entries for Map<String, Value> {
    type Value = Value;

    fn entries(&self, each: &mut dyn FnMut(&str, &Value)) {
        self.iter().for_each(|(name, value)| each(name, value));
    }
}

impl<E: Entries> Entries for Option<E> {
    type Value = E::Value;

    fn entries(&self, each: &mut dyn FnMut(&str, &E::Value)) {
        if let Some(entries) = self {
            entries.entries(each);
        }
    }
}

impl<E: Entries> Entries for Box<E> {
    type Value = E::Value;

    fn entries(&self, each: &mut dyn FnMut(&str, &E::Value)) {
        (**self).entries(each);
    }
}

/// `values [..]`: checks each value of a map.
pub fn each_value<E: Entries>(entries: &E, at: &At<'_>, check: impl Fn(&E::Value, &At<'_>)) {
    entries.entries(&mut |name, value| check(value, &at.value(name)));
}

//! TOML as a tree whose entries know where they stand.

use super::{Set, Spot, did_you_mean};
use crate::diagnostic::{Diagnostic, Diagnostics, Place, Severity};
use serde_json::{Map, Number, Value};
use std::collections::BTreeMap;
use toml::de::{DeInteger, DeTable, DeValue};

/// A file being read, with what is wrong with it.
#[derive(Debug)]
pub(super) struct Sheet<'t> {
    file: &'t str,
    text: &'t str,
    pub(super) found: Diagnostics,
}

/// A key with its value.
#[derive(Clone, Debug)]
pub(super) struct Entry<'t> {
    /// The key alone.
    pub(super) name: String,
    pub(super) spot: Spot,
    value: &'t DeValue<'t>,
}

impl<'t> Sheet<'t> {
    pub(super) fn new(file: &'t str, text: &'t str) -> Self {
        Self { file, text, found: Diagnostics::default() }
    }

    /// The document; what is no TOML is told, all of it.
    pub(super) fn parse(&mut self) -> Option<DeTable<'t>> {
        let (table, errors) = DeTable::parse_recoverable(self.text);
        for e in &errors {
            let (line, column) = self.position(e.span().map_or(0, |span| span.start));
            let place = Place::Position { line, column };
            let message = format!("is not TOML: {}", e.message());
            let d = Diagnostic::new(Severity::Error, "not-toml", place, message)
                .with_help("see toml.io for the syntax");
            self.found.push(d.in_file(self.file));
        }
        errors.is_empty().then(|| table.into_inner())
    }

    /// Line and column, from 1, of a byte.
    fn position(&self, byte: usize) -> (usize, usize) {
        let before = self.text.get(..byte).unwrap_or(self.text);
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        (before.matches('\n').count() + 1, column)
    }

    /// A table's entries, in the order of the file.
    pub(super) fn entries(&self, around: &str, table: &'t DeTable<'t>) -> Vec<Entry<'t>> {
        let mut sorted: Vec<_> = table.iter().collect();
        sorted.sort_by_key(|(key, _)| key.span().start);
        let entry = |(key, value): (&'t toml::Spanned<_>, &'t toml::Spanned<DeValue<'t>>)| {
            let name: &std::borrow::Cow<'t, str> = key.get_ref();
            let (line, column) = self.position(key.span().start);
            let joint = if around.is_empty() { "" } else { "." };
            let key = format!("{around}{joint}{}", quoted(name));
            let spot = Spot { file: self.file.to_owned(), key, line, column };
            Entry { name: name.to_string(), spot, value: value.get_ref() }
        };
        sorted.into_iter().map(entry).collect()
    }

    /// The entries of a table with names that are the user's own.
    pub(super) fn table(&mut self, entry: &Entry<'t>) -> Vec<Entry<'t>> {
        match entry.value {
            DeValue::Table(table) => self.entries(&entry.spot.key, table),
            other => self.mismatch(entry, "a table", other).unwrap_or_default(),
        }
    }

    /// The entries of a table with fixed names; any other is told.
    pub(super) fn fields(
        &mut self,
        entry: &Entry<'t>,
        known: &[&str],
    ) -> BTreeMap<String, Entry<'t>> {
        let entries = self.table(entry);
        self.known(entries, known)
    }

    pub(super) fn known(
        &mut self,
        entries: Vec<Entry<'t>>,
        known: &[&str],
    ) -> BTreeMap<String, Entry<'t>> {
        let (good, unknown): (Vec<_>, Vec<_>) =
            entries.into_iter().partition(|e| known.contains(&e.name.as_str()));
        for e in unknown {
            let help = did_you_mean(&e.name, known.iter().copied());
            let help = help.unwrap_or_else(|| format!("known here: {}", known.join(", ")));
            self.found.push(e.spot.error("unknown-key", "is no key of overrides").with_help(help));
        }
        good.into_iter().map(|e| (e.name.clone(), e)).collect()
    }

    pub(super) fn string(&mut self, entry: &Entry<'t>) -> Option<Set<String>> {
        match entry.value {
            DeValue::String(text) => Some(entry.set(text.to_string())),
            other => self.mismatch(entry, "a string", other),
        }
    }

    pub(super) fn boolean(&mut self, entry: &Entry<'t>) -> Option<bool> {
        match entry.value {
            DeValue::Boolean(yes) => Some(*yes),
            other => self.mismatch(entry, "true or false", other),
        }
    }

    pub(super) fn strings(&mut self, entry: &Entry<'t>) -> Vec<Set<String>> {
        let DeValue::Array(items) = entry.value else {
            return self.mismatch(entry, "a list of strings", entry.value).unwrap_or_default();
        };
        let mut out = Vec::new();
        for item in items.iter() {
            let (line, column) = self.position(item.span().start);
            let spot = Spot { line, column, ..entry.spot.clone() };
            let item = Entry { name: entry.name.clone(), spot, value: item.get_ref() };
            out.extend(self.string(&item));
        }
        out
    }

    /// A table as JSON, or a string that holds JSON.
    pub(super) fn json(&mut self, entry: &Entry<'t>) -> Option<Set<Value>> {
        let value = match entry.value {
            DeValue::String(text) => {
                serde_json::from_str(text).map_err(|e| format!("is not JSON: {e}"))
            }
            table @ DeValue::Table(_) => json(table),
            other => return self.mismatch(entry, "a table, or a string that holds JSON", other),
        };
        match value {
            Ok(value) => Some(entry.set(value)),
            Err(why) => {
                let help = "write the schema as a table, or paste its JSON between ''' and '''";
                self.found.push(entry.spot.error("bad-schema", why).with_help(help));
                None
            }
        }
    }

    fn mismatch<T>(&mut self, entry: &Entry<'t>, wanted: &str, is: &DeValue<'_>) -> Option<T> {
        let is = match is {
            DeValue::String(_) => "a string",
            DeValue::Integer(_) => "an integer",
            DeValue::Float(_) => "a float",
            DeValue::Boolean(_) => "a boolean",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        let d = entry.spot.error("bad-override", format_args!("must be {wanted}, is {is}"));
        self.found.push(d.with_help(format!("write `{} = ..` with {wanted}", quoted(&entry.name))));
        None
    }
}

impl Entry<'_> {
    fn set<T>(&self, value: T) -> Set<T> {
        Set { value, spot: self.spot.clone() }
    }
}

/// A key as TOML spells it.
fn quoted(key: &str) -> String {
    let bare = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'-';
    if !key.is_empty() && key.bytes().all(bare) { key.to_owned() } else { format!("{key:?}") }
}

/// The JSON value that a TOML value stands for. The parser bounds the depth.
fn json(value: &DeValue<'_>) -> Result<Value, String> {
    Ok(match value {
        DeValue::String(text) => Value::from(text.as_ref()),
        DeValue::Boolean(yes) => Value::from(*yes),
        DeValue::Integer(n) => integer(n)?,
        DeValue::Float(f) => {
            let number = f.as_str().parse().ok().and_then(Number::from_f64);
            Value::Number(number.ok_or_else(|| format!("holds {}, which JSON lacks", f.as_str()))?)
        }
        DeValue::Datetime(date) => {
            return Err(format!("holds the date {date}, which JSON lacks: write it as a string"));
        }
        DeValue::Array(items) => {
            Value::Array(items.iter().map(|item| json(item.get_ref())).collect::<Result<_, _>>()?)
        }
        DeValue::Table(members) => {
            let member = |(key, value): (&toml::Spanned<_>, &toml::Spanned<DeValue<'_>>)| {
                let key: &std::borrow::Cow<'_, str> = key.get_ref();
                Ok::<_, String>((key.to_string(), json(value.get_ref())?))
            };
            Value::Object(members.iter().map(member).collect::<Result<Map<_, _>, _>>()?)
        }
    })
}

fn integer(n: &DeInteger<'_>) -> Result<Value, String> {
    let (text, radix) = (n.as_str(), n.radix());
    let signed = i64::from_str_radix(text, radix).map(Value::from);
    signed
        .or_else(|_| u64::from_str_radix(text, radix).map(Value::from))
        .map_err(|_| format!("holds {text}, which is beyond 64 bit"))
}

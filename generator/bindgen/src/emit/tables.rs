//! Wire tables: the rows that the runtime's macros read, one a line, so that a new member adds a line and shifts none.

use super::checks::{of_row, of_whole, place};
use super::{Emitter, Lines, quoted};
use crate::model::{Literal, Test};
use crate::resolve::Number;
use crate::rust::{Item, Record, ToldBy, Tuple, Union};

impl Emitter<'_> {
    fn table(&self, out: &mut Lines, kind: &str, head: &str, rows: Vec<String>) {
        let open = format!("::{}::{kind}! {{ {head} {{", self.runtime);
        if rows.is_empty() {
            return out.line(format!("{open} }} }}"));
        }
        out.line(open);
        rows.iter().for_each(|row| out.line(format!("    {row}")));
        out.line("} }");
    }

    /// `Name at "/inputSchema/.." [checks of the whole]`.
    fn subject(&self, item: &Item) -> String {
        format!("{}{}{}", item.name, place(item.at.as_ref()), of_whole(item, self.runtime))
    }

    pub(super) fn record_table(&self, out: &mut Lines, item: &Item, record: &Record) {
        let mut head = self.subject(item);
        let constants = record.constants.iter();
        let constants: Vec<String> =
            constants.map(|(f, wire, v)| format!("{f}: {} = {}", quoted(wire), json(v))).collect();
        if !constants.is_empty() {
            head.push_str(&format!(" ({})", constants.join(", ")));
        }
        let below = |keyword: &str| item.at.as_ref().map(|at| at.join(keyword));
        let properties = below("properties");
        let mut rows = Vec::new();
        for f in &record.fields {
            let base = f.at.clone().or_else(|| properties.as_ref().map(|at| at.join(&f.wire)));
            let checks = of_row(&f.checks, base.as_ref());
            let (wire, word, at) = (quoted(&f.wire), f.word.as_str(), place(f.at.as_ref()));
            rows.push(format!("{}: {wire} {word}{at}{checks},", f.name));
        }
        if record.rest.is_some() {
            let base = below("additionalProperties");
            rows.push(format!("..extra{}", of_row(&record.rest_checks, base.as_ref())));
        }
        self.table(out, "record", &head, rows);
    }

    pub(super) fn string_table(
        &self,
        out: &mut Lines,
        item: &Item,
        variants: &[(String, String)],
        open: bool,
    ) {
        let mut rows: Vec<String> =
            variants.iter().map(|(v, wire)| format!("{v} = {},", quoted(wire))).collect();
        if open {
            rows.push("..Other".to_owned());
        }
        self.table(out, "string_enum", &self.subject(item), rows);
    }

    pub(super) fn value_table(&self, out: &mut Lines, item: &Item, variants: &[(String, Literal)]) {
        self.table(
            out,
            "value_enum",
            &self.subject(item),
            variants.iter().map(|(v, l)| format!("{v} = {},", json(l))).collect(),
        )
    }

    pub(super) fn tuple_table(&self, out: &mut Lines, item: &Item, tuple: &Tuple) {
        // The runtime counts fields, the list of further items included.
        let mut inside = (tuple.items.len() + usize::from(tuple.rest.is_some())).to_string();
        if tuple.optional > 0 {
            inside.push_str(&format!(", optional {}", tuple.optional));
        }
        if tuple.rest.is_some() {
            inside.push_str(", ..");
        }
        let below = |keyword: &str| item.at.as_ref().map(|at| at.join(keyword));
        let prefix = below("prefixItems");
        let mut rows = Vec::new();
        for (i, (_, checks)) in tuple.items.iter().enumerate().filter(|(_, (_, c))| !c.is_empty()) {
            let base = prefix.as_ref().map(|at| at.join(i));
            rows.push(format!("{i}{},", of_row(checks, base.as_ref())));
        }
        if let Some((_, checks)) = tuple.rest.as_ref().filter(|(_, c)| !c.is_empty()) {
            rows.push(format!(
                ".. {}{}",
                tuple.items.len(),
                of_row(checks, below("items").as_ref())
            ));
        }
        let head = format!("{} ({inside})", self.subject(item));
        if rows.is_empty() {
            return out.line(format!("::{}::tuple! {{ {head} }}", self.runtime));
        }
        self.table(out, "tuple", &head, rows);
    }

    pub(super) fn newtype_table(&self, out: &mut Lines, item: &Item) {
        out.line(format!("::{}::newtype! {{ {} }}", self.runtime, self.subject(item)));
    }

    pub(super) fn union_table(&self, out: &mut Lines, item: &Item, union: &Union) {
        let keyword = item.at.as_ref().map(|_| format!(" {}", quoted(union.keyword)));
        let place = place(item.at.as_ref()) + &keyword.unwrap_or_default();
        let name = format!("{}{place}{}", item.name, of_whole(item, self.runtime));
        let base = item.at.as_ref();
        let names = union.variants.iter().map(|v| v.name.as_str());
        match &union.told_by {
            ToldBy::Tag { member, values, absent, open } => {
                let mut rows: Vec<String> = names
                    .clone()
                    .zip(values)
                    .map(|(v, w)| format!("{v} = {},", either(w)))
                    .collect();
                if let Some(v) = absent.and_then(|i| union.variants.get(i)) {
                    rows.push(format!("absent {},", v.name));
                }
                if *open {
                    rows.push("..Other".to_owned());
                }
                self.table(out, "union", &format!("{name} by {}", quoted(member)), rows)
            }
            ToldBy::Kind(kinds) => {
                let rows = union.variants.iter().zip(kinds);
                let rows = rows
                    .map(|(v, k)| format!("{}: {k}{},", v.name, of_row(&v.checks, base)))
                    .collect();
                self.table(out, "union", &format!("{name} by kind"), rows)
            }
            ToldBy::Members(tests) => {
                let rows = names.zip(tests).map(|(v, t)| {
                    let tests: Vec<String> = t.iter().map(test).collect();
                    format!("{v}: [{}],", tests.join(", "))
                });
                self.table(out, "union", &format!("{name} by members"), rows.collect())
            }
            ToldBy::Trial => {
                let rows = union
                    .variants
                    .iter()
                    .map(|v| format!("{}{},", v.name, of_row(&v.checks, base)));
                self.table(out, "union", &format!("{name} by trial"), rows.collect())
            }
            ToldBy::Method(methods) => {
                let rows = names.zip(methods).map(|(v, m)| match m.as_slice() {
                    [] => format!("..{v}"),
                    m => format!("{v} = {},", either(m)),
                });
                self.table(out, "results", &name, rows.collect())
            }
        }
    }
}

fn either(values: &[String]) -> String {
    values.iter().map(|v| quoted(v)).collect::<Vec<_>>().join(" | ")
}

fn test(test: &Test) -> String {
    match test {
        Test::Present(name) => quoted(name),
        Test::Equals(name, value) => format!("{} = {}", quoted(name), quoted(value)),
    }
}

/// A constant as a table spells it.
pub(super) fn json(literal: &Literal) -> String {
    match literal {
        Literal::Null => "null".to_owned(),
        Literal::Boolean(b) => b.to_string(),
        Literal::Number(Number::Integer(i)) => i.to_string(),
        Literal::Number(Number::Float(f)) => format!("{f:?}"),
        Literal::String(s) => quoted(s),
    }
}

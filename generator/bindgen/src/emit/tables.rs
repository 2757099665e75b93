//! Wire tables: the rows that the runtime's macros read, one a line, so that a new member adds a line and shifts none.

use super::{Emitter, Lines, quoted};
use crate::model::{Literal, Test};
use crate::resolve::{Check, Number};
use crate::rust::{Checks, Record, ToldBy, Tuple, Union};

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

    pub(super) fn record_table(&self, out: &mut Lines, name: &str, record: &Record) {
        let constants: Vec<String> = record
            .constants
            .iter()
            .map(|(f, wire, v)| format!("{f}: {} = {}", quoted(wire), json(v)))
            .collect();
        let head = if constants.is_empty() {
            name.to_owned()
        } else {
            format!("{name} ({})", constants.join(", "))
        };
        let mut rows: Vec<String> = record
            .fields
            .iter()
            .map(|f| {
                format!("{}: {} {}{},", f.name, quoted(&f.wire), f.word.as_str(), checks(&f.checks))
            })
            .collect();
        if record.rest.is_some() {
            rows.push(format!("..extra{}", checks(&record.rest_checks)));
        }
        self.table(out, "record", &head, rows);
    }

    pub(super) fn string_table(
        &self,
        out: &mut Lines,
        name: &str,
        variants: &[(String, String)],
        open: bool,
    ) {
        let mut rows: Vec<String> =
            variants.iter().map(|(v, wire)| format!("{v} = {},", quoted(wire))).collect();
        if open {
            rows.push("..Other".to_owned());
        }
        self.table(out, "string_enum", name, rows);
    }

    pub(super) fn value_table(&self, out: &mut Lines, name: &str, variants: &[(String, Literal)]) {
        self.table(
            out,
            "value_enum",
            name,
            variants.iter().map(|(v, l)| format!("{v} = {},", json(l))).collect(),
        )
    }

    pub(super) fn tuple_table(&self, out: &mut Lines, name: &str, tuple: &Tuple) {
        // The runtime counts fields, the list of further items included.
        let mut inside = (tuple.items.len() + usize::from(tuple.rest.is_some())).to_string();
        if tuple.optional > 0 {
            inside.push_str(&format!(", optional {}", tuple.optional));
        }
        if tuple.rest.is_some() {
            inside.push_str(", ..");
        }
        out.line(format!("::{}::tuple! {{ {name}({inside}) }}", self.runtime));
    }

    pub(super) fn union_table(&self, out: &mut Lines, name: &str, union: &Union) {
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
                let rows =
                    rows.map(|(v, k)| format!("{}: {k}{},", v.name, checks(&v.checks))).collect();
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
                let rows =
                    union.variants.iter().map(|v| format!("{}{},", v.name, checks(&v.checks)));
                self.table(out, "union", &format!("{name} by trial"), rows.collect())
            }
            ToldBy::Method(methods) => {
                let rows = names.zip(methods).map(|(v, m)| match m.as_slice() {
                    [] => format!("..{v}"),
                    m => format!("{v} = {},", either(m)),
                });
                self.table(out, "results", name, rows.collect())
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

/// The checks of a row, with a blank before them; empty without any.
fn checks(checks: &Checks) -> String {
    if checks.is_empty() { String::new() } else { format!(" [{}]", list(checks)) }
}

fn list(checks: &Checks) -> String {
    let own = checks.own.iter().map(|c| check(c, checks.integer));
    let items = checks.items.iter().map(|c| format!("items [{}]", list(c)));
    let values = checks.values.iter().map(|c| format!("values [{}]", list(c)));
    own.chain(items).chain(values).collect::<Vec<_>>().join(", ")
}

fn check(check: &Check, integer: bool) -> String {
    let number = |n: &Number| match n {
        Number::Integer(i) if integer => i.to_string(),
        n => format!("{:?}", n.as_f64()),
    };
    match check {
        Check::Minimum(n) => format!("minimum({})", number(n)),
        Check::Maximum(n) => format!("maximum({})", number(n)),
        Check::ExclusiveMinimum(n) => format!("exclusive_minimum({})", number(n)),
        Check::ExclusiveMaximum(n) => format!("exclusive_maximum({})", number(n)),
        Check::MultipleOf(n) => format!("multiple_of({})", number(n)),
        Check::MinLength(n) => format!("min_length({n})"),
        Check::MaxLength(n) => format!("max_length({n})"),
        Check::Pattern(p) => format!("pattern({})", quoted(p)),
        Check::MinItems(n) => format!("min_items({n})"),
        Check::MaxItems(n) => format!("max_items({n})"),
        Check::UniqueItems => "unique_items()".to_owned(),
        Check::MinProperties(n) => format!("min_properties({n})"),
        Check::MaxProperties(n) => format!("max_properties({n})"),
    }
}

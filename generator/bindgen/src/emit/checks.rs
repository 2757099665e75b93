//! Checks as wire tables write them: one function of the runtime each, with the schema that demands it where that is not the
//! one that the row stands for.

use super::{quoted, raw};
use crate::pointer::Pointer;
use crate::resolve::{Check, Number};
use crate::rust::{Checks, Item, Verbatim};

/// ` at "/inputSchema/..": the schema that an item or a field comes from.
pub(super) fn place(at: Option<&Pointer>) -> String {
    at.map(|at| format!(" at {}", quoted(at.as_str()))).unwrap_or_default()
}

/// The checks of a row, with a blank before them; empty without any. `base` is where the row's schema stands.
pub(super) fn of_row(checks: &Checks, base: Option<&Pointer>) -> String {
    in_brackets(&list(checks, base))
}

/// The checks of an item's value as a whole, likewise.
pub(super) fn of_whole(item: &Item, runtime: &str) -> String {
    let mut all = list(&item.whole, item.at.as_ref());
    all.extend(item.schema.as_ref().map(|schema| match schema {
        Verbatim::Input(tool) => format!("schema(SERVER.input({}))", quoted(tool)),
        Verbatim::Output(tool) => format!("schema(SERVER.output({}))", quoted(tool)),
        Verbatim::Supplied(text) => format!(
            "schema(::core::option::Option::Some(::{runtime}::check::Schema::new({}, \"/outputSchema\")))",
            raw(text)
        ),
    }));
    in_brackets(&all)
}

fn in_brackets(all: &[String]) -> String {
    if all.is_empty() { String::new() } else { format!(" [{}]", all.join(", ")) }
}

fn list(checks: &Checks, base: Option<&Pointer>) -> Vec<String> {
    let mut out = Vec::new();
    let mut here = base;
    for constraint in &checks.own {
        if here.is_some_and(|here| *here != constraint.at) {
            here = Some(&constraint.at);
            out.push(format!("at({})", quoted(constraint.at.as_str())));
        }
        out.push(check(&constraint.check, checks.integer));
    }
    let inner = [(&checks.items, "items"), (&checks.values, "values")];
    for (inner, word) in inner {
        let Some(inner) = inner else { continue };
        let keyword = if word == "items" { word } else { "additionalProperties" };
        let base = here.map(|at| at.join(keyword));
        out.push(format!("{word}{}", in_brackets(&list(inner, base.as_ref()))));
    }
    out
}

fn check(check: &Check, integer: bool) -> String {
    let number = |n: &Number| match n {
        // Beyond this a double does not tell one integer from the next.
        Number::Integer(i) if integer || i.unsigned_abs() > 1 << 53 => i.to_string(),
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

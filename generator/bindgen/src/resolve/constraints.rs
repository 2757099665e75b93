//! Constraints on values: bounds, lengths, patterns, and what is left to a validator.

use super::keywords::{Check, Number};
use super::read::{Reader, sorted};
use crate::load::kind;
use serde_json::Value;

/// Keywords that constrain and are not typed here; each is told in the loss report.
const UNCHECKED: [&str; 13] = [
    "if",
    "not",
    "contains",
    "minContains",
    "maxContains",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "propertyNames",
    "unevaluatedItems",
    "additionalItems",
    "unevaluatedProperties",
    "patternProperties",
];

type LengthCheck = fn(u64) -> Check;

impl Reader<'_, '_> {
    pub(super) fn number_bounds(&mut self) {
        let flags = self.dialect.exclusive_bounds_are_flags();
        for (bound, exclusive) in [("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")]
        {
            let inclusive = self.number(bound);
            let low = bound == "minimum";
            let make = |n, open| match (low, open) {
                (true, false) => Check::Minimum(n),
                (true, true) => Check::ExclusiveMinimum(n),
                (false, false) => Check::Maximum(n),
                (false, true) => Check::ExclusiveMaximum(n),
            };
            if let Some(Value::Bool(open)) = self.members.get(exclusive) {
                if !flags {
                    self.warn(
                        "draft-04-bound",
                        exclusive,
                        format!(
                            "is a boolean, as in draft-04; `{bound}` is read as an inclusive bound"
                        ),
                    );
                }
                self.out.checks.extend(inclusive.map(|n| make(n, *open && flags)));
                continue;
            }
            self.out.checks.extend(inclusive.map(|n| make(n, false)));
            let open = self.number(exclusive);
            self.out.checks.extend(open.map(|n| make(n, true)));
        }
        match self.number("multipleOf") {
            Some(n) if n.as_f64() > 0.0 => self.out.checks.push(Check::MultipleOf(n)),
            Some(_) => self.warn("bad-keyword", "multipleOf", "must be greater than 0; ignored"),
            None => {}
        }
    }

    fn number(&mut self, keyword: &str) -> Option<Number> {
        let value = self.get(keyword)?;
        let number = Number::read(value);
        if number.is_none() {
            self.warn(
                "bad-keyword",
                keyword,
                format!("must be a number, is {}; ignored", kind(value)),
            );
        }
        number
    }

    pub(super) fn lengths(&mut self) {
        let makers: [(&str, LengthCheck); 6] = [
            ("minLength", Check::MinLength),
            ("maxLength", Check::MaxLength),
            ("minItems", Check::MinItems),
            ("maxItems", Check::MaxItems),
            ("minProperties", Check::MinProperties),
            ("maxProperties", Check::MaxProperties),
        ];
        for (keyword, make) in makers {
            match self.number(keyword) {
                None => {}
                Some(Number::Integer(n)) if n >= 0 => {
                    self.out.checks.push(make(u64::try_from(n).unwrap_or(u64::MAX)));
                }
                Some(_) => {
                    self.warn("bad-keyword", keyword, "must be an integer of at least 0; ignored")
                }
            }
        }
        // A least length of nothing says nothing.
        self.out.checks.retain(|c| {
            !matches!(c, Check::MinLength(0) | Check::MinItems(0) | Check::MinProperties(0))
        });
        match self.get("uniqueItems") {
            Some(Value::Bool(true)) => self.out.checks.push(Check::UniqueItems),
            None | Some(Value::Bool(false)) => {}
            Some(_) => self.warn("bad-keyword", "uniqueItems", "must be a boolean; ignored"),
        }
        match self.get("pattern") {
            Some(Value::String(pattern)) => {
                if !compiles(pattern) {
                    let message =
                        "is no ECMA-262 regular expression: `validate()` refuses every text";
                    self.warn("bad-pattern", "pattern", message);
                }
                self.out.checks.push(Check::Pattern(pattern.clone()));
            }
            None => {}
            Some(_) => self.warn("bad-keyword", "pattern", "must be a string; ignored"),
        }
    }

    pub(super) fn others(&mut self) {
        for keyword in UNCHECKED {
            let Some(value) = self.members.get(keyword).filter(|v| !v.is_null()) else { continue };
            // `additionalItems` says something beside a list of `items` alone, and there it is typed.
            let typed = matches!(
                keyword,
                "unevaluatedProperties" | "patternProperties" | "additionalItems"
            );
            let has = |other: &str| self.members.contains_key(other);
            let silent = match keyword {
                "not" | "contains" => false,
                "if" => !(has("then") || has("else")),
                "minContains" | "maxContains" => !has("contains"),
                "propertyNames" => *value == Value::Bool(true) || says_text(value),
                _ => *value == Value::Bool(true),
            };
            if !typed && !silent {
                self.out.unchecked.push(keyword);
            }
        }
        // Their references must have targets too.
        for keyword in
            ["if", "then", "else", "not", "contains", "propertyNames", "unevaluatedItems"]
        {
            if matches!(self.members.get(keyword), Some(Value::Object(_) | Value::Bool(_))) {
                let _visited = self.subschema(keyword);
            }
        }
        if let Some(Value::Object(members)) = self.members.get("dependentSchemas") {
            let at = self.at.join("dependentSchemas");
            for (name, value) in sorted(members) {
                self.resolver.visit(at.join(name), value);
            }
        }
    }
}

/// Whether a schema says of a text only that it is one, as a widespread generator does of all names.
fn says_text(schema: &Value) -> bool {
    let annotates = |k: &str| matches!(k, "description" | "title" | "$comment");
    schema.as_object().is_some_and(|members| {
        members.iter().all(|(k, v)| annotates(k) || (k == "type" && v == "string"))
    })
}

/// Whether the runtime can compile a pattern: with Unicode semantics, else as older engines read it. Only a warning hangs on
/// it, so that the output is the same without the engine.
#[cfg(feature = "patterns")]
fn compiles(pattern: &str) -> bool {
    regress::Regex::with_flags(pattern, "u").or_else(|_| regress::Regex::new(pattern)).is_ok()
}

#[cfg(not(feature = "patterns"))]
fn compiles(_: &str) -> bool {
    true
}

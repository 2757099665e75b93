//! Structs: the struct, its wire table, `new`, setters, defaults.

use super::{Emitter, Lines, quoted};
use crate::rust::{DefaultValue, Field, Item, Record, Type};
use crate::text::code_span;
use std::collections::BTreeSet;

const NONE: &str = "::core::option::Option::None";
const SOME: &str = "::core::option::Option::Some";

impl Emitter<'_> {
    pub(super) fn record(&self, out: &mut Lines, item: &Item, record: &Record) {
        let required = record.fields.iter().any(|f| f.word.is_required());
        let derives =
            if required { "Clone, Debug, PartialEq" } else { "Clone, Debug, PartialEq, Default" };
        self.head(out, item, derives);
        if self.non_exhaustive {
            out.line("#[non_exhaustive]");
        }
        out.block(format!("pub struct {}", item.name), |out| self.fields(out, record));
        self.record_table(out, item, record);
        out.block(format!("impl {}", item.name), |out| self.methods(out, record));
    }

    fn fields(&self, out: &mut Lines, record: &Record) {
        for field in &record.fields {
            out.docs(&field.docs);
            out.deprecated(field.deprecated);
            let ty = self.ty(&field.ty);
            out.line(match field.word.is_required() {
                true => format!("pub {}: {ty},", field.name),
                false => format!("pub {}: ::core::option::Option<{ty}>,", field.name),
            });
        }
        if let Some(rest) = &record.rest {
            out.docs(&["Members that the schema does not declare."]);
            out.line(format!("pub extra: {},", self.rest(rest)));
        }
    }

    fn rest(&self, rest: &Type) -> String {
        match rest {
            Type::Value => self.ty(&Type::JsonMap),
            of => self.ty(&Type::Map(Box::new(of.clone()))),
        }
    }

    fn methods(&self, out: &mut Lines, record: &Record) {
        self.constructor(out, record);
        let optional: Vec<&Field> =
            record.fields.iter().filter(|f| !f.word.is_required()).collect();
        let taken: BTreeSet<String> = optional.iter().map(|f| format!("with_{}", f.bare)).collect();
        optional.iter().for_each(|field| self.setter(out, field));
        for field in optional {
            let digit = if field.bare.starts_with(|c: char| c.is_ascii_digit()) { "_" } else { "" };
            let name = format!("{digit}{}_or_default", field.bare);
            if !taken.contains(&name) {
                self.or_default(out, field, &name);
            }
        }
    }

    fn constructor(&self, out: &mut Lines, record: &Record) {
        let mut parameters = Vec::new();
        let mut body = vec!["Self {".to_owned()];
        for field in &record.fields {
            let name = &field.name;
            if !field.word.is_required() {
                body.push(format!("    {name}: {NONE},"));
                continue;
            }
            let (ty, value) = self.parameter(&field.ty, name);
            parameters.push(format!("{name}: {ty}"));
            body.push(if value == *name {
                format!("    {name},")
            } else {
                format!("    {name}: {value},")
            });
        }
        if record.rest.is_some() {
            body.push("    extra: ::core::default::Default::default(),".to_owned());
        }
        body.push("}".to_owned());
        let doc = if parameters.is_empty() {
            "With no member set."
        } else {
            "With the required members."
        };
        out.docs(&[doc]);
        out.line("#[must_use]");
        out.function("pub fn new", &parameters, " -> Self", &body);
    }

    /// The type of a parameter, and how it becomes the field's value.
    fn parameter(&self, ty: &Type, name: &str) -> (String, String) {
        match ty {
            Type::String => (
                "impl ::core::convert::Into<::std::string::String>".to_owned(),
                format!("::core::convert::Into::into({name})"),
            ),
            Type::Box(of) => (self.ty(of), format!("::std::boxed::Box::new({name})")),
            ty => (self.ty(ty), name.to_owned()),
        }
    }

    fn setter(&self, out: &mut Lines, field: &Field) {
        let (ty, value) = self.parameter(&field.ty, "value");
        out.docs(&[format!("Sets {}.", code_span(&field.wire))]);
        out.deprecated(field.deprecated);
        out.line("#[must_use]");
        let parameters = ["mut self".to_owned(), format!("value: {ty}")];
        let body = [format!("self.{} = {SOME}({value});", field.name), "self".to_owned()];
        out.function(&format!("pub fn with_{}", field.bare), &parameters, " -> Self", &body);
    }

    fn or_default(&self, out: &mut Lines, field: &Field, method: &str) {
        let Some((ty, value)) = self.default(field) else { return };
        out.docs(&[format!("{}, or the default that the schema names.", code_span(&field.wire))]);
        out.line("#[must_use]");
        let body = [format!("self.{}{value}", field.name)];
        out.function(
            &format!("pub fn {method}"),
            &["&self".to_owned()],
            &format!(" -> {ty}"),
            &body,
        );
    }

    /// What an accessor returns, and what it does to the field for it.
    fn default(&self, field: &Field) -> Option<(String, String)> {
        Some(match (field.default.as_ref()?, &field.ty) {
            (DefaultValue::Variant(ty, variant), _) => {
                let ty = self.ty(ty);
                (ty.clone(), format!(".unwrap_or({ty}::{variant})"))
            }
            (DefaultValue::Literal(value), Type::String) => {
                ("&str".to_owned(), format!(".as_deref().unwrap_or({})", quoted(value.as_str()?)))
            }
            (DefaultValue::Literal(value), Type::Float) => {
                ("f64".to_owned(), format!(".unwrap_or({:?})", value.as_f64()?))
            }
            (DefaultValue::Literal(value), ty @ (Type::Bool | Type::Integer(_))) => {
                (self.ty(ty), format!(".unwrap_or({value})"))
            }
            _ => return None,
        })
    }
}

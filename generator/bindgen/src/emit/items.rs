//! Enums of fixed values, and tuples.

use super::{Emitter, Lines};
use crate::model::Literal;
use crate::rust::{Item, Tuple, Type};
use crate::text::code_span;

const UNIT: &str = "Clone, Copy, Debug, PartialEq, Eq, Hash";

impl Emitter<'_> {
    pub(super) fn string_enum(
        &self,
        out: &mut Lines,
        item: &Item,
        variants: &[(String, String)],
        open: bool,
    ) {
        self.head(out, item, if open { "Clone, Debug, PartialEq, Eq, Hash" } else { UNIT });
        out.block(format!("pub enum {}", item.name), |out| {
            for (name, wire) in variants {
                out.docs(&[code_span(wire)]);
                out.line(format!("{name},"));
            }
            if open {
                out.docs(&["A value newer than these."]);
                out.line("Other(::std::string::String),");
            }
        });
        self.string_table(out, item, variants, open);
    }

    pub(super) fn value_enum(&self, out: &mut Lines, item: &Item, variants: &[(String, Literal)]) {
        self.head(out, item, UNIT);
        out.block(format!("pub enum {}", item.name), |out| {
            for (name, literal) in variants {
                out.docs(&[code_span(&super::tables::json(literal))]);
                out.line(format!("{name},"));
            }
        });
        self.value_table(out, item, variants);
    }

    pub(super) fn newtype(&self, out: &mut Lines, item: &Item, ty: &Type) {
        self.head(out, item, "Clone, Debug, PartialEq");
        out.line(format!("pub struct {}(", item.name));
        out.docs(&["The value."]);
        out.line(format!("    pub {},", self.ty(ty)));
        out.line(");");
        self.newtype_table(out, item);
    }

    pub(super) fn tuple(&self, out: &mut Lines, item: &Item, tuple: &Tuple) {
        self.head(out, item, "Clone, Debug, PartialEq");
        out.line(format!("pub struct {}(", item.name));
        let present = tuple.items.len().saturating_sub(tuple.optional);
        for (i, (ty, _)) in tuple.items.iter().enumerate() {
            let ty = self.ty(ty);
            out.docs(&[format!("Item {i}.")]);
            out.line(if i < present {
                format!("    pub {ty},")
            } else {
                format!("    pub ::core::option::Option<{ty}>,")
            });
        }
        if let Some((rest, _)) = &tuple.rest {
            out.docs(&["Further items."]);
            out.line(format!("    pub ::std::vec::Vec<{}>,", self.ty(rest)));
        }
        out.line(");");
        self.tuple_table(out, item, tuple);
    }
}

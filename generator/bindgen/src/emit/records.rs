//! Structs: the struct, its wire table, `new`, setters, defaults.

use super::{Emitter, Piece, deprecated, docs, ident, string};
use crate::rust::{DefaultValue, Field, Item, Record, Type, Word};
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::BTreeSet;

impl Emitter<'_> {
    pub(super) fn record(&self, item: &Item, record: &Record) -> Vec<Piece> {
        let required = record.fields.iter().any(|f| f.word == Word::Required);
        let derive = if required {
            quote! {}
        } else {
            quote! { , Default }
        };
        let open = self.non_exhaustive.then(|| quote! { #[non_exhaustive] });
        let (text, gone, name) = (docs(&item.docs), deprecated(item.deprecated), ident(&item.name));
        let fields = record.fields.iter().map(|f| self.field(f));
        let extra = record.rest.as_ref().map(|rest| {
            let ty = self.rest(rest);
            quote! { #[doc = " Members that the schema does not declare."] pub extra: #ty, }
        });
        let body = quote! {
            #text #gone
            #[derive(Clone, Debug, PartialEq #derive)]
            #open
            pub struct #name { #(#fields)* #extra }
        };
        let methods = self.methods(record);
        let methods = quote! { impl #name { #methods } };
        vec![
            Piece::Item(body),
            Piece::Lines(self.record_table(&item.name, record)),
            Piece::Item(methods),
        ]
    }

    fn rest(&self, rest: &Type) -> TokenStream {
        match rest {
            Type::Value => self.ty(&Type::JsonMap),
            of => self.ty(&Type::Map(Box::new(of.clone()))),
        }
    }

    fn field(&self, field: &Field) -> TokenStream {
        let (text, gone, name) =
            (docs(&field.docs), deprecated(field.deprecated), ident(&field.name));
        let ty = self.ty(&field.ty);
        match field.word {
            Word::Required => quote! { #text #gone pub #name: #ty, },
            Word::Optional | Word::Lenient => {
                quote! { #text #gone pub #name: ::core::option::Option<#ty>, }
            }
        }
    }

    fn methods(&self, record: &Record) -> TokenStream {
        let new = self.constructor(record);
        let optional: Vec<&Field> =
            record.fields.iter().filter(|f| f.word != Word::Required).collect();
        let setters = optional.iter().map(|f| self.setter(f));
        let taken: BTreeSet<String> = optional.iter().map(|f| format!("with_{}", f.bare)).collect();
        let defaults = optional.iter().filter_map(|f| {
            let digit = if f.bare.starts_with(|c: char| c.is_ascii_digit()) { "_" } else { "" };
            let name = format!("{digit}{}_or_default", f.bare);
            if taken.contains(&name) { None } else { self.or_default(f, &name) }
        });
        quote! { #new #(#setters)* #(#defaults)* }
    }

    fn constructor(&self, record: &Record) -> TokenStream {
        let mut parameters = Vec::new();
        let mut values = Vec::new();
        for field in &record.fields {
            let name = ident(&field.name);
            if field.word == Word::Required {
                let (ty, value) = self.parameter(&field.ty, &quote! { #name });
                parameters.push(quote! { #name: #ty });
                values.push(if matches!(field.ty, Type::String | Type::Box(_)) {
                    quote! { #name: #value }
                } else {
                    quote! { #name }
                });
            } else {
                values.push(quote! { #name: ::core::option::Option::None });
            }
        }
        if record.rest.is_some() {
            values.push(quote! { extra: ::core::default::Default::default() });
        }
        let doc = if parameters.is_empty() {
            " With no member set."
        } else {
            " With the required members."
        };
        quote! {
            #[doc = #doc]
            #[must_use]
            pub fn new(#(#parameters),*) -> Self { Self { #(#values),* } }
        }
    }

    /// The type of a parameter, and how it becomes the field's value.
    fn parameter(&self, ty: &Type, name: &TokenStream) -> (TokenStream, TokenStream) {
        match ty {
            Type::String => (
                quote! { impl ::core::convert::Into<::std::string::String> },
                quote! { ::core::convert::Into::into(#name) },
            ),
            Type::Box(of) => (self.ty(of), quote! { ::std::boxed::Box::new(#name) }),
            ty => (self.ty(ty), name.clone()),
        }
    }

    fn setter(&self, field: &Field) -> TokenStream {
        let (name, method) = (ident(&field.name), ident(&format!("with_{}", field.bare)));
        let gone = deprecated(field.deprecated);
        let (ty, value) = self.parameter(&field.ty, &quote! { value });
        let text = docs(&[format!("Sets {}.", crate::text::code_span(&field.wire))]);
        quote! {
            #text #gone
            #[must_use]
            pub fn #method(mut self, value: #ty) -> Self {
                self.#name = ::core::option::Option::Some(#value);
                self
            }
        }
    }

    fn or_default(&self, field: &Field, method: &str) -> Option<TokenStream> {
        let (name, method) = (ident(&field.name), ident(method));
        let (ty, body) = match (field.default.as_ref()?, &field.ty) {
            (DefaultValue::Variant(ty, variant), _) => {
                let (ty, variant) = (self.ty(ty), ident(variant));
                (ty.clone(), quote! { self.#name.unwrap_or(#ty::#variant) })
            }
            (DefaultValue::Literal(value), Type::String) => {
                let text = string(value.as_str()?);
                (quote! { &str }, quote! { self.#name.as_deref().unwrap_or(#text) })
            }
            (DefaultValue::Literal(value), ty @ (Type::Bool | Type::Integer(_) | Type::Float)) => {
                let text = match ty {
                    Type::Float => format!("{:?}", value.as_f64()?),
                    _ => value.to_string(),
                };
                let literal: TokenStream = text.parse().ok()?;
                (self.ty(ty), quote! { self.#name.unwrap_or(#literal) })
            }
            _ => return None,
        };
        let text = docs(&[format!(
            "{}, or the default that the schema names.",
            crate::text::code_span(&field.wire)
        )]);
        Some(quote! {
            #text
            #[must_use]
            pub fn #method(&self) -> #ty { #body }
        })
    }
}

//! Enums of fixed values, and tuples.

use super::{Emitter, Piece, deprecated, docs, ident};
use crate::model::Literal;
use crate::rust::{Item, Tuple};
use crate::text::code_span;
use quote::quote;

impl Emitter<'_> {
    pub(super) fn string_enum(
        &self,
        item: &Item,
        variants: &[(String, String)],
        open: bool,
    ) -> Vec<Piece> {
        let (text, gone, name) = (docs(&item.docs), deprecated(item.deprecated), ident(&item.name));
        let each = variants.iter().map(|(name, wire)| {
            let (text, name) = (docs(&[code_span(wire)]), ident(name));
            quote! { #text #name, }
        });
        let other = open.then(
            || quote! { #[doc = " A value newer than these."] Other(::std::string::String), },
        );
        let copy = (!open).then(|| quote! { Copy, });
        let body = quote! {
            #text #gone
            #[derive(Clone, #copy Debug, PartialEq, Eq, Hash)]
            pub enum #name { #(#each)* #other }
        };
        vec![Piece::Item(body), Piece::Lines(self.string_table(&item.name, variants, open))]
    }

    pub(super) fn value_enum(&self, item: &Item, variants: &[(String, Literal)]) -> Vec<Piece> {
        let (text, gone, name) = (docs(&item.docs), deprecated(item.deprecated), ident(&item.name));
        let each = variants.iter().map(|(name, literal)| {
            let (text, name) = (docs(&[code_span(&super::tables::json(literal))]), ident(name));
            quote! { #text #name, }
        });
        let body = quote! {
            #text #gone
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub enum #name { #(#each)* }
        };
        vec![Piece::Item(body), Piece::Lines(self.value_table(&item.name, variants))]
    }

    pub(super) fn tuple(&self, item: &Item, tuple: &Tuple) -> Vec<Piece> {
        let (text, gone, name) = (docs(&item.docs), deprecated(item.deprecated), ident(&item.name));
        let present = tuple.items.len().saturating_sub(tuple.optional);
        let items = tuple.items.iter().enumerate().map(|(i, (ty, _))| {
            let ty = self.ty(ty);
            let doc = docs(&[format!("Item {i}.")]);
            if i < present {
                quote! { #doc pub #ty, }
            } else {
                quote! { #doc pub ::core::option::Option<#ty>, }
            }
        });
        let rest = tuple.rest.as_ref().map(|ty| {
            let ty = self.ty(ty);
            quote! { #[doc = " Further items."] pub ::std::vec::Vec<#ty>, }
        });
        let body = quote! {
            #text #gone
            #[derive(Clone, Debug, PartialEq)]
            pub struct #name(#(#items)* #rest);
        };
        vec![Piece::Item(body), Piece::Lines(self.tuple_table(&item.name, tuple))]
    }
}

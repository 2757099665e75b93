//! Enums over types.

use super::{Emitter, Piece, deprecated, docs, ident};
use crate::rust::{Item, ToldBy, Union};
use quote::quote;

impl Emitter<'_> {
    pub(super) fn union(&self, item: &Item, union: &Union) -> Vec<Piece> {
        let (text, gone, name) = (docs(&item.docs), deprecated(item.deprecated), ident(&item.name));
        let rt = self.runtime();
        let each = union.variants.iter().map(|v| {
            let (text, name, ty) = (docs(&v.docs), ident(&v.name), self.ty(&v.ty));
            quote! { #text #name(#ty), }
        });
        let open = matches!(union.told_by, ToldBy::Tag { open: true, .. });
        let other = open
            .then(|| quote! { #[doc = " One newer than these, as it came."] Other(#rt::Value), });
        let body = quote! {
            #text #gone
            #[derive(Clone, Debug, PartialEq)]
            pub enum #name { #(#each)* #other }
        };
        vec![Piece::Item(body), Piece::Lines(self.union_table(&item.name, union))]
    }
}

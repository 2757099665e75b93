//! Reads wire tables, as far as serde's attributes can say the same.

use proc_macro2::{TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Result};
use syn::{Ident, LitStr, Token, braced, bracketed, parenthesized, token};

/// `Name at ".." [checks] "keyword" by how (constants) { rows }`
pub struct Table {
    pub name: Ident,
    /// What a union's variants are told apart by: a tag's name, or nothing that serde knows.
    pub tag: Option<String>,
    pub constants: Vec<Row>,
    pub rows: Vec<Row>,
}

/// `field: "wire" word ..`, `Variant = "wire" ..`, `..rest`
pub enum Row {
    Member { name: Ident, wire: String, word: String },
    Rest(Ident),
}

impl Parse for Table {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut table =
            Self { name: input.parse()?, tag: None, constants: Vec::new(), rows: Vec::new() };
        while !input.is_empty() {
            if input.peek(token::Bracket) {
                let checks;
                bracketed!(checks in input);
                checks.parse::<TokenStream>()?;
            } else if input.peek(token::Paren) {
                let inside;
                parenthesized!(inside in input);
                table.constants = rows(&inside)?;
            } else if input.peek(token::Brace) {
                let inside;
                braced!(inside in input);
                table.rows = rows(&inside)?;
            } else if input.peek(LitStr) {
                // The keyword that a union stands under.
                input.parse::<LitStr>()?;
            } else {
                let word = input.call(Ident::parse_any)?;
                let text: Option<LitStr> = input.parse()?;
                if word == "by" {
                    table.tag = text.map(|text| text.value());
                }
            }
        }
        Ok(table)
    }
}

fn rows(input: ParseStream<'_>) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    while !input.is_empty() {
        if input.peek(Token![..]) {
            input.parse::<Token![..]>()?;
            // A tuple's rest has no name.
            if input.peek(Ident::peek_any) {
                rows.push(Row::Rest(input.call(Ident::parse_any)?));
            }
        } else if input.peek(Ident::peek_any) {
            let name = input.call(Ident::parse_any)?;
            let named = input.peek(Token![:]) || input.peek(Token![=]);
            if named {
                input.parse::<TokenTree>()?;
            }
            let wire = if input.peek(LitStr) {
                input.parse::<LitStr>()?.value()
            } else {
                name.unraw().to_string()
            };
            let word = input.call(Ident::parse_any).map(|w| w.to_string()).unwrap_or_default();
            rows.push(Row::Member { name, wire, word });
        }
        // What is left of the row: places, checks, further values.
        let mut several = false;
        while !input.is_empty() && !input.peek(Token![,]) {
            several |= input.peek(Token![|]);
            input.parse::<TokenTree>()?;
        }
        if let (true, Some(Row::Member { word, .. })) = (several, rows.last_mut()) {
            "several".clone_into(word);
        }
        input.parse::<Option<Token![,]>>()?;
    }
    Ok(rows)
}

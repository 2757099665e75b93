//! Format: pieces become text. prettyplease prints items; tables stand as they are.

use crate::diagnostic::Diagnostic;
use crate::emit::{Piece, docs, ident};
use proc_macro2::TokenStream;
use quote::quote;

const INDENT: &str = "    ";

/// Prints pieces, each line indented by `depth` steps.
pub(crate) fn print(pieces: Vec<Piece>, depth: usize) -> Result<String, Diagnostic> {
    let mut out = String::new();
    for piece in pieces {
        match piece {
            Piece::Item(tokens) => indent(&mut out, &item(tokens)?, depth),
            Piece::Lines(lines) => lines.iter().for_each(|line| indent(&mut out, line, depth)),
            Piece::Module { docs: text, name, pieces } => {
                let (text, name) = (docs(&text), ident(&name));
                let shell = item(quote! { #text pub mod #name {} })?;
                indent(&mut out, shell.trim_end().trim_end_matches('}'), depth);
                out.push_str(&print(pieces, depth + 1)?);
                indent(&mut out, "}", depth);
            }
        }
    }
    Ok(out)
}

fn item(tokens: TokenStream) -> Result<String, Diagnostic> {
    let item: syn::Item = syn::parse2(tokens).map_err(|e| {
        Diagnostic::file_error("internal", format!("made Rust that does not parse: {e}"))
            .with_help("this is a fault of mcp-bindgen: please report it with the manifest")
    })?;
    Ok(prettyplease::unparse(&syn::File {
        shebang: None,
        frontmatter: None,
        attrs: Vec::new(),
        items: vec![item],
    }))
}

fn indent(out: &mut String, text: &str, depth: usize) {
    for line in text.trim_end().lines() {
        if !line.is_empty() {
            (0..depth).for_each(|_| out.push_str(INDENT));
        }
        out.push_str(line);
        out.push('\n');
    }
}

//! Generated source, read back.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::BTreeSet;

/// Every identifier of a source, those in macro bodies too.
///
/// # Errors
///
/// When the text is not made of Rust's tokens.
pub fn identifiers(source: &str) -> Result<BTreeSet<String>, String> {
    let tokens: TokenStream = source.parse().map_err(|e| format!("{e}"))?;
    let mut all = BTreeSet::new();
    walk(tokens, &mut |tree| {
        if let TokenTree::Ident(ident) = tree {
            all.insert(ident.to_string());
        }
    });
    Ok(all)
}

/// Where `marker` occurs outside string literals; documentation is a string literal.
///
/// # Errors
///
/// When the text is not made of Rust's tokens.
pub fn marked_code(source: &str, marker: &str) -> Result<Vec<String>, String> {
    let tokens: TokenStream = source.parse().map_err(|e| format!("{e}"))?;
    let mut found = Vec::new();
    walk(tokens, &mut |tree| {
        let text = tree.to_string();
        let string = matches!(tree, TokenTree::Literal(_))
            && ["\"", "r\"", "r#", "b\"", "br", "c\"", "cr"].iter().any(|s| text.starts_with(s));
        if text.contains(marker) && !string {
            found.push(text);
        }
    });
    Ok(found)
}

/// Calls `see` with every token that is not a group.
pub fn walk(tokens: TokenStream, see: &mut impl FnMut(&TokenTree)) {
    for tree in tokens {
        match &tree {
            TokenTree::Group(group) => walk(group.stream(), see),
            leaf => see(leaf),
        }
    }
}

/// The items of the module that holds a generated file's bindings.
///
/// # Errors
///
/// When the text is no Rust or holds no such module.
pub fn bindings(source: &str) -> Result<Vec<syn::Item>, String> {
    let file = syn::parse_file(source).map_err(|e| e.to_string())?;
    let module = file.items.into_iter().find_map(|item| match item {
        syn::Item::Mod(module) => module.content.map(|(_, items)| items),
        _ => None,
    });
    module.ok_or_else(|| "no module in it".to_owned())
}

/// The name of the field that holds a record's undeclared members, from its table `record! { Name { .., ..name } }`.
#[must_use]
pub fn rest_field(items: &[syn::Item], record: &str) -> Option<String> {
    items.iter().find_map(|item| {
        let syn::Item::Macro(call) = item else { return None };
        let trees: Vec<TokenTree> = call.mac.tokens.clone().into_iter().collect();
        let table = match (trees.first(), trees.last()) {
            (Some(name), Some(TokenTree::Group(table)))
                if name.to_string() == record && table.delimiter() == Delimiter::Brace =>
            {
                table.stream().into_iter().collect::<Vec<_>>()
            }
            _ => return None,
        };
        let dots = table.windows(3).find(|w| {
            matches!(w, [TokenTree::Punct(a), TokenTree::Punct(b), TokenTree::Ident(_)]
                if a.as_char() == '.' && b.as_char() == '.')
        });
        dots.and_then(<[TokenTree]>::last).map(ToString::to_string)
    })
}

/// A source without the verbatim definitions that its descriptors hold: of tools, and of the entries of the other lists.
#[must_use]
pub fn without_definitions(source: &str) -> String {
    let lists = [".with_prompts(&[", ".with_resources(&[", ".with_templates(&["];
    lists.iter().fold(without_tools(source), |source, list| without_entries(&source, list))
}

/// Without the literals of a list.
fn without_entries(source: &str, list: &str) -> String {
    let Some(at) = source.find(list) else { return source.to_owned() };
    let (before, mut rest) = source.split_at(at + list.len());
    loop {
        rest = rest.trim_start_matches([',', ' ', '\n']);
        if !rest.starts_with(['r', '"']) {
            return format!("{before}{rest}");
        }
        rest = rest.get(literal(rest)..).unwrap_or_default();
    }
}

fn without_tools(source: &str) -> String {
    const CALL: &str = "ToolDescriptor::new(";
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(at) = rest.find(CALL) {
        let (before, after) = rest.split_at(at + CALL.len());
        out.push_str(before);
        let name = literal(after);
        out.push_str(after.get(..name).unwrap_or_default());
        let after = after.get(name..).unwrap_or_default();
        let second = after.find(['r', '"']).unwrap_or(0);
        out.push_str(after.get(..second).unwrap_or_default());
        let after = after.get(second..).unwrap_or_default();
        rest = after.get(literal(after)..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// The length of the string literal that a text starts with.
fn literal(text: &str) -> usize {
    if let Some(raw) = text.strip_prefix('r') {
        let hashes = raw.bytes().take_while(|b| *b == b'#').count();
        let end = format!("\"{}", "#".repeat(hashes));
        let inside = raw.get(hashes + 1..).unwrap_or_default();
        return inside.find(&end).map_or(text.len(), |at| 1 + hashes + 1 + at + end.len());
    }
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{marked_code, without_definitions};

    #[test]
    fn markers_count_outside_strings_alone() {
        let source = "/// evil\nfn a() { m! { \"evil\" r#\"evil\"# b'e' } }";
        assert_eq!(marked_code(source, "evil"), Ok(vec![]));
        for bad in ["fn evil() {}", "m! { x(evil_b) }", "#[evil] fn a() {}", "type A<'evil> = ();"]
        {
            assert_eq!(marked_code(bad, "evil").map(|found| found.len()), Ok(1), "{bad}");
        }
    }

    #[test]
    fn only_definitions_go() {
        let source = r##"f([A::ToolDescriptor::new("a\"b", r#"{"x":"y"}"#), ToolDescriptor::new("c", "{\"d\"}"),]) x"##;
        let rest = r##"f([A::ToolDescriptor::new("a\"b", ), ToolDescriptor::new("c", ),]) x"##;
        assert_eq!(without_definitions(source), rest);
    }
}

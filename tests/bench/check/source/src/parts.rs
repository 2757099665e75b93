//! Parts of a generated file.

use quote::ToTokens;
use syn::{File, Item, ItemMacro};

/// What is generated beside types: the halves, the markers and what all tools have in common.
const BESIDE: [&str; 5] = ["Client", "Server", "service", "ToolCall", "Dispatcher"];
const TABLES_BESIDE: [&str; 3] = ["tools", "dispatch", "schemas"];

/// Leaves the types with their tables and methods, and the descriptor, which checks of whole values name.
pub fn keep_types(file: &mut File) {
    each_module(&mut file.items, &mut |items| {
        items.retain(|item| match item {
            Item::Struct(s) => !BESIDE.iter().any(|n| s.ident == n) && !is_marker(s),
            Item::Enum(e) => e.ident != "ToolCall",
            Item::Trait(_) | Item::Fn(_) => false,
            Item::Impl(i) => {
                i.trait_.is_none() && i.self_ty.to_token_stream().to_string() != "Client"
            }
            Item::Macro(m) => !TABLES_BESIDE.contains(&table_name(m).as_str()),
            _ => true,
        });
    });
}

/// Leaves constructors, setters and defaults out.
pub fn drop_methods(file: &mut File) {
    each_module(&mut file.items, &mut |items| items.retain(|i| !matches!(i, Item::Impl(_))));
}

/// The macro's own name, for `::mcp_bindings::record! { .. }`: `record`.
pub fn table_name(call: &ItemMacro) -> String {
    call.mac.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default()
}

pub fn each_module(items: &mut Vec<Item>, change: &mut impl FnMut(&mut Vec<Item>)) {
    change(items);
    for item in items {
        if let Item::Mod(module) = item
            && let Some((_, inner)) = &mut module.content
        {
            each_module(inner, change);
        }
    }
}

/// `pub struct Search;`, which stands for a tool.
fn is_marker(item: &syn::ItemStruct) -> bool {
    matches!(item.fields, syn::Fields::Unit)
}

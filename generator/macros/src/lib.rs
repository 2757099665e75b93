//! `bindings!("mcp/github.json")`: the typed bindings of a server as a macro, without a build script.
//!
//! A thin shell over the library `mcp-bindgen`: the module's content is what `Builder` writes, token for token.

use mcp_bindgen::Builder;
use proc_macro::{TokenStream, TokenTree};
use std::path::PathBuf;

/// Expands to `pub mod <stem> { .. }` with the bindings of a manifest, whose path is relative to the package.
///
/// The crate needs `mcp-bindings` as a dependency. When the manifest changes, the crate is built again.
///
/// ```ignore
/// mcp_bindgen_macros::bindings!("mcp/github.json");
/// use github::{Client, SearchIssuesArgs};
/// ```
///
/// # Errors
///
/// What is wrong with the manifest is a compile error that holds every diagnostic.
#[proc_macro]
pub fn bindings(input: TokenStream) -> TokenStream {
    expand(input).unwrap_or_else(|message| compile_error(&message))
}

fn expand(input: TokenStream) -> Result<TokenStream, String> {
    let path = path_of(input)?;
    let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default();
    let full = package.join(&path);
    let builder = Builder::new().manifest(&full);
    let bindings = builder.generate().map_err(|diagnostics| diagnostics.to_string())?;
    let module = builder.module_name();
    // The compiler watches a file that it includes.
    let watched = format!("{:?}", full.to_string_lossy());
    let text = format!(
        "/// Bindings for a Model Context Protocol server.\npub mod {module} {{\n{}\nconst _: &[u8] = ::core::include_bytes!({watched});\n}}",
        bindings.source()
    );
    text.parse().map_err(|e| format!("the generated bindings do not parse: {e}"))
}

/// The one string literal that the macro takes.
fn path_of(input: TokenStream) -> Result<String, String> {
    const USAGE: &str = "expected the path of a manifest: bindings!(\"mcp/server.json\")";
    let mut tokens = input.into_iter();
    let (Some(TokenTree::Literal(literal)), None) = (tokens.next(), tokens.next()) else {
        return Err(USAGE.to_owned());
    };
    let text = literal.to_string();
    let inner = text.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
    inner.filter(|t| !t.contains('\\')).map(str::to_owned).ok_or_else(|| USAGE.to_owned())
}

fn compile_error(message: &str) -> TokenStream {
    format!("::core::compile_error!({message:?});").parse().unwrap_or_default()
}

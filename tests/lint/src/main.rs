//! A program, where nothing is reachable from elsewhere.
#![forbid(unsafe_code)]
#![deny(
    missing_docs,
    unused,
    unreachable_pub,
    missing_debug_implementations,
    rust_2018_idioms,
    single_use_lifetimes,
    unused_qualifications,
    unused_results,
    variant_size_differences,
    trivial_casts,
    trivial_numeric_casts,
    let_underscore_drop,
    explicit_outlives_requirements,
    non_ascii_idents,
    clippy::all,
    clippy::pedantic,
    clippy::nursery
)]

#[path = "generated/notebook.rs"]
mod written;
mcp_bindings::include_bindings!(mod notebook);
mcp_bindings::include_bindings!(pub(crate) mod client);

fn main() {
    let args = notebook::SearchNotesArgs::new("q").with_limit(3);
    let calls = notebook::Client::search_notes;
    println!("{args:?} {}", std::any::type_name_of_val(&calls));
}

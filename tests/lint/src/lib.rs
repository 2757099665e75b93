//! Generated bindings in every form, under the lints of the strictest crates.
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

/// A file beside this one, written by the command, of a manifest with the worst of names and texts.
pub mod hostile;

/// A folder with its list of modules, written by the command.
pub mod generated;

pub mod goldens;

mcp_bindings::include_bindings!(pub mod notebook);

/// Bindings that nobody can reach or calls.
mod hidden {
    mcp_bindings::include_bindings!(mod notebook);
    mcp_bindings::include_bindings! {
        /// Only the half that calls.
        pub(super) mod client;
    }
    mod deeper {
        mcp_bindings::include_bindings!(pub(super) mod server);
        mod plain {
            include!(concat!(env!("OUT_DIR"), "/notebook.rs"));
        }
    }
}

/// Expanded in place.
pub mod expanded {
    mcp_bindgen_macros::bindings!("../hostile.json");
}
mod expanded_in_private {
    mcp_bindgen_macros::bindings!("../../../examples/quickstart/mcp/notebook.json");
}

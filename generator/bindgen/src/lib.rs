//! Generates typed Rust bindings from the manifest of a Model Context Protocol server: a client stub, a server skeleton, and
//! the types of every tool's arguments and output.
//!
//! In a `build.rs`:
//!
//! ```no_run
//! mcp_bindgen::Builder::new().manifest("mcp/github.json").compile();
//! ```
//!
//! and in the crate: `mcp_bindings::include_bindings!(pub mod github);`.
//!
//! A manifest is a JSON file with what a server's lists answered; `mcp-bindgen capture` writes one. Nothing is fetched and
//! nothing but the given paths is read.

mod analyse;
mod builder;
mod contract;
mod diagnostic;
mod emit;
mod load;
mod lower;
mod model;
mod names;
mod output;
mod overrides;
mod pipeline;
mod pointer;
pub mod protocol;
mod report;
mod resolve;
mod rust;
mod template;
mod text;

pub use builder::{Bindings, Builder};
pub use diagnostic::{Diagnostic, Diagnostics, Place, Severity};
pub use model::{Loss, LossKind};
pub use output::{module_list, write as write_file};
pub use pointer::Pointer;
pub use report::{Report, Skipped, ToolReport};

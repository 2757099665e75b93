//! The notebook of the quickstart, for the programs in `examples/`.
//!
//! A line that must not compile ends with a mark, `//~` and the code of its error, or has it on the line below.

mcp_bindings::include_bindings!(pub mod notebook);

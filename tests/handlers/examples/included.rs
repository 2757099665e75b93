//! The bindings as the build script wrote them.

mcp_bindings::include_bindings!(pub mod notebook);

fn main() {}

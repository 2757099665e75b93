//! A client over stdio: what is counted is its crates.
use mcp_bindings as _;

fn main() {}

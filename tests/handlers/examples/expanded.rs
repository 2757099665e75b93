//! The bindings as the macro gives them.

mcp_bindgen_macros::bindings!("../../examples/quickstart/mcp/notebook.json");

fn main() {}

//! Writes the bindings of `mcp/notebook.json`: a client, a server skeleton and the types of both.

fn main() {
    mcp_bindgen::Builder::new().manifest("mcp/notebook.json").compile();
}

//! Writes the bindings of `tools.json`.

fn main() {
    mcp_bindgen::Builder::new().manifest("tools.json").compile();
}

//! Generates the adder's client and skeleton.

fn main() {
    mcp_bindgen::Builder::new().manifest("adder.json").compile();
}

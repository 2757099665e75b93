//! Generates the notebook of the quickstart.

fn main() {
    mcp_bindgen::Builder::new().manifest("../../examples/quickstart/mcp/notebook.json").compile();
    mcp_bindgen::Builder::new().manifest("../goldens/entries/input.json").compile();
}

//! Names the generator, so that it is linked as in any `build.rs`; what it generates is not measured here.

fn main() {
    let _ = mcp_bindgen::Builder::new();
}

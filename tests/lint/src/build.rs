//! Generates the notebook of the quickstart in halves and whole.

use mcp_bindgen::Builder;
use std::{env, path::Path};

fn main() {
    let notebook = Builder::new().manifest("../../../examples/quickstart/mcp/notebook.json");
    notebook.compile();
    let out = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    for (name, builder) in
        [("client", notebook.clone().client(true)), ("server", notebook.server(true))]
    {
        let bindings = builder.generate().expect("the notebook is sound");
        bindings.write(Path::new(&out).join(format!("{name}.rs"))).expect("OUT_DIR is writable");
    }
}

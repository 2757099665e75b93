//! Writes each form of the hundred tools.

use check_source::Sources;
use std::path::PathBuf;

fn main() {
    println!("cargo::rerun-if-env-changed=MCP_BINDGEN_SHARED");
    let shared = PathBuf::from(std::env::var_os("MCP_BINDGEN_SHARED").expect("the script sets it"));
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    let Sources { bare, derived, types, whole } = check_source::sources(&shared, 100);
    for (name, source) in [("bare", bare), ("derived", derived), ("types", types), ("whole", whole)]
    {
        std::fs::write(out.join(name).with_extension("rs"), source).expect("it is writable");
    }
}

//! What typify's own command makes of the official schema of 2026-07-28, with its usual settings.

use schemars::schema::RootSchema;
use std::path::PathBuf;
use typify_impl::{TypeSpace, TypeSpaceSettings};

fn main() {
    println!("cargo::rerun-if-env-changed=MCP_BINDGEN_SHARED");
    let shared = PathBuf::from(std::env::var_os("MCP_BINDGEN_SHARED").expect("the script sets it"));
    let schema = std::fs::read_to_string(shared.join("schema/2026-07-28/schema.json"))
        .expect("the official schema is in the shared folder");
    let schema: RootSchema = serde_json::from_str(&schema).expect("a JSON Schema");
    let mut types = TypeSpace::new(&TypeSpaceSettings::default());
    types.add_root_schema(schema).expect("typify reads this revision");
    let file = syn::parse2(types.to_stream()).expect("typify writes Rust");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    std::fs::write(out.join("protocol.rs"), prettyplease::unparse(&file)).expect("it is writable");
}

//! Generates a client from the captured manifest of each server that is asked for.

use std::{env, path::Path};

fn main() {
    println!("cargo::rerun-if-env-changed=CAPTURED");
    let captured =
        env::var_os("CAPTURED").expect("CAPTURED names the folder of the captured manifests");
    for server in ["everything", "filesystem", "memory", "shapes"] {
        if env::var_os(format!("CARGO_FEATURE_{}", server.to_uppercase())).is_some() {
            let manifest = Path::new(&captured).join(format!("{server}.json"));
            mcp_bindgen::Builder::new().manifest(manifest).client(true).compile();
        }
    }
}

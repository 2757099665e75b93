//! Generates the suite's fixture, and a client of the servers that the suite plays.

fn main() {
    println!("cargo::rerun-if-env-changed=FIXTURE");
    let fixture = std::env::var_os("FIXTURE").expect("FIXTURE names the manifest of the server");
    mcp_bindgen::Builder::new().manifest(fixture).client(false).server(true).compile();
    mcp_bindgen::Builder::new().manifest("mocks.json").client(true).server(false).compile();
}

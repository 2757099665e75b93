//! Whole-file text of generated files. Data only; `{{name}}` marks what the generator fills in.

/// A server's module: what `mod github;`, `include_bindings!` and `bindings!` take alike.
pub static SERVER_FILE: &str = include_str!("../server.rs.txt");

/// The module of a protocol revision.
pub static PROTOCOL_FILE: &str = include_str!("../protocol.rs.txt");

//! Generates typed Rust bindings from a Model Context Protocol server's manifest, for build.rs.

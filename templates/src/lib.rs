//! File templates of mcp-bindgen.

//! Codec of mcp-bindgen's generated types: wire tables as macros, strict decoding with JSON pointers, validation.

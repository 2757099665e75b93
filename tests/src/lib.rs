//! Tests of mcp-bindgen: goldens, cases, real servers, foreign clients, benches.

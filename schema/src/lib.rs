//! Structure of the Model Context Protocol schema of every published revision, with mcp-bindgen's own docs.

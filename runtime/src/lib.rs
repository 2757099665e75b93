//! Runtime of mcp-bindgen's generated clients and servers for the Model Context Protocol.

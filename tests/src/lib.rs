//! What the tests of mcp-bindgen share: the folder of test input, exact JSON comparison, seeded chance, and a reader of
//! generated source.

pub mod fixture;
pub mod json;
pub mod random;
pub mod shared;
pub mod source;

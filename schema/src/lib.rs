//! The structure of the Model Context Protocol schema of every published revision, and this project's own docs for it.
//!
//! Data only: `mcp-bindgen schema import` writes the files, `mcp-bindgen` reads them.

/// A published revision of the protocol.
#[derive(Clone, Copy, Debug)]
pub struct Revision {
    /// Its name, a date.
    pub name: &'static str,
    /// The official JSON Schema in canonical form without prose, as JSON text.
    pub structure: &'static str,
    /// Corrections of the official schema: an array of `{"reason", "patch"}`, each patch a JSON Patch (RFC 6902).
    pub errata: &'static str,
}

macro_rules! revisions {
    ($($name:literal),*) => {
        /// Every published revision, oldest first.
        pub static REVISIONS: &[Revision] = &[$(Revision {
            name: $name,
            structure: include_str!(concat!("../", $name, "/schema.json")),
            errata: include_str!(concat!("../", $name, "/errata.json")),
        }),*];
    };
}
revisions!("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28");

/// The newest published revision.
pub const NEWEST: &str = "2026-07-28";

/// Docs of every type and member in this project's own words, as JSON text:
/// `{"types": {NAME: {"doc", "more"?, "members"}}, "members": {MEMBER: LINE}}`.
pub static DOCS: &str = include_str!("../docs.json");

/// The revision of a name.
#[must_use]
pub fn revision(name: &str) -> Option<&'static Revision> {
    REVISIONS.iter().find(|r| r.name == name)
}

//! The collection of manifests, schemas and cases that many tests read. It is no part of the repository.

use std::path::{Path, PathBuf};

/// The shared folder: `MCP_BINDGEN_SHARED`, else `../shared` beside the repository. Without it a test says so and passes.
#[must_use]
#[allow(clippy::disallowed_methods)] // The environment is where a test run is told where its input lies.
pub fn folder() -> Option<PathBuf> {
    let named = std::env::var("MCP_BINDGEN_SHARED").ok().map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let folder = named.unwrap_or(beside);
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: no test input in {}; MCP_BINDGEN_SHARED names its folder", folder.display());
    None
}

/// The files of a folder inside the shared one that end in `.json`, in the order of their names.
///
/// # Errors
///
/// When the folder cannot be listed.
pub fn json_files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "json") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

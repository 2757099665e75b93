//! The manifests, and work on all of them at once.

use mcp_bindgen::{Bindings, Builder, Diagnostics};
use mcp_bindgen_tests::shared;
use std::path::PathBuf;
use std::sync::Mutex;

/// A manifest of the collection.
pub(crate) struct Manifest {
    pub(crate) file: String,
    pub(crate) text: String,
}

impl Manifest {
    /// Generates from a text in this one's place.
    pub(crate) fn generate_from(&self, text: &str) -> Result<Bindings, Diagnostics> {
        Builder::new().manifest_text(&*self.file, text).generate()
    }

    pub(crate) fn generate(&self) -> Result<Bindings, Diagnostics> {
        self.generate_from(&self.text)
    }
}

/// All of them, by name; none without the shared folder.
pub(crate) fn all() -> Vec<Manifest> {
    let Some(folder) = shared::folder() else { return Vec::new() };
    let read = |path: PathBuf| Manifest {
        file: path.file_name().unwrap().to_string_lossy().into_owned(),
        text: std::fs::read_to_string(path).unwrap(),
    };
    shared::json_files(&folder.join("manifests")).unwrap().into_iter().map(read).collect()
}

/// Those that are no larger than so many bytes.
pub(crate) fn small(bytes: usize) -> Vec<Manifest> {
    all().into_iter().filter(|m| m.text.len() <= bytes).collect()
}

/// Does the work for each, in two threads, and returns what it returned that is something.
pub(crate) fn each<T: Send>(
    manifests: &[Manifest],
    work: impl Fn(&Manifest) -> Option<T> + Sync,
) -> Vec<T> {
    let (rest, out) = (Mutex::new(manifests.iter()), Mutex::new(Vec::new()));
    let next = || rest.lock().unwrap().next();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(manifest) = next() {
                    if let Some(found) = work(manifest) {
                        out.lock().unwrap().push(found);
                    }
                }
            });
        }
    });
    out.into_inner().unwrap()
}

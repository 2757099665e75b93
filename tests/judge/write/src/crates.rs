//! A workspace of crates, written file by file; a file that is as it should be keeps its time.

use judge::index::Index;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The repository's root.
fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    root.canonicalize().expect("it is there")
}

/// The crates written so far.
#[derive(Debug)]
pub struct Workspace {
    folder: PathBuf,
    names: Vec<String>,
    /// What is in it.
    pub index: Index,
}

/// What a crate is made of.
#[derive(Debug)]
pub struct Crate<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its edition.
    pub edition: &'a str,
    /// The file that it starts with: `main.rs` or `lib.rs`.
    pub start: &'a str,
    /// That file's text.
    pub text: &'a str,
}

impl Workspace {
    /// An empty one.
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), names: Vec::new(), index: Index::default() }
    }

    /// The folder of a crate's source.
    pub fn source(&self, name: &str) -> PathBuf {
        self.folder.join(name).join("src")
    }

    /// A file beside the crates.
    pub fn file(&self, path: &str) -> PathBuf {
        self.folder.join(path)
    }

    /// Adds a crate.
    pub fn add(&mut self, made: &Crate<'_>) {
        self.add_with(made, "");
    }

    /// Adds a crate that has more dependencies.
    pub fn add_with(&mut self, made: &Crate<'_>, dependencies: &str) {
        let Crate { name, edition, start, text } = made;
        let root = root();
        let root = root.display();
        let manifest = format!(
            "[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = {edition:?}\npublish = false\n\n\
             [features]\nvalidate = [\"mcp-bindings/validate\"]\n\n[dependencies]\njudge-subject = {{ path = \"{root}/tests/judge/subject\" }}\n\
             mcp-bindings = {{ path = \"{root}/runtime\", default-features = false }}\n{dependencies}",
        );
        write(&self.folder.join(name).join("Cargo.toml"), &manifest);
        write(&self.source(name).join(start), text);
        self.names.push((*name).to_owned());
    }

    /// Writes the workspace's manifest, with the versions that the judge itself has.
    pub fn finish(self) {
        let mut manifest = "[workspace]\nresolver = \"3\"\nmembers = [\n".to_owned();
        for name in &self.names {
            writeln!(manifest, "    {name:?},").expect("a string takes all");
        }
        manifest += "]\n\n[profile.dev]\ndebug = false\nincremental = false\n";
        write(&self.folder.join("Cargo.toml"), &manifest);
        write(&Index::file(&self.folder), &self.index.to_text());
        let lock = fs::read_to_string(root().join("tests/judge/Cargo.lock")).expect("it is there");
        write(&self.folder.join("Cargo.lock"), &lock);
    }
}

/// Writes a file, and its folder.
pub fn write(path: &Path, text: &str) {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return;
    }
    let folder = path.parent().expect("it is in a folder");
    fs::create_dir_all(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    fs::write(path, text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
}

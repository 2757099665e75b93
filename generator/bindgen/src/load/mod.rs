//! Load: the only reader of files. A file becomes a [`Document`], a document a [`Manifest`].

mod entries;
mod headers;
mod json;
mod manifest;

pub(crate) use entries::{Argument, Entries, Entry, Holds};
pub(crate) use headers::{mirrored as mirrored_headers, misused as misused_headers};
pub(crate) use json::{canonical, minify};
pub(crate) use manifest::{Manifest, Tool, kind};

use crate::diagnostic::{Diagnostic, Diagnostics, Place, Severity};
use std::path::Path;

/// A larger manifest is refused before it is read: the largest known real one is under a megabyte.
const MOST_BYTES: u64 = 64 << 20;

/// A file's text, with the name it goes by in diagnostics and the stem that names a server without a name.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    pub(crate) file: String,
    pub(crate) stem: String,
    pub(crate) text: String,
}

impl Document {
    /// Reads a manifest's file.
    pub(crate) fn read(path: &Path) -> Result<Self, Diagnostics> {
        Self::read_as(path, &MANIFEST)
    }

    /// Reads an overrides file.
    pub(crate) fn read_overrides(path: &Path) -> Result<Self, Diagnostics> {
        Self::read_as(path, &OVERRIDES)
    }

    fn read_as(path: &Path, wanted: &Wanted) -> Result<Self, Diagnostics> {
        let file = path.to_string_lossy().replace('\\', "/");
        let stem = path.file_stem().map_or_else(String::new, |s| s.to_string_lossy().into_owned());
        let text = read_text(path, wanted).map_err(|d| Diagnostics::from(d.in_file(&file)))?;
        Ok(Self { file, stem, text })
    }

    /// A document from memory, for tests and for hosts that hold the manifest already.
    pub(crate) fn from_text(name: &str, text: &str) -> Self {
        let stem = name.rsplit('/').next().unwrap_or(name);
        let stem = stem.strip_suffix(".json").unwrap_or(stem).to_owned();
        Self { file: name.to_owned(), stem, text: text.to_owned() }
    }
}

/// A kind of file, in the words of the errors about it.
struct Wanted {
    is: &'static str,
    how_to_get: &'static str,
    name: &'static str,
    too_large: &'static str,
}

const MANIFEST: Wanted = Wanted {
    is: "a manifest",
    how_to_get: "`mcp-bindgen capture -o FILE -- COMMAND` writes a manifest from a running server",
    name: "name the JSON files in it",
    too_large: "split the server's tools over several manifests",
};

const OVERRIDES: Wanted = Wanted {
    is: "an overrides file",
    how_to_get: "an overrides file is TOML that you write by hand; leave it out to change nothing",
    name: "name the TOML file in it",
    too_large: "no overrides file that is written by hand is",
};

fn read_text(path: &Path, wanted: &Wanted) -> Result<String, Diagnostic> {
    let unreadable = |e: std::io::Error| {
        Diagnostic::file_error("unreadable", format!("cannot be read: {e}"))
            .with_help(wanted.how_to_get)
    };
    let size = std::fs::metadata(path).map_err(unreadable)?;
    if size.is_dir() {
        return Err(Diagnostic::file_error(
            "unreadable",
            format!("is a folder, not {}", wanted.is),
        )
        .with_help(wanted.name));
    }
    if size.len() > MOST_BYTES {
        return Err(Diagnostic::file_error(
            "too-large",
            format!("is larger than {} MiB", MOST_BYTES >> 20),
        )
        .with_help(wanted.too_large));
    }
    decode_text(std::fs::read(path).map_err(unreadable)?)
}

/// UTF-8, with or without a byte order mark.
fn decode_text(bytes: Vec<u8>) -> Result<String, Diagnostic> {
    let text = String::from_utf8(bytes).map_err(|e| {
        let good = e.as_bytes().get(..e.utf8_error().valid_up_to()).unwrap_or_default();
        let line = good.iter().filter(|b| **b == b'\n').count() + 1;
        let column = good.iter().rev().take_while(|b| **b != b'\n').count() + 1;
        Diagnostic::new(
            Severity::Error,
            "not-utf8",
            Place::Position { line, column },
            "is not UTF-8 text",
        )
        .with_help("save the file as UTF-8")
    })?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

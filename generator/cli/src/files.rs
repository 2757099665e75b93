//! Reading input that is no manifest, and standard input.

use crate::report::Refusal;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// As much as the library reads of a manifest.
pub(crate) const MOST_BYTES: u64 = 64 << 20;

/// A path as diagnostics show it.
pub(crate) fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// The text of a file, of limited size.
pub(crate) fn read_text(path: &Path) -> Result<String, Refusal> {
    let opened = File::open(path).map_err(|e| unreadable(&shown(path), &e))?;
    read_limited(opened, &shown(path))
}

/// The text that is piped in, of limited size.
pub(crate) fn read_stdin() -> Result<String, Refusal> {
    read_limited(io::stdin().lock(), "standard input")
}

fn read_limited(from: impl Read, name: &str) -> Result<String, Refusal> {
    let mut bytes = Vec::new();
    from.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|e| unreadable(name, &e))?;
    if bytes.len() as u64 > MOST_BYTES {
        let message = format!("is larger than {} MiB", MOST_BYTES >> 20);
        return Err(Refusal::of("too-large", name, message, "no known manifest or schema is"));
    }
    let text = String::from_utf8(bytes).map_err(|_| {
        Refusal::of("not-utf8", name, "is not UTF-8 text", "save the file as UTF-8")
    })?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

fn unreadable(name: &str, e: &io::Error) -> Refusal {
    Refusal::of(
        "unreadable",
        name,
        format!("cannot be read: {e}"),
        "the file must exist and be readable",
    )
}

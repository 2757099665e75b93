//! Output: the only writer of files.

use crate::diagnostic::{Diagnostic, Diagnostics, Place, Severity};
use crate::names::Name;
use std::path::Path;

/// File names that Windows keeps for devices.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin", "conout"];

/// The file of a module: an identifier of limited length, never a path.
pub(crate) fn module_file(stem: &str) -> String {
    const LONGEST: usize = 100;
    let name = Name::of(stem).field();
    let mut name = name.strip_prefix("r#").unwrap_or(&name).to_owned();
    name.truncate(LONGEST);
    let device = DEVICES.contains(&name.as_str())
        || ["com", "lpt"].iter().any(|d| name.strip_prefix(d).is_some_and(|n| n.len() == 1));
    format!("{name}{}.rs", if device { "_server" } else { "" })
}

/// Writes a file whole: to a neighbour first, then by rename. Equal content is left alone, so that nothing is built again.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Diagnostics> {
    if std::fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    let temporary = path.with_extension(format!("rs.{}.tmp", std::process::id()));
    let written = std::fs::write(&temporary, text).and_then(|()| std::fs::rename(&temporary, path));
    written.map_err(|e| {
        let _ = std::fs::remove_file(&temporary);
        let d = Diagnostic::file_error("unwritable", format!("cannot be written: {e}"))
            .with_help("the folder must exist and be writable");
        d.in_file(&path.to_string_lossy()).into()
    })
}

/// Compares a file with what would be written.
pub(crate) fn check(path: &Path, text: &str) -> Result<(), Diagnostics> {
    let file = path.to_string_lossy();
    let help = "run `mcp-bindgen generate` and commit the result";
    let old = std::fs::read_to_string(path).map_err(|e| {
        let d =
            Diagnostic::file_error("unreadable", format!("cannot be read: {e}")).with_help(help);
        Diagnostics::from(d.in_file(&file))
    })?;
    if old == text {
        return Ok(());
    }
    let (line, place) = first_difference(&old, text);
    Err(Diagnostic::new(
        Severity::Error,
        "stale",
        place,
        format!("is not what the manifest gives: {line}"),
    )
    .with_help(help)
    .in_file(&file)
    .into())
}

fn first_difference(old: &str, new: &str) -> (String, Place) {
    if old.replace("\r\n", "\n") == new {
        return ("only its line ends differ (CRLF)".to_owned(), Place::File);
    }
    let (mut olds, mut news) = (old.lines(), new.lines());
    let mut line = 1;
    loop {
        match (olds.next(), news.next()) {
            (Some(a), Some(b)) if a == b => line += 1,
            (a, b) => {
                let text = format!("\n- {}\n+ {}", a.unwrap_or_default(), b.unwrap_or_default());
                return (text, Place::Position { line, column: 1 });
            }
        }
    }
}

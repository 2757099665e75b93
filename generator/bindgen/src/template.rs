//! Template: whole files around generated items.

use crate::load::{Document, Manifest};
use crate::report::Report;
use crate::text::visible;
use mcp_bindgen_templates as templates;

/// A server's module as a file's content.
pub(crate) fn server_file(
    manifest: &Manifest,
    document: &Document,
    report: &Report,
    body: &str,
) -> String {
    let version =
        if manifest.version.is_empty() { String::new() } else { format!(" {}", manifest.version) };
    let source = format!(
        "{} ({}{version}, {})",
        file_name(&document.file),
        manifest.server,
        manifest.revision
    );
    fill(
        templates::SERVER_FILE,
        &[
            ("generator", env!("CARGO_PKG_VERSION")),
            ("report", &report_lines(report)),
            ("source", &comment(&source)),
            ("body", body),
        ],
    )
}

/// A protocol revision's module as a file's content.
pub(crate) fn protocol_file(revision: &str, body: &str) -> String {
    let generator = env!("CARGO_PKG_VERSION");
    let values = [("generator", generator), ("revision", revision), ("body", body)];
    fill(templates::PROTOCOL_FILE, &values)
}

/// Fills a template's places in one pass: what is filled in is never read as template again.
fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut out =
        String::with_capacity(template.len() + values.iter().map(|(_, v)| v.len()).sum::<usize>());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, after)) = after.split_once("}}") else { break };
        out.push_str(before);
        out.push_str(values.iter().find(|(n, _)| *n == name).map_or("", |(_, v)| v));
        rest = after;
    }
    out.push_str(rest);
    out
}

/// The last part of a path: output does not depend on where the manifest lies.
fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// What is lost, a line each, in the file's header.
fn report_lines(report: &Report) -> String {
    let mut out = String::new();
    for (tool, loss) in report.losses() {
        let text = format!(
            "{}: {} {}: {}",
            tool.name,
            loss.kind.as_str(),
            within_tool(loss.pointer.as_str()),
            loss.reason
        );
        out.push_str(&format!("//   {}\n", comment(&text)));
    }
    for skipped in &report.skipped {
        out.push_str(&format!(
            "//   skipped {}\n",
            comment(&format!("{}: {}", within_tool(&skipped.pointer), skipped.error))
        ));
    }
    for (list, count) in &report.uncovered {
        out.push_str(&format!("//   {count} {list}: no bindings yet\n"));
    }
    if out.is_empty() {
        out
    } else {
        format!(
            "// Not typed, or checked by `validate()` only with the feature `validate` of the runtime:\n{out}"
        )
    }
}

/// A pointer's part within its tool: where the tool stands in the list is no business of the output's.
fn within_tool(pointer: &str) -> &str {
    let index = |segment: &str| !segment.is_empty() && segment.bytes().all(|b| b.is_ascii_digit());
    let mut at = 0;
    for segment in pointer.split('/') {
        at += segment.len();
        if index(segment) {
            return pointer.get(at..).unwrap_or_default();
        }
        at += 1;
    }
    pointer
}

/// Text that cannot leave its comment line.
fn comment(text: &str) -> String {
    visible(text).replace('\n', "\\n")
}

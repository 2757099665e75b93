//! The library's face: what a `build.rs` or a host calls.

use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::emit::Half;
use crate::load::Document;
use crate::output;
use crate::overrides::{self, Overrides};
use crate::pipeline::{self, Options};
use crate::report::Report;
use std::path::{Path, PathBuf};

/// Generates bindings for one server.
///
/// ```no_run
/// // build.rs
/// mcp_bindgen::Builder::new().manifest("mcp/github.json").client(true).server(false).compile();
/// ```
#[derive(Clone, Debug, Default)]
pub struct Builder {
    source: Source,
    options: Options,
    overrides: Source,
    client: Option<bool>,
    server: Option<bool>,
}

#[derive(Clone, Debug, Default)]
enum Source {
    #[default]
    None,
    File(PathBuf),
    Text {
        name: String,
        text: String,
    },
}

impl Builder {
    /// A builder that generates both halves of every tool.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The manifest's file, relative to the working directory (in a `build.rs`: the package).
    #[must_use]
    pub fn manifest(mut self, path: impl Into<PathBuf>) -> Self {
        self.source = Source::File(path.into());
        self
    }

    /// A manifest from memory; `name` stands for a file in diagnostics.
    #[must_use]
    pub fn manifest_text(mut self, name: impl Into<String>, text: impl Into<String>) -> Self {
        self.source = Source::Text { name: name.into(), text: text.into() };
        self
    }

    /// An overrides file: names, types, derives and schemas that are to be otherwise than the manifest gives them. Without
    /// one, nothing is.
    ///
    #[doc = include_str!("../overrides.md")]
    #[must_use]
    pub fn overrides(mut self, path: impl Into<PathBuf>) -> Self {
        self.overrides = Source::File(path.into());
        self
    }

    /// Overrides from memory, in the format of [`Builder::overrides`]; `name` stands for a file in diagnostics.
    ///
    /// ```
    /// let manifest = r#"{"server": "clock", "tools": [{"name": "now", "inputSchema": {"type": "object"}}]}"#;
    /// let overrides = "[tools.now]\nrename = \"current_time\"";
    /// let bindings = mcp_bindgen::Builder::new()
    ///     .manifest_text("clock.json", manifest)
    ///     .overrides_text("overrides.toml", overrides)
    ///     .generate()?;
    /// assert_eq!(bindings.report().tools[0].function, "current_time");
    /// # Ok::<(), mcp_bindgen::Diagnostics>(())
    /// ```
    #[must_use]
    pub fn overrides_text(mut self, name: impl Into<String>, text: impl Into<String>) -> Self {
        self.overrides = Source::Text { name: name.into(), text: text.into() };
        self
    }

    /// Whether the client stub is generated. Default: both halves; asking for one leaves the other out unless it is asked for too, and
    /// `server(false)` alone is the client.
    #[must_use]
    pub fn client(mut self, yes: bool) -> Self {
        self.client = Some(yes);
        self
    }

    /// Whether the server skeleton is generated; see [`Builder::client`].
    #[must_use]
    pub fn server(mut self, yes: bool) -> Self {
        self.server = Some(yes);
        self
    }

    /// Generates this tool, by its wire name, and others named so; without any, all.
    #[must_use]
    pub fn tool(mut self, name: impl Into<String>) -> Self {
        self.options.only.push(name.into());
        self
    }

    /// Leaves a tool out, by its wire name.
    #[must_use]
    pub fn exclude(mut self, name: impl Into<String>) -> Self {
        self.options.exclude.push(name.into());
        self
    }

    /// Leaves tools out that cannot be read, with a warning, instead of failing; they are listed in the output's header.
    #[must_use]
    pub fn skip_invalid(mut self, yes: bool) -> Self {
        self.options.skip_invalid = yes;
        self
    }

    /// Fails when anything is left untyped, or to be checked by the runtime's feature `validate` alone.
    #[must_use]
    pub fn deny_lossy(mut self, yes: bool) -> Self {
        self.options.deny_lossy = yes;
        self
    }

    /// The bindings, without side effects.
    ///
    /// # Errors
    ///
    /// Every problem of the manifest at once, each with its place and a next step.
    pub fn generate(&self) -> Result<Bindings, Diagnostics> {
        let document = self.document()?;
        let output = pipeline::run(&document, &self.options()?)?;
        Ok(Bindings { source: output.source, report: output.report, warnings: output.diagnostics })
    }

    /// For a `build.rs`: writes `OUT_DIR/<stem>.rs` and prints `cargo::rerun-if-changed`; on an error prints every
    /// diagnostic and ends the build script with status 1.
    ///
    /// The stem is the manifest's file name as a module name, so that `include_bindings!(pub mod github);` finds it.
    pub fn compile(&self) {
        if let Err(diagnostics) = self.try_compile() {
            for d in diagnostics.iter() {
                println!("cargo::error={}", one_line(d));
                eprintln!("{d}");
            }
            std::process::exit(1);
        }
    }

    fn try_compile(&self) -> Result<(), Diagnostics> {
        for source in [&self.source, &self.overrides] {
            if let Source::File(path) = source {
                println!("cargo::rerun-if-changed={}", path.display());
            }
        }
        let bindings = self.generate()?;
        for d in bindings.warnings.iter().filter(|d| d.severity() == Severity::Warning) {
            println!("cargo::warning={}", one_line(d));
        }
        let folder = std::env::var_os("OUT_DIR").ok_or_else(|| {
            Diagnostics::from(Diagnostic::file_error("no-out-dir", "OUT_DIR is not set").with_help(
                "`compile` is for a build script; elsewhere use `generate` and `Bindings::write`",
            ))
        })?;
        bindings.write(Path::new(&folder).join(self.file_name()))
    }

    /// For a unit test over committed output: compares, and fails with a diff and the command to run.
    ///
    /// # Panics
    ///
    /// When the file is stale or the manifest cannot be read: that is the failing test.
    #[allow(clippy::panic)]
    pub fn verify(&self, committed: impl AsRef<Path>) {
        let path = committed.as_ref();
        let stale = self.generate().and_then(|b| b.check(path));
        if let Err(diagnostics) = stale {
            panic!("{diagnostics}");
        }
    }

    /// `github.rs` for `mcp/github.json`.
    #[must_use]
    pub fn file_name(&self) -> String {
        let stem = match &self.source {
            Source::File(path) => {
                path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default()
            }
            Source::Text { name, .. } => Document::from_text(name, "").stem,
            Source::None => String::new(),
        };
        output::module_file(&stem)
    }

    /// The module name that goes with [`Builder::file_name`].
    #[must_use]
    pub fn module_name(&self) -> String {
        let file = self.file_name();
        file.strip_suffix(".rs").unwrap_or(&file).to_owned()
    }

    fn document(&self) -> Result<Document, Diagnostics> {
        match &self.source {
            Source::File(path) => Document::read(path),
            Source::Text { name, text } => Ok(Document::from_text(name, text)),
            Source::None => Err(Diagnostic::file_error("no-manifest", "no manifest was named")
                .with_help("call `Builder::manifest(\"mcp/server.json\")`")
                .into()),
        }
    }

    fn options(&self) -> Result<Options, Diagnostics> {
        let half = match (self.client, self.server) {
            (None, None) | (Some(true), Some(true)) => Half::Both,
            (Some(true), _) | (None, Some(false)) => Half::Client,
            (_, Some(true)) | (Some(false), None) => Half::Server,
            (Some(false), Some(false)) => {
                return Err(Diagnostic::file_error(
                    "nothing-to-do",
                    "neither client nor server is wanted",
                )
                .with_help("leave one of `client(false)` and `server(false)` out")
                .into());
            }
        };
        let overrides = match &self.overrides {
            Source::None => Overrides::default(),
            Source::Text { name, text } => overrides::read(name, text),
            Source::File(path) => {
                let document = Document::read_overrides(path)?;
                overrides::read(&document.file, &document.text)
            }
        };
        Ok(Options { half, overrides, ..self.options.clone() })
    }
}

/// Cargo takes a directive's message up to the end of the line.
fn one_line(d: &Diagnostic) -> String {
    d.to_string().replace("\n  help: ", "; ").replace('\n', " ")
}

/// Generated bindings, in memory.
#[derive(Clone, Debug)]
pub struct Bindings {
    source: String,
    report: Report,
    warnings: Diagnostics,
}

impl Bindings {
    /// The Rust source: the content of a module's file.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// What was typed, what was not, and why.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// What could be read in one sensible way but is not as it should be.
    #[must_use]
    pub fn warnings(&self) -> &Diagnostics {
        &self.warnings
    }

    /// Writes the source, whole or not at all; a file that holds it already is left alone.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<(), Diagnostics> {
        output::write(path.as_ref(), &self.source)
    }

    /// Compares the source with a file.
    ///
    /// # Errors
    ///
    /// When the file is missing or differs, with the first difference and the command to run.
    pub fn check(&self, path: impl AsRef<Path>) -> Result<(), Diagnostics> {
        output::check(path.as_ref(), &self.source)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_default_that_its_schema_refuses_is_told_and_has_no_accessor() {
        let text = r#"{"server":"s","tools":[{"name":"t","inputSchema":{"type":"object","properties":{
            "kept":{"type":"integer","maximum":9,"default":5},
            "high":{"type":"integer","maximum":3,"default":5},
            "long":{"type":"string","maxLength":2,"default":"long"}}}}]}"#;
        let bindings = Builder::new().manifest_text("s.json", text).generate().unwrap();
        let told: Vec<_> = bindings
            .warnings()
            .iter()
            .map(|d| (d.code(), d.pointer().unwrap().to_string()))
            .collect();
        let at = |name: &str| {
            ("misfit-default", format!("/tools/0/inputSchema/properties/{name}/default"))
        };
        assert_eq!(told, [at("high"), at("long")]);
        assert!(bindings.source().contains("fn kept_or_default"));
        assert!(!bindings.source().contains("fn high_or_default"));
        assert!(!bindings.source().contains("fn long_or_default"));
    }
}

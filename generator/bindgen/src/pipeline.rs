//! The driver: one line a stage.

use crate::contract::{Contract, contract};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::emit::{Bindings, Half, Lines, ToolItems, emit_bindings};
use crate::load::{Document, Manifest};
use crate::lower::{entry_modules, tool_items};
use crate::names::{Name, Names, Scope};
use crate::overrides::{Overrides, refuse_twins};
use crate::pointer::Pointer;
use crate::report::{Report, Skipped, ToolReport};
use crate::template;
use std::collections::BTreeMap;

/// What decides the output besides the manifest.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) half: Half,
    pub(crate) skip_invalid: bool,
    pub(crate) deny_lossy: bool,
    /// Only these tools, by wire name; empty: all.
    pub(crate) only: Vec<String>,
    pub(crate) exclude: Vec<String>,
    pub(crate) overrides: Overrides,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            half: Half::Both,
            skip_invalid: false,
            deny_lossy: false,
            only: Vec::new(),
            exclude: Vec::new(),
            overrides: Overrides::default(),
        }
    }
}

/// A server's module, printed, with everything there is to say about it.
#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) source: String,
    pub(crate) report: Report,
    pub(crate) diagnostics: Diagnostics,
}

/// Manifest to Rust.
pub(crate) fn run(document: &Document, options: &Options) -> Result<Output, Diagnostics> {
    let mut manifest = Manifest::read(document)?;
    let mut found = std::mem::take(&mut manifest.diagnostics);
    let mut skipped = skip_unreadable(&mut found, options);
    let overrides = &options.overrides;
    overrides.apply_to(&mut manifest, &mut found);
    select(&mut manifest, options, &mut found);
    let contracts = manifest
        .tools
        .iter()
        .filter_map(|tool| contract(&manifest, tool, options, &mut found, &mut skipped));
    let contracts: Vec<Contract<'_>> = contracts.collect();
    let names = name_tools(&contracts, overrides, &mut found);
    refuse_losses(&contracts, options, &mut found);
    let report = report(&manifest, &contracts, &names, &skipped);
    // A contract goes as its items come: with thousands of tools, memory is what costs time.
    let tools = contracts.into_iter().map(|c| {
        let mut tool = tool_items(&c, &names.get(&c.tool.name));
        overrides.decorate(&mut tool);
        tool
    });
    let tools: Vec<ToolItems> = tools.collect();
    refuse_twins(overrides, &tools, &mut found);
    let found = found.in_file(&manifest.file);
    if found.has_errors() {
        return Err(found);
    }
    let (prompts, resources) = entry_modules(&manifest.entries);
    let bindings = Bindings {
        server: manifest.server.clone(),
        version: manifest.version.clone(),
        revision: manifest.revision.clone(),
        instructions: manifest.instructions.clone(),
        half: options.half,
        tools,
        prompts,
        resources,
        capabilities: manifest.capabilities.clone(),
    };
    let mut body = Lines::at(1);
    emit_bindings(&bindings, &mut body);
    let source = template::server_file(&manifest, document, &report, &body.finish());
    Ok(Output { source, report, diagnostics: found })
}

/// In the lenient mode a tool that cannot be read is left out with a warning.
fn skip_unreadable(found: &mut Diagnostics, options: &Options) -> Vec<Skipped> {
    if !options.skip_invalid {
        return Vec::new();
    }
    let mut skipped = Vec::new();
    let all: Vec<Diagnostic> = std::mem::take(found).into_iter().collect();
    for d in all {
        let of_a_tool = matches!(
            d.code(),
            "bad-tool"
                | "no-input-schema"
                | "bad-tool-name"
                | "no-tool-name"
                | "duplicate-tool"
                | "too-deep"
                | "bad-value"
        );
        if of_a_tool {
            skipped.push(Skipped::new(&d));
            found.push(d.downgraded());
        } else {
            found.push(d);
        }
    }
    skipped
}

/// `--tool` and `--exclude`.
fn select(manifest: &mut Manifest, options: &Options, found: &mut Diagnostics) {
    for name in options.only.iter().chain(&options.exclude) {
        if !manifest.tools.iter().any(|t| t.name == *name) {
            let near = crate::text::nearest(name, manifest.tools.iter().map(|t| t.name.as_str()));
            let d = Diagnostic::file_error("no-such-tool", format!("has no tool \"{name}\""));
            found.push(match near {
                Some(near) => d.with_help(format!("did you mean \"{near}\"?")),
                None => d.with_help("`mcp-bindgen inspect` lists the tools"),
            });
        }
    }
    manifest.tools.retain(|t| {
        (options.only.is_empty() || options.only.contains(&t.name))
            && !options.exclude.contains(&t.name)
    });
}

fn name_tools(contracts: &[Contract<'_>], overrides: &Overrides, found: &mut Diagnostics) -> Names {
    let wires = contracts.iter().map(|c| c.tool.name.as_str());
    let names =
        Names::with_chosen(Scope::Tools, wires.map(|w| (w, overrides.name_of(w).map(Name::of))));
    let places: BTreeMap<&str, Pointer> =
        contracts.iter().map(|c| (c.tool.name.as_str(), c.tool.at.clone())).collect();
    found.extend(names.tool_warnings(&places));
    names
}

fn refuse_losses(contracts: &[Contract<'_>], options: &Options, found: &mut Diagnostics) {
    if !options.deny_lossy {
        return;
    }
    for contract in contracts {
        for loss in &contract.model.losses {
            let d = Diagnostic::error(
                "lossy",
                &loss.pointer,
                format!("{}: {}", loss.kind.as_str(), loss.reason),
            );
            found.push(d.in_tool(&contract.tool.name));
        }
    }
}

fn report(
    manifest: &Manifest,
    contracts: &[Contract<'_>],
    names: &Names,
    skipped: &[Skipped],
) -> Report {
    let tools = contracts.iter().map(|c| {
        let name = names.get(&c.tool.name);
        ToolReport {
            name: c.tool.name.clone(),
            function: name.field(),
            marker: name.ty(),
            args: name.ty_with("Args"),
            output: c.output.as_ref().map(|_| name.ty_with("Output")),
            properties: c.model.properties,
            typed: c.model.typed,
            losses: c.model.losses.clone(),
        }
    });
    Report {
        server: manifest.server.clone(),
        module: Name::of(&manifest.server).field(),
        tools: tools.collect(),
        skipped: skipped.to_vec(),
        uncovered: manifest.entries.unbound.clone(),
    }
}

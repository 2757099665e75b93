//! The driver: one line a stage.

use crate::analyse::{Analyst, Flavour};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::emit::{Bindings, Half, Lines, ToolItems, emit_bindings};
use crate::load::{Document, Manifest, Tool, misused_headers};
use crate::lower::{Lowering, tool_docs};
use crate::model::{Model, NamePath, Shape, TypeId, Use};
use crate::names::{Name, Names, Scope};
use crate::pointer::Pointer;
use crate::report::{Report, Skipped, ToolReport};
use crate::resolve::{Faults, Kinds, SchemaSet, resolve};
use crate::rust::{Module, Type};
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
}

impl Default for Options {
    fn default() -> Self {
        Self {
            half: Half::Both,
            skip_invalid: false,
            deny_lossy: false,
            only: Vec::new(),
            exclude: Vec::new(),
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
    select(&mut manifest, options, &mut found);
    let contracts = manifest
        .tools
        .iter()
        .filter_map(|tool| contract(&manifest, tool, options, &mut found, &mut skipped));
    let contracts: Vec<Contract<'_>> = contracts.collect();
    let names = name_tools(&contracts, &mut found);
    refuse_losses(&contracts, options, &mut found);
    let found = found.in_file(&manifest.file);
    if found.has_errors() {
        return Err(found);
    }
    let report = report(&manifest, &contracts, &names, &skipped);
    let bindings = Bindings {
        server: manifest.server.clone(),
        version: manifest.version.clone(),
        revision: manifest.revision.clone(),
        instructions: manifest.instructions.clone(),
        half: options.half,
        tools: contracts.iter().map(|c| lower(c, &names.get(&c.tool.name))).collect(),
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

/// A tool and what its schemas mean.
struct Contract<'a> {
    tool: &'a Tool,
    args: Use,
    output: Option<Use>,
    model: Model,
}

fn contract<'a>(
    manifest: &Manifest,
    tool: &'a Tool,
    options: &Options,
    found: &mut Diagnostics,
    skipped: &mut Vec<Skipped>,
) -> Option<Contract<'a>> {
    let at_input = tool.at.join("inputSchema");
    let at_output = tool.at.join("outputSchema");
    let (input, mut local) = resolve(&tool.input, &at_input, Faults::Refuse);
    check_input_root(tool, &input, &at_input, &mut local);
    let output_faults = if options.skip_invalid { Faults::Untype } else { Faults::Refuse };
    let output = tool.output.as_ref().map(|schema| resolve(schema, &at_output, output_faults));
    let mut analyst = Analyst::new(Flavour::Contract);
    let args = analyst.arguments(&input, &at_input);
    let output = output.map(|(set, more)| {
        local.extend(more);
        check_output_root(manifest, &set, &at_output, &mut local);
        check_defaults(&set, &at_output, &mut local);
        analyst.root(&set, &at_output, NamePath(vec!["Output".to_owned()]))
    });
    if args.shape == Shape::Never && !local.has_errors() {
        let why = "no object satisfies this schema, so that the tool cannot be called";
        local.push(Diagnostic::error("input-no-object", &at_input, why));
    }
    if analyst.overflowed() {
        local.push(too_large(&tool.at));
    }
    check_defaults(&input, &at_input, &mut local);
    local.extend(misused_headers(&tool.input, &at_input));
    let refused = local.has_errors();
    for d in local {
        let d = d.in_tool(&tool.name);
        if refused && options.skip_invalid {
            if d.severity() == crate::diagnostic::Severity::Error {
                skipped.push(Skipped::new(&d));
            }
            found.push(d.downgraded());
        } else {
            found.push(d);
        }
    }
    let model = analyst.finish();
    if refused && options.skip_invalid {
        return None;
    }
    Some(Contract { tool, args, output, model })
}

fn too_large(at: &Pointer) -> Diagnostic {
    Diagnostic::error("too-many-types", at, "its schemas need more types than any sensible program")
        .with_help("leave the tool out with `--exclude`")
}

/// Arguments are an object in every revision.
fn check_input_root(tool: &Tool, set: &SchemaSet, at: &Pointer, found: &mut Diagnostics) {
    let Some(k) = set.keywords(set.root) else { return };
    match k.kinds {
        Some(kinds) if !kinds.has(Kinds::OBJECT) => found.push(
            Diagnostic::error(
                "input-no-object",
                &at.join("type"),
                "the arguments of a tool are an object",
            )
            .with_help("`inputSchema` must have \"type\": \"object\""),
        ),
        None if k.reference.is_none() && tool.input.get("type").is_none() => {
            found.push(Diagnostic::warning(
                "input-no-object",
                at,
                "`inputSchema` lacks \"type\": \"object\"; read as if it had it",
            ))
        }
        _ => {}
    }
}

/// Before 2026-07-28 results are objects.
fn check_output_root(manifest: &Manifest, set: &SchemaSet, at: &Pointer, found: &mut Diagnostics) {
    let kinds = set.keywords(set.root).and_then(|k| k.kinds);
    if manifest.revision.as_str() < "2026-07-28" && kinds.is_some_and(|k| k != Kinds::OBJECT) {
        found.push(Diagnostic::warning(
            "output-no-object",
            &at.join("type"),
            format!(
                "`outputSchema` must have \"type\": \"object\" in {}; peers may refuse this tool",
                manifest.revision
            ),
        ));
    }
}

/// A default that its own schema refuses is told and never used.
fn check_defaults(set: &SchemaSet, at: &Pointer, found: &mut Diagnostics) {
    found.extend(set.misfit_defaults().map(|(node, default)| {
        let place = at.append(node.as_str()).join("default");
        Diagnostic::warning(
            "misfit-default",
            &place,
            format!("the default {default} is not allowed by its own schema; it is not applied"),
        )
    }));
}

fn name_tools(contracts: &[Contract<'_>], found: &mut Diagnostics) -> Names {
    let names = Names::new(Scope::Tools, contracts.iter().map(|c| c.tool.name.as_str()));
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

/// One tool's items.
fn lower(contract: &Contract<'_>, name: &Name) -> ToolItems {
    let (args_name, output_name) = (name.ty_with("Args"), name.ty_with("Output"));
    let mut fixed: BTreeMap<TypeId, String> = BTreeMap::new();
    let mut roots = vec![&contract.args];
    if let Shape::Named(id) = contract.args.shape {
        fixed.insert(id, args_name.clone());
    }
    if let Some(output) = &contract.output {
        roots.push(output);
        if let Shape::Named(id) = output.shape {
            fixed.entry(id).or_insert_with(|| output_name.clone());
        }
    }
    let lowering = Lowering::new(&contract.model, Flavour::Contract, &name.field(), &fixed, &roots);
    let items = fixed.iter().filter_map(|(id, name)| lowering.item(*id, name)).collect::<Vec<_>>();
    let args = items.iter().find(|i| i.name == args_name).cloned();
    let wire = &contract.tool.name;
    let mut args = args.unwrap_or_else(|| empty_args(&args_name));
    args.docs = crate::lower::item_docs("Arguments of ", wire, ".");
    let (output, output_item) = output_of(contract, &lowering, &items, &output_name);
    ToolItems {
        wire: wire.clone(),
        name: name.clone(),
        docs: tool_docs(contract.tool),
        verbatim: contract.tool.verbatim.clone(),
        args,
        output,
        output_item,
        module: Module {
            name: name.field(),
            docs: crate::lower::item_docs("Types of ", wire, "."),
            items: lowering.items(&name.field()),
        },
    }
}

/// The type of a tool's output, and the item that carries its name.
fn output_of(
    contract: &Contract<'_>,
    lowering: &Lowering<'_>,
    items: &[crate::rust::Item],
    name: &str,
) -> (Type, Option<crate::rust::Item>) {
    let Some(of) = &contract.output else {
        return (Type::Content, None);
    };
    let docs = crate::lower::item_docs("Result of ", &contract.tool.name, ".");
    let own = Type::Item { module: String::new(), name: name.to_owned() };
    let ty = lowering.ty(None, of);
    if let Some(item) = items.iter().find(|i| i.name == name) {
        let item = crate::rust::Item { docs, ..item.clone() };
        return (if of.nullable { own.optional() } else { own }, Some(item));
    }
    let body = crate::rust::ItemBody::Alias(ty);
    (own, Some(crate::rust::Item { name: name.to_owned(), docs, deprecated: false, body }))
}

fn empty_args(name: &str) -> crate::rust::Item {
    let record = crate::rust::Record {
        fields: Vec::new(),
        constants: Vec::new(),
        rest: Some(Type::Value),
        rest_checks: Default::default(),
    };
    crate::rust::Item {
        name: name.to_owned(),
        docs: Vec::new(),
        deprecated: false,
        body: crate::rust::ItemBody::Record(record),
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
        uncovered: manifest.other_lists.clone(),
    }
}

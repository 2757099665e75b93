//! Contract: a tool's two schemas, resolved and analysed, and what the protocol asks of them as wholes.

use crate::analyse::{Analyst, Flavour};
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::load::{Manifest, Tool, misused_headers};
use crate::model::{Model, NamePath, Shape, Use};
use crate::pipeline::Options;
use crate::pointer::Pointer;
use crate::report::Skipped;
use crate::resolve::{Faults, Kinds, SchemaSet, resolve};
use std::collections::BTreeSet;

/// A tool and what its schemas mean.
pub(crate) struct Contract<'a> {
    pub(crate) tool: &'a Tool,
    pub(crate) args: Use,
    pub(crate) output: Option<Use>,
    pub(crate) model: Model,
    /// Whether a reference in the output schema has no target (in the lenient mode), so that nothing can be checked by it.
    output_is_broken: bool,
}

impl Contract<'_> {
    /// Whether one of the tool's schemas says more than its types and checks do.
    pub(crate) fn loses(&self, schema: &str) -> bool {
        if schema == "outputSchema" && self.output_is_broken {
            return false;
        }
        let at = self.tool.at.join(schema);
        self.model.losses.iter().any(|loss| loss.pointer.below(&at).is_some())
    }
}

/// Resolves and analyses a tool's schemas. A tool with errors is left out in the lenient mode.
pub(crate) fn contract<'a>(
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
    let mut analyst =
        Analyst::new(Flavour::Contract).with_overrides(&options.overrides, &tool.name, &tool.at);
    // Whoever overrides nothing needs no list of what there is.
    let overridden = options.overrides.tools.contains_key(&tool.name);
    let places = |set: &SchemaSet, root: &str| {
        if overridden { places(set, root) } else { BTreeSet::new() }
    };
    let mut known = places(&input, "/inputSchema");
    let mut args = analyst.arguments(&input, &at_input);
    let mut output_is_broken = false;
    let mut output = output.map(|(set, more)| {
        known.extend(places(&set, "/outputSchema"));
        output_is_broken = more.iter().any(is_broken_reference);
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
            if d.severity() == Severity::Error {
                skipped.push(Skipped::new(&d));
            }
            found.push(d.downgraded());
        } else {
            found.push(d);
        }
    }
    let mut roots: Vec<&mut Use> = std::iter::once(&mut args).chain(&mut output).collect();
    if !refused {
        found.extend(analyst.settle(&mut roots, &known));
    }
    let model = analyst.finish(&mut roots);
    if refused && options.skip_invalid {
        return None;
    }
    Some(Contract { tool, args, output, model, output_is_broken })
}

/// The pointers of all schemas of a document within the tool's entry.
fn places(set: &SchemaSet, root: &str) -> BTreeSet<String> {
    set.places().map(|at| format!("{root}{at}")).collect()
}

fn is_broken_reference(d: &Diagnostic) -> bool {
    matches!(d.code(), "external-reference" | "missing-target" | "unknown-dialect")
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

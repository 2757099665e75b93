//! The protocol's own types, from the structure of a revision.
//!
//! [`import`] takes an official `schema.json` and leaves its structure, without prose; [`generate`] turns a structure, its
//! errata and this project's docs into the module of a revision.

mod docs;
mod errata;
mod methods;
mod structure;

pub(crate) use docs::OwnDocs;
pub use structure::import;

use crate::analyse::{Analyst, Flavour};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::emit::{Emitter, Lines};
use crate::lower::Lowering;
use crate::model::{Body, Discriminator, Model, NamePath, Shape, TypeId, Use};
use crate::names::Name;
use crate::pointer::Pointer;
use crate::resolve::{Faults, NodeId, SchemaSet, resolve};
use crate::rust::{Item, ItemBody, Word};
use crate::template;
use mcp_bindgen_schema as schema;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The types of an embedded revision, as the content of a module's file.
///
/// # Errors
///
/// When there is no such revision.
pub fn generate(revision: &str) -> Result<String, Diagnostics> {
    let Some(found) = schema::revision(revision) else {
        let known: Vec<&str> = schema::REVISIONS.iter().map(|r| r.name).collect();
        return Err(Diagnostic::file_error(
            "unknown-revision",
            format!("\"{revision}\" is no known revision"),
        )
        .with_help(format!("known: {}; `mcp-bindgen schema import` adds one", known.join(", ")))
        .into());
    };
    generate_from(revision, found.structure, found.errata)
}

/// The types of a revision from a schema and errata as JSON text; `schema` may be an official file or a structure.
///
/// # Errors
///
/// When a text is not JSON, an erratum does not apply, or the schema cannot be read; all at once.
pub fn generate_from(revision: &str, schema: &str, errata: &str) -> Result<String, Diagnostics> {
    let structure = errata::apply(structure::of(&structure::parse(schema)?), errata)?;
    let (set, found) = resolve(&structure, &Pointer::root(), Faults::Refuse);
    if found.has_errors() {
        return Err(found.in_file(revision));
    }
    let mut analyst = Analyst::new(Flavour::Protocol);
    let roots = definitions(&structure, &set);
    let ids: Vec<NodeId> = roots.iter().map(|(_, id)| *id).collect();
    let uses = analyst.roots(&set, &Pointer::root(), NamePath(Vec::new()), &ids);
    let mut model = analyst.finish(&mut []);
    methods::assign(&mut model, &structure);
    let words = errata::words(&structure)?;
    let body = emit(&model, words, roots.iter().map(|(name, _)| name.as_str()).zip(&uses));
    Ok(template::protocol_file(revision, &body))
}

/// The definitions of a schema, by name, with their nodes.
fn definitions(structure: &Value, set: &SchemaSet) -> Vec<(String, NodeId)> {
    let keyword = structure::keyword(structure);
    let names: BTreeSet<&String> = structure
        .get(keyword)
        .and_then(Value::as_object)
        .into_iter()
        .flat_map(|all| all.keys())
        .collect();
    let at = Pointer::root().join(keyword);
    names.into_iter().filter_map(|name| Some((name.clone(), set.find(&at.join(name))?))).collect()
}

/// One item a definition, in the order of names, each with the types inside it behind it.
fn emit<'m>(
    model: &'m Model,
    words: BTreeMap<Pointer, Word>,
    roots: impl Iterator<Item = (&'m str, &'m Use)>,
) -> String {
    let own_docs = OwnDocs::embedded();
    let mut aliases: BTreeMap<&str, &Use> = BTreeMap::new();
    let mut fixed: BTreeMap<TypeId, String> = BTreeMap::new();
    for (name, of) in roots {
        let own = model.types.iter().position(|t| t.name.0.as_slice() == [name]);
        match own {
            Some(index) => drop(fixed.insert(TypeId(index), type_name(name))),
            None => drop(aliases.insert(name, of)),
        }
    }
    let everything: Vec<Use> = fixed.keys().map(|id| Use::of(Shape::Named(*id))).collect();
    let everything: Vec<&Use> = everything.iter().chain(aliases.values().copied()).collect();
    let lowering = Lowering::new(model, Flavour::Protocol, "", &fixed, &everything)
        .with_words(words)
        .with_own_docs(&own_docs);
    let mut items: BTreeMap<String, Item> =
        lowering.items("").into_iter().map(|item| (item.name.clone(), item)).collect();
    for (name, of) in aliases {
        let body = ItemBody::Alias(lowering.ty(None, of));
        let docs = own_docs.of_type(&[name.to_owned()]);
        let name = type_name(name);
        items.insert(name.clone(), Item::new(name, docs, body));
    }
    let emitter = Emitter { runtime: "mcp_bindings_wire", module: "", non_exhaustive: true };
    let mut out = Lines::at(1);
    items.values().for_each(|item| emitter.item(&mut out, item));
    out.finish()
}

/// A definition's name as the schema spells it (`JSONRPCMessage`), where Rust allows that.
fn type_name(name: &str) -> String {
    let plain = name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.bytes().all(|b| b.is_ascii_alphanumeric())
        && name != "Self";
    if plain { name.to_owned() } else { Name::of(name).ty() }
}

/// Whether a type is told apart by method alone, and so cannot be read by itself.
pub(crate) fn by_method(body: &Body) -> bool {
    matches!(body, Body::Union(u) if matches!(u.told_by, Discriminator::Method(_)))
}

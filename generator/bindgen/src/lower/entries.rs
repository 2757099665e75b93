//! Prompts, resources and templates as items of their modules.

use super::{item_docs, types::wire_doc};
use crate::emit::{EntryItems, EntryModule};
use crate::load::{Entries, Entry, Holds};
use crate::names::{JOINT, Name, Names, Scope};
use crate::rust::{Checks, Field, Item, ItemBody, Record, Type, Word};
use crate::text::{code_span, doc_line, doc_lines};

/// The modules `prompts` and `resources`, where there is something for them.
pub(crate) fn entry_modules(entries: &Entries) -> (Option<EntryModule>, Option<EntryModule>) {
    let prompts = entries.prompts.iter().map(|entry| (entry, true));
    let plain = entries.resources.iter().map(|entry| (entry, false));
    let templates = entries.templates.iter().map(|entry| (entry, true));
    let prompts = (!entries.prompts.is_empty()).then(|| module(prompts.collect()));
    let resources = entries.has_resources().then(|| module(plain.chain(templates).collect()));
    (prompts, resources)
}

/// `true` says that an entry has arguments, though they may be none.
fn module(entries: Vec<(&Entry, bool)>) -> EntryModule {
    // Names of resources need not be unique, their URIs are.
    let twice = |name: &str| entries.iter().filter(|(entry, _)| entry.name == name).count() > 1;
    let wire =
        |entry: &Entry| if twice(&entry.name) { entry.key.clone() } else { entry.name.clone() };
    let wires: Vec<String> = entries.iter().map(|(entry, _)| wire(entry)).collect();
    let names = Names::new(Scope::Entries, wires.iter().map(String::as_str));
    let owned = |wire: &str, argument: &str| format!("{wire}{JOINT}{argument}");
    let all: Vec<String> = entries
        .iter()
        .zip(&wires)
        .flat_map(|((entry, _), wire)| entry.arguments.iter().map(move |a| owned(wire, &a.name)))
        .collect();
    let variants = Names::new(Scope::Types, all.iter().map(String::as_str));
    let items = entries.iter().zip(&wires).map(|((entry, has_arguments), wire)| {
        let name = names.get(wire);
        let fields = Names::new(Scope::Fields, entry.arguments.iter().map(|a| a.name.as_str()));
        EntryItems {
            key: entry.key.clone(),
            docs: docs(entry),
            verbatim: entry.verbatim.clone(),
            args: has_arguments.then(|| args(entry, &name, &fields)),
            arguments: entry
                .arguments
                .iter()
                .map(|argument| {
                    let field = fields.get(&argument.name).field();
                    (variants.get(&owned(wire, &argument.name)).ty(), field, argument.clone())
                })
                .collect(),
            name,
        }
    });
    EntryModule { entries: items.collect() }
}

fn docs(entry: &Entry) -> Vec<String> {
    let title = entry.title.as_deref().or(Some(&*entry.name).filter(|name| *name != entry.key));
    let mut lines = match title.map(doc_line).filter(|title| !title.is_empty()) {
        Some(title) => vec![format!("{}: {title}", code_span(&entry.key))],
        None => vec![code_span(&entry.key)],
    };
    let more = entry.description.as_deref().map(doc_lines).unwrap_or_default();
    if !more.is_empty() {
        lines.push(String::new());
        lines.extend(more);
    }
    lines
}

fn args(entry: &Entry, name: &Name, fields: &Names) -> Item {
    let fields = entry.arguments.iter().map(|argument| {
        let field = fields.get(&argument.name);
        let mut docs = vec![wire_doc(&argument.name)];
        let more = argument.description.as_deref().map(doc_lines).unwrap_or_default();
        if !more.is_empty() {
            docs.push(String::new());
            docs.extend(more);
        }
        Field {
            name: field.field(),
            bare: field.bare().to_owned(),
            wire: argument.name.clone(),
            docs,
            deprecated: false,
            word: if argument.holds == Holds::Maybe { Word::Optional } else { Word::Required },
            ty: match argument.holds {
                Holds::Many => Type::Vec(Box::new(Type::String)),
                Holds::One | Holds::Maybe => Type::String,
            },
            at: None,
            checks: Checks::default(),
            default: None,
        }
    });
    let record = Record {
        fields: fields.collect(),
        constants: Vec::new(),
        rest: None,
        rest_checks: Checks::default(),
    };
    let docs = item_docs("Arguments of ", &entry.key, ".");
    Item::new(name.ty_with("Args"), docs, ItemBody::Record(record))
}

//! Lower: the model and its names become the Rust IR: Option, Box, collections, presence words.

mod boxes;
mod docs;
mod entries;
mod tool;
mod types;

pub(crate) use docs::{item_docs, tool_docs};
pub(crate) use entries::entry_modules;
pub(crate) use tool::tool_items;

use crate::analyse::Flavour;
use crate::model::{Body, Model, NamePath, Shape, TypeId, Use};
use crate::names::{JOINT, Name, Names, Scope};
use crate::pointer::Pointer;
use crate::rust::{Item, ItemBody, Type, Word};
use std::collections::{BTreeMap, BTreeSet};

/// One scope being lowered.
#[derive(Debug)]
pub(crate) struct Lowering<'a> {
    pub(super) model: &'a Model,
    pub(super) flavour: Flavour,
    /// The name and module of each type that is printed.
    pub(super) places: BTreeMap<TypeId, (String, String)>,
    /// By-value uses that would make a type infinitely large.
    pub(super) boxed: BTreeSet<(TypeId, TypeId)>,
    /// The entry of the tool: places in tables start from it.
    pub(super) entry: Option<&'a Pointer>,
    /// Members that are read with more patience than the schema has, by their place.
    pub(super) words: BTreeMap<Pointer, Word>,
    /// Docs of this project for a type and its members, where it has any.
    pub(super) own_docs: Option<&'a crate::protocol::OwnDocs>,
}

impl<'a> Lowering<'a> {
    /// `fixed` names the types that have a name of their own (`SearchIssuesArgs`) in the file's own module; the others go to
    /// `module`.
    pub(crate) fn new(
        model: &'a Model,
        flavour: Flavour,
        module: &str,
        fixed: &BTreeMap<TypeId, String>,
        roots: &[&Use],
    ) -> Self {
        let reached = model.reached(roots.iter().copied());
        let own = |id: &TypeId| !fixed.contains_key(id);
        let paths: Vec<(TypeId, String)> = reached
            .iter()
            .filter(|id| own(id))
            .filter_map(|id| model.get(*id).map(|t| (*id, wire_path(&t.name))))
            .collect();
        let names = Names::new(Scope::Types, paths.iter().map(|(_, p)| p.as_str()));
        let mut places = BTreeMap::new();
        let mut taken = BTreeSet::new();
        for (id, path) in paths {
            let mut name = names.get(&path).ty();
            // Inside a definition of the protocol, whose name is spelt as the schema spells it.
            if let (Flavour::Protocol, Some(own)) =
                (flavour, model.get(id).and_then(|t| t.name.0.first()))
            {
                if let Some(tail) = name.strip_prefix(&Name::of(own).ty()) {
                    name = format!("{own}{tail}");
                }
            }
            // Two types of one path (a union's twin branches): told apart by the place of the second.
            while !taken.insert(name.clone()) {
                let at = model.get(id).map(|t| t.at.to_string()).unwrap_or_default();
                name = format!("{name}{}", Name::of(at.rsplit('/').next().unwrap_or("x")).ty());
            }
            // A chosen name gives way to none: what it collides with is told.
            let chosen = model.get(id).and_then(|t| t.custom.name.clone());
            places.insert(id, (module.to_owned(), chosen.unwrap_or(name)));
        }
        for (id, name) in fixed {
            places.insert(*id, (String::new(), name.clone()));
        }
        let (boxed, words) = (boxes::cycles(model), BTreeMap::new());
        Self { model, flavour, places, boxed, entry: None, words, own_docs: None }
    }

    /// With the pointer of the tool's entry.
    pub(crate) fn with_entry(mut self, entry: &'a Pointer) -> Self {
        self.entry = Some(entry);
        self
    }

    /// A place in the manifest as one in the tool's entry.
    pub(super) fn place(&self, at: &Pointer) -> Option<Pointer> {
        at.below(self.entry?)
    }

    pub(crate) fn with_words(mut self, words: BTreeMap<Pointer, Word>) -> Self {
        self.words = words;
        self
    }

    pub(crate) fn with_own_docs(mut self, docs: &'a crate::protocol::OwnDocs) -> Self {
        self.own_docs = Some(docs);
        self
    }

    /// The items of a module, in the order of the model.
    pub(crate) fn items(&self, module: &str) -> Vec<Item> {
        self.places
            .iter()
            .filter(|(_, (m, _))| m == module)
            .filter_map(|(id, (_, name))| self.item(*id, name))
            .collect()
    }

    /// The item of one type.
    pub(crate) fn item(&self, id: TypeId, name: &str) -> Option<Item> {
        let t = self.model.get(id)?;
        let body = match &t.body {
            Body::Open => return None,
            Body::Record(record) => self.record(t, id, record),
            Body::StringEnum(values) => self.string_enum(t, values),
            Body::ValueEnum(values) => self.value_enum(t, values),
            Body::Union(union) => self.union(t, id, union),
            Body::Tuple(tuple) => self.tuple(id, tuple),
            Body::Alias(of) => ItemBody::Alias(self.ty(None, of)),
        };
        let docs = self.docs_of_item(t);
        // A type of several places has none of its own: what holds it tells the place.
        let at = self.place(&t.at).filter(|_| t.shared_by.is_empty());
        let mut item = Item { deprecated: t.docs.deprecated, at, ..Item::new(name, docs, body) };
        t.custom.additions.add_to(&mut item);
        Some(item)
    }
}

fn wire_path(path: &NamePath) -> String {
    path.0.join(&JOINT.to_string())
}

impl Lowering<'_> {
    /// A use as a Rust type; `within` is the type that holds it by value, for boxes.
    pub(crate) fn ty(&self, within: Option<TypeId>, of: &Use) -> Type {
        let inner = match &of.shape {
            Shape::Any => return Type::Value,
            Shape::Null => return Type::Never.optional(),
            Shape::Never => Type::Never,
            Shape::Boolean => Type::Bool,
            Shape::Integer(width) => Type::Integer(types::integer(*width)),
            Shape::Number => Type::Float,
            Shape::String => Type::String,
            Shape::Foreign(foreign) => Type::Path(foreign.path.clone()),
            Shape::Array(item) => Type::Vec(Box::new(self.ty(None, item))),
            Shape::Map(value) if value.shape == Shape::Any => Type::JsonMap,
            Shape::Map(value) => Type::Map(Box::new(self.ty(None, value))),
            Shape::Named(id) => {
                let item = match self.places.get(id) {
                    Some((module, name)) => {
                        Type::Item { module: module.clone(), name: name.clone() }
                    }
                    None => Type::Value,
                };
                match within {
                    Some(holder) if self.boxed.contains(&(holder, *id)) => {
                        Type::Box(Box::new(item))
                    }
                    _ => item,
                }
            }
        };
        if of.nullable { inner.optional() } else { inner }
    }
}

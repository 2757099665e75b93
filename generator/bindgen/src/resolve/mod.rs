//! Resolve: a schema of any dialect becomes a closed set of nodes that refer to each other by id.
//!
//! Dialects, `$defs`/`definitions`, `$anchor` and `$ref` end here. Nothing is ever fetched: a reference that leaves the
//! document is an error.

mod constraints;
mod dialect;
mod keywords;
mod read;
mod resources;
mod uri;

pub(crate) use dialect::Dialect;
pub(crate) use keywords::{Check, Group, Keywords, Kinds, Node, NodeId, Number, Schema, key};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::pointer::Pointer;
use resources::{Resources, Unresolved};
use serde_json::Value;
use std::collections::BTreeMap;

/// More subschemas than this in one schema document is an error: no real tool comes near.
const MOST_NODES: usize = 50_000;

/// One schema document, closed: every reference leads to a node in it.
#[derive(Debug)]
pub(crate) struct SchemaSet {
    nodes: Vec<Node>,
    pub(crate) root: NodeId,
    /// A node that says `type: object`: what the protocol demands of every `inputSchema`.
    pub(crate) object: NodeId,
}

impl SchemaSet {
    pub(crate) fn node(&self, id: NodeId) -> &Node {
        // An id is only ever made by `Resolver::add`, for a node that is then in the list.
        static ANY: Node = Node::ANY;
        self.nodes.get(id.index()).unwrap_or(&ANY)
    }

    /// The places of all schemas.
    pub(crate) fn places(&self) -> impl Iterator<Item = &Pointer> {
        self.nodes.iter().map(|n| &n.at)
    }

    /// How many schemas there are.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn keywords(&self, id: NodeId) -> Option<&Keywords> {
        match &self.node(id).schema {
            Schema::Keywords(k) => Some(k),
            _ => None,
        }
    }

    /// Defaults that their own schema refuses, with the places of the schemas. A `null` that only stands for "none" is the
    /// habit of a widespread generator and no defect worth telling.
    pub(crate) fn misfit_defaults(&self) -> impl Iterator<Item = (&Pointer, &Value)> {
        self.nodes.iter().filter_map(|node| {
            let Schema::Keywords(k) = &node.schema else { return None };
            let default = k.default.as_ref()?;
            let listed =
                k.values.as_ref().is_none_or(|all| all.iter().any(|v| key(v) == key(default)));
            let kept = k.checks.iter().all(|c| c.allows(default));
            let habit = default.is_null() && k.values.is_none();
            let kind = k.kinds.is_none_or(|kinds| kinds.has(Kinds::of(default))) || k.nullable;
            (!(habit || listed && kind && kept)).then_some((&node.at, default))
        })
    }

    /// The node at a pointer, where a schema stands there.
    pub(crate) fn find(&self, at: &Pointer) -> Option<NodeId> {
        self.nodes.iter().position(|n| n.at == *at).map(NodeId::new)
    }
}

/// What to do with a fault that leaves a type undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Faults {
    /// An error.
    Refuse,
    /// A warning, and any JSON value in its place.
    Untype,
}

impl Faults {
    fn judge(self, d: Diagnostic) -> Diagnostic {
        match self {
            Self::Refuse => d,
            Self::Untype => d.downgraded(),
        }
    }
}

/// Resolves a schema document that stands at `at`; `value` is its root.
pub(crate) fn resolve(value: &Value, at: &Pointer, faults: Faults) -> (SchemaSet, Diagnostics) {
    let mut found = Diagnostics::default();
    let dialect = dialect_of(value, at, faults, &mut found);
    let mut resolver = Resolver::new(Resources::find(value, dialect), at, faults, found);
    for (place, uri) in std::mem::take(&mut resolver.resources.unknown_dialects) {
        resolver.fault(unknown_dialect(&place, uri));
    }
    let root = resolver.visit(Pointer::root(), value);
    resolver.close();
    let object = NodeId::new(resolver.nodes.len());
    let keywords = Keywords { kinds: Some(Kinds::OBJECT), ..Keywords::default() };
    resolver.nodes.push(Node { at: Pointer::root(), schema: Schema::Keywords(Box::new(keywords)) });
    let set = SchemaSet { nodes: resolver.nodes, root, object };
    (set, resolver.found)
}

/// The dialect that a document says it is written in.
fn dialect_of(root: &Value, at: &Pointer, faults: Faults, found: &mut Diagnostics) -> Dialect {
    let place = at.join("$schema");
    match root.get("$schema") {
        None | Some(Value::Null) => Dialect::default(),
        Some(Value::String(uri)) => Dialect::from_uri(uri).unwrap_or_else(|| {
            found.push(faults.judge(unknown_dialect(&place, uri)));
            Dialect::default()
        }),
        Some(_) => {
            found.push(Diagnostic::warning("bad-keyword", &place, "must be a string; ignored"));
            Dialect::default()
        }
    }
}

fn unknown_dialect(at: &Pointer, uri: &str) -> Diagnostic {
    let known = Dialect::ALL.map(Dialect::name).join(", ");
    let message = format!("the dialect \"{uri}\" is not supported");
    Diagnostic::error("unknown-dialect", at, message)
        .with_help(format!("supported: {known}; without `$schema` it is 2020-12"))
}

/// The state of one run of [`resolve`].
struct Resolver<'a> {
    at: &'a Pointer,
    faults: Faults,
    resources: Resources<'a>,
    nodes: Vec<Node>,
    by_pointer: BTreeMap<Pointer, NodeId>,
    pending: Vec<(NodeId, String)>,
    found: Diagnostics,
}

impl<'a> Resolver<'a> {
    fn new(resources: Resources<'a>, at: &'a Pointer, faults: Faults, found: Diagnostics) -> Self {
        Self {
            at,
            faults,
            resources,
            nodes: Vec::new(),
            by_pointer: BTreeMap::new(),
            pending: Vec::new(),
            found,
        }
    }

    /// The node of the schema at `at`, read once.
    fn visit(&mut self, at: Pointer, value: &'a Value) -> NodeId {
        if let Some(id) = self.by_pointer.get(&at) {
            return *id;
        }
        let id = NodeId::new(self.nodes.len());
        self.by_pointer.insert(at.clone(), id);
        self.nodes.push(Node { at: at.clone(), schema: Schema::Any });
        if self.nodes.len() == MOST_NODES {
            self.fault(Diagnostic::error(
                "too-many-schemas",
                &at,
                format!("holds more than {MOST_NODES} subschemas"),
            ));
        }
        if self.nodes.len() < MOST_NODES {
            let schema = self.read(id, &at, value);
            if let Some(node) = self.nodes.get_mut(id.index()) {
                node.schema = schema;
            }
        }
        id
    }

    /// Leads every reference to its target; a target may hold references of its own.
    fn close(&mut self) {
        while let Some((from, reference)) = self.pending.pop() {
            let at = self.node_at(from);
            match self.resources.target(&at, &reference) {
                Ok((target_at, value)) => {
                    let target = self.visit(target_at, value);
                    self.link(from, target);
                }
                Err(Unresolved::MetaSchema) => self.untype(from),
                Err(why) => {
                    self.fault(unresolved(why, &at.join("$ref"), &reference));
                    self.untype(from);
                }
            }
        }
        self.refuse_circles();
    }

    fn node_at(&self, id: NodeId) -> Pointer {
        self.nodes.get(id.index()).map(|n| n.at.clone()).unwrap_or_default()
    }

    fn link(&mut self, from: NodeId, target: NodeId) {
        if let Some(Node { schema: Schema::Keywords(k), .. }) = self.nodes.get_mut(from.index()) {
            k.reference = Some(target);
        }
    }

    /// In the lenient mode, a place whose reference has no target may be anything.
    fn untype(&mut self, id: NodeId) {
        if let Some(Node { schema: Schema::Keywords(k), .. }) = self.nodes.get_mut(id.index()) {
            k.untypeable = Some("$ref");
        }
    }

    /// A reference that leads through references alone back to itself means nothing.
    fn refuse_circles(&mut self) {
        let mut walked = vec![false; self.nodes.len()];
        for start in 0..self.nodes.len() {
            let mut path = BTreeMap::new();
            let mut here = NodeId::new(start);
            loop {
                if let Some(first) = path.get(&here).copied() {
                    let circle: Vec<NodeId> =
                        path.into_iter().filter(|(_, n)| *n >= first).map(|(id, _)| id).collect();
                    self.refuse_circle(here, &circle);
                    break;
                }
                if walked.get(here.index()).copied().unwrap_or(true) {
                    break;
                }
                if let Some(walked) = walked.get_mut(here.index()) {
                    *walked = true;
                }
                path.insert(here, path.len());
                match self.next_reference(here) {
                    Some(next) => here = next,
                    None => break,
                }
            }
        }
    }

    fn refuse_circle(&mut self, at: NodeId, circle: &[NodeId]) {
        let place = self.node_at(at).join("$ref");
        let message = "this reference leads back to itself and describes nothing";
        self.fault(Diagnostic::error("reference-circle", &place, message));
        circle.iter().for_each(|id| self.unlink(*id));
    }

    fn next_reference(&self, id: NodeId) -> Option<NodeId> {
        match &self.nodes.get(id.index())?.schema {
            Schema::Keywords(k) => k.reference,
            _ => None,
        }
    }

    fn unlink(&mut self, id: NodeId) {
        if let Some(Node { schema: Schema::Keywords(k), .. }) = self.nodes.get_mut(id.index()) {
            k.reference = None;
        }
    }

    fn warn(&mut self, code: &'static str, at: &Pointer, message: impl Into<String>) {
        let at = self.at.append(at.as_str());
        self.found.push(Diagnostic::warning(code, &at, message));
    }

    /// A fault that leaves a type undefined; the pointer in it is relative to this document.
    fn fault(&mut self, d: Diagnostic) {
        let at = self.at.append(d.pointer().map_or("", Pointer::as_str));
        self.found.push(self.faults.judge(d.moved(at)));
    }
}

fn unresolved(why: Unresolved, at: &Pointer, reference: &str) -> Diagnostic {
    let (code, message, help) = match why {
        Unresolved::Outside | Unresolved::MetaSchema => (
            "external-reference",
            format!("\"{reference}\" is outside this schema; nothing is ever fetched"),
            "copy the schema that it names into `$defs` and refer to it there",
        ),
        Unresolved::Missing => (
            "missing-target",
            format!("\"{reference}\" has no target in this schema"),
            "the server's schema is broken: add the definition, or leave the tool out with `--skip-invalid`",
        ),
        Unresolved::NoSchema => (
            "missing-target",
            format!("\"{reference}\" leads to a value that is no schema"),
            "a reference must lead to an object or a boolean",
        ),
    };
    Diagnostic::error(code, at, message).with_help(help)
}

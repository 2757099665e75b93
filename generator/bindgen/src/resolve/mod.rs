//! Resolve: a schema of any dialect becomes a closed set of nodes that refer to each other by id.
//!
//! Dialects, `$defs`/`definitions`, `$anchor` and `$ref` end here. Nothing is ever fetched: a reference that leaves the
//! document is an error.

mod constraints;
mod dialect;
mod keywords;
mod read;

pub(crate) use dialect::Dialect;
pub(crate) use keywords::{Check, Group, Keywords, Kinds, Node, NodeId, Number, Schema, key};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::pointer::{Pointer, percent_decode, unescape};
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

/// Resolves a schema document that stands at `at`; `value` is its root.
pub(crate) fn resolve(value: &Value, at: &Pointer, faults: Faults) -> (SchemaSet, Diagnostics) {
    let mut resolver = Resolver::new(value, at, faults);
    resolver.dialect = resolver.find_dialect();
    let root = resolver.visit(Pointer::root(), value);
    resolver.close();
    let object = NodeId::new(resolver.nodes.len());
    let keywords = Keywords { kinds: Some(Kinds::OBJECT), ..Keywords::default() };
    resolver.nodes.push(Node { at: Pointer::root(), schema: Schema::Keywords(Box::new(keywords)) });
    let set = SchemaSet { nodes: resolver.nodes, root, object };
    (set, resolver.found)
}

/// The state of one run of [`resolve`].
struct Resolver<'a> {
    root: &'a Value,
    at: &'a Pointer,
    faults: Faults,
    dialect: Dialect,
    base: Option<&'a str>,
    nodes: Vec<Node>,
    by_pointer: BTreeMap<Pointer, NodeId>,
    anchors: BTreeMap<&'a str, (Pointer, &'a Value)>,
    /// Schemas with an `$id` of their own inside the document.
    embedded: Vec<Pointer>,
    pending: Vec<(NodeId, String)>,
    found: Diagnostics,
}

impl<'a> Resolver<'a> {
    fn new(root: &'a Value, at: &'a Pointer, faults: Faults) -> Self {
        let base = root.get("$id").or_else(|| root.get("id")).and_then(Value::as_str);
        Self {
            root,
            at,
            faults,
            dialect: Dialect::default(),
            base: base.filter(|b| !b.starts_with('#')),
            nodes: Vec::new(),
            by_pointer: BTreeMap::new(),
            anchors: BTreeMap::new(),
            embedded: Vec::new(),
            pending: Vec::new(),
            found: Diagnostics::default(),
        }
    }

    fn find_dialect(&mut self) -> Dialect {
        match self.root.get("$schema") {
            None | Some(Value::Null) => Dialect::default(),
            Some(Value::String(uri)) => Dialect::from_uri(uri).unwrap_or_else(|| {
                let known = Dialect::ALL.map(Dialect::name).join(", ");
                self.fault(
                    Diagnostic::error(
                        "unknown-dialect",
                        &Pointer::root().join("$schema"),
                        format!("the dialect \"{uri}\" is not supported"),
                    )
                    .with_help(format!("supported: {known}; without `$schema` it is 2020-12")),
                );
                Dialect::default()
            }),
            Some(_) => {
                self.warn(
                    "bad-keyword",
                    &Pointer::root().join("$schema"),
                    "must be a string; ignored",
                );
                Dialect::default()
            }
        }
    }

    /// A name given by `$anchor` (2019-09 on) or `$id: "#name"` (before). The first in the order of the walk counts.
    fn note_anchor(&mut self, at: &Pointer, value: &'a Value) {
        let text = |keyword| value.get(keyword).and_then(Value::as_str);
        let by_id = text("$id").or_else(|| text("id")).and_then(|id| id.strip_prefix('#'));
        if let Some(name) = text("$anchor").or(by_id).filter(|n| !n.is_empty()) {
            self.anchors.entry(name).or_insert((at.clone(), value));
        }
        if text("$id").is_some_and(|id| !id.starts_with('#')) && *at != Pointer::ROOT {
            self.embedded.push(at.clone());
        }
    }

    /// The node of the schema at `at`, read once.
    fn visit(&mut self, at: Pointer, value: &'a Value) -> NodeId {
        if let Some(id) = self.by_pointer.get(&at) {
            return *id;
        }
        let id = NodeId::new(self.nodes.len());
        self.by_pointer.insert(at.clone(), id);
        self.note_anchor(&at, value);
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
            let at = self.node_at(from).join("$ref");
            let inside = |outer: &Pointer| {
                at.as_str().strip_prefix(outer.as_str()).is_some_and(|t| t.starts_with('/'))
            };
            let target = if self.embedded.iter().any(inside) {
                Err(Unresolved::Embedded)
            } else {
                self.target(&reference)
            };
            match target {
                Ok((target_at, value)) => {
                    let target = self.visit(target_at, value);
                    self.link(from, target);
                }
                Err(fault) => {
                    self.fault(fault.at(&at, &reference));
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

    fn target(&self, reference: &str) -> Result<(Pointer, &'a Value), Unresolved> {
        let (base, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        if !(base.is_empty() || Some(base) == self.base.map(|b| b.trim_end_matches('#'))) {
            return Err(Unresolved::Outside);
        }
        let fragment = percent_decode(fragment);
        if fragment.is_empty() {
            return Ok((Pointer::root(), self.root));
        }
        if !fragment.starts_with('/') {
            let (at, value) = self.anchors.get(fragment.as_str()).ok_or(Unresolved::Missing)?;
            return Ok((at.clone(), value));
        }
        let mut at = Pointer::root();
        let mut value = self.root;
        for segment in fragment.split('/').skip(1) {
            let name = unescape(segment);
            let next = match value {
                Value::Object(members) => members.get(&name),
                Value::Array(items) => name.parse::<usize>().ok().and_then(|i| items.get(i)),
                _ => None,
            };
            value = next.ok_or(Unresolved::Missing)?;
            at = at.join(name);
        }
        match value {
            Value::Object(_) | Value::Bool(_) => Ok((at, value)),
            _ => Err(Unresolved::NoSchema),
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
        let d = d.moved(at);
        self.found.push(match self.faults {
            Faults::Refuse => d,
            Faults::Untype => d.downgraded(),
        });
    }
}

/// Why a reference has no target.
enum Unresolved {
    Outside,
    Missing,
    NoSchema,
    Embedded,
}

impl Unresolved {
    fn at(&self, at: &Pointer, reference: &str) -> Diagnostic {
        let (code, message, help) = match self {
            Self::Outside => (
                "external-reference",
                format!("\"{reference}\" is outside this schema; nothing is ever fetched"),
                "copy the schema that it names into `$defs` and refer to it there",
            ),
            Self::Missing => (
                "missing-target",
                format!("\"{reference}\" has no target in this schema"),
                "the server's schema is broken: add the definition, or leave the tool out with `--skip-invalid`",
            ),
            Self::Embedded => (
                "embedded-schema",
                format!(
                    "\"{reference}\" stands in a schema with an `$id` of its own, which changes what it means"
                ),
                "drop the inner `$id`, or move that schema into `$defs` without it",
            ),
            Self::NoSchema => (
                "missing-target",
                format!("\"{reference}\" leads to a value that is no schema"),
                "a reference must lead to an object or a boolean",
            ),
        };
        Diagnostic::error(code, at, message).with_help(help)
    }
}

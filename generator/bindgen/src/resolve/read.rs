//! Reads the keywords of one schema object; defects that have one sensible reading are warned about and read so.

use super::keywords::{Group, Keywords, Kinds, NodeId, Schema};
use super::{Dialect, Resolver};
use crate::diagnostic::Diagnostic;
use crate::load::kind;
use crate::pointer::Pointer;
use crate::text::{is_hidden, nearest};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Keywords whose `null` is data.
const DATA: [&str; 5] = ["const", "enum", "default", "examples", "example"];

impl<'a> Resolver<'a> {
    pub(super) fn read(&mut self, id: NodeId, at: &Pointer, value: &'a Value) -> Schema {
        let members = match value {
            Value::Bool(true) => return Schema::Any,
            Value::Bool(false) => return Schema::Never,
            Value::Object(members) => members,
            Value::Null => {
                self.warn(
                    "null-keyword",
                    at,
                    "a schema must not be null; read as one that allows everything",
                );
                return Schema::Any;
            }
            other => {
                self.fault(Diagnostic::error(
                    "bad-schema",
                    at,
                    format!("a schema must be an object or a boolean, is {}", kind(other)),
                ));
                return Schema::Any;
            }
        };
        let dialect = self.resources.dialect(at);
        let mut reader = Reader { resolver: self, dialect, at, members, out: Keywords::default() };
        reader.definitions();
        let hides = dialect.reference_hides_siblings();
        if !(reader.reference(id) && hides) {
            reader.everything();
        }
        reader.annotations();
        let out = reader.out;
        Schema::Keywords(Box::new(out))
    }
}

/// One schema object being read.
pub(super) struct Reader<'r, 'a> {
    pub(super) resolver: &'r mut Resolver<'a>,
    pub(super) dialect: Dialect,
    pub(super) at: &'r Pointer,
    pub(super) members: &'a Map<String, Value>,
    pub(super) out: Keywords,
}

impl<'a> Reader<'_, 'a> {
    fn everything(&mut self) {
        self.kinds();
        self.values();
        self.properties();
        self.required();
        self.items();
        self.compositions();
        self.number_bounds();
        self.lengths();
        self.others();
    }

    /// A keyword's value; `null` where it is no data counts as absent.
    pub(super) fn get(&mut self, keyword: &str) -> Option<&'a Value> {
        let value = self.members.get(keyword)?;
        if value.is_null() && !DATA.contains(&keyword) {
            self.warn("null-keyword", keyword, "is null; read as absent");
            return None;
        }
        if !self.dialect.knows(keyword) {
            // Servers use newer keywords under an older `$schema` all the time; their meaning is not in doubt.
            let dialect = self.dialect.name();
            self.warn(
                "later-keyword",
                keyword,
                format!("is no keyword of {dialect}; read as in 2020-12"),
            );
        }
        Some(value)
    }

    pub(super) fn warn(&mut self, code: &'static str, keyword: &str, message: impl Into<String>) {
        let at = self.at.join(keyword);
        self.resolver.warn(code, &at, message);
    }

    fn fault(&mut self, at: &Pointer, message: impl Into<String>) {
        self.resolver.fault(Diagnostic::error("bad-keyword", at, message));
    }

    fn child(&mut self, keyword: &str, value: &'a Value) -> NodeId {
        let at = self.at.join(keyword);
        self.resolver.visit(at, value)
    }

    /// Definitions are nodes of their own, read even when nothing refers to them, so that their faults show.
    fn definitions(&mut self) {
        for keyword in ["$defs", "definitions"] {
            let Some(Value::Object(members)) = self.members.get(keyword) else { continue };
            let at = self.at.join(keyword);
            for (name, value) in sorted(members) {
                if matches!(value, Value::Object(_) | Value::Bool(_)) {
                    self.resolver.visit(at.join(name), value);
                }
            }
        }
    }

    fn reference(&mut self, id: NodeId) -> bool {
        for dynamic in ["$dynamicRef", "$recursiveRef"] {
            if self.members.contains_key(dynamic) {
                self.out.untypeable =
                    Some(if dynamic == "$dynamicRef" { "$dynamicRef" } else { "$recursiveRef" });
            }
        }
        match self.get("$ref") {
            Some(Value::String(reference)) => {
                self.resolver.pending.push((id, reference.clone()));
                true
            }
            Some(other) => {
                let at = self.at.join("$ref");
                self.fault(&at, format!("must be a string, is {}", kind(other)));
                false
            }
            None => false,
        }
    }

    fn kinds(&mut self) {
        let at = self.at.join("type");
        self.out.kinds = match self.get("type") {
            None => None,
            Some(Value::String(name)) => Some(self.kind_named(name, &at)),
            Some(Value::Array(names)) if names.is_empty() => {
                self.warn("bad-keyword", "type", "is an empty list; read as absent");
                None
            }
            Some(Value::Array(names)) => {
                let mut kinds = Kinds::NONE;
                for (i, name) in names.iter().enumerate() {
                    let at = at.join(i);
                    kinds = kinds.or(match name {
                        Value::String(name) => self.kind_named(name, &at),
                        other => self.no_kind(other, &at),
                    });
                }
                Some(kinds)
            }
            Some(other) => Some(self.no_kind(other, &at)),
        };
        self.out.nullable = self.members.get("nullable").and_then(Value::as_bool) == Some(true);
    }

    fn kind_named(&mut self, name: &str, at: &Pointer) -> Kinds {
        Kinds::by_name(name).unwrap_or_else(|| {
            let known = Kinds::NAMES.map(|(n, _)| n);
            let help = match nearest(&name.to_lowercase(), known) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => format!("known: {}; leave `type` out to allow any value", known.join(", ")),
            };
            self.resolver.fault(
                Diagnostic::error("unknown-type", at, format!("\"{name}\" is no JSON Schema type"))
                    .with_help(help),
            );
            self.out.untypeable = Some("type");
            Kinds::ALL
        })
    }

    fn no_kind(&mut self, value: &Value, at: &Pointer) -> Kinds {
        self.fault(
            at,
            format!("must be a type name or a list of them, is {} ({value})", kind(value)),
        );
        self.out.untypeable = Some("type");
        Kinds::ALL
    }

    fn values(&mut self) {
        match self.get("enum") {
            None => {}
            Some(Value::Array(values)) => {
                if values.is_empty() {
                    self.warn("empty-enum", "enum", "is empty: no value is allowed");
                }
                self.out.values = Some(values.clone());
            }
            Some(Value::Null) => self.warn("null-keyword", "enum", "is null; read as absent"),
            Some(other) => {
                let at = self.at.join("enum");
                self.fault(&at, format!("must be an array, is {}", kind(other)));
            }
        }
        if let Some(value) = self.get("const") {
            let own = super::key(value);
            let allowed =
                self.out.values.take().is_none_or(|all| all.iter().any(|v| super::key(v) == own));
            self.out.values = Some(if allowed { vec![value.clone()] } else { Vec::new() });
        }
    }

    fn properties(&mut self) {
        if let Some(value) = self.get("properties") {
            let members = self.map("properties", value);
            for (name, value) in sorted(members) {
                let at = self.at.join("properties").join(name);
                if name.chars().any(is_hidden) {
                    self.resolver.warn(
                        "hidden-characters",
                        &at,
                        format!("member name \"{name}\" holds invisible or reordering characters"),
                    );
                }
                if value.get("required").and_then(Value::as_bool) == Some(true) {
                    self.out.required.push(name.clone());
                }
                let id = self.resolver.visit(at, value);
                self.out.properties.insert(name.clone(), id);
            }
        }
        if let Some(value) = self.get("patternProperties") {
            let members = self.map("patternProperties", value);
            for (pattern, value) in sorted(members) {
                let at = self.at.join("patternProperties").join(pattern);
                let id = self.resolver.visit(at, value);
                self.out.pattern_properties.insert(pattern.clone(), id);
            }
        }
        self.out.additional = self.subschema("additionalProperties");
        self.out.unevaluated_properties = self.subschema("unevaluatedProperties");
    }

    /// An object of schemas; the empty array that PHP servers write for an empty object is read as one.
    fn map(&mut self, keyword: &str, value: &'a Value) -> &'a Map<String, Value> {
        static EMPTY: std::sync::LazyLock<Map<String, Value>> = std::sync::LazyLock::new(Map::new);
        match value {
            Value::Object(members) => members,
            Value::Array(items) if items.is_empty() => {
                self.warn(
                    "empty-array",
                    keyword,
                    "is an empty array where an object must stand; read as an empty object",
                );
                &EMPTY
            }
            other => {
                let at = self.at.join(keyword);
                self.fault(&at, format!("must be an object, is {}", kind(other)));
                &EMPTY
            }
        }
    }

    pub(super) fn subschema(&mut self, keyword: &'static str) -> Option<NodeId> {
        match self.get(keyword)? {
            value @ (Value::Object(_) | Value::Bool(_)) => Some(self.child(keyword, value)),
            other => {
                let at = self.at.join(keyword);
                self.fault(&at, format!("must be a schema, is {}", kind(other)));
                None
            }
        }
    }

    fn required(&mut self) {
        let Some(value) = self.get("required") else { return };
        let Value::Array(names) = value else {
            let message = match value {
                Value::Bool(true) => {
                    "is a boolean (draft-03); read as: the object that holds this member requires it"
                }
                Value::Bool(false) => "is a boolean (draft-03); ignored",
                _ => "must be an array of member names; ignored",
            };
            self.warn("bad-required", "required", message);
            return;
        };
        let mut seen: BTreeSet<String> = self.out.required.iter().cloned().collect();
        for (i, name) in names.iter().enumerate() {
            let Value::String(name) = name else {
                let at = self.at.join("required").join(i);
                self.fault(&at, format!("must be a member name, is {}", kind(name)));
                continue;
            };
            if seen.insert(name.clone()) {
                self.out.required.push(name.clone());
            }
            let declared =
                !self.out.properties.is_empty() || self.members.contains_key("properties");
            if declared && !self.out.properties.contains_key(name) && !self.composed() {
                let at = self.at.join("required").join(i);
                self.resolver.warn("undeclared-required", &at, format!("\"{name}\" is required but not declared in `properties`; it may be any value"));
            }
        }
    }

    /// Whether members may be declared elsewhere.
    fn composed(&self) -> bool {
        ["allOf", "anyOf", "oneOf", "$ref", "patternProperties"]
            .iter()
            .any(|k| self.members.contains_key(*k))
    }

    fn items(&mut self) {
        if let Some(value) = self.get("prefixItems") {
            self.out.prefix_items = self.list("prefixItems", value);
        }
        match self.get("items") {
            Some(value @ Value::Array(_)) => {
                if !self.dialect.items_may_be_a_list() {
                    self.warn(
                        "items-list",
                        "items",
                        "is an array (before 2020-12); read as `prefixItems`",
                    );
                }
                self.out.prefix_items = self.list("items", value);
                self.out.items = self.subschema("additionalItems");
            }
            Some(_) => self.out.items = self.subschema("items"),
            None => {}
        }
    }

    fn compositions(&mut self) {
        if let Some(value) = self.get("allOf") {
            self.out.all_of = self.list("allOf", value);
        }
        for keyword in ["anyOf", "oneOf"] {
            let Some(value) = self.get(keyword) else { continue };
            let branches = self.list(keyword, value);
            if !branches.is_empty() {
                let keyword = if keyword == "anyOf" { "anyOf" } else { "oneOf" };
                self.out.groups.push(Group { keyword, branches });
            }
        }
    }

    fn list(&mut self, keyword: &str, value: &'a Value) -> Vec<NodeId> {
        let at = self.at.join(keyword);
        match value {
            Value::Array(items) => {
                if items.is_empty() && keyword != "items" && keyword != "prefixItems" {
                    self.warn("bad-keyword", keyword, "is empty; ignored");
                }
                items.iter().enumerate().map(|(i, v)| self.resolver.visit(at.join(i), v)).collect()
            }
            other => {
                self.fault(&at, format!("must be an array of schemas, is {}", kind(other)));
                Vec::new()
            }
        }
    }

    fn annotations(&mut self) {
        let text = |name: &str| self.members.get(name).and_then(Value::as_str).map(str::to_owned);
        self.out.format = text("format");
        self.out.title = text("title");
        self.out.description = text("description");
        self.out.default = self.members.get("default").cloned();
        self.out.deprecated = self.members.get("deprecated").and_then(Value::as_bool) == Some(true);
    }
}

/// An object's members by name: nothing here depends on the order that a parser keeps.
pub(super) fn sorted(members: &Map<String, Value>) -> Vec<(&String, &Value)> {
    let mut all: Vec<_> = members.iter().collect();
    all.sort_by_key(|(name, _)| *name);
    all
}

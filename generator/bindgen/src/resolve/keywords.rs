//! What a schema says, with its dialect's spelling left behind.

use crate::load::canonical;
use crate::pointer::Pointer;
use serde_json::Value;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

/// A node of a [`super::SchemaSet`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NodeId(u32);

impl NodeId {
    pub(super) fn new(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A schema and where it stands in its document.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) at: Pointer,
    pub(crate) schema: Schema,
}

impl Node {
    pub(super) const ANY: Self = Self { at: Pointer::ROOT, schema: Schema::Any };
}

/// `true`, `false`, or keywords.
#[derive(Debug)]
pub(crate) enum Schema {
    Any,
    Never,
    Keywords(Box<Keywords>),
}

/// The kinds of JSON values, as a set; `number` is the integers and the rest of the numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Kinds(u8);

impl Kinds {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const NULL: Self = Self(1);
    pub(crate) const BOOLEAN: Self = Self(2);
    pub(crate) const INTEGER: Self = Self(4);
    const FRACTION: Self = Self(8);
    pub(crate) const NUMBER: Self = Self(12);
    pub(crate) const STRING: Self = Self(16);
    pub(crate) const ARRAY: Self = Self(32);
    pub(crate) const OBJECT: Self = Self(64);
    pub(crate) const ALL: Self = Self(127);

    pub(crate) const NAMES: [(&'static str, Self); 7] = [
        ("null", Self::NULL),
        ("boolean", Self::BOOLEAN),
        ("integer", Self::INTEGER),
        ("number", Self::NUMBER),
        ("string", Self::STRING),
        ("array", Self::ARRAY),
        ("object", Self::OBJECT),
    ];

    pub(crate) fn by_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(n, _)| *n == name).map(|(_, k)| *k)
    }

    /// The kind of a value; 1.0 is an integer.
    pub(crate) fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::NULL,
            Value::Bool(_) => Self::BOOLEAN,
            Value::Number(n) if n.is_i64() || n.is_u64() => Self::INTEGER,
            Value::Number(n) if n.as_f64().is_some_and(|f| f.fract() == 0.0) => Self::INTEGER,
            Value::Number(_) => Self::FRACTION,
            Value::String(_) => Self::STRING,
            Value::Array(_) => Self::ARRAY,
            Value::Object(_) => Self::OBJECT,
        }
    }

    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    pub(crate) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(crate) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(crate) fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// One by one, an integer not named beside a number that holds it.
    pub(crate) fn each(self) -> impl Iterator<Item = (&'static str, Self)> {
        Self::NAMES.into_iter().filter(move |(name, k)| {
            self.has(*k) && !(*name == "integer" && self.has(Self::NUMBER))
        })
    }
}

impl fmt::Debug for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.each().map(|(n, _)| n)).finish()
    }
}

/// A number of a schema, exact as JSON text says it within 64 bits, else as a double.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Number {
    Integer(i128),
    Float(f64),
}

impl Number {
    pub(crate) fn read(value: &Value) -> Option<Self> {
        let Value::Number(n) = value else { return None };
        if let Some(i) = n.as_i64() {
            return Some(Self::Integer(i.into()));
        }
        if let Some(u) = n.as_u64() {
            return Some(Self::Integer(u.into()));
        }
        let f = n.as_f64().filter(|f| f.is_finite())?;
        Some(if f.fract() == 0.0 && f.abs() < 1e30 {
            Self::Integer(f as i128)
        } else {
            Self::Float(f)
        })
    }

    /// The order of two numbers, exact where both are integers.
    fn compare(self, other: Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Integer(a), Self::Integer(b)) => Some(a.cmp(&b)),
            (a, b) => a.as_f64().partial_cmp(&b.as_f64()),
        }
    }

    pub(crate) fn as_f64(self) -> f64 {
        match self {
            Self::Integer(i) => i as f64,
            Self::Float(f) => f,
        }
    }
}

/// A text that is the same for values that JSON Schema calls equal: 1 is 1.0.
pub(crate) fn key(value: &Value) -> String {
    match Number::read(value) {
        Some(n) => format!("{n:?}"),
        None => canonical(value),
    }
}

/// A constraint on a value, checked by `validate()`; each is a function of the runtime, named after its keyword.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Check {
    Minimum(Number),
    Maximum(Number),
    ExclusiveMinimum(Number),
    ExclusiveMaximum(Number),
    MultipleOf(Number),
    MinLength(u64),
    MaxLength(u64),
    Pattern(String),
    MinItems(u64),
    MaxItems(u64),
    UniqueItems,
    MinProperties(u64),
    MaxProperties(u64),
}

impl Check {
    /// The JSON Schema keyword.
    pub(crate) fn keyword(&self) -> &'static str {
        match self {
            Self::Minimum(_) => "minimum",
            Self::Maximum(_) => "maximum",
            Self::ExclusiveMinimum(_) => "exclusiveMinimum",
            Self::ExclusiveMaximum(_) => "exclusiveMaximum",
            Self::MultipleOf(_) => "multipleOf",
            Self::MinLength(_) => "minLength",
            Self::MaxLength(_) => "maxLength",
            Self::Pattern(_) => "pattern",
            Self::MinItems(_) => "minItems",
            Self::MaxItems(_) => "maxItems",
            Self::UniqueItems => "uniqueItems",
            Self::MinProperties(_) => "minProperties",
            Self::MaxProperties(_) => "maxProperties",
        }
    }

    /// The kinds of values that it says something about.
    pub(crate) fn kinds(&self) -> Kinds {
        match self {
            Self::Minimum(_)
            | Self::Maximum(_)
            | Self::ExclusiveMinimum(_)
            | Self::ExclusiveMaximum(_)
            | Self::MultipleOf(_) => Kinds::NUMBER,
            Self::MinLength(_) | Self::MaxLength(_) | Self::Pattern(_) => Kinds::STRING,
            Self::MinItems(_) | Self::MaxItems(_) | Self::UniqueItems => Kinds::ARRAY,
            Self::MinProperties(_) | Self::MaxProperties(_) => Kinds::OBJECT,
        }
    }
}

impl Check {
    /// Whether a value of the schema's own text keeps it; a pattern and a divisor are taken to be kept.
    pub(crate) fn allows(&self, value: &Value) -> bool {
        let number = Number::read(value);
        let holds = |test: fn(Ordering) -> bool, bound: &Number| {
            number.and_then(|n| n.compare(*bound)).is_none_or(test)
        };
        let length = value.as_str().map(|s| s.chars().count() as u64);
        let items = value.as_array().map(|a| a.len() as u64);
        let members = value.as_object().map(|o| o.len() as u64);
        match self {
            Self::Minimum(bound) => holds(Ordering::is_ge, bound),
            Self::Maximum(bound) => holds(Ordering::is_le, bound),
            Self::ExclusiveMinimum(bound) => holds(Ordering::is_gt, bound),
            Self::ExclusiveMaximum(bound) => holds(Ordering::is_lt, bound),
            Self::MinLength(least) => length.is_none_or(|n| n >= *least),
            Self::MaxLength(most) => length.is_none_or(|n| n <= *most),
            Self::MinItems(least) => items.is_none_or(|n| n >= *least),
            Self::MaxItems(most) => items.is_none_or(|n| n <= *most),
            Self::MinProperties(least) => members.is_none_or(|n| n >= *least),
            Self::MaxProperties(most) => members.is_none_or(|n| n <= *most),
            Self::MultipleOf(_) | Self::Pattern(_) | Self::UniqueItems => true,
        }
    }
}

/// `anyOf` or `oneOf`.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) keyword: &'static str,
    pub(crate) branches: Vec<NodeId>,
}

/// The keywords of one schema object, spelt as 2020-12 spells them.
#[derive(Debug, Default)]
pub(crate) struct Keywords {
    pub(crate) kinds: Option<Kinds>,
    pub(crate) nullable: bool,
    pub(crate) reference: Option<NodeId>,
    pub(crate) all_of: Vec<NodeId>,
    pub(crate) groups: Vec<Group>,
    pub(crate) values: Option<Vec<Value>>,
    pub(crate) properties: BTreeMap<String, NodeId>,
    pub(crate) required: Vec<String>,
    pub(crate) additional: Option<NodeId>,
    pub(crate) unevaluated_properties: Option<NodeId>,
    pub(crate) pattern_properties: BTreeMap<String, NodeId>,
    pub(crate) prefix_items: Vec<NodeId>,
    pub(crate) items: Option<NodeId>,
    pub(crate) checks: Vec<Check>,
    /// Keywords that constrain but are not typed and not checked: told in the loss report.
    pub(crate) unchecked: Vec<&'static str>,
    /// Keywords without which the type is unknown (`$dynamicRef`).
    pub(crate) untypeable: Option<&'static str>,
    pub(crate) format: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) default: Option<Value>,
    pub(crate) deprecated: bool,
}

//! The model: what a schema means, dialect-free, by wire names alone.
//!
//! After [`crate::analyse`] no `serde_json::Value` travels except as literal data.

use crate::overrides::{Additions, Spot};
use crate::pointer::Pointer;
use crate::resolve::{Check, Number};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A type of a [`Model`] that gets a Rust item of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct TypeId(pub(crate) usize);

/// The types of one scope (a tool, or a protocol revision), and what they lose.
#[derive(Debug, Default)]
pub(crate) struct Model {
    pub(crate) types: Vec<Type>,
    pub(crate) losses: Vec<Loss>,
    /// How many members the schemas declare, and how many of them are typed.
    pub(crate) properties: usize,
    pub(crate) typed: usize,
}

impl Model {
    pub(crate) fn get(&self, id: TypeId) -> Option<&Type> {
        self.types.get(id.0)
    }

    /// The types that the roots lead to; a branch that was merged away leaves none behind.
    pub(crate) fn reached<'u>(&self, roots: impl Iterator<Item = &'u Use>) -> BTreeSet<TypeId> {
        let mut seen = BTreeSet::new();
        let mut queue: Vec<TypeId> = Vec::new();
        roots.for_each(|root| root.shape.named(&mut queue));
        while let Some(id) = queue.pop() {
            if seen.insert(id) {
                if let Some(t) = self.get(id) {
                    t.body.named(&mut queue);
                }
            }
        }
        seen
    }
}

impl Shape {
    /// The named types in it.
    fn named(&self, out: &mut Vec<TypeId>) {
        match self {
            Self::Named(id) => out.push(*id),
            Self::Array(of) | Self::Map(of) => of.shape.named(out),
            _ => {}
        }
    }
}

impl Body {
    /// The named types in it.
    fn named(&self, out: &mut Vec<TypeId>) {
        match self {
            Self::Open | Self::StringEnum(_) | Self::ValueEnum(_) => {}
            Self::Record(record) => {
                record.members.iter().for_each(|m| m.of.shape.named(out));
                if let Rest::Of(of) = &record.rest {
                    of.shape.named(out);
                }
            }
            Self::Union(union) => union.variants.iter().for_each(|v| v.of.shape.named(out)),
            Self::Tuple(tuple) => {
                tuple.items.iter().chain(&tuple.rest).for_each(|of| of.shape.named(out));
            }
            Self::Alias(of) => of.shape.named(out),
        }
    }
}

/// What a construct could not be turned into.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Loss {
    /// The schema's place in the manifest.
    pub pointer: Pointer,
    /// What is lost.
    pub kind: LossKind,
    /// Why, for a reader.
    pub reason: String,
}

impl Loss {
    /// A constraint, as a sentence names it, that is left to whole schemas.
    pub(crate) fn deferred(pointer: Pointer, what: impl std::fmt::Display) -> Self {
        let reason = format!("{what} is checked only with the feature `validate`");
        Self { pointer, kind: LossKind::Deferred, reason }
    }
}

/// What a [`Loss`] costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LossKind {
    /// The value is any JSON value in Rust.
    Untyped,
    /// A constraint that no wire table holds: checked on the verbatim schema, by the runtime's feature `validate` alone.
    Deferred,
}

impl LossKind {
    /// `untyped` or `deferred`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Untyped => "untyped",
            Self::Deferred => "deferred",
        }
    }
}

/// Text that becomes rustdoc.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Docs {
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) deprecated: bool,
}

/// A named type: where its name comes from, its docs, its shape.
#[derive(Clone, Debug)]
pub(crate) struct Type {
    pub(crate) name: NamePath,
    /// The schema that it comes from, in the manifest.
    pub(crate) at: Pointer,
    pub(crate) docs: Docs,
    pub(crate) body: Body,
    /// Where one type stands for several places: the names that they have.
    pub(crate) shared_by: BTreeSet<String>,
    /// What a user wants of its item.
    pub(crate) custom: Custom,
}

/// What a user wants of a type's item.
#[derive(Clone, Debug, Default)]
pub(crate) struct Custom {
    pub(crate) name: Option<String>,
    /// Names of variants, by value.
    pub(crate) variants: BTreeMap<String, String>,
    pub(crate) additions: Additions,
}

/// Where a type's name comes from: wire names from the outside in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NamePath(pub(crate) Vec<String>);

impl NamePath {
    pub(crate) fn join(&self, segment: &str) -> Self {
        let mut all = self.0.clone();
        all.push(segment.to_owned());
        Self(all)
    }
}

/// A type's content.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    /// Taken, but not yet known (a recursion is being followed).
    Open,
    Record(Record),
    StringEnum(Vec<String>),
    ValueEnum(Vec<Literal>),
    Union(Union),
    Tuple(Tuple),
    /// Another name of a shape, where a recursion was met before the shape was known.
    Alias(Use),
}

/// A use of a type: its shape, whether `null` is allowed as well, and the constraints on the value here.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Use {
    pub(crate) shape: Shape,
    pub(crate) nullable: bool,
    pub(crate) checks: Vec<Constraint>,
}

impl Use {
    pub(crate) fn of(shape: Shape) -> Self {
        Self { shape, nullable: false, checks: Vec::new() }
    }
}

/// A check, and the schema that demands it. Where it stands makes no difference to what it is.
#[derive(Clone, Debug)]
pub(crate) struct Constraint {
    pub(crate) check: Check,
    pub(crate) at: Pointer,
}

impl PartialEq for Constraint {
    fn eq(&self, other: &Self) -> bool {
        self.check == other.check
    }
}

/// A shape that is written in place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    /// Any JSON value.
    Any,
    /// No value at all.
    Never,
    /// `null` alone.
    Null,
    Boolean,
    Integer(Width),
    Number,
    String,
    Array(Box<Use>),
    /// An object whose members all have one type.
    Map(Box<Use>),
    Named(TypeId),
    /// A type that is not generated.
    Foreign(Foreign),
}

/// A type from elsewhere that a user wants in a schema's place.
#[derive(Clone, Debug)]
pub(crate) struct Foreign {
    /// The Rust type, as it is printed.
    pub(crate) path: String,
    /// Where the user says so.
    pub(crate) spot: Spot,
    /// The schema's place in the manifest.
    pub(crate) at: Pointer,
    /// What stands in places that cannot hold it.
    pub(crate) instead: Box<Use>,
    /// Whether it is wanted of a format rather than of this schema.
    pub(crate) by_format: bool,
}

/// Where it stands makes no difference to what it is.
impl PartialEq for Foreign {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

impl Shape {
    /// How many lists and maps it is deep.
    pub(crate) fn written_depth(&self) -> usize {
        match self {
            Self::Array(of) | Self::Map(of) => 1 + of.shape.written_depth(),
            _ => 0,
        }
    }
}

/// The width of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
}

impl Width {
    /// The least and the greatest value.
    pub(crate) fn range(self) -> (i128, i128) {
        match self {
            Self::I8 => (i8::MIN.into(), i8::MAX.into()),
            Self::U8 => (0, u8::MAX.into()),
            Self::I16 => (i16::MIN.into(), i16::MAX.into()),
            Self::U16 => (0, u16::MAX.into()),
            Self::I32 => (i32::MIN.into(), i32::MAX.into()),
            Self::U32 => (0, u32::MAX.into()),
            Self::I64 => (i64::MIN.into(), i64::MAX.into()),
            Self::U64 => (0, u64::MAX.into()),
        }
    }
}

/// A constant that stands in a type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Literal {
    Null,
    Boolean(bool),
    Number(Number),
    String(String),
}

impl Literal {
    pub(crate) fn read(value: &Value) -> Option<Self> {
        match value {
            Value::Null => Some(Self::Null),
            Value::Bool(b) => Some(Self::Boolean(*b)),
            Value::Number(_) => Number::read(value).map(Self::Number),
            Value::String(s) => Some(Self::String(s.clone())),
            Value::Array(_) | Value::Object(_) => None,
        }
    }

    /// How an overrides file names the values of an enum: strings as they are, anything else as JSON, and a string as JSON
    /// too where it would otherwise read like another value.
    pub(crate) fn keys(all: &[Self]) -> Vec<String> {
        let plain: Vec<String> = all.iter().map(Self::key).collect();
        let twin = |key: &String| plain.iter().filter(|other| *other == key).count() > 1;
        let keys = all.iter().zip(&plain).map(|(value, key)| match value {
            Self::String(text) if twin(key) => Value::from(text.as_str()).to_string(),
            _ => key.clone(),
        });
        keys.collect()
    }

    fn key(&self) -> String {
        match self {
            Self::Null => "null".to_owned(),
            Self::Boolean(b) => b.to_string(),
            Self::Number(Number::Integer(i)) => i.to_string(),
            Self::Number(Number::Float(f)) => f.to_string(),
            Self::String(s) => s.clone(),
        }
    }
}

/// An object with declared members.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    /// In the order that `new(..)` and the fields follow: required ones as `required` lists them, then by wire name.
    pub(crate) members: Vec<Member>,
    /// Required members of one allowed value: no field, checked, always written.
    pub(crate) constants: Vec<(String, Literal)>,
    pub(crate) rest: Rest,
}

/// What an object may hold besides its declared members.
#[derive(Clone, Debug, Default)]
pub(crate) enum Rest {
    /// Nothing.
    Closed,
    /// Members of one type.
    Of(Box<Use>),
    /// Anything.
    #[default]
    Any,
}

/// A declared member of a record.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) wire: String,
    /// The schema that it comes from; none where nothing declares it.
    pub(crate) at: Option<Pointer>,
    pub(crate) of: Use,
    pub(crate) required: bool,
    /// The field's name, where a user has chosen it.
    pub(crate) name: Option<String>,
    pub(crate) docs: Docs,
    pub(crate) default: Option<Value>,
}

/// One of several types.
#[derive(Clone, Debug)]
pub(crate) struct Union {
    pub(crate) variants: Vec<Variant>,
    pub(crate) told_by: Discriminator,
    /// The keyword that lists the alternatives: `anyOf`, `oneOf` (no two may hold at once), `type`.
    pub(crate) keyword: &'static str,
}

/// One alternative of a union.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    /// What its name is made of.
    pub(crate) label: String,
    /// Its name, where a user has chosen it.
    pub(crate) name: Option<String>,
    /// Whether the label is a kind of JSON value out of a list of types.
    pub(crate) is_kind: bool,
    pub(crate) of: Use,
    pub(crate) docs: Docs,
}

impl Variant {
    pub(crate) fn new(label: impl Into<String>, of: Use, docs: Docs) -> Self {
        Self { label: label.into(), name: None, is_kind: false, of, docs }
    }
}

/// How the alternatives of a union are told apart; the lists run along its variants.
#[derive(Clone, Debug)]
pub(crate) enum Discriminator {
    /// By the value of a member; `absent` is the variant that lacks it.
    Tag { member: String, values: Vec<Vec<String>>, absent: Option<usize>, open: bool },
    /// By the kind of JSON value.
    Kind(Vec<&'static str>),
    /// By members that are present or have a value; the first whose tests all hold.
    Members(Vec<Vec<Test>>),
    /// By reading the value as each.
    Trial,
    /// Not by the value at all: by the method of the request that it answers.
    Method(Vec<Vec<String>>),
}

/// A test of [`Discriminator::Members`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Test {
    Present(String),
    Equals(String, String),
}

impl Test {
    /// The member that it looks at.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Present(name) | Self::Equals(name, _) => name,
        }
    }
}

/// An array whose items have types of their own.
#[derive(Clone, Debug)]
pub(crate) struct Tuple {
    pub(crate) items: Vec<Use>,
    /// How many of the last items may be missing.
    pub(crate) optional: usize,
    pub(crate) rest: Option<Use>,
}

//! The Rust IR: plain data between deciding and printing.

use crate::model::{Constraint, Literal};
use crate::pointer::Pointer;
use serde_json::Value;

/// A module with its items, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Module {
    /// Empty for the file's own.
    pub(crate) name: String,
    pub(crate) docs: Vec<String>,
    pub(crate) items: Vec<Item>,
}

/// An item with its docs.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) name: String,
    pub(crate) docs: Vec<String>,
    pub(crate) deprecated: bool,
    /// The schema that it comes from, within the tool's entry; none where it comes from several, or from the protocol.
    pub(crate) at: Option<Pointer>,
    /// Constraints on the value as a whole.
    pub(crate) whole: Checks,
    /// Whether the value is checked against a schema of the tool word for word.
    pub(crate) schema: Option<Verbatim>,
    /// Derives besides the usual ones, and whole attributes, as a user wants them.
    pub(crate) derives: Vec<String>,
    pub(crate) attributes: Vec<String>,
    pub(crate) body: ItemBody,
}

impl Item {
    /// An item without constraints as a whole, and with nothing that a user has added.
    pub(crate) fn new(name: impl Into<String>, docs: Vec<String>, body: ItemBody) -> Self {
        Self {
            name: name.into(),
            docs,
            deprecated: false,
            at: None,
            whole: Checks::default(),
            schema: None,
            derives: Vec::new(),
            attributes: Vec::new(),
            body,
        }
    }
}

/// A schema of a tool, as the server wrote it.
#[derive(Clone, Debug)]
pub(crate) enum Verbatim {
    /// The `inputSchema` of the tool of that name.
    Input(String),
    /// The `outputSchema` of the tool of that name.
    Output(String),
    /// An `outputSchema` that a user has supplied: the text of an object that has it.
    Supplied(String),
}

/// What an item is.
#[derive(Clone, Debug)]
pub(crate) enum ItemBody {
    Record(Record),
    StringEnum {
        variants: Vec<(String, String)>,
        open: bool,
    },
    ValueEnum(Vec<(String, Literal)>),
    Union(Union),
    Tuple(Tuple),
    Alias(Type),
    /// A struct around a type that is no item of its own.
    Newtype(Type),
}

/// A struct and its wire table.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) fields: Vec<Field>,
    /// Identifier, wire name, value.
    pub(crate) constants: Vec<(String, String, Literal)>,
    /// The type of an undeclared member; none: closed.
    pub(crate) rest: Option<Type>,
    pub(crate) rest_checks: Checks,
}

/// A field and its row.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    /// The name without the escape of keywords.
    pub(crate) bare: String,
    pub(crate) wire: String,
    pub(crate) docs: Vec<String>,
    pub(crate) deprecated: bool,
    pub(crate) word: Word,
    /// The type of the value, `null` included, absence not.
    pub(crate) ty: Type,
    /// The schema that it comes from, unless that is the record's own `properties`.
    pub(crate) at: Option<Pointer>,
    pub(crate) checks: Checks,
    pub(crate) default: Option<DefaultValue>,
}

/// The presence word of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    Required,
    Optional,
    Lenient,
    /// A lenient list of strings, for which readers take a string too.
    StringList,
    /// Always written, and read as the type's default when it is not there.
    Defaulted,
    /// Required, and read by a serde of its own.
    Foreign,
    ForeignOptional,
}

impl Word {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::Optional => "optional",
            Self::Lenient => "lenient",
            Self::StringList => "string_list",
            Self::Defaulted => "defaulted",
            Self::Foreign => "foreign",
            Self::ForeignOptional => "foreign_optional",
        }
    }

    /// Whether the member is always there, so that the field is no `Option` of its own.
    pub(crate) fn is_required(self) -> bool {
        matches!(self, Self::Required | Self::Defaulted | Self::Foreign)
    }
}

/// A default that has an accessor.
#[derive(Clone, Debug)]
pub(crate) enum DefaultValue {
    Literal(Value),
    /// A variant of a unit enum.
    Variant(Type, String),
}

/// An enum over types.
#[derive(Clone, Debug)]
pub(crate) struct Union {
    pub(crate) variants: Vec<UnionVariant>,
    /// The keyword that lists the alternatives.
    pub(crate) keyword: &'static str,
    pub(crate) told_by: ToldBy,
}

#[derive(Clone, Debug)]
pub(crate) struct UnionVariant {
    pub(crate) name: String,
    pub(crate) docs: Vec<String>,
    pub(crate) ty: Type,
    pub(crate) checks: Checks,
}

/// How a union's table tells its variants apart; lists run along the variants.
#[derive(Clone, Debug)]
pub(crate) enum ToldBy {
    Tag { member: String, values: Vec<Vec<String>>, absent: Option<usize>, open: bool },
    Kind(Vec<&'static str>),
    Members(Vec<Vec<crate::model::Test>>),
    Trial,
    Method(Vec<Vec<String>>),
}

/// A tuple struct.
#[derive(Clone, Debug)]
pub(crate) struct Tuple {
    pub(crate) items: Vec<(Type, Checks)>,
    pub(crate) optional: usize,
    pub(crate) rest: Option<(Type, Checks)>,
}

/// Constraints of a value, with those of its items and members.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Checks {
    pub(crate) own: Vec<Constraint>,
    pub(crate) items: Option<Box<Checks>>,
    pub(crate) values: Option<Box<Checks>>,
    /// Whether the value is an integer in Rust, so that bounds are written as such.
    pub(crate) integer: bool,
}

impl Checks {
    pub(crate) fn is_empty(&self) -> bool {
        self.own.is_empty() && self.items.is_none() && self.values.is_none()
    }
}

/// A Rust type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Bool,
    /// `i64` and its like.
    Integer(&'static str),
    Float,
    String,
    /// Any JSON value.
    Value,
    /// A JSON object as it is.
    JsonMap,
    /// The content blocks of a tool without an output schema.
    Content,
    Never,
    Vec(Box<Type>),
    Map(Box<Type>),
    Option(Box<Type>),
    Box(Box<Type>),
    /// A type from elsewhere, as it is printed.
    Path(String),
    /// A generated item, by its module (empty: the file's own) and name.
    Item {
        module: String,
        name: String,
    },
}

impl Type {
    pub(crate) fn optional(self) -> Self {
        Self::Option(Box::new(self))
    }
}

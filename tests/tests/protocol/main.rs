//! The protocol's types, held against the official schemas and their example messages.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod examples;
mod instance;
mod methods;
mod official;
mod openness;
mod strictness;

/// Reads a value of a type and writes it again, with how it looks to a debugger: `Variant(Type { .. })`.
type Codec = fn(&str) -> Result<Read, mcp_bindings_wire::DecodeError>;

struct Read {
    debug: String,
    text: String,
}

/// A type of a revision, by the name of its definition.
struct ProtocolType {
    revision: &'static str,
    name: &'static str,
    read: Codec,
}

fn read<T>(text: &str) -> Result<Read, mcp_bindings_wire::DecodeError>
where
    T: serde_core::Serialize
        + mcp_bindings_wire::Decode
        + mcp_bindings_wire::Validate
        + std::fmt::Debug,
{
    let value: T = mcp_bindings_wire::from_str(text)?;
    let text = mcp_bindings_wire::to_string(&value).unwrap();
    Ok(Read { debug: format!("{value:?}"), text })
}

macro_rules! protocol_types {
    ($($module:ident $revision:literal [$($name:ident)*])*) => {
        /// Every definition of every revision.
        static TYPES: &[ProtocolType] = &[$($(ProtocolType {
            revision: $revision,
            name: stringify!($name),
            read: read::<mcp_bindgen_protocol::$module::$name>,
        },)*)*];
    };
}
include!(concat!(env!("OUT_DIR"), "/protocol.rs"));

fn named(revision: &str, name: &str) -> &'static ProtocolType {
    let mut all = TYPES.iter();
    all.find(|t| t.revision == revision && t.name == name)
        .unwrap_or_else(|| panic!("{revision} has no type {name}"))
}

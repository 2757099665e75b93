//! Validation: what a type's shape does not say. The path is a list on the stack, so nothing is
//! allocated until something is wrong.
//!
//! Each check a wire table names is one function here, called as its keyword in snake case.
mod at;
mod bounds;
mod collections;
mod decimal;
#[cfg(feature = "validate")]
mod repair;
mod schema;
mod text;
mod validate;
mod violation;
#[cfg(feature = "validate")]
mod whole;

pub use at::At;
pub(crate) use at::collect_direct;
pub use bounds::{exclusive_maximum, exclusive_minimum, maximum, minimum, multiple_of};
pub use collections::{
    Entries, List, each_further, each_item, each_value, max_items, max_properties, min_items,
    min_properties, unique_items,
};
pub use schema::{Compiled, Schema, schema};
pub use text::{Pattern, matches, max_length, min_length, pattern};
pub use validate::{Validate, View};
pub use violation::{ValidationError, Violation};

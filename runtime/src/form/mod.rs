//! Forms that a server has a user fill in: what they look like on the wire, and what fits them.
mod check;
mod date;
mod field;
mod macros;
mod revision;

pub use field::FormField;
#[doc(hidden)]
pub use field::{choice, schema};

pub(crate) use check::{check, fill, keep_known};
pub(crate) use revision::written_for;

use crate::Decode;

/// A form that a user can fill in: a flat record, and the schema that the client shows.
///
/// [`form!`](crate::form!) writes it.
pub trait Form: Decode + Send {
    /// `requestedSchema`: a JSON Schema of type `object` as JSON text, whose properties are strings, numbers, booleans, enums or lists of
    /// enums.
    fn schema() -> String;
}

//! Codec of mcp-bindgen's generated types: wire tables as macros, strict decoding with JSON
//! pointers, validation.
//!
//! A generated type is a plain struct or enum followed by its wire table, a call of one of the
//! macros here: [`record!`], [`string_enum!`], [`value_enum!`], [`union!`], [`tuple!`]. The
//! macro implements [`Decode`], [`Validate`] and serde's `Serialize` and `Deserialize`.
//!
//! ```
//! /// A place.
//! #[derive(Clone, Debug, PartialEq)]
//! pub struct Place {
//!     /// Its name.
//!     pub name: String,
//!     /// Its height, when known.
//!     pub height: Option<f64>,
//! }
//! mcp_bindings_wire::record! { Place {
//!     name: "name" required [min_length(1)],
//!     height: "heightMeters" optional [minimum(0)],
//! } }
//!
//! let place: Place = mcp_bindings_wire::from_str(r#"{"name":"Hill","heightMeters":120}"#)?;
//! assert_eq!(place.height, Some(120.0));
//!
//! let error = mcp_bindings_wire::from_str::<Place>(r#"{"name":7}"#).unwrap_err();
//! assert_eq!(error.pointer(), "/name");
//! # Ok::<(), mcp_bindings_wire::DecodeError>(())
//! ```
//!
//! Time and memory that decoding takes grow with the text, with one exception: a `pattern` with nested repetition can take
//! exponentially long ([`check::pattern`]).
//!
//! This crate knows nothing of the Model Context Protocol; protocol types and the runtime both
//! stand on it, so that neither has to know the other.
pub mod check;
#[doc(hidden)]
#[allow(missing_docs)]
pub mod codec;
mod decode;
mod encode;
mod enums;
mod error;
mod macros;
mod never;
mod number;
mod record;
mod results;
mod scalar;
mod trace;
mod tuple;
mod union;

pub use check::{Schema, Validate, ValidationError, Violation};
pub use decode::{Decode, from_str, from_value};
pub use encode::to_string;
pub use error::DecodeError;
pub use never::Never;
pub use serde_json::{Map, Value};
pub use trace::Trace;

/// What macro output names; no part of the API.
#[doc(hidden)]
pub mod __private {
    pub use crate::codec::{Reading, Writing};
    pub use crate::decode::deserialize;
    pub use crate::enums::{StringEnum, ValueEnum, string_enum, value_enum};
    pub use crate::record::{Record, Table, record, write_record};
    pub use crate::results::{asks_for_input, unknown_method};
    pub use crate::scalar::Scalar;
    pub use crate::tuple::{Elements, Tuple, TuplePlace, check_elements, tuple, writer};
    pub use crate::union::{
        ABSENT, ByKind, ByMembers, ByTrial, Members, Sink, Tagged, Test, Trials, by_kind,
        by_members, by_trial, first, noted, tagged, tagged_into, test_value,
    };
    pub use serde_core as serde;
    pub use serde_json;
}

//! Unions, told apart without a copy where the wire allows it.
mod held;
mod kind;
mod members;
mod replay;
mod tag;
mod trial;

pub use kind::{ByKind, by_kind};
pub(crate) use members::scalar;
pub use members::{ByMembers, Members, Test, by_members, test_value};
pub use tag::{ABSENT, Sink, Tagged, first, tagged, tagged_into};
pub use trial::{ByTrial, Trials, by_trial};

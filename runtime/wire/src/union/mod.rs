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

use crate::Trace;

/// Notes on an error the place of a union's schema, and its keyword where no alternative said what is wrong.
pub fn noted<T, E>(
    read: Result<T, E>,
    at: &mut Trace,
    alternatives: Option<(&'static str, &'static str)>,
) -> Result<T, E> {
    if let (Err(_), Some((place, keyword))) = (&read, alternatives) {
        no_alternative(at, place, keyword);
    }
    read
}

#[cold]
fn no_alternative(at: &mut Trace, place: &'static str, keyword: &'static str) {
    if at.at_the_value() {
        at.broke(keyword);
    }
    at.under(Some(place));
}

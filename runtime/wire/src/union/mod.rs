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
pub use tag::{ABSENT, Tagged, first, tagged};
pub use trial::{ByTrial, Trials, by_trial};

use crate::Trace;

/// Notes the place of a union's schema, and its keyword where no alternative said what is wrong.
#[cold]
pub fn no_alternative(at: &mut Trace, place: &'static str, keyword: &'static str) {
    if at.at_the_value() {
        at.broke(keyword);
    }
    at.under(Some(place));
}

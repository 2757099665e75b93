//! Every manifest of the collection through the generator: how much is typed, and what the output does not depend on.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod manifests;
mod order;
mod outcome;
mod tools;

//! Shared by the tests: a generated module as the generator prints it, and both ends of a connection polled by hand.
#![allow(
    dead_code,
    unused_imports,
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]
pub mod hub;
mod rig;
#[cfg(feature = "http-client")]
pub mod wire;

pub use rig::{Clock, Far, Rig, ServerRig, modern, now, pending, ready};

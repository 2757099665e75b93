//! The judge: what measures generated code, and what is asked of it.

pub mod corpus;
pub mod equal;
pub mod index;
pub mod jury;
pub mod probe;
#[path = "../../../src/random.rs"]
pub mod random;
pub mod suite;
pub mod tally;

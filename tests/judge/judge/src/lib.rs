//! The judge: what measures generated code, and what is asked of it.

pub mod equal;
pub mod index;
pub mod jury;
pub mod suite;
pub mod tally;

//! The judge's bench: what a crate of bindings is measured by, and the reader of what measures it.

pub mod equal;
pub mod subject;
pub mod suite;

//! Whatever the test wrote.
#![deny(warnings)]

pub mod generated;

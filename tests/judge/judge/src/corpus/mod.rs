//! Real servers' tools, judged by probes.

mod effective;
mod run;

pub use run::judge;

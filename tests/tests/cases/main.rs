//! The case bank, compiled: bindings of every case are part of this target, and each case is a test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
// Without the shared folder there is nothing to check.
#![cfg_attr(no_case_bank, allow(dead_code))]

mod case;
mod check;
mod generation;
mod known;

use mcp_bindings::{Decode, ServerDescriptor, Validate};

/// The bindings of one case.
struct Module {
    case: &'static str,
    /// Whether tools that cannot be read were left out.
    lenient: bool,
    server: &'static ServerDescriptor,
    source: &'static str,
    /// `ToolCall` of a name and arguments, and the arguments encoded again.
    call: fn(&str, &str) -> Result<String, mcp_bindings::DecodeError>,
    schemas: &'static [Schema],
}

/// The type of one schema of a case.
struct Schema {
    tool: &'static str,
    /// `inputSchema` or `outputSchema`.
    which: &'static str,
    /// Reads an instance and writes it again.
    encode: fn(&str) -> Result<String, String>,
    /// Reads an instance and checks its constraints.
    validate: fn(&str) -> Result<(), String>,
}

impl Schema {
    const fn new<T: serde_core::Serialize + Decode + Validate>(
        tool: &'static str,
        which: &'static str,
    ) -> Self {
        Self { tool, which, encode: encode::<T>, validate: validate::<T> }
    }
}

fn encode<T: serde_core::Serialize + Decode + Validate>(text: &str) -> Result<String, String> {
    let value: T = mcp_bindings::from_str(text).map_err(|e| e.to_string())?;
    mcp_bindings::to_string(&value).map_err(|e| format!("does not encode: {e}"))
}

fn validate<T: Decode + Validate>(text: &str) -> Result<(), String> {
    let value: T = mcp_bindings::from_str(text).map_err(|e| e.to_string())?;
    value.validate().map_err(|e| e.to_string())
}

macro_rules! case_tests {
    ($($name:ident = $id:literal in $kind:literal,)*) => {
        /// Every case of the bank at the time of the build.
        const CASES: &[&str] = &[$($id),*];
        mod bank {
            $(#[test]
            fn $name() {
                crate::check::case($kind, $id);
            })*
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/cases.rs"));

#[test]
fn the_bank_is_there() {
    if mcp_bindgen_tests::shared::folder().is_some() {
        assert!(CASES.len() >= 50, "only {} cases", CASES.len());
        println!("{} cases, {} modules", CASES.len(), MODULES.len());
    }
}

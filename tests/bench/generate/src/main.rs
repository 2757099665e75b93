//! How fast code is generated: the protocol's types beside typify, and a server's bindings by the number of its tools.
//!
//! The argument is an official `schema.json` of 2026-07-28; without one the structure in this repository serves, which
//! is the same without prose.
mod manifest;
mod protocol;

use measure::Bars;
use std::process::ExitCode;

fn main() -> ExitCode {
    let file = std::env::args().nth(1).map(std::fs::read_to_string);
    let schema = match file.transpose() {
        Ok(text) => text.unwrap_or_else(|| protocol::embedded().structure.to_owned()),
        Err(error) => {
            eprintln!("the schema cannot be read: {error}");
            return ExitCode::from(2);
        }
    };
    let mut bars = Bars::default();
    protocol::compare(&mut bars, &schema);
    manifest::grow(&mut bars);
    bars.verdict()
}

//! Encodes and decodes messages in three ways in one run: by the bindings, by rmcp, by hand-written serde.
//!
//! Prints a table and holds the ratios to their bars; fails when one is not met.
mod blocks;
mod client;
mod hand;
mod messages;
mod peer;
mod record;
mod server;

use measure::{Bars, Case};
use std::process::ExitCode;

mcp_bindings::include_bindings!(pub mod tools);

fn main() -> ExitCode {
    let mut bars = Bars::default();
    client::encode_call(&mut bars);
    client::decode_result(&mut bars);
    client::decode_blocks(&mut bars);
    client::decode_list(&mut bars);
    server::decode_call(&mut bars);
    server::encode_result(&mut bars);
    record::decode(&mut bars);
    blocks::decode(&mut bars);
    bars.verdict()
}

/// The bars of a whole message.
fn hold(bars: &mut Bars, [ours, rmcp, hand]: [Case; 3]) {
    bars.at_least("rmcp / ours", rmcp.time / ours.time, 4.0);
    bars.at_most("ours / hand-written", ours.time / hand.time, 1.5);
}

//! Messages at the client.
use crate::{
    hand, hold, messages, peer,
    tools::{AddNumbers, AddNumbersArgs, Report, Weather},
};
use mcp_bindings::{
    Options, Revision, bench_support as ours, protocol::v2026_07_28::ListToolsResult,
};
use measure::{Bars, Group};
use serde_json::value::{RawValue, to_raw_value};

pub fn args() -> AddNumbersArgs {
    AddNumbersArgs::new(40, 2, "sum of two")
}

/// A call as our client writes it, and the server is given.
pub fn prepared() -> ours::Prepared {
    ours::Prepared::new(Revision::LATEST, &Options::new("bench", "1.0.0"))
}

/// What a client sends with every call, written once.
fn meta() -> Box<RawValue> {
    let meta = hand::Meta {
        version: "2026-07-28",
        client: hand::Implementation { name: "bench", version: "1.0.0" },
        capabilities: hand::Capabilities {},
    };
    to_raw_value(&meta).unwrap()
}

fn by_hand(meta: &RawValue) -> String {
    let arguments = hand::AddArgs { a: 40, b: 2, label: "sum of two".into() };
    let params = hand::CallParams { name: "add_numbers", arguments, meta };
    let request = hand::Request { jsonrpc: "2.0", id: 7, method: "tools/call", params };
    serde_json::to_string(&request).unwrap()
}

pub fn encode_call(bars: &mut Bars) {
    let (args, prepared, info, meta) = (args(), prepared(), peer::client_info(), meta());
    let [ours, rmcp, hand, _] = Group::new("client: encode tools/call")
        .case("ours: typed arguments, checked, encoded", || {
            prepared.encode_call::<AddNumbers>(&args, 7).unwrap()
        })
        .case("rmcp: as its peer builds it, encoded", || peer::encode_call(&info, &args))
        .case("hand-written, _meta encoded once", || by_hand(&meta))
        .case("hand-written, _meta encoded each time", || by_hand(&self::meta()))
        .run();
    hold(bars, [ours, rmcp, hand]);
}

pub fn decode_result(bars: &mut Bars) {
    let text = messages::small_result();
    let [ours, rmcp, hand] = Group::new("client: decode a small result, 1 text block + value")
        .case("ours: typed, checked; the text's copy included", || {
            ours::decode_result::<Weather>(text.clone()).unwrap()
        })
        .case("rmcp: wire path, value typed", || {
            peer::decode_structured::<crate::tools::WeatherOutput>(&text)
        })
        .case("hand-written, two stages", || {
            hand::two_stages::<hand::CallResult<hand::Weather>>(&text)
        })
        .run();
    hold(bars, [ours, rmcp, hand]);
}

pub fn decode_blocks(bars: &mut Bars) {
    for (name, text) in [
        ("client: decode 50 text blocks, tag first", messages::tag_first_result()),
        ("client: decode 50 text blocks, tag last", messages::tag_last_result()),
    ] {
        let [ours, rmcp, hand, _] = Group::new(name)
            .case("ours: typed blocks; the text's copy included", || {
                ours::decode_result::<Report>(text.clone()).unwrap().blocks().unwrap()
            })
            .case("rmcp: wire path", || peer::decode_result(&text))
            .case("hand-written, two stages", || {
                hand::two_stages::<hand::CallResult<hand::Weather>>(&text)
            })
            .case("ours: their text alone", || {
                ours::decode_result::<Report>(text.clone()).unwrap().text()
            })
            .run();
        hold(bars, [ours, rmcp, hand]);
    }
}

pub fn decode_list(bars: &mut Bars) {
    let text = messages::list_result();
    let [ours, rmcp, hand, typed, values] = Group::new("client: decode tools/list, 100 tools")
        .case("ours: as the connection lists them, entries as text", || {
            ours::decode_list(&text).unwrap()
        })
        .case("rmcp: wire path", || peer::decode_list(&text))
        .case("hand-written, two stages, schemas as text", || {
            hand::two_stages::<hand::ListToolsResult<Box<RawValue>>>(&text)
        })
        .case("ours: typed, schemas as values", || {
            mcp_bindings::from_str::<ListToolsResult>(ours::result_of(&text).unwrap()).unwrap()
        })
        .case("hand-written, two stages, schemas as values", || {
            hand::two_stages::<hand::ListToolsResult<serde_json::Value>>(&text)
        })
        .run();
    hold(bars, [ours, rmcp, hand]);
    bars.at_most("ours / hand-written, schemas as values", typed.time / values.time, 1.5);
}

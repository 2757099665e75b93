//! Messages at the server.
use crate::{
    client, hand, hold, peer,
    tools::{AddNumbers, AddNumbersArgs, AddNumbersOutput},
};
use mcp_bindings::bench_support as ours;
use measure::{Bars, Group};
use serde_json::value::RawValue;
use std::hint::black_box;

pub fn decode_call(bars: &mut Bars) {
    let text = client::prepared().encode_call::<AddNumbers>(&client::args(), 7).unwrap();
    let [ours, rmcp, hand] = Group::new("server: decode tools/call")
        .case("ours: era found, arguments typed and checked", || {
            ours::decode_call::<AddNumbers>(&text).unwrap()
        })
        .case("rmcp: message, arguments typed", || peer::decode_call::<AddNumbersArgs>(&text))
        .case("hand-written, two stages", || by_hand(&text))
        .run();
    hold(bars, [ours, rmcp, hand]);
}

fn by_hand(text: &str) -> hand::AddArgsIn {
    let request: hand::RequestIn = serde_json::from_str(text).unwrap();
    black_box((request.id, &request.method));
    let params: hand::CallParamsIn<hand::AddArgsIn> =
        serde_json::from_str(request.params.get()).unwrap();
    black_box((&params.name, &params.meta));
    params.arguments
}

pub fn encode_result(bars: &mut Bars) {
    const INFO: &str = r#"{"name":"bench","version":"1.0.0"}"#;
    let meta = RawValue::from_string(format!(r#"{{"io.modelcontextprotocol/serverInfo":{INFO}}}"#))
        .unwrap();
    let output = AddNumbersOutput::new(42);
    let [ours, rmcp, hand] = Group::new("server: encode a result, 1 text block + value")
        .case("ours: checked, encoded", || {
            ours::encode_result::<AddNumbers>("7", Ok(AddNumbersOutput::new(42)), INFO)
        })
        .case("rmcp: CallToolResult::structured, encoded", || peer::encode_result(&output))
        .case("hand-written", || encode_by_hand(&meta))
        .run();
    hold(bars, [ours, rmcp, hand]);
}

fn encode_by_hand(meta: &RawValue) -> String {
    let output = hand::Sum { sum: 42 };
    let text = serde_json::to_string(&output).unwrap();
    let result = hand::CallResultOut {
        result_type: "complete",
        content: [hand::TextOut { r#type: "text", text: &text }],
        structured_content: output,
        meta,
    };
    serde_json::to_string(&hand::Response { jsonrpc: "2.0", id: 7, result }).unwrap()
}

//! Fifty content blocks, against an enum that serde tells apart by its tag.
use crate::{hand::Block, messages::list};
use mcp_bindings::protocol::v2026_07_28::ContentBlock;
use measure::{Bars, Group};

const TEXT: &str = "hello world this is a block of text that is about a hundred and twenty bytes long, as in a tool \
                    result";

pub fn decode(bars: &mut Bars) {
    let first = format!(r#"{{"type":"text","text":"{TEXT}","annotations":{{"priority":0.5}}}}"#);
    let last = format!(r#"{{"annotations":{{"priority":0.5}},"text":"{TEXT}","type":"text"}}"#);
    for (name, block) in
        [("blocks: decode 50, tag first", first), ("blocks: decode 50, tag last", last)]
    {
        let text = list(50, |_| block.clone());
        let [ours, tagged] = Group::new(name)
            .case("ours: keeps undeclared members", || {
                mcp_bindings::from_str::<Vec<ContentBlock>>(&text).unwrap()
            })
            .case("#[serde(tag)]: drops them", || {
                serde_json::from_str::<Vec<Block>>(&text).unwrap()
            })
            .run();
        bars.at_most("ours / #[serde(tag)]", ours.time / tagged.time, 1.0);
    }
}

//! The messages that are decoded. Written as text, for the order of members is part of what is measured.

const ROW: &str = "the quick brown fox jumps over the lazy dog, and then it goes on to describe what it saw on the \
                   other side of the fence.";

/// A small result: one text block, and the same as a value.
pub fn small_result() -> String {
    response(concat!(
        r#"{"resultType":"complete","content":[{"type":"text","text":"{\"temperature\":22.5,"#,
        r#"\"conditions\":\"Partly cloudy\",\"humidity\":65}"}],"structuredContent":"#,
        r#"{"temperature":22.5,"conditions":"Partly cloudy","humidity":65},"isError":false}"#,
    ))
}

/// A result of fifty text blocks, with their tag in front as most servers have it.
pub fn tag_first_result() -> String {
    blocks_result(|row| format!(r#"{{"type":"text","text":"Row {row}: {ROW}"}}"#))
}

/// The same with the tag behind, as servers have it that sort their members.
pub fn tag_last_result() -> String {
    blocks_result(|row| format!(r#"{{"text":"Row {row}: {ROW}","type":"text"}}"#))
}

fn blocks_result(block: impl Fn(usize) -> String) -> String {
    let blocks = list(50, block);
    response(&format!(r#"{{"resultType":"complete","content":{blocks},"isError":false}}"#))
}

/// A list of a hundred tools, each with both schemas.
pub fn list_result() -> String {
    let tools = list(100, |number| {
        let front = format!(r#""name":"tool_{number}","title":"Tool {number}""#);
        format!("{{{front},{}}}", include_str!("tool-members.txt").trim())
    });
    response(&format!(
        r#"{{"resultType":"complete","ttlMs":60000,"cacheScope":"public","tools":{tools}}}"#
    ))
}

/// A JSON array of as many elements.
pub fn list(count: usize, element: impl Fn(usize) -> String) -> String {
    let elements: Vec<String> = (0..count).map(element).collect();
    format!("[{}]", elements.join(","))
}

fn response(result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":7,"result":{result}}}"#)
}

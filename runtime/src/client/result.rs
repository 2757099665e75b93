//! Directed decoding of a tool's result: `resultType` first, then what the tool promised.
use super::{exchange::Success, outcome::Asks};
use crate::{
    Content, Error, Map, ResponseError, ToolFailure, Value,
    message::{members, range, string},
};
use serde_json::value::RawValue;
use std::ops::Range;

/// A `CallToolResult` whose parts stay text.
#[derive(Debug)]
pub struct Complete {
    answer: Success,
    content: Option<Range<usize>>,
    structured: Option<Range<usize>>,
    meta: Option<Range<usize>>,
}

/// What one round of a call came to.
#[derive(Debug)]
pub(crate) enum Round {
    Complete(Complete),
    InputRequired(Asks),
}

impl Round {
    pub(crate) fn read(answer: Success) -> Result<Self, Error> {
        let text = answer.text();
        let malformed = |why: String| Error::Response(ResponseError::new(why, text));
        let names = ["resultType", "content", "structuredContent", "isError", "_meta"];
        let [kind, content, structured, is_error, meta] =
            members(text, names).map_err(|e| malformed(e.to_string()))?;
        match kind.map(RawValue::get) {
            None | Some("null" | "\"complete\"") => {}
            Some(kind) => match string(kind).as_deref() {
                Some("complete") => {}
                Some("input_required") => return Asks::read(text).map(Self::InputRequired),
                _ => return Err(malformed(format!("unknown resultType {kind}"))),
            },
        }
        let failed = match is_error.map(RawValue::get) {
            None | Some("null" | "false") => false,
            Some("true") => true,
            Some(other) => return Err(malformed(format!("isError is {other}"))),
        };
        if failed {
            return Err(Error::Tool(ToolFailure {
                content: Content::from_raw(content.map(RawValue::get)),
                structured: structured.map(ToOwned::to_owned),
            }));
        }
        let place = |part: Option<&RawValue>| part.map(|part| range(text, part.get()));
        let (content, structured, meta) = (place(content), place(structured), place(meta));
        Ok(Self::Complete(Complete { answer, content, structured, meta }))
    }
}

impl Complete {
    fn part(&self, range: Option<&Range<usize>>) -> Option<&str> {
        range.and_then(|range| self.answer.text().get(range.clone()))
    }

    pub(crate) fn structured(&self) -> Option<&str> {
        self.part(self.structured.as_ref())
    }

    pub(crate) fn content(&self) -> Content {
        Content::from_raw(self.part(self.content.as_ref()))
    }

    pub(crate) fn meta(&self) -> Map<String, Value> {
        let meta = self.part(self.meta.as_ref());
        meta.and_then(|meta| serde_json::from_str(meta).ok()).unwrap_or_default()
    }
}

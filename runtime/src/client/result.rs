//! Directed decoding of a tool's result: `resultType` first, then what the tool promised.
use super::exchange::Success;
use crate::{
    Content, Error, Map, ResponseError, Revision, ToolFailure, Value,
    message::{boxed, string},
};
use std::{borrow::Cow, ops::Range};

/// A `CallToolResult` whose parts stay text.
#[derive(Debug)]
pub struct Complete {
    answer: Success,
    revision: Revision,
    content: Option<Range<usize>>,
    structured: Option<Range<usize>>,
    meta: Option<Range<usize>>,
}

impl Complete {
    /// Of a result that is known to be complete.
    pub(crate) fn read(answer: Success, revision: Revision) -> Result<Self, Error> {
        let malformed = |why: String| Error::Response(ResponseError::new(why, answer.text()));
        let parts = answer.parts().ok_or_else(|| malformed("no object".to_owned()))?;
        let [_, said, value, is_error, _] =
            parts.each_ref().map(|place| answer.part(place.as_ref()));
        let failed = match is_error {
            None | Some("null" | "false") => false,
            Some("true") => true,
            Some(other) => return Err(malformed(format!("isError is {other}"))),
        };
        let blocks = said.unwrap_or("[]");
        let blocks = if blocks == "null" { "[]" } else { blocks };
        if failed {
            return Err(Error::Tool(ToolFailure {
                content: failure(blocks),
                structured: value.and_then(boxed),
            }));
        }
        if !blocks.starts_with('[') {
            return Err(malformed("`content` is no array".to_owned()));
        }
        let [_, content, structured, _, meta] = parts;
        Ok(Self { answer, revision, content, structured, meta })
    }
}

/// What a failed tool said, also where it did not say it in blocks.
fn failure(said: &str) -> Content {
    if said.starts_with('[') {
        return Content::from_raw(Some(said));
    }
    match string(said) {
        Some(text) => Content::from(&*text),
        None => Content::from(said),
    }
}

/// What `resultType` says of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Also where it is absent, as in all results before 2026-07-28.
    Complete,
    InputRequired,
}

/// Reads `resultType`. A value of any later revision is an error, never a guess.
pub(super) fn kind_of(raw: Option<&str>) -> Result<Kind, String> {
    match raw {
        None | Some("null" | "\"complete\"") => Ok(Kind::Complete),
        Some(raw) => match string(raw).as_deref() {
            Some("complete") => Ok(Kind::Complete),
            Some("input_required") => Ok(Kind::InputRequired),
            _ => Err(format!("unknown resultType {raw}")),
        },
    }
}

/// For methods that are never answered by asking for input.
pub(super) fn must_be_complete(raw: Option<&str>) -> Result<(), String> {
    match kind_of(raw)? {
        Kind::Complete => Ok(()),
        Kind::InputRequired => Err("it asks for input, which this method may not".to_owned()),
    }
}

impl Complete {
    pub(crate) fn structured(&self) -> Option<&str> {
        self.answer.part(self.structured.as_ref())
    }

    /// `structuredContent`; in a revision that has none, the one text block that holds JSON.
    pub(crate) fn output(&self) -> Option<Cow<'_, str>> {
        match self.structured() {
            Some(text) => Some(Cow::Borrowed(text)),
            None if self.revision.has_structured_output() => None,
            None => self.content().only_json().map(Cow::Owned),
        }
    }

    pub(crate) fn content(&self) -> Content {
        Content::from_raw(self.answer.part(self.content.as_ref()))
    }

    pub(crate) fn meta(&self) -> Map<String, Value> {
        let meta = self.answer.part(self.meta.as_ref());
        meta.and_then(|meta| serde_json::from_str(meta).ok()).unwrap_or_default()
    }
}

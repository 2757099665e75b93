//! The codec's paths without connection and transport, for the project's benches; no part of the API.
#![allow(missing_docs)]
use crate::{
    Content, Error, List, Options, ResponseError, Revision, Tool, ToolResult,
    client::{call::Plan, exchange::Success, list::page, result::Complete, rounds::Round},
    link::{Answer, AnswerKind},
    message::{Message, nested_members, range, ranges, string},
    meta::{Envelope, Extra},
    server::{answer, dispatch, dispatch::Fault, era},
    tool::Output,
};
use serde_json::value::RawValue;

/// What a connection keeps between requests.
#[derive(Debug)]
pub struct Prepared(Envelope);

impl Prepared {
    #[must_use]
    pub fn new(revision: Revision, options: &Options) -> Self {
        Self(Envelope::new(revision, options))
    }

    /// A `tools/call` as it goes to the transport: checked, encoded, with its envelope.
    pub fn encode_call<T: Tool>(&self, args: &T::Args, id: u64) -> Result<String, Error> {
        Ok(Plan::checked::<T>(args)?.exchange.message(id, &self.0, &Extra::default(), &[])?.text)
    }
}

/// The `result` of a response: the first stage of every decoding.
pub fn result_of(text: &str) -> Result<&str, Error> {
    match Message::read(text) {
        Ok(Message::Result { body, .. }) => Ok(body),
        _ => Err(Error::Response(ResponseError::new("no result", text))),
    }
}

/// A response to `tools/call`, from the transport's text to the checked output.
pub fn decode_result<T: Tool>(text: String) -> Result<T::Output, Error> {
    let (body, parts) = match Message::read(&text) {
        Ok(Message::Result { body, parts, .. }) => (range(&text, body), ranges(&text, parts)),
        _ => return Err(Error::Response(ResponseError::new("no result", &text))),
    };
    let answer = Success::read(Answer { text, body, kind: AnswerKind::Result(parts) })?;
    match Round::read(answer)? {
        Round::Complete(result) => T::Output::read(&Complete::read(result, Revision::LATEST)?),
        Round::InputRequired(_) => Err(Error::Usage("asks for input".to_owned())),
    }
}

/// A response to `tools/list`, from the transport's text to the entries, whose inside stays text.
pub fn decode_list(text: &str) -> Result<Vec<Box<RawValue>>, Error> {
    page(List::Tools, result_of(text)?).map(|(entries, _)| entries)
}

/// A `tools/call` at the server, from the transport's text to the checked arguments.
pub fn decode_call<T: Tool>(text: &str) -> Option<T::Args> {
    let Ok(Message::Request { method, params, .. }) = Message::read(text) else { return None };
    let names = ["_meta", "name", "arguments", "cursor", "protocolVersion"];
    let ([_, name, arguments, _, _], stated) = nested_members(params?, names, era::STATED).ok()?;
    era::of(&method, stated, None).ok()?;
    (string(name?)? == T::NAME).then_some(())?;
    dispatch::read::<T>(arguments?).ok()
}

/// A handler's result as it goes to the transport, in the newest revision.
pub fn encode_result<T: Tool>(
    id: &str,
    output: ToolResult<T::Output>,
    server_info: &str,
) -> String {
    let handled =
        output.map_err(Fault::Tool).and_then(|output| output.write().map_err(Fault::Output));
    answer::tool(id, Revision::LATEST, handled, &Content::new(), server_info)
}

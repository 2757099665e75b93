//! Answers as text, by the rules of the revision that they are for.
use super::{
    Capability,
    dispatch::{Fault, Handled},
};
use crate::{
    Content, Revision,
    codes::{INTERNAL_ERROR, INVALID_PARAMS, MISSING_CAPABILITY, RESOURCE_NOT_FOUND},
    message::{into_text, push_string},
    meta::{SERVER_INFO, SUBSCRIPTION_ID},
};

/// A JSON-RPC error to answer with.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(super) code: i64,
    pub(super) message: String,
    pub(super) data: Option<String>,
}

impl Refusal {
    pub(crate) fn new(code: i64, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: None }
    }

    #[cfg(feature = "http-server")]
    pub(crate) fn code(&self) -> i64 {
        self.code
    }

    #[cfg(feature = "http-server")]
    pub(crate) fn set_data(&mut self, data: String) {
        self.data = Some(data);
    }

    /// A server without a key wants to ask.
    pub(super) fn unsealed() -> Self {
        Self::new(INTERNAL_ERROR, "this server has no key to seal its questions with")
    }

    /// The client lacks what a handler needs.
    fn lacking(capability: Capability) -> Self {
        let data = format!(r#"{{"requiredCapabilities":{}}}"#, capability.required());
        let message = format!("this needs the client's capability `{capability}`");
        Self { code: MISSING_CAPABILITY, message, data: Some(data) }
    }

    /// The whole message. Without an id, for the request's could not be read, the member is left out.
    pub(crate) fn write(&self, id: Option<&str>) -> String {
        let mut out = start(id);
        out.extend_from_slice(b"\"error\":{\"code\":");
        out.extend_from_slice(self.code.to_string().as_bytes());
        out.extend_from_slice(b",\"message\":");
        push_string(&mut out, &self.message);
        if let Some(data) = &self.data {
            out.extend_from_slice(b",\"data\":");
            out.extend_from_slice(data.as_bytes());
        }
        out.extend_from_slice(b"}}");
        into_text(out)
    }
}

/// A result of these members (`"a":1,"b":2`), with what every result of the revision carries.
pub(super) fn result(id: &str, revision: Revision, members: &str, server_info: &str) -> String {
    typed(id, revision, "complete", members, server_info)
}

fn typed(id: &str, revision: Revision, kind: &str, members: &str, server_info: &str) -> String {
    let mut out = start(Some(id));
    out.extend_from_slice(b"\"result\":{");
    let empty = out.len();
    if revision.is_modern() {
        out.extend_from_slice(b"\"resultType\":\"");
        out.extend_from_slice(kind.as_bytes());
        out.push(b'"');
    }
    if !members.is_empty() {
        if out.len() > empty {
            out.push(b',');
        }
        out.extend_from_slice(members.as_bytes());
    }
    end(out, revision, server_info)
}

/// The answer to a call that asks for input.
pub(super) fn asks(
    id: &str,
    revision: Revision,
    asks: Result<String, Refusal>,
    server_info: &str,
) -> String {
    match asks {
        Ok(members) => typed(id, revision, "input_required", &members, server_info),
        Err(refusal) => refusal.write(Some(id)),
    }
}

/// The answer to a prompt or to the reading of a resource; `about` is the name or URI, and what is added to the members
/// in the modern era.
pub(super) fn members(
    id: &str,
    revision: Revision,
    handled: Result<String, Fault>,
    (name, hints): (&str, &str),
    server_info: &str,
) -> String {
    match handled {
        Ok(mut members) => {
            if revision.is_modern() {
                members.push_str(hints);
            }
            result(id, revision, &members, server_info)
        }
        Err(fault) => refusal(fault, revision, name).write(Some(id)),
    }
}

/// A fault of what is no tool, which can say it by an error only.
pub(super) fn refusal(fault: Fault, revision: Revision, uri: &str) -> Refusal {
    match fault {
        Fault::Arguments(text) => Refusal::new(INVALID_PARAMS, text),
        Fault::NotFound => no_resource(revision, uri),
        Fault::Output(text) => Refusal::new(INTERNAL_ERROR, text),
        Fault::Tool(e) => match e.unsupported().filter(|_| revision.is_modern()) {
            Some(capability) => Refusal::lacking(capability),
            None => Refusal::new(INTERNAL_ERROR, e.to_string()),
        },
    }
}

/// There is no such resource.
pub(super) fn no_resource(revision: Revision, uri: &str) -> Refusal {
    let code = if revision.is_modern() { INVALID_PARAMS } else { RESOURCE_NOT_FOUND };
    let mut data = b"{\"uri\":".to_vec();
    push_string(&mut data, uri);
    data.push(b'}');
    let message = format!("there is no resource `{uri}`");
    Refusal { code, message, data: Some(into_text(data)) }
}

/// The end of a subscription by the server.
pub(super) fn subscription_ended(id: &str, server_info: &str) -> String {
    let mut out = start(Some(id));
    out.extend_from_slice(b"\"result\":{\"resultType\":\"complete\",\"_meta\":{");
    push_string(&mut out, SUBSCRIPTION_ID);
    out.push(b':');
    out.extend_from_slice(id.as_bytes());
    out.push(b',');
    push_string(&mut out, SERVER_INFO);
    out.push(b':');
    out.extend_from_slice(server_info.as_bytes());
    out.extend_from_slice(b"}}}");
    into_text(out)
}

/// The answer to `tools/call`.
pub(crate) fn tool(
    id: &str,
    revision: Revision,
    handled: Handled,
    attached: &Content,
    server_info: &str,
) -> String {
    let (blocks, structured, failed) = match handled {
        Ok(written) => (written.blocks, written.structured, false),
        Err(Fault::Tool(e)) if revision.is_modern() && e.unsupported().is_some() => {
            return refusal(Fault::Tool(e), revision, "").write(Some(id));
        }
        Err(Fault::Tool(e)) => (e.content().inner().to_owned(), None, true),
        Err(Fault::Arguments(text)) if revision.bad_arguments_are_tool_errors() => {
            let text = format!("the arguments do not fit the tool: {text}");
            (Content::from(text).inner().to_owned(), None, true)
        }
        Err(Fault::Arguments(text)) => {
            return Refusal::new(INVALID_PARAMS, format!("invalid arguments: {text}"))
                .write(Some(id));
        }
        // No tool says so; it would be a failure like any other.
        Err(Fault::NotFound) => (Content::from("not found").inner().to_owned(), None, true),
        Err(Fault::Output(text)) => {
            let text = format!("the tool's output breaks its own schema: {text}");
            return Refusal::new(INTERNAL_ERROR, text).write(Some(id));
        }
    };
    let mut out = start(Some(id));
    out.extend_from_slice(b"\"result\":{");
    if revision.is_modern() {
        out.extend_from_slice(b"\"resultType\":\"complete\",");
    }
    out.extend_from_slice(b"\"content\":[");
    out.extend_from_slice(blocks.as_bytes());
    if !blocks.is_empty() && !attached.is_empty() {
        out.push(b',');
    }
    out.extend_from_slice(attached.inner().as_bytes());
    out.push(b']');
    if let Some(structured) = structured.filter(|value| may_carry(revision, value)) {
        out.extend_from_slice(b",\"structuredContent\":");
        out.extend_from_slice(structured.as_bytes());
    }
    if failed {
        out.extend_from_slice(b",\"isError\":true");
    }
    end(out, revision, server_info)
}

/// Whether the revision has a place for this structured content.
fn may_carry(revision: Revision, value: &str) -> bool {
    revision.has_any_output() || revision.has_structured_output() && value.starts_with('{')
}

fn start(id: Option<&str>) -> Vec<u8> {
    let mut out = Vec::with_capacity(512);
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",");
    if let Some(id) = id {
        out.extend_from_slice(b"\"id\":");
        out.extend_from_slice(id.as_bytes());
        out.push(b',');
    }
    out
}

fn end(mut out: Vec<u8>, revision: Revision, server_info: &str) -> String {
    if revision.is_modern() {
        out.extend_from_slice(b",\"_meta\":{");
        push_string(&mut out, SERVER_INFO);
        out.push(b':');
        out.extend_from_slice(server_info.as_bytes());
        out.push(b'}');
    }
    out.extend_from_slice(b"}}");
    into_text(out)
}

//! What a handler is given beside its arguments, and what it may fail with.
use super::{Changes, Peer, Refusal, era::Stated, rounds::Rounds, service::Inner};
use crate::{
    CancelToken, Content, LogLevel, Outgoing, Progress, Revision, TransportError, Value,
    link::{Answer, Link},
    message::{into_text, members, push_string},
};
use std::{
    error::Error,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The call that a handler serves: what the client said beside the arguments, and ways to tell it something or to ask it.
pub struct Context {
    request: Request,
    /// Where what belongs to this call is sent.
    stream: Arc<Link>,
    peer: Peer,
    service: Arc<Inner>,
    cancelled: CancelToken,
    said: Mutex<Said>,
    rounds: Mutex<Rounds>,
}

/// What a handler is called for.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) method: &'static str,
    /// The tool, the prompt, or the URI.
    pub(super) name: String,
    /// A JSON object.
    pub(super) arguments: String,
    pub(super) stated: Stated,
}

#[derive(Debug, Default)]
struct Said {
    attached: Content,
    progress: Option<f64>,
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("request", &self.request).finish_non_exhaustive()
    }
}

impl Context {
    pub(super) fn new(
        request: Request,
        (stream, peer): (Arc<Link>, Peer),
        service: Arc<Inner>,
        rounds: Rounds,
    ) -> Self {
        Self {
            request,
            stream,
            peer,
            service,
            cancelled: CancelToken::new(),
            said: Mutex::default(),
            rounds: Mutex::new(rounds),
        }
    }

    /// The revision that the client speaks in this call.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.request.stated.revision
    }

    /// What the client can do, as it declared it: a `ClientCapabilities` object as JSON text.
    #[must_use]
    pub fn capabilities(&self) -> &str {
        self.request.stated.capabilities.as_deref().unwrap_or("{}")
    }

    /// A member of the request's `params._meta`.
    #[must_use]
    pub fn meta(&self, key: &str) -> Option<Value> {
        let [value] = members(self.request.stated.meta.as_deref()?, [key]).ok()?;
        serde_json::from_str(value?).ok()
    }

    /// Who the client is, where the transport knows.
    #[must_use]
    pub fn principal(&self) -> Option<&str> {
        self.peer.principal()
    }

    /// Tells other clients, and this one, that something changed.
    #[must_use]
    pub fn changes(&self) -> &Changes {
        &self.service.changes
    }

    /// Cancelled when the client gives the call up. The handler itself is dropped then; this is for work that it started elsewhere.
    #[must_use]
    pub fn cancelled(&self) -> CancelToken {
        self.cancelled.clone()
    }

    /// Adds content blocks after those of the handler's result.
    pub fn attach(&self, content: impl Into<Content>) {
        let content = content.into();
        self.said().attached.append(&content);
    }

    /// Tells the client how far the call has come, if it asked to know. What does not rise is not sent.
    pub fn progress(&self, progress: Progress) {
        let Some(token) = &self.request.stated.progress_token else { return };
        let Progress { progress, total, message } = progress;
        if !progress.is_finite() || self.said().progress.is_some_and(|last| progress <= last) {
            return;
        }
        self.said().progress = Some(progress);
        let mut out =
            br#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"#
                .to_vec();
        out.extend_from_slice(token.as_bytes());
        out.extend_from_slice(format!(",\"progress\":{progress}").as_bytes());
        if let Some(total) = total.filter(|total| total.is_finite()) {
            out.extend_from_slice(format!(",\"total\":{total}").as_bytes());
        }
        if let Some(message) = message.filter(|_| self.revision() >= Revision::V2025_03_26) {
            out.extend_from_slice(b",\"message\":");
            push_string(&mut out, &message);
        }
        out.extend_from_slice(b"}}");
        self.stream.send(Outgoing::of("notifications/progress", into_text(out)));
    }

    /// Logs to the client, if it wants logs of that level: in the modern era it says so with each call, before that with
    /// `logging/setLevel`.
    pub fn log(&self, level: LogLevel, data: impl Into<Value>) {
        let wanted = match self.revision().is_modern() {
            true => self.request.stated.log_level,
            false => Some(self.peer.level().unwrap_or(LogLevel::Info)),
        };
        if wanted.is_none_or(|wanted| level < wanted) {
            return;
        }
        let text = format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/message","params":{{"level":"{}","data":{}}}}}"#,
            level.as_str(),
            data.into()
        );
        self.stream.send(Outgoing::of("notifications/message", text));
    }

    /// A request of the server's own, on the stream of this call.
    pub(super) async fn request(
        &self,
        method: &'static str,
        params: &str,
    ) -> Result<Answer, TransportError> {
        let link = self.peer.link();
        let id = link.next_id();
        let text =
            format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#);
        let waiting = link.expect(id);
        self.stream.send(Outgoing { id: Some(id), ..Outgoing::of(method, text) });
        waiting.await
    }

    /// A number that no other question to this client has.
    pub(super) fn next_ask(&self) -> u64 {
        self.peer.link().next_id()
    }

    pub(super) fn rounds(&self) -> MutexGuard<'_, Rounds> {
        self.rounds.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn can_seal(&self) -> bool {
        self.service.seal().is_some()
    }

    pub(super) fn seal_round(&self, rounds: &Rounds) -> Result<String, Refusal> {
        let seal = self.service.seal().ok_or_else(Refusal::unsealed)?;
        rounds.ask(seal, &purpose(&self.request, &self.peer, &self.service))
    }

    pub(super) fn name(&self) -> &str {
        &self.request.name
    }

    pub(super) fn arguments(&self) -> &str {
        &self.request.arguments
    }

    fn said(&self) -> MutexGuard<'_, Said> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn take_attached(&self) -> Content {
        std::mem::take(&mut self.said().attached)
    }
}

/// What a call's state is good for: the same method, tool, arguments and principal, and a tool that was not changed since.
pub(super) fn purpose(request: &Request, peer: &Peer, service: &Inner) -> Vec<u8> {
    let tool = service.descriptor.tools().iter().find(|tool| tool.name() == request.name);
    let definition = tool.filter(|_| request.method == "tools/call").map(|tool| tool.definition());
    // Members may come in another order when they are sent again.
    let arguments: Option<Value> = serde_json::from_str(&request.arguments).ok();
    let arguments = arguments.map_or_else(|| request.arguments.clone(), sorted);
    let parts = [
        request.method,
        &request.name,
        &arguments,
        definition.unwrap_or_default(),
        service.descriptor.name(),
        peer.principal().unwrap_or_default(),
    ];
    let mut purpose = Vec::new();
    for part in parts {
        purpose.extend_from_slice(&(part.len() as u64).to_le_bytes());
        purpose.extend_from_slice(part.as_bytes());
    }
    purpose
}

/// JSON text with the members of all objects by name, whatever order `serde_json` keeps.
fn sorted(mut value: Value) -> String {
    value.sort_all_objects();
    value.to_string()
}

/// What a handler returns.
pub type ToolResult<T> = Result<T, ToolError>;

/// Why a tool failed, told to the model as content with `isError`.
///
/// Every error converts into it, so that `?` works in handlers:
///
/// ```
/// use mcp_bindings::ToolError;
/// fn parse(text: &str) -> Result<u16, ToolError> {
///     Ok(text.parse::<u16>()?)
/// }
/// assert_eq!(parse("x").unwrap_err().content().text(), "invalid digit found in string");
/// assert_eq!(ToolError::new("no such issue").content().text(), "no such issue");
/// ```
#[derive(Debug)]
pub struct ToolError {
    content: Content,
    source: Option<Box<dyn Error + Send + Sync>>,
}

impl ToolError {
    /// A failure that says this to the model; text, or any content blocks.
    pub fn new(content: impl Into<Content>) -> Self {
        Self { content: content.into(), source: None }
    }

    /// What the model is told.
    #[must_use]
    pub fn content(&self) -> &Content {
        &self.content
    }

    /// What the client lacks, where that is why.
    pub(crate) fn unsupported(&self) -> Option<super::Capability> {
        match self.source.as_deref()?.downcast_ref()? {
            super::AskError::Unsupported(capability) => Some(*capability),
            _ => None,
        }
    }

    /// The error that it was made of.
    #[must_use]
    pub fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_deref().map(|e| e as _)
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.content.text())
    }
}

/// The error's text and those of its sources.
impl<E: Error + Send + Sync + 'static> From<E> for ToolError {
    fn from(e: E) -> Self {
        let mut text = e.to_string();
        let mut source = e.source();
        while let Some(e) = source {
            let more = e.to_string();
            if !text.contains(&more) {
                text.push_str(": ");
                text.push_str(&more);
            }
            source = e.source();
        }
        Self { content: text.into(), source: Some(Box::new(e)) }
    }
}

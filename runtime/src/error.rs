//! Everything a call can end with, told apart.
use crate::{
    Content, DecodeError, ValidationError,
    client::outcome::Asks,
    message::{boxed, members, string, whole},
    shown::{Visible, shortened},
};
use serde_json::value::RawValue;
use std::{error, fmt, io, sync::Arc, time::Duration};

/// Why a call has no result.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The arguments break the tool's schema. Nothing was sent.
    Arguments(ValidationError),
    /// The call cannot be made as asked (a reserved `_meta` key, a time-out without a timer). Nothing was sent.
    Usage(String),
    /// The peer is gone or cannot be reached.
    Transport(TransportError),
    /// No common ground with the server: the handshake failed for every call on this connection.
    Connect(Arc<Error>),
    /// The server speaks no revision that this client may speak.
    Version(VersionError),
    /// The server answered with a JSON-RPC error.
    Protocol(ProtocolError),
    /// The server answered, but not with a result of this request.
    Response(ResponseError),
    /// The tool ran and failed (`isError`).
    Tool(ToolFailure),
    /// The tool succeeded but broke its own output schema.
    Output(OutputError),
    /// The server wants input that nobody here gives.
    InputRequired(InputRequired),
    /// The server wanted input, and what was to give it here failed; or it never has enough.
    Input(InputError),
    /// The caller cancelled.
    Cancelled,
    /// No answer in time. The server was told to stop.
    TimedOut(TimedOut),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Arguments(e) => write!(f, "the arguments break the tool's schema: {e}"),
            Self::Usage(text) => f.write_str(text),
            Self::Transport(e) => e.fmt(f),
            Self::Connect(e) => write!(f, "could not connect: {e}"),
            Self::Version(e) => e.fmt(f),
            Self::Protocol(e) => e.fmt(f),
            Self::Response(e) => e.fmt(f),
            Self::Tool(e) => e.fmt(f),
            Self::Output(e) => e.fmt(f),
            Self::InputRequired(e) => e.fmt(f),
            Self::Input(e) => e.fmt(f),
            Self::Cancelled => f.write_str("the call was cancelled"),
            Self::TimedOut(e) => e.fmt(f),
        }
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            // What the text holds already is no source too: whoever prints the chain would print it twice.
            Self::Arguments(e) => e.source(),
            Self::Transport(e) => e.source(),
            Self::Connect(e) => e.source(),
            Self::Output(e) => e.source(),
            _ => None,
        }
    }
}

impl From<TransportError> for Error {
    fn from(e: TransportError) -> Self {
        Self::Transport(e)
    }
}

/// Why no more messages move. Shared by every call that was waiting.
#[derive(Clone, Debug)]
pub struct TransportError {
    text: Arc<str>,
    cause: Option<Arc<io::Error>>,
    status: Option<u16>,
}

impl TransportError {
    pub(crate) fn new(text: impl Into<Arc<str>>) -> Self {
        Self { text: text.into(), cause: None, status: None }
    }

    /// The same with one more reason.
    pub(crate) fn with(&self, more: Option<String>) -> Self {
        let text = match more {
            Some(more) => format!("{}; {more}", self.text).into(),
            None => Arc::clone(&self.text),
        };
        Self { text, cause: self.cause.clone(), status: self.status }
    }

    #[cfg(feature = "http-client")]
    pub(crate) fn with_status(mut self, status: u16) -> Self {
        self.status = Some(status);
        self
    }

    /// The HTTP status that the peer answered with, if that is what failed.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        self.status
    }

    /// The kind of input/output error behind it, if one was.
    #[must_use]
    pub fn kind(&self) -> Option<io::ErrorKind> {
        self.cause.as_ref().map(|e| e.kind())
    }
}

impl From<io::Error> for TransportError {
    fn from(e: io::Error) -> Self {
        Self { text: e.to_string().into(), cause: Some(Arc::new(e)), status: None }
    }
}

impl fmt::Display for TransportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl error::Error for TransportError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        self.cause.as_deref().and_then(error::Error::source)
    }
}

/// A JSON-RPC error as the peer sent it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ProtocolError {
    /// The code; -32768 to -32000 are JSON-RPC's and the protocol's, others the server's own.
    pub code: i64,
    /// One sentence.
    pub message: String,
    /// More, as JSON of any kind; present `null` is kept apart from absent.
    pub data: Option<Box<RawValue>>,
}

impl ProtocolError {
    /// Reads the `error` member of a response; the message says what is wrong with a malformed one.
    pub(crate) fn read(raw: &str) -> Result<Self, ResponseError> {
        let malformed =
            |why: &str| ResponseError::new(format!("malformed error object: {why}"), raw);
        let [code, message, data] =
            members(raw, ["code", "message", "data"]).map_err(|e| malformed(&e.to_string()))?;
        let code = code.and_then(whole);
        let message = message.and_then(string);
        match (code, message) {
            (None, _) => Err(malformed("`code` is not an integer")),
            (_, None) => Err(malformed("`message` is not a string")),
            (Some(code), Some(message)) => {
                Ok(Self { code, message: message.into_owned(), data: data.and_then(boxed) })
            }
        }
    }
}

impl fmt::Display for ProtocolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the server refused: {} (code {})", Visible(&self.message), self.code)?;
        match &self.data {
            Some(data) => write!(f, ", data: {}", shortened(data.get())),
            None => Ok(()),
        }
    }
}

impl error::Error for ProtocolError {}

/// An answer that is no result of its request.
#[derive(Clone, Debug)]
pub struct ResponseError {
    message: String,
    raw: String,
}

impl ResponseError {
    pub(crate) fn new(message: impl Into<String>, raw: &str) -> Self {
        Self { message: message.into(), raw: raw.to_owned() }
    }

    /// What is wrong with it.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The answer as JSON text.
    #[must_use]
    pub fn raw(&self) -> &str {
        &self.raw
    }
}

impl fmt::Display for ResponseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the server's answer makes no sense: {}: {}",
            Visible(&self.message),
            shortened(&self.raw)
        )
    }
}

impl error::Error for ResponseError {}

/// The server and this client share no revision.
#[derive(Clone, Debug)]
pub struct VersionError {
    pub(crate) offered: String,
    pub(crate) supported: Vec<String>,
}

impl VersionError {
    /// The revisions that the server named, as it wrote them.
    #[must_use]
    pub fn supported(&self) -> &[String] {
        &self.supported
    }
}

impl fmt::Display for VersionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let supported = if self.supported.is_empty() {
            "none it names".to_owned()
        } else {
            shortened(&self.supported.join(", "))
        };
        write!(
            f,
            "no common protocol revision: offered {}, the server speaks {supported}",
            self.offered
        )
    }
}

impl error::Error for VersionError {}

/// What a failed tool said. The output schema does not apply to it.
#[derive(Clone, Debug)]
pub struct ToolFailure {
    pub(crate) content: Content,
    pub(crate) structured: Option<Box<RawValue>>,
}

impl ToolFailure {
    /// The content blocks, meant for a model.
    #[must_use]
    pub fn content(&self) -> &Content {
        &self.content
    }

    /// `structuredContent` as it came, unchecked.
    #[must_use]
    pub fn structured(&self) -> Option<&RawValue> {
        self.structured.as_deref()
    }
}

impl fmt::Display for ToolFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.content.text();
        match (text.is_empty(), &self.structured) {
            (false, _) => write!(f, "the tool failed: {}", Visible(&text)),
            (true, Some(value)) => write!(f, "the tool failed: {}", shortened(value.get())),
            (true, None) => f.write_str("the tool failed and gave no reason"),
        }
    }
}

impl error::Error for ToolFailure {}

/// A success that breaks the tool's output schema.
#[derive(Debug)]
pub struct OutputError {
    pub(crate) reason: OutputFault,
    pub(crate) content: Content,
    pub(crate) raw: Option<String>,
}

#[derive(Debug)]
pub(crate) enum OutputFault {
    Missing,
    Decode(DecodeError),
    Invalid(ValidationError),
}

impl OutputError {
    /// Where in `structuredContent` the first fault is, as a JSON pointer.
    #[must_use]
    pub fn pointer(&self) -> &str {
        match &self.reason {
            OutputFault::Missing => "",
            OutputFault::Decode(e) => e.pointer(),
            OutputFault::Invalid(e) => e.violations().first().map_or("", |v| v.pointer()),
        }
    }

    /// `structuredContent`, or what stood in for it before 2025-06-18, as it came; `None` when it was missing.
    #[must_use]
    pub fn raw(&self) -> Option<&str> {
        self.raw.as_deref()
    }

    /// The content blocks beside it.
    #[must_use]
    pub fn content(&self) -> &Content {
        &self.content
    }
}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the tool broke its output schema: ")?;
        match &self.reason {
            OutputFault::Missing => f.write_str(
                "`structuredContent` is missing (where a revision has it, a text block that holds the JSON does not replace it; \
                 before 2025-06-18 exactly one must)",
            ),
            OutputFault::Decode(e) => Visible(&e.to_string()).fmt(f),
            OutputFault::Invalid(e) => Visible(&e.to_string()).fmt(f),
        }
    }
}

impl error::Error for OutputError {}

/// What a server asked for in mid-call (`resultType: "input_required"`).
#[derive(Clone, Debug)]
pub struct InputRequired {
    pub(crate) asks: Asks,
}

impl InputRequired {
    /// What is asked: the server's key, the method, and the parameters as JSON text.
    pub fn asks(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        self.asks.iter()
    }
}

impl fmt::Display for InputRequired {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the server needs input first and no handler gives it:")?;
        let mut none = true;
        for (key, method, _) in self.asks() {
            write!(f, " `{}` ({})", shortened(key), shortened(method))?;
            none = false;
        }
        if none { f.write_str(" it only wants the call again later") } else { Ok(()) }
    }
}

impl error::Error for InputRequired {}

/// No answer in time.
#[derive(Clone, Debug)]
pub struct TimedOut {
    pub(crate) method: String,
    pub(crate) after: Duration,
    pub(crate) details: String,
}

impl TimedOut {
    /// How long the call was given.
    #[must_use]
    pub fn after(&self) -> Duration {
        self.after
    }
}

impl fmt::Display for TimedOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no answer to {} within {:?}{}", self.method, self.after, self.details)
    }
}

impl error::Error for TimedOut {}

/// Input that a server asked for in mid-call was refused here, or is not what it asked for.
#[derive(Clone, Debug)]
pub struct InputError {
    what: String,
    why: String,
}

impl InputError {
    pub(crate) fn new(what: impl Into<String>, why: impl Into<String>) -> Self {
        Self { what: what.into(), why: why.into() }
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.what, self.why)
    }
}

impl error::Error for InputError {}

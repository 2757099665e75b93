//! What carries messages: the trait that every edge implements, and the in-memory pair.
use crate::{Revision, TransportError};
use std::{
    borrow::Cow,
    collections::VecDeque,
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
};

/// A message on its way out, with what an edge may need for headers so that it need not parse the text.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Outgoing {
    /// One JSON-RPC message, without line breaks.
    pub text: String,
    /// The method of a request or notification; `None` for an answer.
    pub method: Option<Cow<'static, str>>,
    /// The tool, prompt, resource or task that a request names.
    pub name: Option<Cow<'static, str>>,
    /// The id of a request of ours.
    pub id: Option<u64>,
    /// The request that a `notifications/cancelled` ends.
    pub cancels: Option<u64>,
    /// The revision that the message is written in; `None` for an `initialize`, which is to agree on one.
    pub revision: Option<Revision>,
    /// Values of arguments that are mirrored in headers: the name that the schema gives by `x-mcp-header`, and the value
    /// as plain text.
    pub mirrored: Vec<(Cow<'static, str>, String)>,
}

/// Names and values of arguments that travel in headers too.
pub(crate) type Mirrored = Vec<(Cow<'static, str>, String)>;

impl Outgoing {
    pub(crate) fn answer(text: String) -> Self {
        Self { text, ..Self::default() }
    }

    pub(crate) fn of(method: impl Into<Cow<'static, str>>, text: String) -> Self {
        Self { text, method: Some(method.into()), ..Self::default() }
    }
}

/// A message that arrived, or word that one will not.
#[derive(Debug)]
#[non_exhaustive]
pub struct Incoming {
    /// One JSON-RPC message, or whatever the peer sent in its place.
    pub text: String,
    pub(crate) encoding: Encoding,
    pub(crate) failed: Option<(u64, Failure)>,
    pub(crate) answers: Option<u64>,
    pub(crate) restarted: Option<TransportError>,
}

/// Why one request gets no answer, though others may: over HTTP each travels alone.
#[derive(Clone, Debug)]
pub struct Failure {
    #[cfg_attr(not(feature = "http-client"), allow(dead_code))]
    pub(crate) cause: Cause,
    pub(crate) error: TransportError,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// It may or may not have arrived.
    Lost,
    /// The peer refused it with this HTTP status and no JSON-RPC error.
    #[cfg_attr(not(feature = "http-client"), allow(dead_code))]
    Status(u16),
    /// The legacy session that it was part of is over; it was not looked at.
    #[cfg_attr(not(feature = "http-client"), allow(dead_code))]
    SessionEnded,
}

impl Failure {
    /// The request was sent, maybe only in part, and no answer will come.
    pub fn lost(error: impl Into<io::Error>) -> Self {
        Self { cause: Cause::Lost, error: TransportError::from(error.into()) }
    }

    pub(crate) fn lost_with(error: TransportError) -> Self {
        Self { cause: Cause::Lost, error }
    }

    /// The peer refused the request with an HTTP status instead of a JSON-RPC message; the text says so, with what came.
    #[cfg(feature = "http-client")]
    pub(crate) fn status(status: u16, text: impl Into<String>) -> Self {
        Self {
            cause: Cause::Status(status),
            error: TransportError::new(text.into()).with_status(status),
        }
    }

    /// The legacy session is over, and the request was not looked at.
    #[cfg(feature = "http-client")]
    pub(crate) fn session_ended(text: impl Into<String>) -> Self {
        Self {
            cause: Cause::SessionEnded,
            error: TransportError::new(text.into()).with_status(404),
        }
    }
}

/// Whether a text is what the peer sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Utf8,
    /// It was not UTF-8; what could not be read is replaced.
    Damaged,
}

impl Incoming {
    /// A message that arrived as this text.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self { text, encoding: Encoding::Utf8, failed: None, answers: None, restarted: None }
    }

    /// A message that arrived as these bytes. What is not UTF-8 is refused as a message, and still quoted in errors.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::new(text.to_owned()),
            Err(_) => Self {
                text: String::from_utf8_lossy(bytes).into_owned(),
                encoding: Encoding::Damaged,
                failed: None,
                answers: None,
                restarted: None,
            },
        }
    }

    /// Word that the request of that id ([`Outgoing::id`]) gets no answer.
    #[must_use]
    pub fn failed(id: u64, failure: Failure) -> Self {
        Self { failed: Some((id, failure)), ..Self::new(String::new()) }
    }

    /// Word that the peer is gone, for this reason, and that the next message goes to a new one in its place: what was asked of the old
    /// one is lost, and a new handshake comes first.
    #[must_use]
    pub fn restarted(why: impl Into<io::Error>) -> Self {
        Self { restarted: Some(TransportError::from(why.into())), ..Self::new(String::new()) }
    }

    /// Says that it came in the response to the request of that id, so that an error that names no request is known to be
    /// that one's.
    #[must_use]
    pub fn in_response_to(mut self, id: u64) -> Self {
        self.answers = Some(id);
        self
    }
}

impl From<String> for Incoming {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}

/// Messages out, messages in.
///
/// Object safe and without a `Send` bound: a [`Driver`](crate::Driver) is `Send` when its transport is. All methods
/// are polled from one place, the driver, and must arrange for a wake-up whenever they return `Pending`.
pub trait Transport {
    /// Takes the message out of `message` once there is room for it. It may be buffered until `poll_flush`.
    ///
    /// # Errors
    /// When nothing can be sent any more. Why it is so is better told by `poll_receive`, if it is known there.
    fn poll_send(
        &mut self,
        cx: &mut Context<'_>,
        message: &mut Option<Outgoing>,
    ) -> Poll<io::Result<()>>;

    /// Moves what `poll_send` buffered on its way.
    ///
    /// # Errors
    /// As `poll_send`.
    fn poll_flush(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let _ = cx;
        Poll::Ready(Ok(()))
    }

    /// Polled beside `poll_send` and `poll_flush` once the connection closes: ready when a peer that takes no more has been
    /// waited for long enough. What it did not take is lost then. By default it is waited for without end.
    fn poll_give_up(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let _ = cx;
        Poll::Pending
    }

    /// The next message, `None` when the peer ended in good order, an error when it did not.
    fn poll_receive(&mut self, cx: &mut Context<'_>) -> Poll<Option<io::Result<Incoming>>>;

    /// Ends the transport in good order; the driver calls it last, after everything was flushed or
    /// [given up](Self::poll_give_up).
    ///
    /// # Errors
    /// When the end was not in good order.
    fn poll_close(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let _ = cx;
        Poll::Ready(Ok(()))
    }
}

impl<T: Transport + ?Sized> Transport for Box<T> {
    fn poll_send(
        &mut self,
        cx: &mut Context<'_>,
        message: &mut Option<Outgoing>,
    ) -> Poll<io::Result<()>> {
        (**self).poll_send(cx, message)
    }
    fn poll_flush(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        (**self).poll_flush(cx)
    }
    fn poll_give_up(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        (**self).poll_give_up(cx)
    }
    fn poll_receive(&mut self, cx: &mut Context<'_>) -> Poll<Option<io::Result<Incoming>>> {
        (**self).poll_receive(cx)
    }
    fn poll_close(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        (**self).poll_close(cx)
    }
}

/// Two transports that are each other's peer, in this process.
///
/// ```
/// let (near, far) = mcp_bindings::pair();
/// # drop((near, far));
/// ```
#[must_use]
pub fn pair() -> (Memory, Memory) {
    let (a, b) = (Arc::default(), Arc::default());
    (Memory { out: Arc::clone(&a), inward: Arc::clone(&b) }, Memory { out: b, inward: a })
}

/// One end of a [`pair`]. Closing or dropping it ends the other one's input.
#[derive(Debug)]
pub struct Memory {
    out: Arc<Mutex<Pipe>>,
    inward: Arc<Mutex<Pipe>>,
}

#[derive(Debug, Default)]
struct Pipe {
    queue: VecDeque<String>,
    reader: Option<Waker>,
    ended: bool,
}

impl Memory {
    /// Sends a text to the other end as it is; for tests that play a peer message by message.
    pub fn send(&self, text: impl Into<String>) {
        let reader = {
            let mut pipe = lock(&self.out);
            pipe.queue.push_back(text.into());
            pipe.reader.take()
        };
        if let Some(waker) = reader {
            waker.wake();
        }
    }

    /// The next text from the other end, if one is there.
    pub fn try_receive(&self) -> Option<String> {
        lock(&self.inward).queue.pop_front()
    }
}

fn lock(pipe: &Mutex<Pipe>) -> MutexGuard<'_, Pipe> {
    pipe.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Transport for Memory {
    fn poll_send(
        &mut self,
        _: &mut Context<'_>,
        message: &mut Option<Outgoing>,
    ) -> Poll<io::Result<()>> {
        if let Some(message) = message.take() {
            self.send(message.text);
        }
        Poll::Ready(Ok(()))
    }

    fn poll_receive(&mut self, cx: &mut Context<'_>) -> Poll<Option<io::Result<Incoming>>> {
        let mut pipe = lock(&self.inward);
        match pipe.queue.pop_front() {
            Some(text) => Poll::Ready(Some(Ok(Incoming::new(text)))),
            None if pipe.ended => Poll::Ready(None),
            None => {
                pipe.reader = Some(cx.waker().clone());
                Poll::Pending
            }
        }
    }

    fn poll_close(&mut self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.end();
        Poll::Ready(Ok(()))
    }
}

impl Memory {
    fn end(&self) {
        for pipe in [&self.out, &self.inward] {
            let reader = {
                let mut pipe = lock(pipe);
                pipe.ended = true;
                pipe.reader.take()
            };
            if let Some(waker) = reader {
                waker.wake();
            }
        }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.end();
    }
}

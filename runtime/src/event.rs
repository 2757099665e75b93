//! What a connection notices beside the answers to its requests.
use crate::ProtocolError;
use std::{
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

/// Something that arrived and belongs to no call. None of these ends the connection.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A line or text that is no message, such as a server's log on its standard output.
    Noise {
        /// The text as it came, 8 KiB of it at most.
        text: &'a str,
        /// Why it is no message.
        why: &'a str,
    },
    /// An answer to a request that was never sent. Late answers to finished calls are dropped in silence.
    UnknownResponse {
        /// The id as JSON text; `null` when there was none.
        id: &'a str,
    },
    /// An error that names no request: the peer could not read something.
    PeerError(&'a ProtocolError),
    /// Progress for a call that is not running.
    UnknownProgress {
        /// The token as JSON text.
        token: &'a str,
    },
    /// A notification that is not part of a call, `notifications/message` for one.
    Notification {
        /// The method.
        method: &'a str,
        /// The parameters as JSON text; `{}` when there were none.
        params: &'a str,
    },
}

/// How far a call has come (`notifications/progress`).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// Rises with every report.
    pub progress: f64,
    /// What `progress` will be in the end, if the server knows.
    pub total: Option<f64>,
    /// What the server is doing, for people (2025-03-26 on).
    pub message: Option<String>,
}

impl Progress {
    /// That far; for a server to tell.
    #[must_use]
    pub fn new(progress: f64) -> Self {
        Self { progress, total: None, message: None }
    }

    /// What `progress` will be in the end.
    #[must_use]
    pub fn of(mut self, total: f64) -> Self {
        self.total = Some(total);
        self
    }

    /// What is being done.
    #[must_use]
    pub fn with_message(mut self, message: impl Into<String>) -> Self {
        self.message = Some(message.into());
        self
    }
}

/// A shared listener; `Debug` so that its owners can be.
pub(crate) struct Listener<T: ?Sized>(pub(crate) Arc<T>);

impl<T: ?Sized> Listener<T> {
    /// Calls it; false when it panicked. That costs the listener, not the connection that it listens to.
    pub(crate) fn survives(&self, call: impl FnOnce(&T)) -> bool {
        catch_unwind(AssertUnwindSafe(|| call(&self.0))).is_ok()
    }
}

impl<T: ?Sized> Clone for Listener<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T: ?Sized> fmt::Debug for Listener<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Fn")
    }
}

pub(crate) type OnEvent = Listener<dyn Fn(&Event<'_>) + Send + Sync>;
pub(crate) type OnProgress = Listener<dyn Fn(Progress) + Send + Sync>;
/// What the transport's edge knows about its peer, added to errors.
pub(crate) type Details = Listener<dyn Fn() -> Option<String> + Send + Sync>;

//! A client's handle on its server.
use super::{
    cache::Cache,
    exchange::Exchange,
    info::ServerInfo,
    limit::Limits,
    list,
    list::{List, Listed},
    side::ClientSide,
    watch::Watchers,
};
use crate::{
    Driver, Error, LogLevel, Options, Revision, Transport, TransportError,
    link::Link,
    meta::{Envelope, Extra},
    protocol::v2026_07_28::{Prompt, Resource, ResourceTemplate, Tool},
};
use serde_json::value::RawValue;
use std::{
    fmt,
    future::poll_fn,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, Waker},
    time::Duration,
};

/// A connection to a server, cheap to clone. When the last clone is gone, the connection is closed.
///
/// The handshake happens by itself before the first call, or at [`ready`](Self::ready).
///
/// ```
/// use mcp_bindings::{Connection, Options, pair};
/// let (transport, _server) = pair();
/// let (connection, driver) = Connection::new(transport, Options::default());
/// // spawn `driver`, then call through `connection`
/// # drop((connection, driver));
/// ```
#[derive(Clone)]
pub struct Connection(Arc<Handle>);

/// What the clones share; its end is the end of the connection.
struct Handle(Arc<Core>);

/// What the driver and all calls share.
pub(crate) struct Core {
    pub(super) link: Arc<Link>,
    pub(super) options: Options,
    pub(super) cache: Cache,
    pub(super) watchers: Watchers,
    level: Mutex<Option<LogLevel>>,
    phase: Mutex<Phase>,
    /// There was a legacy session before the one that is sought or had.
    renewed: AtomicBool,
}

enum Phase {
    Idle,
    Wanted { waiting: Vec<Waker>, started: bool },
    Ready(Arc<Session>),
    Failed(Arc<Error>),
}

/// What the handshake agreed on.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) envelope: Envelope,
    pub(super) info: Arc<ServerInfo>,
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection").field("revision", &self.revision()).finish_non_exhaustive()
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.0.link.close();
    }
}

impl Connection {
    /// A connection over any transport, and the driver that moves its messages.
    pub fn new<T: Transport>(transport: T, options: Options) -> (Self, Driver<T>) {
        let link = Arc::new(Link::default());
        let core = Arc::new(Core::new(Arc::clone(&link), options));
        let side = Box::new(ClientSide::new(Arc::clone(&core)));
        (Self(Arc::new(Handle(core))), Driver::new(transport, link, side))
    }

    /// Waits for the handshake, starting it if need be.
    ///
    /// # Errors
    /// [`Error::Connect`] with the reason. The connection is then of no further use.
    pub async fn ready(&self) -> Result<Arc<ServerInfo>, Error> {
        Ok(Arc::clone(&self.core().session().await?.info))
    }

    /// What the handshake told about the server; `None` before it.
    #[must_use]
    pub fn server_info(&self) -> Option<Arc<ServerInfo>> {
        match &*self.core().phase() {
            Phase::Ready(session) => Some(Arc::clone(&session.info)),
            _ => None,
        }
    }

    /// The revision that the handshake agreed on; `None` before it.
    #[must_use]
    pub fn revision(&self) -> Option<Revision> {
        self.server_info().map(|info| info.revision())
    }

    /// Sends any request with the envelope of the revision, and gives the result as JSON text.
    ///
    /// For methods that no generated function covers. `params` is a JSON object without `_meta`. The result is not looked
    /// into, so that its `resultType` is the caller's to read.
    ///
    /// # Errors
    /// All of [`Error`] but those about tools.
    pub async fn request(&self, method: &str, params: &str) -> Result<Box<RawValue>, Error> {
        self.core().request(method, params).await
    }

    /// Every entry of a list, page after page, each as the server wrote it. A list that the server lets be used again (`ttlMs`) is,
    /// for as long, unless a notification says that it changed.
    ///
    /// # Errors
    /// As [`request`](Self::request); [`Error::Response`] when the pages go round in circles, or do not end by 1,000 pages or
    /// 64 MiB.
    pub async fn list(&self, list: List) -> Result<Vec<Box<RawValue>>, Error> {
        list::all(self.core(), list).await
    }

    /// The tools that the server has now, entry by entry: one that makes no sense is among the faults.
    ///
    /// # Errors
    /// As [`list`](Self::list).
    pub async fn tools(&self) -> Result<Listed<Tool>, Error> {
        let raw = self.list(List::Tools).await?;
        let over_http = self.core().options.mirrors;
        Ok(list::read(List::Tools, raw, |entry| match over_http {
            true => list::headers(entry).map(drop),
            false => Ok(()),
        }))
    }

    /// The prompts that the server has now, entry by entry.
    ///
    /// # Errors
    /// As [`list`](Self::list).
    pub async fn prompts(&self) -> Result<Listed<Prompt>, Error> {
        let raw = self.list(List::Prompts).await?;
        Ok(list::read(List::Prompts, raw, |_| Ok(())))
    }

    /// The resources that the server has now, entry by entry.
    ///
    /// # Errors
    /// As [`list`](Self::list).
    pub async fn resources(&self) -> Result<Listed<Resource>, Error> {
        let raw = self.list(List::Resources).await?;
        Ok(list::read(List::Resources, raw, |_| Ok(())))
    }

    /// The templates of resources that the server has now, entry by entry.
    ///
    /// # Errors
    /// As [`list`](Self::list).
    pub async fn resource_templates(&self) -> Result<Listed<ResourceTemplate>, Error> {
        let raw = self.list(List::ResourceTemplates).await?;
        Ok(list::read(List::ResourceTemplates, raw, |_| Ok(())))
    }

    /// Asks for the server's logs from that level on: by `logging/setLevel` in the legacy era, with each request in the modern one,
    /// unless its call says otherwise. They come as [`Event::Notification`](crate::Event::Notification).
    ///
    /// # Errors
    /// As [`request`](Self::request).
    pub async fn log_level(&self, level: LogLevel) -> Result<(), Error> {
        let session = self.core().session().await?;
        self.core().set_level(level);
        if !session.envelope.revision().is_modern() {
            self.request("logging/setLevel", &format!(r#"{{"level":"{}"}}"#, level.as_str()))
                .await?;
        }
        Ok(())
    }

    /// Flushes what is queued, ends the transport in good order and waits until that is done, also when the peer has gone
    /// already. Calls that still run end with a transport error.
    pub async fn close(&self) {
        self.core().link.close();
        self.closed().await;
    }

    /// Waits until no more messages move and the transport has ended, and says why.
    pub async fn closed(&self) -> TransportError {
        self.core().link.closed().await
    }

    pub(crate) fn core(&self) -> &Arc<Core> {
        &self.0.0
    }
}

impl Core {
    fn new(link: Arc<Link>, options: Options) -> Self {
        Self {
            link,
            options,
            cache: Cache::default(),
            watchers: Watchers::default(),
            level: Mutex::default(),
            phase: Mutex::new(Phase::Idle),
            renewed: AtomicBool::new(false),
        }
    }

    /// Any request, with the envelope.
    pub(super) async fn request(
        self: &Arc<Self>,
        method: &str,
        params: &str,
    ) -> Result<Box<RawValue>, Error> {
        let exchange = Exchange::new(method, params)?;
        let mut limits = Limits::new(self.options.timer.as_ref(), self.options.timeout);
        exchange.run(self, &mut limits, Extra::default(), None, &[]).await?.into_raw()
    }

    /// Forgets a session that is over, unless somebody did so before.
    pub(super) fn renew(&self, ended: &Arc<Session>) {
        let mut phase = self.phase();
        if matches!(&*phase, Phase::Ready(session) if Arc::ptr_eq(session, ended)) {
            *phase = Phase::Idle;
            // A modern server is asked as before: nothing of it was part of a session.
            self.renewed.store(!ended.envelope.revision().is_modern(), Ordering::Release);
            drop(phase);
            self.cache.clear();
            self.watchers.session_ended();
        }
    }

    /// The server is gone, and another one comes in its place.
    pub(super) fn restart(&self, why: &TransportError) {
        self.link.lose_all(why);
        let ended = match &*self.phase() {
            Phase::Ready(session) => Some(Arc::clone(session)),
            // The handshake under way has lost its request, and says so.
            _ => None,
        };
        if let Some(session) = ended {
            self.renew(&session);
        }
    }

    /// The time, if there is a clock.
    pub(super) fn now(&self) -> Option<Duration> {
        self.options.timer.as_ref()?.0.now()
    }

    fn set_level(&self, level: LogLevel) {
        *self.level.lock().unwrap_or_else(PoisonError::into_inner) = Some(level);
    }

    /// The logs that are wanted of every request.
    pub(super) fn level(&self) -> Option<LogLevel> {
        *self.level.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn is_renewed(&self) -> bool {
        self.renewed.load(Ordering::Acquire)
    }

    fn phase(&self) -> MutexGuard<'_, Phase> {
        self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The session, once the driver has negotiated it.
    pub(super) async fn session(&self) -> Result<Arc<Session>, Error> {
        poll_fn(|cx| self.poll_session(cx)).await
    }

    fn poll_session(&self, cx: &Context<'_>) -> Poll<Result<Arc<Session>, Error>> {
        let mut phase = self.phase();
        match &mut *phase {
            Phase::Ready(session) => return Poll::Ready(Ok(Arc::clone(session))),
            Phase::Failed(e) => return Poll::Ready(Err(Error::Connect(Arc::clone(e)))),
            Phase::Wanted { waiting, .. } => {
                if !waiting.iter().any(|w| w.will_wake(cx.waker())) {
                    waiting.push(cx.waker().clone());
                }
                return Poll::Pending;
            }
            Phase::Idle => {
                *phase = Phase::Wanted { waiting: vec![cx.waker().clone()], started: false };
            }
        }
        drop(phase);
        self.link.wake_driver();
        Poll::Pending
    }

    /// Whether the driver should start the handshake now; true once.
    pub(super) fn start_wanted(&self) -> bool {
        match &mut *self.phase() {
            Phase::Wanted { started, .. } => !std::mem::replace(started, true),
            _ => false,
        }
    }

    /// Ends the handshake. A later outcome changes nothing.
    pub(super) fn settle(&self, outcome: Result<Session, Error>) {
        let waiting = {
            let mut phase = self.phase();
            if matches!(*phase, Phase::Ready(_) | Phase::Failed(_)) {
                return;
            }
            let next = match outcome {
                Ok(session) => Phase::Ready(Arc::new(session)),
                Err(e) => Phase::Failed(Arc::new(e)),
            };
            match std::mem::replace(&mut *phase, next) {
                Phase::Wanted { waiting, .. } => waiting,
                _ => Vec::new(),
            }
        };
        waiting.into_iter().for_each(Waker::wake);
    }

    /// The revision of an answer that came: it is agreed on by then.
    pub(super) fn revision(&self) -> Revision {
        self.agreed().unwrap_or(Revision::LATEST)
    }

    pub(super) fn agreed(&self) -> Option<Revision> {
        match &*self.phase() {
            Phase::Ready(session) => Some(session.info.revision),
            _ => None,
        }
    }

    /// What may explain a server's silence on a request: the last useless thing it sent since, and what the edge knows.
    pub(super) fn riddle(&self, id: u64) -> String {
        let trouble = self.link.trouble_since(id);
        let details = self.options.details.as_ref().and_then(|d| (d.0)());
        trouble.into_iter().chain(details).map(|text| format!("; {text}")).collect()
    }
}

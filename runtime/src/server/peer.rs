//! What a server knows of one client beyond a single message.
use crate::{
    CancelToken, LogLevel, Revision,
    link::Link,
    message::{members, same_id},
    resource::is_within,
};
use std::{
    collections::BTreeSet,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

/// One client, for as long as its connection or its HTTP session lasts. Cheap to clone.
///
/// In the modern era nothing is remembered from one message to the next. A legacy session is here: its revision,
/// what the client can do, the level of its logs, what it subscribed to.
#[derive(Clone)]
pub struct Peer(Arc<Inner>);

struct Inner {
    /// Requests to the client. Its answers may come on another stream than the one that the request went on.
    link: Arc<Link>,
    principal: Option<String>,
    session: Mutex<Session>,
    running: Mutex<Running>,
}

/// What `initialize` and later messages of a legacy session said.
#[derive(Default)]
struct Session {
    revision: Option<Revision>,
    capabilities: Option<Arc<str>>,
    level: Option<LogLevel>,
    resources: BTreeSet<String>,
}

/// The requests that are being answered.
#[derive(Default)]
struct Running {
    last: u64,
    calls: Vec<(u64, String, CancelToken)>,
}

impl fmt::Debug for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Peer").field("legacy", &self.legacy()).finish_non_exhaustive()
    }
}

impl Peer {
    pub(crate) fn new(link: Arc<Link>, principal: Option<String>) -> Self {
        Self(Arc::new(Inner {
            link,
            principal,
            session: Mutex::default(),
            running: Mutex::default(),
        }))
    }

    /// Whether it is the same client.
    pub(super) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    pub(super) fn downgrade(&self) -> WeakPeer {
        WeakPeer(Arc::downgrade(&self.0))
    }

    fn session(&self) -> MutexGuard<'_, Session> {
        self.0.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn running(&self) -> MutexGuard<'_, Running> {
        self.0.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Requests to the client, and what it is sent outside of calls.
    pub(crate) fn link(&self) -> &Arc<Link> {
        &self.0.link
    }

    /// Who the client is, as the edge found out.
    pub(crate) fn principal(&self) -> Option<&str> {
        self.0.principal.as_deref()
    }

    /// The revision of the session that `initialize` opened, if one did.
    pub(crate) fn legacy(&self) -> Option<Revision> {
        self.session().revision
    }

    /// Opens the session.
    pub(super) fn open(&self, revision: Revision, capabilities: &str) {
        let mut session = self.session();
        session.revision = Some(revision);
        session.capabilities = Some(capabilities.into());
    }

    pub(super) fn capabilities(&self) -> Option<Arc<str>> {
        self.session().capabilities.clone()
    }

    pub(super) fn level(&self) -> Option<LogLevel> {
        self.session().level
    }

    pub(super) fn set_level(&self, level: LogLevel) {
        self.session().level = Some(level);
    }

    pub(super) fn subscribe(&self, uri: String) {
        self.session().resources.insert(uri);
    }

    pub(super) fn unsubscribe(&self, uri: &str) {
        self.session().resources.remove(uri);
    }

    /// Whether the session subscribed to that resource, or to one that it is a part of.
    pub(super) fn watches(&self, uri: &str) -> bool {
        self.session().resources.iter().any(|watched| is_within(uri, watched))
    }

    /// Notes a request as under way, until the guard is dropped.
    pub(super) fn started(&self, id: &str) -> Guard {
        let token = CancelToken::new();
        let mut running = self.running();
        running.last += 1;
        let place = running.last;
        running.calls.push((place, id.to_owned(), token.clone()));
        Guard { peer: self.clone(), place, token }
    }

    /// Cancels a request, wherever it runs. One that is unknown, finished or malformed is ignored.
    pub(super) fn cancel(&self, params: &str) {
        let Ok([Some(cancelled)]) = members(params, ["requestId"]) else { return };
        let running = self.running();
        let found = running.calls.iter().filter(|(_, id, _)| same_id(id, cancelled));
        let tokens: Vec<CancelToken> = found.map(|(_, _, token)| token.clone()).collect();
        drop(running);
        tokens.iter().for_each(CancelToken::cancel);
    }
}

/// A client that may be gone.
#[derive(Clone)]
pub(super) struct WeakPeer(Weak<Inner>);

impl WeakPeer {
    pub(super) fn get(&self) -> Option<Peer> {
        self.0.upgrade().map(Peer)
    }
}

/// A request that is being answered.
pub(super) struct Guard {
    peer: Peer,
    place: u64,
    pub(super) token: CancelToken,
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.peer.running().calls.retain(|(place, ..)| *place != self.place);
    }
}

//! What all requests to one server share, the legacy session among it.
use super::endpoint::Endpoint;
use crate::{Incoming, Outgoing, Revision, http::value::encode};
use reqwest::{
    Client, RequestBuilder,
    header::{HeaderMap, HeaderName, HeaderValue},
};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

pub(super) const SESSION_ID: &str = "mcp-session-id";
const VERSION: &str = "mcp-protocol-version";

/// One server as its requests see it.
pub(super) struct Shared {
    pub(super) endpoint: Endpoint,
    pub(super) client: Client,
    /// What arrived; polled where everything else is, so that nobody has to be woken.
    inbox: Mutex<VecDeque<Incoming>>,
    session: Mutex<Option<Arc<Session>>>,
}

/// A legacy session.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) id: HeaderValue,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    pub(super) fn new(endpoint: Endpoint, client: Client) -> Self {
        Self { endpoint, client, inbox: Mutex::default(), session: Mutex::default() }
    }

    pub(super) fn arrived(&self, message: Incoming) {
        lock(&self.inbox).push_back(message);
    }

    pub(super) fn has_arrived(&self) -> bool {
        !lock(&self.inbox).is_empty()
    }

    pub(super) fn take(&self) -> Option<Incoming> {
        lock(&self.inbox).pop_front()
    }

    pub(super) fn session(&self) -> Option<Arc<Session>> {
        lock(&self.session).clone()
    }

    /// Opens a session by the answer to `initialize`; an id that no header may hold is none.
    pub(super) fn open(&self, headers: &HeaderMap) {
        let id = headers.get(SESSION_ID);
        let visible = |id: &&HeaderValue| {
            !id.is_empty() && id.as_bytes().iter().all(|b| (0x21..=0x7e).contains(b))
        };
        let session = id.filter(visible).map(|id| Arc::new(Session { id: id.clone() }));
        *lock(&self.session) = session;
    }

    /// Forgets a session that is over; true when it was still the one in use.
    pub(super) fn forget(&self, ended: &Arc<Session>) -> bool {
        let mut session = lock(&self.session);
        let current = session.as_ref().is_some_and(|session| Arc::ptr_eq(session, ended));
        if current {
            *session = None;
        }
        current
    }

    pub(super) fn close_session(&self) -> Option<Arc<Session>> {
        lock(&self.session).take()
    }

    /// The request with the headers that all have. The caller's come first, so that those of the protocol win.
    pub(super) fn headers(
        &self,
        revision: Option<Revision>,
        session: Option<&Session>,
    ) -> HeaderMap {
        let mut headers = self.endpoint.headers.clone();
        if let Some(revision) = revision.filter(|revision| *revision >= Revision::V2025_06_18) {
            headers.insert(VERSION, HeaderValue::from_static(revision.as_str()));
        }
        if let Some(session) = session {
            headers.insert(SESSION_ID, session.id.clone());
        }
        headers
    }

    /// Adds the bearer token, if there is one to be had.
    pub(super) async fn authorized(
        &self,
        request: RequestBuilder,
    ) -> Result<RequestBuilder, String> {
        let Some(bearer) = &self.endpoint.bearer else { return Ok(request) };
        let token = bearer.0.token().await.map_err(|e| format!("there is no token: {e}"))?;
        Ok(match token {
            Some(token) => request.bearer_auth(token),
            None => request,
        })
    }
}

/// What a modern message says in headers too.
pub(super) fn mirror(headers: &mut HeaderMap, message: &Outgoing) {
    let mut insert = |name: HeaderName, value: &str| {
        // What `encode` gives is what a header can hold.
        if let Ok(value) = HeaderValue::from_str(&encode(value)) {
            headers.insert(name, value);
        }
    };
    if let Some(method) = &message.method {
        insert(HeaderName::from_static("mcp-method"), method);
    }
    if let Some(name) = &message.name {
        insert(HeaderName::from_static("mcp-name"), name);
    }
    for (name, value) in &message.mirrored {
        if let Ok(name) = HeaderName::try_from(format!("mcp-param-{name}")) {
            insert(name, value);
        }
    }
}

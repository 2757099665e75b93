//! Putting a service on a path.
use super::{
    hosted::{Hosted, Inner, Principal},
    hosts::Allowed,
    sessions::Sessions,
};
use crate::{Service, mirrored::Headers};
use axum::Router;
use http::request::Parts;
use std::{collections::BTreeMap, fmt, io, sync::Arc, time::Duration};
use tokio::net::TcpListener;

const BODY_LIMIT: usize = 4 << 20;
const KEEP_ALIVE: Duration = Duration::from_secs(15);
const SESSIONS: usize = 10_000;
const IDLE: Duration = Duration::from_secs(3600);

/// A service to be put on an HTTP path: whom it answers, and how much it takes.
///
/// Unless told otherwise it answers requests to this machine by this machine, takes bodies of 4 MiB, and serves clients of both eras: at
/// most 10,000 legacy sessions, which end after an hour without a message.
///
/// ```no_run
/// # async fn demo(service: mcp_bindings::Service) -> std::io::Result<()> {
/// use mcp_bindings::http::Mount;
/// let router = Mount::new(service).hosts(["api.example.test"]).router("/mcp");
/// # drop(router);
/// # Ok(())
/// # }
/// ```
pub struct Mount {
    service: Service,
    allowed: Allowed,
    body_limit: usize,
    keep_alive: Duration,
    streams: bool,
    sessions: Option<(usize, Duration)>,
    principal: Option<Principal>,
}

impl fmt::Debug for Mount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mount").field("allowed", &self.allowed).finish_non_exhaustive()
    }
}

impl Mount {
    /// That service, with the defaults.
    #[must_use]
    pub fn new(service: Service) -> Self {
        Self {
            service,
            allowed: Allowed::default(),
            body_limit: BODY_LIMIT,
            keep_alive: KEEP_ALIVE,
            streams: false,
            sessions: Some((SESSIONS, IDLE)),
            principal: None,
        }
    }

    /// The names, without port, that clients reach the server by (`Host`), in place of those of this machine. Anything else is 403:
    /// a page that a user visits could otherwise give this machine a name of its own.
    #[must_use]
    pub fn hosts<T: Into<String>>(mut self, names: impl IntoIterator<Item = T>) -> Self {
        self.allowed.hosts = names.into_iter().map(Into::into).collect();
        self
    }

    /// Answers whatever the `Host` is, where something in front has looked at it.
    #[must_use]
    pub fn any_host(mut self) -> Self {
        self.allowed.any_host = true;
        self
    }

    /// Pages that may call the server (`Origin`), such as `https://app.example.test`, beside those of its own hosts.
    #[must_use]
    pub fn origins<T: Into<String>>(mut self, origins: impl IntoIterator<Item = T>) -> Self {
        self.allowed.origins = origins.into_iter().map(Into::into).collect();
        self
    }

    /// The longest body that is read, in bytes. A longer one is 413.
    #[must_use]
    pub fn body_limit(mut self, bytes: usize) -> Self {
        self.body_limit = bytes;
        self
    }

    /// How long a stream may be silent before a comment shows that it is alive; 15 s unless set.
    #[must_use]
    pub fn keep_alive(mut self, every: Duration) -> Self {
        self.keep_alive = every;
        self
    }

    /// Answers by event streams also where one message is all there is to say, for clients or proxies that want it so.
    #[must_use]
    pub fn always_stream(mut self) -> Self {
        self.streams = true;
        self
    }

    /// How many legacy sessions there may be, and how long one lasts without a message.
    #[must_use]
    pub fn sessions(mut self, most: usize, idle: Duration) -> Self {
        self.sessions = Some((most, idle));
        self
    }

    /// Serves the modern era alone: no sessions, and POST is the only method.
    #[must_use]
    pub fn modern_only(mut self) -> Self {
        self.sessions = None;
        self
    }

    /// Says who a client is, by what something in front of the service found out. A session and a half-done call are good for the same one
    /// only.
    #[must_use]
    pub fn principal(
        mut self,
        who: impl Fn(&Parts) -> Option<String> + Send + Sync + 'static,
    ) -> Self {
        self.principal = Some(Arc::new(who));
        self
    }

    /// The service of tower.
    #[must_use]
    pub fn hosted(self) -> Hosted {
        let tools = self.service.descriptor().tools().iter();
        let mirrored = tools.filter_map(|tool| {
            // A tool whose annotations are wrong is none for HTTP; clients leave it out.
            let schema = serde_json::from_str(tool.input_schema()).ok()?;
            Some((tool.name(), Headers::read(&schema).ok()?))
        });
        let mirrored: BTreeMap<_, _> =
            mirrored.filter(|(_, headers)| !headers.is_empty()).collect();
        Hosted(Arc::new(Inner {
            service: self.service,
            allowed: self.allowed,
            body_limit: self.body_limit,
            keep_alive: self.keep_alive,
            streams: self.streams,
            sessions: self.sessions.map(|(most, idle)| Sessions::new(most, idle)),
            principal: self.principal,
            mirrored,
        }))
    }

    /// A router of axum with the service on that path.
    pub fn router(self, path: &str) -> Router {
        Router::new().route_service(path, self.hosted())
    }
}

/// Serves on `/mcp` until the listener fails. Bind to a loopback address unless the server is meant for others.
///
/// ```no_run
/// # async fn demo(service: mcp_bindings::Service) -> std::io::Result<()> {
/// use mcp_bindings::http::{Mount, serve};
/// let listener = tokio::net::TcpListener::bind("127.0.0.1:8000").await?;
/// serve(listener, Mount::new(service)).await
/// # }
/// ```
///
/// # Errors
/// Those of accepting connections.
pub async fn serve(listener: TcpListener, mount: Mount) -> io::Result<()> {
    axum::serve(listener, mount.router("/mcp")).await
}

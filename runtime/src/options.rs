//! How a client connects.
use crate::{
    Event, Revision, Timer,
    client::input::Handlers,
    event::{Details, Listener, OnEvent},
    timer::Clock,
};
use std::{sync::Arc, time::Duration};

/// Which revisions a client offers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Negotiation {
    /// Finds the era by itself: `server/discover` first, `initialize` when that is not understood.
    #[default]
    Auto,
    /// This revision or an error: a modern one by `server/discover`, a legacy one by `initialize`.
    Only(Revision),
}

/// How a client connects: who it is, what it offers, how long it waits.
///
/// ```
/// use mcp_bindings::{Negotiation, Options, Revision};
/// let options = Options::new("my-host", "1.2.0").negotiation(Negotiation::Only(Revision::LATEST));
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) announced: Announced,
    pub(crate) negotiation: Negotiation,
    pub(crate) timeout: Option<Duration>,
    pub(crate) probe_timeout: Duration,
    pub(crate) timer: Option<Clock>,
    pub(crate) on_event: Option<OnEvent>,
    pub(crate) details: Option<Details>,
    pub(crate) probe: Probe,
    pub(crate) handlers: Handlers,
    /// The edge mirrors arguments in headers.
    pub(crate) mirrors: bool,
}

/// Whether the automatic negotiation starts with `server/discover`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Probe {
    First,
    /// The server is known not to survive it.
    #[cfg_attr(not(any(feature = "stdio", feature = "http-client")), allow(dead_code))]
    Skip,
}

/// Whether modern requests name the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Announced {
    Yes,
    No,
}

impl Default for Options {
    fn default() -> Self {
        Self::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
    }
}

impl Options {
    /// A client of that name and version (`clientInfo`), with 60 s for every answer and 10 s for the probe.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            version: version.into(),
            announced: Announced::Yes,
            negotiation: Negotiation::Auto,
            timeout: Some(Duration::from_secs(60)),
            probe_timeout: Duration::from_secs(10),
            timer: None,
            on_event: None,
            details: None,
            probe: Probe::First,
            handlers: Handlers::default(),
            mirrors: false,
        }
    }

    /// Leaves `clientInfo` out of modern requests. `initialize` demands it all the same.
    #[must_use]
    pub fn anonymous(mut self) -> Self {
        self.announced = Announced::No;
        self
    }

    /// Which revisions to offer; by default the era is found by itself.
    #[must_use]
    pub fn negotiation(mut self, negotiation: Negotiation) -> Self {
        self.negotiation = negotiation;
        self
    }

    /// How long a request may take, the handshake included, unless its call says otherwise; `None` waits for ever.
    #[must_use]
    pub fn timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.timeout = timeout.into();
        self
    }

    /// How long a server may stay silent on `server/discover` before it counts as legacy.
    #[must_use]
    pub fn probe_timeout(mut self, timeout: Duration) -> Self {
        self.probe_timeout = timeout;
        self
    }

    /// Where time comes from. Without one nothing times out.
    #[must_use]
    pub fn timer(mut self, timer: impl Timer) -> Self {
        self.timer = Some(Clock(Arc::new(timer)));
        self
    }

    /// Is told what arrives outside of calls: noise, notifications, errors without an id. Called while messages
    /// are read, so it should be quick. One that panics is not called again.
    #[must_use]
    pub fn on_event(mut self, listener: impl Fn(&Event<'_>) + Send + Sync + 'static) -> Self {
        self.on_event = Some(Listener(Arc::new(listener)));
        self
    }
}

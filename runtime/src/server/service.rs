//! A server: handlers, what they are called, and a transport to serve them on.
use super::{
    Changes, Peer, Seal, answer,
    changes::Has,
    dispatch::Dispatch,
    era,
    lists::{HINTS, Kind, Lists},
    session::ServerSession,
};
use crate::{
    Driver, Revision, ServerDescriptor, Transport,
    link::Link,
    message::{into_text, members, push_string},
};
use std::{
    fmt,
    sync::{Arc, OnceLock},
};

/// Handlers, ready to be served in every revision, on any number of transports. Cheap to clone.
#[derive(Clone)]
pub struct Service(Arc<Inner>);

pub(super) struct Inner {
    pub(super) dispatch: Box<dyn Dispatch>,
    /// `Implementation` as JSON.
    pub(super) info: String,
    pub(super) descriptor: &'static ServerDescriptor,
    pub(super) lists: Lists,
    pub(super) changes: Changes,
    seal: OnceLock<Box<dyn Seal>>,
    /// What is declared in place of the manifest's.
    capabilities: OnceLock<String>,
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service").field("server", &self.0.descriptor.name()).finish_non_exhaustive()
    }
}

impl Service {
    /// A service of these handlers. Generated code calls it.
    #[must_use]
    pub fn new(descriptor: &'static ServerDescriptor, dispatch: impl Dispatch) -> Self {
        let version = if descriptor.version().is_empty() { "0.0.0" } else { descriptor.version() };
        let mut info = b"{\"name\":".to_vec();
        push_string(&mut info, descriptor.name());
        info.extend_from_slice(b",\"version\":");
        push_string(&mut info, version);
        info.push(b'}');
        Self(Arc::new(Inner {
            dispatch: Box::new(dispatch),
            info: into_text(info),
            descriptor,
            lists: Lists::default(),
            changes: Changes::default(),
            seal: OnceLock::new(),
            capabilities: OnceLock::new(),
        }))
    }

    /// Seals the state of half-done calls by this. All processes that serve the same clients want the same key. The first counts.
    ///
    /// With the feature `seal` a service that is given none makes a key of its own, which ends with the process.
    #[must_use]
    pub fn seal(self, seal: impl Seal) -> Self {
        // A second one is left aside, as the documentation says.
        let _ = self.0.seal.set(Box::new(seal));
        self
    }

    /// Declares these capabilities (`ServerCapabilities` as JSON text), in place of those of the manifest: `logging` for a server that logs,
    /// `completions` for one that completes arguments, `listChanged` of `tools` for one whose tools change. What is not an object is ignored,
    /// and the first counts. Lists that are there are declared in any case.
    #[must_use]
    pub fn declare(self, capabilities: impl Into<String>) -> Self {
        let _ = self.0.capabilities.set(capabilities.into());
        self
    }

    /// Tells clients that something changed.
    #[must_use]
    pub fn changes(&self) -> &Changes {
        &self.0.changes
    }

    pub(super) fn inner(&self) -> &Arc<Inner> {
        &self.0
    }

    /// What this server is.
    #[must_use]
    pub fn descriptor(&self) -> &'static ServerDescriptor {
        self.0.descriptor
    }

    /// Serves one client on a transport until it goes away. Nothing happens unless the driver is polled; handlers run
    /// inside of it, side by side.
    ///
    /// At most 1,024 handlers run at once for one client, and at most about 1 MiB of answers waits for a client that does
    /// not read them: beyond either, nothing more is read from that client, cancellations included, until there is room.
    /// Nothing is lost.
    ///
    /// When the client has closed its output, the handlers that still run are waited for: whoever wants to wait for so
    /// long only drops the driver then, as `stdio::serve` does after five seconds.
    pub fn serve<T: Transport>(&self, transport: T) -> Driver<T> {
        let link = Arc::new(Link::default());
        let peer = Peer::new(Arc::clone(&link), None);
        let session = ServerSession::new(Arc::clone(&link), Arc::clone(&self.0), peer);
        Driver::new(transport, link, Box::new(session))
    }
}

impl Inner {
    pub(super) fn seal(&self) -> Option<&dyn Seal> {
        #[cfg(feature = "seal")]
        return Some(&**self.seal.get_or_init(|| Box::new(crate::Key::random())));
        #[cfg(not(feature = "seal"))]
        self.seal.get().map(|seal| &**seal)
    }

    pub(super) fn has_tools(&self) -> bool {
        self.has(Kind::Tools)
    }

    /// Whether there is anything of that kind. Templates are resources too.
    pub(super) fn has(&self, kind: Kind) -> bool {
        let descriptor = self.descriptor;
        match kind {
            Kind::Tools => !descriptor.tools().is_empty(),
            Kind::Prompts => !descriptor.prompts().is_empty(),
            Kind::Resources | Kind::Templates => {
                !descriptor.resources().is_empty() || !descriptor.templates().is_empty()
            }
        }
    }

    /// The entries of a list, as the manifest has them.
    pub(super) fn definitions(&self, kind: Kind) -> Vec<&'static str> {
        match kind {
            Kind::Tools => self.descriptor.tools().iter().map(|tool| tool.definition()).collect(),
            Kind::Prompts => self.descriptor.prompts().to_vec(),
            Kind::Resources => self.descriptor.resources().to_vec(),
            Kind::Templates => self.descriptor.templates().to_vec(),
        }
    }

    /// Whether the manifest declares that capability.
    fn declares(&self, name: &str) -> bool {
        declared(self.declared(), name).is_some()
    }

    fn declared(&self) -> &str {
        self.capabilities.get().map_or(self.descriptor.capabilities(), String::as_str)
    }

    pub(super) fn completes(&self) -> bool {
        self.declares("completions")
    }

    pub(super) fn logs(&self) -> bool {
        self.declares("logging")
    }

    pub(super) fn subscribes(&self) -> bool {
        self.has(Kind::Resources)
    }

    /// What a subscription may be about.
    pub(super) fn lists(&self) -> Has {
        Has {
            tools: self.has(Kind::Tools),
            prompts: self.has(Kind::Prompts),
            resources: self.has(Kind::Resources),
        }
    }

    /// The answer to `server/discover`.
    pub(super) fn discover(&self, id: &str, revision: Revision) -> String {
        let members = format!(
            r#""supportedVersions":{},"capabilities":{}{}{HINTS}"#,
            era::supported(),
            self.capabilities(),
            self.instructions(),
        );
        answer::result(id, revision, &members, &self.info)
    }

    /// The answer to `initialize`: the revision that the client offered, or our newest.
    pub(super) fn initialize(&self, id: &str, revision: Revision) -> String {
        let members = format!(
            r#""protocolVersion":"{revision}","capabilities":{},"serverInfo":{}{}"#,
            self.capabilities(),
            self.info,
            self.instructions()
        );
        answer::result(id, revision, &members, &self.info)
    }

    /// What the manifest declares of what there is here, and what there is that it does not declare.
    fn capabilities(&self) -> String {
        let lists = [
            ("tools", self.has(Kind::Tools)),
            ("prompts", self.has(Kind::Prompts)),
            ("resources", self.has(Kind::Resources)),
        ];
        let lists = lists.into_iter().filter(|(_, there)| *there);
        let others = [("logging", self.logs()), ("completions", self.completes())];
        let others = others.into_iter().filter(|(_, there)| *there);
        let all = lists.chain(others).map(|(name, _)| {
            let value = declared(self.declared(), name).unwrap_or("{}");
            format!(r#""{name}":{value}"#)
        });
        format!("{{{}}}", all.collect::<Vec<_>>().join(","))
    }

    fn instructions(&self) -> String {
        match self.descriptor.instructions() {
            None => String::new(),
            Some(text) => {
                let mut out = b",\"instructions\":".to_vec();
                push_string(&mut out, text);
                into_text(out)
            }
        }
    }
}

/// A capability that is declared as an object.
fn declared<'a>(capabilities: &'a str, name: &str) -> Option<&'a str> {
    let [value] = members(capabilities, [name]).ok()?;
    value.filter(|value| value.starts_with('{'))
}

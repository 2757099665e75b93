//! A server: handlers, what they are called, and a transport to serve them on.
use super::{answer, definitions::Definitions, dispatch::Dispatch, era, session::ServerSession};
use crate::{
    Driver, Revision, ServerDescriptor, Transport,
    link::Link,
    message::{into_text, push_string},
};
use std::{fmt, sync::Arc};

/// How long a client may keep a list, in milliseconds: what is compiled in changes only with the program.
const TTL_MS: u32 = 300_000;

/// Handlers, ready to be served in every revision, on any number of transports. Cheap to clone.
#[derive(Clone)]
pub struct Service(Arc<Inner>);

pub(super) struct Inner {
    pub(super) dispatch: Box<dyn Dispatch>,
    /// `Implementation` as JSON.
    pub(super) info: String,
    descriptor: &'static ServerDescriptor,
    definitions: Definitions,
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
            definitions: Definitions::default(),
        }))
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
        let session = ServerSession::new(Arc::clone(&link), Arc::clone(&self.0));
        Driver::new(transport, link, Box::new(session))
    }
}

impl Inner {
    pub(super) fn has_tools(&self) -> bool {
        !self.descriptor.tools().is_empty()
    }

    /// The answer to `server/discover`.
    pub(super) fn discover(&self, id: &str, revision: Revision) -> String {
        let members = format!(
            r#""supportedVersions":{},"capabilities":{}{},{}"#,
            era::supported(),
            self.capabilities(),
            self.instructions(),
            hints()
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

    /// The answer to `tools/list`.
    pub(super) fn list(&self, id: &str, revision: Revision) -> String {
        let tools = self.definitions.list(self.descriptor.tools(), revision);
        let hints = if revision.is_modern() { format!(",{}", hints()) } else { String::new() };
        answer::result(id, revision, &format!(r#""tools":{tools}{hints}"#), &self.info)
    }

    fn capabilities(&self) -> &'static str {
        if self.has_tools() { r#"{"tools":{}}"# } else { "{}" }
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

fn hints() -> String {
    format!(r#""ttlMs":{TTL_MS},"cacheScope":"public""#)
}

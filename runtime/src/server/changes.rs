//! Who wants to know that something changed, and telling them.
use super::peer::{Peer, WeakPeer};
use crate::{
    CancelToken, Outgoing, Revision,
    link::Link,
    message::{into_text, members, push_string},
    meta::SUBSCRIPTION_ID,
    resource::is_within,
};
use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Tells clients that what a server offers has changed: those that listen (`subscriptions/listen`, 2026-07-28) and the sessions of
/// older revisions, each of them only about what it asked for. Cheap to clone.
///
/// ```
/// # fn reload(service: &mcp_bindings::Service) {
/// service.changes().tools();
/// service.changes().resource("file:///etc/motd");
/// # }
/// ```
#[derive(Clone, Default)]
pub struct Changes(Arc<Mutex<Listeners>>);

#[derive(Default)]
struct Listeners {
    last: u64,
    subscriptions: Vec<(u64, Subscription)>,
    sessions: Vec<WeakPeer>,
}

struct Subscription {
    /// The id of the request as raw JSON text.
    id: String,
    filter: Filter,
    link: Arc<Link>,
    end: CancelToken,
}

/// What a listener wants to know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Filter {
    tools: bool,
    prompts: bool,
    resources: bool,
    uris: Vec<String>,
}

/// Something that changed.
#[derive(Clone, Copy)]
enum Change<'a> {
    Tools,
    Prompts,
    Resources,
    Resource(&'a str),
}

/// How much waits for a session that does not listen, in bytes.
const MOST_UNHEARD: usize = 256 * 1024;

impl fmt::Debug for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Changes")
    }
}

impl Changes {
    /// The list of tools changed.
    pub fn tools(&self) {
        self.tell(Change::Tools);
    }

    /// The list of prompts changed.
    pub fn prompts(&self) {
        self.tell(Change::Prompts);
    }

    /// The list of resources, or of their templates, changed.
    pub fn resources(&self) {
        self.tell(Change::Resources);
    }

    /// The resource of that URI changed; those who asked for one that it is a part of are told too.
    pub fn resource(&self, uri: &str) {
        self.tell(Change::Resource(uri));
    }

    /// Ends all subscriptions in good order, as before a shutdown.
    pub fn end(&self) {
        let ends: Vec<CancelToken> =
            self.listeners().subscriptions.iter().map(|(_, s)| s.end.clone()).collect();
        ends.iter().for_each(CancelToken::cancel);
    }

    fn listeners(&self) -> MutexGuard<'_, Listeners> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, change: Change<'_>) {
        let mut listeners = self.listeners();
        for (_, subscription) in &listeners.subscriptions {
            if subscription.filter.wants(change) {
                subscription.link.send(change.message(Some(&subscription.id)));
            }
        }
        listeners.sessions.retain(|session| {
            let Some(peer) = session.get() else { return false };
            // A session that nobody listens to is not told without end.
            if change.concerns(&peer) && peer.link().queued() < MOST_UNHEARD {
                peer.link().send(change.message(None));
            }
            true
        });
    }

    /// Tells a legacy session too, as long as it lives.
    pub(super) fn watch_session(&self, peer: &Peer) {
        let mut listeners = self.listeners();
        listeners.sessions.retain(|session| session.get().is_some_and(|known| !known.is(peer)));
        listeners.sessions.push(peer.downgrade());
    }

    /// Opens a subscription; it lasts as long as what is returned.
    pub(super) fn subscribe(&self, id: &str, filter: Filter, link: &Arc<Link>) -> Listening {
        let end = CancelToken::new();
        let mut listeners = self.listeners();
        listeners.last += 1;
        let place = listeners.last;
        let subscription =
            Subscription { id: id.to_owned(), filter, link: Arc::clone(link), end: end.clone() };
        listeners.subscriptions.push((place, subscription));
        Listening { changes: self.clone(), place, end }
    }
}

/// An open subscription.
pub(super) struct Listening {
    changes: Changes,
    place: u64,
    /// Cancelled when the server ends it.
    pub(super) end: CancelToken,
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.changes.listeners().subscriptions.retain(|(place, _)| *place != self.place);
    }
}

impl Filter {
    /// Reads `params.notifications`; what it does not name is not wanted.
    pub(super) fn read(raw: &str) -> Option<Self> {
        let names = [
            "toolsListChanged",
            "promptsListChanged",
            "resourcesListChanged",
            "resourceSubscriptions",
        ];
        let [tools, prompts, resources, uris] = members(raw, names).ok()?;
        let flag = |raw: Option<&str>| match raw {
            None | Some("null" | "false") => Some(false),
            Some("true") => Some(true),
            Some(_) => None,
        };
        let uris = match uris {
            None | Some("null") => Vec::new(),
            Some(raw) => serde_json::from_str(raw).ok()?,
        };
        Some(Self {
            tools: flag(tools)?,
            prompts: flag(prompts)?,
            resources: flag(resources)?,
            uris,
        })
    }

    /// What of it this server will keep, given what it has.
    pub(super) fn agreed(mut self, has: Has) -> Self {
        self.tools &= has.tools;
        self.prompts &= has.prompts;
        self.resources &= has.resources;
        if !has.resources {
            self.uris.clear();
        }
        self
    }

    /// The first message of a subscription.
    pub(super) fn acknowledgement(&self, id: &str) -> Outgoing {
        let mut out = b"\"notifications\":{".to_vec();
        let flags = [
            ("toolsListChanged", self.tools),
            ("promptsListChanged", self.prompts),
            ("resourcesListChanged", self.resources),
        ];
        for (name, _) in flags.into_iter().filter(|(_, wanted)| *wanted) {
            push_string(&mut out, name);
            out.extend_from_slice(b":true,");
        }
        if !self.uris.is_empty() {
            out.extend_from_slice(b"\"resourceSubscriptions\":[");
            for uri in &self.uris {
                push_string(&mut out, uri);
                out.push(b',');
            }
            out.pop();
            out.extend_from_slice(b"],");
        }
        if out.last() == Some(&b',') {
            out.pop();
        }
        out.push(b'}');
        notification("notifications/subscriptions/acknowledged", Some(id), &into_text(out))
    }

    fn wants(&self, change: Change<'_>) -> bool {
        match change {
            Change::Tools => self.tools,
            Change::Prompts => self.prompts,
            Change::Resources => self.resources,
            Change::Resource(uri) => self.uris.iter().any(|watched| is_within(uri, watched)),
        }
    }
}

/// The lists that a server has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Has {
    pub(super) tools: bool,
    pub(super) prompts: bool,
    pub(super) resources: bool,
}

impl Change<'_> {
    fn message(self, subscription: Option<&str>) -> Outgoing {
        let method = match self {
            Self::Tools => "notifications/tools/list_changed",
            Self::Prompts => "notifications/prompts/list_changed",
            Self::Resources => "notifications/resources/list_changed",
            Self::Resource(_) => "notifications/resources/updated",
        };
        let mut params = Vec::new();
        if let Self::Resource(uri) = self {
            params.extend_from_slice(b"\"uri\":");
            push_string(&mut params, uri);
        }
        notification(method, subscription, &into_text(params))
    }

    /// Whether a session of an older revision is told: of lists always, of a resource when it subscribed.
    fn concerns(self, peer: &Peer) -> bool {
        let Some(_) = peer.legacy().filter(|r: &Revision| !r.is_modern()) else { return false };
        match self {
            Self::Resource(uri) => peer.watches(uri),
            _ => true,
        }
    }
}

/// A notification with these members as parameters, marked as part of a subscription.
fn notification(method: &'static str, subscription: Option<&str>, members: &str) -> Outgoing {
    let mut params = members.to_owned();
    if let Some(id) = subscription {
        let comma = if params.is_empty() { "" } else { "," };
        params.push_str(&format!(r#"{comma}"_meta":{{"{SUBSCRIPTION_ID}":{id}}}"#));
    }
    let params =
        if params.is_empty() { String::new() } else { format!(r#","params":{{{params}}}"#) };
    Outgoing::of(method, format!(r#"{{"jsonrpc":"2.0","method":"{method}"{params}}}"#))
}

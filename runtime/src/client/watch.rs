//! What a server says has changed: what a caller wants to know of, and who waits for it.
use crate::{
    Map, Value,
    message::{integral, members, push_string, string},
    meta::SUBSCRIPTION_ID,
    resource::is_within,
};
use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
};

/// How many changes wait for one who does not listen. More are told as [`Change::Missed`].
const MOST_WAITING: usize = 1024;

/// What to be told of: nothing, until it is named.
///
/// ```
/// let watch = mcp_bindings::Watch::new().tools().resource("file:///etc/motd");
/// assert!(watch.wants_tools() && !watch.wants_prompts());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Watch {
    tools: bool,
    prompts: bool,
    resources: bool,
    uris: Vec<String>,
}

impl Watch {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Changes of the list of tools (`toolsListChanged`).
    #[must_use]
    pub fn tools(mut self) -> Self {
        self.tools = true;
        self
    }

    /// Changes of the list of prompts (`promptsListChanged`).
    #[must_use]
    pub fn prompts(mut self) -> Self {
        self.prompts = true;
        self
    }

    /// Changes of the lists of resources and their templates (`resourcesListChanged`).
    #[must_use]
    pub fn resources(mut self) -> Self {
        self.resources = true;
        self
    }

    /// Changes of the resource of that URI, or of a part of it (`resourceSubscriptions`).
    #[must_use]
    pub fn resource(mut self, uri: impl Into<String>) -> Self {
        self.uris.push(uri.into());
        self
    }

    /// Whether the list of tools is among them.
    #[must_use]
    pub fn wants_tools(&self) -> bool {
        self.tools
    }

    /// Whether the list of prompts is among them.
    #[must_use]
    pub fn wants_prompts(&self) -> bool {
        self.prompts
    }

    /// Whether the lists of resources and templates are among them.
    #[must_use]
    pub fn wants_resources(&self) -> bool {
        self.resources
    }

    /// The URIs among them.
    #[must_use]
    pub fn uris(&self) -> &[String] {
        &self.uris
    }

    /// `{"toolsListChanged":true,..}`.
    pub(super) fn filter(&self) -> String {
        let flags = [
            (self.tools, "\"toolsListChanged\":true"),
            (self.prompts, "\"promptsListChanged\":true"),
            (self.resources, "\"resourcesListChanged\":true"),
        ];
        let mut members: Vec<String> =
            flags.iter().filter(|(on, _)| *on).map(|(_, text)| (*text).to_owned()).collect();
        if !self.uris.is_empty() {
            let mut uris = Vec::new();
            for uri in &self.uris {
                uris.push(if uris.is_empty() { b'[' } else { b',' });
                push_string(&mut uris, uri);
            }
            let uris = crate::message::into_text(uris);
            members.push(format!("\"resourceSubscriptions\":{uris}]"));
        }
        format!("{{{}}}", members.join(","))
    }

    /// The part of it that a server agreed to.
    fn agreed(&self, filter: &str) -> Self {
        let names = [
            "toolsListChanged",
            "promptsListChanged",
            "resourcesListChanged",
            "resourceSubscriptions",
        ];
        let [tools, prompts, resources, uris] = members(filter, names).unwrap_or_default();
        let is_on = |raw| raw == Some("true");
        let uris: Vec<String> =
            uris.and_then(|raw| serde_json::from_str(raw).ok()).unwrap_or_default();
        Self {
            tools: self.tools && is_on(tools),
            prompts: self.prompts && is_on(prompts),
            resources: self.resources && is_on(resources),
            uris: self.uris.iter().filter(|uri| uris.contains(uri)).cloned().collect(),
        }
    }

    /// The part of it that a legacy server with these capabilities tells of.
    pub(super) fn offered(&self, capabilities: &Map<String, Value>) -> Self {
        let has = |what: &str, name: &str| {
            capabilities.get(what).and_then(|what| what.get(name)) == Some(&Value::Bool(true))
        };
        let subscribes = has("resources", "subscribe");
        Self {
            tools: self.tools && has("tools", "listChanged"),
            prompts: self.prompts && has("prompts", "listChanged"),
            resources: self.resources && has("resources", "listChanged"),
            uris: self.uris.iter().filter(|_| subscribes).cloned().collect(),
        }
    }

    fn wants(&self, change: &Change) -> bool {
        match change {
            Change::Tools => self.tools,
            Change::Prompts => self.prompts,
            Change::Resources => self.resources,
            Change::Resource(uri) => self.uris.iter().any(|wanted| is_within(uri, wanted)),
            Change::Missed => true,
        }
    }
}

/// Something that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Change {
    /// The list of tools.
    Tools,
    /// The list of prompts.
    Prompts,
    /// The list of resources, or that of templates.
    Resources,
    /// The resource of that URI; it may be a part of the one that was asked for.
    Resource(String),
    /// The subscription was lost and opened anew, or more happened than was listened to: anything may have changed meanwhile.
    Missed,
}

impl Change {
    fn of(method: &str, params: &str) -> Option<Self> {
        Some(match method {
            "notifications/tools/list_changed" => Self::Tools,
            "notifications/prompts/list_changed" => Self::Prompts,
            "notifications/resources/list_changed" => Self::Resources,
            "notifications/resources/updated" => {
                let [uri] = members(params, ["uri"]).ok()?;
                Self::Resource(string(uri?)?.into_owned())
            }
            _ => return None,
        })
    }
}

/// Those who listen on one connection.
#[derive(Debug, Default)]
pub(crate) struct Watchers(Mutex<Vec<Watcher>>);

#[derive(Debug)]
struct Watcher {
    /// The id of the listen request, or of nothing in the legacy era.
    id: u64,
    legacy: bool,
    wanted: Watch,
    agreed: Option<Watch>,
    waiting: VecDeque<Change>,
    waker: Option<Waker>,
}

impl Watchers {
    fn all(&self) -> MutexGuard<'_, Vec<Watcher>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// `agreed` is there from the beginning in the legacy era.
    pub(super) fn add(&self, id: u64, wanted: Watch, agreed: Option<Watch>) {
        let legacy = agreed.is_some();
        let waiting = VecDeque::new();
        self.all().push(Watcher { id, legacy, wanted, agreed, waiting, waker: None });
    }

    pub(super) fn remove(&self, id: u64) {
        self.all().retain(|watcher| watcher.id != id);
    }

    /// Whether another one wants changes of that resource.
    pub(super) fn others_want(&self, id: u64, uri: &str) -> bool {
        let wants = |watcher: &Watcher| watcher.wanted.uris.iter().any(|wanted| wanted == uri);
        self.all().iter().any(|watcher| watcher.id != id && wants(watcher))
    }

    pub(super) fn poll_agreed(&self, id: u64, cx: &Context<'_>) -> Poll<Watch> {
        self.poll(id, cx, |watcher| watcher.agreed.clone())
    }

    pub(super) fn poll_change(&self, id: u64, cx: &Context<'_>) -> Poll<Change> {
        self.poll(id, cx, |watcher| watcher.waiting.pop_front())
    }

    fn poll<T>(
        &self,
        id: u64,
        cx: &Context<'_>,
        get: impl Fn(&mut Watcher) -> Option<T>,
    ) -> Poll<T> {
        let mut all = self.all();
        let Some(watcher) = all.iter_mut().find(|watcher| watcher.id == id) else {
            return Poll::Pending;
        };
        match get(watcher) {
            Some(found) => Poll::Ready(found),
            None => {
                watcher.waker = Some(cx.waker().clone());
                Poll::Pending
            }
        }
    }

    /// Takes note of a notification.
    pub(super) fn hear(&self, method: &str, params: &str) {
        let id = subscription(params);
        if method == "notifications/subscriptions/acknowledged" {
            let filter = members(params, ["notifications"]).ok().and_then(|[filter]| filter);
            self.each(|watcher| {
                if Some(watcher.id) != id || watcher.legacy {
                    return false;
                }
                watcher.agreed = Some(watcher.wanted.agreed(filter.unwrap_or("{}")));
                true
            });
        } else if let Some(change) = Change::of(method, params) {
            self.each(|watcher| {
                let addressed = watcher.legacy || Some(watcher.id) == id;
                addressed && watcher.wanted.wants(&change) && watcher.push(change.clone())
            });
        }
    }

    /// Legacy subscriptions ended with their session.
    pub(super) fn session_ended(&self) {
        self.each(|watcher| watcher.legacy && watcher.push(Change::Missed));
    }

    fn each(&self, mut change: impl FnMut(&mut Watcher) -> bool) {
        let wakers: Vec<Waker> = {
            let mut all = self.all();
            let changed =
                all.iter_mut().filter_map(|w| if change(w) { w.waker.take() } else { None });
            changed.collect()
        };
        wakers.into_iter().for_each(Waker::wake);
    }
}

impl Watcher {
    fn push(&mut self, change: Change) -> bool {
        if self.waiting.contains(&change) || self.waiting.back() == Some(&Change::Missed) {
            return false;
        }
        let full = self.waiting.len() >= MOST_WAITING;
        self.waiting.push_back(if full { Change::Missed } else { change });
        true
    }
}

/// `_meta` names the subscription by the id of its request, read leniently: `"7"` is 7 here.
fn subscription(params: &str) -> Option<u64> {
    let [meta] = members(params, ["_meta"]).ok()?;
    let [id] = members(meta?, [SUBSCRIPTION_ID]).ok()?;
    let id = id?;
    integral(id).or_else(|| string(id)?.parse().ok())
}

//! Results that a server allows to be used again (`ttlMs`), until their time is over or a notification says that they changed.
use super::list::List;
use crate::{
    message::{integral, members, string},
    resource::is_within,
};
use serde_json::value::RawValue;
use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// How many results are kept, and how long a text may be that is.
const MOST: usize = 256;
const LONGEST: usize = 4 << 20;

/// What a result is the answer to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Key {
    List(List),
    /// `resources/read` of that URI.
    Resource(String),
}

/// The results of one connection, which has one authorization: those that are private and those that are not are kept alike.
#[derive(Debug, Default)]
pub(crate) struct Cache(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    entries: BTreeMap<Key, Entry>,
    /// Rises with every invalidation, so that what was asked for before is not kept after it.
    changes: u64,
}

#[derive(Debug)]
struct Entry {
    until: Duration,
    value: Vec<Box<RawValue>>,
}

impl Cache {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn get(&self, key: &Key, now: Option<Duration>) -> Option<Vec<Box<RawValue>>> {
        let now = now?;
        let mut kept = self.kept();
        match kept.entries.get(key) {
            Some(entry) if entry.until > now => Some(entry.value.clone()),
            Some(_) => {
                kept.entries.remove(key);
                None
            }
            None => None,
        }
    }

    /// What [`put`](Self::put) is to be given with what is asked for from now on.
    pub(crate) fn mark(&self) -> u64 {
        self.kept().changes
    }

    pub(crate) fn put(
        &self,
        mark: u64,
        key: Key,
        ttl: Duration,
        now: Option<Duration>,
        value: &[Box<RawValue>],
    ) {
        let Some(now) = now.filter(|_| !ttl.is_zero()) else { return };
        let mut kept = self.kept();
        let length: usize = value.iter().map(|part| part.get().len()).sum();
        if kept.changes != mark || length > LONGEST {
            return;
        }
        if kept.entries.len() >= MOST {
            let soonest = kept.entries.iter().min_by_key(|(_, entry)| entry.until);
            if let Some(key) = soonest.map(|(key, _)| key.clone()) {
                kept.entries.remove(&key);
            }
        }
        let entry = Entry { until: now.saturating_add(ttl), value: value.to_vec() };
        kept.entries.insert(key, entry);
    }

    /// Takes note of a notification.
    pub(crate) fn hear(&self, method: &str, params: &str) {
        let stale: fn(&Key, &str) -> bool = match method {
            "notifications/tools/list_changed" => |key, _| *key == Key::List(List::Tools),
            "notifications/prompts/list_changed" => |key, _| *key == Key::List(List::Prompts),
            "notifications/resources/list_changed" => {
                |key, _| matches!(key, Key::List(List::Resources | List::ResourceTemplates))
            }
            // What changed may be a part of what was read.
            "notifications/resources/updated" => {
                |key, uri| matches!(key, Key::Resource(read) if is_within(uri, read))
            }
            _ => return,
        };
        let uri = members(params, ["uri"]).ok().and_then(|[uri]| string(uri?));
        let uri = uri.unwrap_or_default();
        let mut kept = self.kept();
        kept.changes += 1;
        kept.entries.retain(|key, _| !stale(key, &uri));
    }

    /// Forgets everything: it may be another server's from now on.
    pub(crate) fn clear(&self) {
        let mut kept = self.kept();
        kept.changes += 1;
        kept.entries.clear();
    }
}

/// How long a result may be used again; one that does not say, or says nonsense, may not.
pub(crate) fn ttl(result: &str) -> Duration {
    let ttl = members(result, ["ttlMs"]).ok().and_then(|[ttl]| integral(ttl?));
    Duration::from_millis(ttl.unwrap_or(0))
}

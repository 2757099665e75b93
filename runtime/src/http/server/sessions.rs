//! Legacy sessions, and their streams, which outlive the responses that show them.
use crate::{Exchange, Outgoing, Peer, Service};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
    time::Duration,
};
use tokio::time::Instant;

/// How much of a stream is kept for a client that comes back, in bytes.
const KEPT: usize = 1 << 20;
/// How many streams of a session are kept.
const STREAMS: usize = 16;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// All sessions of one mount.
pub(super) struct Sessions {
    pub(super) most: usize,
    pub(super) idle: Duration,
    all: Mutex<BTreeMap<String, Arc<Session>>>,
}

/// One client that began with `initialize`.
pub(super) struct Session {
    pub(super) peer: Peer,
    pub(super) principal: Option<String>,
    used: Mutex<Instant>,
    streams: Mutex<Streams>,
}

#[derive(Default)]
struct Streams {
    last: u64,
    all: VecDeque<Arc<Channel>>,
    pushes: Option<Arc<Channel>>,
}

impl Sessions {
    pub(super) fn new(most: usize, idle: Duration) -> Self {
        Self { most, idle, all: Mutex::default() }
    }

    /// Opens one; `None` when there are as many as there may be.
    pub(super) fn open(&self, peer: Peer, principal: Option<String>) -> Option<String> {
        let mut secret = [0; 24];
        getrandom::fill(&mut secret).ok()?;
        let id = BASE64_URL_SAFE_NO_PAD.encode(secret);
        let now = Instant::now();
        let mut all = lock(&self.all);
        if all.len() >= self.most {
            all.retain(|_, session| now.duration_since(*lock(&session.used)) < self.idle);
        }
        if all.len() >= self.most {
            return None;
        }
        let session = Session { peer, principal, used: Mutex::new(now), streams: Mutex::default() };
        all.insert(id.clone(), Arc::new(session));
        Some(id)
    }

    /// The session of that id, if it is one of that client.
    pub(super) fn get(&self, id: &str, principal: Option<&str>) -> Option<Arc<Session>> {
        let mut all = lock(&self.all);
        let session = all.get(id)?;
        if session.principal.as_deref() != principal {
            return None;
        }
        let mut used = lock(&session.used);
        let now = Instant::now();
        if now.duration_since(*used) >= self.idle {
            drop(used);
            all.remove(id);
            return None;
        }
        *used = now;
        drop(used);
        Some(Arc::clone(session))
    }

    pub(super) fn end(&self, id: &str) {
        lock(&self.all).remove(id);
    }
}

impl Session {
    /// Lets an exchange go on by itself; what it brings is in the channel.
    pub(super) fn run(&self, mut exchange: Exchange) -> Arc<Channel> {
        let channel = self.channel();
        let sink = Arc::clone(&channel);
        tokio::spawn(async move {
            // What ends the task, a panic of a handler too, ends the stream.
            let sink = Sink(sink);
            while let Some(message) = exchange.next().await {
                sink.0.push(message);
            }
        });
        channel
    }

    fn channel(&self) -> Arc<Channel> {
        let mut streams = lock(&self.streams);
        streams.last += 1;
        let channel = Arc::new(Channel::new(streams.last, None));
        streams.all.push_back(Arc::clone(&channel));
        if streams.all.len() > STREAMS {
            streams.all.pop_front();
        }
        channel
    }

    /// Forgets a stream that was shown as a whole.
    pub(super) fn drop_stream(&self, channel: &Arc<Channel>) {
        lock(&self.streams).all.retain(|known| !Arc::ptr_eq(known, channel));
    }

    /// What the server says outside of calls: one stream a session.
    pub(super) fn pushes(&self, service: &Service) -> Arc<Channel> {
        let mut streams = lock(&self.streams);
        let pushes = streams
            .pushes
            .get_or_insert_with(|| Arc::new(Channel::new(0, Some(service.pushes(&self.peer)))));
        Arc::clone(pushes)
    }

    /// The stream and the place behind an event of it.
    pub(super) fn resume(&self, service: &Service, last: &str) -> Option<(Arc<Channel>, u64)> {
        let (stream, place) = last.split_once('-')?;
        let (stream, place): (u64, u64) = (stream.parse().ok()?, place.parse().ok()?);
        if stream == 0 {
            return Some((self.pushes(service), place.checked_add(1)?));
        }
        let streams = lock(&self.streams);
        let found = streams.all.iter().find(|channel| channel.id == stream)?;
        Some((Arc::clone(found), place.checked_add(1)?))
    }
}

/// Ends a channel when it is dropped.
struct Sink(Arc<Channel>);

impl Drop for Sink {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// The events of one stream, numbered from 1.
pub(super) struct Channel {
    id: u64,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Where events come from that come only while somebody reads.
    source: Option<Exchange>,
    events: VecDeque<Arc<str>>,
    last: u64,
    shown: u64,
    bytes: usize,
    ended: bool,
    readers: u64,
    waker: Option<Waker>,
}

impl Channel {
    fn new(id: u64, source: Option<Exchange>) -> Self {
        Self { id, state: Mutex::new(State { source, ..State::default() }) }
    }

    /// An event's id: the stream and the event in it.
    pub(super) fn event_id(&self, place: u64) -> String {
        format!("{}-{place}", self.id)
    }

    fn push(&self, message: Outgoing) {
        let reader = {
            let mut state = lock(&self.state);
            state.push(message);
            state.waker.take()
        };
        if let Some(reader) = reader {
            reader.wake();
        }
    }

    fn end(&self) {
        let reader = {
            let mut state = lock(&self.state);
            state.ended = true;
            state.waker.take()
        };
        if let Some(reader) = reader {
            reader.wake();
        }
    }

    /// The place of the first event that nobody was shown.
    pub(super) fn unshown(&self) -> u64 {
        lock(&self.state).shown + 1
    }

    /// Makes whoever asks the reader; there is one at a time.
    pub(super) fn attach(&self) -> Reader {
        let (reader, earlier) = {
            let mut state = lock(&self.state);
            state.readers += 1;
            (Reader(state.readers), state.waker.take())
        };
        if let Some(earlier) = earlier {
            earlier.wake();
        }
        reader
    }

    /// The first event from that place on; `None` at the end of the stream, or when another reader has taken over.
    pub(super) fn poll_event(
        &self,
        reader: Reader,
        from: u64,
        cx: &mut Context<'_>,
    ) -> Poll<Option<(u64, Arc<str>)>> {
        let mut state = lock(&self.state);
        loop {
            if state.readers != reader.0 {
                return Poll::Ready(None);
            }
            if let Some(event) = state.from(from) {
                state.shown = state.shown.max(event.0);
                return Poll::Ready(Some(event));
            }
            if state.ended {
                return Poll::Ready(None);
            }
            let polled = state.source.as_mut().map(|source| source.poll_message(cx));
            match polled {
                Some(Poll::Ready(Some(message))) => state.push(message),
                Some(Poll::Ready(None)) => state.ended = true,
                Some(Poll::Pending) | None => {
                    state.waker = Some(cx.waker().clone());
                    return Poll::Pending;
                }
            }
        }
    }
}

/// One who reads a channel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader(u64);

impl State {
    fn from(&self, from: u64) -> Option<(u64, Arc<str>)> {
        let first = self.last + 1 - u64::try_from(self.events.len()).unwrap_or(0);
        let place = from.max(first);
        let index = usize::try_from(place - first).ok()?;
        self.events.get(index).map(|text| (place, Arc::clone(text)))
    }

    fn push(&mut self, message: Outgoing) {
        self.last += 1;
        self.bytes += message.text.len();
        self.events.push_back(Arc::from(message.text));
        while self.bytes > KEPT && self.events.len() > 1 {
            if let Some(text) = self.events.pop_front() {
                self.bytes -= text.len();
            }
        }
    }
}

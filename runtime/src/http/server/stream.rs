//! Event streams.
use super::sessions::{Channel, Reader};
use crate::{Exchange, Outgoing};
use bytes::Bytes;
use std::{
    collections::VecDeque,
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};
use tokio::time::{Instant, Sleep, sleep};

/// A comment, so that nobody on the way takes the stream for dead.
const COMMENT: &[u8] = b":\n\n";
/// How long a legacy client waits before it comes back, in milliseconds.
const RETRY_MS: u32 = 1000;

/// Says that a stream is alive when there is nothing else to say.
struct KeepAlive {
    every: Duration,
    sleep: Pin<Box<Sleep>>,
}

impl KeepAlive {
    fn new(every: Duration) -> Self {
        Self { every, sleep: Box::pin(sleep(every)) }
    }

    fn said(&mut self) {
        let next = Instant::now() + self.every;
        self.sleep.as_mut().reset(next);
    }

    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        match self.sleep.as_mut().poll(cx) {
            Poll::Ready(()) => {
                self.said();
                // Its own wake-up is still to be asked for.
                let _ = self.sleep.as_mut().poll(cx);
                Poll::Ready(Some(Bytes::from_static(COMMENT)))
            }
            Poll::Pending => Poll::Pending,
        }
    }
}

/// The messages of a modern exchange, which ends with the stream.
pub(super) struct ModernEvents {
    exchange: Exchange,
    first: VecDeque<Outgoing>,
    alive: KeepAlive,
}

impl ModernEvents {
    pub(super) fn new(exchange: Exchange, first: Option<Outgoing>, keep_alive: Duration) -> Self {
        let first = first.into_iter().collect();
        Self { exchange, first, alive: KeepAlive::new(keep_alive) }
    }

    pub(super) fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        let polled = match self.first.pop_front() {
            Some(message) => Poll::Ready(Some(message)),
            None => self.exchange.poll_message(cx),
        };
        match polled {
            Poll::Ready(Some(message)) => {
                self.alive.said();
                Poll::Ready(Some(event(None, &message.text)))
            }
            Poll::Ready(None) => Poll::Ready(None),
            Poll::Pending => self.alive.poll(cx),
        }
    }
}

/// The messages of a legacy stream from some place on; what produces them goes on without it.
pub(super) struct LegacyEvents {
    channel: Arc<Channel>,
    reader: Reader,
    next: u64,
    priming: bool,
    alive: KeepAlive,
}

impl LegacyEvents {
    /// From that event on. With `priming` it begins with an event that says nothing but where the stream stands.
    pub(super) fn new(
        (channel, reader): (Arc<Channel>, Reader),
        next: u64,
        priming: bool,
        keep_alive: Duration,
    ) -> Self {
        Self { channel, reader, next, priming, alive: KeepAlive::new(keep_alive) }
    }

    pub(super) fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        if std::mem::take(&mut self.priming) {
            let id = self.channel.event_id(self.next.saturating_sub(1));
            return Poll::Ready(Some(Bytes::from(format!(
                "id: {id}\nretry: {RETRY_MS}\ndata: \n\n"
            ))));
        }
        match self.channel.poll_event(self.reader, self.next, cx) {
            Poll::Ready(Some((place, text))) => {
                self.next = place + 1;
                self.alive.said();
                Poll::Ready(Some(event(Some(&self.channel.event_id(place)), &text)))
            }
            Poll::Ready(None) => Poll::Ready(None),
            Poll::Pending => self.alive.poll(cx),
        }
    }
}

/// A message as an event; there is no line break in it.
fn event(id: Option<&str>, text: &str) -> Bytes {
    let mut out = Vec::with_capacity(text.len() + 64);
    out.extend_from_slice(b"event: message\n");
    if let Some(id) = id {
        out.extend_from_slice(b"id: ");
        out.extend_from_slice(id.as_bytes());
        out.push(b'\n');
    }
    out.extend_from_slice(b"data: ");
    out.extend_from_slice(text.as_bytes());
    out.extend_from_slice(b"\n\n");
    Bytes::from(out)
}

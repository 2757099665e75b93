//! Serving messages one by one, for transports on which each travels alone.
use super::{Peer, Service, session::ServerSession};
use crate::{Driver, Incoming, Outgoing, Transport, link::Link};
use std::{
    collections::VecDeque,
    fmt,
    future::Future,
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

/// One message of a client and all that it leads to: what is sent while it is worked on, then the answer. Dropped before its end,
/// the work is given up.
///
/// A notification or an answer of the client leads to nothing.
pub struct Exchange(Source);

enum Source {
    Message(Box<Driver<OneMessage>>),
    /// What a session is sent outside of calls.
    Pushes(Arc<Link>, VecDeque<Outgoing>),
}

impl fmt::Debug for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Exchange")
    }
}

impl Service {
    /// A client that is met: for the messages of one legacy session, or for a single message.
    ///
    /// The principal says who it is, where the edge knows; the state of a half-done call is good for the same one only.
    #[must_use]
    pub fn peer(&self, principal: Option<String>) -> Peer {
        Peer::new(Arc::new(Link::default()), principal)
    }

    /// Starts to work on one message of that client. Nothing happens unless the exchange is polled.
    #[must_use]
    pub fn exchange(&self, message: impl Into<Incoming>, peer: &Peer) -> Exchange {
        let link = Arc::new(Link::default());
        let side = ServerSession::new(Arc::clone(&link), Arc::clone(self.inner()), peer.clone());
        let transport = OneMessage { message: Some(message.into()), out: VecDeque::new() };
        Exchange(Source::Message(Box::new(Driver::new(transport, link, Box::new(side)))))
    }

    /// What a legacy session is sent outside of calls; it does not end by itself.
    #[must_use]
    pub fn pushes(&self, peer: &Peer) -> Exchange {
        Exchange(Source::Pushes(Arc::clone(peer.link()), VecDeque::new()))
    }
}

impl Exchange {
    /// The next message for the client; `None` after the last.
    pub fn poll_message(&mut self, cx: &mut Context<'_>) -> Poll<Option<Outgoing>> {
        match &mut self.0 {
            Source::Message(driver) => {
                let ended = driver.is_done() || Pin::new(&mut **driver).poll(cx).is_ready();
                match driver.transport_mut().out.pop_front() {
                    Some(message) => Poll::Ready(Some(message)),
                    None if ended => Poll::Ready(None),
                    None => Poll::Pending,
                }
            }
            Source::Pushes(link, queue) => {
                link.watch(cx.waker());
                link.take(queue);
                queue.pop_front().map_or(Poll::Pending, |message| Poll::Ready(Some(message)))
            }
        }
    }

    /// As [`poll_message`](Self::poll_message), as a future.
    pub async fn next(&mut self) -> Option<Outgoing> {
        std::future::poll_fn(|cx| self.poll_message(cx)).await
    }
}

/// Brings one message, and keeps what is sent.
struct OneMessage {
    message: Option<Incoming>,
    out: VecDeque<Outgoing>,
}

impl Transport for OneMessage {
    fn poll_send(
        &mut self,
        _: &mut Context<'_>,
        message: &mut Option<Outgoing>,
    ) -> Poll<io::Result<()>> {
        self.out.extend(message.take());
        Poll::Ready(Ok(()))
    }

    fn poll_receive(&mut self, _: &mut Context<'_>) -> Poll<Option<io::Result<Incoming>>> {
        Poll::Ready(self.message.take().map(Ok))
    }
}

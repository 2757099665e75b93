//! HTTP+SSE, the transport of 2024-11-05: one event stream for all that the server says, whose first event is the address to send to.
use super::{
    body::{Events, broken},
    events::{EVENT_STREAM, is_event_stream},
    session::Shared,
};
use crate::{BoxFuture, Failure, Incoming, Outgoing, Transport};
use futures_util::{Stream, stream::FuturesUnordered};
use reqwest::{
    Url,
    header::{ACCEPT, CONTENT_TYPE},
};
use std::{
    collections::VecDeque,
    io,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
    time::Duration,
};
use tokio::time::{Sleep, sleep};

/// How long the server has for taking what it is sent last.
const GRACE: Duration = Duration::from_secs(2);

pub(super) struct SseTransport {
    shared: Arc<Shared>,
    /// Where to send to, once the server has said so.
    address: Arc<Mutex<Option<Url>>>,
    /// The server's stream; what ends it.
    listening: Option<BoxFuture<'static, io::Error>>,
    held: VecDeque<Outgoing>,
    sending: FuturesUnordered<BoxFuture<'static, ()>>,
    give_up: Option<Pin<Box<Sleep>>>,
}

impl SseTransport {
    pub(super) fn new(shared: Shared) -> Self {
        let (shared, address) = (Arc::new(shared), Arc::new(Mutex::new(None)));
        let listening = Box::pin(listen(Arc::clone(&shared), Arc::clone(&address)));
        Self {
            shared,
            address,
            listening: Some(listening),
            held: VecDeque::new(),
            sending: FuturesUnordered::new(),
            give_up: None,
        }
    }

    fn work(&mut self, cx: &mut Context<'_>) {
        let address = self.address.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(address) = address {
            for message in self.held.drain(..) {
                let (shared, address) = (Arc::clone(&self.shared), address.clone());
                self.sending.push(Box::pin(async move { send(&shared, address, message).await }));
            }
        }
        while let Poll::Ready(Some(())) = Pin::new(&mut self.sending).poll_next(cx) {}
    }
}

/// What the server says, until it ends.
async fn listen(shared: Arc<Shared>, address: Arc<Mutex<Option<Url>>>) -> io::Error {
    match follow(&shared, &address).await {
        Ok(()) => io::Error::new(io::ErrorKind::UnexpectedEof, "the server ended its event stream"),
        Err(e) => e,
    }
}

async fn follow(shared: &Shared, address: &Mutex<Option<Url>>) -> io::Result<()> {
    let url = &shared.endpoint.url;
    let request = shared.client.get(url.clone()).headers(shared.headers(None, None));
    let request = shared.authorized(request.header(ACCEPT, EVENT_STREAM)).await;
    let response = request.map_err(io::Error::other)?.send().await.map_err(broken)?;
    if !response.status().is_success() || !is_event_stream(&response) {
        let why = format!(
            "{} has no event stream: HTTP status {}",
            shared.endpoint.shown(),
            response.status()
        );
        return Err(io::Error::other(why));
    }
    let mut events = Events::new(response, shared.endpoint.max_message);
    while let Some(event) = events.next().await {
        let event = event?;
        let data = event.data.unwrap_or_default();
        match event.event.as_deref() {
            Some("endpoint") => {
                let to = url.join(data.trim()).map_err(io::Error::other)?;
                // What is sent there carries what is meant for this server.
                if to.origin() != url.origin() {
                    return Err(io::Error::other(
                        "the server names an address of another origin to send to",
                    ));
                }
                *address.lock().unwrap_or_else(PoisonError::into_inner) = Some(to);
            }
            None | Some("" | "message") if !data.is_empty() => shared.arrived(Incoming::new(data)),
            _ => {}
        }
    }
    Ok(())
}

async fn send(shared: &Shared, address: Url, message: Outgoing) {
    let id = message.id.filter(|_| message.method.is_some());
    let request = shared.client.post(address).headers(shared.headers(None, None));
    let request = request.header(CONTENT_TYPE, "application/json").body(message.text);
    let failure = match shared.authorized(request).await {
        Err(why) => Failure::lost(io::Error::other(why)),
        Ok(request) => match request.send().await {
            // The answer comes on the stream.
            Ok(response) if response.status().is_success() => return,
            Ok(response) => {
                let status = response.status();
                Failure::status(
                    status.as_u16(),
                    format!("the server answered with HTTP status {status}"),
                )
            }
            Err(e) => Failure::lost(broken(e)),
        },
    };
    if let Some(id) = id {
        shared.arrived(Incoming::failed(id, failure));
    }
}

impl Transport for SseTransport {
    fn poll_send(
        &mut self,
        _: &mut Context<'_>,
        message: &mut Option<Outgoing>,
    ) -> Poll<io::Result<()>> {
        self.held.extend(message.take());
        Poll::Ready(Ok(()))
    }

    fn poll_flush(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.work(cx);
        if self.shared.has_arrived() {
            cx.waker().wake_by_ref();
        }
        let sent = self.held.is_empty() && self.sending.is_empty();
        if sent { Poll::Ready(Ok(())) } else { Poll::Pending }
    }

    fn poll_give_up(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        self.give_up.get_or_insert_with(|| Box::pin(sleep(GRACE))).as_mut().poll(cx)
    }

    fn poll_receive(&mut self, cx: &mut Context<'_>) -> Poll<Option<io::Result<Incoming>>> {
        let Some(listening) = &mut self.listening else { return Poll::Ready(None) };
        let ended = listening.as_mut().poll(cx);
        self.work(cx);
        match (self.shared.take(), ended) {
            (Some(message), ended) => {
                if let Poll::Ready(why) = ended {
                    // What it said before comes first.
                    self.listening = Some(Box::pin(std::future::ready(why)));
                }
                Poll::Ready(Some(Ok(message)))
            }
            (None, Poll::Ready(why)) => {
                self.listening = None;
                Poll::Ready(Some(Err(why)))
            }
            (None, Poll::Pending) => Poll::Pending,
        }
    }
}

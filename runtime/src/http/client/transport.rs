//! All requests of one client side by side, as a transport.
use super::{
    events::{Place, follow},
    post::post,
    session::Shared,
};
use crate::{BoxFuture, Incoming, Outgoing, Revision, Transport};
use futures_util::{
    Stream,
    future::{AbortHandle, abortable},
    stream::FuturesUnordered,
};
use std::{
    collections::{BTreeMap, VecDeque},
    future::Future,
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};
use tokio::time::{Sleep, sleep};

/// How long the server has for the end of a session.
const GRACE: Duration = Duration::from_secs(2);

pub(super) struct HttpTransport {
    shared: Arc<Shared>,
    running: FuturesUnordered<BoxFuture<'static, Done>>,
    /// Requests that can be given up.
    requests: BTreeMap<u64, AbortHandle>,
    /// What a legacy server says by itself.
    listening: Option<AbortHandle>,
    /// What waits for the server to know that the session is open; messages travel apart, and would overtake that one.
    held: Option<VecDeque<Outgoing>>,
    /// Notifications and answers that the server has not taken yet.
    telling: usize,
    give_up: Option<Pin<Box<Sleep>>>,
    closing: Option<BoxFuture<'static, ()>>,
}

/// What has come to its end.
enum Done {
    Request(u64),
    Told,
    /// The server knows that the session is open.
    Opened(Revision),
    Listened,
}

impl HttpTransport {
    pub(super) fn new(shared: Shared) -> Self {
        Self {
            shared: Arc::new(shared),
            running: FuturesUnordered::new(),
            requests: BTreeMap::new(),
            listening: None,
            held: None,
            telling: 0,
            give_up: None,
            closing: None,
        }
    }

    /// Lets everything that runs go on.
    fn work(&mut self, cx: &mut Context<'_>) {
        while let Poll::Ready(Some(done)) = Pin::new(&mut self.running).poll_next(cx) {
            match done {
                Done::Request(id) => drop(self.requests.remove(&id)),
                Done::Told => self.telling = self.telling.saturating_sub(1),
                Done::Opened(session) => self.opened(session),
                Done::Listened => {}
            }
        }
    }

    fn tell(&mut self, work: impl Future<Output = ()> + Send + 'static) {
        self.telling += 1;
        self.running.push(Box::pin(async move {
            work.await;
            Done::Told
        }));
    }

    fn send(&mut self, message: Outgoing) {
        if let Some(held) = &mut self.held {
            return held.push_back(message);
        }
        let modern = message.revision.is_some_and(Revision::is_modern);
        if let Some(cancelled) = message.cancels {
            let request = self.requests.remove(&cancelled);
            if modern {
                // In the modern era the end of the stream is what cancels.
                request.iter().for_each(AbortHandle::abort);
                return;
            }
            let shared = Arc::clone(&self.shared);
            return self.tell(async move {
                post(&shared, message).await;
                request.iter().for_each(AbortHandle::abort);
            });
        }
        match message.method.as_deref() {
            Some("initialize") => {
                // What is left of an earlier session ends here.
                self.shared.close_session();
                self.listening.take().iter().for_each(AbortHandle::abort);
                self.request(message);
            }
            Some("notifications/initialized") => self.initialized(message),
            _ => self.request(message),
        }
    }

    fn request(&mut self, message: Outgoing) {
        let shared = Arc::clone(&self.shared);
        let Some(id) = message.id.filter(|_| message.method.is_some()) else {
            return self.tell(async move { post(&shared, message).await });
        };
        let (work, handle) = abortable(async move { post(&shared, message).await });
        self.requests.insert(id, handle);
        self.running.push(Box::pin(async move {
            // One that was given up has no outcome.
            let _ = work.await;
            Done::Request(id)
        }));
    }

    /// Tells the server that the session is open; nothing else is sent before it knows.
    fn initialized(&mut self, message: Outgoing) {
        let shared = Arc::clone(&self.shared);
        let revision = message.revision.unwrap_or(Revision::LATEST_LEGACY);
        self.held = Some(VecDeque::new());
        self.running.push(Box::pin(async move {
            post(&shared, message).await;
            Done::Opened(revision)
        }));
    }

    /// From now on the server may speak by itself, and is asked to.
    fn opened(&mut self, revision: Revision) {
        let shared = Arc::clone(&self.shared);
        let (work, handle) = abortable(async move {
            let session = shared.session();
            // Without such a stream a client hears what is part of an answer, and that is all that this server has to say.
            let _ = follow(&shared, revision, session, None, Place::default()).await;
        });
        self.listening = Some(handle);
        self.running.push(Box::pin(async move {
            let _ = work.await;
            Done::Listened
        }));
        self.held.take().into_iter().flatten().for_each(|message| self.send(message));
    }
}

impl Transport for HttpTransport {
    fn poll_send(
        &mut self,
        _: &mut Context<'_>,
        message: &mut Option<Outgoing>,
    ) -> Poll<io::Result<()>> {
        if let Some(message) = message.take() {
            self.send(message);
        }
        Poll::Ready(Ok(()))
    }

    /// Notifications and answers are on their way when the server has taken them; requests end with their own answers.
    fn poll_flush(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.work(cx);
        if self.shared.has_arrived() {
            // Receiving has had its turn already.
            cx.waker().wake_by_ref();
        }
        let told = self.telling == 0 && self.held.is_none();
        if told { Poll::Ready(Ok(())) } else { Poll::Pending }
    }

    fn poll_give_up(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        self.give_up.get_or_insert_with(|| Box::pin(sleep(GRACE))).as_mut().poll(cx)
    }

    fn poll_receive(&mut self, cx: &mut Context<'_>) -> Poll<Option<io::Result<Incoming>>> {
        if let Some(message) = self.shared.take() {
            return Poll::Ready(Some(Ok(message)));
        }
        self.work(cx);
        match self.shared.take() {
            Some(message) => Poll::Ready(Some(Ok(message))),
            None => Poll::Pending,
        }
    }

    fn poll_close(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let closing = self.closing.get_or_insert_with(|| {
            self.running = FuturesUnordered::new();
            self.requests.clear();
            let shared = Arc::clone(&self.shared);
            Box::pin(async move {
                let Some(session) = shared.close_session() else { return };
                let headers = shared.headers(Some(Revision::LATEST_LEGACY), Some(&session));
                let request = shared.client.delete(shared.endpoint.url.clone()).headers(headers);
                let Ok(request) = shared.authorized(request).await else { return };
                // A server may have no such thing as the end of a session.
                let _ = tokio::time::timeout(GRACE, request.send()).await;
            })
        });
        closing.as_mut().poll(cx).map(Ok)
    }
}

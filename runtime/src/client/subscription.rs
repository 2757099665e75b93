//! Being told of changes, by the same API in both eras.
use super::{
    connection::{Core, Session},
    exchange::{Exchange, Success},
    limit::{Limits, Stopped},
    watch::{Change, Watch},
};
use crate::{
    Connection, Error, TimedOut, TransportError,
    link::{AnswerKind, Waiting},
    message::{into_text, push_string},
    meta::Extra,
};
use std::{
    fmt,
    future::{Future, poll_fn},
    pin::Pin,
    sync::Arc,
    task::Poll,
    time::Duration,
};

/// How often in a row a subscription is opened anew, and how long is waited between.
const MOST_LOSSES: u32 = 5;
const PAUSE: Duration = Duration::from_secs(1);

impl Connection {
    /// Asks to be told of changes: by `subscriptions/listen` in the modern era; before that by `resources/subscribe` for the resources,
    /// and by what the server says without being asked for the lists.
    ///
    /// A subscription ends when it is dropped. One that is lost is opened anew.
    ///
    /// ```no_run
    /// # async fn demo(connection: mcp_bindings::Connection) -> Result<(), mcp_bindings::Error> {
    /// use mcp_bindings::{Change, Watch};
    /// let mut changes = connection.subscribe(Watch::new().tools().resource("file:///etc/motd")).await?;
    /// while let Some(change) = changes.next().await {
    ///     match change? {
    ///         Change::Resource(uri) => println!("{uri} has changed"),
    ///         other => println!("{other:?}"),
    ///     }
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`request`](Self::request); a server without such changes may answer -32601.
    pub async fn subscribe(&self, watch: Watch) -> Result<Subscription, Error> {
        let core = self.core();
        let session = core.session().await?;
        let mut subscription = Subscription {
            connection: self.clone(),
            agreed: Watch::new(),
            watch,
            id: core.link.next_id(),
            listening: None,
            session,
            losses: 0,
            ended: false,
        };
        subscription.open().await?;
        Ok(subscription)
    }
}

/// Changes as they come.
pub struct Subscription {
    connection: Connection,
    watch: Watch,
    agreed: Watch,
    /// The id of the listen request; in the legacy era it stands for nothing on the wire.
    id: u64,
    listening: Option<Waiting>,
    session: Arc<Session>,
    losses: u32,
    ended: bool,
}

impl fmt::Debug for Subscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subscription").field("agreed", &self.agreed).finish_non_exhaustive()
    }
}

/// What happened first.
enum Next {
    Change(Change),
    Answer(Result<crate::link::Answer, TransportError>),
}

impl Subscription {
    /// What the server agreed to tell.
    #[must_use]
    pub fn agreed(&self) -> &Watch {
        &self.agreed
    }

    /// The next change; `None` when the server ended the subscription.
    ///
    /// # Errors
    /// When the connection is gone, or the subscription is lost and cannot be opened anew. It has ended then.
    pub async fn next(&mut self) -> Option<Result<Change, Error>> {
        if self.ended {
            return None;
        }
        let outcome = match self.wait().await {
            Next::Change(Change::Missed) if self.listening.is_none() => self.reopen().await,
            Next::Change(change) => {
                self.losses = 0;
                return Some(Ok(change));
            }
            Next::Answer(Ok(answer)) if matches!(answer.kind, AnswerKind::Failed(_)) => {
                self.losses += 1;
                if self.losses < MOST_LOSSES {
                    self.reopen().await
                } else {
                    Success::read(answer).map(drop)
                }
            }
            Next::Answer(Ok(answer)) => match Success::read(answer) {
                Ok(_) => {
                    self.ended = true;
                    return None;
                }
                Err(e) => Err(e),
            },
            Next::Answer(Err(e)) => Err(Error::Transport(e)),
        };
        if outcome.is_err() {
            self.ended = true;
        }
        Some(outcome.map(|()| Change::Missed))
    }

    async fn wait(&mut self) -> Next {
        let (core, id) = (Arc::clone(self.connection.core()), self.id);
        let mut closed = Box::pin(async move { core.link.ended().await });
        let core = self.connection.core();
        let listening = &mut self.listening;
        poll_fn(|cx| {
            if let Poll::Ready(change) = core.watchers.poll_change(id, cx) {
                return Poll::Ready(Next::Change(change));
            }
            match listening {
                Some(listening) => Pin::new(listening).poll(cx).map(Next::Answer),
                None => closed.as_mut().poll(cx).map(|why| Next::Answer(Err(why))),
            }
        })
        .await
    }

    async fn reopen(&mut self) -> Result<(), Error> {
        self.close();
        if self.losses > 1 {
            if let Some(clock) = &self.connection.core().options.timer {
                clock.0.sleep(PAUSE).await;
            }
        }
        self.session = self.connection.core().session().await?;
        self.id = self.connection.core().link.next_id();
        self.open().await
    }

    async fn open(&mut self) -> Result<(), Error> {
        if self.session.envelope.revision().is_modern() {
            self.listen().await
        } else {
            self.subscribe_each().await
        }
    }

    /// Modern: one request that lasts; the server acknowledges it first.
    async fn listen(&mut self) -> Result<(), Error> {
        let core = Arc::clone(self.connection.core());
        core.watchers.add(self.id, self.watch.clone(), None);
        let params = format!(r#"{{"notifications":{}}}"#, self.watch.filter());
        let exchange = Exchange::new("subscriptions/listen", &params)?;
        let message = exchange.message(self.id, &self.session.envelope, &Extra::default(), &[])?;
        let mut listening = core.link.request(self.id, message, None);
        let mut limits = Limits::new(core.options.timer.as_ref(), core.options.timeout);
        let acknowledged = poll_fn(|cx| {
            if let Poll::Ready(agreed) = core.watchers.poll_agreed(self.id, cx) {
                return Poll::Ready(Ok(agreed));
            }
            Pin::new(&mut listening).poll(cx).map(Err)
        });
        self.agreed = match limits.run(acknowledged).await {
            Ok(Ok(agreed)) => agreed,
            Ok(Err(answer)) => {
                Success::read(answer?)?;
                // A server that ends it at once agrees to nothing.
                self.ended = true;
                Watch::new()
            }
            Err(Stopped::Cancelled) => return Err(Error::Cancelled),
            Err(Stopped::TimedOut(after)) => {
                let (method, details) = (exchange.what(), core.riddle(self.id));
                return Err(Error::TimedOut(TimedOut { method, after, details }));
            }
        };
        self.listening = Some(listening);
        Ok(())
    }

    /// Legacy: one request for each resource; of the lists the server tells by itself.
    async fn subscribe_each(&mut self) -> Result<(), Error> {
        let core = Arc::clone(self.connection.core());
        self.agreed = self.watch.offered(self.session.info.capabilities());
        core.watchers.add(self.id, self.watch.clone(), Some(self.agreed.clone()));
        for uri in self.agreed.uris() {
            self.connection.request("resources/subscribe", &uri_params(uri)).await?;
        }
        Ok(())
    }

    fn close(&mut self) {
        let core = self.connection.core();
        core.watchers.remove(self.id);
        // Dropped, it tells the server to stop.
        self.listening = None;
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let legacy = self.listening.is_none() && !self.session.envelope.revision().is_modern();
        self.close();
        let core: &Core = self.connection.core();
        for uri in self.agreed.uris().iter().filter(|_| legacy && !self.ended) {
            if core.watchers.others_want(self.id, uri) {
                continue;
            }
            // Nobody waits for the answer.
            let id = core.link.next_id();
            let message =
                Exchange::new("resources/unsubscribe", &uri_params(uri)).and_then(|exchange| {
                    exchange.message(id, &self.session.envelope, &Extra::default(), &[])
                });
            if let Ok(message) = message {
                core.link.send(message);
            }
        }
    }
}

fn uri_params(uri: &str) -> String {
    let mut params = b"{\"uri\":".to_vec();
    push_string(&mut params, uri);
    params.push(b'}');
    into_text(params)
}

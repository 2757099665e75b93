//! One stream of messages of a client: reads them, leads each to its answer.
use super::{
    Peer,
    answer::Refusal,
    router::{Response, Routed},
    service::Inner,
};
use crate::{
    Incoming, Revision, TransportError,
    codes::{INTERNAL_ERROR, INVALID_REQUEST, PARSE_ERROR},
    driver::{MAX_RUNNING, Side},
    link::{Answer, AnswerKind, Link},
    message::{Message, Unreadable, integral, range, ranges},
    tasks::{Batch, Place, Tasks, Work},
    transport::Encoding,
};
use serde_json::value::RawValue;
use std::{
    future::{Future, IntoFuture, poll_fn},
    sync::Arc,
    task::Poll,
};

/// The messages of a connection, or a message of one that comes alone.
pub(super) struct ServerSession {
    /// Where what belongs to a message of this stream is sent.
    pub(super) link: Arc<Link>,
    pub(super) service: Arc<Inner>,
    pub(super) peer: Peer,
}

impl ServerSession {
    pub(super) fn new(link: Arc<Link>, service: Arc<Inner>, peer: Peer) -> Self {
        Self { link, service, peer }
    }

    fn request(&mut self, id: &str, method: &str, params: Option<&str>) -> Response {
        let response = self.routed(Routed { id, method, params: params.unwrap_or("{}") });
        response.unwrap_or_else(|refusal| Response::Now(refusal.write(Some(id))))
    }

    fn notification(&self, method: &str, params: Option<&str>) {
        if method == "notifications/cancelled" {
            self.peer.cancel(params.unwrap_or("{}"));
        }
    }

    /// A batch, which 2025-03-26 alone has: its requests run side by side and are answered together.
    fn batch(&mut self, text: &str, tasks: &mut Tasks) {
        let refuse = |why: &str| Refusal::new(INVALID_REQUEST, why).write(None);
        if self.peer.legacy() != Some(Revision::V2025_03_26) {
            return self.link.answer(refuse("a batch is no message of this revision"));
        }
        let parts: Vec<Box<RawValue>> = serde_json::from_str(text).unwrap_or_default();
        if parts.is_empty() || parts.len() > MAX_RUNNING {
            let why = format!("a batch has 1 to {MAX_RUNNING} messages, not {}", parts.len());
            return self.link.answer(refuse(&why));
        }
        let batch = Batch::new(&self.link);
        for (index, part) in parts.iter().enumerate() {
            self.part(part.get(), batch.place(index), tasks);
        }
    }

    fn part(&mut self, text: &str, place: Place, tasks: &mut Tasks) {
        match Message::read(text) {
            Ok(Message::Request { id, method, .. }) if method == "initialize" => {
                let refusal =
                    Refusal::new(INVALID_REQUEST, "`initialize` is never part of a batch");
                place.fill(refusal.write(Some(id)));
            }
            Ok(Message::Request { id, method, params }) => {
                match self.request(id, &method, params) {
                    Response::Now(text) => place.fill(text),
                    Response::Later(work) => self.run(id, work, Some(place), tasks),
                }
            }
            Ok(_) => self.receive(Incoming::new(text.to_owned()), tasks),
            Err(why) => place.fill(unreadable(&why)),
        }
    }

    fn run(&self, id: &str, work: Work, batch: Option<Place>, tasks: &mut Tasks) {
        let panicked = Refusal::new(INTERNAL_ERROR, "the handler failed").write(Some(id));
        tasks.push(&self.link, Some(panicked), batch, self.until_cancelled(id, work));
    }

    /// The work, until the client cancels it: then it is dropped, and nothing more is sent for it.
    fn until_cancelled(&self, id: &str, mut work: Work) -> Work {
        let guard = self.peer.started(id);
        Box::pin(async move {
            let mut cancelled = guard.token.clone().into_future();
            poll_fn(|cx| match std::pin::Pin::new(&mut cancelled).poll(cx) {
                Poll::Ready(()) => Poll::Ready(None),
                Poll::Pending => work.as_mut().poll(cx),
            })
            .await
        })
    }

    fn deliver(
        &self,
        text: String,
        id: Option<String>,
        kind: AnswerKind,
        body: std::ops::Range<usize>,
    ) {
        if let Some(id) = id.as_deref().and_then(integral) {
            self.peer.link().deliver(id, Answer { text, body, kind });
        }
    }
}

impl Side for ServerSession {
    fn holds_back(&self) -> bool {
        true
    }

    fn prepare(&mut self, _: &mut Tasks) {}

    fn receive(&mut self, message: Incoming, tasks: &mut Tasks) {
        let Incoming { text, encoding, .. } = message;
        if encoding == Encoding::Damaged {
            return self.link.answer(Refusal::new(PARSE_ERROR, "not UTF-8").write(None));
        }
        let (id, body, kind) = match Message::read(&text) {
            Ok(Message::Request { id, method, params }) => {
                return match self.request(id, &method, params) {
                    Response::Now(text) => self.link.answer(text),
                    Response::Later(work) => self.run(id, work, None, tasks),
                };
            }
            Ok(Message::Notification { method, params }) => {
                return self.notification(&method, params);
            }
            Ok(Message::Result { id, body, parts }) => {
                (id, range(&text, body), AnswerKind::Result(ranges(&text, parts)))
            }
            Ok(Message::Error { id, body }) => (id, range(&text, body), AnswerKind::Error),
            Err(Unreadable::Batch) => return self.batch(&text, tasks),
            Err(why) => return self.link.answer(unreadable(&why)),
        };
        let id = id.map(ToOwned::to_owned);
        self.deliver(text, id, kind, body);
    }

    fn ended(&mut self, _: &TransportError) {}
}

fn unreadable(why: &Unreadable<'_>) -> String {
    match why {
        Unreadable::NotJson(why) => {
            Refusal::new(PARSE_ERROR, format!("no JSON: {why}")).write(None)
        }
        Unreadable::Batch => Refusal::new(INVALID_REQUEST, "a batch in a batch").write(None),
        Unreadable::NotAMessage { id, why, .. } => Refusal::new(INVALID_REQUEST, *why).write(*id),
    }
}

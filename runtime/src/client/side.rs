//! What a client does with what arrives: answers to its calls, progress, and a server's own requests.
use super::{
    asked::{Asked, AskedNow, Running, refusal},
    connection::Core,
    negotiate::negotiate,
};
use crate::{
    Error, Event, Incoming, Progress, ProtocolError, Revision, TransportError,
    codes::INTERNAL_ERROR,
    driver::{MAX_RUNNING, Side},
    event::OnEvent,
    link::{Answer, AnswerKind, Delivery},
    message::{Message, Unreadable, cut, integral, members, range, ranges, string},
    shown::shortened,
    tasks::Tasks,
    transport::Encoding,
};
use serde_json::value::RawValue;
use std::{cell::RefCell, ops::Range, sync::Arc};

/// How much of a noise a listener is told, in bytes.
const MAX_NOISE: usize = 8 * 1024;

pub(super) struct ClientSide {
    core: Arc<Core>,
    /// Who is told what arrives outside of calls, until it panics.
    on_event: RefCell<Option<OnEvent>>,
    asked: Arc<AskedNow>,
}

impl ClientSide {
    pub(super) fn new(core: Arc<Core>) -> Self {
        let on_event = RefCell::new(core.options.on_event.clone());
        Self { core, on_event, asked: Arc::default() }
    }

    fn tell(&self, event: &Event<'_>) {
        let mut listener = self.on_event.borrow_mut();
        if listener.as_ref().is_some_and(|listener| !listener.survives(|tell| tell(event))) {
            *listener = None;
        }
    }

    fn awaits(&self, id: &str) -> bool {
        integral(id).is_some_and(|id| self.core.link.awaits(id))
    }

    fn deliver(
        &self,
        text: String,
        id: Option<Range<usize>>,
        body: Range<usize>,
        kind: AnswerKind,
    ) {
        let raw = id.and_then(|id| text.get(id)).unwrap_or("null");
        let Some(number) = integral(raw) else {
            let raw = raw.to_owned();
            return self.without_request(&raw, &Answer { text, body, kind });
        };
        if self.core.link.deliver(number, Answer { text, body, kind }) == Delivery::Unknown {
            self.tell(&Event::UnknownResponse { id: &number.to_string() });
        }
    }

    /// An answer whose id is none of ours: an error without an id says that the peer could not read something.
    fn without_request(&self, id: &str, answer: &Answer) {
        match answer.kind {
            AnswerKind::Error if id == "null" => {
                if let Ok(e) = ProtocolError::read(answer.body()) {
                    self.core.link.set_trouble(format!("without naming a request, {e}"));
                    return self.tell(&Event::PeerError(&e));
                }
                self.tell(&Event::UnknownResponse { id });
            }
            _ => self.tell(&Event::UnknownResponse { id }),
        }
    }

    fn request(&self, id: &str, method: &str, params: &str, tasks: &mut Tasks) {
        // In the modern era a server sends no requests, and a client no answers.
        if self.core.agreed().is_some_and(Revision::is_modern) {
            return self.noise(method, "a request, which a server of this revision may not send");
        }
        if method == "ping" {
            return self
                .core
                .link
                .answer(format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#));
        }
        if tasks.len() >= MAX_RUNNING {
            let text = refusal(id, INTERNAL_ERROR, "too many requests at once");
            return self.core.link.answer(text);
        }
        let asked = Asked {
            core: Arc::clone(&self.core),
            running: Running::start(&self.asked, id),
            method: method.to_owned(),
            params: params.to_owned(),
        };
        let on_panic = refusal(id, INTERNAL_ERROR, "the handler panicked");
        tasks.push(&self.core.link, Some(on_panic), None, Box::pin(asked.answer()));
    }

    fn notification(&self, method: &str, params: &str) {
        match method {
            "notifications/progress" => self.progress(params),
            "notifications/cancelled" => {
                if let Ok([Some(id)]) = members(params, ["requestId"]) {
                    self.asked.cancel(id);
                }
            }
            _ => {
                self.core.cache.hear(method, params);
                self.core.watchers.hear(method, params);
                self.tell(&Event::Notification { method, params });
            }
        }
    }

    fn progress(&self, params: &str) {
        let names = ["progressToken", "progress", "total", "message"];
        let Ok([Some(token), progress, total, message]) = members(params, names) else {
            return self.noise(params, "progress without a token");
        };
        let number = |raw: Option<&str>| raw.and_then(|n| n.parse::<f64>().ok());
        let Some(progress) = number(progress) else {
            return self.noise(params, "progress that is no number");
        };
        let message = message.and_then(|m| Some(string(m)?.into_owned()));
        let report = Progress { progress, total: number(total), message };
        let taken = integral(token).is_some_and(|token| self.core.link.progress(token, report));
        if !taken {
            self.tell(&Event::UnknownProgress { token });
        }
    }

    fn noise(&self, text: &str, why: &str) {
        self.core.link.set_trouble(format!(
            "the server sent what is no message ({why}): {}",
            shortened(text)
        ));
        self.tell(&Event::Noise { text: cut(text, MAX_NOISE), why });
    }

    fn unreadable(&mut self, text: &str, why: &Unreadable<'_>, tasks: &mut Tasks) {
        match why {
            Unreadable::NotJson(_) if text.starts_with("Content-Length:") => {
                self.noise(
                    text,
                    "a header as the Language Server Protocol has; here a message is one line",
                );
            }
            Unreadable::NotJson(why) => self.noise(text, why),
            Unreadable::NotAMessage { why, .. } => self.noise(text, why),
            Unreadable::Batch if self.core.agreed() == Some(Revision::V2025_03_26) => {
                let parts: Vec<Box<RawValue>> = serde_json::from_str(text).unwrap_or_default();
                for part in parts.into_iter().filter(|part| part.get().starts_with('{')) {
                    self.receive(Incoming::new(part.get().to_owned()), tasks);
                }
            }
            Unreadable::Batch => self.noise(text, "a batch, which this revision does not have"),
        }
    }
}

/// A handshake under way. When it panics, in a timer for one, those who wait for it are told.
struct Unsettled(Arc<Core>);

impl Drop for Unsettled {
    fn drop(&mut self) {
        let why = TransportError::new("the handshake was broken off: it panicked or was dropped");
        self.0.settle(Err(Error::Transport(why)));
    }
}

impl Side for ClientSide {
    fn holds_back(&self) -> bool {
        false
    }

    fn prepare(&mut self, tasks: &mut Tasks) {
        if self.core.start_wanted() {
            let core = Arc::clone(&self.core);
            let work = Box::pin(async move {
                let unsettled = Unsettled(core);
                let outcome = negotiate(Arc::clone(&unsettled.0)).await;
                unsettled.0.settle(outcome);
                None
            });
            tasks.push(&self.core.link, None, None, work);
        }
    }

    fn receive(&mut self, message: Incoming, tasks: &mut Tasks) {
        let Incoming { text, encoding, failed, answers, restarted } = message;
        if let Some(why) = restarted {
            let why = why.with(self.core.link.trouble_since(0));
            return self.core.restart(&why);
        }
        if let Some((id, failure)) = failed {
            let answer = Answer { text, body: 0..0, kind: AnswerKind::Failed(failure) };
            // A late one is as good as none.
            self.core.link.deliver(id, answer);
            return;
        }
        let damaged = encoding == Encoding::Damaged;
        let (id, body, kind) = match Message::read(&text) {
            Ok(Message::Result { id, body, .. } | Message::Error { id, body }) if damaged => {
                (id, range(&text, body), AnswerKind::Damaged)
            }
            Ok(Message::Result { id, body, parts }) => {
                (id, range(&text, body), AnswerKind::Result(ranges(&text, parts)))
            }
            Ok(Message::Error { id, body }) => {
                let body = range(&text, body);
                if let (None | Some("null"), Some(number)) = (id, answers) {
                    self.core.link.deliver(number, Answer { text, body, kind: AnswerKind::Error });
                    return;
                }
                (id, body, AnswerKind::Error)
            }
            _ if damaged => return self.noise(&text, "not UTF-8"),
            Ok(Message::Request { id, method, params }) => {
                return self.request(id, &method, params.unwrap_or("{}"), tasks);
            }
            Ok(Message::Notification { method, params }) => {
                return self.notification(&method, params.unwrap_or("{}"));
            }
            Err(Unreadable::NotAMessage { id: Some(id), why, asks: false }) if self.awaits(id) => {
                (Some(id), 0..text.len(), AnswerKind::Malformed(why))
            }
            Err(why) if answers.is_some_and(|id| self.core.link.awaits(id)) => {
                let id = answers.unwrap_or_default();
                let kind = AnswerKind::Malformed(why.short());
                let answer = Answer { body: 0..text.len(), text, kind };
                self.core.link.deliver(id, answer);
                return;
            }
            Err(why) => return self.unreadable(&text, &why, tasks),
        };
        let id = id.map(|id| range(&text, id));
        self.deliver(text, id, body, kind);
    }

    fn ended(&mut self, why: &TransportError) {
        let why = why.with(self.core.link.trouble_since(0));
        self.core.settle(Err(Error::Transport(why)));
    }
}

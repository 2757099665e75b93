//! One client of a service: reads its messages, keeps its legacy session, runs its calls.
use super::{
    answer::{
        self, INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR,
        Refusal,
    },
    era,
    service::Inner,
};
use crate::{
    Context, Incoming, Revision, TransportError,
    driver::{MAX_RUNNING, Side},
    link::{Answer, AnswerKind, Link},
    message::{
        Message, Unreadable, integral, members, nested_members, range, ranges, same_id, string,
    },
    tasks::{Batch, Place, Tasks, Work},
    transport::Encoding,
};
use serde_json::value::RawValue;
use std::sync::Arc;

pub(super) struct ServerSession {
    link: Arc<Link>,
    service: Arc<Inner>,
    /// The revision of the session that `initialize` opened.
    legacy: Option<Revision>,
}

/// What a request leads to.
enum Response {
    Now(String),
    Later(Work),
}

impl ServerSession {
    pub(super) fn new(link: Arc<Link>, service: Arc<Inner>) -> Self {
        Self { link, service, legacy: None }
    }

    fn request(&mut self, id: &str, method: &str, params: Option<&str>) -> Response {
        let response = self.routed(id, method, params);
        response.unwrap_or_else(|refusal| Response::Now(refusal.write(Some(id))))
    }

    fn routed(
        &mut self,
        id: &str,
        method: &str,
        params: Option<&str>,
    ) -> Result<Response, Refusal> {
        let params = params.unwrap_or("{}");
        let names = ["_meta", "name", "arguments", "cursor", "protocolVersion"];
        let ([_, name, arguments, cursor, version], stated) =
            nested_members(params, names, era::STATED).map_err(|e| {
                Refusal::new(INVALID_PARAMS, format!("`params` or its `_meta` is no object: {e}"))
            })?;
        let revision = era::of(method, stated, self.legacy)?;
        let now = |text| Ok(Response::Now(text));
        match (method, revision.is_modern()) {
            ("tools/call", _) if self.service.has_tools() => {
                self.call(id, revision, name, arguments)
            }
            ("tools/list", _) if self.service.has_tools() => match cursor {
                None | Some("null") => now(self.service.list(id, revision)),
                Some(_) => {
                    Err(Refusal::new(INVALID_PARAMS, "unknown cursor: the list has one page"))
                }
            },
            ("server/discover", true) => now(self.service.discover(id, revision)),
            ("initialize", false) => now(self.initialize(id, version)?),
            ("ping", false) => now(answer::result(id, revision, "", "")),
            _ => Err(Refusal::new(METHOD_NOT_FOUND, format!("there is no method `{method}` here"))),
        }
    }

    fn initialize(&mut self, id: &str, version: Option<&str>) -> Result<String, Refusal> {
        let version = version.and_then(string);
        let version =
            version.ok_or_else(|| Refusal::new(INVALID_PARAMS, "`protocolVersion` is missing"))?;
        let known = Revision::parse(&version).filter(|r| !r.is_modern());
        let revision = known.unwrap_or(Revision::LATEST_LEGACY);
        self.legacy = Some(revision);
        Ok(self.service.initialize(id, revision))
    }

    fn call(
        &self,
        id: &str,
        revision: Revision,
        name: Option<&str>,
        arguments: Option<&str>,
    ) -> Result<Response, Refusal> {
        let name = name.and_then(string);
        let name =
            name.ok_or_else(|| Refusal::new(INVALID_PARAMS, "`name` is missing or no string"))?;
        let arguments = match arguments {
            None | Some("null") => "{}",
            Some(object) if object.starts_with('{') => object,
            Some(_) => return Err(Refusal::new(INVALID_PARAMS, "`arguments` is no object")),
        };
        let service = Arc::clone(&self.service);
        let (id, name, arguments) = (id.to_owned(), name.into_owned(), arguments.to_owned());
        Ok(Response::Later(Box::pin(async move {
            let cx = Context::new(revision);
            let Some(running) = service.dispatch.call(&name, &arguments, &cx) else {
                let refusal = Refusal::new(INVALID_PARAMS, format!("unknown tool `{name}`"));
                return Some(refusal.write(Some(&id)));
            };
            let handled = running.await;
            Some(answer::tool(&id, revision, handled, &cx.take_attached(), &service.info))
        })))
    }

    fn notification(method: &str, params: Option<&str>, tasks: &mut Tasks) {
        if method == "notifications/cancelled" {
            if let Ok([Some(cancelled)]) = members(params.unwrap_or("{}"), ["requestId"]) {
                tasks.cancel(|id| same_id(id, cancelled));
            }
        }
    }

    /// A batch, which 2025-03-26 alone has: its requests run side by side and are answered together.
    fn batch(&mut self, text: &str, tasks: &mut Tasks) {
        let refuse = |why: &str| Refusal::new(INVALID_REQUEST, why).write(None);
        if self.legacy != Some(Revision::V2025_03_26) {
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
        let panicked = Refusal::new(INTERNAL_ERROR, "the tool's handler failed").write(Some(id));
        tasks.push(&self.link, Some(id.to_owned()), Some(panicked), batch, work);
    }

    fn deliver(
        &self,
        text: String,
        id: Option<String>,
        kind: AnswerKind,
        body: std::ops::Range<usize>,
    ) {
        if let Some(id) = id.as_deref().and_then(integral) {
            self.link.deliver(id, Answer { text, body, kind });
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
                return Self::notification(&method, params, tasks);
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

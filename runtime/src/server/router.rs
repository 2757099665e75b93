//! From a request to its answer.
use super::{
    Context, Peer,
    answer::{self, Refusal},
    changes::Filter,
    context::{Request, purpose},
    dispatch::{Asked, Members, Reference},
    era,
    lists::{self, Kind},
    rounds::{Ended, Round, Rounds},
    service::Inner,
    session::ServerSession,
};
use crate::{
    LogLevel, Revision,
    codes::{INVALID_PARAMS, METHOD_NOT_FOUND},
    link::Link,
    message::{members, nested_members, string},
    tasks::Work,
};
use std::{borrow::Cow, sync::Arc};

/// What a request leads to.
pub(super) enum Response {
    Now(String),
    Later(Work),
}

/// A request on its way to its answer; `id` is raw JSON, `params` an object, or so the client says.
#[derive(Clone, Copy)]
pub(super) struct Routed<'a> {
    pub(super) id: &'a str,
    pub(super) method: &'a str,
    pub(super) params: &'a str,
}

/// Parameters that most requests have.
struct Params<'a> {
    name: Option<&'a str>,
    arguments: Option<&'a str>,
    cursor: Option<&'a str>,
    responses: Option<&'a str>,
    state: Option<&'a str>,
}

impl ServerSession {
    pub(super) fn routed(&mut self, request: Routed<'_>) -> Result<Response, Refusal> {
        let names = ["_meta", "name", "arguments", "cursor", "inputResponses", "requestState"];
        let ([meta, name, arguments, cursor, responses, state], said) =
            nested_members(request.params, names, era::STATED).map_err(|e| {
                Refusal::new(INVALID_PARAMS, format!("`params` or its `_meta` is no object: {e}"))
            })?;
        let revision = era::of(request.method, said, self.peer.legacy())?;
        let stated = era::stated(revision, meta, said, &self.peer);
        let params = Params { name, arguments, cursor, responses, state };
        let (service, id) = (&self.service, request.id);
        let now = |text| Ok(Response::Now(text));
        match (request.method, revision.is_modern()) {
            ("tools/call", _) if service.has_tools() => {
                let target = Request {
                    method: "tools/call",
                    name: text(params.name, "name")?.into_owned(),
                    arguments: object(params.arguments)?,
                    stated,
                };
                self.call(id, target, &params)
            }
            ("prompts/get", _) if service.has(Kind::Prompts) => {
                let target = Request {
                    method: "prompts/get",
                    name: text(params.name, "name")?.into_owned(),
                    arguments: object(params.arguments)?,
                    stated,
                };
                self.call(id, target, &params)
            }
            ("resources/read", _) if service.has(Kind::Resources) => {
                let target = Request {
                    method: "resources/read",
                    name: member(request.params, "uri")?,
                    arguments: "{}".to_owned(),
                    stated,
                };
                self.call(id, target, &params)
            }
            ("completion/complete", _) if service.completes() => self.complete(request, stated),
            ("server/discover", true) => now(service.discover(id, revision)),
            ("subscriptions/listen", true) => self.listen(request),
            ("initialize", false) => now(self.initialize(request)?),
            ("ping", false) => now(answer::result(id, revision, "", "")),
            ("logging/setLevel", false) if service.logs() => {
                let level = member(request.params, "level")?;
                let level = LogLevel::parse(&level).ok_or_else(|| {
                    Refusal::new(INVALID_PARAMS, format!("`{level}` is no log level"))
                })?;
                self.peer.set_level(level);
                now(answer::result(id, revision, "", ""))
            }
            ("resources/subscribe", false) if service.subscribes() => {
                self.peer.subscribe(member(request.params, "uri")?);
                now(answer::result(id, revision, "", ""))
            }
            ("resources/unsubscribe", false) if service.subscribes() => {
                self.peer.unsubscribe(&member(request.params, "uri")?);
                now(answer::result(id, revision, "", ""))
            }
            (method, _) => match Kind::of_list(method).filter(|kind| service.has(*kind)) {
                Some(kind) => now(service.list(id, revision, kind, params.cursor)?),
                None => {
                    let why = format!("there is no method `{method}` here");
                    Err(Refusal::new(METHOD_NOT_FOUND, why))
                }
            },
        }
    }

    fn initialize(&self, request: Routed<'_>) -> Result<String, Refusal> {
        let [version, capabilities] =
            members(request.params, ["protocolVersion", "capabilities"]).unwrap_or_default();
        let version = text(version, "protocolVersion")?;
        let known = Revision::parse(&version).filter(|r| !r.is_modern());
        let revision = known.unwrap_or(Revision::LATEST_LEGACY);
        self.peer.open(revision, capabilities.filter(|c| c.starts_with('{')).unwrap_or("{}"));
        self.service.changes.watch_session(&self.peer);
        Ok(self.service.initialize(request.id, revision))
    }

    /// A call of something that may ask for input.
    fn call(&self, id: &str, request: Request, params: &Params<'_>) -> Result<Response, Refusal> {
        let rounds = self.rounds(&request, params)?;
        let service = Arc::clone(&self.service);
        let streams = (Arc::clone(&self.link), self.peer.clone());
        let id = id.to_owned();
        Ok(Response::Later(Box::pin(async move {
            Some(called(&id, request, streams, service, rounds).await)
        })))
    }

    /// What earlier rounds of the call came to.
    fn rounds(&self, request: &Request, params: &Params<'_>) -> Result<Rounds, Refusal> {
        let state =
            params.state.filter(|raw| *raw != "null" && request.stated.revision.is_modern());
        let Some(state) = state else {
            let modern = request.stated.revision.is_modern();
            return Rounds::resume(None, params.responses.filter(|_| modern));
        };
        let refuse = || {
            let why = "`requestState` is not of this call, or too old: call again without it";
            Refusal::new(INVALID_PARAMS, why)
        };
        let state = string(state).ok_or_else(refuse)?;
        let seal = self.service.seal().ok_or_else(refuse)?;
        let purpose = purpose(request, &self.peer, &self.service);
        let state = seal.open(&state, &purpose).map_err(|_| refuse())?;
        Rounds::resume(Some(&state), params.responses)
    }

    fn complete(&self, request: Routed<'_>, stated: era::Stated) -> Result<Response, Refusal> {
        let (id, params) = (request.id.to_owned(), request.params.to_owned());
        let service = Arc::clone(&self.service);
        let streams = (Arc::clone(&self.link), self.peer.clone());
        let revision = stated.revision;
        let request = Request {
            method: "completion/complete",
            name: String::new(),
            arguments: String::new(),
            stated,
        };
        Ok(Response::Later(Box::pin(async move {
            let cx = Context::new(request, streams, Arc::clone(&service), Rounds::default());
            Some(match completed(&service, &params, &cx).await {
                Ok(done) => answer::result(&id, revision, &done, &service.info),
                Err(refusal) => refusal.write(Some(&id)),
            })
        })))
    }

    /// `subscriptions/listen`: acknowledged at once, answered when the server ends it.
    fn listen(&self, request: Routed<'_>) -> Result<Response, Refusal> {
        let [filter] = members(request.params, ["notifications"]).unwrap_or_default();
        let filter = filter.filter(|raw| raw.starts_with('{')).and_then(Filter::read);
        let filter = filter.ok_or_else(|| {
            Refusal::new(INVALID_PARAMS, "`notifications` is missing, or not a filter")
        })?;
        let filter = filter.agreed(self.service.lists());
        let id = request.id.to_owned();
        self.link.send(filter.acknowledgement(&id));
        let listening = self.service.changes.subscribe(&id, filter, &self.link);
        let service = Arc::clone(&self.service);
        Ok(Response::Later(Box::pin(async move {
            listening.end.clone().await;
            Some(answer::subscription_ended(&id, &service.info))
        })))
    }
}

/// One round of a call.
async fn called(
    id: &str,
    request: Request,
    streams: (Arc<Link>, Peer),
    service: Arc<Inner>,
    rounds: Rounds,
) -> String {
    let (method, revision) = (request.method, request.stated.revision);
    let cx = &Context::new(request, streams, Arc::clone(&service), rounds);
    let unknown = || {
        let what = if method == "tools/call" { "tool" } else { "prompt" };
        Refusal::new(INVALID_PARAMS, format!("unknown {what} `{}`", cx.name())).write(Some(id))
    };
    if method == "tools/call" {
        let running = service.dispatch.call(cx.name(), cx.arguments(), cx);
        let Some(handler) = running else { return unknown() };
        return match (Round { handler, cx }).await {
            Ended::Done(handled) => {
                answer::tool(id, revision, handled, &cx.take_attached(), &service.info)
            }
            Ended::Asks(asks) => answer::asks(id, revision, asks, &service.info),
        };
    }
    let (running, hints) = match method {
        "prompts/get" => (service.dispatch.prompt(cx.name(), cx.arguments(), cx), ""),
        _ => (service.dispatch.read(cx.name(), cx), lists::HINTS),
    };
    let Some(handler): Option<Members<'_>> = running else {
        return match method {
            "prompts/get" => unknown(),
            _ => answer::no_resource(revision, cx.name()).write(Some(id)),
        };
    };
    match (Round { handler, cx }).await {
        Ended::Done(handled) => {
            answer::members(id, revision, handled, (cx.name(), hints), &service.info)
        }
        Ended::Asks(asks) => answer::asks(id, revision, asks, &service.info),
    }
}

async fn completed(service: &Inner, params: &str, cx: &Context) -> Result<String, Refusal> {
    let invalid = |why: String| Refusal::new(INVALID_PARAMS, why);
    let [reference, argument, context] =
        members(params, ["ref", "argument", "context"]).map_err(|e| invalid(e.to_string()))?;
    let [kind, name, uri] =
        members(reference.unwrap_or("{}"), ["type", "name", "uri"]).unwrap_or_default();
    let (kind, name, uri) = (kind.and_then(string), name.and_then(string), uri.and_then(string));
    let reference = match (kind.as_deref(), &name, &uri) {
        (Some("ref/prompt"), Some(name), _) => Reference::Prompt(name),
        (Some("ref/resource"), _, Some(uri)) => Reference::Resource(uri),
        _ => return Err(invalid("`ref` is neither a prompt nor a resource".to_owned())),
    };
    let [argument, value] =
        members(argument.unwrap_or("{}"), ["name", "value"]).unwrap_or_default();
    let (argument, value) = (text(argument, "argument.name")?, text(value, "argument.value")?);
    let [settled] = members(context.unwrap_or("{}"), ["arguments"]).unwrap_or_default();
    let settled = settled.filter(|raw| raw.starts_with('{')).unwrap_or("{}");
    let asked = Asked { reference, argument: &argument, value: &value, settled };
    match service.dispatch.complete(&asked, cx) {
        Some(running) => running.await.map_err(|fault| answer::refusal(fault, cx.revision(), "")),
        None => Err(invalid(format!("there is no argument `{argument}` to complete there"))),
    }
}

/// A parameter that must be a string.
fn text<'a>(raw: Option<&'a str>, name: &str) -> Result<Cow<'a, str>, Refusal> {
    let text = raw.and_then(string);
    text.ok_or_else(|| Refusal::new(INVALID_PARAMS, format!("`{name}` is missing or no string")))
}

fn member(params: &str, name: &str) -> Result<String, Refusal> {
    let [raw] = members(params, [name]).unwrap_or_default();
    text(raw, name).map(Cow::into_owned)
}

/// Arguments; absent ones are none.
fn object(raw: Option<&str>) -> Result<String, Refusal> {
    match raw {
        None | Some("null") => Ok("{}".to_owned()),
        Some(object) if object.starts_with('{') => Ok(object.to_owned()),
        Some(_) => Err(Refusal::new(INVALID_PARAMS, "`arguments` is no object")),
    }
}

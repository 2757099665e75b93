//! A service behind an HTTP path, as a service of tower.
use super::{
    body::Body,
    headers::{self, accepts, is_json},
    hosts::Allowed,
    legacy, modern,
    reply::{empty, not_allowed, refusal},
    sessions::Sessions,
};
use crate::{
    BoxFuture, Revision, Service,
    codes::{INVALID_REQUEST, PARSE_ERROR},
    message::{Message, Unreadable, nested_members},
    mirrored::Headers,
    server::{Refusal, era},
};
use bytes::Bytes;
use http::{HeaderMap, Method, Request, Response, StatusCode, request::Parts};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use std::{
    collections::BTreeMap,
    convert::Infallible,
    error::Error,
    fmt,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

/// Says who a client is.
pub(super) type Principal = Arc<dyn Fn(&Parts) -> Option<String> + Send + Sync>;

/// What all requests to one path share.
pub(super) struct Inner {
    pub(super) service: Service,
    pub(super) allowed: Allowed,
    pub(super) body_limit: usize,
    pub(super) keep_alive: Duration,
    /// Whether an answer alone is a stream too.
    pub(super) streams: bool,
    pub(super) sessions: Option<Sessions>,
    pub(super) principal: Option<Principal>,
    /// Tools with arguments that travel in headers too.
    pub(super) mirrored: BTreeMap<&'static str, Headers>,
}

/// A service behind an HTTP path: a `tower::Service`, cheap to clone. [`Mount`](super::Mount) makes it.
#[derive(Clone)]
pub struct Hosted(pub(super) Arc<Inner>);

impl fmt::Debug for Hosted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hosted")
    }
}

/// A message that came by POST.
pub(super) struct Posted {
    pub(super) text: String,
    pub(super) headers: HeaderMap,
    pub(super) principal: Option<String>,
}

impl<B> tower_service::Service<Request<B>> for Hosted
where
    B: http_body::Body<Data = Bytes> + Send + 'static,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Response<Body>, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let inner = Arc::clone(&self.0);
        Box::pin(async move { Ok(inner.respond(request).await) })
    }
}

impl Inner {
    async fn respond<B>(&self, request: Request<B>) -> Response<Body>
    where
        B: http_body::Body<Data = Bytes> + Send,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        let (parts, body) = request.into_parts();
        if !self.allowed.allows(&parts.uri, &parts.headers) {
            return empty(StatusCode::FORBIDDEN);
        }
        let principal = self.principal.as_ref().and_then(|principal| principal(&parts));
        match (&parts.method, &self.sessions) {
            (&Method::POST, _) => {
                let text = match self.text(&parts, body).await {
                    Ok(text) => text,
                    Err(response) => return *response,
                };
                self.post(Posted { text, headers: parts.headers, principal }).await
            }
            (_, None) => not_allowed("POST"),
            (&Method::GET, Some(_)) => {
                if !accepts(&parts.headers, "text/event-stream") {
                    return empty(StatusCode::NOT_ACCEPTABLE);
                }
                match legacy::session(self, &parts.headers, principal.as_deref()) {
                    Ok(session) => legacy::listen(self, &session, &parts.headers),
                    Err(response) => *response,
                }
            }
            (&Method::DELETE, Some(_)) => {
                match legacy::session(self, &parts.headers, principal.as_deref()) {
                    Ok(_) => legacy::end(self, &parts.headers),
                    Err(response) => *response,
                }
            }
            _ => not_allowed("GET, POST, DELETE"),
        }
    }

    /// The body, if it may be read.
    async fn text<B>(&self, parts: &Parts, body: B) -> Result<String, Box<Response<Body>>>
    where
        B: http_body::Body<Data = Bytes> + Send,
        B::Error: Into<Box<dyn Error + Send + Sync>>,
    {
        if !is_json(&parts.headers) {
            return Err(Box::new(empty(StatusCode::UNSUPPORTED_MEDIA_TYPE)));
        }
        let headers = &parts.headers;
        if !accepts(headers, "application/json") && !accepts(headers, "text/event-stream") {
            return Err(Box::new(empty(StatusCode::NOT_ACCEPTABLE)));
        }
        let bytes = match Limited::new(body, self.body_limit).collect().await {
            Ok(body) => body.to_bytes(),
            Err(e) if e.is::<LengthLimitError>() => {
                return Err(Box::new(empty(StatusCode::PAYLOAD_TOO_LARGE)));
            }
            // The client is gone, or sent what is no body.
            Err(_) => return Err(Box::new(empty(StatusCode::BAD_REQUEST))),
        };
        String::from_utf8(bytes.into()).map_err(|_| {
            let refused = Refusal::new(PARSE_ERROR, "not UTF-8");
            Box::new(refusal(StatusCode::BAD_REQUEST, &refused, None))
        })
    }

    async fn post(&self, posted: Posted) -> Response<Body> {
        let bad = |refused: Refusal| refusal(StatusCode::BAD_REQUEST, &refused, None);
        let header = headers::version(&posted.headers);
        let (id, method, params) = match Message::read(&posted.text) {
            Ok(Message::Request { id, method, params }) => {
                (Some(id.to_owned()), method.into_owned(), params.unwrap_or("{}").to_owned())
            }
            Ok(Message::Notification { method, params }) => {
                (None, method.into_owned(), params.unwrap_or("{}").to_owned())
            }
            Ok(Message::Result { .. } | Message::Error { .. }) => {
                return match legacy::session(self, &posted.headers, posted.principal.as_deref()) {
                    Ok(session) => legacy::tell(self, &session, posted.text).await,
                    Err(response) => *response,
                };
            }
            Err(Unreadable::Batch) => return self.batch(posted).await,
            Err(Unreadable::NotJson(why)) => {
                return bad(Refusal::new(PARSE_ERROR, format!("no JSON: {why}")));
            }
            Err(Unreadable::NotAMessage { id, why, .. }) => {
                return refusal(StatusCode::BAD_REQUEST, &Refusal::new(INVALID_REQUEST, why), id);
            }
        };
        let stated = nested_members(&params, ["_meta"], era::STATED);
        let stated = stated.is_ok_and(|(_, [version, ..])| version.is_some());
        let modern = stated || header.and_then(Revision::parse).is_some_and(Revision::is_modern);
        match id {
            Some(id) if modern => modern::request(self, posted, id, method, params).await,
            None if modern => empty(StatusCode::ACCEPTED),
            Some(id) if method == "initialize" => legacy::initialize(self, posted, &id).await,
            id => {
                if let Some(header) = header.filter(|header| !headers::is_known(Some(header))) {
                    let refused = era::unsupported(header);
                    return refusal(StatusCode::BAD_REQUEST, &refused, id.as_deref());
                }
                match legacy::session(self, &posted.headers, posted.principal.as_deref()) {
                    Ok(session) if id.is_some() => {
                        legacy::request(self, &session, posted.text).await
                    }
                    Ok(session) => legacy::tell(self, &session, posted.text).await,
                    Err(response) => *response,
                }
            }
        }
    }

    /// An array, which 2025-03-26 alone has.
    async fn batch(&self, posted: Posted) -> Response<Body> {
        let session = legacy::session(self, &posted.headers, posted.principal.as_deref());
        match session {
            Ok(session) if session.peer.legacy() == Some(Revision::V2025_03_26) => {
                legacy::request(self, &session, posted.text).await
            }
            _ => {
                let refused =
                    Refusal::new(INVALID_REQUEST, "a batch is no message of this revision");
                refusal(StatusCode::BAD_REQUEST, &refused, None)
            }
        }
    }
}

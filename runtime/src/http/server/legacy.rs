//! A message of the legacy era: it is part of a session, but for the one that opens it.
use super::{
    body::Body,
    headers::{SESSION_ID, text},
    hosted::{Inner, Posted},
    reply::{self, empty, json, refusal},
    sessions::Session,
    stream::LegacyEvents,
};
use crate::{
    Revision,
    codes::{INVALID_REQUEST, UNSUPPORTED_VERSION},
    server::{Refusal, era},
};
use http::{HeaderMap, HeaderValue, Response, StatusCode};
use std::{future::poll_fn, sync::Arc};

/// `initialize`: opens a session.
pub(super) async fn initialize(inner: &Inner, posted: Posted, id: &str) -> Response<Body> {
    let Some(sessions) = &inner.sessions else {
        // A server of the modern era alone says what it speaks.
        let mut refused = Refusal::new(UNSUPPORTED_VERSION, "this server has no sessions");
        refused.set_data(format!("{{\"supported\":[\"{}\"]}}", Revision::LATEST));
        return refusal(StatusCode::BAD_REQUEST, &refused, Some(id));
    };
    let peer = inner.service.peer(posted.principal.clone());
    let answer = inner.service.exchange(posted.text, &peer).next().await;
    let Some(answer) = answer else { return empty(StatusCode::ACCEPTED) };
    if peer.legacy().is_none() {
        return json(StatusCode::OK, answer.text);
    }
    let Some(session) = sessions.open(peer, posted.principal) else {
        return empty(StatusCode::SERVICE_UNAVAILABLE);
    };
    let mut response = json(StatusCode::OK, answer.text);
    if let Ok(session) = HeaderValue::from_str(&session) {
        response.headers_mut().insert(SESSION_ID, session);
    }
    response
}

/// The session that a request is part of, or why it is of none.
pub(super) fn session(
    inner: &Inner,
    headers: &HeaderMap,
    principal: Option<&str>,
) -> Result<Arc<Session>, Box<Response<Body>>> {
    let Some(sessions) = &inner.sessions else {
        let refused = era::lacks(crate::meta::PROTOCOL_VERSION);
        return Err(Box::new(refusal(StatusCode::BAD_REQUEST, &refused, None)));
    };
    let Some(id) = text(headers, SESSION_ID) else {
        let why = "`Mcp-Session-Id` is missing, and `_meta` says no revision that needs none";
        let refused = Refusal::new(INVALID_REQUEST, why);
        return Err(Box::new(refusal(StatusCode::BAD_REQUEST, &refused, None)));
    };
    sessions.get(id, principal).ok_or_else(|| {
        let refused = Refusal::new(INVALID_REQUEST, "there is no such session, or no more");
        Box::new(refusal(StatusCode::NOT_FOUND, &refused, None))
    })
}

/// A request, or a batch with some. It goes on when the client does not wait for its answer.
pub(super) async fn request(inner: &Inner, session: &Arc<Session>, text: String) -> Response<Body> {
    let exchange = inner.service.exchange(text, &session.peer);
    let channel = session.run(exchange);
    let reader = channel.attach();
    // The one message of a plain answer; of anything else more is to come.
    let first =
        tokio::time::timeout(inner.keep_alive, poll_fn(|cx| channel.poll_event(reader, 1, cx)));
    match first.await {
        Ok(Some((_, answer))) if is_answer(&answer) && !inner.streams => {
            session.drop_stream(&channel);
            json(StatusCode::OK, answer.to_string())
        }
        Ok(None) => empty(StatusCode::ACCEPTED),
        _ => {
            let priming = session.peer.legacy() >= Some(Revision::V2025_11_25);
            let events = LegacyEvents::new((channel, reader), 1, priming, inner.keep_alive);
            reply::stream(Body::legacy(events))
        }
    }
}

/// A notification, or the client's answer to a request of ours.
pub(super) async fn tell(inner: &Inner, session: &Session, text: String) -> Response<Body> {
    let mut exchange = inner.service.exchange(text, &session.peer);
    match exchange.next().await {
        // Nothing is said to either, unless it makes no sense.
        Some(refused) => json(StatusCode::BAD_REQUEST, refused.text),
        None => empty(StatusCode::ACCEPTED),
    }
}

/// GET: what the server says by itself, or the rest of a stream that broke off.
pub(super) fn listen(inner: &Inner, session: &Session, headers: &HeaderMap) -> Response<Body> {
    let (channel, next) = match text(headers, "last-event-id") {
        Some(last) => match session.resume(&inner.service, last) {
            Some(found) => found,
            None => return empty(StatusCode::BAD_REQUEST),
        },
        None => {
            let pushes = session.pushes(&inner.service);
            let next = pushes.unshown();
            (pushes, next)
        }
    };
    let reader = channel.attach();
    let events = LegacyEvents::new((channel, reader), next, false, inner.keep_alive);
    reply::stream(Body::legacy(events))
}

/// DELETE: the client ends the session.
pub(super) fn end(inner: &Inner, headers: &HeaderMap) -> Response<Body> {
    if let (Some(sessions), Some(id)) = (&inner.sessions, text(headers, SESSION_ID)) {
        sessions.end(id);
    }
    empty(StatusCode::NO_CONTENT)
}

/// An answer, or the array of answers to a batch: nothing comes after it.
fn is_answer(text: &str) -> bool {
    use crate::message::{Message, Unreadable};
    matches!(
        Message::read(text),
        Ok(Message::Result { .. } | Message::Error { .. }) | Err(Unreadable::Batch)
    )
}

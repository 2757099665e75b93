//! One message: its POST, and what comes back.
use super::{
    body::{broken, whole},
    events::{EVENT_STREAM, Place, essence, follow, is_event_stream, read},
    session::{Session, Shared, mirror},
};
use crate::{Failure, Incoming, Outgoing, Revision};
use reqwest::{
    Response, StatusCode,
    header::{ACCEPT, CONTENT_TYPE, WWW_AUTHENTICATE},
};
use std::{io, sync::Arc};

const JSON: &str = "application/json";
const BOTH: &str = "application/json, text/event-stream";
/// How much of a refusal is quoted.
const MOST_QUOTED: usize = 512;

/// Sends a message; what comes back, or why nothing does, goes to the inbox.
pub(super) async fn post(shared: &Shared, message: Outgoing) {
    let id = message.id.filter(|_| message.method.is_some());
    let outcome = exchange(shared, message, id).await;
    let Some(id) = id else {
        // Nobody waits for what becomes of a notification or an answer, but a refusal is told like all that is no message.
        if let Err(failure) = outcome {
            shared.arrived(Incoming::new(failure.error.to_string()));
        }
        return;
    };
    // After an answer this comes too late, and counts for nothing.
    let failure = outcome.err().unwrap_or_else(|| {
        Failure::lost(io::Error::new(
            io::ErrorKind::UnexpectedEof,
            "the server sent no answer to this request",
        ))
    });
    shared.arrived(Incoming::failed(id, failure));
}

async fn exchange(shared: &Shared, message: Outgoing, id: Option<u64>) -> Result<(), Failure> {
    let opens = message.method.as_deref() == Some("initialize");
    let revision = message.revision;
    let modern = revision.is_some_and(Revision::is_modern);
    let session = if opens || modern { None } else { shared.session() };
    let response = send(shared, message, session.as_deref()).await?;
    if opens && response.status().is_success() {
        shared.open(response.headers());
    }
    let status = response.status();
    if let (StatusCode::NOT_FOUND, Some(session)) = (status, &session) {
        shared.forget(session);
        return Err(Failure::session_ended("the server has ended the session"));
    }
    if !status.is_success() {
        return refused(shared, response, id).await;
    }
    let Some(id) = id else { return Ok(()) };
    if is_event_stream(&response) {
        return streamed(shared, response, id, revision, session).await;
    }
    let most = shared.endpoint.max_message;
    let kind = content_type(&response);
    let body = whole(response, most).await.map_err(Failure::lost)?;
    if !essence(&kind).eq_ignore_ascii_case(JSON) && !body.is_empty() {
        let why = format!(
            "the server answered with `{kind}`, which is neither {JSON} nor {EVENT_STREAM}"
        );
        return Err(Failure::status(status.as_u16(), why));
    }
    shared.arrived(Incoming::from_bytes(&body).in_response_to(id));
    Ok(())
}

/// POST, once more where a better token is to be had.
async fn send(
    shared: &Shared,
    message: Outgoing,
    session: Option<&Session>,
) -> Result<Response, Failure> {
    let mut headers = shared.headers(message.revision, session);
    if message.revision.is_some_and(Revision::is_modern) {
        mirror(&mut headers, &message);
    }
    let body = bytes::Bytes::from(message.text);
    let mut again = shared.endpoint.bearer.is_some();
    loop {
        let request = shared.client.post(shared.endpoint.url.clone()).headers(headers.clone());
        let request = request.header(ACCEPT, BOTH).header(CONTENT_TYPE, JSON).body(body.clone());
        let request = shared.authorized(request).await;
        let request = request.map_err(|why| Failure::lost(io::Error::other(why)))?;
        let response = request.send().await.map_err(|e| Failure::lost(broken(e)))?;
        let unauthorized =
            matches!(response.status(), StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN);
        let Some(bearer) = shared.endpoint.bearer.as_ref().filter(|_| again && unauthorized) else {
            return Ok(response);
        };
        again = false;
        let challenge = response.headers().get(WWW_AUTHENTICATE).and_then(|v| v.to_str().ok());
        if !bearer.0.refused(response.status().as_u16(), challenge).await {
            return Ok(response);
        }
    }
}

/// An event stream; a legacy one that ends too early is resumed.
async fn streamed(
    shared: &Shared,
    response: Response,
    id: u64,
    revision: Option<Revision>,
    session: Option<Arc<Session>>,
) -> Result<(), Failure> {
    let mut place = Place::default();
    let outcome = read(shared, response, Some(id), &mut place).await;
    let legacy = revision.filter(|revision| !revision.is_modern());
    match (outcome, legacy) {
        (Ok(true), _) => Ok(()),
        (_, Some(revision)) if place.is_known() => {
            follow(shared, revision, session, Some(id), place).await.map_err(Failure::lost)
        }
        (Ok(false), _) => Ok(()),
        (Err(e), _) => Err(Failure::lost(e)),
    }
}

/// A status that is none of success; the body may be the error that JSON-RPC has for it.
async fn refused(shared: &Shared, response: Response, id: Option<u64>) -> Result<(), Failure> {
    let status = response.status();
    let kind = content_type(&response);
    let body = whole(response, shared.endpoint.max_message).await.unwrap_or_default();
    if let Some(id) = id.filter(|_| essence(&kind).eq_ignore_ascii_case(JSON) && is_error(&body)) {
        shared.arrived(Incoming::from_bytes(&body).in_response_to(id));
        return Ok(());
    }
    let text = String::from_utf8_lossy(&body);
    let quoted = crate::message::cut(text.trim(), MOST_QUOTED);
    let colon = if quoted.is_empty() { "" } else { ": " };
    let why =
        format!("{} answered with HTTP status {status}{colon}{quoted}", shared.endpoint.shown());
    Err(Failure::status(status.as_u16(), why))
}

fn is_error(body: &[u8]) -> bool {
    let text = std::str::from_utf8(body).unwrap_or_default();
    matches!(crate::message::Message::read(text), Ok(crate::message::Message::Error { .. }))
}

fn content_type(response: &Response) -> String {
    let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.unwrap_or_default().to_owned()
}

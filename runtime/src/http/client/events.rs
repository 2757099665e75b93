//! Event streams: of an answer, and of what a legacy server says by itself.
use super::{
    body::{Events, broken},
    session::{Session, Shared},
};
use crate::{
    Incoming, Revision,
    message::{Message, integral},
};
use reqwest::{
    Response, StatusCode,
    header::{ACCEPT, CONTENT_TYPE},
};
use std::{io, sync::Arc, time::Duration};

pub(super) const EVENT_STREAM: &str = "text/event-stream";
/// How long is waited before a stream is opened anew whose server did not say how long.
const RETRY: Duration = Duration::from_secs(1);
/// How often in a row a stream may end without an event before it is given up.
const MOST_FAILURES: u32 = 5;

/// Whether a response is an event stream.
pub(super) fn is_event_stream(response: &Response) -> bool {
    let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| essence(kind).eq_ignore_ascii_case(EVENT_STREAM))
}

pub(super) fn essence(kind: &str) -> &str {
    kind.split(';').next().unwrap_or_default().trim()
}

/// Where a stream stands, for one that goes on with it.
#[derive(Debug, Default)]
pub(super) struct Place {
    last: Option<String>,
    retry: Option<Duration>,
}

impl Place {
    /// Whether the rest can be asked for.
    pub(super) fn is_known(&self) -> bool {
        self.last.is_some()
    }

    fn retry(&self) -> Duration {
        self.retry.unwrap_or(RETRY)
    }
}

/// Hands on the messages of a stream until it ends; true when the answer to `id` was among them, after which nothing counts.
pub(super) async fn read(
    shared: &Shared,
    response: Response,
    id: Option<u64>,
    place: &mut Place,
) -> io::Result<bool> {
    let mut events = Events::new(response, shared.endpoint.max_message);
    while let Some(event) = events.next().await {
        let event = event?;
        if let Some(last) = event.id {
            place.last = Some(last).filter(|last| !last.is_empty());
        }
        if let Some(retry) = event.retry {
            place.retry = Some(Duration::from_millis(retry));
        }
        // An event without data, or of another kind than messages, says where the stream stands.
        let is_message = event.event.is_none_or(|kind| kind.is_empty() || kind == "message");
        let Some(data) = event.data.filter(|data| is_message && !data.is_empty()) else { continue };
        let role = id.map_or(Role::Aside, |id| Role::of(&data, id));
        let message = Incoming::new(data);
        shared.arrived(match id.filter(|_| role == Role::Answer) {
            Some(id) => message.in_response_to(id),
            None => message,
        });
        if role == Role::Answer {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What a message of an answer's stream is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// The response; an error that names no request is one too.
    Answer,
    /// Anything else: progress, a request of the server, noise.
    Aside,
}

impl Role {
    fn of(text: &str, id: u64) -> Self {
        let raw = match Message::read(text) {
            Ok(Message::Result { id, .. } | Message::Error { id, .. }) => id.unwrap_or("null"),
            _ => return Self::Aside,
        };
        if integral(raw) == Some(id) || raw == "null" { Self::Answer } else { Self::Aside }
    }
}

/// What a server says in one stream after another, each going on where the last one ended. `Ok` when the answer came, or when the server
/// has no such stream.
pub(super) async fn follow(
    shared: &Shared,
    revision: Revision,
    session: Option<Arc<Session>>,
    id: Option<u64>,
    mut place: Place,
) -> io::Result<()> {
    let mut failures = 0;
    loop {
        if id.is_some() || failures > 0 || place.is_known() {
            tokio::time::sleep(place.retry()).await;
        }
        let before = place.last.clone();
        let error = match open(shared, revision, session.as_deref(), &place).await {
            Ok(Some(response)) => match read(shared, response, id, &mut place).await {
                Ok(true) => return Ok(()),
                Ok(false) => io::Error::new(io::ErrorKind::UnexpectedEof, "the stream ended"),
                Err(e) => e,
            },
            Ok(None) if id.is_none() => return Ok(()),
            Ok(None) => return Err(io::Error::other("the server does not resume streams")),
            Err(e) => e,
        };
        failures = if place.last == before { failures + 1 } else { 0 };
        if failures >= MOST_FAILURES {
            return Err(error);
        }
    }
}

/// GET; `None` when the server has no such stream.
async fn open(
    shared: &Shared,
    revision: Revision,
    session: Option<&Session>,
    place: &Place,
) -> io::Result<Option<Response>> {
    let headers = shared.headers(Some(revision), session);
    let request = shared.client.get(shared.endpoint.url.clone()).headers(headers);
    let mut request = request.header(ACCEPT, EVENT_STREAM);
    if let Some(last) = &place.last {
        request = request.header("last-event-id", last);
    }
    let request = shared.authorized(request).await.map_err(io::Error::other)?;
    let response = request.send().await.map_err(broken)?;
    match response.status() {
        StatusCode::OK if is_event_stream(&response) => Ok(Some(response)),
        // The server says that it would, later.
        status if status.is_server_error() => {
            Err(io::Error::other(format!("HTTP status {status}")))
        }
        _ => Ok(None),
    }
}

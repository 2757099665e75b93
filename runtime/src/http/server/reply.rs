//! Responses, and which HTTP status a JSON-RPC error has.
use super::body::Body;
use crate::server::Refusal;
use http::{HeaderName, HeaderValue, Response, StatusCode, header};

pub(super) const JSON: HeaderValue = HeaderValue::from_static("application/json");
pub(super) const EVENT_STREAM: HeaderValue = HeaderValue::from_static("text/event-stream");

/// A response without a body.
pub(super) fn empty(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}

/// A method that there is not here.
pub(super) fn not_allowed(allowed: &'static str) -> Response<Body> {
    let mut response = empty(StatusCode::METHOD_NOT_ALLOWED);
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allowed));
    response
}

/// A message as the whole body.
pub(super) fn json(status: StatusCode, text: String) -> Response<Body> {
    let mut response = Response::new(Body::whole(text));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, JSON);
    response
}

/// A refusal, with the id of what is refused if it could be read.
pub(super) fn refusal(status: StatusCode, refusal: &Refusal, id: Option<&str>) -> Response<Body> {
    json(status, refusal.write(id))
}

/// Messages as they come.
pub(super) fn stream(body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, EVENT_STREAM);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache, no-transform"));
    // A proxy that collects what it passes on would keep the client waiting.
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    response
}

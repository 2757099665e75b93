//! A message of the modern era: it stands alone.
use super::{
    body::Body,
    headers::{Mirror, check_version},
    hosted::{Inner, Posted},
    reply::{self, json, refusal},
    stream::ModernEvents,
};
use crate::{
    codes::{
        HEADER_MISMATCH, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, MISSING_CAPABILITY,
        PARSE_ERROR, UNSUPPORTED_VERSION,
    },
    message::{members, nested_members, string},
    server::{Refusal, era},
};
use http::{Response, StatusCode};
use std::{future::Future, pin::pin, task::Poll};

/// Methods that a modern server may have. Of another one the headers do not matter, for it is not there.
const METHODS: [&str; 9] = [
    "tools/call",
    "tools/list",
    "prompts/get",
    "prompts/list",
    "resources/read",
    "resources/list",
    "resources/templates/list",
    "completion/complete",
    "subscriptions/listen",
];

/// A request, from its headers to its answer.
pub(super) async fn request(
    inner: &Inner,
    posted: Posted,
    id: String,
    method: String,
    params: String,
) -> Response<Body> {
    if let Err(refused) = check(inner, &posted, &method, &params) {
        return refusal(StatusCode::BAD_REQUEST, &refused, Some(&id));
    }
    let peer = inner.service.peer(posted.principal);
    let mut exchange = inner.service.exchange(posted.text, &peer);
    let first = {
        let mut next = pin!(exchange.next());
        let mut patience = pin!(tokio::time::sleep(inner.keep_alive));
        std::future::poll_fn(|cx| match next.as_mut().poll(cx) {
            Poll::Ready(message) => Poll::Ready(Some(message)),
            // Too long for a client to be left without a sign of life.
            Poll::Pending => patience.as_mut().poll(cx).map(|()| None),
        })
        .await
    };
    match first {
        Some(Some(answer)) if answer.method.is_none() => {
            let status = status(&answer.text, &id);
            // A refusal says so by its status.
            if !inner.streams || status != StatusCode::OK {
                return json(status, answer.text);
            }
            reply::stream(Body::modern(ModernEvents::new(exchange, Some(answer), inner.keep_alive)))
        }
        Some(None) => reply::empty(StatusCode::ACCEPTED),
        first => {
            let first = first.flatten();
            reply::stream(Body::modern(ModernEvents::new(exchange, first, inner.keep_alive)))
        }
    }
}

/// Everything that can be wrong before the method is looked at, in the order of the specification's page on the transport.
fn check(inner: &Inner, posted: &Posted, method: &str, params: &str) -> Result<(), Refusal> {
    let headers = &posted.headers;
    let names = ["_meta", "name", "uri", "taskId", "arguments"];
    // What is no object has no keys, which is what is said of it.
    let ([_, name, uri, task, arguments], said) =
        nested_members(params, names, era::STATED).unwrap_or_default();
    check_version(headers, None)?;
    if said.first().copied().flatten().is_none() {
        return Err(era::lacks(crate::meta::PROTOCOL_VERSION));
    }
    let of = era::of(method, said, None);
    match of {
        Err(refusal) if refusal.code() == UNSUPPORTED_VERSION => {
            check_version(headers, said[0])?;
            return Err(refusal);
        }
        other => other?,
    };
    check_version(headers, said[0])?;
    if !METHODS.contains(&method) && method != "server/discover" {
        return Ok(());
    }
    let mirror = Mirror { method, named: [name, uri, task], arguments };
    mirror.check(headers)?;
    let tool = name.and_then(string).filter(|_| method == "tools/call");
    match tool.and_then(|tool| inner.mirrored.get(&*tool)) {
        Some(tool) => mirror.check_arguments(headers, tool),
        None => Ok(()),
    }
}

/// The HTTP status of an answer of ours.
fn status(text: &str, id: &str) -> StatusCode {
    let after = "{\"jsonrpc\":\"2.0\",\"id\":,".len() + id.len();
    if !text.get(after..).is_some_and(|rest| rest.starts_with("\"error\"")) {
        return StatusCode::OK;
    }
    let code = members(text, ["error"]).ok().and_then(|[error]| {
        let [code] = members(error?, ["code"]).ok()?;
        code?.parse::<i64>().ok()
    });
    match code {
        Some(METHOD_NOT_FOUND) => StatusCode::NOT_FOUND,
        Some(
            PARSE_ERROR | INVALID_REQUEST | INVALID_PARAMS | HEADER_MISMATCH | MISSING_CAPABILITY
            | UNSUPPORTED_VERSION,
        ) => StatusCode::BAD_REQUEST,
        _ => StatusCode::OK,
    }
}

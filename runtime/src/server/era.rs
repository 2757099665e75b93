//! Which revision a request is of. A server decides it for every message anew.
use super::{Peer, answer::Refusal};
use crate::{
    LogLevel, Revision,
    codes::{INVALID_PARAMS, METHOD_NOT_FOUND, UNSUPPORTED_VERSION},
    message::{into_text, push_string, string, whole},
    meta::{CLIENT_CAPABILITIES, LOG_LEVEL, PROGRESS_TOKEN, PROTOCOL_VERSION},
};
use std::sync::Arc;

/// What a request's `_meta` says that a server must know.
pub(crate) const STATED: [&str; 4] =
    [PROTOCOL_VERSION, CLIENT_CAPABILITIES, LOG_LEVEL, PROGRESS_TOKEN];

/// What a request states about itself, or what its session has stated for it.
#[derive(Debug)]
pub(crate) struct Stated {
    pub(super) revision: Revision,
    /// A JSON object.
    pub(super) capabilities: Option<Arc<str>>,
    pub(super) log_level: Option<LogLevel>,
    /// Raw JSON, so that it goes back as it came.
    pub(super) progress_token: Option<String>,
    /// All of `_meta`.
    pub(super) meta: Option<String>,
}

/// The revision of a request: the modern one that its `_meta` states, else that of the open session.
pub(crate) fn of(
    method: &str,
    [version, capabilities, level, _]: [Option<&str>; 4],
    session: Option<Revision>,
) -> Result<Revision, Refusal> {
    let Some(version) = version else { return legacy(method, session) };
    let Some(version) = string(version) else {
        return Err(Refusal::new(INVALID_PARAMS, format!("`{PROTOCOL_VERSION}` is no string")));
    };
    if !capabilities.is_some_and(|c| c.starts_with('{')) {
        return Err(lacks(CLIENT_CAPABILITIES));
    }
    if level.is_some_and(|level| string(level).is_none_or(|l| LogLevel::parse(&l).is_none())) {
        return Err(Refusal::new(INVALID_PARAMS, format!("`{LOG_LEVEL}` is no log level")));
    }
    match Revision::parse(&version).filter(|r| r.is_modern()) {
        Some(revision) => Ok(revision),
        None => Err(unsupported(&version)),
    }
}

/// A request without a modern envelope: fine in a session, and to open one.
fn legacy(method: &str, session: Option<Revision>) -> Result<Revision, Refusal> {
    match (method, session) {
        ("server/discover", Some(_)) => Err(Refusal::new(
            METHOD_NOT_FOUND,
            "`server/discover` is not of this session's revision",
        )),
        (_, Some(revision)) => Ok(revision),
        ("initialize" | "ping", None) => Ok(Revision::LATEST_LEGACY),
        (_, None) => Err(lacks(PROTOCOL_VERSION)),
    }
}

pub(crate) fn lacks(key: &str) -> Refusal {
    Refusal::new(
        INVALID_PARAMS,
        format!("`params._meta` lacks `{key}`, and there is no session without it"),
    )
}

pub(crate) fn unsupported(requested: &str) -> Refusal {
    let mut data = format!("{{\"supported\":{},\"requested\":", supported()).into_bytes();
    push_string(&mut data, requested);
    data.push(b'}');
    Refusal {
        code: UNSUPPORTED_VERSION,
        message: "unsupported protocol version".to_owned(),
        data: Some(into_text(data)),
    }
}

/// What this server speaks, newest first, as a JSON array.
pub(crate) fn supported() -> String {
    let names: Vec<String> = Revision::ALL.iter().rev().map(|r| format!("\"{r}\"")).collect();
    format!("[{}]", names.join(","))
}

/// All that the request states.
pub(super) fn stated(
    revision: Revision,
    meta: Option<&str>,
    [_, capabilities, level, token]: [Option<&str>; 4],
    peer: &Peer,
) -> Stated {
    let modern = revision.is_modern();
    let token = token.filter(|raw| is_token(raw)).map(ToOwned::to_owned);
    Stated {
        revision,
        capabilities: if modern { capabilities.map(Arc::from) } else { peer.capabilities() },
        log_level: level.and_then(string).and_then(|level| LogLevel::parse(&level)),
        progress_token: token,
        meta: meta.filter(|meta| *meta != "null").map(ToOwned::to_owned),
    }
}

/// A progress token is a string or an integer.
fn is_token(raw: &str) -> bool {
    raw.starts_with('"') || whole(raw).is_some()
}

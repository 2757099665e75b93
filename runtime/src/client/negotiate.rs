//! The handshake: which era the server lives in, and which revision both speak.
use super::{
    connection::{Core, Session},
    exchange::Success,
    info::ServerInfo,
    limit::{Limits, Stopped},
    result::must_be_complete,
};
use crate::{
    Error, Negotiation, Outgoing, ProtocolError, ResponseError, Revision, TimedOut, VersionError,
    codes::{HEADER_MISMATCH, MISSING_CAPABILITY, UNSUPPORTED_VERSION},
    link::OnDrop,
    message::{into_text, members},
    meta::{Envelope, plain, push_implementation},
    options::Probe,
};
use serde_json::value::RawValue;
use std::{sync::Arc, time::Duration};

/// Finds a revision that both sides speak, and makes the session.
pub(super) async fn negotiate(core: Arc<Core>) -> Result<Session, Error> {
    match core.options.negotiation {
        // A legacy session is over; its server is asked for a new one before anything else is tried.
        Negotiation::Auto if core.is_renewed() => {
            match initialize(&core, Revision::LATEST_LEGACY).await {
                Ok(session) => Ok(session),
                Err(_) => auto(&core).await,
            }
        }
        Negotiation::Only(revision) if revision.is_modern() => modern(&core).await,
        Negotiation::Only(revision) => initialize(&core, revision).await,
        Negotiation::Auto => auto(&core).await,
    }
}

async fn auto(core: &Arc<Core>) -> Result<Session, Error> {
    match probe(core).await? {
        Some(Found::Session(session)) => Ok(session),
        Some(Found::Supported(supported)) => {
            let shared = Revision::ALL.into_iter().rev().filter(|r| !r.is_modern());
            match shared.into_iter().find(|r| speaks(&supported, *r)) {
                Some(revision) => initialize(core, revision).await,
                None => Err(no_common(&offered(), supported)),
            }
        }
        None => match initialize(core, Revision::LATEST_LEGACY).await {
            // A modern server that was too slow for the probe names its versions when it is asked to initialize.
            Err(Error::Protocol(e)) if names_modern(&e) => modern(core).await,
            outcome => outcome,
        },
    }
}

/// The modern era or an error.
async fn modern(core: &Arc<Core>) -> Result<Session, Error> {
    match discover(core, core.options.timeout).await?? {
        Found::Session(session) => Ok(session),
        Found::Supported(supported) => Err(no_common(Revision::LATEST.as_str(), supported)),
    }
}

/// What `server/discover` told.
enum Found {
    Session(Session),
    /// A modern server without our modern revision, and what it speaks.
    Supported(Vec<String>),
}

/// Asks a server of unknown era; `None` is a legacy one.
async fn probe(core: &Arc<Core>) -> Result<Option<Found>, Error> {
    if core.options.probe == Probe::Skip {
        return Ok(None);
    }
    match discover(core, Some(core.options.probe_timeout)).await {
        Ok(Ok(found)) => Ok(Some(found)),
        Ok(Err(_)) | Err(Error::TimedOut(_)) => Ok(None),
        Err(e) => Err(e),
    }
}

/// The outer error is about the transport; the inner one is an answer that no modern server gives.
async fn discover(
    core: &Arc<Core>,
    timeout: Option<Duration>,
) -> Result<Result<Found, Error>, Error> {
    match discover_once(core, timeout).await? {
        // It names our own revision as one that it speaks: once more, then.
        Ok(Found::Supported(supported)) if speaks(&supported, Revision::LATEST) => {
            discover_once(core, timeout).await
        }
        found => Ok(found),
    }
}

fn speaks(supported: &[String], revision: Revision) -> bool {
    supported.iter().any(|one| one == revision.as_str())
}

async fn discover_once(
    core: &Arc<Core>,
    timeout: Option<Duration>,
) -> Result<Result<Found, Error>, Error> {
    let revision = Revision::LATEST;
    let params = plain(revision, &core.options);
    let answer = match ask(core, "server/discover", &params, timeout).await {
        Ok(answer) => answer,
        Err(Error::Protocol(e)) => return Ok(refused(core, e)),
        Err(e @ Error::Response(_)) => return Ok(Err(e)),
        // 401 and 403 say nothing about the era, nor do faults of the server or on the way to it.
        Err(Error::Transport(e)) if matches!(e.status(), Some(400 | 402 | 404..=499)) => {
            return Ok(Err(Error::Transport(e)));
        }
        Err(e) => return Err(e),
    };
    Ok(discovered(core, revision, answer.text()))
}

fn discovered(core: &Core, revision: Revision, result: &str) -> Result<Found, Error> {
    let malformed = |why: &str| Error::Response(ResponseError::new(why, result));
    let [supported, kind] = members(result, ["supportedVersions", "resultType"])
        .map_err(|e| malformed(&e.to_string()))?;
    must_be_complete(kind).map_err(|e| malformed(&e))?;
    let supported = supported.and_then(|raw| serde_json::from_str::<Vec<String>>(raw).ok());
    let supported =
        supported.ok_or_else(|| malformed("no `supportedVersions`: this is no discovery"))?;
    if !speaks(&supported, revision) {
        return Ok(Found::Supported(supported));
    }
    let info = ServerInfo::read(result, revision).map_err(Error::Response)?;
    Ok(Found::Session(session(core, info)))
}

/// An error to `server/discover`: three codes say that the server is modern.
fn refused(core: &Core, e: ProtocolError) -> Result<Found, Error> {
    match e.code {
        UNSUPPORTED_VERSION => Ok(Found::Supported(supported_of(&e))),
        HEADER_MISMATCH | MISSING_CAPABILITY => {
            Ok(Found::Session(session(core, ServerInfo::unknown(Revision::LATEST))))
        }
        _ => Err(Error::Protocol(e)),
    }
}

fn supported_of(e: &ProtocolError) -> Vec<String> {
    let data = e.data.as_deref().map_or("{}", RawValue::get);
    let supported = members(data, ["supported"]).ok().and_then(|[supported]| supported);
    supported.and_then(|raw| serde_json::from_str(raw).ok()).unwrap_or_default()
}

fn names_modern(e: &ProtocolError) -> bool {
    e.code == UNSUPPORTED_VERSION && speaks(&supported_of(e), Revision::LATEST)
}

/// `initialize`, and `notifications/initialized` when both agree.
async fn initialize(core: &Arc<Core>, offered: Revision) -> Result<Session, Error> {
    let capabilities = core.options.handlers.capabilities(offered);
    let mut params =
        format!(r#""protocolVersion":"{offered}","capabilities":{capabilities},"clientInfo":"#)
            .into_bytes();
    push_implementation(&mut params, &core.options);
    let answer = ask(core, "initialize", &into_text(params), core.options.timeout).await?;
    let revision = agreed(core, offered, answer.text())?;
    let info = ServerInfo::read(answer.text(), revision).map_err(Error::Response)?;
    let text = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.to_owned();
    let initialized = Outgoing::of("notifications/initialized", text);
    core.link.send(Outgoing { revision: Some(revision), ..initialized });
    Ok(session(core, info))
}

/// The revision that the server answered, if this client may speak it.
fn agreed(core: &Core, offered: Revision, result: &str) -> Result<Revision, Error> {
    let malformed = |why: &str| Error::Response(ResponseError::new(why, result));
    let [version] = members(result, ["protocolVersion"]).map_err(|e| malformed(&e.to_string()))?;
    let version = version.and_then(crate::message::string);
    let version = version.ok_or_else(|| malformed("no `protocolVersion`"))?;
    let known = Revision::parse(&version).filter(|r| !r.is_modern());
    let free = core.options.negotiation == Negotiation::Auto;
    match known.filter(|r| free || *r == offered) {
        Some(revision) => Ok(revision),
        None => Err(no_common(offered.as_str(), vec![version.into_owned()])),
    }
}

/// One request outside of any session; never cancelled on the wire.
async fn ask(
    core: &Arc<Core>,
    method: &'static str,
    params: &str,
    timeout: Option<Duration>,
) -> Result<Success, Error> {
    let id = core.link.next_id();
    let text =
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{params}}}}}"#);
    // `initialize` is what agrees on a revision.
    let revision = (method != "initialize").then_some(Revision::LATEST);
    let message = Outgoing { revision, ..Outgoing::of(method, text) };
    let waiting = core.link.request(id, message, None).on_drop(OnDrop::Forget);
    let mut limits = Limits::new(core.options.timer.as_ref(), timeout);
    match limits.run(waiting).await {
        Ok(answer) => Success::read(answer?),
        Err(Stopped::Cancelled) => Err(Error::Cancelled),
        Err(Stopped::TimedOut(after)) => Err(Error::TimedOut(TimedOut {
            method: method.to_owned(),
            after,
            details: core.riddle(id),
        })),
    }
}

fn session(core: &Core, info: ServerInfo) -> Session {
    Session { envelope: Envelope::new(info.revision(), &core.options), info: Arc::new(info) }
}

fn offered() -> String {
    Revision::ALL.map(Revision::as_str).join(", ")
}

fn no_common(offered: &str, supported: Vec<String>) -> Error {
    Error::Version(VersionError { offered: offered.to_owned(), supported })
}

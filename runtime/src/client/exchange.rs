//! One request and its answer, whatever the method.
use super::{
    connection::{Core, Session},
    limit::{Limits, Stopped},
};
use crate::{
    Error, Headers, Outgoing, ProtocolError, ResponseError, TimedOut,
    event::OnProgress,
    link::{Answer, AnswerKind},
    message::{Parts, into_text, members, push_string, string},
    meta::{Envelope, Extra},
    transport::Mirrored,
};
use serde_json::value::RawValue;
use std::{borrow::Cow, ops::Range, sync::Arc};

/// A request, encoded up to what the handshake decides: `{"jsonrpc":..,"method":..,"params":{..`. Whenever it is sent,
/// `_meta` and an id are appended.
#[derive(Debug)]
pub(crate) struct Exchange {
    pub(crate) head: Vec<u8>,
    pub(crate) method: Cow<'static, str>,
    /// The tool, prompt or resource that is meant, for edges and errors.
    pub(crate) name: Option<Cow<'static, str>>,
    /// Which arguments an edge mirrors in headers, by the contract; and their values, once they are known.
    pub(crate) headers: Headers,
    pub(crate) mirrored: Mirrored,
}

impl Exchange {
    /// Any method, with its parameters as a JSON object.
    pub(crate) fn new(method: &str, params: &str) -> Result<Self, Error> {
        let not_an_object =
            || Error::Usage(format!("the parameters of {method} are no JSON object"));
        let params: &RawValue = serde_json::from_str(params).map_err(|_| not_an_object())?;
        let inner = params.get().strip_prefix('{').and_then(|p| p.strip_suffix('}'));
        let inner = inner.ok_or_else(not_an_object)?.trim();
        let [meta] = members(params.get(), ["_meta"]).map_err(|_| not_an_object())?;
        if meta.is_some() {
            let why = format!("the parameters of {method} have a `_meta`, which is added here");
            return Err(Error::Usage(why));
        }
        let mut head = start(method);
        let name: Option<Cow<'static, str>> = named(method).and_then(|member| {
            let [name] = members(params.get(), [member]).ok()?;
            Some(string(name?)?.into_owned().into())
        });
        // A line break between tokens would end the message on stdio; inside of strings there is none.
        head.extend(inner.bytes().map(|b| if matches!(b, b'\n' | b'\r') { b' ' } else { b }));
        Ok(Self {
            head,
            method: Cow::Owned(method.to_owned()),
            name,
            headers: &[],
            mirrored: Mirrored::new(),
        })
    }

    /// `tools/call`; the caller appends the arguments' value to `head`.
    pub(crate) fn call(name: &'static str, headers: Headers) -> Self {
        let mut head = start("tools/call");
        head.extend_from_slice(b"\"name\":");
        push_string(&mut head, name);
        head.extend_from_slice(b",\"arguments\":");
        let (method, name) = (Cow::Borrowed("tools/call"), Some(Cow::Borrowed(name)));
        Self { head, method, name, headers, mirrored: Mirrored::new() }
    }

    /// Sends the request and waits for its answer, the handshake before it included. `more` are further parameters.
    pub(crate) async fn run(
        &self,
        core: &Arc<Core>,
        limits: &mut Limits,
        extra: Extra<'_>,
        on_progress: Option<OnProgress>,
        more: &[u8],
    ) -> Result<Success, Error> {
        let session = self.limited(core, limits.run(core.session()).await, 0)??;
        let answer = self.send(core, &session, limits, &extra, on_progress.clone(), more).await?;
        if !answer.says_session_ended() {
            return Success::read(answer);
        }
        // The request was not looked at: a new session takes it.
        core.renew(&session);
        let session = self.limited(core, limits.run(core.session()).await, 0)??;
        Success::read(self.send(core, &session, limits, &extra, on_progress, more).await?)
    }

    async fn send(
        &self,
        core: &Arc<Core>,
        session: &Session,
        limits: &mut Limits,
        extra: &Extra<'_>,
        on_progress: Option<OnProgress>,
        more: &[u8],
    ) -> Result<Answer, Error> {
        let id = core.link.next_id();
        let extra = Extra {
            progress_token: on_progress.is_some().then_some(id),
            log_level: extra.log_level.or_else(|| core.level()),
            ..*extra
        };
        let message = self.message(id, &session.envelope, &extra, more)?;
        let mut waiting = core.link.request(id, message, on_progress);
        match limits.run(&mut waiting).await {
            Ok(answer) => Ok(answer?),
            Err(reason) => {
                if let Some(answer) = waiting.answer() {
                    return Ok(answer);
                }
                waiting.set_reason(match reason {
                    Stopped::TimedOut(_) => "no answer in time",
                    Stopped::Cancelled => "cancelled by the caller",
                });
                self.limited(core, Err(reason), id)
            }
        }
    }

    /// What was waited for, or why no longer.
    fn limited<T>(&self, core: &Core, waited: Result<T, Stopped>, id: u64) -> Result<T, Error> {
        waited.map_err(|stopped| match stopped {
            Stopped::Cancelled => Error::Cancelled,
            Stopped::TimedOut(after) => {
                Error::TimedOut(TimedOut { method: self.what(), after, details: core.riddle(id) })
            }
        })
    }

    /// The request as it goes out.
    pub(crate) fn message(
        &self,
        id: u64,
        envelope: &Envelope,
        extra: &Extra<'_>,
        more: &[u8],
    ) -> Result<Outgoing, Error> {
        let mut text = Vec::with_capacity(self.head.len() + more.len() + envelope.len() + 64);
        text.extend_from_slice(&self.head);
        text.extend_from_slice(more);
        envelope.push(&mut text, extra).map_err(Error::Usage)?;
        text.extend_from_slice(b"},\"id\":");
        text.extend_from_slice(id.to_string().as_bytes());
        text.push(b'}');
        Ok(Outgoing {
            name: self.name.clone(),
            revision: Some(envelope.revision()),
            mirrored: self.mirrored.clone(),
            ..Outgoing::of(self.method.clone(), into_text(text))
        })
    }

    /// The parameters so far.
    pub(crate) fn params(&self) -> serde_json::Value {
        let text = [&*self.head, b"}}"].concat();
        let mut message: serde_json::Value = serde_json::from_slice(&text).unwrap_or_default();
        message.get_mut("params").map(serde_json::Value::take).unwrap_or_default()
    }

    /// For errors.
    pub(crate) fn what(&self) -> String {
        match &self.name {
            Some(name) => format!("{} `{name}`", self.method),
            None => self.method.to_string(),
        }
    }
}

/// The parameter by which a request names what it is about.
fn named(method: &str) -> Option<&'static str> {
    match method {
        "tools/call" | "prompts/get" => Some("name"),
        "resources/read" => Some("uri"),
        "tasks/get" | "tasks/update" | "tasks/cancel" | "tasks/result" => Some("taskId"),
        _ => None,
    }
}

fn start(method: &str) -> Vec<u8> {
    let mut head = Vec::with_capacity(512);
    head.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"method\":");
    push_string(&mut head, method);
    head.extend_from_slice(b",\"params\":{");
    head
}

/// An answer that is a result, unread.
#[derive(Debug)]
pub(crate) struct Success(Answer);

impl Success {
    pub(crate) fn read(answer: Answer) -> Result<Self, Error> {
        match answer.kind {
            AnswerKind::Result(_) => Ok(Self(answer)),
            AnswerKind::Error => Err(match ProtocolError::read(answer.body()) {
                Ok(e) => Error::Protocol(e),
                Err(e) => Error::Response(e),
            }),
            AnswerKind::Malformed(why) => {
                Err(Error::Response(ResponseError::new(why, answer.body())))
            }
            AnswerKind::Failed(failure) => Err(Error::Transport(failure.error)),
            AnswerKind::Damaged => {
                Err(Error::Response(ResponseError::new("it is not UTF-8", answer.body())))
            }
        }
    }

    pub(crate) fn text(&self) -> &str {
        self.0.body()
    }

    /// What the whole message has there.
    pub(crate) fn part(&self, range: Option<&Range<usize>>) -> Option<&str> {
        self.0.text.get(range?.clone())
    }

    /// The places of the parts that many results have; `None` when the result is no object.
    pub(crate) fn parts(&self) -> Parts<Range<usize>> {
        match &self.0.kind {
            AnswerKind::Result(parts) => parts.clone(),
            _ => None,
        }
    }

    pub(crate) fn into_raw(self) -> Result<Box<RawValue>, Error> {
        let text = self.text();
        RawValue::from_string(text.to_owned())
            .map_err(|e| Error::Response(ResponseError::new(e.to_string(), text)))
    }
}

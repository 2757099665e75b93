//! One request and its answer, whatever the method.
use super::{
    connection::Core,
    limit::{Limits, Stopped},
};
use crate::{
    Error, Outgoing, ProtocolError, ResponseError, TimedOut,
    event::OnProgress,
    link::{Answer, AnswerKind},
    message::{Parts, into_text, members, push_string},
    meta::{Envelope, Extra},
};
use serde_json::value::RawValue;
use std::{borrow::Cow, ops::Range, sync::Arc};

/// A request, encoded up to what the handshake decides: `{"jsonrpc":..,"method":..,"params":{..`. When it is sent,
/// `_meta` and the id are appended, so that one pass writes it.
#[derive(Debug)]
pub(crate) struct Exchange {
    pub(crate) head: Vec<u8>,
    pub(crate) method: Cow<'static, str>,
    /// The tool, prompt or resource that is meant, for edges and errors.
    pub(crate) name: Option<Cow<'static, str>>,
    pub(crate) on_progress: Option<OnProgress>,
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
        // A line break between tokens would end the message on stdio; inside of strings there is none.
        head.extend(inner.bytes().map(|b| if matches!(b, b'\n' | b'\r') { b' ' } else { b }));
        Ok(Self { head, method: Cow::Owned(method.to_owned()), name: None, on_progress: None })
    }

    /// `tools/call`; the caller appends the arguments' value to `head`.
    pub(crate) fn call(name: &'static str) -> Self {
        let mut head = start("tools/call");
        head.extend_from_slice(b"\"name\":");
        push_string(&mut head, name);
        head.extend_from_slice(b",\"arguments\":");
        let (method, name) = (Cow::Borrowed("tools/call"), Some(Cow::Borrowed(name)));
        Self { head, method, name, on_progress: None }
    }

    /// Sends the request and waits for its answer, the handshake before it included.
    pub(crate) async fn run(
        self,
        core: &Arc<Core>,
        mut limits: Limits,
        extra: Extra<'_>,
    ) -> Result<Success, Error> {
        let what = self.what();
        let stopped = |stopped, id| match stopped {
            Stopped::Cancelled => Error::Cancelled,
            Stopped::TimedOut(after) => {
                Error::TimedOut(TimedOut { method: what.clone(), after, details: core.riddle(id) })
            }
        };
        let session = limits.run(core.session()).await.map_err(|reason| stopped(reason, 0))??;
        let id = core.link.next_id();
        let on_progress = self.on_progress.clone();
        let message = self.finish(id, &session.envelope, extra)?;
        let mut waiting = core.link.request(id, message, on_progress);
        match limits.run(&mut waiting).await {
            Ok(answer) => Success::read(answer?),
            Err(reason) => {
                if let Some(answer) = waiting.answer() {
                    return Success::read(answer);
                }
                waiting.set_reason(match reason {
                    Stopped::TimedOut(_) => "no answer in time",
                    Stopped::Cancelled => "cancelled by the caller",
                });
                Err(stopped(reason, id))
            }
        }
    }

    pub(crate) fn finish(
        self,
        id: u64,
        envelope: &Envelope,
        mut extra: Extra<'_>,
    ) -> Result<Outgoing, Error> {
        let Self { mut head, method, name, on_progress } = self;
        extra.progress_token = on_progress.map(|_| id);
        envelope.push(&mut head, &extra).map_err(Error::Usage)?;
        head.extend_from_slice(b"},\"id\":");
        head.extend_from_slice(id.to_string().as_bytes());
        head.push(b'}');
        let revision = Some(envelope.revision());
        Ok(Outgoing { name, revision, ..Outgoing::of(method, into_text(head)) })
    }

    fn what(&self) -> String {
        match &self.name {
            Some(name) => format!("{} `{name}`", self.method),
            None => self.method.to_string(),
        }
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

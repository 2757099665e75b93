//! A call from its first request to its result: input that the server asks for on the way is given by the host's handlers.
use super::{
    call_options::CallOptions,
    connection::Core,
    exchange::{Exchange, Success},
    input::{Unanswered, answer},
    limit::Limits,
    list,
    outcome::Asks,
    result::{Kind, kind_of},
};
use crate::{
    Error, InputError, InputRequired, ResponseError, Value,
    codes::HEADER_MISMATCH,
    event::OnProgress,
    message::{PARTS, members, push_string},
    mirrored,
};
use std::sync::Arc;

/// What one round of a call came to.
#[derive(Debug)]
pub(crate) enum Round {
    /// The result, unread but for its `resultType`.
    Complete(Success),
    InputRequired(Asks),
}

impl Round {
    pub(crate) fn read(answer: Success) -> Result<Self, Error> {
        let malformed = |why: String| Error::Response(ResponseError::new(why, answer.text()));
        let Some(parts) = answer.parts() else {
            let why = members(answer.text(), []).err();
            return Err(malformed(why.map_or_else(|| "no object".to_owned(), |e| e.to_string())));
        };
        const { assert!(matches!(PARTS[0].as_bytes(), b"resultType")) };
        let [kind, ..] = &parts;
        match kind_of(answer.part(kind.as_ref())).map_err(malformed)? {
            Kind::Complete => Ok(Self::Complete(answer)),
            Kind::InputRequired => Asks::read(answer.text()).map(Self::InputRequired),
        }
    }
}

/// A call that may take several rounds.
pub(super) struct Rounds<'c> {
    core: &'c Arc<Core>,
    options: CallOptions,
    limits: Limits,
    on_progress: Option<OnProgress>,
    mirrored_anew: bool,
}

impl<'c> Rounds<'c> {
    pub(super) fn new(core: &'c Arc<Core>, mut options: CallOptions) -> Result<Self, Error> {
        let (limits, on_progress) = options.limits(core)?;
        Ok(Self { core, options, limits, on_progress, mirrored_anew: false })
    }

    /// One request and what it came to. `more` goes behind the call's own parameters.
    pub(super) async fn round(&mut self, call: &mut Exchange, more: &[u8]) -> Result<Round, Error> {
        if self.core.options.mirrors && !call.headers.is_empty() && call.mirrored.is_empty() {
            let params = call.params();
            let arguments = params.get("arguments").unwrap_or(&Value::Null);
            let values = mirrored::Headers::compiled(call.headers).values(arguments);
            call.mirrored = values.map_err(Error::Usage)?;
        }
        match self.send(call, more).await {
            Err(Error::Protocol(e)) if e.code == HEADER_MISMATCH && self.may_mirror_anew(call) => {
                // The server's schema mirrors other arguments than the one that this call was compiled from.
                let (tool, params) = (call.name.clone().unwrap_or_default(), call.params());
                let arguments = params.get("arguments").unwrap_or(&Value::Null);
                call.mirrored = list::mirrored(self.core, &tool, arguments).await?;
                Round::read(self.send(call, more).await?)
            }
            answer => Round::read(answer?),
        }
    }

    async fn send(&mut self, call: &Exchange, more: &[u8]) -> Result<Success, Error> {
        let (extra, listener) = (self.options.extra(), self.on_progress.clone());
        call.run(self.core, &mut self.limits, extra, listener, more).await
    }

    /// True once.
    fn may_mirror_anew(&mut self, call: &Exchange) -> bool {
        let may = self.core.options.mirrors && call.method == "tools/call";
        may && !std::mem::replace(&mut self.mirrored_anew, true)
    }

    /// Gives the handlers' answers until there is a result.
    pub(super) async fn complete(mut self, call: &mut Exchange) -> Result<Success, Error> {
        let mut more = Vec::new();
        let most = self.options.max_rounds();
        for _ in 0..=most {
            let asks = match self.round(call, &more).await? {
                Round::Complete(result) => return Ok(result),
                Round::InputRequired(asks) => asks,
            };
            more = self.answer(&asks).await?;
            // The user's time is not the server's.
            self.limits.restart();
        }
        let why = format!("the server still asks for input after {most} rounds");
        Err(Error::Input(InputError::new(call.what(), why)))
    }

    /// `inputResponses` and `requestState` for the next round.
    async fn answer(&mut self, asks: &Asks) -> Result<Vec<u8>, Error> {
        let mut answers = Vec::new();
        for (key, method, params) in asks.iter() {
            let handlers = &self.core.options.handlers;
            let given = answer(handlers, self.core.revision(), method, params);
            let why = match self.limits.unless_cancelled(given).await {
                None => return Err(Error::Cancelled),
                Some(Ok(result)) => {
                    answers.push((key, result));
                    continue;
                }
                Some(Err(Unanswered::Unhandled | Unanswered::Undeclared)) => {
                    return Err(Error::InputRequired(InputRequired { asks: asks.clone() }));
                }
                Some(Err(Unanswered::Refused(why))) => format!("refused here: {why}"),
                Some(Err(Unanswered::Misfit(why))) => why,
                Some(Err(Unanswered::Malformed(why))) => {
                    format!("the server's request makes no sense: {why}")
                }
            };
            return Err(Error::Input(InputError::new(format!("{method} `{key}`"), why)));
        }
        Ok(continuation(asks, answers.iter().map(|(key, result)| (*key, &**result))))
    }
}

/// The members that go on with a call that asked.
pub(super) fn continuation<'a>(
    asks: &Asks,
    answers: impl Iterator<Item = (&'a str, &'a str)>,
) -> Vec<u8> {
    let mut out = Vec::new();
    if asks.iter().next().is_some() {
        out.extend_from_slice(b",\"inputResponses\":{");
        for (i, (key, result)) in answers.enumerate() {
            if i > 0 {
                out.push(b',');
            }
            push_string(&mut out, key);
            out.push(b':');
            out.extend_from_slice(result.as_bytes());
        }
        out.push(b'}');
    }
    if let Some(state) = asks.state() {
        out.extend_from_slice(b",\"requestState\":");
        push_string(&mut out, state);
    }
    out
}

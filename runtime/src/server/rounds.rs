//! Questions of the modern era: a call is answered by `input_required`, and comes again with the answers.
//!
//! A handler that waits for an answer is dropped. When the client has answered, the call comes again, the handler runs from its top, and
//! finds the answers. What it must find again beside them travels through the client, sealed.
use super::{AskError, Capability, Context, Refusal, Seal, ToolResult};
use crate::{
    codes::{INTERNAL_ERROR, INVALID_PARAMS},
    message::{into_text, members, push_string},
};
use serde_core::{de::DeserializeOwned, ser::Serialize};
use serde_json::value::RawValue;
use std::{
    collections::BTreeMap,
    future::Future,
    pin::Pin,
    task::{Poll, ready},
};

/// The largest state that is handed out, in bytes before it is sealed.
const MAX_STATE: usize = 64 * 1024;

/// A question.
pub(super) struct Asking {
    pub(super) method: &'static str,
    pub(super) params: String,
    pub(super) capability: Capability,
}

/// What is known and asked in one round of a call; values are JSON text.
#[derive(Debug, Default)]
pub(super) struct Rounds {
    answers: BTreeMap<String, String>,
    /// Answers that a call brings without having been asked: they count once their question is.
    offered: BTreeMap<String, String>,
    kept: BTreeMap<String, String>,
    /// Questions that the handler waits for.
    open: BTreeMap<String, (&'static str, String)>,
}

impl Rounds {
    /// From a call's `requestState` and `inputResponses`. Answers to what was not asked are ignored.
    pub(super) fn resume(state: Option<&[u8]>, responses: Option<&str>) -> Result<Self, Refusal> {
        let malformed = |why: String| Refusal::new(INVALID_PARAMS, why);
        let mut given = object(responses.filter(|raw| *raw != "null"))
            .map_err(|e| malformed(format!("`inputResponses` is no object: {e}")))?;
        let no_object = |key: &str| malformed(format!("`inputResponses`: `{key}` is no object"));
        let Some(state) = state else {
            if let Some((key, _)) = given.iter().find(|(_, answer)| !answer.starts_with('{')) {
                return Err(no_object(key));
            }
            return Ok(Self { offered: given, ..Self::default() });
        };
        let broken = |_| Refusal::new(INTERNAL_ERROR, "a state that was sealed here is broken");
        let state = std::str::from_utf8(state).unwrap_or_default();
        let [answers, kept, asked] =
            members(state, ["answers", "kept", "asked"]).map_err(broken)?;
        let mut rounds = Self {
            answers: object(answers).map_err(broken)?,
            kept: object(kept).map_err(broken)?,
            ..Self::default()
        };
        let asked: Vec<String> = serde_json::from_str(asked.unwrap_or("[]")).map_err(broken)?;
        for key in asked {
            match given.remove(&key) {
                Some(answer) if answer.starts_with('{') => {
                    rounds.answers.insert(key, answer);
                }
                Some(_) => return Err(no_object(&key)),
                None => {}
            }
        }
        Ok(rounds)
    }

    /// `"inputRequests":..,"requestState":..` of the questions that are open.
    pub(super) fn ask(&self, seal: &dyn Seal, purpose: &[u8]) -> Result<String, Refusal> {
        let failed = |why: &str| Refusal::new(INTERNAL_ERROR, why);
        let mut out = b"\"inputRequests\":{".to_vec();
        for (i, (key, (method, params))) in self.open.iter().enumerate() {
            if i > 0 {
                out.push(b',');
            }
            push_string(&mut out, key);
            out.extend_from_slice(b":{\"method\":");
            push_string(&mut out, method);
            out.extend_from_slice(b",\"params\":");
            out.extend_from_slice(params.as_bytes());
            out.push(b'}');
        }
        out.extend_from_slice(b"},\"requestState\":");
        let state = self.state();
        if state.len() > MAX_STATE {
            let why = "the handler remembers more than a client should be given to keep";
            return Err(failed(why));
        }
        let sealed = seal.seal(state.as_bytes(), purpose).map_err(|e| failed(&e.to_string()))?;
        push_string(&mut out, &sealed);
        Ok(into_text(out))
    }

    fn answer(&mut self, key: &str) -> Option<String> {
        if let Some(offered) = self.offered.remove(key) {
            self.answers.insert(key.to_owned(), offered);
        }
        self.answers.get(key).cloned()
    }

    fn state(&self) -> String {
        let mut out = b"{\"answers\":".to_vec();
        push_object(&mut out, &self.answers);
        out.extend_from_slice(b",\"kept\":");
        push_object(&mut out, &self.kept);
        out.extend_from_slice(b",\"asked\":[");
        for (i, key) in self.open.keys().enumerate() {
            if i > 0 {
                out.push(b',');
            }
            push_string(&mut out, key);
        }
        out.extend_from_slice(b"]}");
        into_text(out)
    }
}

fn object(raw: Option<&str>) -> Result<BTreeMap<String, String>, serde_json::Error> {
    let raw: BTreeMap<String, &RawValue> = serde_json::from_str(raw.unwrap_or("{}"))?;
    Ok(raw.into_iter().map(|(key, value)| (key, value.get().to_owned())).collect())
}

fn push_object(out: &mut Vec<u8>, entries: &BTreeMap<String, String>) {
    out.push(b'{');
    for (i, (key, value)) in entries.iter().enumerate() {
        if i > 0 {
            out.push(b',');
        }
        push_string(out, key);
        out.push(b':');
        out.extend_from_slice(value.as_bytes());
    }
    out.push(b'}');
}

impl Context {
    /// Does a piece of work once a call, however many rounds of questions it takes: its value travels in the sealed state of the call, and
    /// is found there when the handler runs again.
    ///
    /// At least once, to be exact: a client may send a state again that it was given earlier. In the legacy era a handler runs through, and
    /// this runs the work.
    ///
    /// # Errors
    /// The work's, and those of writing its value as JSON and reading it.
    pub async fn remember<T, F>(&self, key: &str, work: impl FnOnce() -> F) -> ToolResult<T>
    where
        T: Serialize + DeserializeOwned,
        F: Future<Output = ToolResult<T>>,
    {
        let known = self.rounds().kept.get(key).cloned();
        if let Some(value) = known {
            return Ok(serde_json::from_str(&value)?);
        }
        let value = work().await?;
        let text = serde_json::to_string(&value)?;
        self.rounds().kept.insert(key.to_owned(), text);
        Ok(value)
    }

    /// Modern: the answer if it is there, else the call ends here for this round.
    pub(super) async fn ask_by_result(&self, key: &str, ask: Asking) -> Result<String, AskError> {
        if let Some(answer) = self.rounds().answer(key) {
            return Ok(answer);
        }
        if !self.can_seal() {
            return Err(AskError::Unsealed);
        }
        self.rounds().open.insert(key.to_owned(), (ask.method, ask.params));
        // A question that the handler no longer waits for is none.
        let _open = Open(self, key);
        std::future::pending().await
    }

    /// Forgets an answer that is of no use.
    pub(super) fn ask_again(&self, key: &str) {
        self.rounds().answers.remove(key);
    }
}

struct Open<'a>(&'a Context, &'a str);

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.0.rounds().open.remove(self.1);
    }
}

/// How a handler's round ended.
pub(super) enum Ended<T> {
    Done(T),
    /// It waits for the client; the questions and the state, as members of the result.
    Asks(Result<String, Refusal>),
}

/// Polls a handler until it is done or stands before questions that are not answered.
pub(super) struct Round<'a, T> {
    pub(super) handler: crate::BoxFuture<'a, T>,
    pub(super) cx: &'a Context,
}

impl<T> Future for Round<'_, T> {
    type Output = Ended<T>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut std::task::Context<'_>) -> Poll<Ended<T>> {
        match self.handler.as_mut().poll(cx) {
            Poll::Ready(done) => Poll::Ready(Ended::Done(done)),
            Poll::Pending => Poll::Ready(Ended::Asks(ready!(self.cx.open_questions()))),
        }
    }
}

impl Context {
    fn open_questions(&self) -> Poll<Result<String, Refusal>> {
        let rounds = self.rounds();
        if rounds.open.is_empty() {
            return Poll::Pending;
        }
        Poll::Ready(self.seal_round(&rounds))
    }
}

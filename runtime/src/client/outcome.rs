//! One round of a call, for hosts that answer a server's asks by themselves.
use super::{
    call::{Call, Plan},
    call_options::CallOptions,
    result::Complete,
    rounds::{Round, Rounds, continuation},
};
use crate::{
    BoxFuture, Connection, Error, Map, ResponseError, Tool, Value,
    message::{members, string},
};
use serde_json::value::RawValue;
use std::{
    collections::BTreeMap,
    fmt,
    future::{Future, IntoFuture},
    marker::PhantomData,
    pin::Pin,
    task::{Context, Poll},
};

/// What one round of a call came to.
#[derive(Debug)]
#[non_exhaustive]
pub enum Outcome<T: Tool> {
    /// The call is done.
    Complete(T::Output),
    /// The server wants input first.
    InputRequired(Pending<T>),
}

/// What a server asks for: by its own key, a method and parameters; and its opaque state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asks {
    requests: BTreeMap<String, (String, String)>,
    state: Option<String>,
}

impl Asks {
    pub(crate) fn read(text: &str) -> Result<Self, Error> {
        let malformed = |why: &str| Error::Response(ResponseError::new(why, text));
        let bad = |e: serde_json::Error| malformed(&e.to_string());
        let [requests, state] = members(text, ["inputRequests", "requestState"]).map_err(bad)?;
        let requests = requests.filter(|raw| *raw != "null");
        let state = match state.filter(|raw| *raw != "null") {
            Some(raw) => {
                let state = string(raw).ok_or_else(|| malformed("`requestState` is no string"))?;
                Some(state.into_owned())
            }
            None => None,
        };
        if requests.is_none() && state.is_none() {
            return Err(malformed("neither `inputRequests` nor `requestState`"));
        }
        let mut asks = Self { requests: BTreeMap::new(), state };
        let raw: BTreeMap<String, &RawValue> =
            serde_json::from_str(requests.unwrap_or("{}")).map_err(bad)?;
        for (key, ask) in raw {
            let [method, params] = members(ask.get(), ["method", "params"]).map_err(bad)?;
            let method = method.and_then(string);
            let method = method.ok_or_else(|| malformed("an input request without method"))?;
            let params = params.unwrap_or("{}").to_owned();
            asks.requests.insert(key, (method.into_owned(), params));
        }
        Ok(asks)
    }

    pub(crate) fn state(&self) -> Option<&str> {
        self.state.as_deref()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        self.requests.iter().map(|(key, (method, params))| (&**key, &**method, &**params))
    }
}

/// A call that waits for input, as data: it can be stored, and go on later or in another process.
#[derive(Clone)]
pub struct Pending<T> {
    arguments: String,
    asks: Asks,
    answers: BTreeMap<String, Value>,
    tool: PhantomData<fn() -> T>,
}

impl<T> fmt::Debug for Pending<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pending").field("asks", &self.asks).finish_non_exhaustive()
    }
}

impl<T: Tool> Pending<T> {
    /// What is asked: the server's key, the method (`elicitation/create` and the like), and its parameters as JSON
    /// text.
    pub fn asks(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        self.asks.iter()
    }

    /// Answers one key with the bare result of its method. A later answer replaces an earlier one.
    pub fn answer(&mut self, key: impl Into<String>, result: Value) -> &mut Self {
        self.answers.insert(key.into(), result);
        self
    }

    /// Goes on with the answers given so far.
    ///
    /// # Errors
    /// As a call's.
    pub async fn resume(self, connection: &Connection) -> Result<Outcome<T>, Error> {
        let plan = Plan::again::<T>(&self.arguments);
        let answers: BTreeMap<&str, String> =
            self.answers.iter().map(|(key, answer)| (&**key, answer.to_string())).collect();
        let more = continuation(&self.asks, answers.iter().map(|(key, answer)| (*key, &**answer)));
        once(connection, plan, CallOptions::default(), &more).await
    }

    /// The whole of it as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        let asks = self.asks.requests.iter().map(|(key, (method, params))| {
            let params = serde_json::from_str(params).unwrap_or_default();
            let ask = [("method", Value::from(method.as_str())), ("params", params)];
            (key.clone(), Value::Object(ask.map(|(k, v)| (k.to_owned(), v)).into_iter().collect()))
        });
        let members = [
            ("tool", Value::from(T::NAME)),
            ("arguments", serde_json::from_str(&self.arguments).unwrap_or_default()),
            ("inputRequests", Value::Object(asks.collect())),
            ("requestState", self.asks.state.clone().map_or(Value::Null, Value::from)),
            ("answers", Value::Object(self.answers.clone().into_iter().collect())),
        ];
        let object: Map<String, Value> =
            members.map(|(k, v)| (k.to_owned(), v)).into_iter().collect();
        Value::Object(object).to_string()
    }

    /// Reads what [`to_json`](Self::to_json) wrote.
    ///
    /// # Errors
    /// [`Error::Usage`] when the text is none of that, or of another tool.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let refuse =
            |why: String| Error::Usage(format!("this is no pending call of `{}`: {why}", T::NAME));
        let names = ["tool", "arguments", "answers"];
        let [tool, arguments, answers] = members(text, names).map_err(|e| refuse(e.to_string()))?;
        let tool = tool.and_then(string).unwrap_or_default();
        if tool != T::NAME {
            return Err(refuse(format!("it is one of `{tool}`")));
        }
        let arguments = arguments.unwrap_or("{}").to_owned();
        let answers = serde_json::from_str(answers.unwrap_or("{}"));
        let answers = answers.map_err(|e| refuse(e.to_string()))?;
        Ok(Self { arguments, asks: Asks::read(text)?, answers, tool: PhantomData })
    }
}

/// One round of a call that is not answered by handlers; awaited like the call itself.
#[must_use = "a call does nothing until it is awaited"]
#[derive(Debug)]
pub struct Once<'a, T: Tool>(pub(super) Call<'a, T>);

impl<'a, T: Tool> IntoFuture for Once<'a, T> {
    type Output = Result<Outcome<T>, Error>;
    type IntoFuture = OnceFuture<'a, T>;
    fn into_future(self) -> OnceFuture<'a, T> {
        let (connection, started) = self.0.start();
        OnceFuture(Box::pin(async move {
            let (plan, options) = started?;
            once(&connection, plan, options, &[]).await
        }))
    }
}

/// The future of [`Once`].
#[must_use = "futures do nothing unless polled"]
pub struct OnceFuture<'a, T: Tool>(BoxFuture<'a, Result<Outcome<T>, Error>>);

impl<T: Tool> fmt::Debug for OnceFuture<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OnceFuture")
    }
}

impl<T: Tool> Future for OnceFuture<'_, T> {
    type Output = Result<Outcome<T>, Error>;
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        self.0.as_mut().poll(cx)
    }
}

/// One request of a call and what it came to.
async fn once<T: Tool>(
    connection: &Connection,
    mut plan: Plan,
    options: CallOptions,
    more: &[u8],
) -> Result<Outcome<T>, Error> {
    let core = connection.core();
    match Rounds::new(core, options)?.round(&mut plan.exchange, more).await? {
        Round::Complete(result) => {
            let result = Complete::read(result, core.revision())?;
            <T::Output as crate::Output>::read(&result).map(Outcome::Complete)
        }
        Round::InputRequired(asks) => Ok(Outcome::InputRequired(Pending {
            arguments: plan.arguments(),
            asks,
            answers: BTreeMap::new(),
            tool: PhantomData,
        })),
    }
}

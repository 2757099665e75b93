//! What is asked of a server beside its tools: prompts, resources, completions.
use super::{
    cache::{self, Key},
    call_options::CallOptions,
    exchange::Exchange,
    rounds::Rounds,
};
use crate::{
    BoxFuture, Completes, Completion, Connection, Contents, Error, LogLevel, Map, Progress, Prompt,
    Prompted, ResponseError, Template, Validate, Value,
    event::Listener,
    message::{into_text, push_string, string},
};
use std::{
    borrow::Cow,
    collections::BTreeMap,
    fmt,
    future::{Future, IntoFuture},
    marker::PhantomData,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

/// A result that a [`Query`] reads.
pub trait Answer: Sized + Send + 'static {
    /// From the result as JSON text.
    #[doc(hidden)]
    fn read(result: &str) -> Result<Self, String>;
}

/// A prompt, a resource or a completion that is asked for: options are set on it, then it is awaited.
///
/// A server may ask for input first, as in a call: the host's handlers answer. One that is dropped before its answer came tells the server
/// to stop.
#[must_use = "a query does nothing until it is awaited"]
pub struct Query<'a, T> {
    connection: Cow<'a, Connection>,
    exchange: Result<Exchange, Error>,
    options: CallOptions,
    answer: PhantomData<fn() -> T>,
}

impl<T> fmt::Debug for Query<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Query").field("exchange", &self.exchange).finish_non_exhaustive()
    }
}

impl<'a, T> Query<'a, T> {
    fn new(connection: &'a Connection, exchange: Result<Exchange, Error>) -> Self {
        Self {
            connection: Cow::Borrowed(connection),
            exchange,
            options: CallOptions::default(),
            answer: PhantomData,
        }
    }

    /// The same with its own hold on the connection, so that it can be moved into a task.
    pub fn into_owned(self) -> Query<'static, T> {
        let connection = Cow::Owned(self.connection.into_owned());
        Query { connection, exchange: self.exchange, options: self.options, answer: PhantomData }
    }

    /// How long to wait for the answer, in place of the connection's own time-out; `None` waits for ever.
    pub fn timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.options.set().timeout = Some(timeout.into());
        self
    }

    /// Adds an entry to `params._meta`, as [`Call::meta`](crate::Call::meta) does.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.options.set().meta.insert(key.into(), value.into());
        self
    }

    /// Asks for the server's logs of this query from that level on (2026-07-28 only).
    pub fn log_level(mut self, level: LogLevel) -> Self {
        self.options.set().log_level = Some(level);
        self
    }

    /// Ends the query with [`Error::Cancelled`] when the future is ready.
    pub fn cancel_on<C>(mut self, cancel: C) -> Self
    where
        C: IntoFuture<Output = ()>,
        C::IntoFuture: Send + 'static,
    {
        self.options.set().cancel = Some(Box::pin(cancel.into_future()));
        self
    }

    /// Asks for progress and hands it on, as [`Call::on_progress`](crate::Call::on_progress) does.
    pub fn on_progress(mut self, listener: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        self.options.set().on_progress = Some(Listener(Arc::new(listener)));
        self
    }

    /// How often the host's handlers may answer when the server asks for input; 10 unless set.
    pub fn max_rounds(mut self, rounds: u32) -> Self {
        self.options.set().max_rounds = Some(rounds);
        self
    }
}

impl<'a> Query<'a, Prompted> {
    /// A prompt with its arguments. Generated clients make it.
    pub fn prompt<P: Prompt>(connection: &'a Connection, args: &P::Args) -> Self {
        let exchange = args.validate().map_err(Error::Arguments).and_then(|()| {
            let mut params = b"{\"name\":".to_vec();
            push_string(&mut params, P::NAME);
            params.extend_from_slice(b",\"arguments\":");
            mcp_bindings_wire::codec::put(args, &mut serde_json::Serializer::new(&mut params))
                .map_err(|e| Error::Usage(format!("the arguments have no JSON form: {e}")))?;
            params.push(b'}');
            Exchange::new("prompts/get", &into_text(params))
        });
        Self::new(connection, exchange)
    }
}

impl<'a> Query<'a, Contents> {
    /// The resource of that URI.
    pub fn resource(connection: &'a Connection, uri: &str) -> Self {
        let mut params = b"{\"uri\":".to_vec();
        push_string(&mut params, uri);
        params.push(b'}');
        Self::new(connection, Exchange::new("resources/read", &into_text(params)))
    }

    /// The resource that a template makes of these variables. Generated clients make it.
    pub fn template<T: Template>(connection: &'a Connection, args: &T::Args) -> Self {
        match T::expand(args) {
            Ok(uri) => Self::resource(connection, &uri),
            Err(why) => {
                let why = format!("`{}` cannot be filled in: {why}", T::TEMPLATE);
                Self::new(connection, Err(Error::Usage(why)))
            }
        }
    }
}

impl<'a> Query<'a, Completion> {
    /// What an argument may be that begins like this. Generated clients make it.
    pub fn complete(connection: &'a Connection, argument: &impl Completes, value: &str) -> Self {
        Self::complete_with(connection, argument, value, &BTreeMap::new())
    }

    /// The same where other arguments are settled already (2025-06-18 on).
    pub fn complete_with(
        connection: &'a Connection,
        argument: &impl Completes,
        value: &str,
        settled: &BTreeMap<String, String>,
    ) -> Self {
        let mut params =
            format!("{{\"ref\":{},\"argument\":{{\"name\":", argument.reference()).into_bytes();
        push_string(&mut params, argument.argument());
        params.extend_from_slice(b",\"value\":");
        push_string(&mut params, value);
        params.push(b'}');
        if !settled.is_empty() {
            params.extend_from_slice(b",\"context\":{\"arguments\":{");
            for (i, (name, value)) in settled.iter().enumerate() {
                if i > 0 {
                    params.push(b',');
                }
                push_string(&mut params, name);
                params.push(b':');
                push_string(&mut params, value);
            }
            params.extend_from_slice(b"}}");
        }
        params.push(b'}');
        Self::new(connection, Exchange::new("completion/complete", &into_text(params)))
    }
}

impl Connection {
    /// Reads the resource of that URI, whether the generated bindings know it or not.
    pub fn read(&self, uri: &str) -> Query<'_, Contents> {
        Query::resource(self, uri)
    }
}

/// The future of a [`Query`]. Dropping it cancels the query.
#[must_use = "futures do nothing unless polled"]
pub struct QueryFuture<'a, T>(BoxFuture<'a, Result<T, Error>>);

impl<T> fmt::Debug for QueryFuture<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("QueryFuture")
    }
}

impl<T> Future for QueryFuture<'_, T> {
    type Output = Result<T, Error>;
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        self.0.as_mut().poll(cx)
    }
}

impl<'a, T: Answer> IntoFuture for Query<'a, T> {
    type Output = Result<T, Error>;
    type IntoFuture = QueryFuture<'a, T>;
    fn into_future(self) -> QueryFuture<'a, T> {
        QueryFuture(Box::pin(async move {
            let Self { connection, exchange, options, .. } = self;
            let (mut exchange, core) = (exchange?, connection.core());
            // What a server lets be used again is.
            let uri = exchange.name.as_deref().filter(|_| exchange.method == "resources/read");
            let key = uri.map(|uri| Key::Resource(uri.to_owned()));
            let kept = key.as_ref().and_then(|key| core.cache.get(key, core.now()));
            if let Some(result) = kept.as_ref().and_then(|kept| kept.first()) {
                return read(result.get());
            }
            let mark = core.cache.mark();
            let result = Rounds::new(core, options)?.complete(&mut exchange).await?;
            let answer = read(result.text())?;
            if let Some(key) = key {
                let ttl = cache::ttl(result.text());
                core.cache.put(mark, key, ttl, core.now(), &[result.into_raw()?]);
            }
            Ok(answer)
        }))
    }
}

fn read<T: Answer>(result: &str) -> Result<T, Error> {
    T::read(result).map_err(|why| Error::Response(ResponseError::new(why, result)))
}

/// A member that is text, or is not there.
pub(crate) fn optional_text(raw: Option<&str>) -> Option<String> {
    Some(string(raw?)?.into_owned())
}

/// A member that is an object, or is not there.
pub(crate) fn object(raw: Option<&str>) -> Map<String, Value> {
    raw.and_then(|raw| serde_json::from_str(raw).ok()).unwrap_or_default()
}

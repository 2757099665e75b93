//! `Call`: a builder that is awaited. Compiled once a tool is only the encoding of arguments and the reading of
//! outputs.
use super::{
    call_options::CallOptions, exchange::Exchange, outcome::Once, result::Complete, rounds::Rounds,
};
use crate::{
    BoxFuture, Connection, Content, Error, LogLevel, Map, Output, Progress, Tool, Validate, Value,
    event::Listener, message::into_text,
};
use std::{
    borrow::Cow,
    fmt,
    future::{Future, IntoFuture},
    marker::PhantomData,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

/// A call of a tool: options are set on it, then it is awaited.
///
/// The arguments are checked before anything is sent. A call that is dropped before its answer came tells the server
/// to stop.
///
/// ```no_run
/// # use mcp_bindings::{Call, Error, LogLevel, Tool};
/// # use std::time::Duration;
/// # async fn demo<T: Tool>(call: Call<'_, T>) -> Result<T::Output, Error> {
/// call.timeout(Duration::from_secs(5)).log_level(LogLevel::Warning).await
/// # }
/// ```
#[must_use = "a call does nothing until it is awaited"]
pub struct Call<'a, T: Tool> {
    connection: Cow<'a, Connection>,
    args: T::Args,
    options: CallOptions,
}

impl<T: Tool> fmt::Debug for Call<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("tool", &T::NAME)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

impl<'a, T: Tool> Call<'a, T> {
    /// A call of `T`. Generated clients make it.
    pub fn new(connection: &'a Connection, args: T::Args) -> Self {
        Self { connection: Cow::Borrowed(connection), args, options: CallOptions::default() }
    }

    /// The same call with its own hold on the connection, so that it can be moved into a task.
    pub fn into_owned(self) -> Call<'static, T> {
        let connection = Cow::Owned(self.connection.into_owned());
        Call { connection, args: self.args, options: self.options }
    }

    /// How long to wait for the answer, in place of the connection's own time-out; `None` waits for ever.
    pub fn timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.options.set().timeout = Some(timeout.into());
        self
    }

    /// Adds an entry to `params._meta`. A key that the grammar forbids or the protocol reserves ends the call with
    /// [`Error::Usage`] before anything is sent.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.options.set().meta.insert(key.into(), value.into());
        self
    }

    /// Asks for the server's logs of this call from that level on (2026-07-28 only).
    pub fn log_level(mut self, level: LogLevel) -> Self {
        self.options.set().log_level = Some(level);
        self
    }

    /// Ends the call with [`Error::Cancelled`] when the future is ready: a [`CancelToken`](crate::CancelToken), or
    /// any other.
    pub fn cancel_on<C>(mut self, cancel: C) -> Self
    where
        C: IntoFuture<Output = ()>,
        C::IntoFuture: Send + 'static,
    {
        self.options.set().cancel = Some(Box::pin(cancel.into_future()));
        self
    }

    /// Asks for progress and hands it on. Called while messages are read, so it should be quick. One that panics is not
    /// called again, and the call goes on.
    pub fn on_progress(mut self, listener: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        self.options.set().on_progress = Some(Listener(Arc::new(listener)));
        self
    }

    /// Starts the time-out anew with every report of progress, up to `most` in all: a server that works and says so is waited
    /// for. Asks for progress, also without a listener.
    pub fn extend_on_progress(mut self, most: Duration) -> Self {
        self.options.set().extension = Some(most);
        self
    }

    /// How often the handlers of the host ([`Options::on_form`](crate::Options::on_form) and its like) may answer when the
    /// server asks for input, before the call fails; 10 unless set. [`once`](Self::once) gives the asks as data.
    pub fn max_rounds(mut self, rounds: u32) -> Self {
        self.options.set().max_rounds = Some(rounds);
        self
    }

    /// One round only: input that the server asks for comes back as data.
    pub fn once(self) -> Once<'a, T> {
        Once(self)
    }

    /// The output together with the content blocks and the result's `_meta`.
    pub fn reply(self) -> ReplyFuture<'a, T> {
        ReplyFuture(self.run(), PhantomData)
    }

    /// Checks and encodes the arguments: all that has to be done per tool before sending.
    pub(super) fn start(self) -> (Cow<'a, Connection>, Result<(Plan, CallOptions), Error>) {
        let Self { connection, args, options } = self;
        (connection, Plan::checked::<T>(&args).map(|plan| (plan, options)))
    }

    fn run(self) -> Running<'a> {
        let (connection, started) = self.start();
        match started {
            Ok((plan, options)) => Box::pin(run(connection, plan, options)),
            Err(e) => Box::pin(std::future::ready(Err(e))),
        }
    }
}

type Running<'a> = BoxFuture<'a, Result<Complete, Error>>;

/// The same for every tool.
async fn run(
    connection: Cow<'_, Connection>,
    mut plan: Plan,
    options: CallOptions,
) -> Result<Complete, Error> {
    let core = connection.core();
    let result = Rounds::new(core, options)?.complete(&mut plan.exchange).await?;
    Complete::read(result, core.revision())
}

/// An encoded call that knows its tool no more.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) exchange: Exchange,
    arguments_at: usize,
}

impl Plan {
    fn of<T: Tool>() -> Self {
        let exchange = Exchange::call(T::NAME, T::HEADERS);
        Self { arguments_at: exchange.head.len(), exchange }
    }

    /// A call with its arguments, if they fit the tool.
    pub(crate) fn checked<T: Tool>(args: &T::Args) -> Result<Self, Error> {
        args.validate().map_err(Error::Arguments)?;
        let mut plan = Self::of::<T>();
        let out = &mut serde_json::Serializer::new(&mut plan.exchange.head);
        mcp_bindings_wire::codec::put(args, out)
            .map_err(|e| Error::Usage(format!("the arguments have no JSON form: {e}")))?;
        Ok(plan)
    }

    /// A call that was encoded before.
    pub(super) fn again<T: Tool>(arguments: &str) -> Self {
        let mut plan = Self::of::<T>();
        plan.exchange.head.extend_from_slice(arguments.as_bytes());
        plan
    }

    /// The arguments' JSON text.
    pub(super) fn arguments(&self) -> String {
        let arguments = self.exchange.head.get(self.arguments_at..).unwrap_or_default();
        into_text(arguments.to_vec())
    }
}

/// The future of a [`Call`]: two pointers wide and `Send`. Dropping it cancels the call.
#[must_use = "futures do nothing unless polled"]
pub struct CallFuture<'a, T>(Running<'a>, PhantomData<fn() -> T>);

impl<T> fmt::Debug for CallFuture<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CallFuture")
    }
}

impl<T: Tool> Future for CallFuture<'_, T> {
    type Output = Result<T::Output, Error>;
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        self.0.as_mut().poll(cx).map(|result| T::Output::read(&result?))
    }
}

impl<'a, T: Tool> IntoFuture for Call<'a, T> {
    type Output = Result<T::Output, Error>;
    type IntoFuture = CallFuture<'a, T>;
    fn into_future(self) -> CallFuture<'a, T> {
        CallFuture(self.run(), PhantomData)
    }
}

/// A result with all its parts.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Reply<T> {
    /// The tool's output.
    pub output: T,
    /// The content blocks.
    pub content: Content,
    /// The result's `_meta`.
    pub meta: Map<String, Value>,
}

/// The future of [`Call::reply`].
#[must_use = "futures do nothing unless polled"]
pub struct ReplyFuture<'a, T>(Running<'a>, PhantomData<fn() -> T>);

impl<T> fmt::Debug for ReplyFuture<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ReplyFuture")
    }
}

impl<T: Tool> Future for ReplyFuture<'_, T> {
    type Output = Result<Reply<T::Output>, Error>;
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        self.0.as_mut().poll(cx).map(|result| {
            let result = result?;
            Ok(Reply {
                output: T::Output::read(&result)?,
                content: result.content(),
                meta: result.meta(),
            })
        })
    }
}

//! From a tool's name and arguments to its handler. Compiled once a tool is only what is generic here.
use crate::{BoxFuture, Context, Output, Tool, ToolError, ToolResult, Validate, tool::Written};
use std::future::Future;

/// All handlers of a server. Generated code implements it by [`dispatch!`](crate::dispatch).
pub trait Dispatch: Send + Sync + 'static {
    /// Starts the handler of that tool; `None` when there is no such tool.
    #[doc(hidden)]
    fn call<'a>(
        &'a self,
        name: &str,
        arguments: &str,
        cx: &'a Context,
    ) -> Option<BoxFuture<'a, Handled>>;
}

/// What a handler came to.
pub type Handled = Result<Written, Fault>;

/// Why a call has no output.
#[derive(Debug)]
pub enum Fault {
    /// The arguments do not decode, or break the schema.
    Arguments(String),
    /// The handler failed.
    Tool(ToolError),
    /// The handler's output breaks its own schema.
    Output(String),
}

/// One tool's share: decode, check, run, encode.
pub fn handle<'a, T, F>(
    arguments: &str,
    handler: impl FnOnce(T::Args) -> F,
) -> Option<BoxFuture<'a, Handled>>
where
    T: Tool,
    F: Future<Output = ToolResult<T::Output>> + Send + 'a,
{
    Some(match read::<T>(arguments) {
        Err(text) => Box::pin(std::future::ready(Err(Fault::Arguments(text)))),
        Ok(args) => {
            let running = handler(args);
            Box::pin(
                async move { running.await.map_err(Fault::Tool)?.write().map_err(Fault::Output) },
            )
        }
    })
}

pub(crate) fn read<T: Tool>(arguments: &str) -> Result<T::Args, String> {
    let args: T::Args = crate::from_str(arguments).map_err(|e| e.to_string())?;
    args.validate().map_err(|e| e.to_string())?;
    Ok(args)
}

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

    /// Starts the handler of that prompt; `None` when there is no such prompt. It gives members of a `GetPromptResult`
    /// (`"messages":[..]`) as JSON text without braces.
    #[doc(hidden)]
    fn prompt<'a>(&'a self, name: &str, arguments: &str, cx: &'a Context) -> Option<Members<'a>> {
        let _ = (name, arguments, cx);
        None
    }

    /// Starts the handler of the resource or template that the URI belongs to; `None` when there is none. It gives members
    /// of a `ReadResourceResult` (`"contents":[..]`).
    #[doc(hidden)]
    fn read<'a>(&'a self, uri: &str, cx: &'a Context) -> Option<Members<'a>> {
        let _ = (uri, cx);
        None
    }

    /// Starts the completion of an argument of a prompt or template; `None` when there is no such argument. It gives
    /// members of a `CompleteResult` (`"completion":{..}`).
    #[doc(hidden)]
    fn complete<'a>(&'a self, asked: &Asked<'_>, cx: &'a Context) -> Option<Members<'a>> {
        let _ = (asked, cx);
        None
    }
}

/// A handler's result: members of a JSON object, without the braces.
pub type Members<'a> = BoxFuture<'a, Result<String, Fault>>;

/// What is to be completed.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Which of the prompts or templates.
    pub reference: Reference<'a>,
    /// The argument's name.
    pub argument: &'a str,
    /// What was typed of it so far.
    pub value: &'a str,
    /// The arguments that are settled already (`context.arguments`), as JSON text of an object of strings.
    pub settled: &'a str,
}

/// Whose argument is to be completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference<'a> {
    /// `ref/prompt`: the prompt's name.
    Prompt(&'a str),
    /// `ref/resource`: a template, or a URI.
    Resource(&'a str),
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
    /// There is no such resource.
    NotFound,
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

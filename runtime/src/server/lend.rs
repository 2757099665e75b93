//! From a prompt, a resource or an argument to its handler.
use super::dispatch::{Asked, Fault, Members};
use crate::{Completion, Contents, Prompt, Prompted, ToolResult, Validate};
use std::{collections::BTreeMap, future::Future};

/// One prompt's share: decode, check, run, encode.
pub fn prompt<'a, P, F>(arguments: &str, handler: impl FnOnce(P::Args) -> F) -> Option<Members<'a>>
where
    P: Prompt,
    F: Future<Output = ToolResult<Prompted>> + Send + 'a,
{
    let args = crate::from_str::<P::Args>(arguments).map_err(|e| e.to_string());
    let args = args.and_then(|args| args.validate().map(|()| args).map_err(|e| e.to_string()));
    Some(match args {
        Err(why) => Box::pin(std::future::ready(Err(Fault::Arguments(why)))),
        Ok(args) => {
            let running = handler(args);
            Box::pin(
                async move { running.await.map_err(Fault::Tool)?.write().map_err(Fault::Output) },
            )
        }
    })
}

/// One resource's share: run, encode.
pub fn contents<'a>(
    running: impl Future<Output = ToolResult<Contents>> + Send + 'a,
) -> Members<'a> {
    Box::pin(async move { running.await.map_err(Fault::Tool)?.write().map_err(Fault::Output) })
}

/// An argument's share: what is settled, run, encode.
pub fn completion<'a, F>(
    asked: &Asked<'_>,
    handler: impl FnOnce(String, BTreeMap<String, String>) -> F,
) -> Option<Members<'a>>
where
    F: Future<Output = ToolResult<Completion>> + Send + 'a,
{
    // What is no text settles nothing.
    let settled = serde_json::from_str(asked.settled).unwrap_or_default();
    let running = handler(asked.value.to_owned(), settled);
    Some(Box::pin(async move { Ok(running.await.map_err(Fault::Tool)?.write()) }))
}

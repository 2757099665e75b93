//! What a handler is given beside its arguments, and what it may fail with.
use crate::{Content, Revision};
use std::{
    error::Error,
    fmt,
    sync::{Mutex, PoisonError},
};

/// The call that a handler serves.
#[derive(Debug)]
pub struct Context {
    revision: Revision,
    attached: Mutex<Content>,
}

impl Context {
    pub(crate) fn new(revision: Revision) -> Self {
        Self { revision, attached: Mutex::default() }
    }

    /// The revision that the client speaks in this call.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// Adds content blocks after those of the handler's result.
    pub fn attach(&self, content: impl Into<Content>) {
        let content = content.into();
        self.attached.lock().unwrap_or_else(PoisonError::into_inner).append(&content);
    }

    pub(crate) fn take_attached(&self) -> Content {
        std::mem::take(&mut *self.attached.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What a handler returns.
pub type ToolResult<T> = Result<T, ToolError>;

/// Why a tool failed, told to the model as content with `isError`.
///
/// Every error converts into it, so that `?` works in handlers:
///
/// ```
/// use mcp_bindings::ToolError;
/// fn parse(text: &str) -> Result<u16, ToolError> {
///     Ok(text.parse::<u16>()?)
/// }
/// assert_eq!(parse("x").unwrap_err().content().text(), "invalid digit found in string");
/// assert_eq!(ToolError::new("no such issue").content().text(), "no such issue");
/// ```
#[derive(Debug)]
pub struct ToolError {
    content: Content,
    source: Option<Box<dyn Error + Send + Sync>>,
}

impl ToolError {
    /// A failure that says this to the model; text, or any content blocks.
    pub fn new(content: impl Into<Content>) -> Self {
        Self { content: content.into(), source: None }
    }

    /// What the model is told.
    #[must_use]
    pub fn content(&self) -> &Content {
        &self.content
    }

    /// The error that it was made of.
    #[must_use]
    pub fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_deref().map(|e| e as _)
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.content.text())
    }
}

/// The error's text and those of its sources.
impl<E: Error + Send + Sync + 'static> From<E> for ToolError {
    fn from(e: E) -> Self {
        let mut text = e.to_string();
        let mut source = e.source();
        while let Some(e) = source {
            let more = e.to_string();
            if !text.contains(&more) {
                text.push_str(": ");
                text.push_str(&more);
            }
            source = e.source();
        }
        Self { content: text.into(), source: Some(Box::new(e)) }
    }
}

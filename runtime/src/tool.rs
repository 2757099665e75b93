//! A tool as a type, and what it may return.
use crate::{
    Content, Decode, Error, OutputError, Validate, ValidationError, client::result::Complete,
    error::OutputFault, message::into_text,
};
use serde_core::ser::Serialize;

/// A tool of a server, as a type. Generated code implements it for one marker type a tool.
pub trait Tool: 'static {
    /// The tool's name on the wire.
    const NAME: &'static str;
    /// `arguments`.
    type Args: Serialize + Decode + Validate + Send + 'static;
    /// `structuredContent`, or [`Content`] for a tool without output schema.
    ///
    /// 2024-11-05 and 2025-03-26 have no `structuredContent`: there it is read from the text block that holds JSON, of
    /// which there must be exactly one. From 2025-06-18 on no text block stands in for it.
    type Output: Output;
    /// Arguments that travel in HTTP headers too (`x-mcp-header`): each header's name without `Mcp-Param-`, and the members that
    /// lead to the argument.
    const HEADERS: Headers = &[];
}

/// Names of headers, and the paths of the arguments that they mirror.
pub type Headers = &'static [(&'static str, &'static [&'static str])];

/// What a tool returns: a type of its output schema, or [`Content`]. Implemented here for all of them.
pub trait Output: Sized + Send + 'static {
    /// Takes the output out of a result.
    #[doc(hidden)]
    fn read(result: &Complete) -> Result<Self, Error>;
    /// The output as the parts of a result.
    #[doc(hidden)]
    fn write(&self) -> Result<Written, String>;
}

/// An output as a server sends it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Written {
    /// Content blocks, without the brackets.
    pub(crate) blocks: String,
    /// `structuredContent`.
    pub(crate) structured: Option<String>,
}

impl<T: Serialize + Decode + Validate + Send + 'static> Output for T {
    fn read(result: &Complete) -> Result<Self, Error> {
        let output = result.output();
        let fail = |reason| {
            let raw = output.as_deref().map(ToOwned::to_owned);
            Error::Output(OutputError { reason, content: result.content(), raw })
        };
        let Some(text) = output.as_deref() else { return Err(fail(OutputFault::Missing)) };
        let value: T = crate::from_str(text).map_err(|e| fail(OutputFault::Decode(e)))?;
        value.validate().map_err(|e| fail(OutputFault::Invalid(e)))?;
        Ok(value)
    }

    fn write(&self) -> Result<Written, String> {
        self.validate().map_err(|e: ValidationError| e.to_string())?;
        let structured = crate::to_string(self).map_err(|e| e.to_string())?;
        let mut blocks = Vec::with_capacity(structured.len() + 64);
        crate::content::push_text_block(&mut blocks, &structured);
        Ok(Written { blocks: into_text(blocks), structured: Some(structured) })
    }
}

impl Output for Content {
    fn read(result: &Complete) -> Result<Self, Error> {
        Ok(result.content())
    }

    fn write(&self) -> Result<Written, String> {
        Ok(Written { blocks: self.inner().to_owned(), structured: None })
    }
}

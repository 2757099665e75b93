//! Prompts: a name and texts in, messages out.
use crate::{
    Decode, Map, Validate, Value,
    client::query::{Answer, object, optional_text},
    message::push_string,
    protocol::v2026_07_28::PromptMessage,
};
use serde_core::ser::Serialize;

/// A prompt of a server, as a type. Generated code implements it for one marker type a prompt.
pub trait Prompt: 'static {
    /// The prompt's name on the wire.
    const NAME: &'static str;
    /// `arguments`: an object of strings.
    type Args: Serialize + Decode + Validate + Send + 'static;
}

/// What a prompt came to (`GetPromptResult`).
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Prompted {
    /// What the prompt is for.
    pub description: Option<String>,
    /// The conversation to go on with.
    pub messages: Vec<PromptMessage>,
    /// The result's `_meta`.
    pub meta: Map<String, Value>,
}

impl Prompted {
    /// These messages.
    #[must_use]
    pub fn new(messages: impl Into<Vec<PromptMessage>>) -> Self {
        Self { messages: messages.into(), ..Self::default() }
    }

    /// The same with a description.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// The members of a result, without braces.
    pub(crate) fn write(&self) -> Result<String, String> {
        let mut out = Vec::new();
        if let Some(description) = &self.description {
            out.extend_from_slice(b"\"description\":");
            push_string(&mut out, description);
            out.push(b',');
        }
        out.extend_from_slice(b"\"messages\":");
        out.extend_from_slice(
            crate::to_string(&self.messages).map_err(|e| e.to_string())?.as_bytes(),
        );
        Ok(crate::message::into_text(out))
    }
}

impl Answer for Prompted {
    fn read(result: &str) -> Result<Self, String> {
        let [messages, description, meta] =
            crate::message::members(result, ["messages", "description", "_meta"])
                .map_err(|e| e.to_string())?;
        let messages = messages.ok_or("no `messages`")?;
        Ok(Self {
            description: optional_text(description),
            messages: crate::from_str(messages).map_err(|e| format!("`messages`: {e}"))?,
            meta: object(meta),
        })
    }
}

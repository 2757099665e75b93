//! The content blocks of a tool's result. They stay text until somebody asks for them.
use crate::{
    DecodeError,
    message::{into_text, members, push_string, string},
    protocol::v2026_07_28::ContentBlock,
};
use serde_core::de::IgnoredAny;
use serde_json::value::RawValue;

/// Content blocks (`content` of a tool's result): text, images, audio, resources, and kinds yet unknown.
///
/// The result of a tool without output schema, and what a tool without one returns:
///
/// ```
/// use mcp_bindings::Content;
/// let content = Content::from("two lines of\ntext");
/// assert_eq!(content.text(), "two lines of\ntext");
/// assert_eq!(content.as_json(), r#"[{"type":"text","text":"two lines of\ntext"}]"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content(String);

impl Content {
    /// No blocks.
    #[must_use]
    pub fn new() -> Self {
        Self("[]".to_owned())
    }

    pub(crate) fn from_raw(raw: Option<&str>) -> Self {
        match raw {
            None | Some("null") => Self::new(),
            Some(raw) => Self(raw.to_owned()),
        }
    }

    /// The blocks as a JSON array, unread.
    #[must_use]
    pub fn as_json(&self) -> &str {
        &self.0
    }

    /// Whether there are no blocks.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.inner().is_empty()
    }

    /// The text of all text blocks, one after the other, with a line break between them. Other blocks are left out.
    #[must_use]
    pub fn text(&self) -> String {
        self.texts().join("\n")
    }

    fn texts(&self) -> Vec<String> {
        let blocks: Vec<&RawValue> = serde_json::from_str(&self.0).unwrap_or_default();
        blocks.iter().filter_map(|block| text_of(block.get())).collect()
    }

    /// The text of the text block that holds JSON, if exactly one does.
    pub(crate) fn only_json(&self) -> Option<String> {
        let is_json = |text: &String| serde_json::from_str::<IgnoredAny>(text).is_ok();
        let mut found = self.texts().into_iter().filter(is_json);
        found.next().filter(|_| found.next().is_none())
    }

    /// The blocks, typed as the newest revision has them, whatever revision they came in. Kinds that are newer still
    /// are kept as JSON.
    ///
    /// ```
    /// use mcp_bindings::{Content, protocol::v2026_07_28::ContentBlock};
    /// let blocks = Content::from("hi").blocks()?;
    /// assert!(matches!(blocks.as_slice(), [ContentBlock::Text(text)] if text.text == "hi"));
    /// # Ok::<(), mcp_bindings::DecodeError>(())
    /// ```
    ///
    /// # Errors
    /// When a block lacks what its kind must have.
    pub fn blocks(&self) -> Result<Vec<ContentBlock>, DecodeError> {
        crate::from_str(&self.0)
    }

    /// These blocks.
    ///
    /// ```
    /// use mcp_bindings::{Content, protocol::v2026_07_28::{ContentBlock, TextContent}};
    /// let content = Content::from_blocks([ContentBlock::Text(TextContent::new("hi"))])?;
    /// assert_eq!(content, Content::from("hi"));
    /// # Ok::<(), mcp_bindings::ToolError>(())
    /// ```
    ///
    /// # Errors
    /// When a number in them is NaN or infinite.
    pub fn from_blocks(
        blocks: impl IntoIterator<Item = ContentBlock>,
    ) -> Result<Self, serde_json::Error> {
        let blocks: Vec<ContentBlock> = blocks.into_iter().collect();
        crate::to_string(&blocks).map(Self)
    }

    /// Appends the blocks of another.
    pub fn append(&mut self, more: &Self) {
        let joint = if self.is_empty() || more.is_empty() { "" } else { "," };
        self.0 = format!("[{}{joint}{}]", self.inner(), more.inner());
    }

    /// The blocks without the brackets.
    pub(crate) fn inner(&self) -> &str {
        let inner = self.0.trim().strip_prefix('[').and_then(|s| s.strip_suffix(']'));
        inner.unwrap_or_default().trim()
    }
}

impl Default for Content {
    fn default() -> Self {
        Self::new()
    }
}

/// One text block.
impl From<&str> for Content {
    fn from(text: &str) -> Self {
        let mut out = b"[".to_vec();
        push_text_block(&mut out, text);
        out.push(b']');
        Self(into_text(out))
    }
}

/// One text block.
impl From<String> for Content {
    fn from(text: String) -> Self {
        Self::from(text.as_str())
    }
}

pub(crate) fn push_text_block(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(b"{\"type\":\"text\",\"text\":");
    push_string(out, text);
    out.push(b'}');
}

fn text_of(block: &str) -> Option<String> {
    let [kind, text] = members(block, ["type", "text"]).ok()?;
    (string(kind?)? == "text").then_some(())?;
    Some(string(text?)?.into_owned())
}

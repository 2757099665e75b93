//! Resources: a URI in, texts or bytes out.
use crate::{
    Map, Value,
    client::query::{Answer, object, optional_text},
    message::{boxed, into_text, members, push_string, string},
};
use base64::{
    Engine, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
    prelude::BASE64_STANDARD,
};
use serde_json::value::RawValue;
use std::{error, fmt};

/// What a resource holds (`ReadResourceResult`): one part, or several where the URI names a group.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Contents {
    /// The parts.
    pub parts: Vec<Part>,
    /// The result's `_meta`.
    pub meta: Map<String, Value>,
}

/// One part of a resource, text or bytes.
#[derive(Clone, Debug)]
pub struct Part {
    uri: String,
    mime_type: Option<String>,
    data: Data,
    raw: Option<Box<RawValue>>,
}

#[derive(Clone, Debug)]
enum Data {
    Text(String),
    /// Base64 as it came.
    Blob(String),
}

impl Part {
    /// A text.
    pub fn of_text(uri: impl Into<String>, text: impl Into<String>) -> Self {
        Self { uri: uri.into(), mime_type: None, data: Data::Text(text.into()), raw: None }
    }

    /// Bytes.
    pub fn of_bytes(uri: impl Into<String>, bytes: impl AsRef<[u8]>) -> Self {
        let blob = BASE64_STANDARD.encode(bytes);
        Self { uri: uri.into(), mime_type: None, data: Data::Blob(blob), raw: None }
    }

    /// The same with its kind of content, such as `text/markdown`.
    #[must_use]
    pub fn with_mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Where it is.
    #[must_use]
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// Which kind of content it is.
    #[must_use]
    pub fn mime_type(&self) -> Option<&str> {
        self.mime_type.as_deref()
    }

    /// The text; `None` when it holds bytes.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match &self.data {
            Data::Text(text) => Some(text),
            Data::Blob(_) => None,
        }
    }

    /// The base64 as it came; `None` when it holds text.
    #[must_use]
    pub fn blob(&self) -> Option<&str> {
        match &self.data {
            Data::Blob(blob) => Some(blob),
            Data::Text(_) => None,
        }
    }

    /// The bytes: those of the text, or what the base64 stands for. Both alphabets are read, with or without padding, and line breaks
    /// are skipped.
    ///
    /// # Errors
    /// When it is no base64.
    pub fn bytes(&self) -> Result<Vec<u8>, BlobError> {
        match &self.data {
            Data::Text(text) => Ok(text.clone().into_bytes()),
            Data::Blob(blob) => decode(blob).ok_or_else(|| BlobError { uri: self.uri.clone() }),
        }
    }

    /// The part as the server wrote it; `None` for one that was made here.
    #[must_use]
    pub fn raw(&self) -> Option<&RawValue> {
        self.raw.as_deref()
    }

    fn read(raw: &RawValue) -> Result<Self, String> {
        let [uri, mime_type, text, blob] =
            members(raw.get(), ["uri", "mimeType", "text", "blob"]).map_err(|e| e.to_string())?;
        let uri = uri.and_then(string).ok_or("no `uri`")?.into_owned();
        let data = match (text.and_then(string), blob.and_then(string)) {
            (Some(text), _) => Data::Text(text.into_owned()),
            (None, Some(blob)) => Data::Blob(blob.into_owned()),
            (None, None) => return Err(format!("`{uri}` has neither `text` nor `blob`")),
        };
        Ok(Self { uri, mime_type: optional_text(mime_type), data, raw: boxed(raw.get()) })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"uri\":");
        push_string(out, &self.uri);
        if let Some(mime_type) = &self.mime_type {
            out.extend_from_slice(b",\"mimeType\":");
            push_string(out, mime_type);
        }
        let (member, data) = match &self.data {
            Data::Text(text) => (&b",\"text\":"[..], text),
            Data::Blob(blob) => (&b",\"blob\":"[..], blob),
        };
        out.extend_from_slice(member);
        push_string(out, data);
        out.push(b'}');
    }
}

/// Whether a URI is that one, or names a part of what it names: a part is written below it.
pub(crate) fn is_within(uri: &str, whole: &str) -> bool {
    let rest = uri.strip_prefix(whole);
    rest.is_some_and(|rest| {
        rest.is_empty() || whole.ends_with('/') || rest.starts_with(['/', '?', '#'])
    })
}

/// The two alphabets of RFC 4648; padding may be left out, bits that stand for nothing must be none.
fn decode(blob: &str) -> Option<Vec<u8>> {
    const LENIENT: GeneralPurposeConfig =
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let digits: String = blob.chars().filter(|c| !matches!(c, '\r' | '\n')).collect();
    let alphabet =
        if digits.contains(['-', '_']) { &alphabet::URL_SAFE } else { &alphabet::STANDARD };
    GeneralPurpose::new(alphabet, LENIENT).decode(digits).ok()
}

/// Bytes that are no base64.
#[derive(Clone, Debug)]
pub struct BlobError {
    uri: String,
}

impl fmt::Display for BlobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the `blob` of `{}` is no base64", self.uri)
    }
}

impl error::Error for BlobError {}

impl Contents {
    /// These parts.
    #[must_use]
    pub fn new(parts: impl Into<Vec<Part>>) -> Self {
        Self { parts: parts.into(), meta: Map::new() }
    }

    /// The first part's text, if it is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.parts.first()?.text()
    }

    /// The members of a result, without braces.
    pub(crate) fn write(&self) -> Result<String, String> {
        if self.parts.is_empty() {
            return Err("a resource that is there has at least one part".to_owned());
        }
        let mut out = b"\"contents\":[".to_vec();
        for (i, part) in self.parts.iter().enumerate() {
            if i > 0 {
                out.push(b',');
            }
            part.write(&mut out);
        }
        out.push(b']');
        Ok(into_text(out))
    }
}

impl From<Part> for Contents {
    fn from(part: Part) -> Self {
        Self::new([part])
    }
}

impl Answer for Contents {
    fn read(result: &str) -> Result<Self, String> {
        let [parts, meta] = members(result, ["contents", "_meta"]).map_err(|e| e.to_string())?;
        let parts: Vec<&RawValue> = serde_json::from_str(parts.ok_or("no `contents`")?)
            .map_err(|e| format!("`contents`: {e}"))?;
        let parts = parts.into_iter().map(Part::read).collect::<Result<_, _>>()?;
        Ok(Self { parts, meta: object(meta) })
    }
}

/// A template of resources, as a type. Generated code implements it for one marker type a template.
pub trait Template: 'static {
    /// The template (RFC 6570).
    const TEMPLATE: &'static str;
    /// Its variables.
    type Args: Send + 'static;

    /// The URI of these variables.
    ///
    /// # Errors
    /// When the template is none.
    fn expand(args: &Self::Args) -> Result<String, String>;

    /// The variables of that URI, if it is one of the template's.
    fn matches(uri: &str) -> Option<Self::Args>;
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    // The variants of the public reports, and the vectors of RFC 4648, section 10.
    #[test]
    fn base64_as_it_is_found() {
        for (blob, bytes) in [
            ("+/+/AA==", &[0xfb, 0xff, 0xbf, 0x00][..]),
            ("-_-_AA", &[0xfb, 0xff, 0xbf, 0x00]),
            ("+/+/\nAA==", &[0xfb, 0xff, 0xbf, 0x00]),
            ("", b""),
            ("Zg==", b"f"),
            ("Zm8", b"fo"),
            ("Zm9vYmFy", b"foobar"),
        ] {
            assert_eq!(decode(blob).as_deref(), Some(bytes), "{blob}");
        }
        for blob in ["+/*/AA==", "data:application/octet-stream;base64,+/+/AA==", "Z", "+/-_"] {
            assert_eq!(decode(blob), None, "{blob}");
        }
        assert_eq!(Part::of_bytes("x:", b"foobar").blob(), Some("Zm9vYmFy"));
    }
}

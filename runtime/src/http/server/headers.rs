//! What the headers of a request say, and whether it is what its body says.
use crate::{
    Revision, Value,
    codes::{HEADER_MISMATCH, INVALID_PARAMS},
    http::value::decode,
    message::string,
    mirrored::Headers,
    server::Refusal,
};
use http::{HeaderMap, HeaderValue, header};
use std::borrow::Cow;

pub(super) const SESSION_ID: &str = "mcp-session-id";
const VERSION: &str = "mcp-protocol-version";

/// A header's text, if it is there once and is text.
pub(super) fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok().map(str::trim)
}

/// `MCP-Protocol-Version` as it stands.
pub(super) fn version(headers: &HeaderMap) -> Option<&str> {
    text(headers, VERSION)
}

/// Whether a body is said to be JSON.
pub(super) fn is_json(headers: &HeaderMap) -> bool {
    let kind = text(headers, header::CONTENT_TYPE.as_str()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
}

/// Whether the client takes a kind of content; one that does not say takes everything.
pub(super) fn accepts(headers: &HeaderMap, kind: &str) -> bool {
    let (family, _) = kind.split_once('/').unwrap_or((kind, ""));
    let mut accepted = headers.get_all(header::ACCEPT).iter().peekable();
    accepted.peek().is_none()
        || accepted.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(',')).any(
            |range| {
                let range = range.split(';').next().unwrap_or_default().trim();
                let (wanted, rest) = range.split_once('/').unwrap_or((range, ""));
                range.eq_ignore_ascii_case(kind)
                    || rest == "*" && (wanted == "*" || wanted.eq_ignore_ascii_case(family))
            },
        )
}

fn mismatch(why: impl Into<String>) -> Refusal {
    Refusal::new(HEADER_MISMATCH, why)
}

/// A header that must say what the body says; `None` in the body wants no header.
fn same(headers: &HeaderMap, name: &str, body: Option<&str>) -> Result<(), Refusal> {
    match (read(headers, name)?, body) {
        (Some(header), Some(body)) if header == body => Ok(()),
        (Some(header), Some(body)) => {
            Err(mismatch(format!("the header `{name}` says `{header}`, the body `{body}`")))
        }
        (None, Some(_)) => Err(mismatch(format!("the header `{name}` is missing"))),
        (Some(_), None) => Err(mismatch(format!("the header `{name}` has nothing in the body"))),
        (None, None) => Ok(()),
    }
}

fn read<'a>(headers: &'a HeaderMap, name: &str) -> Result<Option<Cow<'a, str>>, Refusal> {
    let Some(value) = headers.get(name) else { return Ok(None) };
    let wrong = |why: &str| mismatch(format!("the header `{name}` {why}"));
    let raw = HeaderValue::to_str(value).map_err(|_| wrong("is no plain text"))?;
    decode(raw).map(Some).map_err(wrong)
}

/// What the version header and `_meta` of a modern request say of its revision.
pub(super) fn check_version(headers: &HeaderMap, stated: Option<&str>) -> Result<(), Refusal> {
    let header =
        version(headers).ok_or_else(|| mismatch(format!("the header `{VERSION}` is missing")))?;
    let Some(stated) = stated.and_then(string) else { return Ok(()) };
    if header == stated {
        return Ok(());
    }
    Err(mismatch(format!("the header `{VERSION}` says `{header}`, `_meta` `{stated}`")))
}

/// Whether the version header of a legacy request is one that there is; without one 2025-03-26 is meant.
pub(super) fn is_known(header: Option<&str>) -> bool {
    header.is_none_or(|version| Revision::parse(version).is_some())
}

/// What a modern request says in headers too.
pub(super) struct Mirror<'a> {
    pub(super) method: &'a str,
    /// `name`, `uri` and `taskId` of the parameters, raw.
    pub(super) named: [Option<&'a str>; 3],
    /// Raw.
    pub(super) arguments: Option<&'a str>,
}

impl Mirror<'_> {
    /// `Mcp-Method` and `Mcp-Name`.
    pub(super) fn check(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        same(headers, "mcp-method", Some(self.method))?;
        let [name, uri, task] = self.named;
        let named = match self.method {
            "tools/call" | "prompts/get" => name,
            "resources/read" => uri,
            "tasks/get" | "tasks/update" | "tasks/cancel" => task,
            _ => return Ok(()),
        };
        // What is missing in the body is for the method to say.
        match named.and_then(string) {
            Some(name) => same(headers, "mcp-name", Some(&name)),
            None => Ok(()),
        }
    }

    /// `Mcp-Param-*` of a tool.
    pub(super) fn check_arguments(
        &self,
        headers: &HeaderMap,
        tool: &Headers,
    ) -> Result<(), Refusal> {
        let arguments: Value = serde_json::from_str(self.arguments.unwrap_or("{}"))
            .map_err(|e| Refusal::new(INVALID_PARAMS, format!("`arguments`: {e}")))?;
        for (name, value) in tool.of(&arguments) {
            let header = format!("mcp-param-{}", name.to_ascii_lowercase());
            match value {
                Some(Value::Number(number)) => {
                    let said = read(headers, &header)?;
                    let said =
                        said.ok_or_else(|| mismatch(format!("the header `{header}` is missing")))?;
                    let equal = said.parse::<f64>().ok() == number.as_f64()
                        && said
                            .parse::<i64>()
                            .ok()
                            .is_none_or(|said| number.as_i64().is_none_or(|n| n == said));
                    if !equal {
                        return Err(mismatch(format!(
                            "the header `{header}` says `{said}`, the body {number}"
                        )));
                    }
                }
                Some(Value::String(text)) => same(headers, &header, Some(text))?,
                Some(Value::Bool(flag)) => {
                    same(headers, &header, Some(if *flag { "true" } else { "false" }))?
                }
                // Anything else does not fit the schema, which is for the tool to say.
                Some(_) => {}
                None => same(headers, &header, None)?,
            }
        }
        Ok(())
    }
}

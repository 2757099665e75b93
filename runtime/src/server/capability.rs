//! What a client can do for a server.
use crate::message::members;
use std::fmt;

/// Something that a handler may want of a client, as the client declares it (`ClientCapabilities`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Capability {
    /// Forms for the user (`elicitation.form`; `elicitation` without members means it too).
    ElicitForm,
    /// Addresses that the user is sent to (`elicitation.url`).
    ElicitUrl,
    /// The client's language model (`sampling`).
    Sample,
    /// Tools for that model (`sampling.tools`).
    SampleTools,
    /// Context of servers for that model (`sampling.context`).
    SampleContext,
    /// Places in the file system (`roots`).
    Roots,
}

impl Capability {
    /// The object that a client would have to declare: `data.requiredCapabilities` of the error.
    #[must_use]
    pub const fn required(self) -> &'static str {
        match self {
            Self::ElicitForm => r#"{"elicitation":{"form":{}}}"#,
            Self::ElicitUrl => r#"{"elicitation":{"url":{}}}"#,
            Self::Sample => r#"{"sampling":{}}"#,
            Self::SampleTools => r#"{"sampling":{"tools":{}}}"#,
            Self::SampleContext => r#"{"sampling":{"context":{}}}"#,
            Self::Roots => r#"{"roots":{}}"#,
        }
    }

    /// Whether these capabilities, a JSON object, have it.
    pub(crate) fn is_in(self, capabilities: &str) -> bool {
        let Ok([elicitation, sampling, roots]) =
            members(capabilities, ["elicitation", "sampling", "roots"])
        else {
            return false;
        };
        match self {
            Self::ElicitForm => {
                is_object(elicitation) && (has(elicitation, "form") || !has(elicitation, "url"))
            }
            Self::ElicitUrl => has(elicitation, "url"),
            Self::Sample => is_object(sampling),
            Self::SampleTools => has(sampling, "tools"),
            Self::SampleContext => has(sampling, "context"),
            Self::Roots => is_object(roots),
        }
    }
}

fn is_object(raw: Option<&str>) -> bool {
    raw.is_some_and(|raw| raw.starts_with('{'))
}

fn has(raw: Option<&str>, name: &str) -> bool {
    let found = raw.and_then(|raw| members(raw, [name]).ok());
    found.is_some_and(|[value]| value.is_some_and(|value| value != "null"))
}

impl fmt::Display for Capability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ElicitForm => "elicitation.form",
            Self::ElicitUrl => "elicitation.url",
            Self::Sample => "sampling",
            Self::SampleTools => "sampling.tools",
            Self::SampleContext => "sampling.context",
            Self::Roots => "roots",
        })
    }
}

//! `params._meta`: what a client states with every request, and the grammar of its keys.
use crate::{
    Map, Options, Revision, Value,
    message::{into_text, push_string},
    options::Announced,
};

pub(crate) const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
pub(crate) const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
pub(crate) const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";
pub(crate) const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
pub(crate) const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
pub(crate) const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";
pub(crate) const PROGRESS_TOKEN: &str = "progressToken";

/// How much a server should log (`notifications/message`), least important first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LogLevel {
    /// `debug`
    Debug,
    /// `info`
    Info,
    /// `notice`
    Notice,
    /// `warning`
    Warning,
    /// `error`
    Error,
    /// `critical`
    Critical,
    /// `alert`
    Alert,
    /// `emergency`
    Emergency,
}

impl LogLevel {
    /// The level as the wire writes it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Critical => "critical",
            Self::Alert => "alert",
            Self::Emergency => "emergency",
        }
    }

    const ALL: [Self; 8] = [
        Self::Debug,
        Self::Info,
        Self::Notice,
        Self::Warning,
        Self::Error,
        Self::Critical,
        Self::Alert,
        Self::Emergency,
    ];

    pub(crate) fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.as_str() == text)
    }
}

/// What one request adds to the envelope.
#[derive(Debug, Default)]
pub(crate) struct Extra<'a> {
    pub(crate) log_level: Option<LogLevel>,
    pub(crate) progress_token: Option<u64>,
    pub(crate) entries: Option<&'a Map<String, Value>>,
}

/// The members of `_meta` that every request of a connection carries, encoded once: empty in the legacy era.
#[derive(Debug)]
pub(crate) struct Envelope {
    revision: Revision,
    fixed: Vec<u8>,
}

impl Envelope {
    pub(crate) fn new(revision: Revision, options: &Options) -> Self {
        let mut fixed = Vec::new();
        if revision.is_modern() {
            member(&mut fixed, PROTOCOL_VERSION, |out| push_string(out, revision.as_str()));
            let capabilities = options.handlers.capabilities(revision);
            member(&mut fixed, CLIENT_CAPABILITIES, |out| {
                out.extend_from_slice(capabilities.as_bytes());
            });
            if options.announced == Announced::Yes {
                member(&mut fixed, CLIENT_INFO, |out| push_implementation(out, options));
            }
        }
        Self { revision, fixed }
    }

    pub(crate) fn revision(&self) -> Revision {
        self.revision
    }

    /// How much it appends to a request, about.
    pub(crate) fn len(&self) -> usize {
        self.fixed.len()
    }

    /// Appends the member `"_meta":{..}` if the request has any. Fails on a key that the caller may not set.
    pub(crate) fn push(&self, out: &mut Vec<u8>, extra: &Extra<'_>) -> Result<(), String> {
        let start = out.len();
        if !matches!(out.last(), None | Some(b'{')) {
            out.push(b',');
        }
        out.extend_from_slice(b"\"_meta\":{");
        let empty = out.len();
        out.extend_from_slice(&self.fixed);
        if let Some(level) = extra.log_level.filter(|_| self.revision.is_modern()) {
            next(out, LOG_LEVEL, |out| push_string(out, level.as_str()));
        }
        if let Some(token) = extra.progress_token {
            next(out, PROGRESS_TOKEN, |out| out.extend_from_slice(token.to_string().as_bytes()));
        }
        for (key, value) in extra.entries.into_iter().flatten() {
            check_key(key, self.revision)?;
            next(out, key, |out| drop(serde_json::to_writer(out, value)));
        }
        if out.len() == empty {
            out.truncate(start);
        } else {
            out.push(b'}');
        }
        Ok(())
    }
}

/// `{"name":..,"version":..}` of the client.
pub(crate) fn push_implementation(out: &mut Vec<u8>, options: &Options) {
    out.extend_from_slice(b"{\"name\":");
    push_string(out, &options.name);
    out.extend_from_slice(b",\"version\":");
    push_string(out, &options.version);
    out.push(b'}');
}

/// The `_meta` of a request that adds nothing, as text; for what is sent before a session is known.
pub(crate) fn plain(revision: Revision, options: &Options) -> String {
    let mut out = Vec::new();
    // Without entries of a caller there is nothing to refuse.
    let _ = Envelope::new(revision, options).push(&mut out, &Extra::default());
    into_text(out)
}

fn next(out: &mut Vec<u8>, key: &str, value: impl FnOnce(&mut Vec<u8>)) {
    if out.last() != Some(&b'{') {
        out.push(b',');
    }
    push_string(out, key);
    out.push(b':');
    value(out);
}

fn member(out: &mut Vec<u8>, key: &str, value: impl FnOnce(&mut Vec<u8>)) {
    if out.is_empty() {
        push_string(out, key);
        out.push(b':');
        value(out);
    } else {
        next(out, key, value);
    }
}

/// Whether a caller may set this key: `prefix/name` by the grammar, and not of a reserved prefix.
pub(crate) fn check_key(key: &str, revision: Revision) -> Result<(), String> {
    let (prefix, name) = match key.rsplit_once('/') {
        Some((prefix, name)) => (Some(prefix), name),
        None => (None, key),
    };
    let edge = |c: char| c.is_ascii_alphanumeric();
    let inner = |c: char| edge(c) || matches!(c, '-' | '_' | '.');
    let named = name.is_empty() && prefix.is_some()
        || name.starts_with(edge) && name.ends_with(edge) && name.chars().all(inner);
    if !named || !prefix.is_none_or(|p| p.split('.').all(is_label)) {
        return Err(format!(
            "`{key}` is no key for `_meta`: expected `name` or `label.label/name`, of ASCII letters and digits, with `-`, `_` and `.` inside"
        ));
    }
    if prefix.is_some_and(|p| is_reserved(p, revision)) {
        return Err(format!("`{key}` has a prefix that the protocol keeps for itself"));
    }
    if prefix.is_none() && name == PROGRESS_TOKEN {
        return Err(format!("`{key}` is set by `on_progress`"));
    }
    Ok(())
}

fn is_label(label: &str) -> bool {
    label.starts_with(|c: char| c.is_ascii_alphabetic())
        && label.ends_with(|c: char| c.is_ascii_alphanumeric())
        && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

fn is_reserved(prefix: &str, revision: Revision) -> bool {
    let kept = |label: &&str| matches!(*label, "modelcontextprotocol" | "mcp");
    let labels: Vec<&str> = prefix.split('.').collect();
    let anywhere = revision == Revision::V2025_06_18 && labels.iter().rev().skip(1).any(kept);
    labels.get(1).is_some_and(kept) || anywhere
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn keys_follow_the_grammar() {
        let ok = [
            "traceparent",
            "a",
            "com.example/",
            "com.example/a.b-c_d",
            "x-y.z1/n",
            "mcp/n",
            "a.b.mcp/n",
        ];
        for key in ok {
            check_key(key, Revision::LATEST).unwrap();
        }
        let bad = ["", "-a", "a-", "é", "1x/n", "a-/n", "a..b/n", "/n", "a b", "a/b/c", ".a"];
        for key in bad {
            check_key(key, Revision::LATEST).unwrap_err();
        }
    }

    #[test]
    fn reserved_prefixes_are_refused() {
        let reserved = [
            "io.modelcontextprotocol/x",
            "dev.mcp/x",
            "org.modelcontextprotocol.api/x",
            "com.mcp.tools/",
        ];
        for key in reserved {
            check_key(key, Revision::LATEST).unwrap_err();
            check_key(key, Revision::V2025_06_18).unwrap_err();
        }
        // 2025-06-18 alone reserves these labels anywhere before the last one.
        check_key("mcp.dev/x", Revision::V2025_06_18).unwrap_err();
        check_key("mcp.dev/x", Revision::LATEST).unwrap();
        check_key("progressToken", Revision::LATEST).unwrap_err();
    }
}

//! Why there is no manifest: what went wrong, in which list, with the server's last words.

use mcp_bindings::Error;
use mcp_bindings::stdio::StderrTail;
use std::{fmt, io};

/// Why nothing was captured.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The server, or the talk with it, failed.
    Server {
        /// The list that was being read, or the handshake.
        list: Option<&'static str>,
        error: Box<Error>,
        /// The server's last lines on standard error, unless the error quotes them.
        tail: Vec<String>,
    },
    /// More than `generate` reads.
    TooLarge { bytes: usize },
    /// The user ended it.
    Interrupted,
    /// There is no way to wait for anything.
    Runtime(io::Error),
}

impl Fault {
    pub(crate) fn server(list: Option<&'static str>, error: Error, tail: &StderrTail) -> Self {
        let tail = if quotes_stderr(&error) { Vec::new() } else { tail.lines() };
        Self::Server { list, error: Box::new(error), tail }
    }

    /// A stable name of the kind of fault.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::Server { error, .. } => match innermost(error) {
                Error::Transport(_) => "server-ended",
                Error::TimedOut(_) => "no-answer",
                Error::Version(_) => "no-common-revision",
                Error::Protocol(_) => "server-refused",
                _ => "bad-answer",
            },
            Self::TooLarge { .. } => "too-large",
            Self::Interrupted => "interrupted",
            Self::Runtime(_) => "no-runtime",
        }
    }

    /// What to do next.
    pub(crate) fn help(&self) -> &'static str {
        match self.code() {
            "server-ended" => {
                "the command must start a server that speaks MCP on its standard streams, and keep it running"
            }
            "no-answer" => {
                "only a server that speaks MCP on its standard streams answers; a slow one needs a longer --timeout"
            }
            "no-common-revision" => "try another --revision, or none",
            "too-large" => "no program can use that many: configure the server to offer fewer",
            "interrupted" => "nothing was written",
            "no-runtime" => "the system refuses what every program may use; look at its limits",
            _ => "the fault is the server's: report it there, with the text above",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Server { list, error, tail } => {
                if let Some(list) = list {
                    write!(f, "{list}: ")?;
                }
                error.fmt(f)?;
                if !tail.is_empty() {
                    write!(f, "; its last stderr lines:\n  {}", tail.join("\n  "))?;
                }
                Ok(())
            }
            Self::TooLarge { bytes } => write!(f, "its lists take {bytes} bytes"),
            Self::Interrupted => f.write_str("interrupted"),
            Self::Runtime(e) => write!(f, "cannot wait for a server: {e}"),
        }
    }
}

/// The reason behind a failed handshake.
fn innermost(error: &Error) -> &Error {
    match error {
        Error::Connect(inner) => innermost(inner),
        other => other,
    }
}

/// Errors of the transport and time-outs bring the server's last lines along.
fn quotes_stderr(error: &Error) -> bool {
    matches!(innermost(error), Error::Transport(_) | Error::TimedOut(_))
}

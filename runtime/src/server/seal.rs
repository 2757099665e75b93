//! Sealing what a client keeps for a server.
use std::fmt;

/// Makes and opens the state of a half-done call (`requestState`), which a client keeps and sends back. What it opens must be what it
/// made, for the same purpose, and not too old: a client is free to send anything.
///
/// With the feature `seal` there is one, `Key`; a service without any cannot ask a modern client for input.
pub trait Seal: Send + Sync + 'static {
    /// Seals a state. `purpose` is not kept in it but must be the same when it is opened: method, arguments, tool, principal.
    ///
    /// # Errors
    /// When there is no way to seal.
    fn seal(&self, state: &[u8], purpose: &[u8]) -> Result<String, Unsealable>;

    /// The state that was sealed for this purpose.
    ///
    /// # Errors
    /// When the text was not made by [`seal`](Self::seal), was changed, is for another purpose or too old. Why is nothing that a client
    /// needs to know.
    fn open(&self, sealed: &str, purpose: &[u8]) -> Result<Vec<u8>, Unsealable>;
}

/// A state that cannot be sealed or opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsealable;

impl fmt::Display for Unsealable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the state cannot be sealed or opened")
    }
}

impl std::error::Error for Unsealable {}

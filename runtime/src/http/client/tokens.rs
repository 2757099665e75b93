//! Bearer tokens.
use crate::BoxFuture;
use std::{error::Error, fmt, sync::Arc};

/// Where bearer tokens come from. A token is asked for before each request, so that it may be fresh.
///
/// A token never stands in an error, an event or the output of `Debug`.
///
/// ```
/// use mcp_bindings::{BoxFuture, http::Tokens};
/// struct FromVault;
/// impl Tokens for FromVault {
///     fn token(&self) -> BoxFuture<'_, Result<Option<String>, Box<dyn std::error::Error + Send + Sync>>> {
///         Box::pin(async { Ok(Some("secret".to_owned())) })
///     }
/// }
/// ```
pub trait Tokens: Send + Sync + 'static {
    /// The token for the next request; `None` sends it without.
    ///
    /// # Errors
    /// When there is none to be had: the request fails with that reason, and is not sent.
    fn token(&self) -> BoxFuture<'_, Result<Option<String>, Box<dyn Error + Send + Sync>>>;

    /// Is told that a request was refused with 401 or 403, and with which `WWW-Authenticate`. True when there is a better token now: the
    /// request is sent once more.
    fn refused(&self, status: u16, challenge: Option<&str>) -> BoxFuture<'_, bool> {
        let _ = (status, challenge);
        Box::pin(std::future::ready(false))
    }
}

/// One token that stays the same.
impl Tokens for String {
    fn token(&self) -> BoxFuture<'_, Result<Option<String>, Box<dyn Error + Send + Sync>>> {
        Box::pin(std::future::ready(Ok(Some(self.clone()))))
    }
}

/// A shared provider, which `Debug` says nothing of.
#[derive(Clone)]
pub(super) struct Bearer(pub(super) Arc<dyn Tokens>);

impl fmt::Debug for Bearer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tokens")
    }
}

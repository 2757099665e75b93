//! Where a server is, and connecting to it.
use super::{
    session::Shared,
    sse::SseTransport,
    tokens::{Bearer, Tokens},
    transport::HttpTransport,
};
use crate::{
    Connection, Error, Options, Transport, TransportError, options::Probe, tokio_timer::TokioTimer,
};
use reqwest::{
    Client, Url,
    header::{HeaderMap, HeaderName, HeaderValue},
    redirect::{Attempt, Policy},
};
use std::{fmt, sync::Arc, time::Duration};

/// The longest message that is read, in bytes, unless told otherwise.
const MAX_MESSAGE: usize = 64 << 20;
const MAX_REDIRECTS: usize = 5;
const CONNECT_TIMEOUT: Duration = Duration::from_secs(30);

/// Connects to the server at that address: [`Endpoint`] with its defaults.
///
/// # Errors
/// [`Error::Usage`] for what is no address, or outside of a tokio runtime; [`Error::Connect`] when no handshake comes about.
pub async fn connect(url: &str, options: Options) -> Result<Connection, Error> {
    Endpoint::new(url)?.connect(options).await
}

/// A server's address, and what its requests carry.
///
/// ```no_run
/// # async fn demo() -> Result<(), mcp_bindings::Error> {
/// use mcp_bindings::{Options, http::Endpoint};
/// let endpoint = Endpoint::new("https://example.test/mcp")?.bearer("secret".to_owned());
/// let connection = endpoint.connect(Options::new("my-host", "1.0")).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Endpoint {
    pub(super) url: Url,
    pub(super) headers: HeaderMap,
    pub(super) bearer: Option<Bearer>,
    pub(super) max_message: usize,
    or_http_sse: bool,
    client: Option<Client>,
}

/// Headers may hold secrets, and so may the address behind its path.
impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint").field("url", &self.shown()).finish_non_exhaustive()
    }
}

impl Endpoint {
    /// The server at that address.
    ///
    /// # Errors
    /// [`Error::Usage`] when it is no `http:` or `https:` URL.
    pub fn new(url: &str) -> Result<Self, Error> {
        let parsed = Url::parse(url).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        let url = parsed.ok_or_else(|| Error::Usage(format!("`{url}` is no http or https URL")))?;
        Ok(Self {
            url,
            headers: HeaderMap::new(),
            bearer: None,
            max_message: MAX_MESSAGE,
            or_http_sse: false,
            client: None,
        })
    }

    /// Adds a header to every request. Those of the protocol stay as they are.
    ///
    /// # Errors
    /// [`Error::Usage`] when it is no header. The value is not in the text.
    pub fn header(mut self, name: &str, value: &str) -> Result<Self, Error> {
        let wrong = || Error::Usage(format!("`{name}` is no header, or its value is none of one"));
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| wrong())?;
        let mut value = HeaderValue::from_str(value).map_err(|_| wrong())?;
        value.set_sensitive(true);
        self.headers.insert(name, value);
        Ok(self)
    }

    /// Where bearer tokens come from (`Authorization`). A `String` is a token that stays the same.
    #[must_use]
    pub fn bearer(mut self, tokens: impl Tokens) -> Self {
        self.bearer = Some(Bearer(Arc::new(tokens)));
        self
    }

    /// Sends requests with this client, with its own proxies, certificates and redirects. Without one, redirects are followed within the
    /// same origin only.
    #[must_use]
    pub fn client(mut self, client: Client) -> Self {
        self.client = Some(client);
        self
    }

    /// The longest message that is read, in bytes; 64 MiB unless set. A longer one costs its request.
    #[must_use]
    pub fn max_message(mut self, bytes: usize) -> Self {
        self.max_message = bytes;
        self
    }

    /// Falls back to HTTP+SSE, the transport of 2024-11-05, with a server that knows no other.
    #[must_use]
    pub fn or_http_sse(mut self) -> Self {
        self.or_http_sse = true;
        self
    }

    /// Makes the handshake. The timer is tokio's unless the options bring one.
    ///
    /// # Errors
    /// As [`connect`].
    pub async fn connect(self, mut options: Options) -> Result<Connection, Error> {
        if tokio::runtime::Handle::try_current().is_err() {
            let why = "HTTP needs a tokio runtime, and there is none here";
            return Err(Error::Usage(why.to_owned()));
        }
        let client = match &self.client {
            Some(client) => client.clone(),
            None => Client::builder()
                .redirect(Policy::custom(within_origin))
                .connect_timeout(CONNECT_TIMEOUT)
                .build()
                .map_err(|e| Error::Transport(TransportError::new(e.to_string())))?,
        };
        if options.timer.is_none() {
            options = options.timer(TokioTimer);
        }
        let shared = || Shared::new(self.clone(), client.clone());
        let mut sse_options = options.clone();
        options.mirrors = true;
        let failed = match spawn(HttpTransport::new(shared()), options).await {
            Err(e) if self.or_http_sse && says_no_post(&e) => e,
            outcome => return outcome,
        };
        // Such a server knows `initialize` alone.
        sse_options.probe = Probe::Skip;
        let connected = spawn(SseTransport::new(shared()), sse_options).await;
        connected.map_err(|e| match e {
            // There is no such stream either: the first refusal says more.
            Error::Connect(inner) if matches!(*inner, Error::Transport(_)) => failed,
            other => other,
        })
    }

    /// The address without what may be secret.
    pub(super) fn shown(&self) -> String {
        let mut url = self.url.clone();
        url.set_query(None);
        url.set_fragment(None);
        // Neither can fail for a URL that has a host.
        let _ = (url.set_username(""), url.set_password(None));
        url.to_string()
    }
}

async fn spawn<T: Transport + Send + 'static>(
    transport: T,
    options: Options,
) -> Result<Connection, Error> {
    let (connection, driver) = Connection::new(transport, options);
    tokio::spawn(driver);
    connection.ready().await?;
    Ok(connection)
}

/// Whether a server refuses what Streamable HTTP begins with, as one that is older does.
fn says_no_post(e: &Error) -> bool {
    let Error::Connect(e) = e else { return false };
    matches!(&**e, Error::Transport(e) if matches!(e.status(), Some(400 | 404 | 405)))
}

/// What a request carries is for the server that it was addressed to.
fn within_origin(attempt: Attempt<'_>) -> reqwest::redirect::Action {
    let from = attempt.previous().first().map(Url::origin);
    if from != Some(attempt.url().origin()) || attempt.previous().len() > MAX_REDIRECTS {
        return attempt.stop();
    }
    attempt.follow()
}

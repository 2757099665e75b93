//! Whom a server answers: a page that a user visits must not reach a server on the user's machine.
use http::{HeaderMap, HeaderValue, Uri, header};

/// Which names a server is reached by, and which pages may call it.
#[derive(Clone, Debug, Default)]
pub(super) struct Allowed {
    /// Names without port; none are those of this machine.
    pub(super) hosts: Vec<String>,
    /// Whole origins; none are those of this machine.
    pub(super) origins: Vec<String>,
    pub(super) any_host: bool,
}

impl Allowed {
    /// Whether a request is for this server, and from where it may be.
    pub(super) fn allows(&self, uri: &Uri, headers: &HeaderMap) -> bool {
        let host = headers.get(header::HOST).and_then(text);
        let host = host.or_else(|| uri.authority().map(http::uri::Authority::as_str));
        let host_fits = self.any_host || host.is_some_and(|host| self.is_ours(host));
        let mut origins = headers.get_all(header::ORIGIN).iter();
        host_fits && origins.all(|origin| text(origin).is_some_and(|origin| self.may_call(origin)))
    }

    fn is_ours(&self, host: &str) -> bool {
        let name = without_port(host);
        match self.hosts.is_empty() {
            true => is_loopback(name),
            false => self.hosts.iter().any(|ours| ours.eq_ignore_ascii_case(name)),
        }
    }

    fn may_call(&self, origin: &str) -> bool {
        if self.origins.iter().any(|known| known.eq_ignore_ascii_case(origin)) {
            return true;
        }
        // A page of a host that is ours calls its own server.
        let host = origin.split_once("://").map(|(_, host)| host);
        host.is_some_and(|host| self.is_ours(host))
    }
}

fn text(value: &HeaderValue) -> Option<&str> {
    value.to_str().ok()
}

/// `[::1]:80` and `localhost:80` without the port.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) && !name.is_empty() => {
            if name.contains(':') && !name.ends_with(']') {
                host
            } else {
                name
            }
        }
        _ => host,
    }
}

fn is_loopback(name: &str) -> bool {
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || bare.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn allows(allowed: &Allowed, host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        allowed.allows(&Uri::from_static("/mcp"), &headers)
    }

    #[test]
    fn this_machine_unless_told_otherwise() {
        let allowed = Allowed::default();
        for host in
            ["localhost", "LOCALHOST:80", "127.0.0.1:3000", "[::1]:3000", "[::1]", "127.9.9.9"]
        {
            assert!(allows(&allowed, host, None), "{host}");
        }
        for host in ["evil.test", "localhost.evil.test:80", "128.0.0.1", "", "127.0.0.1.evil.test"]
        {
            assert!(!allows(&allowed, host, None), "{host}");
        }
        assert!(allows(&allowed, "localhost:1", Some("http://localhost:5173")));
        for origin in ["https://evil.test", "null", "http://localhost.evil.test"] {
            assert!(!allows(&allowed, "localhost:1", Some(origin)), "{origin}");
        }
    }

    #[test]
    fn names_and_origins_of_a_list() {
        let allowed = Allowed {
            hosts: vec!["api.test".to_owned()],
            origins: vec!["https://app.test".to_owned()],
            any_host: false,
        };
        assert!(allows(&allowed, "api.test:443", Some("https://app.test")));
        assert!(allows(&allowed, "api.test", Some("https://api.test")));
        assert!(!allows(&allowed, "localhost", None));
        assert!(!allows(&allowed, "api.test", Some("http://app.test")));
    }
}

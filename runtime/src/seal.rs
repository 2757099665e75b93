//! A key that seals what a client keeps for a server.
use crate::{Seal, Unsealable};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use chacha20poly1305::{
    AeadCore, KeyInit, XChaCha20Poly1305, XNonce,
    aead::{Aead, OsRng, Payload},
};
use std::{
    fmt,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// How long a state is good for, unless told otherwise.
const LIFETIME: Duration = Duration::from_secs(3600);
const NONCE: usize = 24;
const TIME: usize = 8;

/// Seals states with XChaCha20-Poly1305: a client can neither read nor change them, and after an hour, unless
/// [`lifetime`](Self::lifetime) says otherwise, they are of no use.
///
/// Processes that serve the same clients share one key, so that each can go on with what another began.
///
/// ```
/// use mcp_bindings::{Key, Seal};
/// let key = Key::random();
/// let sealed = key.seal(b"state", b"purpose").unwrap();
/// assert_eq!(key.open(&sealed, b"purpose").unwrap(), b"state");
/// assert!(key.open(&sealed, b"another").is_err());
/// ```
#[derive(Clone)]
pub struct Key {
    cipher: XChaCha20Poly1305,
    lifetime: Duration,
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Key").field("lifetime", &self.lifetime).finish_non_exhaustive()
    }
}

impl Key {
    /// This key: 32 bytes that only the servers know.
    #[must_use]
    pub fn new(secret: [u8; 32]) -> Self {
        Self { cipher: XChaCha20Poly1305::new(&secret.into()), lifetime: LIFETIME }
    }

    /// A key that no other process has.
    #[must_use]
    pub fn random() -> Self {
        Self {
            cipher: XChaCha20Poly1305::new(&XChaCha20Poly1305::generate_key(&mut OsRng)),
            lifetime: LIFETIME,
        }
    }

    /// How long a state is good for.
    #[must_use]
    pub fn lifetime(mut self, lifetime: Duration) -> Self {
        self.lifetime = lifetime;
        self
    }

    fn seal_at(&self, state: &[u8], purpose: &[u8], now: u64) -> Result<String, Unsealable> {
        let nonce = XChaCha20Poly1305::generate_nonce(&mut OsRng);
        let expires = now.saturating_add(self.lifetime.as_secs()).to_le_bytes();
        let aad = &[&expires, purpose].concat();
        let sealed = self.cipher.encrypt(&nonce, Payload { msg: state, aad });
        let sealed = sealed.map_err(|_| Unsealable)?;
        let text = [nonce.as_slice(), &expires, &sealed].concat();
        Ok(BASE64_URL_SAFE_NO_PAD.encode(text))
    }

    fn open_at(&self, sealed: &str, purpose: &[u8], now: u64) -> Result<Vec<u8>, Unsealable> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(sealed).map_err(|_| Unsealable)?;
        let (nonce, rest) = bytes.split_at_checked(NONCE).ok_or(Unsealable)?;
        let (expires, sealed) = rest.split_first_chunk::<TIME>().ok_or(Unsealable)?;
        let aad = &[expires, purpose].concat();
        let opened = self.cipher.decrypt(XNonce::from_slice(nonce), Payload { msg: sealed, aad });
        let state = opened.map_err(|_| Unsealable)?;
        if u64::from_le_bytes(*expires) > now { Ok(state) } else { Err(Unsealable) }
    }
}

impl Seal for Key {
    fn seal(&self, state: &[u8], purpose: &[u8]) -> Result<String, Unsealable> {
        self.seal_at(state, purpose, now())
    }

    fn open(&self, sealed: &str, purpose: &[u8]) -> Result<Vec<u8>, Unsealable> {
        self.open_at(sealed, purpose, now())
    }
}

/// Seconds since 1970. A clock before that is as good as none.
fn now() -> u64 {
    #[allow(
        clippy::disallowed_methods,
        reason = "an edge: a state that never ends could be replayed for ever"
    )]
    let now = SystemTime::now();
    now.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;

    #[test]
    fn a_state_ends() {
        let key = Key::random().lifetime(Duration::from_secs(10));
        let sealed = key.seal_at(b"state", b"", 1000).unwrap();
        assert_eq!(key.open_at(&sealed, b"", 1009).unwrap(), b"state");
        assert_eq!(key.open_at(&sealed, b"", 1010), Err(Unsealable));
    }

    #[test]
    fn no_single_bit_can_be_changed() {
        let key = Key::new([7; 32]);
        let sealed = key.seal(b"{\"answers\":{}}", b"tools/call").unwrap();
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(&sealed).unwrap();
        for bit in 0..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            let changed = BASE64_URL_SAFE_NO_PAD.encode(changed);
            assert_eq!(key.open(&changed, b"tools/call"), Err(Unsealable), "bit {bit}");
        }
        for end in 0..sealed.len() {
            assert_eq!(key.open(&sealed[..end], b"tools/call"), Err(Unsealable));
        }
        assert_eq!(key.open(&format!("{sealed}-TAMPERED"), b"tools/call"), Err(Unsealable));
        assert_eq!(Key::new([8; 32]).open(&sealed, b"tools/call"), Err(Unsealable));
    }
}

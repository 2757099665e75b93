//! Streamable HTTP: the transport of servers that are reached by an address.
//!
//! A client ([`connect`], [`Endpoint`]) sends each message by a POST of its own and reads the answer as JSON or as an event stream; the
//! era and with it the use of sessions is found by itself. Source: specification, "Streamable HTTP", of each revision.
#[cfg(feature = "http-client")]
mod client;
mod value;

#[cfg(feature = "http-client")]
pub use client::{Endpoint, Tokens, connect};

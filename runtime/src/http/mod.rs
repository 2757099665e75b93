//! Streamable HTTP: the transport of servers that are reached by an address.
//!
//! A client ([`connect`], [`Endpoint`]) sends each message by a POST of its own and reads the answer as JSON or as an event stream; the
//! era and with it the use of sessions is found by itself. A server ([`Mount`], [`serve`]) is a service of tower, or a router of axum, and
//! serves both eras on one path. Source: specification, "Streamable HTTP", of each revision.
#[cfg(feature = "http-client")]
mod client;
#[cfg(feature = "http-server")]
mod server;
mod value;

#[cfg(feature = "http-client")]
pub use client::{Endpoint, Tokens, connect};
#[cfg(feature = "http-server")]
pub use server::{Body, Hosted, Mount, serve};

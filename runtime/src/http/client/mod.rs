//! The client's side of Streamable HTTP.
mod body;
mod endpoint;
mod events;
mod post;
mod session;
mod sse;
mod tokens;
mod transport;

pub use endpoint::{Endpoint, connect};
pub use tokens::Tokens;

//! The server's side of Streamable HTTP.
mod body;
mod headers;
mod hosted;
mod hosts;
mod legacy;
mod modern;
mod mount;
mod reply;
mod sessions;
mod stream;

pub use body::Body;
pub use hosted::Hosted;
pub use mount::{Mount, serve};

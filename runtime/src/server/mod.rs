//! The server's side: from requests to handlers and back.
pub(crate) mod answer;
mod ask;
mod capability;
mod changes;
mod context;
pub(crate) mod dispatch;
pub(crate) mod era;
mod exchange;
pub(crate) mod lend;
mod lists;
mod peer;
mod rounds;
mod router;
mod seal;
mod service;
mod session;

pub(crate) use answer::Refusal;
pub use ask::AskError;
pub use capability::Capability;
pub use changes::Changes;
pub use context::{Context, ToolError, ToolResult};
pub use dispatch::Dispatch;
pub use exchange::Exchange;
pub use peer::Peer;
pub use seal::{Seal, Unsealable};
pub use service::Service;

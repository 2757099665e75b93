//! The server's side: from requests to handlers and back.
pub(crate) mod answer;
mod context;
mod definitions;
pub(crate) mod dispatch;
pub(crate) mod era;
mod service;
mod session;

pub use context::{Context, ToolError, ToolResult};
pub use dispatch::Dispatch;
pub use service::Service;

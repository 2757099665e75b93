//! The server's side: from requests to handlers and back.
mod answer;
mod context;
mod definitions;
pub(crate) mod dispatch;
mod era;
mod service;
mod session;

pub use context::{Context, ToolError, ToolResult};
pub use dispatch::Dispatch;
pub use service::Service;

//! Runtime of mcp-bindgen's generated clients and servers for the Model Context Protocol.
//!
//! Generated modules import everything from here. A client is made of a [`Connection`] over a [`Transport`]; a server
//! is a [`Service`] that is served on one. The core knows no socket, clock, thread or executor: a [`Driver`] is a
//! future to spawn, time comes as a [`Timer`], and `stdio` (a default feature) brings both for child processes, as
//! `http-client` and `http-server` do for Streamable HTTP.
//!
//! The codec of generated types comes from [`mcp_bindings_wire`], whose macros and traits are re-exported; the
//! protocol's own types are in [`protocol`].

#[doc(hidden)]
#[path = "private.rs"]
#[allow(missing_docs)]
pub mod __private;
#[doc(hidden)]
pub mod bench_support;
mod cancel;
mod client;
mod codes;
mod completion;
mod content;
mod descriptor;
mod driver;
mod error;
mod event;
mod form;
#[cfg(any(feature = "http-client", feature = "http-server"))]
pub mod http;
mod link;
mod macros;
mod message;
mod meta;
mod mirrored;
mod options;
mod prompt;
mod resource;
mod revision;
#[cfg(feature = "seal")]
mod seal;
mod server;
mod shown;
mod skim;
#[cfg(feature = "stdio")]
pub mod stdio;
mod tasks;
mod template;
mod timer;
#[cfg(any(feature = "stdio", feature = "http-client"))]
mod tokio_timer;
mod tool;
mod transport;

pub use cancel::{CancelToken, Cancelled};
pub use client::{
    Call, CallFuture, Change, Connection, Elicited, Entry, FormRequest, List, ListFault, Listed,
    Once, OnceFuture, Outcome, Pending, Query, QueryFuture, Refused, Reply, ReplyFuture,
    ServerInfo, Subscription, UrlRequest, Watch,
};
pub use completion::{Completes, Completion};
pub use content::Content;
#[doc(hidden)]
pub use descriptor::codegen;
pub use descriptor::{ServerDescriptor, ToolDescriptor};
pub use driver::Driver;
pub use error::{
    Error, InputError, InputRequired, OutputError, ProtocolError, ResponseError, TimedOut,
    ToolFailure, TransportError, VersionError,
};
pub use event::{Event, Progress};
pub use form::{Form, FormField};
pub use mcp_bindgen_protocol as protocol;
pub use mcp_bindings_wire::*;
pub use meta::LogLevel;
pub use options::{Negotiation, Options};
pub use prompt::{Prompt, Prompted};
pub use resource::{BlobError, Contents, Part, Template};
pub use revision::{Revision, UnknownRevision};
#[cfg(feature = "seal")]
pub use seal::Key;
pub use server::{
    AskError, Capability, Changes, Context, Dispatch, Exchange, Peer, Seal, Service, ToolError,
    ToolResult, Unsealable,
};
pub use timer::{BoxFuture, Timer};
pub use tool::{Headers, Output, Tool};
pub use transport::{Failure, Incoming, Memory, Outgoing, Transport, pair};

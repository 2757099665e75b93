//! The client's side: connecting, calling, and what a server sends in between.
mod asked;
mod cache;
pub(crate) mod call;
mod call_options;
pub(crate) mod connection;
pub(crate) mod exchange;
mod info;
pub(crate) mod input;
mod limit;
pub(crate) mod list;
mod negotiate;
pub(crate) mod outcome;
pub(crate) mod query;
pub(crate) mod result;
pub(crate) mod rounds;
mod side;
mod subscription;
mod watch;

pub use call::{Call, CallFuture, Reply, ReplyFuture};
pub use connection::Connection;
pub use info::ServerInfo;
pub use input::{Elicited, FormRequest, Refused, UrlRequest};
pub use list::{Entry, List, ListFault, Listed};
pub use outcome::{Once, OnceFuture, Outcome, Pending};
pub use query::{Query, QueryFuture};
pub use subscription::Subscription;
pub use watch::{Change, Watch};

//! Servers as child processes, and serving on standard input and output. One message a line.
//!
//! Needs tokio: everything here is called inside of one of its runtimes.
//!
//! ```no_run
//! # async fn demo() -> Result<(), mcp_bindings::Error> {
//! use tokio::process::Command;
//! let mut command = Command::new("node");
//! command.arg("server.js");
//! let connection = mcp_bindings::stdio::connect(command).await?;
//! println!("{}", connection.ready().await?.name());
//! connection.close().await;
//! # Ok(())
//! # }
//! ```
mod blocking;
mod child;
mod group;
mod launch;
mod lines;
mod respawn;
mod server;
mod streams;
mod tail;

pub use launch::{Launch, connect};
pub use lines::Lines;
pub use server::serve;
pub use tail::StderrTail;

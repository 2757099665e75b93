//! What the clients of real servers share.

use std::{env, error, process::Command};

use mcp_bindings::{Connection, Error, ToolFailure, stdio};

/// What a client ends with.
pub type Outcome = Result<(), Box<dyn error::Error>>;

/// Starts the server that the command line names, and connects.
pub async fn connect() -> Result<Connection, Error> {
    let mut words = env::args_os().skip(1);
    let mut server = Command::new(words.next().expect("the command line names a server"));
    server.args(words);
    stdio::connect(server).await
}

/// The tool must have failed.
#[track_caller]
pub fn failure<T: std::fmt::Debug>(result: Result<T, Error>) -> ToolFailure {
    match result {
        Err(Error::Tool(failure)) => failure,
        other => panic!("expected the tool to fail, got {other:?}"),
    }
}

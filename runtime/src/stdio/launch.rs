//! Starting a server and connecting to it.
use super::{
    child::ChildTransport,
    respawn::{Respawn, Spawner},
    tail::StderrTail,
};
use crate::{
    Connection, Error, Negotiation, Options, TransportError,
    event::{Details, Listener},
    options::Probe,
    tokio_timer::TokioTimer,
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Duration,
};
use tokio::{process::Command, runtime::Handle};

/// Starts a server as a child process and connects to it: [`Launch`] with its defaults.
///
/// The command may be tokio's or the standard library's; its standard streams are taken over. The server is ended when
/// the last clone of the connection is gone; [`Connection::close`] waits for that.
///
/// # Errors
/// [`Error::Transport`] when the command does not start, [`Error::Connect`] when no handshake comes about. The text
/// quotes the server's last lines on standard error.
pub async fn connect(command: impl Into<Command>) -> Result<Connection, Error> {
    Launch::new(command).connect().await
}

/// A server to start, with options.
///
/// A server that ends or crashes later, after it has said something, is started again by the next call; the calls that wait then end with
/// the reason. One that does not come up again ends the connection.
#[derive(Debug)]
pub struct Launch {
    spawner: Spawner,
    options: Options,
    restarts: bool,
}

impl Launch {
    /// Starts this command, with default options.
    pub fn new(command: impl Into<Command>) -> Self {
        Self { spawner: Spawner::new(command.into()), options: Options::default(), restarts: true }
    }

    /// How to connect. The timer is tokio's unless the options bring one.
    #[must_use]
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// The longest line that is read from the server, in bytes; 64 MiB unless set. A longer one ends the connection.
    #[must_use]
    pub fn max_line(mut self, bytes: usize) -> Self {
        self.spawner.max_line = bytes;
        self
    }

    /// Does not start a server again that has ended: its end is that of the connection.
    #[must_use]
    pub fn without_restart(mut self) -> Self {
        self.restarts = false;
        self
    }

    /// The server's last lines on standard error, from now on.
    #[must_use]
    pub fn stderr_tail(&self) -> StderrTail {
        self.spawner.tail.clone()
    }

    /// Starts the server and makes the handshake.
    ///
    /// A server that ends on the modern probe, as some legacy ones do, is started again and spoken to in the legacy
    /// era.
    ///
    /// # Errors
    /// As [`connect`]; [`Error::Usage`] outside of a tokio runtime, and in one without time and I/O.
    pub async fn connect(mut self) -> Result<Connection, Error> {
        let connection = self.start()?;
        let failed = match connection.ready().await {
            Ok(_) => return Ok(connection),
            Err(e) => e,
        };
        connection.close().await;
        let ended = matches!(&failed, Error::Connect(e) if matches!(**e, Error::Transport(_)));
        if !ended || self.options.negotiation != Negotiation::Auto {
            return Err(failed);
        }
        self.options.probe = Probe::Skip;
        let connection = self.start()?;
        connection.ready().await?;
        Ok(connection)
    }

    fn start(&mut self) -> Result<Connection, Error> {
        let spawned = in_runtime(|| {
            drop(tokio::time::sleep(Duration::ZERO));
            self.spawner.spawn()
        });
        let process = spawned?.map_err(|e| Error::Transport(TransportError::new(e.to_string())))?;
        let mut options = self.options.clone();
        if options.timer.is_none() {
            options = options.timer(TokioTimer);
        }
        let tail = self.spawner.tail.clone();
        let details: Details = Listener(Arc::new(move || tail.quote()));
        options.details = Some(details);
        let transport = ChildTransport::new(process);
        let connection = if self.restarts {
            let (connection, driver) =
                Connection::new(Respawn::new(transport, self.spawner.clone()), options);
            tokio::spawn(driver);
            connection
        } else {
            let (connection, driver) = Connection::new(transport, options);
            tokio::spawn(driver);
            connection
        };
        Ok(connection)
    }
}

/// Does what a runtime that lacks time or I/O answers by a panic, which nobody would see where it would come later.
fn in_runtime<T>(work: impl FnOnce() -> T) -> Result<T, Error> {
    if Handle::try_current().is_err() {
        let why = "a server is started inside of a tokio runtime, and there is none here";
        return Err(Error::Usage(why.to_owned()));
    }
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| {
        let why = "a server needs a tokio runtime with time and I/O: build it with `enable_all`";
        Error::Usage(why.to_owned())
    })
}

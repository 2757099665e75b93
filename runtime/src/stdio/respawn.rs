//! A server that has ended is started again when there is something to say to it.
use super::{
    child::{ChildTransport, Process},
    group::Group,
    lines::{Lines, MAX_LINE},
    tail::StderrTail,
};
use crate::{Incoming, Outgoing, Transport};
use std::{
    fmt, io,
    process::Stdio,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll, Waker},
};
use tokio::process::Command;

/// Starts a server's process, as often as it takes.
#[derive(Clone)]
pub(super) struct Spawner {
    command: Arc<Mutex<Command>>,
    pub(super) max_line: usize,
    pub(super) tail: StderrTail,
}

impl fmt::Debug for Spawner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Spawner").field("command", &self.command).finish_non_exhaustive()
    }
}

impl Spawner {
    pub(super) fn new(command: Command) -> Self {
        let command = Arc::new(Mutex::new(command));
        Self { command, max_line: MAX_LINE, tail: StderrTail::default() }
    }

    /// Starts it. An error names the program.
    pub(super) fn spawn(&self) -> io::Result<Process> {
        let mut command = self.command.lock().unwrap_or_else(PoisonError::into_inner);
        // What a server says that was started before this one would be told twice.
        self.tail.clear();
        self.start(&mut command).map_err(|e| {
            let program = command.as_std().get_program().to_string_lossy();
            io::Error::new(e.kind(), format!("could not start `{program}`: {e}"))
        })
    }

    fn start(&self, command: &mut Command) -> io::Result<Process> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.kill_on_drop(true);
        Group::prepare(command);
        let mut child = command.spawn()?;
        let group = Group::of(&child);
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("it has no standard streams"));
        };
        let lines = Lines::new(stdout, stdin).max_line(self.max_line);
        let stderr = child.stderr.take();
        Ok(Process { child, group, lines, stderr, tail: self.tail.clone(), status: None })
    }
}

/// The transport of a child process, and of those after it.
pub(super) struct Respawn {
    child: ChildTransport,
    spawner: Spawner,
    state: State,
    /// Woken when there is a child to read from again.
    reader: Option<Waker>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// It has said nothing yet: one that ends like this does not work.
    Silent,
    Speaking,
    /// It has ended, and so has what was left of it.
    Down,
    /// It has ended, and is being put away.
    Ending,
}

impl Respawn {
    pub(super) fn new(child: ChildTransport, spawner: Spawner) -> Self {
        Self { child, spawner, state: State::Silent, reader: None }
    }

    /// Starts the next one, once the last is put away.
    fn poll_up(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.state == State::Ending {
            // How the last one was put away is of no interest any more.
            if self.child.poll_close(cx).is_pending() {
                return Poll::Pending;
            }
            self.state = State::Down;
        }
        if self.state == State::Down {
            self.child = ChildTransport::new(self.spawner.spawn()?);
            self.state = State::Silent;
            if let Some(reader) = self.reader.take() {
                reader.wake();
            }
        }
        Poll::Ready(Ok(()))
    }
}

impl Transport for Respawn {
    fn poll_send(
        &mut self,
        cx: &mut Context<'_>,
        message: &mut Option<Outgoing>,
    ) -> Poll<io::Result<()>> {
        match self.poll_up(cx) {
            Poll::Ready(Ok(())) => self.child.poll_send(cx, message),
            other => other,
        }
    }

    fn poll_flush(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.state {
            State::Silent | State::Speaking => self.child.poll_flush(cx),
            State::Down | State::Ending => Poll::Ready(Ok(())),
        }
    }

    fn poll_give_up(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        self.child.poll_give_up(cx)
    }

    fn poll_receive(&mut self, cx: &mut Context<'_>) -> Poll<Option<io::Result<Incoming>>> {
        if self.state == State::Ending && self.child.poll_close(cx).is_ready() {
            self.state = State::Down;
        }
        if matches!(self.state, State::Down | State::Ending) {
            self.reader = Some(cx.waker().clone());
            return Poll::Pending;
        }
        match self.child.poll_receive(cx) {
            Poll::Ready(Some(Ok(message))) => {
                self.state = State::Speaking;
                Poll::Ready(Some(Ok(message)))
            }
            // A line beyond the limit is no end of the server, but of the connection.
            Poll::Ready(Some(Err(e)))
                if self.state == State::Speaking && e.kind() == io::ErrorKind::UnexpectedEof =>
            {
                self.state = State::Ending;
                Poll::Ready(Some(Ok(Incoming::restarted(e))))
            }
            other => other,
        }
    }

    fn poll_close(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.child.poll_close(cx)
    }
}

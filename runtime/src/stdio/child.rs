//! A server as a child process: its streams as a transport, its end explained, its group ended with it.
use super::{
    group::{Group, Signal},
    lines::Lines,
    tail::StderrTail,
};
use crate::{BoxFuture, Incoming, Outgoing, Transport};
use std::{
    fmt,
    future::{Future, poll_fn},
    io,
    pin::{Pin, pin},
    process::ExitStatus,
    task::{Context, Poll},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, ReadBuf},
    process::{Child, ChildStderr, ChildStdin, ChildStdout},
    time::{Sleep, sleep, timeout},
};

/// How long a server that closed its output has for ending and for its last words.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// How long a server has for ending after its input closed, and again after it was told to terminate.
const GRACE: Duration = Duration::from_secs(2);
/// How long what a server started may outlive it before the next step.
const ORPHANS: Duration = Duration::from_millis(500);
const TICK: Duration = Duration::from_millis(10);

/// The transport of a child process.
pub(super) struct ChildTransport(State);

enum State {
    Running(Box<Process>),
    /// Its output ended: waiting for the reason.
    Dying(Box<Process>, Pin<Box<Sleep>>),
    Closing(BoxFuture<'static, ()>),
    Closed,
}

impl fmt::Debug for ChildTransport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ChildTransport")
    }
}

pub(super) struct Process {
    pub(super) child: Child,
    pub(super) group: Group,
    pub(super) lines: Lines<ChildStdout, ChildStdin>,
    pub(super) stderr: Option<ChildStderr>,
    pub(super) tail: StderrTail,
    pub(super) status: Option<ExitStatus>,
}

impl ChildTransport {
    pub(super) fn new(process: Process) -> Self {
        Self(State::Running(Box::new(process)))
    }

    fn process(&mut self) -> Option<&mut Process> {
        match &mut self.0 {
            State::Running(process) => Some(process),
            _ => None,
        }
    }

    fn die(&mut self) {
        if let State::Running(process) = std::mem::replace(&mut self.0, State::Closed) {
            self.0 = State::Dying(process, Box::pin(sleep(LAST_WORDS)));
        }
    }
}

impl Transport for ChildTransport {
    fn poll_send(
        &mut self,
        cx: &mut Context<'_>,
        message: &mut Option<Outgoing>,
    ) -> Poll<io::Result<()>> {
        let polled = self.process().map(|process| process.lines.poll_send(cx, message));
        self.swallow(polled, || *message = None)
    }

    fn poll_flush(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = self.process().map(|process| process.lines.poll_flush(cx));
        self.swallow(polled, || {})
    }

    fn poll_receive(&mut self, cx: &mut Context<'_>) -> Poll<Option<io::Result<Incoming>>> {
        if let Some(process) = self.process() {
            process.poll_stderr(cx);
            match process.lines.poll_receive(cx) {
                Poll::Ready(Some(Err(e))) if e.kind() == io::ErrorKind::InvalidData => {
                    return Poll::Ready(Some(Err(e)));
                }
                Poll::Ready(None | Some(Err(_))) => self.die(),
                other => return other,
            }
        }
        let State::Dying(process, patience) = &mut self.0 else { return Poll::Ready(None) };
        process.poll_stderr(cx);
        let exited = process.poll_exit(cx).is_ready();
        let silent = process.stderr.is_none();
        if (exited && silent) || patience.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Some(Err(process.obituary())));
        }
        Poll::Pending
    }

    fn poll_close(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        loop {
            self.0 = match std::mem::replace(&mut self.0, State::Closed) {
                State::Running(process) | State::Dying(process, _) => {
                    State::Closing(Box::pin(process.end()))
                }
                State::Closing(mut end) => match end.as_mut().poll(cx) {
                    Poll::Ready(()) => State::Closed,
                    Poll::Pending => {
                        self.0 = State::Closing(end);
                        return Poll::Pending;
                    }
                },
                State::Closed => return Poll::Ready(Ok(())),
            };
        }
    }
}

impl ChildTransport {
    /// A server that reads no more is about to end: what it says then is the better error.
    fn swallow(
        &mut self,
        polled: Option<Poll<io::Result<()>>>,
        drop_message: impl FnOnce(),
    ) -> Poll<io::Result<()>> {
        match polled {
            Some(Poll::Pending) => return Poll::Pending,
            Some(Poll::Ready(Ok(()))) => return Poll::Ready(Ok(())),
            Some(Poll::Ready(Err(_))) => self.die(),
            None => {}
        }
        drop_message();
        Poll::Ready(Ok(()))
    }
}

impl Process {
    /// Takes what the server wrote to its standard error.
    fn poll_stderr(&mut self, cx: &mut Context<'_>) {
        let mut bytes = [0; 4096];
        while let Some(stderr) = &mut self.stderr {
            let mut chunk = ReadBuf::new(&mut bytes);
            match Pin::new(stderr).poll_read(cx, &mut chunk) {
                Poll::Pending => return,
                Poll::Ready(Ok(())) if !chunk.filled().is_empty() => self.tail.push(chunk.filled()),
                Poll::Ready(_) => self.stderr = None,
            }
        }
    }

    fn poll_exit(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        if self.status.is_some() {
            return Poll::Ready(());
        }
        match pin!(self.child.wait()).poll(cx) {
            Poll::Pending => Poll::Pending,
            Poll::Ready(status) => {
                self.status = status.ok();
                Poll::Ready(())
            }
        }
    }

    /// Why there is no more from this server.
    fn obituary(&self) -> io::Error {
        let what = match self.status {
            Some(status) => format!("the server {}", describe(status)),
            None => "the server closed its standard output".to_owned(),
        };
        let text = match self.tail.quote() {
            Some(quote) => format!("{what}; {quote}"),
            None => what,
        };
        io::Error::new(io::ErrorKind::UnexpectedEof, text)
    }

    /// Close its input, wait, terminate, kill: the server and all that it started.
    async fn end(mut self: Box<Self>) {
        self.lines.close_output();
        for step in [None, Some(Signal::Terminate), Some(Signal::Kill)] {
            if let Some(signal) = step {
                self.group.signal(&mut self.child, signal);
            }
            if timeout(GRACE, self.exit()).await.is_ok()
                && timeout(ORPHANS, self.orphans()).await.is_ok()
            {
                break;
            }
        }
        self.group.done();
    }

    /// Waits for the server's end, and reads on so that it need not wait for us.
    async fn exit(&mut self) {
        poll_fn(|cx| {
            self.poll_stderr(cx);
            while let Poll::Ready(Some(Ok(_))) = self.lines.poll_receive(cx) {}
            self.poll_exit(cx)
        })
        .await;
    }

    async fn orphans(&self) {
        while self.group.is_alive() {
            sleep(TICK).await;
        }
    }
}

fn describe(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("was killed by signal {signal}");
    }
    match status.code() {
        Some(code) => format!("exited with status {code}"),
        None => "exited".to_owned(),
    }
}

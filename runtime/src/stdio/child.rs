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
pub(super) struct ChildTransport {
    state: State,
    /// How long a server that reads no more is waited for when the connection closes.
    give_up: Option<Pin<Box<Sleep>>>,
}

enum State {
    Running(Box<Process>),
    Dying(Dying),
    Closing(BoxFuture<'static, ()>),
    Closed,
}

/// A server that closed a stream: what it still says is read, then the reason is looked for.
struct Dying {
    process: Box<Process>,
    patience: Pin<Box<Sleep>>,
    closed: Stream,
    drained: bool,
}

/// A stream by the server's own name of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stream {
    Input,
    Output,
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
        Self { state: State::Running(Box::new(process)), give_up: None }
    }

    fn process(&mut self) -> Option<&mut Process> {
        match &mut self.state {
            State::Running(process) => Some(process),
            _ => None,
        }
    }

    fn die(&mut self, closed: Stream) {
        self.state = match std::mem::replace(&mut self.state, State::Closed) {
            State::Running(process) => State::Dying(Dying {
                process,
                patience: Box::pin(sleep(LAST_WORDS)),
                closed,
                drained: closed == Stream::Output,
            }),
            other => other,
        };
    }
}

impl Transport for ChildTransport {
    fn poll_send(
        &mut self,
        cx: &mut Context<'_>,
        message: &mut Option<Outgoing>,
    ) -> Poll<io::Result<()>> {
        let polled = self.process().map(|process| process.lines.poll_send(cx, message));
        self.swallow(cx, polled, || *message = None)
    }

    fn poll_flush(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = self.process().map(|process| process.lines.poll_flush(cx));
        self.swallow(cx, polled, || {})
    }

    fn poll_give_up(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        self.give_up.get_or_insert_with(|| Box::pin(sleep(GRACE))).as_mut().poll(cx)
    }

    fn poll_receive(&mut self, cx: &mut Context<'_>) -> Poll<Option<io::Result<Incoming>>> {
        if let Some(process) = self.process() {
            process.poll_stderr(cx);
            match process.lines.poll_receive(cx) {
                Poll::Ready(Some(Err(e))) if e.kind() == io::ErrorKind::InvalidData => {
                    return Poll::Ready(Some(Err(e)));
                }
                Poll::Ready(None | Some(Err(_))) => self.die(Stream::Output),
                other => return other,
            }
        }
        match &mut self.state {
            State::Dying(dying) => dying.poll_receive(cx),
            _ => Poll::Ready(None),
        }
    }

    fn poll_close(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        loop {
            self.state = match std::mem::replace(&mut self.state, State::Closed) {
                State::Running(process) | State::Dying(Dying { process, .. }) => {
                    State::Closing(Box::pin(process.end()))
                }
                State::Closing(mut end) => match end.as_mut().poll(cx) {
                    Poll::Ready(()) => State::Closed,
                    Poll::Pending => {
                        self.state = State::Closing(end);
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
        cx: &Context<'_>,
        polled: Option<Poll<io::Result<()>>>,
        drop_message: impl FnOnce(),
    ) -> Poll<io::Result<()>> {
        match polled {
            Some(Poll::Pending) => return Poll::Pending,
            Some(Poll::Ready(Ok(()))) => return Poll::Ready(Ok(())),
            Some(Poll::Ready(Err(_))) => {
                self.die(Stream::Input);
                // Receiving has had its turn already, and has something new to wait for.
                cx.waker().wake_by_ref();
            }
            None => {}
        }
        drop_message();
        Poll::Ready(Ok(()))
    }
}

impl Dying {
    /// What the server still said, then why there is no more.
    fn poll_receive(&mut self, cx: &mut Context<'_>) -> Poll<Option<io::Result<Incoming>>> {
        self.process.poll_stderr(cx);
        if !self.drained {
            match self.process.lines.poll_receive(cx) {
                Poll::Ready(Some(Ok(message))) => return Poll::Ready(Some(Ok(message))),
                Poll::Ready(Some(Err(e))) if e.kind() == io::ErrorKind::InvalidData => {
                    return Poll::Ready(Some(Err(e)));
                }
                Poll::Ready(None | Some(Err(_))) => self.drained = true,
                Poll::Pending => {}
            }
        }
        let exited = self.process.poll_exit(cx).is_ready();
        let silent = self.drained && self.process.stderr.is_none();
        if (exited && silent) || self.patience.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Some(Err(self.process.obituary(self.closed))));
        }
        Poll::Pending
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
    fn obituary(&self, closed: Stream) -> io::Error {
        let what = match (self.status, closed) {
            (Some(status), _) => format!("the server {}", describe(status)),
            (None, Stream::Input) => "the server closed its standard input".to_owned(),
            (None, Stream::Output) => "the server closed its standard output".to_owned(),
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

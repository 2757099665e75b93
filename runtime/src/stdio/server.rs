//! Serving on this process's standard streams.
use super::lines::{Lines, MAX_LINE};
use crate::{Incoming, Outgoing, Service, Transport, TransportError};
use std::{
    future::{Future, poll_fn},
    io::{self, Read},
    pin::{Pin, pin},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, Waker},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, ReadBuf, Stdout},
    time::sleep,
};

/// How long handlers may go on after the client closed our input.
const DRAIN: Duration = Duration::from_secs(5);
/// How much input may wait to be looked at.
const READ_AHEAD: usize = 1024 * 1024;

/// Serves on standard input and output until the input is closed; handlers that still run then have five seconds.
///
/// Nothing else may write to standard output.
///
/// # Errors
/// When the streams break.
pub async fn serve(service: Service) -> Result<(), TransportError> {
    let ended = Arc::new(AtomicBool::new(false));
    let lines = Lines::new(Stdin::start(), tokio::io::stdout(), MAX_LINE);
    let mut driver = pin!(service.serve(StandardStreams { lines, ended: Arc::clone(&ended) }));
    let mut patience = None;
    poll_fn(|cx| {
        if let Poll::Ready(verdict) = driver.as_mut().poll(cx) {
            return Poll::Ready(verdict);
        }
        if !ended.load(Ordering::Relaxed) {
            return Poll::Pending;
        }
        let patience = patience.get_or_insert_with(|| Box::pin(sleep(DRAIN)));
        patience.as_mut().poll(cx).map(Ok)
    })
    .await
}

struct StandardStreams {
    lines: Lines<Stdin, Stdout>,
    ended: Arc<AtomicBool>,
}

impl Transport for StandardStreams {
    fn poll_send(
        &mut self,
        cx: &mut Context<'_>,
        message: &mut Option<Outgoing>,
    ) -> Poll<io::Result<()>> {
        self.lines.poll_send(cx, message)
    }
    fn poll_flush(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.lines.poll_flush(cx)
    }
    fn poll_receive(&mut self, cx: &mut Context<'_>) -> Poll<Option<io::Result<Incoming>>> {
        let polled = self.lines.poll_receive(cx);
        self.ended.store(self.lines.has_ended(), Ordering::Relaxed);
        polled
    }
}

/// Standard input, read by a thread of its own: tokio's would keep the runtime from ending while a read waits.
#[derive(Clone)]
struct Stdin(Arc<Shared>);

#[derive(Default)]
struct Shared {
    input: Mutex<Input>,
    room: Condvar,
}

#[derive(Default)]
struct Input {
    bytes: Vec<u8>,
    end: Option<io::Result<()>>,
    reader: Option<Waker>,
}

impl Stdin {
    #[allow(
        clippy::disallowed_methods,
        reason = "a blocking read needs a thread, and this edge may have one"
    )]
    fn start() -> Self {
        let stdin = Self(Arc::default());
        let thread = stdin.clone();
        std::thread::spawn(move || thread.fill(&mut io::stdin().lock()));
        stdin
    }

    fn fill(&self, from: &mut impl Read) {
        let mut chunk = vec![0; 64 * 1024];
        loop {
            let read = from.read(&mut chunk);
            let mut input = self.input();
            match read {
                Ok(0) => input.end = Some(Ok(())),
                Ok(count) => input.bytes.extend_from_slice(chunk.get(..count).unwrap_or_default()),
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                Err(e) => input.end = Some(Err(e)),
            }
            if let Some(waker) = input.reader.take() {
                waker.wake();
            }
            if input.end.is_some() {
                return;
            }
            while input.bytes.len() >= READ_AHEAD {
                input = self.0.room.wait(input).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    fn input(&self) -> MutexGuard<'_, Input> {
        self.0.input.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl AsyncRead for Stdin {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let mut input = self.input();
        let count = input.bytes.len().min(into.remaining());
        if count > 0 {
            into.put_slice(input.bytes.get(..count).unwrap_or_default());
            input.bytes.drain(..count);
            self.0.room.notify_one();
            return Poll::Ready(Ok(()));
        }
        match input.end.take() {
            None => {
                input.reader = Some(cx.waker().clone());
                Poll::Pending
            }
            Some(end) => {
                input.end = Some(Ok(()));
                Poll::Ready(end)
            }
        }
    }
}

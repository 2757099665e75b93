//! Standard input where it cannot be waited for (a terminal, a file): read by a thread.
use std::{
    io::{self, Read},
    pin::Pin,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
};
use tokio::io::{AsyncRead, ReadBuf};

/// How much input may wait to be looked at.
const READ_AHEAD: usize = 1024 * 1024;

/// Standard input, read by a thread of its own: tokio's would keep the runtime from ending while a read waits.
#[derive(Clone)]
pub(super) struct Stdin(Arc<Shared>);

#[derive(Default)]
struct Shared {
    input: Mutex<Unread>,
    room: Condvar,
}

#[derive(Default)]
struct Unread {
    bytes: Vec<u8>,
    end: Option<io::Result<()>>,
    reader: Option<Waker>,
}

impl Stdin {
    #[allow(
        clippy::disallowed_methods,
        reason = "a blocking read needs a thread, and this edge may have one"
    )]
    pub(super) fn start() -> Self {
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

    fn input(&self) -> MutexGuard<'_, Unread> {
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

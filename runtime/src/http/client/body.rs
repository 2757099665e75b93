//! Bodies, read up to a limit.
use bytes::Bytes;
use futures_util::Stream;
use reqwest::Response;
use sse_stream::{Sse, SseByteStream};
use std::{
    fmt,
    future::Future,
    io,
    pin::{Pin, pin},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll},
};

/// The whole body.
pub(super) async fn whole(mut response: Response, most: usize) -> io::Result<Vec<u8>> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(broken)? {
        if body.len() + chunk.len() > most {
            return Err(too_long(most));
        }
        if body.is_empty() {
            body.reserve_exact(chunk.len());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

pub(super) fn broken(e: reqwest::Error) -> io::Error {
    // The address may hold a secret.
    io::Error::other(Chain(e.without_url()))
}

fn too_long(most: usize) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("a message is longer than {most} bytes"))
}

/// An error with its reasons: reqwest's own text tells none of them.
#[derive(Debug)]
struct Chain(reqwest::Error);

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)?;
        let mut source = std::error::Error::source(&self.0);
        while let Some(e) = source {
            write!(f, ": {e}")?;
            source = e.source();
        }
        Ok(())
    }
}

impl std::error::Error for Chain {}

/// The events of a body.
pub(super) struct Events {
    stream: Pin<Box<SseByteStream<Chunks>>>,
    unread: Arc<AtomicUsize>,
}

impl Events {
    /// No event may be longer than that.
    pub(super) fn new(response: Response, most: usize) -> Self {
        let unread = Arc::new(AtomicUsize::new(0));
        let chunks = Chunks { response, unread: Arc::clone(&unread), most };
        Self { stream: Box::pin(SseByteStream::new(chunks)), unread }
    }

    pub(super) async fn next(&mut self) -> Option<io::Result<Sse>> {
        let event = std::future::poll_fn(|cx| self.stream.as_mut().poll_next(cx)).await?;
        self.unread.store(0, Ordering::Relaxed);
        Some(event.map_err(|e| match e {
            sse_stream::Error::Body(e) => io::Error::other(e),
            other => io::Error::other(other),
        }))
    }
}

/// Pieces of a body, as long as an event comes out of them in time.
struct Chunks {
    response: Response,
    /// Bytes since the last event.
    unread: Arc<AtomicUsize>,
    most: usize,
}

impl Stream for Chunks {
    type Item = io::Result<Bytes>;

    fn poll_next(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Bytes>>> {
        // Nothing is lost with the future: what it waits for is in the response.
        let polled = pin!(self.response.chunk()).poll(cx).map_err(broken);
        if let Poll::Ready(Ok(Some(chunk))) = &polled {
            let before = self.unread.fetch_add(chunk.len(), Ordering::Relaxed);
            if before > self.most {
                return Poll::Ready(Some(Err(too_long(self.most))));
            }
        }
        polled.map(Result::transpose)
    }
}

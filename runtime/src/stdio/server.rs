//! Serving on this process's standard streams.
use super::{
    lines::Lines,
    streams::{Reader, Writer, input, output},
};
use crate::{Incoming, Outgoing, Service, Transport, TransportError};
use std::{
    future::{Future, poll_fn},
    io,
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};
use tokio::time::sleep;

/// How long handlers may go on after the client closed our input.
const DRAIN: Duration = Duration::from_secs(5);

/// Serves on standard input and output until the input is closed; handlers that still run then have five seconds.
///
/// Nothing else may write to standard output.
///
/// # Errors
/// When the streams break.
pub async fn serve(service: Service) -> Result<(), TransportError> {
    let ended = Arc::new(AtomicBool::new(false));
    let ((reader, _input_mode), (writer, _output_mode)) = (input(), output());
    let lines = Lines::new(reader, writer);
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
    lines: Lines<Reader, Writer>,
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

//! Moves the messages of one connection between its transport and everything else.
use crate::{Incoming, Outgoing, Transport, TransportError, link::Link, tasks::Tasks};
use std::{
    collections::VecDeque,
    fmt,
    future::Future,
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

/// How many messages are read before others on the executor get their turn.
const READS_A_POLL: usize = 128;
/// How much may wait for a peer that does not read before it is not read from either, in bytes.
const MAX_BACKLOG: usize = 1024 * 1024;
/// How many handlers run at once before no more is read.
pub(crate) const MAX_RUNNING: usize = 1024;

/// What one side of a connection does with what arrives.
pub(crate) trait Side: Send {
    /// Starts what the side itself wants to do.
    fn prepare(&mut self, tasks: &mut Tasks);
    /// Whether reading stops while the peer has enough to do. It would stop both sides for ever if both did it.
    fn holds_back(&self) -> bool;
    /// Takes one message.
    fn receive(&mut self, message: Incoming, tasks: &mut Tasks);
    /// Nothing more will arrive.
    fn ended(&mut self, why: &TransportError);
}

/// Moves the messages of one connection. Spawn it on any executor, or poll it beside the calls: nothing moves unless
/// it is polled.
///
/// It ends with `Ok` when the peer or the last [`Connection`](crate::Connection) ended in good order. It is `Send`
/// when its transport is.
#[must_use = "messages move only while the driver is polled: spawn it"]
pub struct Driver<T> {
    transport: T,
    link: Arc<Link>,
    side: Box<dyn Side>,
    tasks: Tasks,
    outbox: VecDeque<Outgoing>,
    sending: Option<Outgoing>,
    stage: Stage,
    verdict: Result<(), TransportError>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Open,
    /// The peer sends no more; what runs is finished and flushed.
    Draining,
    Closing,
    Done,
}

impl<T> fmt::Debug for Driver<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Driver").field("stage", &self.stage).finish_non_exhaustive()
    }
}

// The transport is only ever used by `&mut`, never pinned.
impl<T> Unpin for Driver<T> {}

impl<T: Transport> Driver<T> {
    pub(crate) fn new(transport: T, link: Arc<Link>, side: Box<dyn Side>) -> Self {
        Self {
            transport,
            link,
            side,
            tasks: Tasks::default(),
            outbox: VecDeque::new(),
            sending: None,
            stage: Stage::Open,
            verdict: Ok(()),
        }
    }

    pub(crate) fn is_done(&self) -> bool {
        self.stage == Stage::Done
    }

    pub(crate) fn transport_mut(&mut self) -> &mut T {
        &mut self.transport
    }

    /// True when there may be more to read that nothing will wake for.
    fn receive(&mut self, cx: &mut Context<'_>) -> bool {
        if self.is_congested() {
            return true;
        }
        for _ in 0..READS_A_POLL {
            if self.is_busy() {
                return true;
            }
            match self.transport.poll_receive(cx) {
                Poll::Pending => return false,
                Poll::Ready(Some(Ok(message))) => {
                    if message.restarted.is_some() {
                        // What was to go to the peer that is gone is none of the next one's business.
                        self.outbox.clear();
                        self.sending = None;
                    }
                    self.side.receive(message, &mut self.tasks);
                }
                Poll::Ready(Some(Err(e))) => {
                    self.end_of_input(Err(e.into()));
                    return false;
                }
                Poll::Ready(None) => {
                    self.end_of_input(Ok(()));
                    return false;
                }
            }
        }
        true
    }

    /// The peer does not take what it is sent.
    fn is_congested(&self) -> bool {
        let Some(stuck) = self.sending.as_ref().filter(|_| self.side.holds_back()) else {
            return false;
        };
        let outbox: usize = self.outbox.iter().map(|message| message.text.len()).sum();
        stuck.text.len() + outbox + self.link.queued() > MAX_BACKLOG
    }

    fn is_busy(&self) -> bool {
        self.side.holds_back() && self.tasks.len() >= MAX_RUNNING
    }

    fn end_of_input(&mut self, verdict: Result<(), TransportError>) {
        let why = match &verdict {
            Ok(()) => TransportError::new("the peer closed the connection"),
            Err(why) => why.clone(),
        };
        self.stage = Stage::Draining;
        self.verdict = verdict;
        self.end(&why);
    }

    /// True when all that was queued is with the transport and on its way.
    fn send(&mut self, cx: &mut Context<'_>) -> Result<bool, io::Error> {
        loop {
            if self.sending.is_none() {
                self.sending = self.next_out();
            }
            if self.sending.is_none() {
                return self.transport.poll_flush(cx).map_ok(|()| true).into_result(false);
            }
            match self.transport.poll_send(cx, &mut self.sending) {
                Poll::Ready(Ok(())) => {}
                Poll::Ready(Err(e)) => return Err(e),
                Poll::Pending => return Ok(false),
            }
        }
    }

    fn next_out(&mut self) -> Option<Outgoing> {
        if self.outbox.is_empty() {
            self.link.take(&mut self.outbox);
        }
        self.outbox.pop_front()
    }

    fn finish(&mut self) {
        self.stage = Stage::Done;
        self.tasks.clear();
        self.end(&TransportError::new("the connection is closed"));
        self.link.done();
    }

    fn end(&mut self, why: &TransportError) {
        self.link.end(why.clone());
        self.side.ended(why);
    }
}

/// `Poll` of a result as a result of the value, or of `pending`.
trait IntoResult<T, E> {
    fn into_result(self, pending: T) -> Result<T, E>;
}

impl<T, E> IntoResult<T, E> for Poll<Result<T, E>> {
    fn into_result(self, pending: T) -> Result<T, E> {
        match self {
            Self::Ready(result) => result,
            Self::Pending => Ok(pending),
        }
    }
}

impl<T: Transport> Future for Driver<T> {
    type Output = Result<(), TransportError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = &mut *self;
        this.link.watch(cx.waker());
        let mut unread = false;
        if this.stage == Stage::Open {
            this.side.prepare(&mut this.tasks);
            unread = this.receive(cx);
        }
        this.tasks.poll(&this.link);
        if matches!(this.stage, Stage::Open | Stage::Draining) {
            let flushed = match this.send(cx) {
                Ok(flushed) => flushed,
                Err(e) => {
                    this.end_of_input(Err(e.into()));
                    this.stage = Stage::Closing;
                    false
                }
            };
            let drained = this.stage == Stage::Draining && this.tasks.is_empty();
            let over = drained || this.link.is_closing();
            if over && (flushed || this.transport.poll_give_up(cx).is_ready()) {
                this.stage = Stage::Closing;
            }
        }
        if unread && !this.is_busy() && !this.is_congested() {
            cx.waker().wake_by_ref();
        }
        if this.stage == Stage::Closing {
            match this.transport.poll_close(cx) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(Err(e)) if this.verdict.is_ok() => this.verdict = Err(e.into()),
                Poll::Ready(_) => {}
            }
            this.finish();
        }
        match this.stage {
            Stage::Done => Poll::Ready(this.verdict.clone()),
            _ => Poll::Pending,
        }
    }
}

impl<T> Drop for Driver<T> {
    fn drop(&mut self) {
        let why = TransportError::new(
            "nothing moves messages any more: the connection's driver was dropped",
        );
        self.link.end(why.clone());
        self.side.ended(&why);
        self.link.done();
    }
}

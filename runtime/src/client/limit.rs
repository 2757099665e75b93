//! Waiting no longer than asked, and no longer than the caller wants.
use crate::{BoxFuture, timer::Clock};
use std::{fmt, future::Future, pin::pin, task::Poll, time::Duration};

/// Why waiting ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stopped {
    TimedOut(Duration),
    Cancelled,
}

/// What may end a wait early. The clock starts when there first is something to wait for.
#[derive(Default)]
pub(crate) struct Limits {
    timeout: Option<(Clock, Duration)>,
    sleep: Option<BoxFuture<'static, ()>>,
    cancel: Option<BoxFuture<'static, ()>>,
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits").field("timeout", &self.timeout).finish_non_exhaustive()
    }
}

impl Limits {
    pub(crate) fn new(clock: Option<&Clock>, timeout: Option<Duration>) -> Self {
        Self { timeout: clock.cloned().zip(timeout), sleep: None, cancel: None }
    }

    pub(crate) fn or_when(mut self, cancel: Option<BoxFuture<'static, ()>>) -> Self {
        self.cancel = cancel;
        self
    }

    /// Does the work, unless a limit is reached first. Several works may share the limits, one after the other.
    pub(crate) async fn run<T>(&mut self, work: impl Future<Output = T>) -> Result<T, Stopped> {
        let mut work = pin!(work);
        std::future::poll_fn(|cx| {
            if let Some(cancel) = &mut self.cancel {
                if cancel.as_mut().poll(cx).is_ready() {
                    return Poll::Ready(Err(Stopped::Cancelled));
                }
            }
            if let Poll::Ready(value) = work.as_mut().poll(cx) {
                return Poll::Ready(Ok(value));
            }
            if let Some((Clock(timer), after)) = &self.timeout {
                let sleep = self.sleep.get_or_insert_with(|| timer.sleep(*after));
                if sleep.as_mut().poll(cx).is_ready() {
                    return Poll::Ready(Err(Stopped::TimedOut(*after)));
                }
            }
            Poll::Pending
        })
        .await
    }
}

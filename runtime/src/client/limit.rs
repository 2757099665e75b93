//! Waiting no longer than asked, and no longer than the caller wants.
use crate::{BoxFuture, timer::Clock};
use std::{
    fmt,
    future::{Future, poll_fn},
    pin::pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, Waker},
    time::Duration,
};

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
    extension: Option<Extension>,
}

/// A time-out that starts anew with every sign of life, up to a hard cap.
struct Extension {
    beat: Arc<Beat>,
    most: Duration,
    cap: Option<BoxFuture<'static, ()>>,
}

/// A sign of life from elsewhere.
#[derive(Debug, Default)]
pub(crate) struct Beat {
    came: AtomicBool,
    waiting: Mutex<Option<Waker>>,
}

impl Beat {
    pub(crate) fn beat(&self) {
        self.came.store(true, Ordering::Release);
        let waker = self.waiting.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// Whether there was one since the last look.
    fn came(&self, cx: &Context<'_>) -> bool {
        *self.waiting.lock().unwrap_or_else(PoisonError::into_inner) = Some(cx.waker().clone());
        self.came.swap(false, Ordering::AcqRel)
    }
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits").field("timeout", &self.timeout).finish_non_exhaustive()
    }
}

impl Limits {
    pub(crate) fn new(clock: Option<&Clock>, timeout: Option<Duration>) -> Self {
        let timeout = clock.cloned().zip(timeout);
        Self { timeout, ..Self::default() }
    }

    pub(crate) fn or_when(mut self, cancel: Option<BoxFuture<'static, ()>>) -> Self {
        self.cancel = cancel;
        self
    }

    /// Starts the time-out anew with every beat, up to that long in all.
    pub(crate) fn extend(&mut self, most: Duration) -> Arc<Beat> {
        let beat = Arc::new(Beat::default());
        self.extension = Some(Extension { beat: Arc::clone(&beat), most, cap: None });
        beat
    }

    /// Starts all clocks anew.
    pub(crate) fn restart(&mut self) {
        self.sleep = None;
        if let Some(extension) = &mut self.extension {
            extension.cap = None;
        }
    }

    /// Does the work, unless a limit is reached first. Several works may share the limits, one after the other.
    pub(crate) async fn run<T>(&mut self, work: impl Future<Output = T>) -> Result<T, Stopped> {
        let mut work = pin!(work);
        poll_fn(|cx| {
            if self.is_cancelled(cx) {
                return Poll::Ready(Err(Stopped::Cancelled));
            }
            if let Poll::Ready(value) = work.as_mut().poll(cx) {
                return Poll::Ready(Ok(value));
            }
            self.poll_timeout(cx).map(|after| Err(Stopped::TimedOut(after)))
        })
        .await
    }

    /// Does the work without regard to time; `None` when the caller cancels.
    pub(crate) async fn unless_cancelled<T>(&mut self, work: impl Future<Output = T>) -> Option<T> {
        let mut work = pin!(work);
        poll_fn(|cx| match self.is_cancelled(cx) {
            true => Poll::Ready(None),
            false => work.as_mut().poll(cx).map(Some),
        })
        .await
    }

    fn is_cancelled(&mut self, cx: &mut Context<'_>) -> bool {
        self.cancel.as_mut().is_some_and(|cancel| cancel.as_mut().poll(cx).is_ready())
    }

    fn poll_timeout(&mut self, cx: &mut Context<'_>) -> Poll<Duration> {
        let Some((Clock(timer), after)) = &self.timeout else { return Poll::Pending };
        if let Some(Extension { beat, most, cap }) = &mut self.extension {
            if beat.came(cx) {
                self.sleep = None;
            }
            if cap.get_or_insert_with(|| timer.sleep(*most)).as_mut().poll(cx).is_ready() {
                return Poll::Ready(*most);
            }
        }
        let sleep = self.sleep.get_or_insert_with(|| timer.sleep(*after));
        sleep.as_mut().poll(cx).map(|()| *after)
    }
}

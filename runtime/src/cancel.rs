//! A token that cancels calls from elsewhere.
use std::{
    future::{Future, IntoFuture},
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
};

/// Cancels the calls that were given a clone of it ([`Call::cancel_on`](crate::Call::cancel_on)).
///
/// ```
/// let token = mcp_bindings::CancelToken::new();
/// let elsewhere = token.clone();
/// elsewhere.cancel();
/// assert!(token.is_cancelled());
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<Mutex<Waiters>>);

#[derive(Debug, Default)]
struct Waiters {
    cancelled: bool,
    next: u64,
    wakers: Vec<(u64, Waker)>,
}

impl CancelToken {
    /// A token that nobody has cancelled yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Cancels: every call that waits on a clone ends with [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn cancel(&self) {
        let wakers = {
            let mut waiters = self.waiters();
            waiters.cancelled = true;
            std::mem::take(&mut waiters.wakers)
        };
        wakers.into_iter().for_each(|(_, waker)| waker.wake());
    }

    /// Whether somebody cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.waiters().cancelled
    }

    fn waiters(&self) -> MutexGuard<'_, Waiters> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl IntoFuture for CancelToken {
    type Output = ();
    type IntoFuture = Cancelled;
    fn into_future(self) -> Cancelled {
        let place = {
            let mut waiters = self.waiters();
            waiters.next += 1;
            waiters.next
        };
        Cancelled { token: self, place }
    }
}

/// Ready once its token is cancelled.
#[derive(Debug)]
pub struct Cancelled {
    token: CancelToken,
    place: u64,
}

impl Future for Cancelled {
    type Output = ();
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let mut waiters = self.token.waiters();
        if waiters.cancelled {
            return Poll::Ready(());
        }
        match waiters.wakers.iter_mut().find(|(place, _)| *place == self.place) {
            Some((_, waker)) => waker.clone_from(cx.waker()),
            None => waiters.wakers.push((self.place, cx.waker().clone())),
        }
        Poll::Pending
    }
}

impl Drop for Cancelled {
    fn drop(&mut self) {
        let place = self.place;
        self.token.waiters().wakers.retain(|(p, _)| *p != place);
    }
}

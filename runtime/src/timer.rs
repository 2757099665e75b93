//! Time, as the edge provides it. The core has no clock of its own.
use std::{fmt, future::Future, pin::Pin, sync::Arc, time::Duration};

/// A boxed future that may move between threads.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// What a connection needs in order to give up waiting.
///
/// The `stdio` edge brings one that is driven by tokio; over another transport it is given by
/// [`Options::timer`](crate::Options::timer). Without a timer nothing times out.
pub trait Timer: Send + Sync + 'static {
    /// A future that is ready once that much time has passed.
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()>;

    /// The time since some moment that stays the same. Where there is none, results are not used again for as long as their server
    /// allows (`ttlMs`), but asked for anew.
    fn now(&self) -> Option<Duration> {
        None
    }
}

/// A shared timer.
#[derive(Clone)]
pub(crate) struct Clock(pub(crate) Arc<dyn Timer>);

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Timer")
    }
}

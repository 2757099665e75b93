//! Time by tokio.
use crate::{BoxFuture, Timer};
use std::{sync::LazyLock, time::Duration};
use tokio::time::Instant;

/// The moment that all others are counted from.
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

pub(crate) struct TokioTimer;

impl Timer for TokioTimer {
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        Box::pin(tokio::time::sleep(duration))
    }

    fn now(&self) -> Option<Duration> {
        Some(START.elapsed())
    }
}

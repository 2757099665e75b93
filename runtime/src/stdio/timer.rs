//! Time by tokio.
use crate::{BoxFuture, Timer};
use std::time::Duration;

pub(super) struct TokioTimer;

impl Timer for TokioTimer {
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        Box::pin(tokio::time::sleep(duration))
    }
}

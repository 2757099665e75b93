//! Measures CPU time and allocations of the calling thread, and holds ratios to bars.
//!
//! Time is the CPU time of the thread, so that other work on the machine counts little; the cases of a group take
//! turns, and the fastest turn of each counts.
mod allocations;
mod bars;
mod group;

pub use allocations::allocations;
pub use bars::Bars;
pub use group::{Case, Group};

use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// The CPU time that this thread has used so far.
pub fn thread_time() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).unwrap_or_default())
}

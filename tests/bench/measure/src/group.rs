//! Cases that are compared with each other.
use crate::{allocations, thread_time};
use std::hint::black_box;
use std::time::Duration;

const TURNS: usize = 31;
const TURN: Duration = Duration::from_millis(4);

/// A group of cases that do the same work in different ways. They take turns, so that what slows the machine for a
/// while slows all of them.
pub struct Group<'a> {
    name: &'static str,
    cases: Vec<(&'static str, Repeat<'a>)>,
}

/// Runs a case as often as it is told to.
type Repeat<'a> = Box<dyn FnMut(u64) + 'a>;

/// What a case came to.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Nanoseconds of CPU time an execution, in the fastest turn.
    pub time: f64,
    /// Allocations an execution.
    pub allocations: f64,
}

impl<'a> Group<'a> {
    pub fn new(name: &'static str) -> Self {
        Self { name, cases: Vec::new() }
    }

    /// Adds a case; what it returns is dropped within its time.
    #[must_use]
    pub fn case<R>(mut self, name: &'static str, mut run: impl FnMut() -> R + 'a) -> Self {
        let many = move |times| (0..times).for_each(|_| drop(black_box(run())));
        self.cases.push((name, Box::new(many)));
        self
    }

    /// Measures and prints all cases, in their order.
    pub fn run<const N: usize>(self) -> [Case; N] {
        let Self { name, mut cases } = self;
        let sizes: Vec<(u64, f64)> = cases.iter_mut().map(|(_, run)| size(run)).collect();
        let mut best = vec![f64::INFINITY; cases.len()];
        for _ in 0..TURNS {
            for (((_, run), (times, _)), best) in cases.iter_mut().zip(&sizes).zip(&mut best) {
                *best = best.min(turn(run, *times).as_nanos() as f64 / *times as f64);
            }
        }
        println!("\n{name}");
        let measured: Vec<Case> = cases
            .iter()
            .zip(sizes.iter().zip(best))
            .map(|((case, _), (&(_, allocations), time))| {
                println!("  {case:<52} {time:>11.0} ns {allocations:>9.1} allocations");
                Case { time, allocations }
            })
            .collect();
        measured.try_into().expect("as many results as cases are asked for")
    }
}

/// How often a case runs in a turn, and its allocations; warms up on the way.
fn size(run: &mut dyn FnMut(u64)) -> (u64, f64) {
    const TIMES: u64 = 100;
    run(TIMES);
    let before = allocations();
    run(TIMES);
    let count = (allocations() - before) as f64 / TIMES as f64;
    let once = turn(run, TIMES).as_nanos() / u128::from(TIMES);
    let times = TURN.as_nanos() / once.max(1);
    (u64::try_from(times).unwrap_or(u64::MAX).max(10), count)
}

fn turn(run: &mut dyn FnMut(u64), times: u64) -> Duration {
    let start = thread_time();
    run(times);
    thread_time() - start
}

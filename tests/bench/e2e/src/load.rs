//! Calls as fast as they go, so many at once, for so long; and what they cost.

use crate::Failed;
use std::{
    fmt,
    sync::Arc,
    time::{Duration, Instant},
};

/// What a second of calls came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Figures {
    pub per_second: f64,
    p50: f64,
    p99: f64,
    client: f64,
    server: f64,
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { per_second, p50, p99, client, server } = self;
        write!(f, "{per_second:>9.0} {p50:>8.0} {p99:>8.0}  {:>6.1} ({client:.1} + {server:.1})", client + server)
    }
}

/// Calls `add` by that function, and looks at each sum.
pub async fn load<F, C>(add: F, server: Option<u32>, at_once: usize, seconds: f64) -> Result<Figures, Failed>
where
    F: Fn(i64, i64) -> C + Send + Sync + 'static,
    C: Future<Output = Result<i64, Failed>> + Send,
{
    let add = Arc::new(add);
    for _ in 0..200 {
        assert_eq!(add(40, 2).await?, 42);
    }
    let own = std::process::id();
    let server = server.map_or_else(|| child_of(own), Some).unwrap_or(0);
    let (client_before, server_before, start) = (cpu(own), cpu(server), Instant::now());
    let end = start + Duration::from_secs_f64(seconds);
    let tasks: Vec<_> = (0..at_once)
        .map(|_| {
            let add = Arc::clone(&add);
            tokio::spawn(async move {
                let mut times = Vec::new();
                while Instant::now() < end {
                    let before = Instant::now();
                    assert_eq!(add(40, 2).await?, 42);
                    times.push(before.elapsed().as_secs_f64() * 1e6);
                }
                Ok::<_, Failed>(times)
            })
        })
        .collect();
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await??);
    }
    let elapsed = start.elapsed().as_secs_f64();
    times.sort_by(f64::total_cmp);
    let calls = times.len() as f64;
    let at = |share: f64| times.get((calls * share) as usize).copied().unwrap_or_default();
    let each = |seconds: f64| seconds * 1e6 / calls;
    Ok(Figures {
        per_second: calls / elapsed,
        p50: at(0.5),
        p99: at(0.99),
        client: each(cpu(own) - client_before),
        server: each(cpu(server) - server_before),
    })
}

/// CPU seconds of a process so far, in hundredths.
fn cpu(pid: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|text| text.parse::<f64>().ok()).unwrap_or_default();
    (ticks(11) + ticks(12)) / 100.0
}

/// The youngest child of a process.
fn child_of(pid: u32) -> Option<u32> {
    let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).ok()?;
    let children = tasks.flatten().filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
    children.flat_map(|all| all.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<u32>>()).max()
}

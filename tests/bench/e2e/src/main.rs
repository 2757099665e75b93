//! A call from client to server and back, over stdio and HTTP, one at a time and 32 at once: these bindings, rmcp 3.11, and the least that
//! could do it, in turns in one run. `e2e [SECONDS [ROUNDS]]`; as `e2e serve WHO stdio|http` it is one of the servers.

mod floor;
mod load;
mod ours;
mod peer;
mod server;

use load::Figures;
use server::Server;

type Failed = Box<dyn std::error::Error + Send + Sync>;

/// Who is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Who {
    Ours,
    Rmcp,
    /// A hand-written pair that does nothing else.
    Floor,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Wire {
    Stdio,
    Http,
}

const ALL: [Who; 3] = [Who::Ours, Who::Rmcp, Who::Floor];

#[tokio::main]
async fn main() -> Result<(), Failed> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [serve, who, wire] = args.as_slice() {
        assert_eq!(serve, "serve");
        return serve_as(who, wire).await;
    }
    let seconds: f64 = args.first().map_or(Ok(2.0), |text| text.parse())?;
    let rounds: usize = args.get(1).map_or(Ok(3), |text| text.parse())?;
    println!("wire   at once who    calls/s   p50 us   p99 us  CPU us a call (client + server)");
    let mut short = Vec::new();
    for wire in [Wire::Stdio, Wire::Http] {
        for at_once in [1, 32] {
            let mut best = [Figures::default(); 3];
            for _ in 0..rounds {
                for (best, who) in best.iter_mut().zip(ALL) {
                    let figures = run(who, wire, at_once, seconds).await?;
                    if figures.per_second > best.per_second {
                        *best = figures;
                    }
                }
            }
            for (figures, who) in best.iter().zip(ALL) {
                println!("{wire:?}  {at_once:>7} {:<6} {figures}", format!("{who:?}"));
            }
            let [ours, rmcp, floor] = best.map(|figures| figures.per_second);
            let (of_rmcp, of_floor) = (ours / rmcp, ours / floor);
            println!("  {of_rmcp:.2}x rmcp, {of_floor:.2}x the floor");
            let bar = if wire == Wire::Stdio { 2.0 } else { 1.5 };
            if of_rmcp < bar {
                short.push(format!("{wire:?}, {at_once} at once: {of_rmcp:.2}x rmcp, bar {bar}"));
            }
            if wire == Wire::Stdio && of_floor < 0.6 {
                short.push(format!("{wire:?}, {at_once} at once: {of_floor:.2}x the floor, bar 0.6"));
            }
        }
    }
    match short.is_empty() {
        true => Ok(()),
        false => Err(format!("below the bars:\n{}", short.join("\n")).into()),
    }
}

async fn serve_as(who: &str, wire: &str) -> Result<(), Failed> {
    match (who, wire) {
        ("Ours", "Stdio") => ours::serve_stdio().await,
        ("Ours", _) => ours::serve_http().await,
        ("Rmcp", "Stdio") => peer::serve_stdio().await,
        ("Rmcp", _) => peer::serve_http().await,
        (_, "Stdio") => floor::serve_stdio().await,
        _ => floor::serve_http().await,
    }
}

async fn run(who: Who, wire: Wire, at_once: usize, seconds: f64) -> Result<Figures, Failed> {
    let server = Server::start(who, wire)?;
    match (who, wire) {
        (Who::Ours, _) => ours::load(server, at_once, seconds).await,
        (Who::Rmcp, _) => peer::load(server, at_once, seconds).await,
        (Who::Floor, Wire::Stdio) => floor::load_stdio(server, at_once, seconds).await,
        (Who::Floor, Wire::Http) => floor::load_http(server, at_once, seconds).await,
    }
}

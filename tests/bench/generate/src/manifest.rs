//! Bindings of a server with ever more tools.
use mcp_bindgen::Builder;
use measure::{Bars, thread_time};

/// Runs of each size; the fastest counts.
const RUNS: [(usize, usize); 3] = [(100, 30), (1_000, 6), (10_000, 3)];

pub fn grow(bars: &mut Bars) {
    println!("\ngenerate: a server's bindings");
    let times = RUNS.map(|(tools, runs)| {
        let text = manifest(tools);
        let builder = Builder::new().manifest_text("bench.json", text);
        let best = (0..runs).map(|_| time(&builder)).fold(f64::INFINITY, f64::min);
        let each = best / tools as f64;
        println!("  {tools:>6} tools {best:>10.1} ms, a tool {:>8.1} us", each * 1e3);
        each
    });
    let [few, _, many] = times;
    bars.at_most("a tool of 10,000 / a tool of 100", many / few, 4.0 / 3.0);
}

/// Milliseconds of one generation.
fn time(builder: &Builder) -> f64 {
    let start = thread_time();
    let bindings = builder.generate().expect("the manifest is sound");
    let spent = thread_time() - start;
    drop(bindings);
    spent.as_secs_f64() * 1e3
}

/// Tools as servers have them: scalars, a list, an enum, a nested object, an output with a definition.
fn manifest(tools: usize) -> String {
    let tools: Vec<String> = (0..tools).map(tool).collect();
    format!(
        r#"{{"server":{{"name":"bench","version":"1.0.0"}},"protocolVersion":"2026-07-28","tools":[{}]}}"#,
        tools.join(",")
    )
}

fn tool(number: usize) -> String {
    include_str!("tool.json").replace("NUMBER", &number.to_string())
}

//! How many events a second the discrete-event engine simulates, and how much memory it needs: 20 clusters of 50 nodes, one
//! iteration of a tree with ten children a job, and a scenario of the Grid paper.
//!
//! With a folder as argument it leaves there our figures, and what a peer needs to simulate the small scenario. As WebAssembly
//! it offers [`measure`].

#![allow(clippy::print_stdout, reason = "a benchmark prints")]
#![allow(
    unsafe_code,
    reason = "a name that another program can call is a promise"
)]

use adaptation_model::scenario::grid::Grid;
use adaptation_model::strategy::coordinator::{Coordinator, Settings};
use adaptation_model::strategy::{Strategy, Unadapted};
use adaptation_model::{Application, Cluster, Outcome, Scenario, engine, record};

/// 20 clusters of 50 nodes, one iteration of one tree of k = 10.
fn large(depth: u32) -> Scenario {
    Scenario {
        clusters: vec![Cluster::alike(50, 50); 20],
        application: Application {
            iterations: 1,
            phases: 1,
            branching: 10,
            depth,
            ..Application::default()
        },
        ..Scenario::default()
    }
}

/// 4 clusters of 8 nodes, one binary tree, small messages: what a peer simulates, too.
fn small() -> Scenario {
    let mut scenario = Scenario {
        clusters: vec![Cluster::alike(8, 8); 4],
        application: Application {
            iterations: 1,
            phases: 1,
            serial: 0.0,
            branching: 2,
            depth: 12,
            leaf: 0.05,
            split: 1e-4,
            merge: 1e-4,
            base_bytes: 200.0,
            input_bytes: 100.0,
            output_bytes: 100.0,
            ..Application::default()
        },
        ..Scenario::default()
    };
    scenario.stealing.longest_wait = 0.05;
    scenario
}

/// One case; nothing where there is no such case.
fn simulate(case: u32) -> Option<Outcome> {
    let (scenario, adapts) = match case {
        0 => (large(5), false),
        1 => (large(6), false),
        2 => (large(7), false),
        3 => {
            let mut scenario = large(7);
            scenario.application.base_bytes = 200.0;
            scenario.application.input_bytes = 0.0;
            scenario.application.output_bytes = 0.0;
            (scenario, false)
        }
        4 => (Grid::OverloadedLink.scenario(1), false),
        5 => (Grid::OverloadedLink.scenario(1), true),
        6 => (small(), false),
        _ => return None,
    };
    let mut coordinator = Coordinator::new(Settings::default()).ok()?;
    let mut unadapted = Unadapted;
    let strategy: &mut dyn Strategy = match adapts {
        true => &mut coordinator,
        false => &mut unadapted,
    };
    engine::run(&scenario, strategy, &mut record::Off, &mut report::Silent).ok()
}

/// Simulates one case and returns its runtime, s, which is the same everywhere, to the bit.
#[unsafe(no_mangle)]
pub extern "C" fn measure(case: u32) -> f64 {
    simulate(case).map_or(f64::NAN, |outcome| outcome.runtime)
}

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    use std::hint::black_box;
    use std::path::Path;
    use std::time::Instant;

    use serde_json::{Map, json};

    const CASES: [(&str, u32); 7] = [
        ("111,111 jobs, 1,000 nodes", 5),
        ("1,111,111 jobs", 5),
        ("11,111,111 jobs", 2),
        ("11,111,111 jobs, small messages", 2),
        ("scenario 3, without adaptation", 9),
        ("scenario 3, with the coordinator", 9),
        ("8,191 jobs, 32 nodes", 9),
    ];
    println!(
        "work stealing, cluster-aware, recorder off; best of several runs (gate: 5, reach: 10 million events/s with 11,111,111 jobs)"
    );
    let mut figures = Map::new();
    for (case, (name, times)) in (0..).zip(CASES) {
        let (mut best, mut simulated) = (f64::INFINITY, None);
        for _ in 0..times {
            let begun = Instant::now();
            simulated = simulate(black_box(case));
            best = begun.elapsed().as_secs_f64().min(best);
        }
        let outcome = simulated.ok_or("a case cannot be simulated")?;
        let rate = outcome.events as f64 / best;
        println!(
            "{name:34} {:>10} events {:>9.2} ms {:>6.2} million events/s {:>8} live jobs at most, {} at most",
            outcome.events,
            1e3 * best,
            1e-6 * rate,
            outcome.live_jobs,
            memory()
        );
        let figure = json!({
            "name": name, "seconds": best, "sum": outcome.runtime, "events": outcome.events, "rate": rate, "once": (2..4).contains(&case)
        });
        figures.insert(case.to_string(), figure);
    }
    // Cargo adds a flag of its own.
    let folder = std::env::args()
        .skip(1)
        .find(|argument| !argument.starts_with('-'));
    if let Some(folder) = folder {
        let folder = Path::new(&folder);
        std::fs::write(folder.join("figures.json"), serde_json::to_vec(&figures)?)?;
        std::fs::write(
            folder.join("scenario.json"),
            serde_json::to_vec(&shared(&small()))?,
        )?;
    }
    Ok(())
}

/// The most memory of this process so far, where the system tells.
#[cfg(not(target_arch = "wasm32"))]
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse().ok());
    kilobytes.map_or_else(
        || "unknown memory".to_owned(),
        |kilobytes: f64| format!("{:.1} MB", kilobytes / 1024.0),
    )
}

/// A scenario as a peer reads it.
#[cfg(not(target_arch = "wasm32"))]
fn shared(scenario: &Scenario) -> serde_json::Value {
    let application = &scenario.application;
    let cluster = scenario.clusters.first();
    let links = cluster.map(|cluster| cluster.links).unwrap_or_default();
    serde_json::json!({
        "clusters": scenario.clusters.len(),
        "nodes": cluster.map_or(0, |cluster| cluster.speeds.len()),
        "branching": application.branching,
        "depth": application.depth,
        "leaf": application.leaf,
        "jitter": application.jitter,
        "split": application.split,
        "merge": application.merge,
        "job_bytes": (0..=application.depth).map(|level| application.job_bytes(level)).collect::<Vec<_>>(),
        "result_bytes": (0..=application.depth).map(|level| application.result_bytes(level)).collect::<Vec<_>>(),
        "first_wait": scenario.stealing.first_wait,
        "longest_wait": scenario.stealing.longest_wait,
        "lan_latency": links.lan_latency,
        "lan_bandwidth": links.lan_bandwidth,
        "latency": links.latency,
        "bandwidth": links.up,
    })
}

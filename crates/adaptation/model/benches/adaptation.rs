//! How many events a second the discrete-event engine simulates, and how much memory it needs: 20 clusters of 50 nodes, one
//! iteration of a tree with ten children a job, and a scenario of the Grid paper.
//!
//! With a folder as argument it writes there the input of a peer for the small scenario. As WebAssembly it offers [`measure`].

#![allow(clippy::print_stdout, reason = "a benchmark prints")]
#![allow(
    unsafe_code,
    reason = "a name that another program can call is a promise"
)]

use adaptation_model::engine::queue::Queue;
use adaptation_model::scenario::grid::Grid;
use adaptation_model::strategy::coordinator::{Coordinator, Settings};
use adaptation_model::strategy::{Strategy, Unadapted};
use adaptation_model::{Application, Cluster, Outcome, Scenario, engine, record};
use trace::random::Random;

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

/// 4 clusters of 8 nodes, one binary tree, small messages: a peer simulates it, too.
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

/// Simulates one case; none where the case does not exist.
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

/// The number of the hold model, after all cases.
const HOLD: u32 = 7;
/// The name of the hold model.
#[cfg(not(target_arch = "wasm32"))]
const HOLDING: &str = "hold model, 1,000 pending events";
/// The number of its pending events.
const PENDING: u32 = 1_000;
/// The number of events that it takes.
const HELD: u32 = 1_000_000;

/// The hold model: after each event that it takes, it puts one in an exponential time later. Returns the time of the last event.
fn hold() -> f64 {
    let mut random = Random::stream(2006, &[1]);
    let mut queue = Queue::default();
    for what in 0..PENDING {
        queue.push(random.exponential(1.0), what);
    }
    let mut now = 0.0;
    for _ in 0..HELD {
        if let Some(event) = queue.pop() {
            now = event.time;
            queue.push(now + random.exponential(1.0), event.what);
        }
    }
    now
}

/// Simulates one case and returns its runtime, s, which is the same everywhere, to the bit.
#[unsafe(no_mangle)]
pub extern "C" fn measure(case: u32) -> f64 {
    match case {
        HOLD => hold(),
        _ => simulate(case).map_or(f64::NAN, |outcome| outcome.runtime),
    }
}

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    use std::hint::black_box;

    /// Million events a second.
    const REACH: f64 = 10.0;
    const CASES: [(&str, Option<f64>); 7] = [
        ("111,111 jobs, 1,000 nodes", None),
        ("1,111,111 jobs", None),
        ("11,111,111 jobs", Some(REACH)),
        ("11,111,111 jobs, small messages", Some(REACH)),
        ("scenario 3, without adaptation", None),
        ("scenario 3, with the coordinator", None),
        ("8,191 jobs, 32 nodes", None),
    ];
    if gauge::counted(measure) {
        return Ok(());
    }
    let gauge = gauge::Gauge::from_environment();
    println!(
        "work stealing, cluster-aware, recorder off; medians (reach: {REACH} million events/s with 11,111,111 jobs)"
    );
    for (case, (name, reach)) in (0..).zip(CASES) {
        if gauge.is_quick() && reach.is_some() {
            continue;
        }
        let (seconds, simulated) = gauge.time(|| simulate(black_box(case)));
        let outcome = simulated.ok_or("a case cannot be simulated")?;
        let runs = seconds.map(|seconds| 1e-6 * outcome.events as f64 / seconds);
        println!(
            "{name:34} {:>10} events {:>9.2} ms {:>6.2} million events/s {:>8} live jobs at most, {} at most",
            outcome.events,
            1e3 * seconds.median(),
            runs.median(),
            outcome.live_jobs,
            memory().map_or_else(
                || "unknown memory".to_owned(),
                |most| format!("{most:.1} MB")
            )
        );
        gauge.record(&gauge::Record {
            name,
            unit: "million events/s",
            runs,
            reach,
            same: serde_json::json!({
                "part": case, "sum": outcome.runtime, "number": 1e-6 * outcome.events as f64,
            }),
        })?;
    }
    if let Some(most) = memory() {
        gauge.record(&gauge::Record {
            name: "memory of all these runs",
            unit: "MB",
            runs: gauge::Runs::one(most),
            reach: None,
            same: serde_json::Value::Null,
        })?;
    }
    let (seconds, sum) = gauge.time(|| measure(black_box(HOLD)));
    let number = 1e-6 * f64::from(HELD);
    let runs = seconds.map(|seconds| number / seconds);
    println!("{HOLDING:34} {:>6.2} million events/s", runs.median());
    gauge.record(&gauge::Record {
        name: HOLDING,
        unit: "million events/s",
        runs,
        reach: Some(25.0),
        same: serde_json::json!({ "part": HOLD, "sum": sum, "number": number, "webassembly": 15.0, "pending": PENDING }),
    })?;
    if let Some(folder) = gauge::folder() {
        std::fs::write(
            folder.join("scenario.json"),
            serde_json::to_vec(&shared(&small()))?,
        )?;
    }
    Ok(())
}

/// The most memory of this process so far, MB, where the system tells.
#[cfg(not(target_arch = "wasm32"))]
fn memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes: f64 = line?.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes * 1024.0 / 1e6)
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

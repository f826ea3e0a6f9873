//! Events that the simulation processes per second: 1,000 workers of Table 3 in clusters that their masters can feed.
//!
//! Six events a round: two arrivals, two ends of computation, two ends of returned results. With a folder as argument it
//! writes a peer's input for the same stars there. As WebAssembly it offers [`measure`].

#![allow(clippy::print_stdout, reason = "a benchmark prints")]
#![allow(
    unsafe_code,
    reason = "a name that another program can call is a promise"
)]

use std::cell::RefCell;

use divisible_model::settings::{Order, Ports, Results, Settings};
use divisible_model::streams::{self, Together};
use divisible_model::watch::Unwatched;
use divisible_model::{Platform, Stream};
use schedule::Off;

const TARGET: f64 = 3.0;
const HORIZON: f64 = 2000.0;
/// The duration of a peer's simulation, s.
#[cfg(not(target_arch = "wasm32"))]
const PART: f64 = 200.0;

/// The stars, and all their workers under one master.
struct Stars {
    clusters: Vec<Platform>,
    one: Vec<Platform>,
}

thread_local! {
    static STARS: RefCell<Option<Stars>> = const { RefCell::new(None) };
}

/// One case until a moment, s; nothing where there is no such case.
fn simulate(case: u32, horizon: f64) -> Option<Together> {
    let ring = Settings::as4dr(TARGET);
    let settings = match case {
        0 => ring,
        1 => Settings::baseline(TARGET),
        2 => Settings {
            order: Order::Fifo,
            ..ring
        },
        3 => Settings {
            results: Results::Push,
            ..ring
        },
        4 => Settings {
            ports: Ports::Multi,
            order: Order::Fifo,
            ..ring
        },
        _ => return None,
    };
    STARS.with_borrow_mut(|stars| {
        let stars = stars.get_or_insert_with(|| {
            let platform = Platform::table_3(1001);
            Stars {
                clusters: platform.clusters(11),
                one: vec![platform],
            }
        });
        let platforms = match settings.ports {
            Ports::One => &stars.clusters,
            Ports::Multi => &stars.one,
        };
        let stream = Stream::until(horizon);
        streams::simulate(platforms, &settings, &stream, &mut Off, &mut Unwatched).ok()
    })
}

/// Simulates one case and returns its throughput, u/s, which is the same everywhere, to the bit.
#[unsafe(no_mangle)]
pub extern "C" fn measure(case: u32) -> f64 {
    simulate(case, HORIZON).map_or(f64::NAN, |outcome| outcome.throughput())
}

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    use std::hint::black_box;

    const CASES: [&str; 5] = [
        "AS4DR, ring",
        "BS, ring",
        "AS4DR, first come first served",
        "AS4DR, ring, results pushed",
        "AS4DR, multi-port, one master",
    ];
    const REACH: f64 = 30.0;

    if gauge::counted(measure) {
        return Ok(());
    }
    let gauge = gauge::Gauge::from_environment();
    println!(
        "1,000 workers of Table 3, tau {TARGET} s, {HORIZON} s; medians (reach: {REACH} million events/s)"
    );
    // A peer simulates a part of the time, and must count as many rounds.
    let part = simulate(0, PART).ok_or("the ring cannot be simulated")?;
    for (case, name) in (0..).zip(CASES) {
        let (seconds, sum) = gauge.time(|| measure(black_box(case)));
        let rounds = simulate(case, HORIZON).map_or(0, |outcome| outcome.rounds());
        let runs = seconds.map(|seconds| 6e-6 * rounds as f64 / seconds);
        println!(
            "{name:32} {rounds:>9} rounds {:>8.2} ms {:>8.1} million events/s",
            1e3 * seconds.median(),
            runs.median()
        );
        gauge.record(&gauge::Record {
            name,
            unit: "million events/s",
            runs,
            reach: Some(REACH),
            same: serde_json::json!({
                "part": case, "sum": sum, "number": 6e-6 * rounds as f64,
                "horizon": PART, "rounds": part.rounds(), "throughput": part.throughput(),
            }),
        })?;
    }
    if let Some(folder) = gauge::folder() {
        let table = STARS.with_borrow(|stars| stars.as_ref().map(|stars| table(&stars.clusters)));
        std::fs::write(folder.join("platform.csv"), table.unwrap_or_default())?;
    }
    Ok(())
}

/// One line for each worker: cluster, delay, F, f, B^D, b^D, B^R, b^R.
#[cfg(not(target_arch = "wasm32"))]
fn table(clusters: &[Platform]) -> String {
    use std::fmt::Write as _;

    let mut table = String::new();
    for (cluster, platform) in clusters.iter().enumerate() {
        for (worker, delay) in platform.workers().iter().zip(platform.delays(TARGET)) {
            // Writing to a string cannot fail.
            let _ = writeln!(
                table,
                "{cluster},{delay},{},{},{},{},{},{}",
                worker.speed,
                worker.latency,
                worker.send_bandwidth,
                worker.send_latency,
                worker.return_bandwidth,
                worker.return_latency
            );
        }
    }
    table
}

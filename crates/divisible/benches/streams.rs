//! How many events a second the simulation comes to: 1,000 workers of Table 3 in clusters that their masters can feed.
//!
//! Six events a round: two arrivals, two ends of computation, two ends of returned results. With a folder as argument it
//! leaves there what a peer needs to simulate the same stars, and our figures of the first case.

#![allow(clippy::print_stdout, reason = "a benchmark prints")]

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use divisible::settings::{Order, Ports, Results, Settings};
use divisible::watch::Unwatched;
use divisible::{Platform, Stream, streams};
use schedule::Off;

const TIMES: u32 = 15;
const HORIZON: f64 = 2000.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args()
        .skip(1)
        .find(|argument| !argument.starts_with('-'));
    let platform = Platform::table_3(1001);
    let clusters = platform.clusters(11);
    let ring = Settings::as4dr(3.0);
    let cases = [
        ("AS4DR, ring", ring.clone(), clusters.clone()),
        ("BS, ring", Settings::baseline(3.0), clusters.clone()),
        (
            "AS4DR, first come first served",
            Settings {
                order: Order::Fifo,
                ..ring.clone()
            },
            clusters.clone(),
        ),
        (
            "AS4DR, ring, results pushed",
            Settings {
                results: Results::Push,
                ..ring.clone()
            },
            clusters.clone(),
        ),
        (
            "AS4DR, multi-port, one master",
            Settings {
                ports: Ports::Multi,
                order: Order::Fifo,
                ..ring
            },
            vec![platform],
        ),
    ];
    println!(
        "1,000 workers of Table 3, tau 3 s, 2,000 s; best of {TIMES} (reach: 30 million events/s)"
    );
    for (case, (name, settings, clusters)) in cases.into_iter().enumerate() {
        let (mut best, mut rounds, mut throughput) = (f64::INFINITY, 0, 0.0);
        for _ in 0..TIMES {
            let begun = Instant::now();
            let outcome = streams::simulate(
                black_box(&clusters),
                &settings,
                &Stream::until(HORIZON),
                &mut Off,
                &mut Unwatched,
            )?;
            best = begun.elapsed().as_secs_f64().min(best);
            (rounds, throughput) = (outcome.rounds(), outcome.throughput());
        }
        let events = 6.0 * rounds as f64;
        println!(
            "{name:32} {:>9} rounds {:>8.2} ms {:>8.1} million events/s",
            rounds,
            1e3 * best,
            1e-6 * events / best
        );
        if let (0, Some(folder)) = (case, &folder) {
            let figures = format!(
                r#"{{"horizon": {HORIZON}, "rounds": {rounds}, "rate": {}, "throughput": {throughput}}}"#,
                events / best
            );
            std::fs::write(Path::new(folder).join("figures.json"), figures)?;
            std::fs::write(
                Path::new(folder).join("platform.csv"),
                table(&clusters, settings.target),
            )?;
        }
    }
    Ok(())
}

/// A worker a line: cluster, delay, F, f, B^D, b^D, B^R, b^R.
fn table(clusters: &[Platform], target: f64) -> String {
    let mut table = String::new();
    for (cluster, platform) in clusters.iter().enumerate() {
        for (worker, delay) in platform.workers().iter().zip(platform.delays(target)) {
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

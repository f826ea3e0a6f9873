//! How many events a second the simulation comes to: 1,000 workers of Table 3 in clusters that their masters can feed.
//!
//! Six events a round: two arrivals, two ends of computation, two ends of returned results.

#![allow(clippy::print_stdout, reason = "a benchmark prints")]

use std::hint::black_box;
use std::time::Instant;

use divisible::settings::{Order, Ports, Results, Settings};
use divisible::watch::Unwatched;
use divisible::{Error, Platform, Stream, streams};
use schedule::Off;

const TIMES: u32 = 15;

fn main() -> Result<(), Error> {
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
            clusters,
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
    for (name, settings, clusters) in cases {
        let (mut best, mut rounds) = (f64::INFINITY, 0);
        for _ in 0..TIMES {
            let begun = Instant::now();
            let outcome = streams::simulate(
                black_box(&clusters),
                &settings,
                &Stream::until(2000.0),
                &mut Off,
                &mut Unwatched,
            )?;
            best = begun.elapsed().as_secs_f64().min(best);
            rounds = outcome.rounds();
        }
        let events = 6.0 * rounds as f64;
        println!(
            "{name:32} {:>9} rounds {:>8.2} ms {:>8.1} million events/s",
            rounds,
            1e3 * best,
            1e-6 * events / best
        );
    }
    Ok(())
}

//! How many events per second the discrete-event engine simulates, and how much memory it needs.

#![allow(clippy::print_stdout, reason = "a benchmark prints")]

use std::time::Instant;

use adaptation_model::scenario::grid::Grid;
use adaptation_model::strategy::Unadapted;
use adaptation_model::{Application, Cluster, Error, Scenario, engine, record};

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

/// Simulates, and prints how fast. The best of so many runs counts.
fn timed(name: &str, scenario: &Scenario, runs: u32) -> Result<f64, Error> {
    let mut best = 0.0_f64;
    for _ in 0..runs {
        let start = Instant::now();
        let outcome = engine::run(
            scenario,
            &mut Unadapted,
            &mut record::Off,
            &mut report::Silent,
        )?;
        let seconds = start.elapsed().as_secs_f64();
        let rate = outcome.events as f64 / seconds;
        best = best.max(rate);
        println!(
            "{name}: {} events in {seconds:.3} s, {:.2} million/s; {} live jobs at most; runtime {:.3} s",
            outcome.events,
            rate / 1e6,
            outcome.live_jobs,
            outcome.runtime,
        );
    }
    Ok(best)
}

fn main() -> Result<(), Error> {
    for depth in 5..=6 {
        timed(&format!("10^{depth} leaves"), &large(depth), 1)?;
    }
    let best = timed("10^7 leaves", &large(7), 3)?;
    let small = Scenario {
        application: Application {
            base_bytes: 200.0,
            input_bytes: 0.0,
            output_bytes: 0.0,
            ..large(7).application
        },
        ..large(7)
    };
    timed("10^7 leaves, small messages", &small, 2)?;
    timed("scenario 3", &Grid::OverloadedLink.scenario(1), 3)?;
    println!("{:.2} million events/s", best / 1e6);
    Ok(())
}

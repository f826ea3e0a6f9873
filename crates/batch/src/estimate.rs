//! Time and memory, told first.

use std::time::{Duration, Instant};

use playground::Cache;
use report::Silent;
use study::Plan;

use crate::{Error, Shard};

/// Up to so many points are run for an estimate, from all parts of the study.
const POINTS: u64 = 9;

/// Memory of a thread beside that of its run, bytes.
const THREAD: f64 = 8e6;

/// What a shard takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Its points.
    pub points: u64,
    /// Of these, how many were run for this estimate.
    pub tried: u64,
    /// How many rows its runs have.
    pub rows: f64,
    /// How long it takes on so many threads.
    pub time: Duration,
    /// The most memory at a time, bytes.
    pub memory: f64,
    /// The size of its journal, bytes.
    pub disk: f64,
}

/// Runs some points, and says what all of them take on so many threads.
///
/// # Errors
/// Where a run fails.
pub fn estimate(plan: &Plan, shard: Shard, threads: usize) -> Result<Estimate, Error> {
    let places: Vec<u64> = shard.places(plan.points()).collect();
    let points = places.len() as u64;
    let tried = points.min(POINTS);
    let mut cache = Cache::default();
    let (mut rows, mut bytes, mut memory) = (0, 0, 0.0_f64);
    let start = Instant::now();
    for at in 0..tried {
        // In the middle of each of as many parts.
        let place = (2 * at + 1) * points / (2 * tried);
        let Some(&place) = places.get(place as usize) else {
            continue;
        };
        let ran = plan
            .run(place, &mut cache, &mut Silent)
            .map_err(|error| Error::Point { place, error })?;
        bytes += serde_json::to_vec(&ran).map_or(0, |json| json.len());
        if let Ok(outcome) = &ran.outcome {
            let runs = outcome.samples.iter().map(|sample| sample.values.len());
            rows += runs.max().unwrap_or_default();
        }
        if let Ok(scenario) = plan.scenario(place) {
            memory = memory.max(scenario.need().memory);
        }
    }
    let each = |of: f64| of / tried.max(1) as f64 * points as f64;
    let threads = threads.max(1) as f64;
    Ok(Estimate {
        points,
        tried,
        rows: each(rows as f64),
        time: Duration::from_secs_f64(
            each(start.elapsed().as_secs_f64()) / threads.min(points.max(1) as f64),
        ),
        memory: threads * (memory + THREAD),
        disk: each(bytes as f64),
    })
}

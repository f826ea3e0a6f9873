//! Time and memory, before a study runs.

use std::time::{Duration, Instant};

use playground::Cache;
use report::Silent;
use study::Plan;

use crate::{Error, Shard};

/// The most points that an estimate runs, spread over the whole study.
const POINTS: u64 = 9;

/// Memory of a thread beside that of its run, bytes.
const THREAD: f64 = 8e6;

/// The cost of a shard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Its points.
    pub points: u64,
    /// The number of points that were run for this estimate.
    pub tried: u64,
    /// The number of rows of its runs.
    pub rows: f64,
    /// Its duration on the given number of threads.
    pub time: Duration,
    /// The most memory at a time, bytes.
    pub memory: f64,
    /// The size of its journal, bytes.
    pub disk: f64,
}

/// Runs some points and estimates the cost of all on the given number of threads.
///
/// # Errors
/// If a run fails.
pub fn estimate(plan: &Plan, shard: Shard, threads: usize) -> Result<Estimate, Error> {
    let places: Vec<u64> = shard.places(plan.points()).collect();
    let points = places.len() as u64;
    let tried = points.min(POINTS);
    let mut cache = Cache::default();
    let (mut rows, mut bytes, mut memory) = (0, 0, 0.0_f64);
    let start = Instant::now();
    for at in 0..tried {
        // The middle of each of `tried` equal parts.
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

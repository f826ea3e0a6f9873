//! One worker round by round.

use schedule::Off;

use super::Progress;
use crate::Error;
use crate::experiment::Experiment;
use crate::watch::{Each, Listener};

/// One round of a worker, from the end of its preceding computing to the end of this round's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// The end of its computing, s.
    pub end: f64,
    /// α, u.
    pub chunk: f64,
    /// σ, s.
    pub sigma: f64,
    /// The share of the round in which the worker computed, latencies and waiting left out.
    pub efficiency: f64,
    /// The throughput of the round, eq (10), u/s.
    pub throughput: f64,
}

/// The rounds of the worker at `place` over all clusters, counted from 0; at most `most` of them.
///
/// The document measures between dates at which results come back; the rounds' own ends show the same sooner (own choice).
///
/// # Errors
/// As of [`Progress::simulate`].
pub fn course(
    experiment: &Experiment,
    place: u32,
    most: usize,
    progress: &mut Progress<'_>,
) -> Result<Vec<Turn>, Error> {
    let latency = experiment
        .clusters
        .iter()
        .flat_map(|cluster| cluster.workers())
        .nth(place as usize)
        .map_or(0.0, |worker| worker.latency);
    let mut turns = Vec::new();
    let mut last = 0.0;
    let mut watch: Listener<'_> = Each(&mut |round| {
        if round.worker != place || turns.len() >= most {
            return;
        }
        let [(first, _), (_, end)] = round.computed;
        let begin = if round.number == 0 { first } else { last };
        last = end;
        let lasted = end - begin;
        let waited = if round.number == 0 {
            round.intra
        } else {
            round.inter + round.intra
        };
        turns.push(Turn {
            end,
            chunk: round.size,
            sigma: round.sigma,
            efficiency: 1.0 - (waited + 2.0 * latency) / lasted,
            throughput: round.size / lasted,
        });
    });
    progress.simulate(experiment, &mut Off, &mut watch)?;
    Ok(turns)
}

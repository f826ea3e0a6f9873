//! A worker's share of a round after any predecessor in the ring.

use crate::Worker;
use crate::formulas::efficiency::throughput;

/// A worker with its weight and profit for the selection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weighed {
    /// d̊: at least its spacing after any predecessor, s.
    pub weight: f64,
    /// t: the worker's long-run throughput, by the master's beliefs, u/s.
    pub throughput: f64,
}

/// Weighs all available workers. A single slow link makes all of them heavy.
///
/// Source: Millot and Parrot 2016, section 6, before equation 22.
#[must_use]
pub fn weigh(workers: &[Worker], target: f64) -> Vec<Weighed> {
    let most = |time: fn(&Worker, f64) -> f64| {
        let times = workers.iter().map(|w| time(w, w.first_chunk(target)));
        times.fold(0.0, f64::max)
    };
    let send = most(|worker, chunk| worker.sending(chunk));
    let second_result = most(|worker, chunk| {
        let [_, second] = worker.returning_parts(chunk);
        second
    });
    workers
        .iter()
        .map(|worker| {
            let [first_result, _] = worker.returning_parts(worker.first_chunk(target));
            Weighed {
                weight: send.max(second_result + first_result),
                throughput: throughput(worker.estimated_speed, worker.estimated_latency, target),
            }
        })
        .collect()
}

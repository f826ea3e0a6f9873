//! The expectations of a proposition from a simulation, and whether the simulation meets them.

use serde::Serialize;

/// An expectation from a simulation of constant speeds in the long run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "what")]
pub enum Expected {
    /// A worker's chunks tend to this size, u.
    Chunk {
        /// The worker's index.
        worker: usize,
        /// α*, u.
        value: f64,
        /// The first chunk, u, by which chunks that vanish are measured.
        first: f64,
    },
    /// Whether a worker computes without waiting for data.
    Fed {
        /// The worker's index.
        worker: usize,
        /// Whether it never waits.
        fed: bool,
    },
    /// The throughput of all workers together.
    Throughput {
        /// T, u/s.
        value: f64,
        /// The throughput of all workers without latencies, u/s, by which one that vanishes is measured.
        most: f64,
    },
    /// No transfer waits for another worker's.
    NoContention,
    /// The duration of the ring's turn.
    Period {
        /// The duration, s.
        value: f64,
    },
}

/// The observations of a simulation's last rounds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Observed {
    /// The last chunk of each worker, u.
    pub chunks: Vec<f64>,
    /// Each worker's wait for data in its last round, s.
    pub starvation: Vec<f64>,
    /// The throughput of all workers over the last rounds, u/s.
    pub throughput: f64,
    /// Transfers that waited for another worker's, in all rounds.
    pub contention: u64,
    /// The duration of the ring's last turn, s.
    pub period: f64,
    /// The last round in which each worker waited for data, from 0; none where it never did.
    pub waited: Vec<Option<u32>>,
    /// The number of rounds of the worker with the fewest.
    pub turns: u32,
    /// Whether the last two rounds of all workers are equal except for their dates: then all further rounds are equal,
    /// too.
    pub repeats: bool,
}

impl Expected {
    /// Whether the simulation meets it, where numbers may differ by the share `tolerance`.
    #[must_use]
    pub fn is_met(&self, observed: &Observed, tolerance: f64) -> bool {
        let close =
            |seen: f64, value: f64| (seen - value).abs() <= tolerance * value.abs().max(seen.abs());
        match *self {
            // A chunk that vanishes never reaches 0: it only has to be small beside the first.
            Self::Chunk {
                worker,
                value,
                first,
            } => observed.chunks.get(worker).is_some_and(|chunk| {
                close(*chunk, value) || value == 0.0 && chunk.abs() <= tolerance.sqrt() * first
            }),
            Self::Fed { worker, fed } => observed
                .starvation
                .get(worker)
                .is_some_and(|waited| (*waited <= tolerance * observed.period) == fed),
            Self::Throughput { value, most } => {
                close(observed.throughput, value)
                    || value == 0.0 && observed.throughput <= tolerance.sqrt() * most
            }
            Self::NoContention => observed.contention == 0,
            Self::Period { value } => close(observed.period, value),
        }
    }
}

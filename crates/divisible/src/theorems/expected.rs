//! What a proposition foretells of a simulation, and whether it came.

use serde::Serialize;

/// One thing that a simulation of constant speeds has to show in the long run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "what")]
pub enum Expected {
    /// A worker's chunks tend to this size, u.
    Chunk {
        /// By its index.
        worker: usize,
        /// α*, u.
        value: f64,
    },
    /// Whether a worker computes without waiting for data.
    Fed {
        /// By its index.
        worker: usize,
        /// It never waits.
        fed: bool,
    },
    /// All workers together process this much a second.
    Throughput {
        /// T, u/s.
        value: f64,
    },
    /// No transfer waits for another worker's.
    NoContention,
    /// The ring turns in this time.
    Period {
        /// s.
        value: f64,
    },
}

/// What a simulation showed in its last rounds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Observed {
    /// The last chunk of each worker, u.
    pub chunks: Vec<f64>,
    /// How long each worker waited for data in its last round, s.
    pub starvation: Vec<f64>,
    /// What all workers processed a second over the last rounds, u/s.
    pub throughput: f64,
    /// Transfers that waited for another worker's, in all rounds.
    pub contention: u64,
    /// The duration of the ring's last turn, s.
    pub period: f64,
    /// The last round in which each worker waited for data, from 0; none where it never did.
    pub waited: Vec<Option<u32>>,
    /// How many rounds the worker with the fewest had.
    pub turns: u32,
    /// Whether the last two rounds of all workers are the same but for their dates: then all further ones are.
    pub repeats: bool,
}

impl Expected {
    /// Whether it came, where numbers may differ by the share `tolerance`.
    #[must_use]
    pub fn is_met(&self, observed: &Observed, tolerance: f64) -> bool {
        let close =
            |seen: f64, value: f64| (seen - value).abs() <= tolerance * value.abs().max(seen.abs());
        match *self {
            // A chunk that vanishes never gets there: it only has to be small beside a unit.
            Self::Chunk { worker, value } => observed.chunks.get(worker).is_some_and(|chunk| {
                close(*chunk, value) || value == 0.0 && chunk.abs() <= tolerance.sqrt()
            }),
            Self::Fed { worker, fed } => observed
                .starvation
                .get(worker)
                .is_some_and(|waited| (*waited <= tolerance * observed.period) == fed),
            Self::Throughput { value } => {
                close(observed.throughput, value)
                    || value == 0.0 && observed.throughput <= tolerance.sqrt()
            }
            Self::NoContention => observed.contention == 0,
            Self::Period { value } => close(observed.period, value),
        }
    }
}

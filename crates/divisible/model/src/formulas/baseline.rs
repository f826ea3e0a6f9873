//! Closed forms of the schedulers that AS4DR is compared with.
//!
//! Baseline scheduling keeps the first chunk for ever: all workers of a ring wait for the one whose speed was overestimated most.
//! Speeds are estimated by a factor 1 ± ι, half of the workers each.

/// The round of baseline scheduling in a ring, s.
///
/// Source: own derivation, in accordance with Millot and Parrot 2016, section 3.
#[must_use]
pub fn baseline_period(inaccuracy: f64, latency: f64, target: f64) -> f64 {
    (1.0 + inaccuracy) * target + 2.0 * latency
}

/// The mean share of time that processors compute under baseline scheduling, without latencies: 1/(1+ι).
///
/// Source: own derivation.
#[must_use]
pub fn baseline_efficiency(inaccuracy: f64) -> f64 {
    (1.0 + inaccuracy).recip()
}

/// The ratio of the efficiency of adaptive to that of baseline scheduling: 1 + ι.
///
/// Source: own derivation.
#[must_use]
pub fn efficiency_ratio(inaccuracy: f64) -> f64 {
    1.0 + inaccuracy
}

/// The standard deviation of the rounds' durations under baseline scheduling, s: ιτ.
///
/// Source: own derivation.
#[must_use]
pub fn baseline_deviation(inaccuracy: f64, target: f64) -> f64 {
    inaccuracy * target
}

/// The same of AS4DR over `rounds` rounds; only the first round misses the target: ιτ/√N.
///
/// Source: own derivation.
#[must_use]
pub fn adaptive_deviation(inaccuracy: f64, target: f64, rounds: u32) -> f64 {
    inaccuracy * target / f64::from(rounds).sqrt()
}

/// One chunk a round, adapted by its whole turnaround (DA1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SingleChunk {
    /// F_e: the load that passes in a second, communication included, u/s.
    pub effective_speed: f64,
    /// L: the latencies of a round, s.
    pub latency: f64,
}

impl SingleChunk {
    /// Of a worker.
    ///
    /// Source: own derivation from Millot and Parrot 2016, section 2 and its reference 15.
    #[must_use]
    pub fn of(worker: &crate::Worker) -> Self {
        Self {
            effective_speed: (worker.send_bandwidth.recip()
                + worker.speed.recip()
                + worker.return_bandwidth.recip())
            .recip(),
            latency: worker.send_latency + worker.latency + worker.return_latency,
        }
    }

    /// The limit of the chunks, u; 0 where τ ≤ L.
    #[must_use]
    pub fn limit_chunk(self, target: f64) -> f64 {
        self.effective_speed * (target - self.latency).max(0.0)
    }
}

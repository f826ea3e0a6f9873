//! The speed benchmark: a small problem that every node runs again and again.

use crate::error::{Error, Place, between, positive};
use words::word;

/// The benchmark's work, its largest share of the time, and its longest time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Benchmark {
    /// w_bench, work in seconds on a node of speed 1.
    pub work: f64,
    /// o_max, the largest share of a node's time.
    pub overhead: f64,
    /// The time after which it is cut off, s.
    pub cap: f64,
}

impl Default for Benchmark {
    /// 7.5 s at speed 1, every 120 s: 1.5 times in a period of 180 s (published: 1 to 2 times).
    fn default() -> Self {
        Self {
            work: 7.5,
            overhead: 0.0625,
            cap: 30.0,
        }
    }
}

impl Benchmark {
    /// The due time of the next benchmark, after one that began at `begun` and took `took` s.
    #[must_use]
    pub fn next_due(&self, begun: f64, took: f64) -> f64 {
        begun + took / self.overhead
    }

    /// The latest time of the first benchmark of a node that takes part from the start, s.
    #[must_use]
    pub fn first_within(&self, base_speed: f64) -> f64 {
        self.work / base_speed / self.overhead
    }

    /// The measured speed, where `left` of the work was left after `took` s.
    #[must_use]
    pub fn speed(&self, left: f64, took: f64) -> f64 {
        /// Work that rounding left over, s at speed 1.
        const NOTHING: f64 = 1e-9;
        let left = if left > NOTHING { left } else { 0.0 };
        (self.work - left) / took
    }

    /// Checks every number.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let place = Place::Benchmark;
        positive(place, word!("the work"), self.work, 1e6)?;
        between(
            place,
            word!("the largest share of the time"),
            self.overhead,
            1e-6,
            1.0,
        )?;
        positive(
            place,
            word!("the time after which it is cut off, s,"),
            self.cap,
            1e6,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_nodes_run_the_benchmark_less_often() {
        // E6: speed, time taken, measured speed, next due.
        let benchmark = Benchmark::default();
        for (speed, took, measured, due) in [
            (1.0, 7.5, 1.0, 120.0),
            (0.5, 15.0, 0.5, 240.0),
            (0.04, 30.0, 0.04, 480.0),
        ] {
            let time = (benchmark.work / speed).min(benchmark.cap);
            assert!((time - took).abs() < 1e-12);
            let left = benchmark.work - time * speed;
            assert!((benchmark.speed(left, time) - measured).abs() < 1e-12);
            assert!((benchmark.next_due(0.0, time) - due).abs() < 1e-9);
        }
    }
}

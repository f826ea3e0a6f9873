//! What is used of the processors.

use garde::Validate;
use report::quantity::{Formula, Registry};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::formulas::{baseline, efficiency};

pub(super) fn each(registry: &mut impl Registry) {
    registry.add::<Throughput>();
    registry.add::<CpuEfficiency>();
    registry.add::<FullClusterEfficiency>();
    registry.add::<OptimalTau>();
    registry.add::<BaselineEfficiency>();
    registry.add::<EfficiencyRatio>();
    registry.add::<BaselinePeriod>();
    registry.add::<BaselineDeviation>();
    registry.add::<AdaptiveDeviation>();
}

/// Parameters of `divisible.throughput`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct Throughput {
    /// F: load that a worker computes per second.
    #[garde(range(min = 1e-12, max = 1e15))]
    #[schemars(extend("x-unit" = "u/s", "x-symbol" = "F"))]
    speed: f64,
    /// f: latency of computing one subchunk.
    #[garde(range(min = 0.0, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "f"))]
    latency: f64,
    /// τ: the target duration of a round.
    #[garde(range(min = 1e-9, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "τ"))]
    target: f64,
}

impl Formula for Throughput {
    const NAME: &'static str = "divisible.throughput";
    const HELP: &'static str = "What a worker processes per second in the long run: (1 − 2f/τ)F";
    const UNIT: &'static str = "u/s";
    const SOURCE: &'static str = "Millot and Parrot 2016, proposition 3";

    fn evaluate(&self) -> f64 {
        efficiency::throughput(self.speed, self.latency, self.target)
    }
}

/// Parameters of `divisible.cpu_efficiency`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct CpuEfficiency {
    /// f: latency of computing one subchunk.
    #[garde(range(min = 0.0, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "f"))]
    latency: f64,
    /// τ: the target duration of a round.
    #[garde(range(min = 1e-9, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "τ"))]
    target: f64,
    /// T: how long the stream is watched.
    #[garde(range(min = 1e-6, max = 1e12))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "T"))]
    horizon: f64,
    /// W: the number of workers, all alike.
    #[garde(range(min = 1, max = 100_000))]
    #[schemars(extend("x-symbol" = "W"))]
    workers: u32,
    /// d: between the beginnings of two sendings.
    #[garde(range(min = 0.0, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "d"))]
    spacing: f64,
}

impl Formula for CpuEfficiency {
    const NAME: &'static str = "divisible.cpu_efficiency";
    const HELP: &'static str = "Share of time that workers alike compute until T, start-up included: 1 − 2f/τ − (W − 1)d/(2T)";
    const UNIT: &'static str = "";
    const SOURCE: &'static str = "Millot and Parrot 2016, figure 26; formula: own model";

    fn evaluate(&self) -> f64 {
        efficiency::efficiency(
            self.latency,
            self.target,
            self.horizon,
            self.workers,
            self.spacing,
        )
    }
}

/// Parameters of `divisible.full_cluster_efficiency`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct FullClusterEfficiency {
    /// f: latency of computing one subchunk.
    #[garde(range(min = 0.0, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "f"))]
    latency: f64,
    /// τ: the target duration of a round.
    #[garde(range(min = 1e-9, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "τ"))]
    target: f64,
    /// T: how long the stream is watched.
    #[garde(range(min = 1e-6, max = 1e12))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "T"))]
    horizon: f64,
}

impl Formula for FullClusterEfficiency {
    const NAME: &'static str = "divisible.full_cluster_efficiency";
    const HELP: &'static str = "The same where the spacings fill the round: 1 − 2f/τ − τ/(2T)";
    const UNIT: &'static str = "";
    const SOURCE: &'static str = "Millot and Parrot 2016, figure 26; formula: own model";

    fn evaluate(&self) -> f64 {
        efficiency::full_cluster_efficiency(self.latency, self.target, self.horizon)
    }
}

/// Parameters of `divisible.optimal_tau`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct OptimalTau {
    /// f: latency of computing one subchunk.
    #[garde(range(min = 0.0, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "f"))]
    latency: f64,
    /// T: how long the stream is watched.
    #[garde(range(min = 1e-6, max = 1e12))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "T"))]
    horizon: f64,
}

impl Formula for OptimalTau {
    const NAME: &'static str = "divisible.optimal_tau";
    const HELP: &'static str = "Target with which a full cluster is used best until T: √(4fT)";
    const UNIT: &'static str = "s";
    const SOURCE: &'static str = "own derivation";

    fn evaluate(&self) -> f64 {
        efficiency::optimal_target(self.latency, self.horizon)
    }
}

/// Parameters of `divisible.baseline_efficiency`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct BaselineEfficiency {
    /// ι: the relative error of the estimated speeds.
    #[garde(range(min = 0.0, max = 0.999))]
    #[schemars(extend("x-symbol" = "ι"))]
    inaccuracy: f64,
}

impl Formula for BaselineEfficiency {
    const NAME: &'static str = "divisible.baseline_efficiency";
    const HELP: &'static str =
        "Share of time that workers compute where chunks are not adapted: 1/(1 + ι)";
    const UNIT: &'static str = "";
    const SOURCE: &'static str = "own derivation";

    fn evaluate(&self) -> f64 {
        baseline::baseline_efficiency(self.inaccuracy)
    }
}

/// Parameters of `divisible.efficiency_ratio`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct EfficiencyRatio {
    /// ι: the relative error of the estimated speeds.
    #[garde(range(min = 0.0, max = 0.999))]
    #[schemars(extend("x-symbol" = "ι"))]
    inaccuracy: f64,
}

impl Formula for EfficiencyRatio {
    const NAME: &'static str = "divisible.efficiency_ratio";
    const HELP: &'static str = "How many times more efficient adapting is: 1 + ι";
    const UNIT: &'static str = "";
    const SOURCE: &'static str = "own derivation";

    fn evaluate(&self) -> f64 {
        baseline::efficiency_ratio(self.inaccuracy)
    }
}

/// Parameters of `divisible.baseline_period`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct BaselinePeriod {
    /// ι: the relative error of the estimated speeds.
    #[garde(range(min = 0.0, max = 0.999))]
    #[schemars(extend("x-symbol" = "ι"))]
    inaccuracy: f64,
    /// f: latency of computing one subchunk.
    #[garde(range(min = 0.0, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "f"))]
    latency: f64,
    /// τ: the target duration of a round.
    #[garde(range(min = 1e-9, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "τ"))]
    target: f64,
}

impl Formula for BaselinePeriod {
    const NAME: &'static str = "divisible.baseline_period";
    const HELP: &'static str =
        "Duration of a ring’s turn where chunks are not adapted: (1 + ι)τ + 2f";
    const UNIT: &'static str = "s";
    const SOURCE: &'static str = "own derivation";

    fn evaluate(&self) -> f64 {
        baseline::baseline_period(self.inaccuracy, self.latency, self.target)
    }
}

/// Parameters of `divisible.baseline_deviation`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct BaselineDeviation {
    /// ι: the relative error of the estimated speeds.
    #[garde(range(min = 0.0, max = 0.999))]
    #[schemars(extend("x-symbol" = "ι"))]
    inaccuracy: f64,
    /// τ: the target duration of a round.
    #[garde(range(min = 1e-9, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "τ"))]
    target: f64,
}

impl Formula for BaselineDeviation {
    const NAME: &'static str = "divisible.baseline_deviation";
    const HELP: &'static str =
        "Standard deviation of the rounds’ durations where chunks are not adapted: ιτ";
    const UNIT: &'static str = "s";
    const SOURCE: &'static str = "own derivation";

    fn evaluate(&self) -> f64 {
        baseline::baseline_deviation(self.inaccuracy, self.target)
    }
}

/// Parameters of `divisible.adaptive_deviation`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct AdaptiveDeviation {
    /// ι: the relative error of the estimated speeds.
    #[garde(range(min = 0.0, max = 0.999))]
    #[schemars(extend("x-symbol" = "ι"))]
    inaccuracy: f64,
    /// τ: the target duration of a round.
    #[garde(range(min = 1e-9, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "τ"))]
    target: f64,
    /// N: the number of rounds.
    #[garde(range(min = 1, max = 1_000_000_000))]
    #[schemars(extend("x-symbol" = "N"))]
    rounds: u32,
}

impl Formula for AdaptiveDeviation {
    const NAME: &'static str = "divisible.adaptive_deviation";
    const HELP: &'static str =
        "Standard deviation of the rounds’ durations of AS4DR over N rounds: ιτ/√N";
    const UNIT: &'static str = "s";
    const SOURCE: &'static str = "own derivation";

    fn evaluate(&self) -> f64 {
        baseline::adaptive_deviation(self.inaccuracy, self.target, self.rounds)
    }
}

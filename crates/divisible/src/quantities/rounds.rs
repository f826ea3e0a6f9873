//! Chunks round by round.

use garde::Validate;
use report::quantity::{Formula, Registry};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::formulas::recurrence;

pub(super) fn each(registry: &mut impl Registry) {
    registry.add::<Alpha>();
    registry.add::<Sigma>();
    registry.add::<LimitChunk>();
    registry.add::<LimitChunkWithEstimate>();
    registry.add::<ConvergenceRatio>();
    registry.add::<RoundsNeeded>();
    registry.add::<LeastGamma>();
}

/// A round of a worker that nothing disturbs.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct OfRound {
    /// α₀: the first chunk.
    #[garde(range(min = 1e-12, max = 1e18))]
    #[schemars(extend("x-unit" = "u", "x-symbol" = "α₀"))]
    first_chunk: f64,
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
    /// i: the round, the first is 0.
    #[garde(range(min = 0, max = 1_000_000))]
    #[schemars(extend("x-symbol" = "i"))]
    round: u32,
}

/// Parameters of `divisible.alpha`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(transparent)]
#[garde(transparent)]
struct Alpha(#[garde(dive)] OfRound);

impl Formula for Alpha {
    const NAME: &'static str = "divisible.alpha";
    const HELP: &'static str = "Chunk of a round while nothing disturbs the worker";
    const UNIT: &'static str = "u";
    const SOURCE: &'static str =
        "Millot and Parrot 2016, equations 1 and 5; solution: own derivation";

    fn evaluate(&self) -> f64 {
        let one = &self.0;
        recurrence::chunk_at(
            one.first_chunk,
            one.speed,
            one.latency,
            one.target,
            one.round,
        )
    }
}

/// Parameters of `divisible.sigma`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(transparent)]
#[garde(transparent)]
struct Sigma(#[garde(dive)] OfRound);

impl Formula for Sigma {
    const NAME: &'static str = "divisible.sigma";
    const HELP: &'static str = "Duration of a round’s computation: α/F + 2f";
    const UNIT: &'static str = "s";
    const SOURCE: &'static str = "Millot and Parrot 2016, equation 5; solution: own derivation";

    fn evaluate(&self) -> f64 {
        let one = &self.0;
        recurrence::round_time_at(
            one.first_chunk,
            one.speed,
            one.latency,
            one.target,
            one.round,
        )
    }
}

/// Parameters of `divisible.limit_chunk`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct LimitChunk {
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

impl Formula for LimitChunk {
    const NAME: &'static str = "divisible.limit_chunk";
    const HELP: &'static str = "What chunks tend to: F(τ − 2f); 0 where τ ≤ 2f";
    const UNIT: &'static str = "u";
    const SOURCE: &'static str = "Millot and Parrot 2016, proposition 1";

    fn evaluate(&self) -> f64 {
        recurrence::limit_chunk(self.speed, self.latency, self.target)
    }
}

/// Parameters of `divisible.limit_chunk_with_estimate`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct LimitChunkWithEstimate {
    /// F: load that a worker computes per second.
    #[garde(range(min = 1e-12, max = 1e15))]
    #[schemars(extend("x-unit" = "u/s", "x-symbol" = "F"))]
    speed: f64,
    /// f: latency of computing one subchunk.
    #[garde(range(min = 0.0, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "f"))]
    latency: f64,
    /// f̄: what it is believed to be.
    #[garde(range(min = 0.0, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "f̄"))]
    estimated_latency: f64,
    /// θ: the share of a chunk that is its first subchunk.
    #[garde(range(min = 0.001, max = 0.999))]
    #[schemars(extend("x-symbol" = "θ"))]
    theta: f64,
    /// τ: the target duration of a round.
    #[garde(range(min = 1e-9, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "τ"))]
    target: f64,
}

impl Formula for LimitChunkWithEstimate {
    const NAME: &'static str = "divisible.limit_chunk_with_estimate";
    const HELP: &'static str =
        "What chunks tend to where the latency is estimated wrongly: F(τ − f/θ − f̄(2 − 1/θ))";
    const UNIT: &'static str = "u";
    const SOURCE: &'static str = "own derivation";

    fn evaluate(&self) -> f64 {
        recurrence::limit_chunk_with_estimate(
            self.speed,
            self.latency,
            self.estimated_latency,
            self.theta,
            self.target,
        )
    }
}

/// Parameters of `divisible.convergence_ratio`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct ConvergenceRatio {
    /// f: latency of computing one subchunk.
    #[garde(range(min = 0.0, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "f"))]
    latency: f64,
    /// τ: the target duration of a round.
    #[garde(range(min = 1e-9, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "τ"))]
    target: f64,
}

impl Formula for ConvergenceRatio {
    const NAME: &'static str = "divisible.convergence_ratio";
    const HELP: &'static str =
        "Factor by which the distance of 1/α to its limit shrinks each round: 2f/τ";
    const UNIT: &'static str = "";
    const SOURCE: &'static str = "Millot and Parrot 2016, proposition 1";

    fn evaluate(&self) -> f64 {
        recurrence::convergence_ratio(self.latency, self.target)
    }
}

/// Parameters of `divisible.rounds_needed`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct RoundsNeeded {
    /// α₀: the first chunk.
    #[garde(range(min = 1e-12, max = 1e18))]
    #[schemars(extend("x-unit" = "u", "x-symbol" = "α₀"))]
    first_chunk: f64,
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
    /// How far from its limit a chunk may be, as a share of itself.
    #[garde(range(min = 1e-15, max = 1.0))]
    #[schemars(extend("x-symbol" = "ε"))]
    tolerance: f64,
}

impl Formula for RoundsNeeded {
    const NAME: &'static str = "divisible.rounds_needed";
    const HELP: &'static str =
        "First round whose chunk is within a tolerance of its limit; none where τ ≤ 2f";
    const UNIT: &'static str = "";
    const SOURCE: &'static str = "own derivation";

    fn evaluate(&self) -> f64 {
        recurrence::rounds_needed(
            self.first_chunk,
            self.speed,
            self.latency,
            self.target,
            self.tolerance,
        )
        .unwrap_or(f64::NAN)
    }
}

/// Parameters of `divisible.least_gamma`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct LeastGamma {
    /// F: load that a worker computes per second.
    #[garde(range(min = 1e-12, max = 1e15))]
    #[schemars(extend("x-unit" = "u/s", "x-symbol" = "F"))]
    speed: f64,
    /// f: latency of computing one subchunk.
    #[garde(range(min = 0.0, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "f"))]
    latency: f64,
    /// F̄: the speed that the worker is believed to have.
    #[garde(range(min = 1e-12, max = 1e15))]
    #[schemars(extend("x-unit" = "u/s", "x-symbol" = "F̄"))]
    estimated_speed: f64,
    /// τ: the target duration of a round.
    #[garde(range(min = 1e-9, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "τ"))]
    target: f64,
}

impl Formula for LeastGamma {
    const NAME: &'static str = "divisible.least_gamma";
    const HELP: &'static str =
        "Least margin with which the first chunk is at least its limit: F/F̄ · (1 − 2f/τ) − 1, or 0";
    const UNIT: &'static str = "";
    const SOURCE: &'static str = "Millot and Parrot 2016, equations 12 and 14";

    fn evaluate(&self) -> f64 {
        crate::formulas::first_chunk::least_gamma(
            self.speed,
            self.latency,
            self.estimated_speed,
            self.target,
        )
    }
}

//! When data arrive, and how far apart sendings have to begin.

use garde::Validate;
use report::quantity::{Formula, Registry};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::Worker;
use crate::formulas::{spacing, steady, target, window::Window};

pub(super) fn each(registry: &mut impl Registry) {
    registry.add::<ThetaLow>();
    registry.add::<ThetaHigh>();
    registry.add::<SteadyPeriod>();
    registry.add::<Spacing>();
    registry.add::<LeastTau>();
}

/// A worker at its limit chunk.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct AtLimit {
    /// F: load that a worker computes per second.
    #[garde(range(min = 1e-12, max = 1e15))]
    #[schemars(extend("x-unit" = "u/s", "x-symbol" = "F"))]
    speed: f64,
    /// f: latency of computing one subchunk.
    #[garde(range(min = 0.0, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "f"))]
    latency: f64,
    /// B^D: load that the link brings per second.
    #[garde(range(min = 1e-12, max = 1e18))]
    #[schemars(extend("x-unit" = "u/s", "x-symbol" = "B^D"))]
    send_bandwidth: f64,
    /// b^D: latency of sending one subchunk.
    #[garde(range(min = 0.0, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "b^D"))]
    send_latency: f64,
    /// B^R: load whose result the link returns per second.
    #[garde(range(min = 1e-12, max = 1e18))]
    #[schemars(extend("x-unit" = "u/s", "x-symbol" = "B^R"))]
    return_bandwidth: f64,
    /// b^R: latency of returning the result of one subchunk.
    #[garde(range(min = 0.0, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "b^R"))]
    return_latency: f64,
    /// τ: the target duration of a round.
    #[garde(range(min = 1e-9, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "τ"))]
    target: f64,
}

impl AtLimit {
    fn worker(&self) -> Worker {
        Worker::new(
            "",
            [
                self.speed,
                self.latency,
                self.send_bandwidth,
                self.send_latency,
                self.return_bandwidth,
                self.return_latency,
            ],
        )
    }
}

/// Parameters of `divisible.theta_window_low`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(transparent)]
#[garde(transparent)]
struct ThetaLow(#[garde(dive)] AtLimit);

impl Formula for ThetaLow {
    const NAME: &'static str = "divisible.theta_window_low";
    const HELP: &'static str =
        "θmin at the limit chunk: below, the second subchunk comes too late; none where τ ≤ 2f";
    const UNIT: &'static str = "";
    const SOURCE: &'static str = "Millot and Parrot 2016, equation 7";

    fn evaluate(&self) -> f64 {
        Window::at_limit(&self.0.worker(), self.0.target).map_or(f64::NAN, |window| window.low)
    }
}

/// Parameters of `divisible.theta_window_high`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(transparent)]
#[garde(transparent)]
struct ThetaHigh(#[garde(dive)] AtLimit);

impl Formula for ThetaHigh {
    const NAME: &'static str = "divisible.theta_window_high";
    const HELP: &'static str =
        "θmax at the limit chunk: above, the next first subchunk comes too late; none where τ ≤ 2f";
    const UNIT: &'static str = "";
    const SOURCE: &'static str = "Millot and Parrot 2016, equation 8";

    fn evaluate(&self) -> f64 {
        Window::at_limit(&self.0.worker(), self.0.target).map_or(f64::NAN, |window| window.high)
    }
}

/// Parameters of `divisible.steady_period`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct SteadyPeriod {
    /// F: load that a worker computes per second.
    #[garde(range(min = 1e-12, max = 1e15))]
    #[schemars(extend("x-unit" = "u/s", "x-symbol" = "F"))]
    speed: f64,
    /// f: latency of computing one subchunk.
    #[garde(range(min = 0.0, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "f"))]
    latency: f64,
    /// B^D: load that the link brings per second.
    #[garde(range(min = 1e-12, max = 1e18))]
    #[schemars(extend("x-unit" = "u/s", "x-symbol" = "B^D"))]
    send_bandwidth: f64,
    /// b^D: latency of sending one subchunk.
    #[garde(range(min = 0.0, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "b^D"))]
    send_latency: f64,
    /// B^R: load whose result the link returns per second.
    #[garde(range(min = 1e-12, max = 1e18))]
    #[schemars(extend("x-unit" = "u/s", "x-symbol" = "B^R"))]
    return_bandwidth: f64,
    /// b^R: latency of returning the result of one subchunk.
    #[garde(range(min = 0.0, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "b^R"))]
    return_latency: f64,
    /// θ: the share of a chunk that is its first subchunk.
    #[garde(range(min = 0.001, max = 0.999))]
    #[schemars(extend("x-symbol" = "θ"))]
    theta: f64,
    /// α: the chunk.
    #[garde(range(min = 1e-12, max = 1e18))]
    #[schemars(extend("x-unit" = "u", "x-symbol" = "α"))]
    chunk: f64,
}

impl SteadyPeriod {
    fn worker(&self) -> Worker {
        Worker {
            theta: self.theta,
            ..Worker::new(
                "",
                [
                    self.speed,
                    self.latency,
                    self.send_bandwidth,
                    self.send_latency,
                    self.return_bandwidth,
                    self.return_latency,
                ],
            )
        }
    }
}

impl Formula for SteadyPeriod {
    const NAME: &'static str = "divisible.steady_period";
    const HELP: &'static str = "Duration of a round in the long run of a worker fed with constant chunks: max(C, Ḋ + Ċ + Ṙ, (D + C + Ṙ)/2, D, R)";
    const UNIT: &'static str = "s";
    const SOURCE: &'static str = "own derivation";

    fn evaluate(&self) -> f64 {
        steady::steady_period(&self.worker(), self.chunk)
    }
}

/// Parameters of `divisible.spacing`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct Spacing {
    /// B^D: load that the link brings per second.
    #[garde(range(min = 1e-12, max = 1e18))]
    #[schemars(extend("x-unit" = "u/s", "x-symbol" = "B^D"))]
    send_bandwidth: f64,
    /// b^D: latency of sending one subchunk.
    #[garde(range(min = 0.0, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "b^D"))]
    send_latency: f64,
    /// B^R: load whose result the link returns per second.
    #[garde(range(min = 1e-12, max = 1e18))]
    #[schemars(extend("x-unit" = "u/s", "x-symbol" = "B^R"))]
    return_bandwidth: f64,
    /// b^R: latency of returning the result of one subchunk.
    #[garde(range(min = 0.0, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "b^R"))]
    return_latency: f64,
    /// θ: the share of a chunk that is its first subchunk.
    #[garde(range(min = 0.001, max = 0.999))]
    #[schemars(extend("x-symbol" = "θ"))]
    theta: f64,
    /// α: the chunk.
    #[garde(range(min = 1e-12, max = 1e18))]
    #[schemars(extend("x-unit" = "u", "x-symbol" = "α"))]
    chunk: f64,
}

impl Spacing {
    fn worker(&self) -> Worker {
        Worker {
            theta: self.theta,
            ..Worker::new(
                "",
                [
                    1.0,
                    0.0,
                    self.send_bandwidth,
                    self.send_latency,
                    self.return_bandwidth,
                    self.return_latency,
                ],
            )
        }
    }
}

impl Formula for Spacing {
    const NAME: &'static str = "divisible.spacing";
    const HELP: &'static str = "Least time between sendings to two workers alike: max(D, R̈ + Ṙ)";
    const UNIT: &'static str = "s";
    const SOURCE: &'static str = "Millot and Parrot 2016, equation 13";

    fn evaluate(&self) -> f64 {
        spacing::spacings(&[&self.worker()], |_| self.chunk)
            .iter()
            .sum()
    }
}

/// Parameters of `divisible.least_tau`.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
struct LeastTau {
    /// W: the number of workers, all alike.
    #[garde(range(min = 1, max = 100_000))]
    #[schemars(extend("x-symbol" = "W"))]
    workers: u32,
    /// F̄: the speed that the worker is believed to have.
    #[garde(range(min = 1e-12, max = 1e15))]
    #[schemars(extend("x-unit" = "u/s", "x-symbol" = "F̄"))]
    estimated_speed: f64,
    /// γ: by how much the first chunk is larger than the estimate says.
    #[garde(range(min = 0.0, max = 1000.0))]
    #[schemars(extend("x-symbol" = "γ"))]
    gamma: f64,
    /// θ: the share of a chunk that is its first subchunk.
    #[garde(range(min = 0.001, max = 0.999))]
    #[schemars(extend("x-symbol" = "θ"))]
    theta: f64,
    /// B^D: load that the link brings per second.
    #[garde(range(min = 1e-12, max = 1e18))]
    #[schemars(extend("x-unit" = "u/s", "x-symbol" = "B^D"))]
    send_bandwidth: f64,
    /// b^D: latency of sending one subchunk.
    #[garde(range(min = 0.0, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "b^D"))]
    send_latency: f64,
    /// B^R: load whose result the link returns per second.
    #[garde(range(min = 1e-12, max = 1e18))]
    #[schemars(extend("x-unit" = "u/s", "x-symbol" = "B^R"))]
    return_bandwidth: f64,
    /// b^R: latency of returning the result of one subchunk.
    #[garde(range(min = 0.0, max = 1e9))]
    #[schemars(extend("x-unit" = "s", "x-symbol" = "b^R"))]
    return_latency: f64,
}

impl Formula for LeastTau {
    const NAME: &'static str = "divisible.least_tau";
    const HELP: &'static str =
        "Least target in which the spacings of workers alike fit; none where they never do";
    const UNIT: &'static str = "s";
    const SOURCE: &'static str = "Millot and Parrot 2016, equation 15; solution: own derivation";

    fn evaluate(&self) -> f64 {
        let worker = Worker {
            theta: self.theta,
            gamma: self.gamma,
            estimated_speed: self.estimated_speed,
            ..Worker::new(
                "",
                [
                    1.0,
                    0.0,
                    self.send_bandwidth,
                    self.send_latency,
                    self.return_bandwidth,
                    self.return_latency,
                ],
            )
        };
        let ring = vec![&worker; self.workers as usize];
        target::feasible_targets(&ring).map_or(f64::NAN, |targets| targets.least)
    }
}

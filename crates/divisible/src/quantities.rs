//! The pure formulas by name.

mod efficiency;
mod feeding;
mod rounds;

use laboratory::Formula;
use parameters::Parameter;

/// All formulas of this laboratory.
pub const FORMULAS: &[Formula] = &[
    rounds::ALPHA,
    rounds::SIGMA,
    rounds::LIMIT_CHUNK,
    rounds::LIMIT_CHUNK_WITH_ESTIMATE,
    rounds::CONVERGENCE_RATIO,
    rounds::ROUNDS_NEEDED,
    rounds::LEAST_GAMMA,
    feeding::THETA_WINDOW_LOW,
    feeding::THETA_WINDOW_HIGH,
    feeding::STEADY_PERIOD,
    feeding::SPACING,
    feeding::LEAST_TAU,
    efficiency::THROUGHPUT,
    efficiency::CPU_EFFICIENCY,
    efficiency::FULL_CLUSTER_EFFICIENCY,
    efficiency::OPTIMAL_TAU,
    efficiency::BASELINE_EFFICIENCY,
    efficiency::EFFICIENCY_RATIO,
    efficiency::BASELINE_PERIOD,
    efficiency::BASELINE_DEVIATION,
    efficiency::ADAPTIVE_DEVIATION,
];

const SPEED: Parameter = Parameter::number(
    "speed",
    1e-12,
    1e15,
    "F: the load that a worker computes per second.",
)
.unit("u/s")
.symbol("F");

const LATENCY: Parameter = Parameter::number(
    "latency",
    0.0,
    1e9,
    "f: the latency of computing one subchunk.",
)
.unit("s")
.symbol("f");

const ESTIMATED_SPEED: Parameter = Parameter::number(
    "estimated_speed",
    1e-12,
    1e15,
    "F̄: the believed speed of the worker.",
)
.unit("u/s")
.symbol("F̄");

const THETA: Parameter = Parameter::number(
    "theta",
    0.001,
    0.999,
    "θ: the share of a chunk that is its first subchunk.",
)
.symbol("θ");

const TARGET: Parameter =
    Parameter::number("target", 1e-9, 1e9, "τ: the target duration of a round.")
        .unit("s")
        .symbol("τ");

const WORKERS: Parameter =
    Parameter::whole("workers", 1, 100_000, "W: the number of identical workers.").symbol("W");

//! The pure formulas by name.

mod climbing;
mod coordinator;
mod efficiency;
mod program;

use laboratory::Formula;
use parameters::Parameter;

/// All formulas of this laboratory.
pub const FORMULAS: &[Formula] = &[
    efficiency::SPEED,
    efficiency::EFFICIENCY,
    efficiency::PRODUCTIVITY,
    efficiency::TOTAL_SPEED,
    efficiency::TOTAL_PRODUCTIVITY,
    efficiency::TOTAL_EFFICIENCY,
    efficiency::MEAN_EFFICIENCY,
    efficiency::WAE,
    efficiency::OVERHEAD,
    efficiency::INTER_CLUSTER_OVERHEAD,
    coordinator::CLUSTER_BADNESS,
    coordinator::BADNESS,
    coordinator::LARGEST_BADNESS,
    coordinator::NODES_TO_ADD,
    coordinator::NODES_TO_REMOVE,
    coordinator::BANDWIDTH_NEEDED,
    coordinator::BENCHMARK_SPEED,
    coordinator::BENCHMARK_INTERVAL,
    climbing::BLOCK,
    climbing::NORMALISED,
    climbing::NEXT_INTERVAL,
    climbing::GAIN,
    climbing::STEP,
    climbing::SLOWNESS,
    climbing::REPLACED_AT,
    program::WORK,
    program::SPAN,
    program::GREEDY_BOUND,
    program::ITERATION_TIME,
    program::ITERATION_EFFICIENCY,
    program::KNEE,
    program::MESSAGE_TIME,
];

const GRID: &str = "Wrzesinska, Maassen and Bal 2007, section 3";

const LEAVES: Parameter = Parameter::number("leaves", 0.0, 1e12, "The finished leaves.");

const SPEEDS: Parameter =
    Parameter::list("speeds", (1, 1000), (0.0, 1e9), "The speed of each node.");

const NODES: Parameter =
    Parameter::whole("nodes", 1, 10_000, "n: the number of nodes.").symbol("n");

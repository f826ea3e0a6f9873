//! What a scenario says of the replication laboratory.

use forecast::{Method as Forecast, Settings};
use trace::source::{CHARACTERS, Source};

use crate::rescheduling::{TO_BALANCING, TO_REPLICATION};

/// The topics that are about runs of strategies.
const RUNS: [&str; 4] = ["strategies", "processors", "intervals", "decision"];
/// The topics that are about formulas.
const FORMULAS: [&str; 3] = ["formulas", "model", "estimates"];

/// What the charts are about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Topic {
    /// All strategies on the same resources.
    #[default]
    #[choice(title = "Strategies")]
    Strategies,
    /// All strategies on one, two, four … up to P processors.
    #[choice(title = "Numbers of processors")]
    Processors,
    /// How often to set the shares anew.
    #[choice(title = "Rebalancing intervals")]
    Intervals,
    /// Whether to balance or to replicate, decided from what the nodes did.
    #[choice(title = "Balance or replicate")]
    Decision,
    /// The speedup of replication by formulas.
    #[choice(title = "Formulas")]
    Formulas,
    /// The formulas held against runs and against exact values.
    #[choice(title = "Formulas against runs")]
    Model,
    /// What the formulas need to know, measured on the traces.
    #[choice(title = "Estimates for the formulas")]
    Estimates,
}

/// Which chart of the formulas comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Picture {
    /// Speedups against processors.
    #[default]
    #[choice(title = "Speedup by processors")]
    Processors,
    /// Speedups against copies.
    #[choice(title = "Speedup by copies")]
    Copies,
    /// Speedups over one processor.
    #[choice(title = "Speedup over one processor")]
    OneProcessor,
    /// For each variation and number of processors, the best number of copies, or the model’s error.
    #[choice(title = "Map")]
    Map,
    /// The best number of copies against the variation.
    #[choice(title = "Best copies by variation")]
    BestCopies,
    /// The best speedup against processors.
    #[choice(title = "Best speedup by processors")]
    BestByProcessors,
    /// The best speedup against the variation.
    #[choice(title = "Best speedup by variation")]
    BestByVariation,
    /// How far each model is from the runs.
    #[choice(title = "Errors of the models")]
    Models,
    /// How far the longer of two runtimes is above the mean.
    #[choice(title = "α of the traces")]
    Excess,
    /// How much the longer of two runtimes varies.
    #[choice(title = "β of the traces")]
    Spread,
    /// How the steps of an iteration hang together.
    #[choice(title = "γ of the traces")]
    Dependence,
}

/// The strategy that the schedule shows and the headline speaks of; all of them are always compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Strategy {
    /// ELB: every processor always gets the same share.
    #[choice(title = "Equal")]
    Equal,
    /// SLB: shares follow, once and for all, the mean speeds of the first iterations.
    #[choice(title = "Static")]
    Static,
    /// S*: shares follow the mean speeds of the whole run from its start, as only hindsight can.
    #[choice(title = "Static, in hindsight")]
    StaticHindsight,
    /// DLB: every N iterations the shares follow the predicted speeds.
    #[choice(title = "Dynamic")]
    Dynamic,
    /// D*: in every iteration the shares follow the speeds of that iteration, as only hindsight can.
    #[choice(title = "Dynamic, in hindsight")]
    DynamicHindsight,
    /// JR: every job exists R times; the first copy that finishes kills the others.
    #[default]
    #[choice(title = "Replicate")]
    Replicate,
    /// JR with the number of copies that is best for these runs.
    #[choice(title = "Replicate, best R")]
    ReplicateBest,
    /// Every processor starts with its own job; who is done helps the others of its group after a delay.
    #[choice(title = "Speculate")]
    Speculate,
    /// After every block of iterations the strategy that should be better, DLB or JR, is chosen for the next.
    #[choice(title = "Adaptive")]
    Adaptive,
}

/// What the adaptive strategy does after its first block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum FirstBlock {
    /// It compares what both strategies took in that block.
    #[default]
    #[choice(title = "Compare")]
    Compare,
    /// It stays with balancing.
    #[choice(title = "Stay with balancing")]
    Stay,
}

/// A formula for the time of an iteration with copies: which of its parameters are free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Model {
    /// Dependent steps, as for exponential runtimes.
    #[choice(name = "1.1")]
    #[choice(title = "1.1 · dependent, exponential")]
    OneOne,
    /// Dependent steps, constant β.
    #[choice(name = "1.2")]
    #[choice(title = "1.2 · dependent, constant β")]
    OneTwo,
    /// Dependent steps, β by a fit.
    #[choice(name = "1.3a")]
    #[choice(title = "1.3a · dependent, fitted β")]
    OneThreeFit,
    /// Dependent steps, β by a table.
    #[choice(name = "1.3b")]
    #[choice(title = "1.3b · dependent, tabulated β")]
    OneThreeTable,
    /// Steps that depend as γ says, as for exponential runtimes.
    #[choice(name = "2.1")]
    #[choice(title = "2.1 · γ, exponential")]
    TwoOne,
    /// Steps that depend as γ says, constant β.
    #[choice(name = "2.2")]
    #[choice(title = "2.2 · γ, constant β")]
    TwoTwo,
    /// Steps that depend as γ says, β by a fit.
    #[choice(name = "2.3a")]
    #[choice(title = "2.3a · γ, fitted β")]
    TwoThreeFit,
    /// Steps that depend as γ says, β by a table.
    #[default]
    #[choice(name = "2.3b")]
    #[choice(title = "2.3b · γ, tabulated β")]
    TwoThreeTable,
}

/// A distribution of independent runtimes with an exact iteration time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Family {
    /// That of the traces themselves, rescaled.
    #[default]
    #[choice(title = "As in the traces")]
    Empirical,
    /// Exponential, shifted where c is below 1.
    #[choice(title = "Exponential")]
    Exponential,
    /// Weibull.
    #[choice(title = "Weibull")]
    Weibull,
    /// Lognormal.
    #[choice(title = "Lognormal")]
    Lognormal,
    /// Pareto.
    #[choice(title = "Pareto")]
    Pareto,
    /// Uniform.
    #[choice(title = "Uniform")]
    Uniform,
}

/// When a copy of a job starts and ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Replication {
    /// All copies of a job start together and end when the message of the first one arrives.
    #[default]
    #[choice(title = "As the thesis computes it")]
    Thesis,
    /// Every processor keeps its own clock: copies start when their processor is free, and one that finishes
    /// before the message arrives goes on at once.
    #[choice(title = "Causal")]
    Causal,
    /// All R steps of an iteration meet the same runtimes, and messages take no time; for comparison with the
    /// closed formulas.
    #[choice(title = "Dependent, without messages")]
    Dependent,
}

/// Which pairs of processors exchange data at the end of an iteration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Scope {
    /// Every pair.
    #[default]
    #[choice(title = "All pairs")]
    AllPairs,
    /// Neighbours in the chain.
    #[choice(title = "Neighbours")]
    Neighbours,
}

/// All that a link says of this laboratory.
#[derive(Clone, Debug, PartialEq, parameters::Parameters)]
pub struct Parameters {
    /// What the charts and tables are about.
    #[parameter(title = "Show", group = "Show")]
    pub topic: Topic,

    /// The job runtimes that the nodes had: measured, synthetic, or from a file of your own.
    #[parameter(title = "Traces", group = "Traces")]
    pub traces: Source,

    /// All runtimes are scaled so that the whole load takes this long, on average, on one processor. Empty: the
    /// runtimes stay as they were measured.
    #[parameter(title = "Mean runtime on one processor", group = "Traces", unit = "ms", rare, range = 0.1..=10_000_000.0, default = 72_500.0, when(topic = RUNS))]
    pub trace_mean: Option<f64>,

    /// How many independent nodes a synthetic preset has.
    #[parameter(title = "Nodes of a synthetic preset", group = "Traces", rare, range = 1..=128, default = 16, when(traces = CHARACTERS))]
    pub synthetic_nodes: u32,

    /// All nodes are rescaled to the same mean and to the coefficient of variation c_X, as the formulas assume.
    #[parameter(title = "Nodes alike", group = "Traces", rare, when(topic = RUNS))]
    pub homogeneous: bool,

    /// The strategy that the schedule shows.
    #[parameter(title = "Method", group = "Method", when(topic = RUNS))]
    pub strategy: Strategy,

    /// R: on how many processors each job runs. It must divide the number of processors.
    #[parameter(title = "Copies of each job", group = "Method", symbol = "R", range = 1..=128, default = 2, when(topic = ["strategies", "processors", "intervals", "decision", "formulas", "model"]))]
    pub copies: u32,

    /// When a copy of a job starts and ends.
    #[parameter(title = "Copies start and end", group = "Method", rare, when(topic = RUNS))]
    pub replication: Replication,

    /// d: how long after the start of an iteration those who are done begin to help others, in mean runtimes of an equal
    /// share.
    #[parameter(title = "Delay of speculation", group = "Method", symbol = "d", rare, range = 0.0..=100.0, default = 1.5, when(topic = RUNS, strategy = "speculate"))]
    pub delay: f64,

    /// After how many iterations static balancing sets its shares, once; 0: never.
    #[parameter(title = "Cold iterations of static balancing", group = "Method", symbol = "N_S", rare, range = 0..=100_000, default = 500, when(topic = RUNS))]
    pub cold_iterations: u32,

    /// N: after how many iterations the shares are set anew.
    #[parameter(title = "Iterations between rebalancing", group = "Method", symbol = "N", range = 1..=500, default = 10, when(topic = RUNS))]
    pub rebalance_every: u32,

    /// How the next job runtime of a node is predicted.
    #[parameter(title = "Predictor", group = "Method", rare, when(topic = RUNS))]
    pub predictor: Forecast,

    /// α: the weight of the newest runtime in exponential smoothing.
    #[parameter(title = "Smoothing", group = "Method", symbol = "α", rare, range = 0.0..=1.0, default = 0.5, when(topic = RUNS, predictor = ["exponential-smoothing", "damped-trend"]))]
    pub smoothing: f64,

    /// How many of the last runtimes a sliding mean or a sliding median looks back on.
    #[parameter(title = "Forecast window", group = "Method", rare, range = 1..=500, default = 31, when(topic = RUNS, predictor = ["sliding-mean", "sliding-median"]))]
    pub forecast_window: u32,

    /// q: shares follow the runtime that a share q of the runtimes should stay below, judged by the last 100 errors of the
    /// predictor. Empty: they follow the expected runtime.
    #[parameter(title = "Pessimism", group = "Method", symbol = "q", rare, range = 0.01..=0.99, when(topic = RUNS))]
    pub quantile: Option<f64>,

    /// I: after how many iterations the adaptive strategy decides anew.
    #[parameter(title = "Iterations between decisions", group = "Decision", symbol = "I", rare, range = 10..=500, default = 100, when(topic = RUNS))]
    pub decide_every: u32,

    /// What the adaptive strategy does after its first block.
    #[parameter(title = "After the first block", group = "Decision", rare, when(topic = RUNS))]
    pub first_block: FirstBlock,

    /// What a switch from replication to balancing takes, in rescheduling times.
    #[parameter(title = "Switch to balancing", group = "Decision", rare, range = 0.0..=3.0, default = TO_BALANCING, when(topic = RUNS))]
    pub switch_to_balancing: f64,

    /// What a switch from balancing to replication takes, in rescheduling times.
    #[parameter(title = "Switch to replication", group = "Decision", rare, range = 0.0..=3.0, default = TO_REPLICATION, when(topic = RUNS))]
    pub switch_to_replication: f64,

    /// The formula for the time of an iteration with copies.
    #[parameter(title = "Model", group = "Formulas", when(topic = ["formulas", "model"]))]
    pub model: Model,

    /// c_X: the coefficient of variation of a job’s runtime.
    #[parameter(title = "Variation", group = "Formulas", symbol = "c_X", range = 0.0..=1.0, default = 0.8, when(topic = ["formulas", "model"]), or(homogeneous = true))]
    pub variation: f64,

    /// α: by how many standard deviations the longer of two runtimes exceeds the mean, in models 1.2, 1.3, 2.2 and 2.3.
    #[parameter(title = "Excess of the longer of two", group = "Formulas", symbol = "α", rare, range = 0.01..=0.99, default = 0.5, when(topic = ["formulas", "model"]))]
    pub excess: f64,

    /// β: the standard deviation of the longer of two over that of one, in models 1.2 and 2.2.
    #[parameter(title = "Deviation of the longer of two", group = "Formulas", symbol = "β", rare, range = 0.0..=1.4, default = 0.95, when(topic = ["formulas", "model"]))]
    pub spread: f64,

    /// γ: how strongly the steps of an iteration depend on each other: the sum of R runtimes has R^γ times the standard
    /// deviation of one; ½ if they are independent, 1 if they are equal. Models 2.x.
    #[parameter(title = "Dependence of steps", group = "Formulas", symbol = "γ", rare, range = 0.5..=1.0, default = 0.81, when(topic = ["formulas", "model"]))]
    pub dependence: f64,

    /// The distribution whose exact iteration time stands beside the model’s.
    #[parameter(title = "Exact for", group = "Formulas", rare, when(topic = ["formulas", "model"]))]
    pub family: Family,

    /// Which chart of the formulas comes first.
    #[parameter(title = "First picture", group = "Formulas", rare, when(topic = FORMULAS))]
    pub picture: Picture,

    /// p: up to how many processors formulas are drawn, as a power of two.
    #[parameter(title = "Doublings drawn", group = "Formulas", symbol = "p", rare, range = 1..=100, default = 7, when(topic = "formulas"))]
    pub doublings: u32,

    /// P: how many processors the program uses, drawn from the nodes of the traces.
    #[parameter(title = "Processors", group = "Resources", symbol = "P", range = 1..=128, default = 8, when(topic = ["strategies", "processors", "intervals", "decision", "formulas", "model"]))]
    pub processors: u32,

    /// K: how many iterations a run has.
    #[parameter(title = "Iterations", group = "Program", symbol = "K", range = 1..=100_000, default = 1_000)]
    pub iterations: u32,

    /// The first iteration that the schedule shows, counted from 1.
    #[parameter(title = "First iteration shown", group = "Program", rare, range = 1..=100_000, default = 1, when(topic = RUNS))]
    pub first_shown: u32,

    /// How many iterations the schedule shows.
    #[parameter(title = "Iterations shown", group = "Program", rare, range = 1..=2_000, default = 2_000, when(topic = RUNS))]
    pub shown: u32,

    /// t: the computation of one whole iteration on a free reference processor. The traces belong to 2.5 s; the
    /// communication-to-computation ratio is about 0.025 / t.
    #[parameter(title = "Problem size", group = "Program", symbol = "t", unit = "s", range = 0.05..=5.0, default = 2.5, when(topic = RUNS))]
    pub problem_size: f64,

    /// How long sending data between two processors takes, on average.
    #[parameter(title = "Send time", group = "Times", unit = "ms", rare, range = 0.0..=5_000.0, default = 750.0, when(topic = RUNS))]
    pub send_time: f64,

    /// How long the message that kills a copy takes, on average.
    #[parameter(title = "Finalize time", group = "Times", unit = "ms", rare, range = 0.0..=5_000.0, default = 300.0, when(topic = RUNS))]
    pub finalize_time: f64,

    /// How long one rescheduling takes, on average, for t = 2.5 s on 4 processors.
    #[parameter(title = "Rescheduling time", group = "Times", unit = "ms", rare, range = 0.0..=100_000.0, default = 37_500.0, when(topic = RUNS))]
    pub rescheduling_time: f64,

    /// The coefficient of variation of these times.
    #[parameter(title = "Noise of these times", group = "Times", rare, range = 0.0..=2.0, default = 0.5, when(topic = RUNS))]
    pub noise: f64,

    /// Which pairs exchange data at the end of an iteration.
    #[parameter(title = "Who synchronises", group = "Times", rare, when(topic = RUNS))]
    pub synchronisation: Scope,

    /// κ: rescheduling takes (4 / P)^κ times as long on P processors as on 4.
    #[parameter(title = "Rescheduling falls with P", group = "Times", symbol = "κ", rare, range = 0.0..=1.0, default = 0.5, when(topic = RUNS))]
    pub rescheduling_exponent: f64,

    /// Rescheduling moves data, so that its time grows with the problem size.
    #[parameter(title = "Rescheduling grows with t", group = "Times", rare, default = true, when(topic = RUNS))]
    pub rescheduling_scales: bool,

    /// How many runs there are; each draws processors of its own.
    #[parameter(title = "Runs", group = "Randomness", range = 1..=1_000, default = 100, when(topic = ["strategies", "processors", "intervals", "decision", "model", "estimates"]))]
    pub runs: u32,

    /// The same seed gives the same numbers, everywhere.
    #[parameter(title = "Seed", group = "Randomness", default = 2006)]
    pub seed: u64,
}

impl Parameters {
    /// The predictor that these parameters ask for.
    #[must_use]
    pub fn forecast(&self) -> Settings {
        Settings {
            smoothing: self.smoothing,
            window: self.forecast_window as usize,
            quantile: self.quantile,
            ..Settings::of(self.predictor)
        }
    }
}

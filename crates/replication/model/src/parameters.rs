//! The parameters of a scenario of the replication laboratory.

use forecast::{Method as Forecast, Settings};
use parameters::table::Editor;
use trace::TraceSet;
use trace::source::{CHARACTERS, Source};

use crate::own::DECIDE;
use crate::rescheduling::{TO_BALANCING, TO_REPLICATION};

/// The topics that are about runs of strategies.
const RUNS: [&str; 4] = ["strategies", "processors", "intervals", "decision"];
/// The topics that are about formulas.
const FORMULAS: [&str; 3] = ["formulas", "model", "estimates"];
/// The topics that draw nodes at random.
const DRAWS: [&str; 6] = [
    "strategies",
    "processors",
    "intervals",
    "decision",
    "model",
    "estimates",
];
/// The topics with charts of formulas.
const DRAWN: [&str; 2] = ["formulas", "model"];

/// The topic of charts and tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Topic {
    /// Strategies on the same resources.
    #[default]
    #[choice(title = "Strategies")]
    Strategies,
    /// Balancing, copies and the adaptive choice on one, two, four … up to P processors.
    #[choice(title = "Numbers of processors")]
    Processors,
    /// How often to set the shares anew.
    #[choice(title = "Rebalancing intervals")]
    Intervals,
    /// Whether to balance or to replicate, decided from the nodes’ past runtimes.
    #[choice(title = "Balance or replicate")]
    Decision,
    /// The speedup of replication by formulas.
    #[choice(title = "Formulas")]
    Formulas,
    /// The formulas held against runs and against exact values.
    #[choice(title = "Formulas against runs")]
    Model,
    /// The parameters of the formulas, measured on the traces.
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
    /// How strongly the steps of an iteration depend on each other.
    #[choice(title = "γ of the traces")]
    Dependence,
}

/// The strategy that the schedule shows and the headline speaks of, beside others on the same resources.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Strategy {
    /// ELB (Equal Load Balancing): every processor always gets the same share.
    #[choice(title = "Equal")]
    Equal,
    /// SLB (Static Load Balancing): shares are set once, from the mean speeds of the first iterations.
    #[choice(title = "Static")]
    Static,
    /// S*: shares are set once, from the mean speeds of the whole run, which only hindsight knows.
    #[choice(title = "Static, in hindsight")]
    StaticHindsight,
    /// DLB (Dynamic Load Balancing): every N iterations, shares are set anew from predicted speeds.
    #[choice(title = "Dynamic")]
    Dynamic,
    /// D*: shares are set in every iteration, from the speeds of that iteration, which only hindsight knows.
    #[choice(title = "Dynamic, in hindsight")]
    DynamicHindsight,
    /// JR (Job Replication): every job has R copies; the first copy to finish kills the others.
    #[default]
    #[choice(title = "Replicate")]
    Replicate,
    /// JR with the number of copies that is best for these runs.
    #[choice(title = "Replicate, best R")]
    ReplicateBest,
    /// Every processor starts its own job; after a delay, processors that have finished help the others of their group.
    #[choice(title = "Speculate")]
    Speculate,
    /// After every block of iterations, it chooses DLB or JR for the next block: the one that should be faster.
    #[choice(title = "Adaptive")]
    Adaptive,
    /// A function that you write, which chooses shares or copies before an iteration.
    #[choice(title = "Your own strategy")]
    Own,
}

/// The adaptive strategy’s choice after its first block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum FirstBlock {
    /// It compares the times of both strategies in that block.
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
    /// Dependent steps, fitted β.
    #[choice(name = "1.3a")]
    #[choice(title = "1.3a · dependent, fitted β")]
    OneThreeFit,
    /// Dependent steps, tabulated β.
    #[choice(name = "1.3b")]
    #[choice(title = "1.3b · dependent, tabulated β")]
    OneThreeTable,
    /// Dependence of the steps set by γ, as for exponential runtimes.
    #[choice(name = "2.1")]
    #[choice(title = "2.1 · γ, exponential")]
    TwoOne,
    /// Dependence of the steps set by γ, constant β.
    #[choice(name = "2.2")]
    #[choice(title = "2.2 · γ, constant β")]
    TwoTwo,
    /// Dependence of the steps set by γ, fitted β.
    #[choice(name = "2.3a")]
    #[choice(title = "2.3a · γ, fitted β")]
    TwoThreeFit,
    /// Dependence of the steps set by γ, tabulated β.
    #[default]
    #[choice(name = "2.3b")]
    #[choice(title = "2.3b · γ, tabulated β")]
    TwoThreeTable,
}

/// A distribution of independent runtimes with an exact iteration time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Family {
    /// The traces’ own distribution, rescaled.
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
    /// Every processor keeps its own clock: a copy starts when its processor is free, and a processor that finishes before
    /// the message arrives goes on at once.
    #[choice(title = "Causal")]
    Causal,
    /// All R steps of an iteration take the same runtimes, and messages take no time; for comparison with the closed
    /// formulas.
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

/// The values of this laboratory’s parameters, as a link carries them.
#[derive(Clone, Debug, PartialEq, parameters::Parameters)]
pub struct Parameters {
    /// The topic of charts and tables.
    #[parameter(title = "Show", group = "Show")]
    pub topic: Topic,

    /// The nodes’ job runtimes: measured, synthetic, or from a file of your own.
    #[parameter(title = "Traces", group = "Traces")]
    pub traces: Source,

    /// All runtimes are scaled so that the whole load takes this long, on average, on one processor. Empty: the
    /// runtimes stay as they were measured.
    #[parameter(title = "Mean runtime on one processor", group = "Traces", unit = "ms", rare, range = 0.1..=10_000_000.0, default = 72_500.0, when(topic = RUNS))]
    pub trace_mean: Option<f64>,

    /// The number of independent nodes of a synthetic preset.
    #[parameter(title = "Nodes of a synthetic preset", group = "Traces", rare, range = 1..=128, default = 16, when(traces = CHARACTERS))]
    pub synthetic_nodes: u32,

    /// All nodes are rescaled to the same mean and to the coefficient of variation c_X, as the formulas assume.
    #[parameter(title = "Identical nodes", group = "Traces", rare, when(topic = RUNS))]
    pub homogeneous: bool,

    /// The strategy that the schedule shows.
    #[parameter(title = "Method", group = "Method", when(topic = RUNS))]
    pub strategy: Strategy,

    /// The function that decides on shares and copies. It is asked before an iteration, and remembers values in `this`.
    #[parameter(
        title = "Your strategy",
        group = "Method",
        length = 8_000,
        editor = Editor::Strategy(&DECIDE),
        default = "fn decide(history) {\n    if history.done == 0 {\n        return #{ iterations: 10 };\n    }\n    // Shares that follow the mean speeds of the last ten iterations.\n    let speed = 0.0;\n    for runtime in history.runtimes {\n        speed += 1.0 / runtime;\n    }\n    let shares = [];\n    for runtime in history.runtimes {\n        shares.push(1.0 / (runtime * speed));\n    }\n    #{ shares: shares, iterations: 10 }\n}\n",
        when(topic = RUNS, strategy = "own")
    )]
    pub code: String,

    /// R: the number of processors that run each job. It must divide the number of processors.
    #[parameter(title = "Copies of each job", group = "Method", symbol = "R", range = 1..=128, default = 2, when(topic = ["strategies", "processors", "intervals", "decision", "formulas", "model"]))]
    pub copies: u32,

    /// When a copy of a job starts and ends.
    #[parameter(title = "Start and end of copies", group = "Method", rare, when(topic = RUNS))]
    pub replication: Replication,

    /// d: how long after the start of an iteration finished processors begin to help others, in mean runtimes of an equal
    /// share.
    #[parameter(title = "Delay of speculation", group = "Method", symbol = "d", rare, range = 0.0..=100.0, default = 1.5, when(topic = RUNS, strategy = "speculate"))]
    pub delay: f64,

    /// Static balancing sets its shares once, after this many iterations; 0: never.
    #[parameter(title = "Cold iterations of static balancing", group = "Method", symbol = "N_S", rare, range = 0..=100_000, default = 500, when(topic = RUNS))]
    pub cold_iterations: u32,

    /// N: the shares are set anew after every N iterations.
    #[parameter(title = "Iterations between rebalancing", group = "Method", symbol = "N", range = 1..=500, default = 10, when(topic = RUNS))]
    pub rebalance_every: u32,

    /// The method that predicts the next job runtime of a node.
    #[parameter(title = "Predictor", group = "Method", rare, when(topic = RUNS))]
    pub predictor: Forecast,

    /// α: the weight of the newest runtime in exponential smoothing.
    #[parameter(title = "Smoothing", group = "Method", symbol = "α", rare, range = 0.0..=1.0, default = 0.5, when(topic = RUNS, predictor = ["exponential-smoothing", "damped-trend"]))]
    pub smoothing: f64,

    /// The number of past runtimes that a sliding mean or a sliding median uses.
    #[parameter(title = "Forecast window", group = "Method", rare, range = 1..=500, default = 31, when(topic = RUNS, predictor = ["sliding-mean", "sliding-median"]))]
    pub forecast_window: u32,

    /// q: shares follow a cautious forecast: a share q of the runtimes should stay below it, judged by the last 100 errors
    /// of the predictor. Empty: they follow the expected runtime.
    #[parameter(title = "Pessimism", group = "Method", symbol = "q", rare, range = 0.01..=0.99, when(topic = RUNS))]
    pub quantile: Option<f64>,

    /// I: the adaptive strategy decides anew after every I iterations.
    #[parameter(title = "Iterations between decisions", group = "Decision", symbol = "I", rare, range = 10..=500, default = 100, when(topic = RUNS))]
    pub decide_every: u32,

    /// The adaptive strategy’s choice after its first block.
    #[parameter(title = "After the first block", group = "Decision", rare, when(topic = RUNS))]
    pub first_block: FirstBlock,

    /// The time of a switch from replication to balancing, in rescheduling times.
    #[parameter(title = "Switch to balancing", group = "Decision", rare, range = 0.0..=3.0, default = TO_BALANCING, when(topic = RUNS))]
    pub switch_to_balancing: f64,

    /// The time of a switch from balancing to replication, in rescheduling times.
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

    /// The distribution of runtimes for which the exact iteration time stands beside the model’s.
    #[parameter(title = "Exact for", group = "Formulas", rare, when(topic = ["formulas", "model"]))]
    pub family: Family,

    /// Which chart of the formulas comes first.
    #[parameter(title = "First picture", group = "Formulas", rare, when(topic = FORMULAS))]
    pub picture: Picture,

    /// p: formulas are drawn for up to 2^p processors.
    #[parameter(title = "Doublings drawn", group = "Formulas", symbol = "p", rare, range = 1..=100, default = 7, when(topic = DRAWN))]
    pub doublings: u32,

    /// P: the number of processors, drawn from the nodes of the traces.
    #[parameter(title = "Processors", group = "Resources", symbol = "P", range = 1..=128, default = 8, when(topic = ["strategies", "processors", "intervals", "decision", "formulas", "model"]))]
    pub processors: u32,

    /// Nodes that are slower or faster than in their traces, as “number:factor”, separated by commas: all runtimes of that node, counted
    /// from 1, are multiplied by the factor. 3:2.5 makes the third node 2.5 times as slow.
    #[parameter(title = "Slower and faster nodes", group = "Resources", rare, length = 1_000, default = "", when(topic = RUNS))]
    pub node_factors: String,

    /// K: the number of iterations of a run.
    #[parameter(title = "Iterations", group = "Program", symbol = "K", range = 1..=100_000, default = 1_000)]
    pub iterations: u32,

    /// The first iteration that the schedule shows, counted from 1.
    #[parameter(title = "First iteration shown", group = "Program", rare, range = 1..=100_000, default = 1, when(topic = RUNS))]
    pub first_shown: u32,

    /// The number of iterations that the schedule shows.
    #[parameter(title = "Iterations shown", group = "Program", rare, range = 1..=2_000, default = 2_000, when(topic = RUNS))]
    pub shown: u32,

    /// t: the computing time of one whole iteration on an idle reference processor. The runtimes of the traces are those of
    /// t = 2.5 s; the communication-to-computation ratio is about 0.025 / t.
    #[parameter(title = "Problem size", group = "Program", symbol = "t", unit = "s", range = 0.05..=5.0, default = 2.5, when(topic = RUNS))]
    pub problem_size: f64,

    /// The mean time of sending data between two processors.
    #[parameter(title = "Send time", group = "Times", unit = "ms", rare, range = 0.0..=5_000.0, default = 750.0, when(topic = RUNS))]
    pub send_time: f64,

    /// The mean time of the message that kills a copy.
    #[parameter(title = "Time to stop a copy (finalize message)", group = "Times", unit = "ms", rare, range = 0.0..=5_000.0, default = 300.0, when(topic = RUNS))]
    pub finalize_time: f64,

    /// The mean time of one rescheduling, for t = 2.5 s on 4 processors.
    #[parameter(title = "Rescheduling time", group = "Times", unit = "ms", rare, range = 0.0..=100_000.0, default = 37_500.0, when(topic = RUNS))]
    pub rescheduling_time: f64,

    /// The coefficient of variation of send, finalize and rescheduling times.
    #[parameter(title = "Noise of these times", group = "Times", rare, range = 0.0..=2.0, default = 0.5, when(topic = RUNS))]
    pub noise: f64,

    /// The pairs of processors that exchange data at the end of an iteration.
    #[parameter(title = "Synchronising pairs", group = "Times", rare, when(topic = RUNS))]
    pub synchronisation: Scope,

    /// κ: rescheduling takes (4 / P)^κ times as long on P processors as on 4.
    #[parameter(title = "Rescheduling falls with P", group = "Times", symbol = "κ", rare, range = 0.0..=1.0, default = 0.5, when(topic = RUNS))]
    pub rescheduling_exponent: f64,

    /// Rescheduling moves data, so that its time grows with the problem size.
    #[parameter(title = "Rescheduling grows with t", group = "Times", rare, default = true, when(topic = RUNS))]
    pub rescheduling_scales: bool,

    /// The number of runs; each draws processors of its own.
    #[parameter(title = "Runs", group = "Randomness", range = 1..=1_000, default = 100, when(topic = DRAWS))]
    pub runs: u32,

    /// The same seed gives the same numbers, everywhere.
    // Formulas draw nothing but the traces of their exact times.
    #[parameter(title = "Seed", group = "Randomness", default = 2006, when(family = "empirical"), or(topic = DRAWS))]
    pub seed: u64,
}

impl Parameters {
    /// The traces that a scenario names.
    ///
    /// # Errors
    /// Where they cannot be loaded.
    pub fn trace_set(&self) -> Result<TraceSet, trace::Error> {
        let (nodes, jobs) = (self.synthetic_nodes as usize, self.iterations as usize);
        self.traces.load(nodes, jobs, self.seed)
    }

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

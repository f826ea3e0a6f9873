//! What a scenario says of the replication laboratory.

use forecast::{Method as Forecast, Settings};
use garde::Validate;
use report::parameters::Described;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use trace::source::{CHARACTERS, Source};

use crate::rescheduling::{TO_BALANCING, TO_REPLICATION};

/// The topics that are about runs of strategies.
const RUNS: [&str; 4] = ["strategies", "processors", "intervals", "decision"];
/// The topics that are about formulas.
const FORMULAS: [&str; 3] = ["formulas", "model", "estimates"];

/// What the charts are about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    /// All strategies on the same resources.
    #[default]
    #[schemars(title = "Strategies")]
    Strategies,
    /// All strategies on one, two, four … up to P processors.
    #[schemars(title = "Numbers of processors")]
    Processors,
    /// How often to set the shares anew.
    #[schemars(title = "Rebalancing intervals")]
    Intervals,
    /// Whether to balance or to replicate, decided from what the nodes did.
    #[schemars(title = "Balance or replicate")]
    Decision,
    /// The speedup of replication by formulas.
    #[schemars(title = "Formulas")]
    Formulas,
    /// The formulas held against runs and against exact values.
    #[schemars(title = "Formulas against runs")]
    Model,
    /// What the formulas need to know, measured on the traces.
    #[schemars(title = "Estimates for the formulas")]
    Estimates,
}

/// Which chart of the formulas comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Picture {
    /// Speedups against processors.
    #[default]
    #[schemars(title = "Speedup by processors")]
    Processors,
    /// Speedups against copies.
    #[schemars(title = "Speedup by copies")]
    Copies,
    /// Speedups over one processor.
    #[schemars(title = "Speedup over one processor")]
    OneProcessor,
    /// For each variation and number of processors, the best number of copies, or the model’s error.
    #[schemars(title = "Map")]
    Map,
    /// The best number of copies against the variation.
    #[schemars(title = "Best copies by variation")]
    BestCopies,
    /// The best speedup against processors.
    #[schemars(title = "Best speedup by processors")]
    BestByProcessors,
    /// The best speedup against the variation.
    #[schemars(title = "Best speedup by variation")]
    BestByVariation,
    /// How far each model is from the runs.
    #[schemars(title = "Errors of the models")]
    Models,
    /// How far the longer of two runtimes is above the mean.
    #[schemars(title = "α of the traces")]
    Excess,
    /// How much the longer of two runtimes varies.
    #[schemars(title = "β of the traces")]
    Spread,
    /// How the steps of an iteration hang together.
    #[schemars(title = "γ of the traces")]
    Dependence,
}

/// The strategy that the schedule shows and the headline speaks of; all of them are always compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// ELB: every processor always gets the same share.
    #[schemars(title = "Equal")]
    Equal,
    /// SLB: shares follow, once and for all, the mean speeds of the first iterations.
    #[schemars(title = "Static")]
    Static,
    /// S*: shares follow the mean speeds of the whole run from its start, as only hindsight can.
    #[schemars(title = "Static, in hindsight")]
    StaticHindsight,
    /// DLB: every N iterations the shares follow the predicted speeds.
    #[schemars(title = "Dynamic")]
    Dynamic,
    /// D*: in every iteration the shares follow the speeds of that iteration, as only hindsight can.
    #[schemars(title = "Dynamic, in hindsight")]
    DynamicHindsight,
    /// JR: every job exists R times; the first copy that finishes kills the others.
    #[default]
    #[schemars(title = "Replicate")]
    Replicate,
    /// JR with the number of copies that is best for these runs.
    #[schemars(title = "Replicate, best R")]
    ReplicateBest,
    /// Every processor starts with its own job; who is done helps the others of its group after a delay.
    #[schemars(title = "Speculate")]
    Speculate,
    /// After every block of iterations the strategy that should be better, DLB or JR, is chosen for the next.
    #[schemars(title = "Adaptive")]
    Adaptive,
}

/// What the adaptive strategy does after its first block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FirstBlock {
    /// It compares what both strategies took in that block.
    #[default]
    #[schemars(title = "Compare")]
    Compare,
    /// It stays with balancing.
    #[schemars(title = "Stay with balancing")]
    Stay,
}

/// A formula for the time of an iteration with copies: which of its parameters are free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Model {
    /// Dependent steps, as for exponential runtimes.
    #[serde(rename = "1.1")]
    #[schemars(title = "1.1 · dependent, exponential")]
    OneOne,
    /// Dependent steps, constant β.
    #[serde(rename = "1.2")]
    #[schemars(title = "1.2 · dependent, constant β")]
    OneTwo,
    /// Dependent steps, β by a fit.
    #[serde(rename = "1.3a")]
    #[schemars(title = "1.3a · dependent, fitted β")]
    OneThreeFit,
    /// Dependent steps, β by a table.
    #[serde(rename = "1.3b")]
    #[schemars(title = "1.3b · dependent, tabulated β")]
    OneThreeTable,
    /// Steps that depend as γ says, as for exponential runtimes.
    #[serde(rename = "2.1")]
    #[schemars(title = "2.1 · γ, exponential")]
    TwoOne,
    /// Steps that depend as γ says, constant β.
    #[serde(rename = "2.2")]
    #[schemars(title = "2.2 · γ, constant β")]
    TwoTwo,
    /// Steps that depend as γ says, β by a fit.
    #[serde(rename = "2.3a")]
    #[schemars(title = "2.3a · γ, fitted β")]
    TwoThreeFit,
    /// Steps that depend as γ says, β by a table.
    #[default]
    #[serde(rename = "2.3b")]
    #[schemars(title = "2.3b · γ, tabulated β")]
    TwoThreeTable,
}

/// A distribution of independent runtimes with an exact iteration time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// That of the traces themselves, rescaled.
    #[default]
    #[schemars(title = "As in the traces")]
    Empirical,
    /// Exponential, shifted where c is below 1.
    #[schemars(title = "Exponential")]
    Exponential,
    /// Weibull.
    #[schemars(title = "Weibull")]
    Weibull,
    /// Lognormal.
    #[schemars(title = "Lognormal")]
    Lognormal,
    /// Pareto.
    #[schemars(title = "Pareto")]
    Pareto,
    /// Uniform.
    #[schemars(title = "Uniform")]
    Uniform,
}

/// When a copy of a job starts and ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Replication {
    /// All copies of a job start together and end when the message of the first one arrives.
    #[default]
    #[schemars(title = "As the thesis computes it")]
    Thesis,
    /// Every processor keeps its own clock: copies start when their processor is free, and one that finishes
    /// before the message arrives goes on at once.
    #[schemars(title = "Causal")]
    Causal,
    /// All R steps of an iteration meet the same runtimes, and messages take no time; for comparison with the
    /// closed formulas.
    #[schemars(title = "Dependent, without messages")]
    Dependent,
}

/// Which pairs of processors exchange data at the end of an iteration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Every pair.
    #[default]
    #[schemars(title = "All pairs")]
    AllPairs,
    /// Neighbours in the chain.
    #[schemars(title = "Neighbours")]
    Neighbours,
}

/// All that a link says of this laboratory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields, default)]
pub struct Parameters {
    /// What the charts and tables are about.
    #[garde(skip)]
    #[schemars(title = "Show", extend("x-group" = "Show"))]
    pub topic: Topic,

    /// The job runtimes that the nodes had: measured, synthetic, or from a file of your own.
    #[garde(dive)]
    #[schemars(title = "Traces", extend("x-group" = "Traces"))]
    pub traces: Source,

    /// All runtimes are scaled so that the whole load takes this long, on average, on one processor. Empty: the
    /// runtimes stay as they were measured.
    #[garde(range(min = 0.1, max = 10_000_000.0))]
    #[schemars(title = "Mean runtime on one processor", extend("x-group" = "Traces", "x-unit" = "ms", "x-rare" = true, "x-when" = {"topic": RUNS}))]
    pub trace_mean: Option<f64>,

    /// How many independent nodes a synthetic preset has.
    #[garde(range(min = 1, max = 128))]
    #[schemars(title = "Nodes of a synthetic preset", extend("x-group" = "Traces", "x-rare" = true, "x-when" = {"traces": CHARACTERS}))]
    pub synthetic_nodes: u32,

    /// All nodes are rescaled to the same mean and to the coefficient of variation c_X, as the formulas assume.
    #[garde(skip)]
    #[schemars(title = "Nodes alike", extend("x-group" = "Traces", "x-rare" = true, "x-when" = {"topic": RUNS}))]
    pub homogeneous: bool,

    /// The strategy that the schedule shows.
    #[garde(skip)]
    #[schemars(title = "Method", extend("x-group" = "Method", "x-when" = {"topic": RUNS}))]
    pub strategy: Strategy,

    /// R: on how many processors each job runs. It must divide the number of processors.
    #[garde(range(min = 1, max = 128))]
    #[schemars(title = "Copies of each job", extend("x-group" = "Method", "x-symbol" = "R", "x-when" = {"topic": ["strategies", "processors", "intervals", "decision", "formulas", "model"]}))]
    pub copies: u32,

    /// When a copy of a job starts and ends.
    #[garde(skip)]
    #[schemars(title = "Copies start and end", extend("x-group" = "Method", "x-rare" = true, "x-when" = {"topic": RUNS}))]
    pub replication: Replication,

    /// d: how long after the start of an iteration those who are done begin to help others, in mean runtimes of an equal
    /// share.
    #[garde(range(min = 0.0, max = 100.0))]
    #[schemars(title = "Delay of speculation", extend("x-group" = "Method", "x-symbol" = "d", "x-rare" = true, "x-when" = {"topic": RUNS, "strategy": "speculate"}))]
    pub delay: f64,

    /// After how many iterations static balancing sets its shares, once; 0: never.
    #[garde(range(min = 0, max = 100_000))]
    #[schemars(title = "Cold iterations of static balancing", extend("x-group" = "Method", "x-symbol" = "N_S", "x-rare" = true, "x-when" = {"topic": RUNS}))]
    pub cold_iterations: u32,

    /// N: after how many iterations the shares are set anew.
    #[garde(range(min = 1, max = 500))]
    #[schemars(title = "Iterations between rebalancing", extend("x-group" = "Method", "x-symbol" = "N", "x-when" = {"topic": RUNS}))]
    pub rebalance_every: u32,

    /// How the next job runtime of a node is predicted.
    #[garde(skip)]
    #[schemars(title = "Predictor", extend("x-group" = "Method", "x-rare" = true, "x-when" = {"topic": RUNS}))]
    pub predictor: Forecast,

    /// α: the weight of the newest runtime in exponential smoothing.
    #[garde(range(min = 0.0, max = 1.0))]
    #[schemars(title = "Smoothing", extend("x-group" = "Method", "x-symbol" = "α", "x-rare" = true, "x-when" = {"topic": RUNS, "predictor": ["exponential-smoothing", "damped-trend"]}))]
    pub smoothing: f64,

    /// How many of the last runtimes a sliding mean or a sliding median looks back on.
    #[garde(range(min = 1, max = 500))]
    #[schemars(title = "Forecast window", extend("x-group" = "Method", "x-rare" = true, "x-when" = {"topic": RUNS, "predictor": ["sliding-mean", "sliding-median"]}))]
    pub forecast_window: u32,

    /// q: shares follow the runtime that a share q of the runtimes should stay below, judged by the last 100 errors of the
    /// predictor. Empty: they follow the expected runtime.
    #[garde(range(min = 0.01, max = 0.99))]
    #[schemars(title = "Pessimism", extend("x-group" = "Method", "x-symbol" = "q", "x-rare" = true, "x-when" = {"topic": RUNS}))]
    pub quantile: Option<f64>,

    /// I: after how many iterations the adaptive strategy decides anew.
    #[garde(range(min = 10, max = 500))]
    #[schemars(title = "Iterations between decisions", extend("x-group" = "Decision", "x-symbol" = "I", "x-rare" = true, "x-when" = {"topic": RUNS}))]
    pub decide_every: u32,

    /// What the adaptive strategy does after its first block.
    #[garde(skip)]
    #[schemars(title = "After the first block", extend("x-group" = "Decision", "x-rare" = true, "x-when" = {"topic": RUNS}))]
    pub first_block: FirstBlock,

    /// What a switch from replication to balancing takes, in rescheduling times.
    #[garde(range(min = 0.0, max = 3.0))]
    #[schemars(title = "Switch to balancing", extend("x-group" = "Decision", "x-rare" = true, "x-when" = {"topic": RUNS}))]
    pub switch_to_balancing: f64,

    /// What a switch from balancing to replication takes, in rescheduling times.
    #[garde(range(min = 0.0, max = 3.0))]
    #[schemars(title = "Switch to replication", extend("x-group" = "Decision", "x-rare" = true, "x-when" = {"topic": RUNS}))]
    pub switch_to_replication: f64,

    /// The formula for the time of an iteration with copies.
    #[garde(skip)]
    #[schemars(title = "Model", extend("x-group" = "Formulas", "x-when" = {"topic": ["formulas", "model"]}))]
    pub model: Model,

    /// c_X: the coefficient of variation of a job’s runtime.
    #[garde(range(min = 0.0, max = 1.0))]
    #[schemars(title = "Variation", extend("x-group" = "Formulas", "x-symbol" = "c_X", "x-when" = {"topic": ["formulas", "model"]}, "x-or" = {"homogeneous": true}))]
    pub variation: f64,

    /// α: by how many standard deviations the longer of two runtimes exceeds the mean, in models 1.2, 1.3, 2.2 and 2.3.
    #[garde(range(min = 0.01, max = 0.99))]
    #[schemars(title = "Excess of the longer of two", extend("x-group" = "Formulas", "x-symbol" = "α", "x-rare" = true, "x-when" = {"topic": ["formulas", "model"]}))]
    pub excess: f64,

    /// β: the standard deviation of the longer of two over that of one, in models 1.2 and 2.2.
    #[garde(range(min = 0.0, max = 1.4))]
    #[schemars(title = "Deviation of the longer of two", extend("x-group" = "Formulas", "x-symbol" = "β", "x-rare" = true, "x-when" = {"topic": ["formulas", "model"]}))]
    pub spread: f64,

    /// γ: how strongly the steps of an iteration depend on each other: the sum of R runtimes has R^γ times the standard
    /// deviation of one; ½ if they are independent, 1 if they are equal. Models 2.x.
    #[garde(range(min = 0.5, max = 1.0))]
    #[schemars(title = "Dependence of steps", extend("x-group" = "Formulas", "x-symbol" = "γ", "x-rare" = true, "x-when" = {"topic": ["formulas", "model"]}))]
    pub dependence: f64,

    /// The distribution whose exact iteration time stands beside the model’s.
    #[garde(skip)]
    #[schemars(title = "Exact for", extend("x-group" = "Formulas", "x-rare" = true, "x-when" = {"topic": ["formulas", "model"]}))]
    pub family: Family,

    /// Which chart of the formulas comes first.
    #[garde(skip)]
    #[schemars(title = "First picture", extend("x-group" = "Formulas", "x-rare" = true, "x-when" = {"topic": FORMULAS}))]
    pub picture: Picture,

    /// p: up to how many processors formulas are drawn, as a power of two.
    #[garde(range(min = 1, max = 100))]
    #[schemars(title = "Doublings drawn", extend("x-group" = "Formulas", "x-symbol" = "p", "x-rare" = true, "x-when" = {"topic": "formulas"}))]
    pub doublings: u32,

    /// P: how many processors the program uses, drawn from the nodes of the traces.
    #[garde(range(min = 1, max = 128))]
    #[schemars(title = "Processors", extend("x-group" = "Resources", "x-symbol" = "P", "x-when" = {"topic": ["strategies", "processors", "intervals", "decision", "formulas", "model"]}))]
    pub processors: u32,

    /// K: how many iterations a run has.
    #[garde(range(min = 1, max = 100_000))]
    #[schemars(title = "Iterations", extend("x-group" = "Program", "x-symbol" = "K"))]
    pub iterations: u32,

    /// The first iteration that the schedule shows, counted from 1.
    #[garde(range(min = 1, max = 100_000))]
    #[schemars(title = "First iteration shown", extend("x-group" = "Program", "x-rare" = true, "x-when" = {"topic": RUNS}))]
    pub first_shown: u32,

    /// How many iterations the schedule shows.
    #[garde(range(min = 1, max = 2_000))]
    #[schemars(title = "Iterations shown", extend("x-group" = "Program", "x-rare" = true, "x-when" = {"topic": RUNS}))]
    pub shown: u32,

    /// t: the computation of one whole iteration on a free reference processor. The traces belong to 2.5 s; the
    /// communication-to-computation ratio is about 0.025 / t.
    #[garde(range(min = 0.05, max = 5.0))]
    #[schemars(title = "Problem size", extend("x-group" = "Program", "x-symbol" = "t", "x-unit" = "s", "x-when" = {"topic": RUNS}))]
    pub problem_size: f64,

    /// How long sending data between two processors takes, on average.
    #[garde(range(min = 0.0, max = 5_000.0))]
    #[schemars(title = "Send time", extend("x-group" = "Times", "x-unit" = "ms", "x-rare" = true, "x-when" = {"topic": RUNS}))]
    pub send_time: f64,

    /// How long the message that kills a copy takes, on average.
    #[garde(range(min = 0.0, max = 5_000.0))]
    #[schemars(title = "Finalize time", extend("x-group" = "Times", "x-unit" = "ms", "x-rare" = true, "x-when" = {"topic": RUNS}))]
    pub finalize_time: f64,

    /// How long one rescheduling takes, on average, for t = 2.5 s on 4 processors.
    #[garde(range(min = 0.0, max = 100_000.0))]
    #[schemars(title = "Rescheduling time", extend("x-group" = "Times", "x-unit" = "ms", "x-rare" = true, "x-when" = {"topic": RUNS}))]
    pub rescheduling_time: f64,

    /// The coefficient of variation of these times.
    #[garde(range(min = 0.0, max = 2.0))]
    #[schemars(title = "Noise of these times", extend("x-group" = "Times", "x-rare" = true, "x-when" = {"topic": RUNS}))]
    pub noise: f64,

    /// Which pairs exchange data at the end of an iteration.
    #[garde(skip)]
    #[schemars(title = "Who synchronises", extend("x-group" = "Times", "x-rare" = true, "x-when" = {"topic": RUNS}))]
    pub synchronisation: Scope,

    /// κ: rescheduling takes (4 / P)^κ times as long on P processors as on 4.
    #[garde(range(min = 0.0, max = 1.0))]
    #[schemars(title = "Rescheduling falls with P", extend("x-group" = "Times", "x-symbol" = "κ", "x-rare" = true, "x-when" = {"topic": RUNS}))]
    pub rescheduling_exponent: f64,

    /// Rescheduling moves data, so that its time grows with the problem size.
    #[garde(skip)]
    #[schemars(title = "Rescheduling grows with t", extend("x-group" = "Times", "x-rare" = true, "x-when" = {"topic": RUNS}))]
    pub rescheduling_scales: bool,

    /// How many runs there are; each draws processors of its own.
    #[garde(range(min = 1, max = 1_000))]
    #[schemars(title = "Runs", extend("x-group" = "Randomness", "x-when" = {"topic": ["strategies", "processors", "intervals", "decision", "model", "estimates"]}))]
    pub runs: u32,

    /// The same seed gives the same numbers, everywhere.
    #[garde(skip)]
    #[schemars(title = "Seed", extend("x-group" = "Randomness"))]
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

impl Described for Parameters {
    fn schema() -> Value {
        // The tests hold the text against what the attributes above make.
        report::parameters::kept(include_str!("../schema.json"))
    }
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            topic: Topic::default(),
            traces: Source::default(),
            trace_mean: Some(72_500.0),
            synthetic_nodes: 16,
            homogeneous: false,
            strategy: Strategy::default(),
            copies: 2,
            replication: Replication::default(),
            delay: 1.5,
            cold_iterations: 500,
            rebalance_every: 10,
            predictor: Forecast::default(),
            smoothing: 0.5,
            forecast_window: 31,
            quantile: None,
            decide_every: 100,
            first_block: FirstBlock::default(),
            switch_to_balancing: TO_BALANCING,
            switch_to_replication: TO_REPLICATION,
            model: Model::default(),
            variation: 0.8,
            excess: 0.5,
            spread: 0.95,
            dependence: 0.81,
            family: Family::default(),
            picture: Picture::default(),
            doublings: 7,
            processors: 8,
            iterations: 1_000,
            first_shown: 1,
            shown: 2_000,
            problem_size: 2.5,
            send_time: 750.0,
            finalize_time: 300.0,
            rescheduling_time: 37_500.0,
            noise: 0.5,
            synchronisation: Scope::default(),
            rescheduling_exponent: 0.5,
            rescheduling_scales: true,
            runs: 100,
            seed: 2006,
        }
    }
}

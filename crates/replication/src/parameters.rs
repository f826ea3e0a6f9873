//! What a scenario says of the replication laboratory.

use forecast::{Method as Forecast, Settings};
use garde::Validate;
use report::parameters::Described;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use trace::source::Source;

/// The strategy that the schedule shows and the headline speaks of; all of them are always compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// ELB: every processor always gets the same share.
    #[schemars(title = "Equal")]
    Equal,
    /// DLB: every N iterations the shares follow the predicted speeds.
    #[schemars(title = "Dynamic")]
    Dynamic,
    /// JR: every job exists R times; the first copy that finishes kills the others.
    #[default]
    #[schemars(title = "Replicate")]
    Replicate,
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
    /// The job runtimes that the nodes had: measured, synthetic, or from a file of your own.
    #[garde(dive)]
    #[schemars(title = "Traces", extend("x-group" = "Traces"))]
    pub traces: Source,

    /// All runtimes are scaled so that the whole load takes this long, on average, on one processor. Empty: the
    /// runtimes stay as they were measured.
    #[garde(range(min = 0.1, max = 10_000_000.0))]
    #[schemars(title = "Mean runtime on one processor", extend("x-group" = "Traces", "x-unit" = "ms", "x-rare" = true))]
    pub trace_mean: Option<f64>,

    /// How many independent nodes a synthetic preset has.
    #[garde(range(min = 1, max = 128))]
    #[schemars(title = "Nodes of a synthetic preset", extend("x-group" = "Traces", "x-rare" = true))]
    pub synthetic_nodes: u32,

    /// The strategy that the schedule shows.
    #[garde(skip)]
    #[schemars(title = "Method", extend("x-group" = "Method"))]
    pub strategy: Strategy,

    /// R: on how many processors each job runs. It must divide the number of processors.
    #[garde(range(min = 1, max = 64))]
    #[schemars(title = "Copies of each job", extend("x-group" = "Method", "x-symbol" = "R"))]
    pub copies: u32,

    /// When a copy of a job starts and ends.
    #[garde(skip)]
    #[schemars(title = "Copies start and end", extend("x-group" = "Method", "x-rare" = true))]
    pub replication: Replication,

    /// N: after how many iterations the shares are set anew.
    #[garde(range(min = 1, max = 500))]
    #[schemars(title = "Iterations between rebalancing", extend("x-group" = "Method", "x-symbol" = "N"))]
    pub rebalance_every: u32,

    /// How the next job runtime of a node is predicted.
    #[garde(skip)]
    #[schemars(title = "Predictor", extend("x-group" = "Method", "x-rare" = true))]
    pub predictor: Forecast,

    /// α: the weight of the newest runtime in exponential smoothing.
    #[garde(range(min = 0.0, max = 1.0))]
    #[schemars(title = "Smoothing", extend("x-group" = "Method", "x-symbol" = "α", "x-rare" = true))]
    pub smoothing: f64,

    /// How many of the last runtimes a sliding mean or a sliding median looks back on.
    #[garde(range(min = 1, max = 500))]
    #[schemars(title = "Forecast window", extend("x-group" = "Method", "x-rare" = true))]
    pub forecast_window: u32,

    /// q: shares follow the runtime that a share q of the runtimes should stay below, judged by the last 100 errors of the
    /// predictor. Empty: they follow the expected runtime.
    #[garde(range(min = 0.01, max = 0.99))]
    #[schemars(title = "Pessimism", extend("x-group" = "Method", "x-symbol" = "q", "x-rare" = true))]
    pub quantile: Option<f64>,

    /// P: how many processors the program uses, drawn from the nodes of the traces.
    #[garde(range(min = 1, max = 64))]
    #[schemars(title = "Processors", extend("x-group" = "Resources", "x-symbol" = "P"))]
    pub processors: u32,

    /// K: how many iterations a run has.
    #[garde(range(min = 1, max = 10_000))]
    #[schemars(title = "Iterations", extend("x-group" = "Program", "x-symbol" = "K"))]
    pub iterations: u32,

    /// t: the computation of one whole iteration on a free reference processor. The traces belong to 2.5 s; the
    /// communication-to-computation ratio is about 0.025 / t.
    #[garde(range(min = 0.05, max = 5.0))]
    #[schemars(title = "Problem size", extend("x-group" = "Program", "x-symbol" = "t", "x-unit" = "s"))]
    pub problem_size: f64,

    /// How long sending data between two processors takes, on average.
    #[garde(range(min = 0.0, max = 5_000.0))]
    #[schemars(title = "Send time", extend("x-group" = "Times", "x-unit" = "ms", "x-rare" = true))]
    pub send_time: f64,

    /// How long the message that kills a copy takes, on average.
    #[garde(range(min = 0.0, max = 5_000.0))]
    #[schemars(title = "Finalize time", extend("x-group" = "Times", "x-unit" = "ms", "x-rare" = true))]
    pub finalize_time: f64,

    /// How long one rescheduling takes, on average, for t = 2.5 s on 4 processors.
    #[garde(range(min = 0.0, max = 100_000.0))]
    #[schemars(title = "Rescheduling time", extend("x-group" = "Times", "x-unit" = "ms", "x-rare" = true))]
    pub rescheduling_time: f64,

    /// The coefficient of variation of these times.
    #[garde(range(min = 0.0, max = 2.0))]
    #[schemars(title = "Noise of these times", extend("x-group" = "Times", "x-rare" = true))]
    pub noise: f64,

    /// Which pairs exchange data at the end of an iteration.
    #[garde(skip)]
    #[schemars(title = "Who synchronises", extend("x-group" = "Times", "x-rare" = true))]
    pub synchronisation: Scope,

    /// κ: rescheduling takes (4 / P)^κ times as long on P processors as on 4.
    #[garde(range(min = 0.0, max = 1.0))]
    #[schemars(title = "Rescheduling falls with P", extend("x-group" = "Times", "x-symbol" = "κ", "x-rare" = true))]
    pub rescheduling_exponent: f64,

    /// Rescheduling moves data, so that its time grows with the problem size.
    #[garde(skip)]
    #[schemars(title = "Rescheduling grows with t", extend("x-group" = "Times", "x-rare" = true))]
    pub rescheduling_scales: bool,

    /// How many runs there are; each draws processors of its own.
    #[garde(range(min = 1, max = 1_000))]
    #[schemars(title = "Runs", extend("x-group" = "Randomness"))]
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
        serde_json::from_str(include_str!("../schema.json")).unwrap_or_default()
    }
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            traces: Source::default(),
            trace_mean: Some(72_500.0),
            synthetic_nodes: 16,
            strategy: Strategy::default(),
            copies: 2,
            replication: Replication::default(),
            rebalance_every: 10,
            predictor: Forecast::default(),
            smoothing: 0.5,
            forecast_window: 31,
            quantile: None,
            processors: 8,
            iterations: 1_000,
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

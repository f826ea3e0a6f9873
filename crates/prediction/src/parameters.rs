//! What a scenario says of the prediction laboratory.

use forecast::{Filing, Method, Residual, Settings};
use garde::Validate;
use report::parameters::Described;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use trace::source::{CHARACTERS, Source};

/// The topics that hold a tournament.
const TOURNAMENT: [&str; 2] = ["forecasts", "set"];
/// The topics that show one series.
const ONE_SERIES: [&str; 3] = ["forecasts", "series", "likeness"];

/// What the charts are about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    /// One predictor over one series, and all predictors over all series.
    #[default]
    #[schemars(title = "Forecasts")]
    Forecasts,
    /// The statistics of one series.
    #[schemars(title = "One series")]
    Series,
    /// The statistics of all series, and how they hang together.
    #[schemars(title = "The set")]
    Set,
    /// A node of the generator that is like one series.
    #[schemars(title = "One like this")]
    Likeness,
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

    /// Which series of the traces the charts of one series show, counted from 1.
    #[garde(range(min = 1, max = 4096))]
    #[schemars(title = "Series", extend("x-group" = "Traces", "x-when" = {"topic": ONE_SERIES}))]
    pub series: u32,

    /// How many values of each series are used, from its first; all, where it has fewer.
    #[garde(range(min = 20, max = 10_000_000))]
    #[schemars(title = "Values", extend("x-group" = "Traces", "x-symbol" = "N"))]
    pub values: u32,

    /// How many independent nodes a synthetic preset has.
    #[garde(range(min = 1, max = 128))]
    #[schemars(title = "Nodes of a synthetic preset", extend("x-group" = "Traces", "x-rare" = true, "x-when" = {"traces": CHARACTERS}))]
    pub synthetic_nodes: u32,

    /// How the next value is predicted from those before it.
    #[garde(skip)]
    #[schemars(title = "Predictor", extend("x-group" = "Predictor", "x-when" = {"topic": TOURNAMENT}))]
    pub predictor: Method,

    /// The predictor that it is compared with.
    #[garde(skip)]
    #[schemars(title = "Compared with", extend("x-group" = "Predictor", "x-when" = {"topic": TOURNAMENT}))]
    pub rival: Method,

    /// α: the weight of the newest value in exponential smoothing.
    #[garde(range(min = 0.0, max = 1.0))]
    #[schemars(title = "Smoothing", extend("x-group" = "Predictor", "x-symbol" = "α", "x-when" = {"topic": TOURNAMENT}))]
    pub smoothing: f64,

    /// Predict the value below which this share of the values stays, rather than the expected one. Empty: the
    /// expected one.
    #[garde(range(min = 0.01, max = 0.99))]
    #[schemars(title = "Pessimism", extend("x-group" = "Predictor", "x-symbol" = "q", "x-when" = {"topic": TOURNAMENT}))]
    pub quantile: Option<f64>,

    /// w: how many values sliding means and medians look back.
    #[garde(range(min = 1, max = 500))]
    #[schemars(title = "Window", extend("x-group" = "Predictor", "x-symbol" = "w", "x-rare" = true, "x-when" = {"topic": TOURNAMENT}))]
    pub forecast_window: u32,

    /// p: how many values autoregression looks back.
    #[garde(range(min = 1, max = 32))]
    #[schemars(title = "Order of autoregression", extend("x-group" = "Predictor", "x-symbol" = "p", "x-rare" = true, "x-when" = {"topic": TOURNAMENT}))]
    pub order: u32,

    /// How many values autoregression waits for; before, it predicts the mean.
    #[garde(range(min = 17, max = 500))]
    #[schemars(title = "Least values of autoregression", extend("x-group" = "Predictor", "x-rare" = true, "x-when" = {"topic": TOURNAMENT}))]
    pub least: u32,

    /// After how many values autoregression and smooth transition fit their parameters anew.
    #[garde(range(min = 1, max = 100))]
    #[schemars(title = "Values between fits", extend("x-group" = "Predictor", "x-rare" = true, "x-when" = {"topic": TOURNAMENT}))]
    pub refit: u32,

    /// How many values smooth transition fits its parameters to. Empty: all, which takes long.
    #[garde(range(min = 3.0, max = 10_000.0))]
    #[schemars(title = "Values of a fit", extend("x-group" = "Predictor", "x-rare" = true, "x-when" = {"topic": TOURNAMENT}))]
    pub fit_window: Option<f64>,

    /// φ: the smoothing of errors in Trigg and Leach’s method.
    #[garde(range(min = 0.01, max = 1.0))]
    #[schemars(title = "Adaptation of Trigg and Leach", extend("x-group" = "Predictor", "x-symbol" = "φ", "x-rare" = true, "x-when" = {"topic": TOURNAMENT}))]
    pub adaptation: f64,

    /// φ: how much of the trend stays from one value to the next in damped trend smoothing.
    #[garde(range(min = 0.0, max = 1.0))]
    #[schemars(title = "Damping of the trend", extend("x-group" = "Predictor", "x-symbol" = "φ", "x-rare" = true, "x-when" = {"topic": TOURNAMENT}))]
    pub damping: f64,

    /// k: how many values dynamic smoothing takes the standard deviation of.
    #[garde(range(min = 2, max = 100))]
    #[schemars(title = "Deviation window of dynamic smoothing", extend("x-group" = "Predictor", "x-symbol" = "k", "x-rare" = true, "x-when" = {"topic": TOURNAMENT}))]
    pub deviation_window: u32,

    /// l: how many values the median of dynamic smoothing looks back on.
    #[garde(range(min = 1, max = 101))]
    #[schemars(title = "Median window of dynamic smoothing", extend("x-group" = "Predictor", "x-symbol" = "l", "x-rare" = true, "x-when" = {"topic": TOURNAMENT}))]
    pub median_window: u32,

    /// How many pairs of values dynamic smoothing learns from in each class.
    #[garde(range(min = 10, max = 2000))]
    #[schemars(title = "Memory of dynamic smoothing", extend("x-group" = "Predictor", "x-rare" = true, "x-when" = {"topic": TOURNAMENT}))]
    pub memory: u32,

    /// From how many standard deviations dynamic smoothing calls an error a peak.
    #[garde(range(min = 0.1, max = 100.0))]
    #[schemars(title = "Threshold of a peak", extend("x-group" = "Predictor", "x-rare" = true, "x-when" = {"topic": TOURNAMENT}))]
    pub peak_threshold: f64,

    /// From how many standard deviations it calls an error a switch of the level.
    #[garde(range(min = 0.1, max = 100.0))]
    #[schemars(title = "Threshold of a level switch", extend("x-group" = "Predictor", "x-rare" = true, "x-when" = {"topic": TOURNAMENT}))]
    pub jump_threshold: f64,

    /// From how many standard deviations it calls two errors in a row a trend.
    #[garde(range(min = 0.1, max = 100.0))]
    #[schemars(title = "Threshold of a trend", extend("x-group" = "Predictor", "x-rare" = true, "x-when" = {"topic": TOURNAMENT}))]
    pub drift_threshold: f64,

    /// Under which class dynamic smoothing files what it learns.
    #[garde(skip)]
    #[schemars(title = "Classes of dynamic smoothing", extend("x-group" = "Predictor", "x-rare" = true, "x-when" = {"topic": TOURNAMENT}))]
    pub filing: Filing,

    /// From which forecast dynamic smoothing takes its errors.
    #[garde(skip)]
    #[schemars(title = "Errors of dynamic smoothing", extend("x-group" = "Predictor", "x-rare" = true, "x-when" = {"topic": TOURNAMENT}))]
    pub residual: Residual,

    /// Keep the learnt weights of dynamic smoothing between 0 and 1.
    #[garde(skip)]
    #[schemars(title = "Clip the learnt weights", extend("x-group" = "Predictor", "x-rare" = true, "x-when" = {"topic": TOURNAMENT}))]
    pub clip: bool,

    /// The first value that the course of a series shows, counted from 1.
    #[garde(range(min = 1, max = 10_000_000))]
    #[schemars(title = "First value shown", extend("x-group" = "Charts", "x-when" = {"topic": ONE_SERIES}))]
    pub first: u32,

    /// How many values the course of a series shows.
    #[garde(range(min = 10, max = 5000))]
    #[schemars(title = "Values shown", extend("x-group" = "Charts", "x-when" = {"topic": ONE_SERIES}))]
    pub shown: u32,

    /// How many series take part in the tournament, from the first.
    #[garde(range(min = 1, max = 4096))]
    #[schemars(title = "Series in the tournament", extend("x-group" = "Charts", "x-rare" = true, "x-when" = {"topic": ["forecasts", "series", "set"]}))]
    pub entrants: u32,

    /// B: how many values a block has whose means and deviations are compared.
    #[garde(range(min = 2, max = 1000))]
    #[schemars(title = "Block", extend("x-group" = "Charts", "x-symbol" = "B", "x-rare" = true, "x-when" = {"topic": ["series", "set"]}))]
    pub block: u32,

    /// How far the autocorrelation looks back.
    #[garde(range(min = 3, max = 5000))]
    #[schemars(title = "Lags", extend("x-group" = "Charts", "x-rare" = true, "x-when" = {"topic": ["series", "set", "likeness"]}))]
    pub lags: u32,

    /// How many bins a histogram has.
    #[garde(range(min = 5, max = 200))]
    #[schemars(title = "Bins", extend("x-group" = "Charts", "x-rare" = true, "x-when" = {"topic": ONE_SERIES}))]
    pub bins: u32,

    /// P: how many processors the program has that is balanced by these forecasts.
    #[garde(range(min = 2, max = 64))]
    #[schemars(title = "Processors", extend("x-group" = "Balancing", "x-symbol" = "P", "x-rare" = true, "x-when" = {"topic": "forecasts"}))]
    pub processors: u32,

    /// N: after how many iterations the shares are set anew.
    #[garde(range(min = 1, max = 500))]
    #[schemars(title = "Iterations between rebalancing", extend("x-group" = "Balancing", "x-symbol" = "N", "x-rare" = true, "x-when" = {"topic": "forecasts"}))]
    pub rebalance_every: u32,

    /// How many runs of the balanced program there are; each draws processors of its own.
    #[garde(range(min = 1, max = 1_000))]
    #[schemars(title = "Runs", extend("x-group" = "Balancing", "x-rare" = true, "x-when" = {"topic": "forecasts"}))]
    pub runs: u32,

    /// The same seed gives the same numbers, everywhere.
    #[garde(skip)]
    #[schemars(title = "Seed", extend("x-group" = "Randomness"))]
    pub seed: u64,
}

impl Parameters {
    /// How a method predicts under these parameters.
    #[must_use]
    pub fn settings(&self, method: Method) -> Settings {
        Settings {
            smoothing: self.smoothing,
            window: self.forecast_window as usize,
            order: self.order as usize,
            least: self.least as usize,
            refit: self.refit as usize,
            fit_window: self.fit_window.map(|window| window as usize),
            adaptation: self.adaptation,
            damping: self.damping,
            deviation_window: self.deviation_window as usize,
            median_window: self.median_window as usize,
            memory: self.memory as usize,
            thresholds: [
                self.peak_threshold,
                self.jump_threshold,
                self.drift_threshold,
            ],
            filing: self.filing,
            residual: self.residual,
            clip: self.clip,
            quantile: self.quantile,
            ..Settings::of(method)
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
        let Settings {
            smoothing,
            window,
            order,
            least,
            refit,
            adaptation,
            damping,
            deviation_window,
            median_window,
            memory,
            thresholds: [peak_threshold, jump_threshold, drift_threshold],
            filing,
            residual,
            clip,
            ..
        } = Settings::default();
        Self {
            topic: Topic::default(),
            traces: Source::Shared,
            series: 1,
            values: 2_000,
            synthetic_nodes: 16,
            predictor: Method::DynamicSmoothing,
            rival: Method::WeatherService,
            smoothing,
            quantile: None,
            forecast_window: window as u32,
            order: order as u32,
            least: least as u32,
            refit: refit as u32,
            fit_window: Some(80.0),
            adaptation,
            damping,
            deviation_window: deviation_window as u32,
            median_window: median_window as u32,
            memory: memory as u32,
            peak_threshold,
            jump_threshold,
            drift_threshold,
            filing,
            residual,
            clip,
            first: 1,
            shown: 300,
            entrants: 16,
            block: trace::characteristics::BLOCK as u32,
            lags: 200,
            bins: 50,
            processors: 8,
            rebalance_every: 10,
            runs: 20,
            seed: 2006,
        }
    }
}

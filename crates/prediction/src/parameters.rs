//! The parameters of a scenario of the prediction laboratory.

use ::parameters::Editor;
use forecast::{Filing, Method, Residual, Settings};
use trace::TraceSet;
use trace::source::{CHARACTERS, Source};

use crate::own::PREDICT;
use crate::predictor::Predictor;

/// The topics that hold a tournament.
const TOURNAMENT: [&str; 2] = ["forecasts", "set"];
/// The topics that show one series.
const ONE_SERIES: [&str; 3] = ["forecasts", "series", "likeness"];

/// The topic of charts and tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Topic {
    /// One predictor over one series, and all predictors over all series.
    #[default]
    #[choice(title = "Forecasts")]
    Forecasts,
    /// The statistics of one series.
    #[choice(title = "One series")]
    Series,
    /// The statistics of all series, and the correlations between them.
    #[choice(title = "All series")]
    Set,
    /// A synthetic node whose statistics resemble those of one series.
    #[choice(title = "Synthetic twin")]
    Likeness,
}

/// The values of this laboratory’s parameters, as a link carries them.
#[derive(Clone, Debug, PartialEq, parameters::Parameters)]
pub struct Parameters {
    /// The topic of charts and tables.
    #[parameter(title = "Show", group = "Show", default = "forecasts")]
    pub topic: Topic,

    /// The nodes’ job runtimes: measured, synthetic, or from a file of your own.
    #[parameter(title = "Traces", group = "Traces", default = "shared")]
    pub traces: Source,

    /// The series that the charts of one series show, counted from 1.
    #[parameter(title = "Series shown", group = "Traces", ordinal, range = 1..=4096, default = 1, when(topic = ONE_SERIES))]
    pub series: u32,

    /// The number of values used of each series, from its first; all values of a shorter series.
    #[parameter(title = "Values", group = "Traces", symbol = "N", range = 20..=10_000_000, default = 2000)]
    pub values: u32,

    /// The number of independent nodes of a synthetic preset.
    #[parameter(title = "Nodes of a synthetic preset", group = "Traces", rare, range = 1..=128, default = 16, when(traces = CHARACTERS))]
    pub synthetic_nodes: u32,

    /// The method that predicts the next value from those before it.
    #[parameter(title = "Predictor", group = "Predictor", default = "dynamic-smoothing", when(topic = TOURNAMENT))]
    pub predictor: Predictor,

    /// The predictor to compare with.
    #[parameter(title = "Compared with", group = "Predictor", default = "weather-service", when(topic = TOURNAMENT))]
    pub rival: Predictor,

    /// The function that your own strategy predicts with. It is asked before each value but the first, and remembers values
    /// in `this`.
    #[parameter(
        title = "Your strategy",
        group = "Predictor",
        length = 8_000,
        editor = Editor::Strategy(&PREDICT),
        default = "fn predict(values) {\n    // The mean of the last 20 runtimes.\n    values.last(20).mean()\n}\n",
        when(topic = TOURNAMENT, predictor = "own"),
        or(rival = "own")
    )]
    pub code: String,

    /// α: the weight of the newest value in exponential smoothing and damped trend.
    #[parameter(title = "Smoothing", group = "Predictor", symbol = "α", range = 0.0..=1.0, default = 0.5, when(topic = TOURNAMENT))]
    pub smoothing: f64,

    /// q: the share of the values that should not be above their forecast. Empty: the forecast is the expected value.
    #[parameter(title = "Pessimism", group = "Predictor", symbol = "q", range = 0.01..=0.99, when(topic = TOURNAMENT))]
    pub quantile: Option<f64>,

    /// w: the number of past values that sliding means and medians use.
    #[parameter(title = "Window", group = "Predictor", symbol = "w", rare, range = 1..=500, default = 31, when(topic = TOURNAMENT))]
    pub forecast_window: u32,

    /// p: the number of past values that autoregression uses.
    #[parameter(title = "Order of autoregression", group = "Predictor", symbol = "p", rare, range = 1..=32, default = 16, when(topic = TOURNAMENT))]
    pub order: u32,

    /// The number of values before the first fit of autoregression; until then it predicts the mean.
    #[parameter(title = "Values before autoregression", group = "Predictor", rare, range = 17..=500, default = 100, when(topic = TOURNAMENT))]
    pub least: u32,

    /// Autoregression and smooth transition fit their parameters anew after this many values.
    #[parameter(title = "Values between fits", group = "Predictor", rare, range = 1..=100, default = 20, when(topic = TOURNAMENT))]
    pub refit: u32,

    /// The number of past values to which smooth transition fits its parameters. Empty: all, which takes long.
    #[parameter(title = "Values of a fit", group = "Predictor", rare, range = 3.0..=10_000.0, default = 80.0, when(topic = TOURNAMENT))]
    pub fit_window: Option<f64>,

    /// φ: the smoothing of errors in Trigg and Leach’s method.
    #[parameter(title = "Adaptation of Trigg and Leach", group = "Predictor", symbol = "φ", rare, range = 0.01..=1.0, default = 0.2, when(topic = TOURNAMENT))]
    pub adaptation: f64,

    /// φ: the share of the trend that damped trend smoothing keeps from one value to the next.
    #[parameter(title = "Damping of the trend", group = "Predictor", symbol = "φ", rare, range = 0.0..=1.0, default = 0.9, when(topic = TOURNAMENT))]
    pub damping: f64,

    /// k: the number of past values whose standard deviation dynamic smoothing uses.
    #[parameter(title = "Deviation window of dynamic smoothing", group = "Predictor", symbol = "k", rare, range = 2..=100, default = 20, when(topic = TOURNAMENT))]
    pub deviation_window: u32,

    /// l: the number of past values in the median of dynamic smoothing.
    #[parameter(title = "Median window of dynamic smoothing", group = "Predictor", symbol = "l", rare, range = 1..=101, default = 31, when(topic = TOURNAMENT))]
    pub median_window: u32,

    /// The number of pairs of values from which dynamic smoothing learns in each class.
    #[parameter(title = "Memory of dynamic smoothing", group = "Predictor", rare, range = 10..=2000, default = 500, when(topic = TOURNAMENT))]
    pub memory: u32,

    /// Dynamic smoothing calls an error of more than this many standard deviations a peak.
    #[parameter(title = "Threshold of a peak", group = "Predictor", rare, range = 0.1..=100.0, default = 10.0, when(topic = TOURNAMENT))]
    pub peak_threshold: f64,

    /// Dynamic smoothing calls an error of more than this many standard deviations a level switch.
    #[parameter(title = "Threshold of a level switch", group = "Predictor", rare, range = 0.1..=100.0, default = 2.0, when(topic = TOURNAMENT))]
    pub jump_threshold: f64,

    /// Dynamic smoothing calls two errors in a row of more than this many standard deviations a trend.
    #[parameter(title = "Threshold of a trend", group = "Predictor", rare, range = 0.1..=100.0, default = 1.0, when(topic = TOURNAMENT))]
    pub drift_threshold: f64,

    /// The class under which dynamic smoothing files a learnt weight.
    #[parameter(title = "Classes of dynamic smoothing", group = "Predictor", rare, default = "previous", when(topic = TOURNAMENT))]
    pub filing: Filing,

    /// The forecast whose errors dynamic smoothing classifies and learns from.
    #[parameter(title = "Errors of dynamic smoothing", group = "Predictor", rare, default = "component", when(topic = TOURNAMENT))]
    pub residual: Residual,

    /// Keep the learnt weights of dynamic smoothing between 0 and 1.
    #[parameter(title = "Clip the learnt weights", group = "Predictor", rare, when(topic = TOURNAMENT))]
    pub clip: bool,

    /// The first value in the chart of a series, counted from 1.
    #[parameter(title = "First value shown", group = "Charts", range = 1..=10_000_000, default = 1, when(topic = ONE_SERIES))]
    pub first: u32,

    /// The number of values in the chart of a series.
    #[parameter(title = "Values shown", group = "Charts", range = 10..=5000, default = 300, when(topic = ONE_SERIES))]
    pub shown: u32,

    /// Your own forecasts in ms, one after the other, separated by spaces. Each shows the value that it was for; predictors compete with
    /// you on the same values.
    #[parameter(
        title = "Your forecasts",
        group = "Charts",
        rare,
        length = 1_000,
        default = "",
        when(topic = "forecasts")
    )]
    pub guesses: String,

    /// The number of series in the tournament, from the first.
    #[parameter(title = "Series in the tournament", group = "Charts", rare, range = 1..=4096, default = 16, when(topic = ["forecasts", "series", "set"]))]
    pub entrants: u32,

    /// B: the number of values in a block; means and deviations of blocks are compared.
    #[parameter(title = "Block", group = "Charts", symbol = "B", rare, range = 2..=1000, default = 20, when(topic = ["series", "set"]))]
    pub block: u32,

    /// The longest lag of the autocorrelation.
    #[parameter(title = "Lags", group = "Charts", rare, range = 3..=5000, default = 200, when(topic = ["series", "set", "likeness"]))]
    pub lags: u32,

    /// The number of bins of a histogram.
    #[parameter(title = "Bins", group = "Charts", rare, range = 5..=200, default = 50, when(topic = ONE_SERIES))]
    pub bins: u32,

    /// P: the number of processors of the program that these forecasts balance.
    #[parameter(title = "Processors", group = "Balancing", symbol = "P", rare, range = 2..=64, default = 8, when(topic = "forecasts"))]
    pub processors: u32,

    /// N: the shares are set anew after every N iterations.
    #[parameter(title = "Iterations between rebalancing", group = "Balancing", symbol = "N", rare, range = 1..=500, default = 10, when(topic = "forecasts"))]
    pub rebalance_every: u32,

    /// The time of a message between two processors of the program: sending takes one, a rescheduling two for each processor. Empty: the
    /// delays are the defaults of the replication laboratory.
    #[parameter(title = "Time of a message", group = "Balancing", unit = "ms", rare, range = 0.0..=300.0, when(topic = "forecasts"))]
    pub message_time: Option<f64>,

    /// The number of runs of the balanced program; each draws its processors among the series of the tournament.
    #[parameter(title = "Runs", group = "Balancing", rare, range = 1..=1_000, default = 20, when(topic = "forecasts"))]
    pub runs: u32,

    /// The same seed gives the same numbers, everywhere.
    #[parameter(title = "Seed", group = "Randomness", default = 2006)]
    pub seed: u64,
}

impl Parameters {
    /// The traces themselves.
    ///
    /// # Errors
    /// Where the traces cannot be loaded.
    pub fn load(&self) -> Result<TraceSet, trace::Error> {
        let (nodes, values) = (self.synthetic_nodes as usize, self.values as usize);
        self.traces.load(nodes, values, self.seed)
    }

    /// The settings of a method under these parameters.
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

//! Figures and tables of Dobber 2006, chapters 3 and 7, on our own traces.

use forecast::Method;
use prediction::Parameters;
use prediction::parameters::Topic;
use trace::source::Source;

use super::Preset;
use crate::Scenario;
use crate::printed::Printed;

pub(super) const PRESETS: [Preset; 27] = [
    Preset::new(
        "shared-forecasts",
        "Which predictor suits shared cores?",
        "Measured while other programs stayed for seconds: all predictors compete, and a program is balanced by each.",
        &[],
        || scenario(Source::Shared, |_| {}),
    ),
    Preset::new(
        "bursts-forecasts",
        "Bursts cannot be foreseen",
        "Measured while bursts of other programs came and went: hardly any predictor beats a mean.",
        &[],
        || {
            scenario(Source::Bursts, |parameters| {
                parameters.predictor = Method::Autoregression;
                parameters.rival = Method::LastValue;
            })
        },
    ),
    Preset::new(
        "pessimistic-forecasts",
        "A pessimistic forecast",
        "Nine values in ten shall stay below their forecast: what does caution cost, and does balancing gain by it?",
        &[],
        || {
            scenario(Source::Bursts, |parameters| {
                parameters.predictor = Method::LocalLevel;
                parameters.rival = Method::ExponentialSmoothing;
                parameters.quantile = Some(0.9);
            })
        },
    ),
    Preset::new(
        "own-node",
        "Make a node of your own",
        "Eleven sliders make a node: how high and long its levels, how loud its noise, how often its peaks?",
        &[],
        || {
            scenario(Source::Synthetic(Default::default()), |parameters| {
                parameters.topic = Topic::Series;
            })
        },
    ),
    Preset::new(
        "four-nodes",
        "One job after the other",
        "What a time-shared node does to a job of fixed size: noise, peaks, switches of the level (Dobber 2006, figures 3.1 and 3.4).",
        &[],
        || {
            scenario(Source::SetTwo, |parameters| {
                parameters.topic = Topic::Series;
                parameters.shown = 1_000;
            })
        },
    ),
    Preset::new(
        "six-nodes",
        "Six nodes as boxes",
        "Quartiles, whiskers and outliers of six characters (Dobber 2006, figures 3.2 and 3.8).",
        &[],
        || scenario(Source::Six, |parameters| parameters.topic = Topic::Set),
    ),
    Preset::new(
        "ar01-series",
        "Levels and peaks: ar01",
        SERIES,
        AR01,
        || one(Source::Ar01),
    ),
    Preset::new("ar02-series", "Short levels: ar02", SERIES, AR02, || {
        one(Source::Ar02)
    }),
    Preset::new("au01-series", "Long peaks: au01", SERIES, AU01, || {
        one(Source::Au01)
    }),
    Preset::new("au02-series", "Slow noise: au02", SERIES, AU02, || {
        one(Source::Au02)
    }),
    Preset::new(
        "telaviv01-series",
        "Rare, very high peaks: telaviv01",
        SERIES,
        TELAVIV01,
        || one(Source::Telaviv01),
    ),
    Preset::new(
        "warsch01-series",
        "A calm node: warsch01",
        SERIES,
        WARSCH01,
        || one(Source::Warsch01),
    ),
    Preset::new(
        "rolling-memory",
        "Does the memory change?",
        "The Hurst parameter of every hundred jobs of a node with long levels (Dobber 2006, figure 3.7).",
        &[],
        || one(Source::Usa),
    ),
    Preset::new(
        "population",
        "130 nodes and their statistics",
        "Seventeen statistics of 130 series, and how they hang together (Dobber 2006, tables 3.3 and 3.4, figures 3.6 and 3.8).",
        POPULATION,
        || population(Topic::Set, Method::WeatherService),
    ),
    Preset::new(
        "es-peak",
        "A peak misleads smoothing",
        "Exponential smoothing follows a peak that is over already (Dobber 2006, figure 7.1).",
        &[],
        || reaction(Source::Peaks, Method::ExponentialSmoothing),
    ),
    Preset::new(
        "nws-switch",
        "A tournament reacts late",
        "The Network Weather Service at peaks and level switches (Dobber 2006, figures 7.2 and 7.15).",
        &[],
        || reaction(Source::Switches, Method::WeatherService),
    ),
    Preset::new(
        "ar-trend",
        "Autoregression at work",
        "The weights of sixteen values, fitted to all the past (Dobber 2006, figure 7.3).",
        &[],
        || reaction(Source::Ar02, Method::Autoregression),
    ),
    Preset::new(
        "trigg-leach-trend",
        "Trigg and Leach at a trend",
        "Errors of one sign raise the weight of the newest value (Dobber 2006, figure 7.4).",
        &[],
        || reaction(Source::Ar02, Method::TriggLeach),
    ),
    Preset::new(
        "whybark-peak",
        "Whybark at a peak",
        "A large error raises the weight for two steps (Dobber 2006, figure 7.5).",
        &[],
        || reaction(Source::Ar01, Method::Whybark),
    ),
    Preset::new(
        "pantazopoulos-pappis",
        "The weight that was right",
        "Pantazopoulos and Pappis’ weight jumps between 0 and 1 (Dobber 2006, figure 7.6).",
        &[],
        || reaction(Source::Warsch01, Method::PantazopoulosPappis),
    ),
    Preset::new(
        "stes-peak",
        "Smooth transition at a peak",
        "A fitted logistic function of the last error sets the weight (Dobber 2006, figure 7.7).",
        &[],
        || reaction(Source::Au01, Method::TransitionError),
    ),
    Preset::new(
        "des-trigg-leach",
        "DES or Trigg and Leach?",
        "45 series (Dobber 2006, figure 7.8; for those of figure 7.9 choose Mentzer, or Pantazopoulos and Pappis).",
        &[],
        || against(Method::TriggLeach),
    ),
    Preset::new(
        "des-whybark",
        "DES or Whybark?",
        "45 series (Dobber 2006, figure 7.8).",
        &[],
        || against(Method::Whybark),
    ),
    Preset::new(
        "des-stes",
        "DES or smooth transition?",
        "45 series; its fit looks back 80 values (Dobber 2006, figures 7.10 and 7.11).",
        &[],
        || against(Method::TransitionSquare),
    ),
    Preset::new(
        "des-es",
        "DES or exponential smoothing?",
        "45 series (Dobber 2006, figure 7.12).",
        &[gain("Mean Δ\u{a0}% of DES over ES(0.5)", 0.11)],
        || against(Method::ExponentialSmoothing),
    ),
    Preset::new(
        "des-nws",
        "DES or NWS?",
        "45 series (Dobber 2006, figure 7.13; “The set” shows what table 7.2 asks).",
        &[gain("Mean Δ\u{a0}% of DES over NWS", 0.08)],
        || against(Method::WeatherService),
    ),
    Preset::new(
        "des-ar",
        "DES or autoregression?",
        "45 series (Dobber 2006, figure 7.14).",
        &[],
        || against(Method::Autoregression),
    ),
];

const SERIES: &str = "Histogram, autocorrelation, Hurst parameter and the 17 statistics of one series (Dobber 2006, figures 3.3 to 3.5, table 3.3).";

fn scenario(traces: Source, change: impl FnOnce(&mut Parameters)) -> Scenario {
    let mut parameters = Parameters {
        traces,
        ..Parameters::default()
    };
    change(&mut parameters);
    Scenario::Prediction(parameters)
}

fn one(traces: Source) -> Scenario {
    scenario(traces, |parameters| {
        parameters.topic = Topic::Series;
        parameters.synthetic_nodes = 8;
        parameters.shown = 1_000;
    })
}

fn reaction(traces: Source, method: Method) -> Scenario {
    scenario(traces, |parameters| {
        parameters.predictor = method;
        parameters.rival = Method::DynamicSmoothing;
        parameters.synthetic_nodes = 8;
        parameters.first = 801;
        parameters.shown = 100;
    })
}

fn population(topic: Topic, rival: Method) -> Scenario {
    scenario(Source::Population, |parameters| {
        parameters.topic = topic;
        parameters.rival = rival;
        parameters.entrants = 45;
    })
}

fn against(rival: Method) -> Scenario {
    population(Topic::Forecasts, rival)
}

const fn gain(what: &'static str, value: f64) -> Printed {
    Printed::figure(what, "gain", value)
}

/// The seventeen statistics in the order of table 3.3's columns.
const SYMBOLS: [&str; 17] = [
    "μ",
    "σ",
    "c",
    "rmse_lv",
    "σ/rmse_lv",
    "s(μ)",
    "c(μ)",
    "s(μ)/s",
    "s(s)",
    "s(s)/μ",
    "c(s)",
    "f_jumps",
    "s_jumps",
    "rmse_jumps",
    "s_jumps/s",
    "rmse_jumps/rmse_lv",
    "mse_jumps/s²",
];

/// The printed statistics of one series, or their averages, beside the third column of our table.
#[allow(clippy::indexing_slicing, reason = "the compiler evaluates it")]
const fn row(values: [f64; 17]) -> [Printed; 17] {
    let mut out = [gain("", 0.0); 17];
    let mut place = 0;
    while place < 17 {
        out[place] = Printed::cell(
            SYMBOLS[place],
            "characteristics",
            SYMBOLS[place],
            2,
            values[place],
        );
        place += 1;
    }
    out
}

const fn correlation(what: &'static str, row: &'static str, column: usize, value: f64) -> Printed {
    Printed::cell(what, "correlations", row, column, value)
}

const AR01: &[Printed] = &row([
    23922.0, 11187.0, 0.47, 9443.0, 1.18, 8471.0, 1.57, 3.39, 4665.0, 0.20, 0.80, 0.03, 6265.0,
    8240.0, 0.56, 0.87, 0.31,
]);
const AR02: &[Printed] = &row([
    1346.0, 507.0, 0.38, 493.0, 1.03, 303.0, 1.03, 2.67, 230.0, 0.17, 0.65, 0.03, 330.0, 418.0,
    0.65, 0.85, 0.42,
]);
const AU01: &[Printed] = &row([
    407.0, 208.0, 0.51, 194.0, 1.07, 123.0, 1.34, 2.64, 105.0, 0.26, 0.76, 0.02, 108.0, 144.0,
    0.52, 0.74, 0.27,
]);
const AU02: &[Printed] = &row([
    301.0, 183.0, 0.61, 206.0, 0.89, 92.0, 1.39, 2.25, 139.0, 0.46, 1.64, 0.04, 148.0, 198.0, 0.81,
    0.96, 0.65,
]);
const TELAVIV01: &[Printed] = &row([
    656.0, 521.0, 0.79, 680.0, 0.77, 166.0, 1.11, 1.42, 479.0, 0.73, 2.64, 0.01, 488.0, 665.0,
    0.94, 0.98, 0.88,
]);
const WARSCH01: &[Printed] = &row([
    300.0, 67.0, 0.22, 50.0, 1.34, 48.0, 0.72, 3.23, 34.0, 0.11, 0.98, 0.03, 35.0, 40.0, 0.53,
    0.80, 0.28,
]);

/// Averages of table 3.3.
const AVERAGES: [Printed; 17] = row([
    3419.0, 1817.0, 0.57, 1474.0, 1.12, 1287.0, 1.36, 2.54, 683.0, 0.24, 0.71, 0.06, 794.0, 1107.0,
    0.53, 0.76, 0.31,
]);

/// With the mean of figure 3.6, and the correlations of table 3.4 of which the text speaks.
#[allow(clippy::indexing_slicing, reason = "the compiler evaluates it")]
const POPULATION: &[Printed] = &{
    let mut out = [correlation("correlation of μ and σ", "μ", 2, 0.99); 24];
    let mut place = 0;
    while place < 17 {
        out[place] = AVERAGES[place];
        place += 1;
    }
    out[18] = Printed::figure("Hurst parameter, mean", "hurst", 0.73);
    out[19] = correlation("correlation of f_jumps and σ/rmse_lv", "f_jumps", 5, -0.70);
    out[20] = correlation("correlation of f_jumps and s(μ)/s", "f_jumps", 8, -0.74);
    out[21] = correlation(
        "correlation of f_jumps and mse_jumps/s²",
        "f_jumps",
        17,
        0.61,
    );
    out[22] = correlation(
        "correlation of mse_jumps/s² and s(μ)/s",
        "mse_jumps/s²",
        8,
        -0.77,
    );
    out[23] = correlation(
        "correlation of σ/rmse_lv and mse_jumps/s²",
        "σ/rmse_lv",
        17,
        -0.83,
    );
    out
};

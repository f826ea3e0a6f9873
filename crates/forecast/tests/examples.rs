//! The worked examples, as data.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use forecast::adaptive::Adaptive;
use forecast::autoregression::yule_walker;
use forecast::dynamic_smoothing::{DynamicSmoothing, Source};
use forecast::mean::TrimmedMean;
use forecast::median::AdaptiveMedian;
use forecast::score::{hindsight_rmse, scores};
use forecast::smoothing::Trend;
use forecast::transition::{Rule, Surprise, Weighting, fit};
use forecast::weather_service::{NAMES, WeatherService};
use forecast::{Class, Filing, Method, Predict, Predictor, Settings, forecasts};
use parameters::field::read;
use serde::Deserialize;
use serde_json::{Map, Value};

#[derive(Deserialize)]
struct Examples {
    series: Vec<f64>,
    peaks: Vec<f64>,
    examples: Vec<Example>,
    transition: Vec<Given>,
    fits: Vec<Fit>,
}

#[derive(Deserialize)]
struct Example {
    name: String,
    #[serde(default)]
    series: Value,
    settings: Map<String, Value>,
    #[serde(default)]
    forecasts: Vec<f64>,
    rmse: Option<f64>,
    #[serde(default)]
    weights: Vec<f64>,
    #[serde(default)]
    classes: String,
}

#[derive(Deserialize)]
struct Given {
    surprise: String,
    offset: f64,
    slope: f64,
    forecasts: Vec<f64>,
    rmse: f64,
}

#[derive(Deserialize)]
struct Fit {
    surprise: String,
    offset: f64,
    slope: f64,
    squares: f64,
}

fn examples() -> Examples {
    serde_json::from_str(include_str!("examples.json")).unwrap()
}

fn settings(given: &Map<String, Value>) -> Settings {
    let mut settings = Settings::of(read(&given["method"]).unwrap());
    let whole = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    for (name, value) in given {
        match name.as_str() {
            "method" => {}
            "smoothing" => settings.smoothing = value.as_f64().unwrap(),
            "damping" => settings.damping = value.as_f64().unwrap(),
            "window" => settings.window = whole(value),
            "order" => settings.order = whole(value),
            "least" => settings.least = whole(value),
            "refit" => settings.refit = whole(value),
            "deviation_window" => settings.deviation_window = whole(value),
            "filing" => settings.filing = read(value).unwrap(),
            name => panic!("{name}"),
        }
    }
    settings
}

fn surprise(name: &str) -> Surprise {
    match name {
        "error" => Surprise::Error,
        "error-falling" => Surprise::ErrorFalling,
        "square" => Surprise::Square,
        "whybark" => Surprise::Whybark,
        name => panic!("{name}"),
    }
}

fn symbol(class: Class) -> &'static str {
    match class {
        Class::Peak => "H1",
        Class::Up => "H2",
        Class::Down => "H3",
        Class::Movement => "M",
        Class::Base => "B",
    }
}

/// Equal to the six digits that are printed.
#[track_caller]
fn assert_close(name: &str, values: &[f64], printed: &[f64]) {
    assert_eq!(values.len(), printed.len(), "{name}");
    for (value, printed) in values.iter().zip(printed) {
        assert!(
            (value - printed).abs() <= 5.1e-6 * printed.abs(),
            "{name}: {value} instead of {printed}"
        );
    }
}

/// ŷ₁ … ŷ_N and the forecast after the last value.
fn followed(predictor: &mut impl Predict, series: &[f64]) -> Vec<f64> {
    let mut out = Vec::new();
    for value in series {
        out.push(predictor.forecast().unwrap_or(*value));
        predictor.observe(*value);
    }
    out.extend(predictor.forecast());
    out
}

#[test]
fn predictors_reproduce_the_worked_examples() {
    let all = examples();
    assert_eq!(all.examples.len(), 26);
    for example in &all.examples {
        let name = &example.name;
        let series: Vec<f64> = match &example.series {
            Value::Null => all.series.clone(),
            Value::String(_) => all.peaks.clone(),
            own => serde_json::from_value(own.clone()).unwrap(),
        };
        let settings = settings(&example.settings);
        let predicted = forecasts(&settings, &series);
        if !example.forecasts.is_empty() {
            assert_close(name, &predicted, &example.forecasts);
        }
        if let Some(rmse) = example.rmse {
            assert_close(name, &[scores(&series, &predicted).rmse], &[rmse]);
        }
        let mut predictor = Predictor::new(&settings);
        let (mut weights, mut classes) = (Vec::new(), Vec::new());
        for value in &series {
            predictor.observe(*value);
            weights.extend(predictor.smoothing());
            classes.extend(predictor.class().map(symbol));
        }
        if !example.weights.is_empty() {
            assert_close(name, &weights, &example.weights);
        }
        if !example.classes.is_empty() {
            assert_eq!(classes.join(" "), example.classes, "{name}");
        }
    }
}

#[test]
fn smooth_transition_with_given_weighting_reproduces_the_worked_examples() {
    let all = examples();
    for example in &all.transition {
        let weighting = Weighting {
            offset: example.offset,
            slope: example.slope,
        };
        let mut recursion = Adaptive::new(Rule::new(surprise(&example.surprise), weighting));
        let predicted = followed(&mut recursion, &all.series);
        assert_close(&example.surprise, &predicted, &example.forecasts);
        let rmse = scores(&all.series, &predicted).rmse;
        assert_close(&example.surprise, &[rmse], &[example.rmse]);
    }
}

#[test]
fn smooth_transition_finds_the_weighting_of_the_worked_examples() {
    let all = examples();
    for example in &all.fits {
        let (found, squares) = fit(surprise(&example.surprise), &all.series);
        assert_close(
            &example.surprise,
            &[found.offset, found.slope, squares],
            &[example.offset, example.slope, example.squares],
        );
    }
    assert_eq!(fit(Surprise::Error, &[5.0; 9]), (Weighting::default(), 0.0));
}

#[test]
fn without_slope_and_offset_smooth_transition_is_smoothing_with_weight_one_half() {
    let series = examples().series;
    let mut recursion = Adaptive::new(Rule::new(Surprise::Square, Weighting::default()));
    let mut predicted = followed(&mut recursion, &series);
    predicted.pop();
    assert_eq!(predicted, forecasts(&Settings::default(), &series));
}

#[test]
fn the_parts_of_the_weather_service_reproduce_the_worked_examples() {
    let series = examples().series;
    let check = |name: &str, predictor: &mut dyn FnMut() -> Vec<f64>, printed: &[f64]| {
        assert_close(name, &predictor()[..8], printed);
    };
    check(
        "trimmed mean of 5",
        &mut || followed(&mut TrimmedMean::new(5), &series),
        &[10.0, 10.0, 11.0, 11.0, 11.5, 11.6667, 12.3333, 16.6667],
    );
    check(
        "adaptive median of 2 to 4",
        &mut || followed(&mut AdaptiveMedian::new(3, 2, 4, 1), &series),
        &[10.0, 10.0, 11.0, 11.0, 12.0, 12.0, 13.0, 13.0],
    );
    check(
        "trend 10 %, gain 30 %",
        &mut || followed(&mut Trend::new(0.3), &series),
        &[
            10.0, 10.0, 10.66, 10.8322, 17.2278, 16.1478, 15.5975, 19.0943,
        ],
    );
    let trimmed = &followed(&mut TrimmedMean::new(5), &series)[..8];
    assert_close("its error", &[scores(&series, trimmed).rmse], &[9.37004]);
}

#[test]
fn the_weather_service_chooses_as_in_the_worked_examples() {
    let series = examples().series;
    let choices = |series: &[f64]| {
        let mut service = WeatherService::default();
        let chosen = series.iter().map(|value| {
            service.observe(*value);
            NAMES[service.chosen()]
        });
        chosen.collect::<Vec<_>>()
    };
    assert_eq!(
        choices(&series)[..7],
        [
            "last value",
            "last value",
            "running mean",
            "smoothing 75 %",
            "median of 31",
            "median of 31",
            "mean of 5",
        ]
    );
    assert_eq!(choices(&[5.0; 6]), ["last value"; 6]);
    assert_close("RMSE*", &[hindsight_rmse(&series)], &[8.01525]);
}

#[test]
fn yule_walker_equations_have_the_worked_solutions() {
    for (covariances, printed) in [
        ([1.0, 0.5, 0.25], [0.5, 0.0]),
        ([2.0, 1.2, 0.3], [0.796875, -0.328125]),
        ([0.0, 0.0, 0.0], [0.0, 0.0]),
    ] {
        let mut coefficients = [f64::NAN; 2];
        yule_walker(&covariances, &mut coefficients);
        assert_close("coefficients", &coefficients, &printed);
    }
}

#[test]
fn the_parts_of_des_are_those_of_the_worked_examples() {
    let all = examples();
    let check = |settings: Settings, series: &[f64], printed: &[f64], from: &str| {
        let mut des = DynamicSmoothing::new(&settings);
        let (mut components, mut sources) = (vec![series[0]], vec!["DES"]);
        for value in series {
            des.observe(*value);
            components.extend(des.component());
            sources.push(match des.source() {
                Source::Smoothing => "DES",
                Source::Mean => "mu",
                Source::Median => "med",
            });
        }
        assert_close("component", &components[..series.len()], printed);
        assert_eq!(sources[..series.len()].join(" "), from);
        des
    };
    let des = Settings::of(Method::DynamicSmoothing);
    let seen = check(
        des.clone(),
        &all.series,
        &[10.0, 10.0, 11.0, 11.0, 20.5, 16.25, 13.4475, 18.4129],
        "DES DES DES DES DES med med mu",
    );
    assert_close("κ", &seen.squares(), &[638.837, 587.004, 731.25]);
    check(
        Settings {
            deviation_window: 4,
            ..des.clone()
        },
        &all.peaks,
        &[
            100.0, 100.0, 102.0, 104.0, 104.375, 104.409, 101.704, 250.852, 228.673, 92.8021,
            100.057, 104.034, 104.318, 100.877,
        ],
        "DES DES DES DES mu mu mu DES med med med med mu mu",
    );
    assert_ne!(
        Settings {
            filing: Filing::Literal,
            ..des.clone()
        },
        des
    );
}

#[test]
fn of_forecasters_that_tie_the_last_value_is_taken() {
    // After 3, 3, 1 all 23 were wrong by as much.
    let mut service = WeatherService::default();
    for value in [3.0, 3.0, 1.0] {
        service.observe(value);
    }
    assert_eq!(
        (service.forecast(), NAMES[service.chosen()]),
        (Some(1.0), "last value")
    );
    // Also where values have no exact binary form.
    let mut service = WeatherService::default();
    for value in [0.3, 0.3, 0.1] {
        service.observe(value);
    }
    assert_eq!(service.forecast(), Some(0.1));
}

#[test]
fn equal_values_are_predicted_to_the_bit_by_every_smoothing() {
    for method in Method::all() {
        for smoothing in [0.05, 0.3, 0.95, 1.0] {
            let settings = Settings {
                smoothing,
                ..Settings::of(*method)
            };
            let predicted = forecasts(&settings, &[3.0; 40]);
            assert_eq!(predicted, [3.0; 40], "{method:?} {smoothing}");
        }
    }
}

#[test]
fn an_adaptive_median_keeps_its_window_where_rounding_alone_tells_errors_apart() {
    // The last value is 0.2 and the median of the last two 0.3: both are wrong by 0.05.
    let mut median = AdaptiveMedian::new(2, 1, 3, 1);
    for value in [0.9, 0.4, 0.2, 0.25] {
        median.observe(value);
    }
    assert_eq!(median.forecast(), Some(0.225));
}

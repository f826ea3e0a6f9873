//! The same series by statsmodels, an independent program: values recorded by `recorded.py`.
#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use forecast::autoregression::Autoregression;
use forecast::{Method, Predict, Settings, forecasts};
use serde::Deserialize;

#[derive(Deserialize)]
struct Recorded {
    series: Vec<f64>,
    smoothing: Vec<Smoothing>,
    autoregression: Vec<Coefficients>,
    damped_trend: Vec<f64>,
}

#[derive(Deserialize)]
struct Smoothing {
    alpha: f64,
    forecasts: Vec<f64>,
}

#[derive(Deserialize)]
struct Coefficients {
    values: usize,
    coefficients: Vec<f64>,
}

fn recorded() -> Recorded {
    serde_json::from_str(include_str!("recorded.json")).unwrap()
}

#[track_caller]
fn assert_close(values: &[f64], recorded: &[f64], tolerance: f64) {
    assert_eq!(values.len(), recorded.len());
    for (t, (value, recorded)) in values.iter().zip(recorded).enumerate() {
        assert!(
            (value - recorded).abs() <= tolerance,
            "{t}: {value} instead of {recorded}"
        );
    }
}

#[test]
fn the_recorded_series_is_the_one_of_the_formula() {
    let formula: Vec<_> = (1..=200)
        .map(|t| {
            let peak = if t % 23 == 0 { 400.0 } else { 0.0 };
            let t = f64::from(t);
            1000.0 + 300.0 * libm::sin(t / 7.0) + 150.0 * libm::sin(t * t / 3.0) + peak
        })
        .collect();
    assert_close(&formula, &recorded().series, 1e-9);
}

#[test]
fn smoothing_is_that_of_statsmodels() {
    let recorded = recorded();
    assert_eq!(recorded.smoothing.len(), 4);
    for one in &recorded.smoothing {
        let settings = Settings {
            smoothing: one.alpha,
            ..Settings::of(Method::ExponentialSmoothing)
        };
        assert_close(
            &forecasts(&settings, &recorded.series),
            &one.forecasts,
            1e-9,
        );
    }
}

#[test]
fn a_damped_trend_is_that_of_statsmodels() {
    let recorded = recorded();
    let settings = Settings::of(Method::DampedTrend);
    assert_close(
        &forecasts(&settings, &recorded.series),
        &recorded.damped_trend,
        1e-9,
    );
}

#[test]
fn autoregression_has_the_coefficients_of_statsmodels() {
    let recorded = recorded();
    assert_eq!(recorded.autoregression.len(), 2);
    for one in &recorded.autoregression {
        let mut fitted = Autoregression::new(16, 100, 1);
        for value in recorded.series.iter().take(one.values) {
            fitted.observe(*value);
        }
        assert_close(fitted.coefficients(), &one.coefficients, 1e-10);
    }
}

//! Autocorrelation: against its definition, a published library, and its invariants.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "helpers of a test may stop it, and need not be the same on every machine"
)]

use proptest::prelude::*;
use serde::Deserialize;
use statistics::autocorrelation::{autocorrelation, confidence, decay};
use statistics::mean;
use trace::random::Random;

/// The definition, sum by sum.
fn direct(values: &[f64], lags: usize) -> Vec<f64> {
    let (n, mean) = (values.len(), mean(values));
    let gamma = |lag: usize| -> f64 {
        (0..n.saturating_sub(lag))
            .map(|t| (values[t + lag] - mean) * (values[t] - mean))
            .sum::<f64>()
            / n as f64
    };
    (1..=lags).map(|lag| gamma(lag) / gamma(0)).collect()
}

#[track_caller]
fn assert_near(computed: &[f64], given: &[f64], tolerance: f64) {
    assert_eq!(computed.len(), given.len());
    for (lag, (computed, given)) in (1..).zip(computed.iter().zip(given)) {
        assert!(
            (computed - given).abs() < tolerance,
            "rho({lag}) is {computed}, expected {given}"
        );
    }
}

#[derive(Deserialize)]
struct Recorded {
    source: String,
    first: Vec<f64>,
    rho: Vec<f64>,
}

#[test]
fn the_autocorrelation_of_a_formula_is_what_statsmodels_gives() {
    let recorded: Recorded = serde_json::from_str(include_str!("autocorrelation.json")).unwrap();
    let values: Vec<f64> = (1..=600_u32)
        .map(|t| {
            let level = if t % 60 < 25 { 20 } else { 0 };
            f64::from(50 + (37 * t * t + 11 * t) % 97 + level)
        })
        .collect();
    assert_eq!(values[..5], recorded.first, "{}", recorded.source);
    assert_near(&autocorrelation(&values, 40), &recorded.rho, 1e-14);
}

fn noise(n: usize, seed: u64) -> Vec<f64> {
    let mut random = Random::new(seed);
    let mut level = 0.0;
    (0..n)
        .map(|_| {
            level = 0.9 * level + random.normal();
            1000.0 + level
        })
        .collect()
}

fn series() -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(1.0..1000.0, 2..200).prop_filter("a constant series has none", |values| {
        values.iter().any(|v| *v != values[0])
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_lag_is_the_sum_that_defines_it(values in series(), lags in 1_usize..220) {
        assert_near(&autocorrelation(&values, lags), &direct(&values, lags), 1e-9);
    }

    #[test]
    fn scaling_and_shifting_a_series_changes_nothing(values in series(), scale in 0.01..100.0, shift in 0.0..1000.0) {
        let moved: Vec<f64> = values.iter().map(|value| scale * value + shift).collect();
        assert_near(&autocorrelation(&moved, 20), &autocorrelation(&values, 20), 1e-6);
    }

    #[test]
    fn reading_a_series_backwards_changes_nothing(values in series()) {
        let backwards: Vec<f64> = values.iter().rev().copied().collect();
        assert_near(&autocorrelation(&backwards, 20), &autocorrelation(&values, 20), 1e-9);
    }

    #[test]
    fn no_autocorrelation_is_beyond_one_and_all_lags_together_come_to_minus_a_half(values in series()) {
        let rho = autocorrelation(&values, values.len() - 1);
        prop_assert!(rho.iter().all(|rho| rho.abs() <= 1.0));
        prop_assert!((rho.iter().sum::<f64>() + 0.5).abs() < 1e-6);
    }
}

#[test]
fn long_series_and_many_lags_give_what_the_definition_gives() {
    // One block, several blocks, a rest of one value, as many lags as values.
    for (n, lags) in [
        (5_000, 700),
        (140_000, 60),
        (65_537, 30),
        (3_000, 2_999),
        (200_000, 1),
    ] {
        let values = noise(n, n as u64);
        assert_near(
            &autocorrelation(&values, lags),
            &direct(&values, lags),
            1e-9,
        );
    }
}

#[test]
fn ten_million_values_need_no_more_than_a_few_transforms() {
    let values = noise(10_000_000, 1);
    let rho = autocorrelation(&values, 200);
    // The noise forgets a tenth with each step.
    assert!((rho[0] - 0.9).abs() < 0.001 && (rho[9] - 0.9_f64.powi(10)).abs() < 0.01);
    assert!(rho[199].abs() < 0.01);
}

#[test]
fn lags_beyond_the_series_and_constant_series_have_none() {
    assert_eq!(autocorrelation(&[1.0, 2.0], 4), [-0.5, 0.0, 0.0, 0.0]);
    assert_eq!(autocorrelation(&[1.0], 2), [0.0, 0.0]);
    assert_eq!(autocorrelation(&[], 2), [0.0, 0.0]);
    assert_eq!(autocorrelation(&[0.1; 9], 3), [0.0; 3]);
    assert_eq!(autocorrelation(&[1.0, 2.0, 4.0], 0), [0.0; 0]);
}

#[test]
fn nineteen_in_twenty_lags_of_independent_values_lie_within_the_band() {
    let mut random = Random::new(7);
    let values: Vec<f64> = (0..20_000).map(|_| random.normal()).collect();
    let band = confidence(values.len());
    let within = autocorrelation(&values, 1_000)
        .iter()
        .filter(|rho| rho.abs() < band)
        .count();
    assert!((930..=970).contains(&within), "{within} of 1000");
}

#[test]
fn the_decay_of_an_exponential_autocorrelation_is_its_rate() {
    let rho: Vec<f64> = (1..=30).map(|lag| 0.8 * 0.95_f64.powi(lag)).collect();
    let line = decay(&rho).unwrap();
    assert!((line.slope - 0.95_f64.ln()).abs() < 1e-12);
    assert!((line.intercept - 0.8_f64.ln()).abs() < 1e-12);
    assert!((line.r_squared - 1.0).abs() < 1e-12);
}

#[test]
fn a_decay_ends_before_the_first_autocorrelation_that_is_not_above_zero() {
    let line = decay(&[0.8, 0.4, 0.2, -0.1, 0.9]).unwrap();
    assert!((line.slope - 0.5_f64.ln()).abs() < 1e-12);
    assert_eq!(decay(&[0.8, 0.4, 0.0, 0.2]), None);
    assert_eq!(decay(&[]), None);
}

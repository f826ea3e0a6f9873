//! Estimates of the Hurst parameter: on series with a known parameter, and where no estimate exists.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "helpers of a test may stop it, and need not be the same on every machine"
)]

use statistics::autocorrelation::autocorrelation;
use statistics::hurst::*;
use statistics::mean;
use trace::random::Random;

fn independent(n: usize, seed: u64) -> Vec<f64> {
    let mut random = Random::new(seed);
    (0..n).map(|_| 100.0 + random.normal()).collect()
}

/// Long-range dependent values with H = 0.85 by summing autoregressions whose memories spread over many time scales
/// (Granger 1980): one for each octave up to 2^14 jobs, its variance 2^(2H - 2) of the last.
fn long_memory(n: usize, seed: u64) -> Vec<f64> {
    let mut random = Random::new(seed);
    let mut states: Vec<(f64, f64, f64)> = (0..15)
        .map(|octave| {
            let keep = (-1.0 / f64::from(1 << octave)).exp();
            let sd = 2.0_f64.powf(f64::from(octave) * (0.85 - 1.0));
            (
                keep,
                sd * (1.0_f64 - keep * keep).sqrt(),
                sd * random.normal(),
            )
        })
        .collect();
    (0..n)
        .map(|_| {
            states.iter_mut().fold(1000.0, |sum, (keep, sd, state)| {
                *state = *keep * *state + *sd * random.normal();
                sum + *state
            })
        })
        .collect()
}

/// The mean of an estimate over ten series.
fn typical(series: fn(usize, u64) -> Vec<f64>, estimate: fn(&[f64]) -> Option<Estimate>) -> f64 {
    let estimates: Vec<f64> = (0..10)
        .map(|seed| estimate(&series(20_000, seed)).unwrap().hurst)
        .collect();
    mean(&estimates)
}

#[test]
#[cfg_attr(miri, ignore = "it takes many numbers")]
fn independent_values_have_a_half() {
    for estimate in [aggregated_variance, rescaled_range] {
        let hurst = typical(independent, estimate);
        assert!((hurst - 0.5).abs() < 0.03, "{hurst}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "it takes many numbers")]
fn values_with_a_long_memory_have_much_more_than_a_half() {
    for estimate in [aggregated_variance, rescaled_range, |values: &[f64]| {
        from_autocorrelation(values, 200)
    }] {
        let hurst = typical(long_memory, estimate);
        assert!((hurst - 0.85).abs() < 0.08, "{hurst}");
    }
}

#[test]
fn the_estimate_from_the_autocorrelation_is_the_line_through_its_points() {
    let values = long_memory(2_000, 3);
    let Estimate {
        hurst,
        line,
        points,
    } = from_autocorrelation(&values, 200).unwrap();
    let rho = autocorrelation(&values, 200);
    for (lag, (x, y)) in (1..).zip(&points) {
        assert!((x - f64::from(lag).ln()).abs() < 1e-12);
        assert!((y.exp() - rho[lag as usize - 1]).abs() < 1e-12);
    }
    assert!(points.len() == 200 || rho[points.len()] <= 0.0);
    assert!((hurst - (1.0 + line.slope / 2.0)).abs() < 1e-12);
}

#[test]
fn a_rolling_estimate_is_that_of_each_whole_block() {
    let values = long_memory(550, 5);
    let alone: Vec<Option<f64>> = values[..500]
        .chunks(100)
        .map(|block| from_autocorrelation(block, 10).map(|estimate| estimate.hurst))
        .collect();
    assert_eq!(rolling(&values, 100), alone);
    assert!(alone.iter().any(Option::is_some));
    assert_eq!(rolling(&values, 551), []);
    assert_eq!(rolling(&values[..2], 0), [None, None]);
}

#[test]
fn an_estimate_of_too_little_is_none() {
    let alternating: Vec<f64> = (0..200).map(|t| f64::from(t % 2)).collect();
    assert_eq!(from_autocorrelation(&alternating, 20), None);
    for values in [&[][..], &[1.0], &[1.0, 2.0], &[0.1; 500]] {
        assert_eq!(from_autocorrelation(values, 50), None);
        assert_eq!(aggregated_variance(values), None);
        assert_eq!(rescaled_range(values), None);
    }
    assert!(aggregated_variance(&independent(79, 1)).is_none());
    assert!(aggregated_variance(&independent(80, 1)).is_some());
    assert!(rescaled_range(&independent(127, 1)).is_none());
    assert!(rescaled_range(&independent(128, 1)).is_some());
}

#[test]
fn lags_without_number_are_those_that_the_series_has() {
    let values = long_memory(300, 1);
    assert_eq!(
        from_autocorrelation(&values, usize::MAX),
        from_autocorrelation(&values, 299)
    );
}

//! Runtimes without memory: their moments, their range, and the refused parameters.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use statistics::autocorrelation::{autocorrelation, confidence};
use statistics::{coefficient_of_variation, mean};
use trace::Error;
use trace::random::Random;
use trace::synthetic::{Distribution, memoryless};

const N: usize = 400_000;

fn draw(distribution: Distribution, cv: f64) -> Vec<f64> {
    memoryless(&mut Random::new(2006), distribution, 250.0, cv, N).unwrap()
}

#[test]
fn mean_and_coefficient_of_variation_are_those_asked_for() {
    let mut met = 0;
    for distribution in Distribution::ALL {
        for cv in [0.05, 0.3, 0.5, 0.577, 0.8, 1.0, 1.5] {
            // Beyond 0.4 clipping moves the moments of the normal one.
            let most = if distribution == Distribution::Normal {
                0.3
            } else {
                distribution.most()
            };
            if cv > most {
                continue;
            }
            let values = draw(distribution, cv);
            let name = distribution.name();
            let (mean, c) = (mean(&values) / 250.0, coefficient_of_variation(&values));
            assert!(
                (mean - 1.0).abs() < 4.0 * cv / (N as f64).sqrt(),
                "{name} {cv}: mean {mean}"
            );
            // The fourth moment of a Pareto runtime is infinite from c = 0.35 on, so that c of a sample hardly settles.
            let slack = if distribution == Distribution::Pareto {
                0.25
            } else {
                0.02
            };
            assert!((c / cv - 1.0).abs() < slack, "{name} {cv}: c {c}");
            assert!(
                values
                    .iter()
                    .all(|value| *value >= 0.0 && value.is_finite())
            );
            met += 1;
        }
    }
    assert_eq!(met, 6 + 2 + 4 + 7 + 7 + 7 + 7 + 6);
}

/// The mean of the cube of the standardised values.
fn skewness(values: &[f64], cv: f64) -> f64 {
    let cubes: Vec<f64> = values
        .iter()
        .map(|value| {
            let z = (value / 250.0 - 1.0) / cv;
            z * z * z
        })
        .collect();
    mean(&cubes)
}

#[test]
fn the_skewness_is_that_of_the_distribution() {
    for (distribution, cv, expected) in [
        (Distribution::Exponential, 1.0, 2.0),
        (Distribution::Exponential, 0.5, 2.0),
        (Distribution::Normal, 0.2, 0.0),
        (Distribution::Uniform, 0.5, 0.0),
        (Distribution::Lognormal, 0.4, 0.4 * (3.0 + 0.16)),
        (Distribution::Gamma, 0.4, 0.8),
        (Distribution::Gamma, 1.25, 2.5),
        (Distribution::TwoPoint, 0.7, 0.0),
    ] {
        let computed = skewness(&draw(distribution, cv), cv);
        assert!(
            (computed - expected).abs() < 0.05,
            "{} {cv}: {computed}, expected {expected}",
            distribution.name()
        );
    }
}

#[test]
fn no_runtime_knows_of_the_one_before() {
    for distribution in Distribution::ALL {
        let rho = autocorrelation(&draw(distribution, 0.5), 5);
        assert!(
            rho.iter().all(|rho| rho.abs() < 2.0 * confidence(N)),
            "{}",
            distribution.name()
        );
    }
}

#[test]
fn without_variation_all_runtimes_are_the_mean() {
    for distribution in Distribution::ALL {
        let values = memoryless(&mut Random::new(1), distribution, 250.0, 0.0, 9).unwrap();
        assert!(
            values
                .iter()
                .all(|value| (value / 250.0 - 1.0).abs() < 1e-12)
        );
    }
}

#[test]
fn a_mean_or_variation_that_cannot_be_had_is_refused() {
    let refused = |mean, cv| memoryless(&mut Random::new(1), Distribution::Uniform, mean, cv, 1);
    assert_eq!(
        refused(250.0, 0.6).unwrap_err().to_string(),
        "a coefficient of variation of 0.6 is out of range: 0 to 0.577350269189625 for uniform runtimes"
    );
    for cv in [-0.1, f64::NAN, f64::INFINITY] {
        assert!(matches!(refused(250.0, cv), Err(Error::Variation { .. })));
    }
    for mean in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(refused(mean, 0.5), Err(Error::Mean { .. })));
    }
}

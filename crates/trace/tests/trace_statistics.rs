//! The statistics of a trace against worked examples, one row of `trace_statistics.json` each, and against theory.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "helpers of a test may stop it"
)]

use std::collections::BTreeMap;

use crate::rows::{check, each, named};
use serde::Deserialize;
use statistics::autocorrelation::autocorrelation;
use statistics::{correlation, hurst};
use trace::characteristics::{ALL, BLOCK, Characteristics};
use trace::random::Random;
use trace::synthetic::{Preset, preset};

#[derive(Deserialize)]
#[serde(tag = "check", rename_all = "kebab-case")]
enum Check {
    Autocorrelation {
        values: Vec<f64>,
        rho: Vec<f64>,
    },
    Hurst {
        #[serde(deserialize_with = "named")]
        preset: Preset,
        seed: u64,
        jobs: usize,
        max_lag: usize,
        hurst: f64,
    },
    Characteristics {
        values: Vec<f64>,
        block: usize,
        expected: BTreeMap<String, Option<f64>>,
    },
    PresetCharacteristics {
        #[serde(deserialize_with = "named")]
        preset: Preset,
        seed: u64,
        jobs: usize,
        expected: BTreeMap<String, Option<f64>>,
    },
    Correlation {
        pair: [String; 2],
        jobs: usize,
        correlation: f64,
    },
}

fn place(key: &str) -> usize {
    ALL.iter().position(|c| c.key == key).unwrap()
}

fn check_characteristics(
    row: &str,
    values: &[f64],
    block: usize,
    expected: &BTreeMap<String, Option<f64>>,
) {
    let computed = Characteristics::of(values, block).values();
    for (key, given) in expected {
        let computed = computed[place(key)];
        match given {
            Some(given) => check(row, key, computed, *given),
            // A statistic that is not defined.
            None => assert!(computed.is_nan(), "{row}: {key} is {computed}, given none"),
        }
    }
}

fn of_preset(name: Preset, jobs: usize, seed: u64) -> Vec<f64> {
    preset(name, 1, jobs, seed).nodes()[0].runtimes.clone()
}

#[test]
fn the_worked_examples_come_out_to_the_printed_digits() {
    each(include_str!("trace_statistics.json"), run);
}

fn run(row: &str, case: Check) {
    match case {
        Check::Autocorrelation { values, rho } => {
            for (computed, given) in autocorrelation(&values, rho.len()).iter().zip(&rho) {
                check(row, "rho", *computed, *given);
            }
        }
        Check::Hurst {
            preset,
            seed,
            jobs,
            max_lag,
            hurst: given,
        } => {
            let values = of_preset(preset, jobs, seed);
            let estimate = hurst::from_autocorrelation(&values, max_lag).unwrap();
            check(row, "H", estimate.hurst, given);
        }
        Check::Characteristics {
            values,
            block,
            expected,
        } => check_characteristics(row, &values, block, &expected),
        Check::PresetCharacteristics {
            preset,
            seed,
            jobs,
            expected,
        } => check_characteristics(row, &of_preset(preset, jobs, seed), BLOCK, &expected),
        Check::Correlation {
            pair,
            jobs,
            correlation: given,
        } => {
            let [x, y] = pair.map(|key| place(&key));
            let rows: Vec<[f64; 24]> = SIX
                .into_iter()
                .zip(1..)
                .map(|(name, seed)| {
                    Characteristics::of(&of_preset(name, jobs, seed), BLOCK).values()
                })
                .collect();
            let columns: Vec<Vec<f64>> = (0..ALL.len())
                .map(|column| rows.iter().map(|row| row[column]).collect())
                .collect();
            check(row, "r", correlation::matrix(&columns)[x][y], given);
        }
    }
}

const SIX: [Preset; 6] = [
    Preset::Ar01,
    Preset::Ar02,
    Preset::Au01,
    Preset::Au02,
    Preset::Telaviv01,
    Preset::Warsch01,
];

/// The statistics of many independent values against their expectations under the distribution (own derivation: with
/// e.g. independent normal values a difference is normal with variance 2, so that f_jumps = 2 Q(sqrt 2)).
#[track_caller]
fn check_theory(draw: impl Fn(&mut Random) -> f64, expected: &[(&str, f64)]) {
    let mut random = Random::new(2006);
    let values: Vec<f64> = (0..400_000).map(|_| draw(&mut random)).collect();
    let computed = Characteristics::of(&values, BLOCK).values();
    for (key, given) in expected {
        let computed = computed[place(key)];
        assert!(
            (computed / given - 1.0).abs() < 0.01,
            "{key} is {computed}, in theory {given}"
        );
    }
}

#[test]
fn independent_normal_values_have_the_characteristics_that_theory_gives_them() {
    check_theory(
        |random| 100.0 + random.normal(),
        &[
            ("f-jumps", 0.157299),
            ("s-jumps-per-s", 0.604031),
            ("mse-jumps-per-s2", 0.364853),
            ("rmse-jumps-per-rmse-lv", 0.756576),
            ("sd-per-rmse-lv", std::f64::consts::FRAC_1_SQRT_2),
            ("c-s", 0.163256),
            ("s-mu-per-s", 1.0),
        ],
    );
}

#[test]
fn independent_exponential_values_have_the_characteristics_that_theory_gives_them() {
    check_theory(
        |random| random.exponential(3.0),
        &[
            ("f-jumps", 0.135335),
            ("mse-jumps-per-s2", 0.541341),
            ("s-jumps-per-s", 0.735759),
            ("rmse-jumps-per-rmse-lv", 0.822603),
        ],
    );
}

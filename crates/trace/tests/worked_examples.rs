//! The worked examples of the models, one row of `worked_examples.json` each; a row says where it comes from.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "helpers of a test may stop it"
)]

use crate::rows::{check, each, held, named};
use rand::Rng;
use serde::Deserialize;
use trace::TraceSet;
use trace::random::Random;
use trace::sor::{Grid, stripes};
use trace::synthetic::{NodeParameters, Preset, preset, series, set_one, set_two};

#[derive(Deserialize)]
#[serde(tag = "check", rename_all = "kebab-case")]
enum Check {
    Sor {
        rows: usize,
        columns: usize,
        omega: f64,
        iterations: usize,
        interior: Vec<Vec<f64>>,
    },
    Stripes {
        shares: Vec<f64>,
        rows: usize,
        stripes: Vec<usize>,
    },
    Outputs {
        seed: u64,
        outputs: Vec<u64>,
    },
    Draws {
        draw: String,
        seed: u64,
        values: Vec<f64>,
    },
    Series {
        seed: u64,
        #[serde(deserialize_with = "held")]
        parameters: NodeParameters,
        jobs: usize,
        runtimes: Vec<f64>,
    },
    Preset {
        #[serde(deserialize_with = "named")]
        preset: Preset,
        seed: u64,
        jobs: usize,
        mean: f64,
        coefficient_of_variation: f64,
        first: f64,
        last: f64,
    },
    Set {
        set: String,
        nodes: usize,
        hosts: usize,
        mean: f64,
        single_processor: f64,
    },
    Estimators(Estimators),
    Line {
        x: Vec<f64>,
        y: Vec<f64>,
        slope: f64,
        intercept: f64,
        r_squared: f64,
    },
}

#[derive(Deserialize)]
struct Estimators {
    x: Vec<f64>,
    y: Vec<f64>,
    mean: Option<f64>,
    median: Option<f64>,
    sd: Option<f64>,
    coefficient_of_variation: Option<f64>,
    pearson: Option<f64>,
    pearson_as_printed: Option<f64>,
    mae: Option<f64>,
    mse: Option<f64>,
    rmse: Option<f64>,
}

#[track_caller]
fn check_all(row: &str, what: &str, computed: &[f64], given: &[f64]) {
    assert_eq!(computed.len(), given.len(), "{row}: number of {what}");
    for (computed, given) in computed.iter().zip(given) {
        check(row, what, *computed, *given);
    }
}

#[test]
fn the_worked_examples_come_out_to_the_printed_digits() {
    each(include_str!("worked_examples.json"), run);
}

fn run(row: &str, case: Check) {
    match case {
        Check::Sor {
            rows,
            columns,
            omega,
            iterations,
            interior,
        } => {
            let mut grid = Grid::new(rows, columns, omega).unwrap();
            (0..iterations).for_each(|_| grid.iterate());
            let computed: Vec<&[f64]> = grid.interior().collect();
            assert_eq!(computed.len(), interior.len(), "{row}: rows");
            for (computed, given) in computed.iter().zip(&interior) {
                check_all(row, "points", computed, given);
            }
        }
        Check::Stripes {
            shares,
            rows,
            stripes: given,
        } => assert_eq!(stripes(&shares, rows), given, "{row}"),
        Check::Outputs { seed, outputs } => {
            let mut random = Random::new(seed);
            let computed: Vec<u64> = outputs.iter().map(|_| random.next_u64()).collect();
            assert_eq!(computed, outputs, "{row}");
        }
        Check::Draws { draw, seed, values } => {
            check_all(row, &draw, &draws(&draw, seed, values.len()), &values)
        }
        Check::Series {
            seed,
            parameters,
            jobs,
            runtimes,
        } => {
            let computed = series(&mut Random::new(seed), &parameters, jobs, true);
            check_all(row, "runtimes", &computed, &runtimes);
            check(row, "mean", statistics::mean(&computed), parameters.mean);
        }
        Check::Preset {
            preset: name,
            seed,
            jobs,
            mean,
            coefficient_of_variation,
            first,
            last,
        } => {
            let set = preset(name, 1, jobs, seed);
            let runtimes = &set.nodes()[0].runtimes;
            check(row, "mean", statistics::mean(runtimes), mean);
            check(
                row,
                "c",
                statistics::coefficient_of_variation(runtimes),
                coefficient_of_variation,
            );
            check(row, "first runtime", runtimes[0], first);
            check(row, "last runtime", runtimes[jobs - 1], last);
        }
        Check::Set {
            set,
            nodes,
            hosts,
            mean,
            single_processor,
        } => {
            let set = if set == "one" {
                set_one(2000)
            } else {
                set_two(2000)
            };
            assert_eq!(set.nodes().len(), nodes, "{row}");
            assert_eq!(
                set.nodes().iter().map(|node| node.host + 1).max(),
                Some(hosts),
                "{row}"
            );
            check(row, "mean", set.mean(), mean);
            let computed = mean_of_single_processors(&set);
            assert!(
                (computed / single_processor - 1.0).abs() < 1e-5,
                "{row}: {computed}, given {single_processor}"
            );
        }
        Check::Estimators(given) => estimators(row, &given),
        Check::Line {
            x,
            y,
            slope,
            intercept,
            r_squared,
        } => {
            let line = statistics::least_squares(&x, &y);
            let computed = [line.slope, line.intercept, line.r_squared];
            check_all(
                row,
                "slope, intercept, R2",
                &computed,
                &[slope, intercept, r_squared],
            );
        }
    }
}

fn draws(draw: &str, seed: u64, count: usize) -> Vec<f64> {
    let mut random = Random::new(seed);
    let mut repeat = |draw: fn(&mut Random) -> f64| (0..count).map(|_| draw(&mut random)).collect();
    match draw {
        "uniform" => repeat(Random::uniform),
        "exponential" => repeat(|random| random.exponential(1.0)),
        "normal" => repeat(Random::normal),
        "geometric" => repeat(|random| random.geometric(100.0) as f64),
        "below" => repeat(|random| random.below(10) as f64),
        "sample" => random
            .sample(10, count)
            .into_iter()
            .map(|number| number as f64)
            .collect(),
        _ => panic!("no draw is called {draw}"),
    }
}

/// The mean time of an iteration on one processor, over sixty processors drawn from seed 5.
fn mean_of_single_processors(set: &TraceSet) -> f64 {
    let mut random = Random::new(5);
    let means: Vec<f64> = (0..60)
        .map(|_| {
            let drawn = random.sample(set.nodes().len(), 1)[0];
            statistics::mean(&set.nodes()[drawn].runtimes)
        })
        .collect();
    statistics::mean(&means)
}

fn estimators(row: &str, given: &Estimators) {
    let Estimators { x, y, .. } = given;
    let pearson = statistics::pearson(x, y);
    let n = x.len() as f64;
    for (what, computed, given) in [
        ("mean", statistics::mean(x), given.mean),
        ("median", statistics::median(x), given.median),
        ("sd", statistics::sd(x), given.sd),
        (
            "c",
            statistics::coefficient_of_variation(x),
            given.coefficient_of_variation,
        ),
        ("pearson", pearson, given.pearson),
        (
            "pearson as printed",
            pearson * (n - 1.0) / n,
            given.pearson_as_printed,
        ),
        ("mae", statistics::mae(x, y), given.mae),
        ("mse", statistics::mse(x, y), given.mse),
        ("rmse", statistics::rmse(x, y), given.rmse),
    ] {
        if let Some(given) = given {
            check(row, what, computed, given);
        }
    }
}

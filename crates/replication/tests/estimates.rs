//! α, β and γ of traces, and runs to compare the formulas with.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use replication::homogeneous::alike;
use replication::model::Numbers;
use replication::model::estimates::{Estimates, dependence, measure, pair, standardised};
use replication::model::fits::Triangle;
use replication::model::measured::{EXCESSES, INDEPENDENCES, SPREADS};
use replication::model::runs::{errors, runs, summary};
use replication::parameters::Model;
use report::Silent;
use statistics::{mean, sd};
use trace::random::Random;
use trace::synthetic::{Distribution, memoryless, population};

use super::samples::{Layout, iteration_time};

/// Equal to the six digits that are printed.
fn close(value: f64, printed: f64) -> bool {
    (value - printed).abs() <= 5e-6 * printed.abs()
}

fn memoryless_nodes(
    distribution: Distribution,
    cv: f64,
    nodes: usize,
    jobs: usize,
) -> Vec<Vec<f64>> {
    let mut random = Random::new(2006);
    (0..nodes)
        .map(|_| memoryless(&mut random, distribution, 1.0, cv, jobs).unwrap())
        .collect()
}

fn population_nodes(jobs: usize) -> Vec<Vec<f64>> {
    let set = population(2006, 130, jobs);
    set.nodes()
        .iter()
        .map(|node| node.runtimes.clone())
        .collect()
}

fn measured(nodes: &[Vec<f64>], most: u32, draws: u32) -> Estimates {
    let nodes: Vec<_> = nodes.iter().filter_map(|node| standardised(node)).collect();
    measure(&nodes, most, draws, 7, &mut Silent).unwrap()
}

#[test]
fn the_worked_examples_of_the_estimates_hold() {
    // J3a, J3c, J3d.
    let found = pair(&[1.0, 2.0, 3.0, 6.0], &[2.0, 2.0, 5.0, 3.0]);
    assert!(close(found.excess, 0.419644) && close(found.spread, 1.15349));
    // Sums of four with 3.2 times the deviation of one: four equal values and a fifth that differs in a known way.
    let series: Vec<f64> = (0..4000).map(|k| f64::from(k / 4 % 2)).collect();
    let ratio = 4.0 * sd(&(0..1000).map(|k| f64::from(k % 2)).collect::<Vec<_>>()) / sd(&series);
    assert!(close(
        dependence(&series, 2),
        libm::log(ratio) / libm::log(4.0)
    ));
    assert!(close(libm::log(3.2) / libm::log(4.0), 0.839036));
    let constant = [2.0; 8];
    let none = pair(&constant, &constant);
    assert!(none.excess.is_nan() && none.spread.is_nan() && dependence(&constant, 1).is_nan());
    assert_eq!(standardised(&constant), None);
}

#[test]
fn independent_runtimes_have_the_numbers_of_their_distribution() {
    // J3b.
    for (distribution, excess, spread, shorter) in [
        (Distribution::Exponential, 0.5, 5.0_f64.sqrt() / 2.0, 0.5),
        (
            Distribution::Uniform,
            1.0 / 3.0_f64.sqrt(),
            (2.0 / 3.0_f64).sqrt(),
            (2.0 / 3.0_f64).sqrt(),
        ),
        (Distribution::Normal, 0.56419, 0.825645, 0.825645),
    ] {
        let c = if distribution == Distribution::Exponential {
            1.0
        } else {
            0.2
        };
        let nodes = memoryless_nodes(distribution, c, 16, 4_000);
        let found = measured(&nodes, 3, 60);
        let name = distribution.name();
        let at = |triangle: &Triangle, r, p| triangle.at(r, p).unwrap();
        assert!((at(&found.excess[0], 0, 1) - excess).abs() < 0.01, "{name}");
        assert!((at(&found.spread[0], 0, 1) - spread).abs() < 0.02, "{name}");
        for (gamma, half) in &found.dependence {
            assert!((gamma - 0.5).abs() < 4.0 * half + 0.01, "{name}: {gamma}");
        }
        // β(1, 1): the share of the deviation that the minimum leaves.
        let shortest: Vec<f64> = nodes[0]
            .iter()
            .zip(&nodes[1])
            .map(|(a, b)| a.min(*b))
            .collect();
        assert!(
            (sd(&shortest) / sd(&nodes[0]) - shorter).abs() < 0.04,
            "{name}"
        );
    }
}

/// The same estimates straight from the definition: draws, minima, halves, one number at a time.
#[test]
fn estimates_agree_with_a_slow_twin() {
    let nodes: Vec<_> = population_nodes(60)
        .iter()
        .filter_map(|node| standardised(node))
        .collect();
    let (most, draws, seed) = (4, 5, 11);
    let fast = measure(&nodes, most, draws, seed, &mut Silent).unwrap();
    for r in 0..most {
        for p in r + 1..=most {
            // Single steps, and sums of as many successive ones as there are copies.
            let copies = 1_usize << r;
            for (width, excesses, spreads) in [
                (1, &fast.excess[0], &fast.spread[0]),
                (copies, &fast.summed[0], &fast.summed[1]),
            ] {
                let (mut excess, mut spread) = (Vec::new(), Vec::new());
                for draw in 0..u64::from(draws) {
                    let drawn = Random::stream(seed, &[draw, 102]).sample(nodes.len(), 1 << most);
                    let half = 1_usize << (p - 1);
                    let longest = |from: usize| -> Vec<f64> {
                        (0..60 / width)
                            .map(|block| {
                                let group = |first: usize| {
                                    let shortest = |k: usize| {
                                        (first..first + copies)
                                            .map(|place| nodes[drawn[place]][k])
                                            .fold(f64::INFINITY, f64::min)
                                    };
                                    (block * width..(block + 1) * width)
                                        .map(shortest)
                                        .sum::<f64>()
                                };
                                (from..from + half)
                                    .step_by(copies)
                                    .map(group)
                                    .fold(f64::NEG_INFINITY, f64::max)
                            })
                            .collect()
                    };
                    let found = pair(&longest(0), &longest(half));
                    excess.push(found.excess);
                    spread.push(found.spread);
                }
                assert!((excesses.at(r, p).unwrap() - mean(&excess)).abs() < 1e-12);
                assert!((spreads.at(r, p).unwrap() - mean(&spread)).abs() < 1e-12);
            }
        }
    }
}

#[test]
fn the_numbers_of_the_population_are_near_the_printed_ones() {
    let found = measured(&population_nodes(1_000), 6, 25);
    let near = |found: &Triangle, printed: &Triangle, most: f64| {
        for (r, p, value) in printed.entries().filter(|(_, p, _)| *p <= 6) {
            let own = found.at(r, p).unwrap();
            assert!(
                (own - value).abs() < most,
                "{r} {p}: {own}, printed {value}"
            );
        }
    };
    near(&found.excess[0], &Triangle::of(&EXCESSES), 0.10);
    near(&found.spread[0], &Triangle::of(&SPREADS), 0.125);
    for ((own, _), printed) in found.dependence.iter().zip(INDEPENDENCES) {
        assert!(
            (own - (1.0 - printed)).abs() < 0.08,
            "{own}, printed {printed}"
        );
    }
}

#[test]
fn a_run_is_the_formula_of_given_runtimes() {
    // One run of as many rows as copies is one iteration (equation 5.4).
    let nodes = memoryless_nodes(Distribution::Lognormal, 0.7, 8, 4);
    let found = runs(&nodes, 3, 1, 5, false, &mut Silent).unwrap();
    let drawn = Random::stream(5, &[0, 101]).sample(8, 8);
    for (r, p) in [(2, 2), (2, 3)] {
        // Group, step, copy; the runs have four rows, one for each step.
        let runtimes: Vec<f64> = (0..1_usize << (p - r))
            .flat_map(|group| {
                (0..4).flat_map(move |step| (0..4).map(move |copy| (group, step, copy)))
            })
            .map(|(group, step, copy)| nodes[drawn[4 * group + copy]][step])
            .collect();
        let time = iteration_time(Layout::Corrected, r, p, &runtimes).unwrap();
        let run = found.times[r as usize][(p - r) as usize];
        assert!((run - time).abs() < 1e-12, "{run} {time}");
    }
}

#[test]
fn the_intervals_of_speedups_are_those_of_ratios_of_mean_times() {
    let nodes = memoryless_nodes(Distribution::Exponential, 0.8, 16, 200);
    let found = runs(&nodes, 3, 12, 4, false, &mut Silent).unwrap();
    for (r, row) in found.of_runs.iter().enumerate().skip(1) {
        for (above, times) in row.iter().enumerate() {
            let alone = &found.of_runs[0][r + above];
            let ratio = mean(alone) / mean(times);
            let half = |ratio: f64| {
                let pairs = alone.iter().zip(times);
                let residuals: Vec<f64> = pairs.map(|(a, b)| a - ratio * b).collect();
                statistics::mean_and_half_width(&residuals).1 / mean(times)
            };
            // Where the ratio estimate and the t-test of the differences disagree on whether 1 is possible, the test decides.
            let (estimated, tested) = (half(ratio), half(1.0));
            let level = |half: f64| (ratio - 1.0).abs() <= half;
            let known = match level(estimated) == level(tested) {
                true => estimated,
                false => tested,
            };
            let own = found.half_widths[r][above];
            assert!((own - known).abs() <= 1e-9 * known, "{own} {known}");
        }
    }
}

#[test]
fn runs_of_independent_runtimes_agree_with_exact_times() {
    use replication::exact::{Law, table};
    use replication::parameters::Family;
    let nodes = memoryless_nodes(Distribution::Exponential, 0.8, 16, 2_000);
    let law = Law::of(Family::Exponential, 0.8).unwrap();
    for dependent in [false, true] {
        let found = runs(&nodes, 4, 3, 1, dependent, &mut Silent).unwrap();
        let exact = table(&law, 4, dependent);
        for (runs, exact) in found.times.iter().flatten().zip(exact.iter().flatten()) {
            assert!((runs / exact.value - 1.0).abs() < 0.05, "{runs} {exact:?}");
        }
    }
}

#[test]
fn the_models_are_as_near_to_runs_as_the_document_says() {
    // Q20, on the population with the variations of figures 5.16 and 5.17.
    let held = |dependent: bool, variation: f64| {
        let mut nodes = population_nodes(512);
        alike(&mut nodes, 1.0, variation);
        let found = runs(&nodes, 6, 12, 2006, dependent, &mut Silent).unwrap();
        let models = Model::ALL
            .into_iter()
            .filter(|model| model.dependent() == dependent);
        let errors: Vec<_> = models
            .map(|model| {
                let numbers = Numbers::in_figures(model);
                let of = |most| {
                    let errors =
                        errors(|r, p| numbers.speedup(r, p, variation), &found.times, most);
                    summary(&errors)
                };
                (model.name(), of(3), of(6))
            })
            .collect();
        errors
    };
    let independent = held(false, 0.57);
    let (name, few, _) = &independent[3];
    assert_eq!(*name, "2.3b");
    assert!(few.0 < 0.06, "{few:?}");
    assert!(
        independent[..3].iter().all(|other| other.1.0 > few.0),
        "{independent:?}"
    );
    assert!(independent[0].2.1 < 0.0, "{independent:?}");
    let dependent = held(true, 0.80);
    assert!(dependent[0].2.1 < 0.0, "{dependent:?}");
    let nearest = dependent
        .iter()
        .min_by(|a, b| a.2.0.total_cmp(&b.2.0))
        .unwrap();
    assert_eq!(nearest.0, "1.3b", "{dependent:?}");
}

//! The closed forms against the worked examples and against slow definitions.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use divisible::Worker;
use divisible::formulas::baseline::SingleChunk;
use divisible::formulas::efficiency::{
    efficiency, efficiency_limit, full_cluster_efficiency, optimal_target, platform_throughput,
    throughput,
};
use divisible::formulas::first_chunk::least_gamma;
use divisible::formulas::recurrence::{
    chunk_at, convergence_ratio, estimated_round_time, limit_chunk, limit_chunk_with_estimate,
    next_chunk, round_time, round_time_at, rounds_needed,
};
use divisible::formulas::spacing::{fit, spacings};
use divisible::formulas::steady::{is_fed, steady_period};
use divisible::formulas::target::{Targets, feasible_targets};
use divisible::formulas::window::{Window, usual_share};
use divisible::platform::{TABLE_1, TABLE_3};
use proptest::prelude::*;
use serde::Deserialize;

#[derive(Deserialize)]
struct Examples {
    sequences: Vec<Sequence>,
    latency_estimates: Vec<(f64, f64, f64)>,
    rows: Vec<Rows>,
    spacings: Vec<Spacings>,
    least_targets: Vec<(f64, Option<f64>)>,
    periods: Vec<(f64, f64)>,
    single_chunk: Single,
    platforms: Vec<Limits>,
    full_cluster: FullCluster,
}

#[derive(Deserialize)]
struct Sequence {
    name: String,
    first: f64,
    speed: f64,
    latency: f64,
    target: f64,
    chunks: Vec<f64>,
    times: Vec<f64>,
}

#[derive(Deserialize)]
struct Rows {
    target: f64,
    rows: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    worker: [f64; 6],
    ratio: f64,
    limit: f64,
    throughput: f64,
    low: f64,
    high: f64,
}

#[derive(Deserialize)]
struct Spacings {
    name: String,
    target: f64,
    factor: f64,
    spacings: Vec<f64>,
}

#[derive(Deserialize)]
struct Single {
    worker: [f64; 6],
    target: f64,
    speed: f64,
    latency: f64,
    limit: f64,
}

#[derive(Deserialize)]
struct Limits {
    target: f64,
    throughput: f64,
    efficiency: f64,
}

#[derive(Deserialize)]
struct FullCluster {
    horizon: f64,
    targets: Vec<f64>,
    curves: Vec<Curve>,
}

#[derive(Deserialize)]
struct Curve {
    latency: f64,
    optimum: f64,
    efficiency: Vec<f64>,
}

fn examples() -> Examples {
    serde_json::from_str(include_str!("formulas.json")).unwrap()
}

/// Equal to the six digits that are printed.
fn close(value: f64, printed: f64) -> bool {
    (value - printed).abs() <= 6e-6 * printed.abs()
}

fn table_1(factor: f64) -> Vec<Worker> {
    let believed = |row: &[f64; 6]| {
        let worker = Worker::new("", *row);
        Worker {
            estimated_speed: factor * worker.speed,
            ..worker
        }
    };
    TABLE_1.iter().map(believed).collect()
}

#[test]
fn chunks_and_round_times_follow_the_worked_examples_round_by_round() {
    for e in examples().sequences {
        let mut stepped = e.first;
        for (round, (chunk, time)) in (0..).zip(e.chunks.iter().zip(&e.times)) {
            let exact = chunk_at(e.first, e.speed, e.latency, e.target, round);
            assert!(close(exact, *chunk), "{}, {round}: {exact}", e.name);
            assert!((exact - stepped).abs() <= 1e-12 * stepped, "{}", e.name);
            let exact = round_time_at(e.first, e.speed, e.latency, e.target, round);
            assert!(close(exact, *time), "{}, {round}: {exact}", e.name);
            let time = round_time(stepped, e.speed, e.latency);
            // Millot and Parrot 2016, equation 6.
            let next = 2.0 * e.latency + e.target - 2.0 * e.latency * e.target / time;
            stepped = next_chunk(stepped, time, e.target);
            assert!((next - round_time(stepped, e.speed, e.latency)).abs() < 1e-12 * next);
        }
    }
}

#[test]
fn a_wrong_estimate_of_the_latency_moves_the_limit_as_the_worked_example_says() {
    for (theta, estimate, limit) in examples().latency_estimates {
        let formula = limit_chunk_with_estimate(2.0, 0.5, estimate, theta, 10.0);
        assert!(close(formula, limit), "{theta}, {estimate}: {formula}");
        let mut chunk = 20.0;
        for _ in 0..60 {
            let measured = theta * chunk / 2.0 + 0.5;
            chunk = next_chunk(chunk, estimated_round_time(measured, theta, estimate), 10.0);
        }
        assert!((chunk - limit).abs() < 1e-4, "{theta}, {estimate}: {chunk}");
    }
}

#[test]
fn a_worker_whose_chunks_vanish_by_a_wrong_belief_has_no_window() {
    let believed = |theta, estimated_latency| Worker {
        theta,
        estimated_latency,
        ..Worker::new("", [2.0, 0.5, 20.0, 0.1, 40.0, 0.1])
    };
    let worker = believed(0.25, 1.0);
    let at_20 = Window::of(&worker, 20.0, 20.0);
    assert_eq!(Window::at_limit(&worker, 10.0), Some(at_20));
    assert_eq!(Window::at_limit(&believed(0.9, 12.0), 10.0), None);
}

#[test]
fn every_row_of_the_tables_has_its_limits_and_its_window() {
    for table in examples().rows {
        for row in table.rows {
            let worker = Worker::new("", row.worker);
            let (speed, latency, target) = (worker.speed, worker.latency, table.target);
            assert!(close(convergence_ratio(latency, target), row.ratio));
            assert!(close(limit_chunk(speed, latency, target), row.limit));
            assert!(close(throughput(speed, latency, target), row.throughput));
            let window = Window::at_limit(&worker, target).unwrap();
            assert!(close(window.low, row.low), "{window:?}");
            assert!(close(window.high, row.high), "{window:?}");
            assert!(window.low.max(0.0) <= window.high.min(1.0));
            assert!(window.has(usual_share(&worker, target)));
        }
    }
}

#[test]
fn the_spacings_of_table_1_are_those_of_the_worked_examples() {
    for example in examples().spacings {
        let workers = table_1(example.factor);
        let ring: Vec<&Worker> = workers.iter().collect();
        let found = spacings(&ring, |worker| worker.first_chunk(example.target));
        for (found, printed) in found.iter().zip(&example.spacings) {
            assert!(close(*found, *printed), "{}: {found}", example.name);
        }
        assert!(fit(&found, example.target));
        assert!(!fit(&found, 20.0));
    }
}

#[test]
fn the_least_target_of_table_1_grows_with_the_overestimate_until_there_is_none() {
    for (factor, least) in examples().least_targets {
        let workers = table_1(factor);
        let found = feasible_targets(&workers.iter().collect::<Vec<_>>());
        match (found, least) {
            (Some(found), Some(least)) => {
                assert!(close(found.least, least), "{found:?}");
                assert_eq!(found.greatest, f64::INFINITY);
            }
            (found, least) => assert_eq!(found.map(|targets| targets.least), least),
        }
    }
}

#[test]
fn a_share_above_the_window_lengthens_the_steady_round() {
    for (theta, period) in examples().periods {
        let worker = Worker {
            theta,
            ..Worker::new("", [1.0, 0.05, 4.0, 0.02, 8.0, 0.02])
        };
        assert!(close(steady_period(&worker, 0.9), period), "{theta}");
        assert_eq!(is_fed(&worker, 0.9), period == 1.0, "{theta}");
    }
}

#[test]
fn a_single_chunk_a_round_tends_to_less() {
    let example = examples().single_chunk;
    let single = SingleChunk::of(&Worker::new("", example.worker));
    assert!(close(single.effective_speed, example.speed));
    assert!(close(single.latency, example.latency));
    assert!(close(single.limit_chunk(example.target), example.limit));
    assert_eq!(single.limit_chunk(0.5), 0.0);
}

#[test]
fn a_thousand_workers_of_table_3_have_the_limits_of_the_worked_example() {
    let rows: Vec<&[f64; 6]> = (0..100).flat_map(|_| &TABLE_3).collect();
    let workers: Vec<(f64, f64)> = rows.iter().map(|row| (row[0], row[1])).collect();
    let latencies: Vec<f64> = rows.iter().map(|row| row[1]).collect();
    for example in examples().platforms {
        let found = platform_throughput(&workers, example.target);
        assert!((found - example.throughput).abs() < 5e-4, "{found}");
        let found = efficiency_limit(&latencies, example.target);
        assert!((found - example.efficiency).abs() < 5e-9, "{found}");
    }
}

#[test]
fn a_full_cluster_is_used_as_simulated_and_best_near_the_optimal_target() {
    let example = examples().full_cluster;
    for curve in example.curves {
        let optimum = optimal_target(curve.latency, example.horizon);
        assert!((optimum - curve.optimum).abs() < 1e-4);
        for (target, simulated) in example.targets.iter().zip(&curve.efficiency) {
            let full = full_cluster_efficiency(curve.latency, *target, example.horizon);
            assert!(
                (full - simulated).abs() <= 2.5e-4,
                "{target}: {full} for {simulated}"
            );
            let workers = (target / 0.03).floor();
            let spaced = efficiency(
                curve.latency,
                *target,
                example.horizon,
                workers as u32,
                target / workers,
            );
            assert!((spaced - full).abs() <= 2.5e-4);
            if curve.latency > 0.0 {
                let best = full_cluster_efficiency(curve.latency, optimum, example.horizon);
                assert!(full <= best);
            }
        }
    }
}

/// Σd - τ by its definition.
fn excess(ring: &[&Worker], target: f64) -> f64 {
    spacings(ring, |worker| worker.first_chunk(target))
        .iter()
        .sum::<f64>()
        - target
}

/// The least target by the document's definition: the least excess by ternary search, then bisection on its left.
fn least_by_bisection(ring: &[&Worker]) -> Option<f64> {
    let (mut low, mut high) = (0.0, 1e7);
    for _ in 0..400 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if excess(ring, a) <= excess(ring, b) {
            high = b;
        } else {
            low = a;
        }
    }
    if excess(ring, high) > 0.0 {
        return None;
    }
    let (mut low, mut high) = (0.0, high);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if excess(ring, middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(high)
}

fn worker() -> impl Strategy<Value = Worker> {
    (
        (0.5_f64..20.0, 0.0_f64..0.5, 0.1_f64..4.0, 0.05_f64..0.95),
        (
            20.0_f64..400.0,
            0.01_f64..0.5,
            20.0_f64..400.0,
            0.01_f64..0.5,
        ),
    )
        .prop_map(
            |((speed, latency, factor, theta), (down, a, up, b))| Worker {
                estimated_speed: factor * speed,
                theta,
                ..Worker::new("", [speed, latency, down, a, up, b])
            },
        )
}

proptest! {
    #[test]
    fn the_usual_share_follows_what_is_believed_whatever_is_true(
        worker in worker(), speed in 0.5_f64..20.0, latency in 0.0_f64..0.5, believed in 0.0_f64..0.5, target in 2.0_f64..40.0,
    ) {
        let told = Worker { estimated_latency: believed, ..worker };
        let as_believed = Worker { speed: told.estimated_speed, latency: believed, ..told.clone() };
        let window = Window::at_limit(&as_believed, target);
        let share = usual_share(&told, target);
        prop_assert_eq!(usual_share(&Worker { speed, latency, ..told }, target), share);
        match window {
            Some(window) if window.low < window.high => prop_assert!(window.has(share) || share == 0.01 || share == 0.99),
            Some(_) => {}
            None => prop_assert_eq!(share, 0.5),
        }
    }

    #[test]
    fn the_window_is_that_of_the_chunk_to_which_estimates_lead(
        worker in worker(), believed in 0.0_f64..0.5, target in 2.0_f64..40.0,
    ) {
        let worker = Worker { estimated_latency: believed, ..worker };
        let estimate = |chunk: f64| {
            let measured = worker.theta * chunk / worker.speed + worker.latency;
            estimated_round_time(measured, worker.theta, believed)
        };
        let mut chunk = worker.first_chunk(target);
        // Chunks come to their limit soon.
        prop_assume!(estimate(0.0).abs() < 0.9 * target && estimate(chunk) > 0.0);
        for _ in 0..500 {
            chunk = next_chunk(chunk, estimate(chunk), target);
        }
        let (found, slow) = (Window::at_limit(&worker, target).unwrap(), Window::of(&worker, chunk, chunk));
        prop_assert!((found.low - slow.low).abs() < 1e-9 && (found.high - slow.high).abs() < 1e-9, "{found:?} {slow:?}");
    }

    #[test]
    fn the_exact_solution_is_the_recurrence(
        first in 0.01_f64..1e4, speed in 0.1_f64..1e3, latency in 0.0_f64..3.0, target in 0.5_f64..20.0,
    ) {
        let mut chunk = first;
        for round in 0..40 {
            let exact = chunk_at(first, speed, latency, target, round);
            prop_assert!((exact - chunk).abs() <= 1e-9 * chunk, "{round}: {exact} for {chunk}");
            chunk = next_chunk(chunk, round_time(chunk, speed, latency), target);
        }
    }

    #[test]
    fn round_times_come_nearer_to_their_limit_from_one_side(
        first in 0.01_f64..1e4, speed in 0.1_f64..1e3, latency in 0.0_f64..3.0, target in 0.5_f64..20.0,
    ) {
        // Millot and Parrot 2016, proposition 1.
        let limit = target.max(2.0 * latency);
        let times: Vec<f64> = (0..30).map(|round| round_time_at(first, speed, latency, target, round)).collect();
        for pair in times.windows(2) {
            let (before, after) = (pair[0] - limit, pair[1] - limit);
            prop_assert!(after.abs() <= before.abs() + 1e-9 * limit);
            prop_assert!(after * before >= -1e-9 * limit * limit, "{before} then {after}");
        }
    }

    #[test]
    fn the_rounds_needed_are_the_first_that_suffice(
        first in 0.01_f64..1e4, speed in 0.1_f64..1e3, latency in 0.0_f64..1.0, target in 2.1_f64..20.0, tolerance in 1e-9_f64..0.5,
    ) {
        let rounds = rounds_needed(first, speed, latency, target, tolerance).unwrap();
        let away = |round: f64| {
            (1.0 - limit_chunk(speed, latency, target) / chunk_at(first, speed, latency, target, round as u32)).abs()
        };
        prop_assert!(away(rounds) <= tolerance * (1.0 + 1e-6) + 1e-12);
        prop_assert!(rounds == 0.0 || away(rounds - 1.0) >= tolerance * (1.0 - 1e-6) - 1e-12);
    }

    #[test]
    fn no_number_of_rounds_suffices_where_latencies_take_the_target(latency in 1.0_f64..5.0, target in 0.1_f64..2.0) {
        prop_assert_eq!(rounds_needed(1.0, 1.0, latency, target, 0.1), None);
        prop_assert_eq!(limit_chunk(1.0, latency, target), 0.0);
    }

    #[test]
    fn the_least_target_is_the_one_that_bisection_finds(workers in proptest::collection::vec(worker(), 1..9)) {
        let ring: Vec<&Worker> = workers.iter().collect();
        let found = feasible_targets(&ring);
        match (found, least_by_bisection(&ring)) {
            (Some(found), Some(slow)) => {
                prop_assert!((found.least - slow).abs() <= 1e-9 * slow, "{found:?} for {slow}");
                let Targets { least, greatest } = found;
                prop_assert!(excess(&ring, 0.999 * least) > 0.0);
                if greatest.is_finite() {
                    prop_assert!(excess(&ring, 1.001 * greatest) > 0.0);
                    prop_assert!(excess(&ring, 0.5 * (least + greatest)) <= 1e-9 * greatest);
                } else {
                    prop_assert!(excess(&ring, 1e9 * least) <= 0.0);
                }
            }
            // An interval narrower than the search's steps, or beyond it.
            (Some(found), None) => prop_assert!(found.greatest - found.least <= 1e-6 * found.least || found.least > 1e7),
            (None, slow) => prop_assert_eq!(slow, None),
        }
    }

    #[test]
    fn a_worker_within_its_window_whose_link_keeps_up_is_fed(worker in worker(), target in 2.0_f64..40.0) {
        let chunk = limit_chunk(worker.speed, worker.latency, target);
        let window = Window::of(&worker, chunk, chunk);
        let keeps_up = worker.returning(chunk) <= worker.computing(chunk);
        if window.has(worker.theta) && keeps_up {
            prop_assert!(is_fed(&worker, chunk));
        }
        if worker.theta > window.high + 1e-9 {
            prop_assert!(!is_fed(&worker, chunk));
        }
        let idle = steady_period(&worker, chunk) - worker.computing(chunk);
        prop_assert_eq!(is_fed(&worker, chunk), idle <= 0.0);
    }

    #[test]
    fn the_least_margin_makes_the_first_chunk_ample(worker in worker(), target in 2.0_f64..40.0) {
        let (speed, latency) = (worker.speed, worker.latency);
        let least = least_gamma(speed, latency, worker.estimated_speed, target);
        let chunk = (1.0 + least) * worker.estimated_speed * target;
        // Millot and Parrot 2016, equation 12.
        let limit = speed * (target - 2.0 * latency);
        prop_assert!(chunk * (1.0 + 1e-12) >= limit);
        prop_assert!(least == 0.0 || chunk * 0.99 < limit);
    }
}

#[test]
fn a_ring_whose_results_cost_nothing_and_whose_links_are_slow_fits_no_target() {
    let slow = Worker::new("", [10.0, 0.0, 5.0, 0.0, f64::INFINITY, 0.0]);
    assert_eq!(feasible_targets(&[&slow]), None);
    let free = Worker::new("", [10.0, 0.0, f64::INFINITY, 0.0, f64::INFINITY, 0.0]);
    let found = feasible_targets(&[&free]).unwrap();
    assert_eq!((found.least, found.greatest), (0.0, f64::INFINITY));
}

//! The numeric example of the baselines: Wt = 1000, N = 4, S = 1, B = 8, nLat = 0.1, cLat = 0.2.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use divisible::baselines::{
    Chunk, Rule, Uniform, installments, multi_installment, on_demand, recording, send,
    single_round, umr,
};
use divisible::{Platform, Worker};
use proptest::prelude::*;
use schedule::{Off, Role};

fn platform(latencies: bool) -> Platform {
    let (send_latency, latency) = if latencies { (0.1, 0.2) } else { (0.0, 0.0) };
    let worker = |name| Worker::new(name, [1.0, latency, 8.0, send_latency, f64::INFINITY, 0.0]);
    Platform::new(["w0", "w1", "w2", "w3"].map(worker).into()).unwrap()
}

#[track_caller]
fn near(computed: f64, expected: f64) {
    assert!(
        (computed - expected).abs() <= 5e-6 * expected.abs(),
        "{computed}, expected {expected}"
    );
}

#[test]
fn uniform_multi_round_is_as_good_as_its_formula_and_nobody_is_idle() {
    let platform = platform(true);
    let chunks = umr(&Uniform::of(&platform).unwrap(), 1000.0, 40).unwrap();
    let expected = [
        0.882192, 1.36438, 2.32877, 4.25753, 8.11507, 15.8301, 31.2603, 62.1205, 123.841,
    ];
    assert_eq!(chunks.len(), 4 * expected.len());
    for (round, expected) in chunks.chunks(4).zip(expected) {
        round.iter().for_each(|chunk| near(chunk.size, expected));
    }
    let finite = send(&platform, &chunks, &mut Off).unwrap();
    near(finite.makespan, 252.641096);
    assert!(
        finite.idle.iter().all(|idle| *idle < 1e-9),
        "{:?}",
        finite.idle
    );
}

#[test]
fn multi_installment_lets_all_finish_together() {
    let platform = platform(false);
    let uniform = Uniform::of(&platform).unwrap();
    let chunks = multi_installment(&uniform, 1000.0, 3).unwrap();
    let expected = [
        16.6175, 21.8107, 27.4763, 33.2417, 50.4117, 63.3557, 72.8009, 79.3651, 187.772, 166.908,
        148.363, 131.878,
    ];
    assert_eq!(chunks.len(), expected.len());
    chunks
        .iter()
        .zip(expected)
        .for_each(|(chunk, expected)| near(chunk.size, expected));
    let finite = send(&platform, &chunks, &mut Off).unwrap();
    finite
        .finished
        .iter()
        .for_each(|date| near(*date, 256.878009));
    assert_eq!(installments(&uniform, 3).last(), Some(&1.0));
}

#[test]
fn installments_that_differ_by_more_than_a_number_can_hold_keep_their_rule() {
    let worker = Worker::new("w", [10.0, 0.0, 100.0, 0.0, f64::INFINITY, 0.0]);
    let platform = Platform::new(vec![worker; 200]).unwrap();
    let chunks = multi_installment(&Uniform::of(&platform).unwrap(), 1000.0, 100).unwrap();
    near(chunks.iter().map(|chunk| chunk.size).sum(), 1000.0);
    // A chunk is computed as long as the next 200 are sent.
    for chunks in chunks.windows(201).take(5000) {
        let sent: f64 = chunks[1..].iter().map(|chunk| chunk.size / 100.0).sum();
        near(chunks[0].size / 10.0, sent);
    }
    let finite = send(&platform, &chunks, &mut Off).unwrap();
    let finished = finite.finished.iter();
    finished.for_each(|date| near(*date, finite.makespan));
}

#[test]
fn the_single_round_lets_all_finish_together() {
    let platform = platform(true);
    let chunks = single_round(&platform, 1000.0).unwrap();
    for (chunk, expected) in chunks.iter().zip([295.887, 262.922, 233.619, 207.573]) {
        near(chunk.size, expected);
    }
    let finite = send(&platform, &chunks, &mut Off).unwrap();
    finite
        .finished
        .iter()
        .for_each(|date| near(*date, 333.172576));
}

#[test]
fn rules_on_demand_come_to_their_makespans() {
    for (rule, makespan, chunks) in [
        (Rule::Guided, 325.85, Some(22)),
        (Rule::Factoring, 308.375, Some(32)),
        (Rule::Trapezoid, 329.625, Some(15)),
        (Rule::Fixed(10.0), 292.8, None),
        (Rule::Fixed(1.0), 356.925, None),
        (Rule::OneChunk, 375.6, Some(4)),
    ] {
        let finite = on_demand(&platform(true), 1000.0, rule, &mut Off).unwrap();
        println!(
            "{rule:?}: {} in {} chunks",
            finite.makespan,
            finite.chunks.len()
        );
        near(finite.makespan, makespan);
        if let Some(chunks) = chunks {
            assert_eq!(finite.chunks.len(), chunks, "{rule:?}");
        }
    }
}

#[test]
fn rounds_grow_by_the_ratio_that_keeps_the_port_busy() {
    for bandwidth in [3.0, 4.0 * (1.0 - 1e-9), 4.0, 4.0 * (1.0 + 1e-9), 4.1, 9.0] {
        let worker = |name| Worker::new(name, [1.0, 2.0, bandwidth, 0.1, f64::INFINITY, 0.0]);
        let platform = Platform::new(["w0", "w1", "w2", "w3"].map(worker).into()).unwrap();
        let chunks = umr(&Uniform::of(&platform).unwrap(), 1000.0, 12).unwrap();
        let rounds: Vec<f64> = chunks.chunks(4).map(|round| round[0].size).collect();
        near(4.0 * rounds.iter().sum::<f64>(), 1000.0);
        // During the computing of a round, 2 s + c, the next is sent to all four.
        for pair in rounds.windows(2) {
            near(4.0 * (0.1 + pair[1] / bandwidth), 2.0 + pair[0]);
        }
        assert!(rounds.len() > 1, "{bandwidth}");
    }
}

#[test]
fn a_load_that_is_none_is_refused_by_every_plan() {
    let platform = platform(false);
    let uniform = Uniform::of(&platform).unwrap();
    for load in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(single_round(&platform, load).is_err(), "{load}");
        assert!(umr(&uniform, load, 9).is_err(), "{load}");
        assert!(multi_installment(&uniform, load, 3).is_err(), "{load}");
    }
}

#[test]
fn a_load_too_small_for_the_latencies_is_refused_in_words() {
    let mut workers = platform(true).workers().to_vec();
    workers
        .iter_mut()
        .skip(1)
        .for_each(|worker| worker.send_latency = 50.0);
    let refused = single_round(&Platform::new(workers).unwrap(), 1.0).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the load is too small: latencies leave some worker without work"
    );
    let refused = send(
        &platform(true),
        &[Chunk {
            worker: 9,
            size: 1.0,
        }],
        &mut Off,
    )
    .unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the worker of a chunk is 9; it must be a place on the platform"
    );
}

proptest! {
    #[test]
    fn every_rule_gives_out_all_the_load_and_draws_what_it_computes(
        load in 0.1..5000.0_f64,
        rule in prop_oneof![
            (0.5..100.0_f64).prop_map(Rule::Fixed),
            Just(Rule::OneChunk),
            Just(Rule::Guided),
            Just(Rule::Factoring),
            Just(Rule::Trapezoid),
        ],
    ) {
        let platform = platform(true);
        let mut drawn = recording(&platform);
        let finite = on_demand(&platform, load, rule, &mut drawn).unwrap();
        let total: f64 = finite.chunks.iter().map(|chunk| chunk.size).sum();
        prop_assert!((total - load).abs() <= 1e-9 * load);
        prop_assert_eq!(&finite, &on_demand(&platform, load, rule, &mut Off).unwrap());
        let schedule = drawn.finish(finite.makespan).unwrap();
        prop_assert!(schedule.len() >= 3 * finite.chunks.len());
        // A worker's drawn waits are its idle time, except for the wait for its first chunk.
        for (worker, idle) in finite.idle.iter().enumerate() {
            let waits = schedule.spans().filter(|span| span.lane.0 as usize == worker + 1 && schedule.phases()[usize::from(span.phase.0)].role == Role::Wait);
            let waited: f64 = waits.filter(|span| span.start > 0.0).map(|span| span.end - span.start).sum();
            prop_assert!((idle - waited).abs() <= 1e-9 * finite.makespan, "w{worker}: {idle} and {waited}");
        }
    }
}

#[test]
fn uniform_multi_round_without_computation_latency_sends_the_whole_load() {
    let worker = |name| Worker::new(name, [1.0, 0.0, 40.0, 0.1, 80.0, 0.1]);
    let platform = Platform::new(["w0", "w1", "w2", "w3"].map(worker).into()).unwrap();
    let chunks = umr(&Uniform::of(&platform).unwrap(), 1000.0, 100).unwrap();
    let sum: f64 = chunks.iter().map(|chunk| chunk.size).sum();
    assert!((sum - 1000.0).abs() < 1e-9, "{sum}");
    let finite = send(&platform, &chunks, &mut Off).unwrap();
    assert!(finite.makespan > 250.0, "{}", finite.makespan);
}

/// A number between two others, uniform in its logarithm.
fn scaled(least: f64, most: f64) -> impl Strategy<Value = f64> {
    (0.0..1.0_f64).prop_map(move |share| least * libm::pow(most / least, share))
}

fn some_latency() -> impl Strategy<Value = f64> {
    prop_oneof![Just(0.0), scaled(1e-3, 1.0)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_chunks_of_every_policy_sum_to_the_load_and_take_no_less_than_all_workers_at_once(
        rows in prop::collection::vec((scaled(0.1, 100.0), some_latency(), scaled(0.5, 1e4), some_latency()), 1..7),
        alike in any::<bool>(), load in scaled(1.0, 1e5), rounds in 1..12_u32, piece in scaled(1.0, 100.0),
    ) {
        let first = rows[0];
        let worker = |(place, row): (usize, &(f64, f64, f64, f64))| {
            let (speed, latency, bandwidth, wait) = if alike { first } else { *row };
            Worker::new(format!("w{place}"), [speed, latency, bandwidth, wait, bandwidth, 0.0])
        };
        let platform = Platform::new(rows.iter().enumerate().map(worker).collect()).unwrap();
        let mut plans = vec![single_round(&platform, load)];
        if let Some(uniform) = Uniform::of(&platform) {
            plans.push(umr(&uniform, load, 100));
            plans.push(multi_installment(&uniform, load, rounds));
        }
        let planned = plans.into_iter().flatten().map(|chunks| send(&platform, &chunks, &mut Off));
        let rules = [Rule::Fixed(load.min(piece)), Rule::OneChunk, Rule::Guided, Rule::Factoring, Rule::Trapezoid];
        let asked = rules.iter().map(|rule| on_demand(&platform, load, *rule, &mut Off));
        let all: f64 = platform.workers().iter().map(|worker| worker.speed).sum();
        for finite in planned.chain(asked) {
            let finite = finite.unwrap();
            let sum: f64 = finite.chunks.iter().map(|chunk| chunk.size).sum();
            prop_assert!((sum - load).abs() <= 1e-9 * load, "{sum} of {load}");
            prop_assert!(finite.makespan >= load / all * (1.0 - 1e-9), "{} for {load} at {all}", finite.makespan);
        }
    }
}

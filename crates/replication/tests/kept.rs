//! The parts kept from one study to the next change no bit of it.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use std::ops::ControlFlow;

use forecast::Method;
use proptest::prelude::*;
use proptest::strategy::Strategy as _;
use replication::communication::{PairColumns, PairTimes};
use replication::copies;
use replication::iterations::Times;
use replication::parameters::{FirstBlock, Replication, Scope, Strategy, Topic};
use replication::synchronisation::{Drawing, Longest, directly};
use replication::{Cache, Parameters, run_sampled};
use report::Silent;
use schedule::Off;
use trace::random::Random;
use trace::source::Source;

fn parameters() -> Parameters {
    Parameters {
        traces: Source::SetTwo,
        strategy: Strategy::Dynamic,
        processors: 8,
        iterations: 40,
        runs: 4,
        ..Parameters::default()
    }
}

/// The parameters that one move of a slider leads to.
fn moves() -> Vec<(&'static str, Parameters)> {
    let base = parameters();
    let with = |change: fn(&mut Parameters)| {
        let mut changed = base.clone();
        change(&mut changed);
        changed
    };
    vec![
        ("nothing", base.clone()),
        ("copies", with(|p| p.copies = 4)),
        (
            "node_factors",
            with(|p| p.node_factors = "2:3, 7:0.5".into()),
        ),
        ("rebalance_every", with(|p| p.rebalance_every = 3)),
        ("predictor", with(|p| p.predictor = Method::LastValue)),
        ("smoothing", with(|p| p.smoothing = 0.9)),
        ("quantile", with(|p| p.quantile = Some(0.9))),
        ("processors", with(|p| p.processors = 4)),
        ("iterations", with(|p| p.iterations = 60)),
        ("runs", with(|p| p.runs = 7)),
        ("many runs", with(|p| (p.runs, p.processors) = (60, 64))),
        ("problem_size", with(|p| p.problem_size = 0.5)),
        ("trace_mean", with(|p| p.trace_mean = None)),
        ("homogeneous", with(|p| p.homogeneous = true)),
        (
            "variation",
            with(|p| (p.homogeneous, p.variation) = (true, 0.3)),
        ),
        ("send_time", with(|p| p.send_time = 10.0)),
        ("finalize_time", with(|p| p.finalize_time = 10.0)),
        ("noise", with(|p| p.noise = 0.1)),
        ("scope", with(|p| p.synchronisation = Scope::Neighbours)),
        ("seed", with(|p| p.seed = 1)),
        ("traces", with(|p| p.traces = Source::Bursts)),
        ("strategy", with(|p| p.strategy = Strategy::Speculate)),
        (
            "delay",
            with(|p| (p.strategy, p.delay) = (Strategy::Speculate, 0.5)),
        ),
        (
            "copies that help",
            with(|p| (p.strategy, p.copies) = (Strategy::Speculate, 4)),
        ),
        ("own strategy", with(|p| p.strategy = Strategy::Own)),
        (
            "text of the own strategy",
            with(|p| {
                p.strategy = Strategy::Own;
                p.code = "fn decide(history) { #{ copies: 2, iterations: 20 } }".into();
            }),
        ),
        ("replication", with(|p| p.replication = Replication::Causal)),
        ("cold_iterations", with(|p| p.cold_iterations = 7)),
        ("decide_every", with(|p| p.decide_every = 20)),
        (
            "first_block",
            with(|p| (p.decide_every, p.first_block) = (20, FirstBlock::Stay)),
        ),
        (
            "switches",
            with(|p| (p.decide_every, p.switch_to_replication) = (20, 3.0)),
        ),
        ("rescheduling_time", with(|p| p.rescheduling_time = 10.0)),
        (
            "rescheduling_exponent",
            with(|p| p.rescheduling_exponent = 0.9),
        ),
        ("topic", with(|p| p.topic = Topic::Processors)),
        (
            "processors of several",
            with(|p| (p.topic, p.processors, p.copies) = (Topic::Processors, 4, 4)),
        ),
        ("shown", with(|p| (p.first_shown, p.shown) = (5, 10))),
    ]
}

#[test]
fn a_study_after_another_comes_to_the_bits_of_one_alone() {
    let told = |cache: &mut Cache, parameters: &Parameters| {
        format!("{:?}", cache.run_sampled(parameters, &mut Silent).unwrap())
    };
    let mut cache = Cache::default();
    let alone: Vec<_> = moves()
        .iter()
        .map(|(_, to)| format!("{:?}", run_sampled(to, &mut Silent).unwrap()))
        .collect();
    // There and back, so that the cache meets each change both ways.
    let base = format!("{:?}", run_sampled(&parameters(), &mut Silent).unwrap());
    for ((name, to), alone) in moves().iter().zip(&alone) {
        assert!(told(&mut cache, to) == *alone, "to other {name}");
        assert!(
            told(&mut cache, &parameters()) == base,
            "back from other {name}"
        );
    }
    for ((name, to), alone) in moves().iter().zip(&alone) {
        assert!(told(&mut cache, to) == *alone, "on to other {name}");
    }
}

#[test]
fn what_a_cancelled_study_drew_does_no_harm() {
    let mut cache = Cache::default();
    let mut stop = |done: u64, _: u64| {
        if done == 2 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    assert!(cache.run_sampled(&parameters(), &mut stop).is_err());
    let after = cache.run_sampled(&parameters(), &mut Silent).unwrap();
    let alone = run_sampled(&parameters(), &mut Silent).unwrap();
    assert!(format!("{after:?}") == format!("{alone:?}"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn ordered_pairs_give_the_longest_time_of_any_chain(
        (nodes, processors) in (2_usize..24).prop_flat_map(|nodes| (Just(nodes), 1..=nodes)),
        seed: u64,
        noise in prop_oneof![Just(0.0), 0.1_f64..1.0],
    ) {
        const ITERATIONS: usize = 70;
        let mut times = PairTimes::new(seed, 2, 750.0, noise, ITERATIONS, vec![None; nodes]);
        for a in 0..nodes {
            for b in 0..a {
                times.draw(a, b);
            }
        }
        let on = &mut |_| ControlFlow::Continue(());
        let longest = Longest::new(&times, nodes, processors, ITERATIONS, &mut Drawing(on)).unwrap();
        // The same without a series in memory.
        let unkept = PairTimes::new(seed, 2, 750.0, noise, ITERATIONS, vec![None; nodes]);
        let streamed = Longest::new(&unkept, nodes, processors, ITERATIONS, &mut Drawing(on)).unwrap();
        for run in 0..5 {
            let chain = Random::stream(seed, &[run]).sample(nodes, processors);
            let columns = PairColumns::new(&times, &chain);
            let directly = |columns| {
                let on = &mut |_| ControlFlow::Continue(());
                directly(columns, Scope::AllPairs, processors, ITERATIONS, &mut Drawing(on)).unwrap()
            };
            let expected = directly(&columns);
            prop_assert_eq!(longest.between(&chain, &times), expected.clone());
            prop_assert_eq!(streamed.between(&chain, &unkept), expected.clone());
            prop_assert_eq!(directly(&PairColumns::new(&unkept, &chain)), expected);
        }
    }
}

#[test]
fn messages_that_are_drawn_when_they_are_needed_change_no_bit_of_a_run() {
    const ITERATIONS: usize = 40;
    const PROCESSORS: usize = 8;
    let mut kept = PairTimes::new(5, 3, 300.0, 0.5, ITERATIONS, vec![None; PROCESSORS]);
    let unkept = PairTimes::new(5, 3, 300.0, 0.5, ITERATIONS, vec![None; PROCESSORS]);
    for a in 0..PROCESSORS {
        for b in 0..a {
            kept.draw(a, b);
        }
    }
    let chain: Vec<_> = (0..PROCESSORS).collect();
    let (kept, unkept) = (
        PairColumns::new(&kept, &chain),
        PairColumns::new(&unkept, &chain),
    );
    let mut random = Random::new(1);
    let runtimes: Vec<Vec<f64>> = (0..PROCESSORS)
        .map(|_| (0..ITERATIONS).map(|_| random.lognormal(0.4)).collect())
        .collect();
    let runtimes: Vec<_> = runtimes.iter().map(Vec::as_slice).collect();
    let other = [0.25; ITERATIONS];
    for k in 8..ITERATIONS {
        assert_eq!(kept.from(8).at(3, 1, k - 8), unkept.at(1, 3, k));
    }
    for copies in [2, 4, 8] {
        for mode in [Replication::Thesis, Replication::Causal] {
            let come_to = |finalize: &PairColumns<'_>| {
                let times = Times {
                    runtimes: &runtimes,
                    synchronisation: &other,
                    finalize,
                    rescheduling: &other,
                };
                let mut course = Vec::new();
                let outcome = copies::simulate(&times, copies, mode, &mut course, &mut Off);
                (outcome, course)
            };
            assert_eq!(come_to(&kept), come_to(&unkept));
        }
    }
}

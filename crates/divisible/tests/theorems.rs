//! The propositions on platforms of known outcome, and the workers to drop.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use divisible::formulas::spacing::spacings;
use divisible::formulas::steady::steady_period;
use divisible::platform::TABLE_1;
use divisible::settings::{Delays, Order, Ports, Results, Scope, Settings};
use divisible::theorems::{Expected, Observed, Setting, Theorem, observe, theorems};
use divisible::what_if::{Drop, what_if};
use divisible::{Platform, Worker};
use expect_test::expect;
use proptest::prelude::*;

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

fn setting(workers: Vec<Worker>, target: f64) -> Setting {
    let spacings = Platform::new(workers.clone()).unwrap().delays(target);
    Setting {
        workers,
        target,
        spacings,
        one_port: true,
        ring: true,
    }
}

fn say(theorems: &[Theorem]) -> String {
    let mut out = String::new();
    for theorem in theorems {
        let verdict = if theorem.holds() { "holds" } else { "fails" };
        out += &format!("{}: {verdict}\n", theorem.name);
        for hypothesis in &theorem.hypotheses {
            let fails = hypothesis.fails_for();
            out += &format!("  {} {} {fails:?}\n", hypothesis.text, hypothesis.holds());
        }
        out += &format!("  {}\n", theorem.outcome);
    }
    out
}

#[test]
fn a_twofold_overestimate_of_table_1_meets_all_hypotheses() {
    let said = say(&theorems(&setting(table_1(2.0), 60.0)));
    expect![[r#"
        Proposition 1: convergence: holds
          α₀ > 0 true []
          2f < τ; where f̄ is wrong |f/θ + f̄(2 − 1/θ)| < τ (own addition) true []
          σ₀ > 0 as estimated (own addition) true []
          no contention: d ≥ Δ in every round true []
          Every round's duration is estimated to tend to τ = 60 s; the distance shrinks to 0.1 of itself each round at the slowest, worker 1. Chunks are within 1 % of their limits after 2 rounds.
        Proposition 2: no starvation: holds
          θ ≥ θmin true []
          θ ≤ θmax true []
          R ≤ C: results return as fast as they come (own addition) true []
          no contention: d ≥ Δ in every round true []
          In the long run no worker waits for data.
        Proposition 3: throughput: holds
          no starvation true []
          no contention: d ≥ Δ in every round true []
          0.2614 u/s of the 0.27 u/s that the workers could compute without latencies; a longer τ loses less.
        Proposition 4: contention: holds
          d ≥ Δ in every round true []
          No two transfers want the same direction of the port at once.
        Proposition 5: a sufficient condition: holds
          (12) α₀ ≥ F(τ − 2f) true []
          (13) d from first chunks true []
          (15) Σd ≤ τ true []
          Chunks never exceed the first ones, so that spacings made for those suffice for ever: no contention, and the ring turns in 60 s.
    "#]].assert_eq(&said);
}

#[test]
fn a_tenfold_overestimate_breaks_the_last_proposition_because_spacings_exceed_the_target() {
    let found = theorems(&setting(table_1(10.0), 60.0));
    let last = found.last().unwrap();
    assert!(!last.holds());
    assert!(last.outcome.contains("193.7 s"), "{}", last.outcome);
    let period = last.expected.iter().find_map(|expected| match expected {
        Expected::Period { value } => Some(*value),
        _ => None,
    });
    assert!((period.unwrap() - 193.738).abs() < 1e-3);
    assert!(!last.expected.contains(&Expected::NoContention));
}

#[test]
fn underestimates_no_spacings_and_shares_outside_the_window_are_named() {
    let mut workers = table_1(0.5);
    workers[1].theta = 0.95;
    workers[2].theta = 0.01;
    let mut setting = setting(workers, 60.0);
    setting.spacings = vec![0.0; 4];
    let said = say(&theorems(&setting));
    expect![[r#"
        Proposition 1: convergence: fails
          α₀ > 0 true []
          2f < τ; where f̄ is wrong |f/θ + f̄(2 − 1/θ)| < τ (own addition) true []
          σ₀ > 0 as estimated (own addition) true []
          no contention: d ≥ Δ in every round false [0, 1, 2, 3]
          Every round's duration is estimated to tend to τ = 60 s; the distance shrinks to 0.1 of itself each round at the slowest, worker 1. Chunks are within 1 % of their limits after 2 rounds.
        Proposition 2: no starvation: fails
          θ ≥ θmin false [2]
          θ ≤ θmax false [1]
          R ≤ C: results return as fast as they come (own addition) true []
          no contention: d ≥ Δ in every round false [0, 1, 2, 3]
          Without contention, data come late in every round for worker 2: up to 7.584 s of a round are lost. The ring turns in 67.58 s, and workers 1, 3, 4 wait for a turn. The adaptation does not see it.
        Proposition 3: throughput: fails
          no starvation false [0, 1, 2, 3]
          no contention: d ≥ Δ in every round false [0, 1, 2, 3]
          Without contention, less than 0.2614 u/s: every worker waits in every round.
        Proposition 4: contention: fails
          d ≥ Δ in every round false [0, 1, 2, 3]
          Transfers to every worker may have to wait. Workers may still sort themselves out after a few collisions.
        Proposition 5: a sufficient condition: fails
          (12) α₀ ≥ F(τ − 2f) false [0, 1, 2, 3]
          (13) d from first chunks false [0, 1, 2, 3]
          (15) Σd ≤ τ true []
          The spacing is too short before every worker: transfers may collide.
    "#]].assert_eq(&said);
}

#[test]
fn a_target_below_the_latencies_makes_chunks_vanish() {
    let setting = setting(table_1(1.0), 5.0);
    let found = theorems(&setting);
    assert!(!found[0].holds());
    assert_eq!(found[0].hypotheses[1].fails_for(), [0]);
    assert!(
        found[0].outcome.contains("worker 1"),
        "{}",
        found[0].outcome
    );
    assert!(found[0].expected.contains(&Expected::Chunk {
        worker: 0,
        value: 0.0,
        first: setting.workers[0].first_chunk(5.0),
    }));
}

#[test]
fn latencies_that_are_only_believed_are_not_said_to_take_a_round() {
    let believed = Worker {
        theta: 0.9,
        estimated_latency: 30.0,
        ..Worker::new("a", [10.0, 0.1, 1000.0, 0.0, 1000.0, 0.0])
    };
    let long = Worker::new("b", [10.0, 10.5, 1000.0, 0.0, 1000.0, 0.0]);
    let outcome = |workers| theorems(&setting(workers, 20.0))[0].outcome.clone();
    let of_a = "With the believed latencies of a, every round is estimated to take more than τ = 20 s, however small its chunk is: chunks shrink to nothing.";
    let of_b = "The latencies of a round alone take τ or longer for b: chunks shrink to nothing, and rounds tend to 2f.";
    assert_eq!(outcome(vec![believed.clone()]), of_a);
    assert_eq!(outcome(vec![long.clone()]), of_b);
    assert_eq!(outcome(vec![believed, long]), format!("{of_b} {of_a}"));
}

#[test]
fn what_was_foretold_is_met_by_the_figures_of_the_worked_example_and_by_no_others() {
    // Table 1, τ = 60 s, twofold overestimates: chunks after ten rounds; throughput in the long run.
    let found = theorems(&setting(table_1(2.0), 60.0));
    let good = Observed {
        chunks: vec![4.32, 4.784, 2.99, 3.588],
        starvation: vec![0.0; 4],
        throughput: 0.261_366_667,
        period: 60.0,
        ..Observed::default()
    };
    let expected: Vec<&Expected> = found.iter().flat_map(|theorem| &theorem.expected).collect();
    assert_eq!(expected.len(), 4 + 4 + 1 + 1 + 2);
    for expected in &expected {
        assert!(expected.is_met(&good, 1e-6), "{expected:?}");
    }
    let bad = Observed {
        chunks: vec![4.4, 4.7, 2.9, 3.5],
        starvation: vec![1.0; 4],
        throughput: 0.25,
        contention: 3,
        period: 61.0,
        ..Observed::default()
    };
    for expected in &expected {
        assert!(!expected.is_met(&bad, 1e-6), "{expected:?}");
    }
}

#[test]
fn nobody_has_to_go_where_the_spacings_fit() {
    let found = what_if(&table_1(1.0), 60.0);
    assert_eq!(found.drop, Drop::Nobody);
    assert!((found.targets.unwrap().least - 13.2943).abs() < 1e-4);
    assert_eq!(found.latencies, 6.0);
    let (_, least) = found.shortens_most.unwrap();
    assert!(least < 13.29);
}

#[test]
fn one_worker_has_to_go_where_the_spacings_are_a_little_too_long() {
    let workers = table_1(1.0);
    let found = what_if(&workers, 12.0);
    let Drop::One(dropped) = found.drop else {
        panic!("{:?}", found.drop)
    };
    // By the definition: of the sufficient workers the one that costs the least throughput.
    let rest = |gone: usize| -> Vec<&Worker> {
        (0..4).filter(|w| *w != gone).map(|w| &workers[w]).collect()
    };
    let rate = |gone: usize| -> f64 {
        rest(gone)
            .iter()
            .map(|w| (1.0 - 2.0 * w.latency / 12.0) * w.speed)
            .sum()
    };
    let suffices = |gone: &usize| {
        spacings(&rest(*gone), |w| w.first_chunk(12.0))
            .iter()
            .sum::<f64>()
            <= 12.0
    };
    let best = (0..4)
        .filter(suffices)
        .max_by(|a, b| rate(*a).total_cmp(&rate(*b)));
    assert_eq!(Some(dropped), best);
}

#[test]
fn several_have_to_go_where_no_single_one_suffices() {
    let found = what_if(&table_1(1.0), 5.0);
    let Drop::Several { gone, .. } = found.drop else {
        panic!("{:?}", found.drop)
    };
    assert!(gone.len() >= 2 && gone.len() < 4, "{gone:?}");
    // No worker can make room for a lone worker whose link is too slow.
    let slow = Worker::new("", [10.0, 0.0, 5.0, 0.1, 5.0, 0.1]);
    let found = what_if(&[slow], 1.0);
    assert_eq!(
        found.drop,
        Drop::Several {
            gone: vec![0],
            least: 1
        }
    );
    assert_eq!((found.targets, found.shortens_most), (None, None));
}

fn worker() -> impl Strategy<Value = Worker> {
    (
        (1.0_f64..20.0, 0.0_f64..0.3, 0.3_f64..3.0, 0.05_f64..0.95),
        (20.0_f64..400.0, 0.0_f64..0.2, 20.0_f64..400.0, 0.0_f64..0.2),
        0.0_f64..0.3,
    )
        .prop_map(
            |((speed, latency, factor, theta), (down, a, up, b), estimate)| Worker {
                estimated_speed: factor * speed,
                estimated_latency: estimate,
                theta,
                ..Worker::new("", [speed, latency, down, a, up, b])
            },
        )
}

/// Whether a worker neither nearly starves nor nearly does not, so that a hundred rounds show which, and has a limit.
fn is_clear(worker: &Worker, target: f64) -> bool {
    let Worker {
        speed,
        latency,
        estimated_latency,
        theta,
        ..
    } = *worker;
    let chunk = speed * (target - latency / theta - estimated_latency * (2.0 - 1.0 / theta));
    let apparent = target - chunk / speed;
    let first = worker.first_chunk(target) / speed + apparent;
    if apparent.abs() > 0.7 * target || first < 0.05 * target {
        return false;
    }
    let ([first_send, _], [_, second]) =
        (worker.sending_parts(chunk), worker.computing_parts(chunk));
    let [first_result, _] = worker.returning_parts(chunk);
    let computing = worker.computing(chunk);
    [
        (first_send + first_result) / second,
        (worker.sending(chunk) + first_result) / computing,
        worker.returning(chunk) / computing,
    ]
    .iter()
    .all(|ratio| !(0.95..1.05).contains(ratio))
}

/// The duration of a worker's rounds, s.
fn period(worker: &Worker, target: f64) -> f64 {
    let Worker {
        speed,
        latency,
        estimated_latency,
        theta,
        ..
    } = *worker;
    let chunk = speed * (target - latency / theta - estimated_latency * (2.0 - 1.0 / theta));
    steady_period(worker, chunk)
}

/// Whether periods differ clearly: rounds of two workers that differ by little leave one of them waiting only after
/// thousands of rounds.
fn are_clear(workers: &[Worker], target: f64) -> bool {
    let longest = workers
        .iter()
        .map(|worker| period(worker, target))
        .fold(0.0, f64::max);
    workers.iter().all(|worker| {
        let share = period(worker, target) / longest;
        is_clear(worker, target) && !(0.95..=1.0 - 1e-12).contains(&share)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn whatever_the_propositions_foretell_a_simulation_shows(
        workers in proptest::collection::vec(worker(), 1..7), target in 3.0_f64..12.0, multi in any::<bool>(), fifo in any::<bool>(),
        spaced in any::<bool>(), exact in any::<bool>(),
    ) {
        let mut workers = workers;
        if exact {
            for worker in &mut workers {
                worker.estimated_latency = worker.latency;
            }
        }
        prop_assume!(are_clear(&workers, target));
        let platform = Platform::new(workers).unwrap();
        let settings = Settings {
            ports: if multi { Ports::Multi } else { Ports::One },
            order: if fifo { Order::Fifo } else { Order::Ring },
            delays: if spaced { Delays::First } else { Delays::None },
            ..Settings::as4dr(target)
        };
        let found = theorems(&Setting::of(&platform, &settings).unwrap());
        let observed = observe(&platform, &settings, 6000.0).unwrap();
        for theorem in &found {
            for expected in &theorem.expected {
                // A wait that is hardly above the tolerance has only begun: only a longer simulation shows whether it grows.
                if let Expected::Fed { worker, fed: false } = expected
                    && (1e-9..1e-5).contains(&(observed.starvation[*worker] / observed.period))
                {
                    continue;
                }
                prop_assert!(expected.is_met(&observed, 1e-6), "{}: {expected:?}, not {observed:?}", theorem.name);
            }
        }
    }
}

#[test]
fn in_order_of_arrival_rounds_may_last_as_long_as_the_spacings_of_another_order() {
    let rows = [
        ([10.19, 0.09, 180.3, 0.0, 45.0, 0.0], 10.13, 0.05),
        ([1.0, 0.0, 390.4, 0.0, 139.4, 0.1154], 2.345, 0.4575),
        ([7.988, 0.0, 32.21, 0.0518, 192.4, 0.0], 13.0, 0.6159),
        ([11.66, 0.0, 147.2, 0.1192, 124.1, 0.1544], 27.77, 0.4604),
    ];
    let worker = |(row, estimated_speed, theta): ([f64; 6], f64, f64)| Worker {
        estimated_speed,
        theta,
        ..Worker::new("", row)
    };
    let platform = Platform::new(rows.into_iter().map(worker).collect()).unwrap();
    let ring = Settings::as4dr(7.594);
    let fifo = Settings {
        order: Order::Fifo,
        ..ring.clone()
    };
    assert!(platform.delays(7.594).iter().sum::<f64>() < 7.2);
    assert!((observe(&platform, &ring, 6000.0).unwrap().period - 7.594).abs() < 1e-6);
    let observed = observe(&platform, &fifo, 6000.0).unwrap();
    let order = [0, 3, 2, 1].map(|place| &platform.workers()[place]);
    let turn: f64 = spacings(&order, |worker| worker.first_chunk(7.594))
        .iter()
        .sum();
    assert_eq!(observed.contention, 0);
    assert!(
        turn > 7.65 && (observed.period - turn).abs() < 1e-6,
        "{observed:?} for {turn}"
    );
}

#[test]
fn the_propositions_say_nothing_of_schedulers_that_they_are_not_about() {
    let platform = Platform::table_1();
    let as4dr = Settings::as4dr(60.0);
    for other in [
        Settings::baseline(60.0),
        Settings::da1(60.0),
        Settings {
            delays: Delays::Current,
            ..as4dr.clone()
        },
        Settings {
            scope: Scope::First,
            ..as4dr.clone()
        },
        Settings {
            results: Results::Push,
            ..as4dr.clone()
        },
        Settings {
            relaxation: 0.5,
            ..as4dr.clone()
        },
    ] {
        assert_eq!(Setting::of(&platform, &other), None);
    }
    let multi = Settings {
        ports: Ports::Multi,
        ..as4dr
    };
    assert_eq!(theorems(&Setting::of(&platform, &multi).unwrap()).len(), 3);
}

proptest! {
    #[test]
    fn without_a_worker_the_rest_is_what_its_own_platform_is(
        rows in proptest::collection::vec((1.0_f64..9.0, 0.0_f64..0.2, 20.0_f64..90.0, 0.01_f64..0.3), 2..8), target in 1.0_f64..9.0,
    ) {
        let workers: Vec<Worker> = rows
            .iter()
            .map(|(speed, latency, band, wait)| Worker::new("", [*speed, *latency, *band, *wait, 2.0 * band, *wait]))
            .collect();
        let found = what_if(&workers, target);
        prop_assert_eq!(found.without.len(), workers.len());
        for without in &found.without {
            let mut rest = workers.clone();
            rest.remove(without.worker);
            let alone = what_if(&rest, target);
            prop_assert_eq!(without.targets, alone.targets);
            let delays: f64 = Platform::new(rest).unwrap().delays(target).iter().sum();
            prop_assert_eq!(without.spacings, delays);
        }
    }
}

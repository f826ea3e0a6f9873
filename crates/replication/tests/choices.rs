//! Shares that are set once or by hindsight, help for late jobs, and the choice between strategies: against slow twins
//! written straight from their definitions, and against each other, on random small cases.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use proptest::prelude::*;
use replication::adaptive::{self, Block, Settings};
use replication::communication::PairColumns;
use replication::decision::Choice;
use replication::dynamic::Predicted;
use replication::iterations::{COMPUTE, MESSAGE, Outcome, Times, links, marks, phases};
use replication::parameters::{FirstBlock, Replication};
use replication::{copies, dynamic, equal, hindsight, speculation, static_balancing};
use schedule::{Off, Recording, Role, Schedule, Span, Unit};

/// `runtimes[i][k]`; `messages[i][j]` for j < i, the same in every iteration.
#[derive(Clone, Debug)]
struct Case {
    runtimes: Vec<Vec<f64>>,
    synchronisation: Vec<f64>,
    messages: Vec<Vec<f32>>,
    rescheduling: Vec<f64>,
    every: usize,
    copies: usize,
}

fn case() -> impl Strategy<Value = Case> {
    let shape = (1_usize..=8, 1_usize..=24, 1_usize..=5).prop_flat_map(
        |(processors, iterations, every)| {
            let divisors: Vec<_> = (1..=processors.min(iterations))
                .filter(|copies| processors % copies == 0)
                .collect();
            let copies = prop::sample::select(divisors);
            (Just(processors), Just(iterations), Just(every), copies)
        },
    );
    shape.prop_flat_map(|(processors, iterations, every, copies)| {
        // Drawn as f64: about once in 10^7 draws, proptest's sampler of f32 ranges trips over its own assertion.
        let message = (0.1..40.0).prop_map(|seconds: f64| seconds as f32);
        (
            prop::collection::vec(prop::collection::vec(0.1..1e3, iterations), processors),
            prop::collection::vec(0.0..50.0, iterations),
            prop::collection::vec(prop::collection::vec(message, 8), 8),
            prop::collection::vec(0.0..100.0, iterations),
        )
            .prop_map(
                move |(runtimes, synchronisation, messages, rescheduling)| Case {
                    runtimes,
                    synchronisation,
                    messages,
                    rescheduling,
                    every,
                    copies,
                },
            )
    })
}

impl Case {
    fn processors(&self) -> usize {
        self.runtimes.len()
    }

    fn iterations(&self) -> usize {
        self.synchronisation.len()
    }

    fn message(&self, i: usize, j: usize) -> f64 {
        f64::from(self.messages[i.max(j)][i.min(j)])
    }

    fn times<T>(&self, with: impl FnOnce(&Times<'_>) -> T) -> T {
        let columns: Vec<_> = self.runtimes.iter().map(Vec::as_slice).collect();
        let mut pairs = Vec::new();
        for i in 0..self.processors() {
            for j in 0..i {
                pairs.push(vec![self.messages[i][j]; self.iterations()]);
            }
        }
        let finalize = PairColumns::from_series(pairs.iter().map(Vec::as_slice).collect());
        with(&Times {
            runtimes: &columns,
            synchronisation: &self.synchronisation,
            finalize: &finalize,
            rescheduling: &self.rescheduling,
        })
    }

    /// The last runtimes as forecasts of the next.
    fn predicted(&self) -> Vec<Predicted> {
        let node = |runtimes: &Vec<f64>| {
            let last: Vec<f64> = (1..self.iterations())
                .filter(|k| k % self.every == 0)
                .map(|k| runtimes[k - 1])
                .collect();
            Predicted::new(runtimes, &last, self.every)
        };
        self.runtimes.iter().map(node).collect()
    }

    fn settings(&self, block: usize, cost: f64) -> Settings {
        Settings {
            every: self.every,
            copies: self.copies,
            replication: Replication::Thesis,
            block,
            first_block: FirstBlock::Compare,
            to_balancing: 0.6 * cost,
            to_replication: 1.4 * cost,
        }
    }

    /// The times of the iterations where shares follow `means` from iteration `cold` on.
    fn once(&self, means: &[f64], cold: usize) -> Vec<f64> {
        let sum: f64 = means.iter().map(|mean| 1.0 / mean).sum();
        let share = |i: usize, k: usize| {
            if k < cold {
                1.0
            } else {
                self.processors() as f64 / (means[i] * sum)
            }
        };
        (0..self.iterations())
            .map(|k| {
                let each = (0..self.processors()).map(|i| self.runtimes[i][k] * share(i, k));
                each.fold(0.0, f64::max) + self.synchronisation[k]
            })
            .collect()
    }

    fn means(&self, from: usize, to: usize) -> Vec<f64> {
        let mean =
            |runtimes: &Vec<f64>| runtimes[from..to].iter().sum::<f64>() / (to - from) as f64;
        self.runtimes.iter().map(mean).collect()
    }

    /// An iteration with help: every copy that was ever started is kept, and all that follows from them is worked out anew
    /// before each next one starts.
    fn helped(&self, k: usize, delay: f64) -> f64 {
        let mut longest = 0.0_f64;
        for first in (0..self.processors()).step_by(self.copies) {
            let group: Vec<usize> = (first..first + self.copies).collect();
            // (processor, job, start)
            let mut started: Vec<(usize, usize, f64)> =
                group.iter().map(|i| (*i, *i, 0.0)).collect();
            let done = |started: &[(usize, usize, f64)], job: usize| -> (f64, usize) {
                let copies = started.iter().filter(|copy| copy.1 == job);
                copies
                    .map(|(i, _, start)| (start + self.runtimes[*i][k], *i))
                    .min_by(|a, b| a.0.total_cmp(&b.0))
                    .unwrap()
            };
            let end = |started: &[(usize, usize, f64)], (i, job, start): (usize, usize, f64)| {
                let (time, winner) = done(started, job);
                let own = start + self.runtimes[i][k];
                if winner == i {
                    own
                } else {
                    own.min(time + self.message(winner, i))
                }
            };
            let mut retired = vec![false; self.processors()];
            loop {
                let free = |i: usize| {
                    let own = started.iter().filter(|copy| copy.0 == i);
                    own.map(|copy| end(&started, *copy)).fold(0.0, f64::max)
                };
                let next = group
                    .iter()
                    .filter(|i| !retired[**i])
                    .map(|i| (free(*i).max(delay), *i))
                    .min_by(|a, b| a.0.total_cmp(&b.0));
                let Some((time, i)) = next else { break };
                let open = group
                    .iter()
                    .filter(|job| done(&started, **job).0 > time)
                    .min_by_key(|job| {
                        (started.iter().filter(|copy| copy.1 == **job).count(), **job)
                    });
                match open {
                    Some(job) => started.push((i, *job, time)),
                    None => retired[i] = true,
                }
            }
            for copy in &started {
                longest = longest.max(end(&started, *copy));
            }
        }
        longest + self.synchronisation[k]
    }
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

fn all_close(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| close(*a, *b))
}

fn spent(schedule: &Schedule, role: Role) -> f64 {
    let of = |phase: schedule::PhaseId| schedule.phases()[usize::from(phase.0)].role;
    let spans = schedule.spans().filter(|span| of(span.phase) == role);
    spans.map(|span| span.duration()).sum()
}

/// Runs with and without a recorder: both yield the same bits, and the spans of the schedule sum to all uses of time.
fn recorded(
    case: &Case,
    run: &mut dyn FnMut(&mut Vec<f64>, Option<&mut Recording>) -> Outcome,
) -> Schedule {
    let lanes = (0..case.processors()).map(|i| format!("p{i}")).collect();
    let mut recording = Recording::new(Unit::Milliseconds, lanes, phases())
        .with_marks(marks())
        .with_links(links());
    let (mut silent, mut loud) = (Vec::new(), Vec::new());
    let (before, after) = (run(&mut silent, None), run(&mut loud, Some(&mut recording)));
    assert_eq!((before, &silent), (after, &loud));
    let schedule = recording.finish(after.clock).unwrap();
    let of = after.spent;
    assert!(close(of.computing, spent(&schedule, Role::Compute)));
    let discarded = spent(&schedule, Role::Cancelled) + spent(&schedule, Role::Message);
    assert!(close(of.discarded, discarded));
    assert!(close(of.waiting, spent(&schedule, Role::Wait)));
    assert!(close(of.synchronising, spent(&schedule, Role::Synchronise)));
    assert!(close(of.rescheduling, spent(&schedule, Role::Rebalance)));
    assert!(close(of.sum(), case.processors() as f64 * after.clock));
    schedule
}

/// A simulation that runs with any recorder, and its schedule.
macro_rules! recorded {
    ($case:expr, |$course:ident, $recorder:ident| $simulate:expr) => {
        recorded($case, &mut |$course, recording| match recording {
            Some($recorder) => $simulate,
            None => {
                let $recorder = &mut Off;
                $simulate
            }
        })
    };
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn shares_set_once_agree_with_their_definition(case in case(), cold in 0_usize..30) {
        case.times(|times| {
            let mut course = Vec::new();
            let outcome = static_balancing::simulate(times, cold, &mut course, &mut Off);
            let cold = cold.min(case.iterations());
            let set = cold > 0 && case.processors() > 1;
            let means = case.means(0, cold.max(1));
            let expected = case.once(&means, if set { cold } else { case.iterations() });
            prop_assert!(all_close(&course, &expected), "{course:?} {expected:?}");
            let pause = if set { case.rescheduling[0] } else { 0.0 };
            prop_assert!(close(outcome.total, expected.iter().sum::<f64>() + pause));

            let outcome = static_balancing::in_hindsight(times, &mut course, &mut Off);
            let expected = case.once(&case.means(0, case.iterations()), 0);
            prop_assert!(all_close(&course, &expected));
            let pause = if case.processors() > 1 { case.rescheduling[0] } else { 0.0 };
            prop_assert!(close(outcome.total, expected.iter().sum::<f64>() + pause));
            Ok(())
        })?;
    }

    #[test]
    fn no_shares_compute_for_less_time_than_those_of_hindsight(case in case(), cold in 0_usize..30) {
        let predicted = case.predicted();
        let nodes: Vec<_> = predicted.iter().collect();
        case.times(|times| {
            let (mut least, mut course) = (Vec::new(), Vec::new());
            hindsight::balance(times, case.every, &mut least, &mut Off);
            let check = |course: &[f64]| {
                least.iter().zip(course).all(|(least, time)| *least <= time * (1.0 + 1e-12))
            };
            equal::simulate(times, &mut course, &mut Off);
            prop_assert!(check(&course));
            static_balancing::simulate(times, cold, &mut course, &mut Off);
            prop_assert!(check(&course));
            static_balancing::in_hindsight(times, &mut course, &mut Off);
            prop_assert!(check(&course));
            dynamic::simulate(times, case.every, &nodes, &mut course, &mut Off);
            prop_assert!(check(&course));
            Ok(())
        })?;
    }

    #[test]
    fn help_agrees_with_its_definition(case in case(), delay in prop_oneof![Just(0.0), 0.0..1500.0]) {
        case.times(|times| {
            let mut course = Vec::new();
            let outcome = speculation::simulate(times, case.copies, delay, &mut course, &mut Off);
            let expected: Vec<f64> = (0..case.iterations()).map(|k| case.helped(k, delay)).collect();
            prop_assert!(all_close(&course, &expected), "{course:?} {expected:?}");
            prop_assert!(close(outcome.total, expected.iter().sum()));
            Ok(())
        })?;
    }

    #[test]
    fn help_that_never_comes_is_equal_shares(case in case()) {
        case.times(|times| {
            let (mut helped, mut alone) = (Vec::new(), Vec::new());
            let never = speculation::simulate(times, case.copies, 1e3, &mut helped, &mut Off);
            let equal = equal::simulate(times, &mut alone, &mut Off);
            prop_assert_eq!(never.total, equal.total);
            prop_assert_eq!(helped, alone.clone());
            let mut single = Vec::new();
            speculation::simulate(times, 1, 0.0, &mut single, &mut Off);
            prop_assert_eq!(single, alone);
            Ok(())
        })?;
    }

    #[test]
    fn help_never_makes_an_iteration_longer_where_messages_take_no_time(mut case in case(), delay in 0.0..1e3) {
        for row in &mut case.messages {
            row.fill(0.0);
        }
        case.times(|times| {
            let (mut helped, mut alone) = (Vec::new(), Vec::new());
            speculation::simulate(times, case.copies, delay, &mut helped, &mut Off);
            equal::simulate(times, &mut alone, &mut Off);
            for (helped, alone) in helped.iter().zip(&alone) {
                prop_assert!(*helped <= alone * (1.0 + 1e-12), "{helped} {alone}");
            }
            Ok(())
        })?;
    }

    #[test]
    fn hindsight_is_a_lower_bound_of_both_strategies_and_of_every_choice(
        case in case(),
        steps in 1_usize..6,
    ) {
        let predicted = case.predicted();
        let nodes: Vec<_> = predicted.iter().collect();
        case.times(|times| {
            let (mut balanced, mut replicated, mut course) = (Vec::new(), Vec::new(), Vec::new());
            let dynamic = dynamic::simulate(times, case.every, &nodes, &mut balanced, &mut Off);
            let copied =
                copies::simulate(times, case.copies, Replication::Thesis, &mut replicated, &mut Off);
            let pauses = if case.processors() > 1 { times.rescheduling } else { &[] };
            let least = hindsight::choose(
                &balanced, pauses, case.every, &replicated, case.copies, &mut course,
            ) * (1.0 - 1e-12);
            prop_assert!(least <= dynamic.total, "{least} {}", dynamic.total);
            prop_assert!(least <= copied.total, "{least} {}", copied.total);
            // Whole steps, and switches that cost nothing.
            let settings = case.settings(steps * case.copies, 0.0);
            let mut log = Vec::new();
            let chosen = adaptive::simulate(times, &nodes, &settings, &mut log, &mut course, &mut Off);
            prop_assert!(least <= chosen.total, "{least} {}", chosen.total);
            Ok(())
        })?;
    }

    #[test]
    fn the_adaptive_strategy_keeps_its_own_books(case in case(), block in 1_usize..12, cost in 0.0..2.0) {
        let predicted = case.predicted();
        let nodes: Vec<_> = predicted.iter().collect();
        let settings = case.settings(block.max(case.copies), cost);
        case.times(|times| {
            let (mut log, mut course) = (Vec::<Block>::new(), Vec::new());
            let outcome = adaptive::simulate(times, &nodes, &settings, &mut log, &mut course, &mut Off);
            prop_assert_eq!(course.len(), case.iterations());
            let of = |block: &Block| match block.used {
                Choice::Balance => block.balanced,
                Choice::Replicate => block.replicated,
            };
            let total: f64 = log.iter().map(|one| of(one) * one.iterations as f64 + one.switch).sum();
            prop_assert!(close(total, outcome.total), "{total} {}", outcome.total);
            let mut next = 0;
            for one in &log {
                prop_assert_eq!(one.from, next);
                prop_assert!(one.iterations >= case.copies);
                next += one.iterations;
                let means = case.means(one.from, next);
                let y = means.len() as f64 / means.iter().map(|mean| 1.0 / mean).sum::<f64>();
                prop_assert!(close(one.y, y));
            }
            prop_assert_eq!(next, case.iterations());
            for pair in log.windows(2) {
                let better = match pair[0].used {
                    _ if pair[0].expected_balanced < pair[0].expected_replicated => Choice::Balance,
                    _ if pair[0].expected_replicated < pair[0].expected_balanced => Choice::Replicate,
                    used => used,
                };
                prop_assert_eq!(pair[1].used, better);
            }
            Ok(())
        })?;
    }

    #[test]
    fn a_choice_that_is_never_for_copies_is_dynamic_balancing(mut case in case(), block in 1_usize..12) {
        // Messages so long that no copy pays.
        for row in &mut case.messages {
            row.fill(1e9);
        }
        let predicted = case.predicted();
        let nodes: Vec<_> = predicted.iter().collect();
        let settings = case.settings(block.max(case.copies), 1.0);
        prop_assume!(case.copies > 1);
        case.times(|times| {
            let (mut log, mut chosen, mut balanced) = (Vec::new(), Vec::new(), Vec::new());
            let outcome = adaptive::simulate(times, &nodes, &settings, &mut log, &mut chosen, &mut Off);
            let dynamic = dynamic::simulate(times, case.every, &nodes, &mut balanced, &mut Off);
            prop_assert!(close(outcome.total, dynamic.total));
            prop_assert_eq!(chosen, balanced);
            Ok(())
        })?;
    }

    #[test]
    fn a_recorded_run_is_the_unrecorded_one_and_fills_its_schedule(
        case in case(),
        cold in 0_usize..30,
        delay in 0.0..1e3,
        block in 1_usize..12,
    ) {
        let predicted = case.predicted();
        let nodes: Vec<_> = predicted.iter().collect();
        let settings = case.settings(block.max(case.copies), 1.0);
        case.times(|times| {
            recorded!(&case, |course, recorder| {
                static_balancing::simulate(times, cold, course, recorder)
            });
            recorded!(&case, |course, recorder| {
                static_balancing::in_hindsight(times, course, recorder)
            });
            recorded!(&case, |course, recorder| {
                hindsight::balance(times, case.every, course, recorder)
            });
            let schedule = recorded!(&case, |course, recorder| {
                speculation::simulate(times, case.copies, delay, course, recorder)
            });
            let mut told = 0;
            for span in schedule.spans().filter(|span| span.phase == MESSAGE) {
                let of_job = |one: &Span| one.job == span.job;
                let won = schedule.spans().filter(of_job).find(|one| one.phase == COMPUTE).unwrap();
                let (from, to) = (won.lane.0 as usize, span.lane.0 as usize);
                prop_assert!(from / case.copies == to / case.copies && from != to);
                let arrival = won.end + case.message(from, to);
                let link = schedule.links().iter().find(|link| link.to == span.lane && link.end == span.end);
                if let Some(link) = link {
                    told += 1;
                    prop_assert_eq!((link.from, link.start), (won.lane, won.end));
                    prop_assert!(close(link.end, arrival));
                }
                // A copy that is done before the message arrives ends by itself.
                let begin = schedule.lane(span.lane).iter().find(of_job).unwrap().start;
                let k = (span.job.0 as usize - 1) / case.processors();
                let done = begin + case.runtimes[to][k];
                prop_assert!(close(span.end, done.min(arrival)));
                prop_assert!(close(done, arrival) || link.is_some() == (arrival < done));
            }
            prop_assert_eq!(schedule.links().iter().len(), told);
            let mut log = Vec::new();
            let schedule = recorded!(&case, |course, recorder| {
                adaptive::simulate(times, &nodes, &settings, &mut log, course, recorder)
            });
            let switches = log.windows(2).filter(|pair| pair[0].used != pair[1].used).count();
            let marked = schedule.marks().iter().filter(|mark| mark.text == "switch").count();
            prop_assert_eq!(marked, switches);
            Ok(())
        })?;
    }
}

#[test]
fn what_is_left_of_a_block_is_its_own_one_where_an_iteration_of_copies_has_room() {
    assert_eq!(
        replication::adaptive::blocks(12, 10, 2),
        [(0, 10), (10, 12)]
    );
    assert_eq!(replication::adaptive::blocks(11, 10, 2), [(0, 11)]);
}

#[test]
fn the_rest_of_a_run_takes_at_best_the_shortest_iteration_of_copies() {
    let mut course = Vec::new();
    replication::hindsight::choose(&[1.0; 5], &[], 10, &[0.4, 0.5], 2, &mut course);
    assert_eq!(course, [0.8, 1.0, 0.4]);
}

#[test]
fn of_equally_good_numbers_of_copies_the_fewest_are_shown() {
    use replication::study::{Measured, Method, Study};
    let parameters = replication::Parameters {
        strategy: replication::parameters::Strategy::ReplicateBest,
        iterations: 20,
        ..Default::default()
    };
    let measured = |method| Measured {
        totals: vec![10.0, 12.0],
        ..Measured::none(method)
    };
    let methods = [Method::Equal, Method::Replicate(1), Method::Replicate(2)];
    let study = Study::new(&parameters).unwrap();
    assert_eq!(study.shown(&methods.map(measured)), Method::Replicate(1));
}

//! The strategies against slow twins written straight from their definitions, on random small cases.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use std::ops::RangeInclusive;

use forecast::{Predict, Predictor, Settings};
use proptest::prelude::*;
use replication::bound::perfect_balance;
use replication::communication::PairColumns;
use replication::dynamic::Predicted;
use replication::iterations::{
    COMPUTE, FINALIZE, KILLED, MESSAGE, Outcome, Times, WAIT, links, phases,
};
use replication::parameters::Replication;
use replication::{copies, dynamic, equal, hindsight, rescheduling};
use schedule::{Link, Off, Recording, Role, Schedule, Unit};

/// `runtimes[i][k]`, `finalize[i][j][k]`: as the definitions name them, counted from 0.
#[derive(Clone, Debug)]
struct Case {
    runtimes: Vec<Vec<f64>>,
    synchronisation: Vec<f64>,
    finalize: Vec<Vec<Vec<f64>>>,
    rescheduling: Vec<f64>,
    every: usize,
    copies: usize,
}

fn case() -> impl Strategy<Value = Case> {
    case_of(1..=12)
}

fn case_of(iterations: RangeInclusive<usize>) -> impl Strategy<Value = Case> {
    let shape =
        (1_usize..=8, iterations, 1_usize..=5).prop_flat_map(|(processors, iterations, every)| {
            let divisors: Vec<_> = (1..=processors.min(iterations))
                .filter(|r| processors % r == 0)
                .collect();
            (
                Just(processors),
                Just(iterations),
                Just(every),
                prop::sample::select(divisors),
            )
        });
    shape.prop_flat_map(|(processors, iterations, every, copies)| {
        // Few different values, so that ties occur.
        let time = prop_oneof![(1_u8..8).prop_map(f64::from), 0.1..1e3];
        let series = prop::collection::vec(time, iterations);
        let pairs = prop::collection::vec(
            prop::collection::vec((0_u8..40).prop_map(f64::from), iterations),
            28,
        );
        (
            prop::collection::vec(series, processors),
            prop::collection::vec(0.0..50.0, iterations),
            pairs,
            prop::collection::vec(0.0..100.0, iterations / every),
        )
            .prop_map(move |(runtimes, synchronisation, pairs, rescheduling)| {
                let pair = |i: usize, j: usize| {
                    let (high, low) = (i.max(j), i.min(j));
                    if high == low {
                        vec![0.0; iterations]
                    } else {
                        pairs[high * (high - 1) / 2 + low].clone()
                    }
                };
                Case {
                    finalize: (0..processors)
                        .map(|i| (0..processors).map(|j| pair(i, j)).collect())
                        .collect(),
                    runtimes,
                    synchronisation,
                    rescheduling,
                    every,
                    copies,
                }
            })
    })
}

impl Case {
    fn processors(&self) -> usize {
        self.runtimes.len()
    }

    fn iterations(&self) -> usize {
        self.synchronisation.len()
    }

    fn longest(&self, k: usize, loads: &[f64]) -> f64 {
        (0..self.processors())
            .map(|i| self.runtimes[i][k] * loads[i])
            .fold(0.0, f64::max)
    }

    /// E = Σ max JT + ST.
    fn equal(&self) -> f64 {
        (0..self.iterations())
            .map(|k| self.longest(k, &vec![1.0; self.processors()]) + self.synchronisation[k])
            .sum()
    }

    /// Computes every prediction anew from the whole past.
    fn forecast(&self, processor: usize, k: usize) -> f64 {
        let mut predictor = Predictor::new(&Settings::default());
        for value in &self.runtimes[processor][..k] {
            predictor.observe(*value);
        }
        predictor.forecast().unwrap()
    }

    fn predicted(&self) -> Vec<Predicted> {
        let blocks = (1..self.iterations()).filter(|k| k % self.every == 0);
        (0..self.processors())
            .map(|i| {
                let forecasts: Vec<_> = blocks.clone().map(|k| self.forecast(i, k)).collect();
                Predicted::new(&self.runtimes[i], &forecasts, self.every)
            })
            .collect()
    }

    /// D = Σ IT + Σ RSchT.
    fn dynamic(&self) -> f64 {
        let processors = self.processors();
        let mut total = 0.0;
        let mut loads = vec![1.0; processors];
        for k in 0..self.iterations() {
            if k > 0 && k % self.every == 0 && processors > 1 {
                let forecasts: Vec<_> = (0..processors).map(|i| self.forecast(i, k)).collect();
                let sum: f64 = forecasts.iter().map(|forecast| 1.0 / forecast).sum();
                loads = forecasts
                    .iter()
                    .map(|forecast| processors as f64 / (forecast * sum))
                    .collect();
            }
            total += self.longest(k, &loads) + self.synchronisation[k];
        }
        let phases = rescheduling::phases(self.iterations() as u32, self.every as u32) as usize;
        total
            + if processors > 1 {
                self.rescheduling.iter().take(phases).sum()
            } else {
                0.0
            }
    }

    /// K / ⌊K/R⌋ · Σ (max_i Σ_m EJT + ST).
    fn replicated(&self, causal: bool) -> f64 {
        let (processors, copies) = (self.processors(), self.copies);
        let runs = self.iterations() / copies;
        let mut sum = 0.0;
        for q in 0..runs {
            let mut total = vec![0.0_f64; processors];
            for k in q * copies..(q + 1) * copies {
                for first in (0..processors).step_by(copies) {
                    let group = first..first + copies;
                    let end = |i: usize| {
                        if causal {
                            total[i] + self.runtimes[i][k]
                        } else {
                            self.runtimes[i][k]
                        }
                    };
                    let e = group
                        .clone()
                        .fold(first, |best, i| if end(i) < end(best) { i } else { best });
                    let c = end(e);
                    for i in group {
                        let own = self.runtimes[i][k];
                        let message = self.finalize[e][i][k];
                        total[i] = match (causal, i == e) {
                            (false, true) => total[i] + own,
                            (false, false) => total[i] + self.runtimes[e][k] + message,
                            (true, true) => c,
                            (true, false) => total[i].max((total[i] + own).min(c + message)),
                        };
                    }
                }
            }
            sum += total.iter().fold(0.0_f64, |a, b| a.max(*b)) + self.synchronisation[q * copies];
        }
        self.iterations() as f64 / runs as f64 * sum
    }

    /// R · max over groups of min over members, one row an iteration.
    fn dependent(&self) -> f64 {
        (0..self.iterations())
            .map(|k| {
                let least = |first: usize| {
                    (first..first + self.copies)
                        .map(|i| self.runtimes[i][k])
                        .fold(f64::INFINITY, f64::min)
                };
                let longest = (0..self.processors())
                    .step_by(self.copies)
                    .map(least)
                    .fold(0.0, f64::max);
                self.copies as f64 * longest
            })
            .sum()
    }

    /// Calls `with` with the times as the simulations want them.
    fn times<T>(&self, with: impl FnOnce(&Times<'_>) -> T) -> T {
        let columns: Vec<_> = self.runtimes.iter().map(Vec::as_slice).collect();
        let mut pairs: Vec<Vec<f32>> = Vec::new();
        for i in 0..self.processors() {
            for j in 0..i {
                pairs.push(
                    self.finalize[i][j]
                        .iter()
                        .map(|time| *time as f32)
                        .collect(),
                );
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

    fn recording(&self) -> Recording {
        let lanes = (0..self.processors()).map(|i| format!("p{i}")).collect();
        Recording::new(Unit::Milliseconds, lanes, phases())
            .with_marks(["iteration"])
            .with_links(links())
    }
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

/// Time by role, summed over lanes, the obvious way.
fn spent(schedule: &Schedule, role: Role) -> f64 {
    schedule
        .spans()
        .filter(|span| schedule.phases()[usize::from(span.phase.0)].role == role)
        .map(|s| s.duration())
        .sum()
}

fn agrees_with_its_schedule(outcome: &Outcome, schedule: &Schedule) -> bool {
    let lanes = schedule.lanes().len() as f64;
    close(outcome.spent.computing, spent(schedule, Role::Compute))
        && close(
            outcome.spent.discarded,
            spent(schedule, Role::Cancelled) + spent(schedule, Role::Message),
        )
        && close(outcome.spent.waiting, spent(schedule, Role::Wait))
        && close(
            outcome.spent.synchronising,
            spent(schedule, Role::Synchronise),
        )
        && close(outcome.spent.rescheduling, spent(schedule, Role::Rebalance))
        && close(outcome.spent.sum(), lanes * outcome.clock)
}

fn replication_agrees(case: &Case) -> Result<(), TestCaseError> {
    for (mode, expected) in [
        (Replication::Thesis, case.replicated(false)),
        (Replication::Causal, case.replicated(true)),
        (Replication::Dependent, case.dependent()),
    ] {
        let simulate = |times: &Times<'_>| {
            copies::simulate(times, case.copies, mode, &mut Vec::new(), &mut Off)
        };
        let total = case.times(simulate).total;
        prop_assert!(close(total, expected), "{mode:?}: {total} {expected}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// Blocks of iterations that are done at a time end within such a run.
    #[test]
    fn replication_agrees_with_its_definition_in_long_runs(case in case_of(500..=640)) {
        replication_agrees(&case)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn equal_shares_agree_with_their_definition(case in case()) {
        let outcome = case.times(|times| equal::simulate(times, &mut Vec::new(), &mut Off));
        prop_assert!(close(outcome.total, case.equal()), "{} {}", outcome.total, case.equal());
    }

    #[test]
    fn dynamic_balancing_agrees_with_its_definition(case in case()) {
        let predicted = case.predicted();
        let nodes: Vec<_> = predicted.iter().collect();
        let outcome = case.times(|times| dynamic::simulate(times, case.every, &nodes, &mut Vec::new(), &mut Off));
        prop_assert!(close(outcome.total, case.dynamic()), "{} {}", outcome.total, case.dynamic());
    }

    #[test]
    fn replication_agrees_with_its_definition(case in case()) {
        replication_agrees(&case)?;
    }

    #[test]
    fn a_recorded_run_is_the_unrecorded_one_and_fills_its_schedule(case in case()) {
        let predicted = case.predicted();
        let nodes: Vec<_> = predicted.iter().collect();
        case.times(|times| {
            let mut recording = case.recording();
            let outcome = equal::simulate(times, &mut Vec::new(), &mut recording);
            prop_assert_eq!(outcome, equal::simulate(times, &mut Vec::new(), &mut Off));
            prop_assert!(agrees_with_its_schedule(&outcome, &recording.finish(outcome.clock).unwrap()));

            let mut recording = case.recording();
            let outcome = dynamic::simulate(times, case.every, &nodes, &mut Vec::new(), &mut recording);
            prop_assert_eq!(outcome, dynamic::simulate(times, case.every, &nodes, &mut Vec::new(), &mut Off));
            prop_assert!(agrees_with_its_schedule(&outcome, &recording.finish(outcome.clock).unwrap()));

            for mode in [Replication::Thesis, Replication::Causal, Replication::Dependent] {
                let mut recording = case.recording();
                let outcome = copies::simulate(times, case.copies, mode, &mut Vec::new(), &mut recording);
                prop_assert_eq!(outcome, copies::simulate(times, case.copies, mode, &mut Vec::new(), &mut Off));
                prop_assert!(agrees_with_its_schedule(&outcome, &recording.finish(outcome.clock).unwrap()));
            }
            Ok(())
        })?;
    }

    #[test]
    fn nothing_beats_perfect_balance(case in case()) {
        let predicted = case.predicted();
        let nodes: Vec<_> = predicted.iter().collect();
        case.times(|times| {
            let least = perfect_balance(times, 1, Replication::Thesis) * (1.0 - 1e-12);
            prop_assert!(least <= equal::simulate(times, &mut Vec::new(), &mut Off).clock);
            prop_assert!(least <= dynamic::simulate(times, case.every, &nodes, &mut Vec::new(), &mut Off).clock);
            for mode in [Replication::Thesis, Replication::Causal, Replication::Dependent] {
                let least = perfect_balance(times, case.copies, mode) * (1.0 - 1e-12);
                let clock = copies::simulate(times, case.copies, mode, &mut Vec::new(), &mut Off).clock;
                prop_assert!(least <= clock, "{mode:?}: {least} {clock}");
            }
            Ok(())
        })?;
    }

    #[test]
    fn every_message_that_stops_a_copy_goes_from_the_winner_to_that_copy(case in case()) {
        let (processors, copies) = (case.processors(), case.copies);
        case.times(|times| {
            for mode in [Replication::Thesis, Replication::Causal] {
                let mut recording = case.recording();
                let outcome = copies::simulate(times, case.copies, mode, &mut Vec::new(), &mut recording);
                let schedule = recording.finish(outcome.clock).unwrap();
                let stops = |link: &Link| link.kind == FINALIZE && link.start < link.end;
                let links: Vec<_> = schedule.links().iter().filter(stops).collect();
                let mut told = 0;
                for span in schedule.spans().filter(|span| span.phase == MESSAGE) {
                    // Jobs are numbered iteration by iteration, group by group and step by step.
                    let place = span.job.0 as usize - 1;
                    let k = place / processors * copies + place % processors % copies;
                    let won = schedule.spans().find(|one| one.phase == COMPUTE && one.job == span.job).unwrap();
                    let (from, to) = (won.lane.0 as usize, span.lane.0 as usize);
                    prop_assert!(from / copies == to / copies && from != to);
                    let message = case.finalize[from][to][k];
                    let link = links.iter().find(|link| link.to == span.lane && link.end == span.end);
                    if let Some(link) = link {
                        told += 1;
                        prop_assert_eq!(link.from, won.lane);
                        prop_assert!(close(link.end - link.start, message), "{:?} {}", link, message);
                    }
                    if mode == Replication::Thesis {
                        prop_assert!(link.is_some());
                        continue;
                    }
                    // A copy that is done before the message arrives ends by itself.
                    let begin = schedule.lane(span.lane).iter().find(|one| one.job == span.job).unwrap().start;
                    let (done, arrival) = (begin + case.runtimes[to][k], won.end + message);
                    prop_assert!(close(span.end, done.min(arrival)));
                    prop_assert!(close(done, arrival) || link.is_some() == (arrival < done));
                }
                prop_assert_eq!(links.len(), told);
            }
            Ok(())
        })?;
    }

    #[test]
    fn one_copy_and_no_rebalancing_are_equal_shares(case in case()) {
        case.times(|times| {
            let equal = equal::simulate(times, &mut Vec::new(), &mut Off).total;
            let late = case.iterations() + 1;
            let never: Vec<_> = case.runtimes.iter().map(|r| Predicted::new(r, &[], late)).collect();
            let never: Vec<_> = never.iter().collect();
            let never = dynamic::simulate(times, late, &never, &mut Vec::new(), &mut Off).total;
            let thesis = copies::simulate(times, 1, Replication::Thesis, &mut Vec::new(), &mut Off).total;
            let causal = copies::simulate(times, 1, Replication::Causal, &mut Vec::new(), &mut Off).total;
            prop_assert_eq!(never, equal);
            prop_assert_eq!(thesis, equal);
            prop_assert_eq!(causal, equal);
            Ok(())
        })?;
    }
}

#[test]
fn a_gantt_chart_of_one_iteration_shows_who_waits() {
    // Dobber 2006, figure 1.1: three processors, one iteration, one rescheduling.
    let case = Case {
        runtimes: vec![vec![100.0], vec![200.0], vec![50.0]],
        synchronisation: vec![10.0],
        finalize: vec![vec![vec![0.0]; 3]; 3],
        rescheduling: vec![100.0],
        every: 1,
        copies: 1,
    };
    let mut recording = case.recording();
    let predicted = case.predicted();
    let nodes: Vec<_> = predicted.iter().collect();
    let outcome =
        case.times(|times| dynamic::simulate(times, 1, &nodes, &mut Vec::new(), &mut recording));
    assert_eq!(outcome.total, 310.0);
    let schedule = recording.finish(outcome.clock).unwrap();
    let first: Vec<_> = schedule
        .spans()
        .filter(|s| s.lane.0 == 0)
        .map(|s| (s.phase.0, s.start, s.end))
        .collect();
    assert_eq!(
        first,
        [
            (0, 0.0, 100.0),
            (3, 100.0, 200.0),
            (4, 200.0, 210.0),
            (5, 210.0, 310.0)
        ]
    );
    expect_test::expect![[r#"
        p0 |####################....................==%%%%%%%%%%%%%%%%%%%%|
        p1 |########################################==%%%%%%%%%%%%%%%%%%%%|
        p2 |##########..............................==%%%%%%%%%%%%%%%%%%%%|
           0 ms                                                   310.0 ms
           # compute  . wait  = synchronise  % reschedule
    "#]]
    .assert_eq(&schedule::ascii::render(&schedule, 62));
}

#[test]
fn a_gantt_chart_of_two_copies_shows_winners_messages_and_killed_copies() {
    // Dobber 2006, figure 1.3: two groups of two, one iteration of two steps.
    let case = Case {
        runtimes: vec![
            vec![10.0, 30.0],
            vec![12.0, 8.0],
            vec![20.0, 22.0],
            vec![16.0, 18.0],
        ],
        synchronisation: vec![1.0, 1.0],
        finalize: vec![vec![vec![2.0; 2]; 4]; 4],
        rescheduling: Vec::new(),
        every: 1,
        copies: 2,
    };
    let mut recording = case.recording();
    let outcome = case.times(|times| {
        copies::simulate(
            times,
            2,
            Replication::Thesis,
            &mut Vec::new(),
            &mut recording,
        )
    });
    let schedule = recording.finish(outcome.clock).unwrap();
    let first: Vec<_> = schedule
        .spans()
        .filter(|s| s.lane.0 == 0)
        .map(|s| (s.phase, s.start, s.end))
        .collect();
    assert_eq!(
        first[1..4],
        [
            (KILLED, 10.0, 18.0),
            (MESSAGE, 18.0, 20.0),
            (WAIT, 20.0, 38.0)
        ]
    );
    expect_test::expect![[r#"
        p0 |##########xxxxxxxx>>..................=|
        p1 |xxxxxxxxxx>>########..................=|
        p2 |xxxxxxxxxxxxxxxx>>xxxxxxxxxxxxxxxxxx>>=|
        p3 |##################################....=|
           0 ms                            39.00 ms
           # compute  x killed copy  > finalize message  . wait  = synchronise
    "#]]
    .assert_eq(&schedule::ascii::render(&schedule, 39));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn without_messages_both_modes_of_replication_are_the_same_and_r_p_is_a_sum_of_minima(case in case()) {
        let silent = Case {
            finalize: vec![vec![vec![0.0; case.iterations()]; case.processors()]; case.processors()],
            ..case
        };
        silent.times(|times| {
            let (mut thesis, mut causal) = (Vec::new(), Vec::new());
            copies::simulate(times, silent.copies, Replication::Thesis, &mut thesis, &mut Off);
            copies::simulate(times, silent.copies, Replication::Causal, &mut causal, &mut Off);
            prop_assert_eq!(&thesis, &causal);

            let processors = silent.processors();
            if processors > silent.iterations() {
                return Ok(());
            }
            copies::simulate(times, processors, Replication::Thesis, &mut thesis, &mut Off);
            for (q, time) in thesis.iter().enumerate() {
                let minimum = |k: usize| {
                    (0..processors).map(|i| silent.runtimes[i][k]).fold(f64::INFINITY, f64::min)
                };
                let minima: f64 = (q * processors..(q + 1) * processors).map(minimum).sum();
                prop_assert!(close(*time, minima + silent.synchronisation[q * processors]));
            }
            Ok(())
        })?;
    }

    #[test]
    fn times_twice_as_long_take_twice_as_long_to_the_bit(case in case(), doublings in -4..=4_i32) {
        let factor = libm::ldexp(1.0, doublings);
        let scaled = |values: &Vec<f64>| -> Vec<f64> { values.iter().map(|value| value * factor).collect() };
        let other = Case {
            runtimes: case.runtimes.iter().map(scaled).collect(),
            synchronisation: scaled(&case.synchronisation),
            finalize: case.finalize.iter().map(|row| row.iter().map(scaled).collect()).collect(),
            rescheduling: scaled(&case.rescheduling),
            ..case.clone()
        };
        let totals = |case: &Case| {
            let predicted = case.predicted();
            let nodes: Vec<_> = predicted.iter().collect();
            case.times(|times| {
                let mut totals = vec![
                    equal::simulate(times, &mut Vec::new(), &mut Off).total,
                    dynamic::simulate(times, case.every, &nodes, &mut Vec::new(), &mut Off).total,
                ];
                for mode in [Replication::Thesis, Replication::Causal, Replication::Dependent] {
                    totals.push(copies::simulate(times, case.copies, mode, &mut Vec::new(), &mut Off).total);
                }
                totals
            })
        };
        prop_assert_eq!(totals(&other), scaled(&totals(&case)));
    }

    #[test]
    fn no_shares_beat_those_of_perfect_hindsight_in_any_iteration(case in case()) {
        let predicted = case.predicted();
        let nodes: Vec<_> = predicted.iter().collect();
        let processors = case.processors();
        case.times(|times| {
            let (mut equal, mut dynamic) = (Vec::new(), Vec::new());
            equal::simulate(times, &mut equal, &mut Off);
            dynamic::simulate(times, case.every, &nodes, &mut dynamic, &mut Off);
            let mut least = Vec::new();
            hindsight::balance(times, case.every, &mut least, &mut Off);
            for k in 0..case.iterations() {
                let speeds: f64 = (0..processors).map(|i| 1.0 / case.runtimes[i][k]).sum();
                prop_assert!(close(least[k], processors as f64 / speeds + case.synchronisation[k]));
                prop_assert!(least[k] <= equal[k] * (1.0 + 1e-12));
                prop_assert!(least[k] <= dynamic[k] * (1.0 + 1e-12));
            }
            Ok(())
        })?;
    }
}

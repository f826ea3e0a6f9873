//! Several workers, several windows: the results of a study depend neither on the workers nor on the window shown.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use std::ops::ControlFlow;

use replication::parameters::{Replication, Strategy, Topic};
use replication::study::{Results, Study};
use replication::{Cache, Error, Parameters, Part, finish, run_part, run_sampled};
use report::Silent;
use trace::source::Source;

fn parameters() -> Parameters {
    Parameters {
        traces: Source::SetTwo,
        strategy: Strategy::ReplicateBest,
        processors: 8,
        iterations: 60,
        rebalance_every: 7,
        runs: 12,
        ..Parameters::default()
    }
}

/// A part as it comes out of another worker.
fn sent(part: &Part) -> Part {
    Part::from_bytes(&part.to_bytes()).unwrap()
}

#[test]
fn any_number_of_parts_in_any_order_gives_the_same_report_to_the_bit() {
    for topic in [Topic::Strategies, Topic::Processors] {
        let parameters = Parameters {
            topic,
            ..parameters()
        };
        let (alone, samples) = run_sampled(&parameters, &mut Silent).unwrap();
        let alone = format!("{alone:?} {samples:?}");
        for parts in [1, 2, 3, 7, 20] {
            let mut made: Vec<_> = (0..parts)
                .map(|part| sent(&run_part(&parameters, part, parts, &mut Silent).unwrap()))
                .collect();
            made.reverse();
            let (report, samples) = finish(&parameters, made, &mut Silent).unwrap();
            let told = format!("{report:?} {samples:?}");
            assert!(told == alone, "{topic:?}: {parts} parts");
        }
    }
}

#[test]
fn a_worker_that_makes_several_parts_keeps_what_it_drew() {
    let parameters = Parameters {
        topic: Topic::Processors,
        ..parameters()
    };
    let mut cache = Cache::default();
    for part in [2, 0, 1] {
        let made = cache.run_part(&parameters, part, 3, &mut Silent).unwrap();
        assert_eq!(made, run_part(&parameters, part, 3, &mut Silent).unwrap());
    }
}

#[test]
fn progress_of_several_numbers_of_processors_ends_with_all_of_them() {
    let parameters = Parameters {
        topic: Topic::Processors,
        ..parameters()
    };
    let mut told = Vec::new();
    let mut tell = |done: u64, of: u64| {
        told.push((done, of));
        ControlFlow::Continue(())
    };
    run_sampled(&parameters, &mut tell).unwrap();
    // 1 + 2 + 4 + 8 processors.
    assert_eq!(told.last(), Some(&(12 * 15, 12 * 15)));
    assert!(told.is_sorted());
}

#[test]
fn parts_that_miss_runs_or_belong_to_others_are_refused() {
    let parameters = parameters();
    let part = |part| run_part(&parameters, part, 3, &mut Silent).unwrap();
    let other = Parameters {
        processors: 4,
        ..parameters.clone()
    };
    let twice = vec![part(0), part(1), part(1), part(2)];
    for (parts, of) in [
        (vec![part(0), part(2)], &parameters),
        (vec![part(0), part(1)], &parameters),
        (twice, &parameters),
        (vec![part(0), part(1), part(2)], &other),
    ] {
        let error = finish(of, parts, &mut Silent).unwrap_err();
        assert!(matches!(error, Error::Parts { .. }), "{error}");
    }
}

fn results(parameters: &Parameters) -> Results {
    Study::new(parameters).unwrap().run(&mut Silent).unwrap().1
}

/// Spans as they are on the clock, by lane.
fn spans(results: &Results) -> Vec<(u32, u8, f64, f64, u32)> {
    let spans = results.schedule.spans();
    spans
        .map(|span| (span.lane.0, span.phase.0, span.start, span.end, span.job.0))
        .collect()
}

#[test]
fn a_window_shows_what_the_whole_schedule_shows_there() {
    for (strategy, iterations) in [
        (Strategy::Equal, 60),
        (Strategy::Dynamic, 60),
        (Strategy::Replicate, 30),
    ] {
        for replication in [Replication::Thesis, Replication::Causal] {
            let whole = Parameters {
                strategy,
                replication,
                ..parameters()
            };
            let all = results(&whole);
            assert_eq!(all.schedule.marks().len(), iterations);
            let window = results(&Parameters {
                first_shown: 8,
                shown: 14,
                ..whole
            });
            assert_eq!(window.measured, all.measured);
            assert_eq!(window.schedule.marks().len(), 14);
            // Shares were set anew after iterations 7, 14 and 21; the first of these is not shown.
            let before = |iteration: usize| all.schedule.marks()[iteration - 1].time;
            let began = spans(&all)
                .iter()
                .filter(|span| span.1 == 5 && span.2 == before(7))
                .map(|span| span.3)
                .fold(before(7), f64::max);
            let ended = began + window.schedule.makespan();
            let expected: Vec<_> = spans(&all)
                .into_iter()
                .filter(|span| span.2 >= began && span.3 <= ended + 1e-6)
                .map(|(lane, phase, start, end, job)| {
                    (lane, phase, start - began, end - began, job)
                })
                .collect();
            assert!(spans(&window) == expected, "{strategy:?}");
            assert!(expected.iter().any(|span| span.2 == 0.0));
        }
    }
}

#[test]
fn the_last_window_may_be_shorter_and_begins_with_the_last_iteration_at_the_latest() {
    let last = |strategy, first_shown| Parameters {
        strategy,
        first_shown,
        shown: 50,
        ..parameters()
    };
    let shown = results(&last(Strategy::Dynamic, 60));
    assert_eq!(shown.schedule.marks().len(), 1);
    // How many iterations a schedule has, only the run shows.
    for strategy in [
        Strategy::Dynamic,
        Strategy::Replicate,
        Strategy::Adaptive,
        Strategy::Own,
    ] {
        let whole = results(&Parameters {
            shown: 2_000,
            ..last(strategy, 1)
        });
        let iterations = schedule::same_work::ends(&whole.schedule).len();
        for first in 1..=60 {
            let shown = results(&last(strategy, first));
            let begins = first.min(iterations as u32);
            assert_eq!(shown.begins, begins, "{strategy:?} {first}");
            let left = schedule::same_work::ends(&shown.schedule).len();
            assert_eq!(
                left,
                (iterations - begins as usize + 1).min(50),
                "{strategy:?} {first}"
            );
            let report = replication::run(&last(strategy, first), &mut Silent).unwrap();
            let note =
                format!("no iteration {first}: it begins with its last one, iteration {begins}.");
            let told = report.notes.iter().any(|one| one.contains(&note));
            assert_eq!(told, begins < first, "{strategy:?} {first}");
        }
    }
    for (strategy, first, most) in [(Strategy::Dynamic, 61, 60), (Strategy::Replicate, 61, 60)] {
        let error = Study::new(&last(strategy, first))
            .and_then(|study| study.run(&mut Silent))
            .unwrap_err()
            .to_string();
        assert!(error.contains("first_shown"), "{error}");
        assert!(error.contains(&format!("1 to {most}")), "{error}");
    }
}

#[test]
fn the_best_number_of_copies_is_what_is_shown() {
    let results = results(&parameters());
    let equal = &results.measured[0].totals;
    let best = results
        .measured
        .iter()
        .filter(|measured| matches!(measured.method, replication::study::Method::Replicate(_)))
        .max_by(|a, b| {
            let speedup = |totals: &[f64]| -> f64 {
                equal
                    .iter()
                    .zip(totals)
                    .map(|(equal, time)| equal / time)
                    .sum()
            };
            speedup(&a.totals).total_cmp(&speedup(&b.totals))
        })
        .unwrap();
    assert_eq!(results.shown, best.method);
    assert_ne!(results.shown.copies(), 1);
}

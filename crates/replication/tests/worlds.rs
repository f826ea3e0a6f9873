//! The schedule beside one of the same work: what is said of both is read back and found again in the spans.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use proptest::prelude::*;
use replication::Parameters;
use replication::iterations::{COMPUTE, KILLED, MESSAGE, SYNCHRONISE, WAIT};
use replication::parameters::{Replication, Strategy as Way};
use report::words::milliseconds;
use report::{Report, Silent};
use schedule::worlds::{ends, times};
use schedule::{Schedule, Span};

fn report(parameters: &Parameters) -> Report {
    replication::run(parameters, &mut Silent).unwrap()
}

fn scenarios() -> impl Strategy<Value = Parameters> {
    let ways = [
        Way::Replicate,
        Way::Replicate,
        Way::ReplicateBest,
        Way::Dynamic,
        Way::Static,
        Way::DynamicHindsight,
        Way::Speculate,
        Way::Adaptive,
    ];
    let modes = [
        Replication::Thesis,
        Replication::Causal,
        Replication::Dependent,
    ];
    let runs = (1..4_u32, 10..60_u32, 0..1_000_u64);
    let ways = (
        prop::sample::select(ways.to_vec()),
        prop::sample::select(modes.to_vec()),
    );
    (ways, 1..4_u32, 0..3_u32, runs, 1..9_u32).prop_map(
        |((strategy, replication), groups, copies, (runs, iterations, seed), every)| Parameters {
            strategy,
            replication,
            processors: groups << copies,
            copies: 1 << copies,
            runs,
            iterations: iterations.max(1 << copies),
            seed,
            rebalance_every: every,
            decide_every: 8.max(1 << copies),
            ..Parameters::default()
        },
    )
}

/// The spans of a lane in a unit of work, and when the lane had something to do for the last time.
fn busy_until(schedule: &Schedule, lane: usize, unit: (f64, f64)) -> f64 {
    let own = schedule.spans().filter(|span| {
        span.lane.0 as usize == lane
            && span.phase != WAIT
            && span.phase != SYNCHRONISE
            && span.end > unit.0
            && span.end <= unit.1
    });
    own.map(|span| span.end).fold(unit.0, f64::max)
}

fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    let rest = text.split_once(before)?.1;
    Some(rest.split_once(after)?.0)
}

fn check(parameters: &Parameters) -> Result<(), TestCaseError> {
    let report = report(parameters);
    let Some(worlds) = &report.worlds else {
        let alone = parameters.processors == 1 || parameters.copies == 1;
        let best = parameters.strategy == Way::ReplicateBest;
        prop_assert!(alone || best, "no worlds");
        return Ok(());
    };
    let [without, with] = worlds.schedules.as_deref().unwrap();
    let (before, after) = (ends(without), ends(with));
    let seen = worlds.first as usize..(worlds.first + worlds.count) as usize;
    let (a, b) = times(&before, seen.clone()).unwrap();
    let (c, d) = times(&after, seen.clone()).unwrap();

    // The same work in both.
    let jobs = |schedule: &Schedule, from: f64, to: f64| {
        let inside = |span: &Span| span.phase == COMPUTE && span.start >= from && span.end <= to;
        let mut jobs: Vec<_> = schedule
            .spans()
            .filter(inside)
            .map(|span| span.job)
            .collect();
        jobs.sort();
        jobs.dedup();
        jobs.len()
    };
    if parameters.strategy != Way::Speculate {
        prop_assert_eq!(jobs(without, a, b), jobs(with, c, d));
    }

    // The gain that the caption names is that of the picture.
    let gain = (b - a) / (d - c);
    let first = worlds.caption.split(';').next().unwrap();
    if let Some(times) = between(first, ": ", " times as fast") {
        prop_assert!(
            (times.parse::<f64>().unwrap() - gain).abs() <= 0.005_000_1,
            "{}",
            worlds.caption
        );
        prop_assert!(gain > 1.0);
    } else if let Some(times) = between(first, ": ", " times as long") {
        prop_assert!((times.parse::<f64>().unwrap() - 1.0 / gain).abs() <= 0.005_000_1);
        prop_assert!(gain < 1.0);
    } else {
        prop_assert!(
            first.contains("equally fast") && (0.99..1.01).contains(&gain),
            "{}",
            first
        );
    }
    let typical = report
        .figures
        .iter()
        .find(|figure| figure.key == "speedup")
        .unwrap();
    if typical
        .interval
        .is_some_and(|interval| interval.low > 1.005)
        && parameters.replication != Replication::Dependent
    {
        let explained = worlds.caption.contains("no part of this run");
        prop_assert!(
            gain >= typical.value - 0.005 || explained,
            "{} {}",
            gain,
            worlds.caption
        );
    }

    // Every reason is found again in the spans.
    let mut last = (0, false);
    for reason in &worlds.reasons {
        let schedule = if reason.with { with } else { without };
        let unit = reason.unit as usize;
        let (from, to) = times(if reason.with { &after } else { &before }, unit..unit + 1).unwrap();
        prop_assert!((reason.unit, reason.with) > last || last == (0, false));
        last = (reason.unit, reason.with);
        let text = &reason.text;
        let number = between(text, "In iteration ", ",").unwrap();
        prop_assert_eq!(
            number.parse::<usize>().unwrap(),
            unit + worlds.number as usize
        );
        prop_assert!(from <= reason.at && reason.at <= to);
        let lanes = schedule.lanes();
        if let Some(waited) = between(text, "all others wait ", " for ") {
            let mut busy: Vec<_> = (0..lanes.len())
                .map(|lane| (busy_until(schedule, lane, (from, to)), lane))
                .collect();
            busy.sort_by(|a, b| b.0.total_cmp(&a.0));
            prop_assert_eq!(waited, milliseconds(busy[0].0 - busy[1].0), "{}", text);
            let node = text
                .rsplit_once("instead")
                .map_or(text.as_str(), |(first, _)| first);
            prop_assert!(node.contains(&lanes[busy[0].1]), "{}", text);
            prop_assert_eq!(reason.lane as usize, busy[0].1);
        } else {
            let stopped = between(text, "the copy on ", " stops ").unwrap();
            prop_assert_eq!(stopped, &lanes[reason.lane as usize]);
            if let Some(job) = between(text, "finishes job ", " first") {
                let job: u32 = job.parse().unwrap();
                let winner = between(text, ", ", " finishes").unwrap();
                let of = |phase, lane: &str| {
                    schedule.spans().find(|span| {
                        span.job.0 == job
                            && span.phase == phase
                            && schedule.lane(span.lane).name() == lane
                    })
                };
                let won = of(COMPUTE, winner).unwrap();
                let lost = of(KILLED, stopped)
                    .or_else(|| of(MESSAGE, stopped))
                    .unwrap();
                // The copy that was stopped would have ended after the one that won.
                let link = schedule.links().iter().find(|link| {
                    link.start == reason.at && link.from == lost.lane && link.to == lost.lane
                });
                prop_assert!(won.end <= link.unwrap().end, "{}", text);
                prop_assert!(lost.end <= reason.at, "{}", text);
                let stops = between(text, " stops ", " before").unwrap();
                prop_assert_eq!(stops, milliseconds(link.unwrap().end - reason.at));
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 50, ..ProptestConfig::default() })]

    #[test]
    fn what_is_said_of_two_worlds_is_found_again_in_their_spans(parameters in scenarios()) {
        check(&parameters)?;
    }
}

#[test]
fn equal_shares_and_a_single_processor_have_nothing_to_be_seen_beside() {
    for parameters in [
        Parameters {
            strategy: Way::Equal,
            iterations: 20,
            runs: 2,
            ..Parameters::default()
        },
        Parameters {
            strategy: Way::Dynamic,
            processors: 1,
            copies: 1,
            iterations: 20,
            runs: 2,
            ..Parameters::default()
        },
        Parameters {
            strategy: Way::Replicate,
            copies: 1,
            iterations: 20,
            runs: 2,
            ..Parameters::default()
        },
    ] {
        assert_eq!(report(&parameters).worlds, None);
    }
}

//! The schedule beside one of the same work: the test reads the claims on both and finds them again in the spans.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "helpers of a test may stop it"
)]

use std::ops::Range;

use proptest::prelude::*;
use replication::Parameters;
use replication::iterations::{COMPUTE, KILLED, MESSAGE, SYNCHRONISE, WAIT};
use replication::parameters::{Replication, Strategy as Way};
use report::words::milliseconds;
use report::{Report, Silent};
use schedule::same_work::{ends, times};
use schedule::{Schedule, Span};

use trial::cases;

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

/// The row of the traces with which each iteration begins.
fn rows(schedule: &Schedule) -> Vec<u32> {
    let marks = schedule.marks().iter();
    marks.filter_map(|mark| Some(mark.inputs?.0)).collect()
}

/// The runtimes of the spans of some iterations are the trace's own in the rows of these: a strategy changes them only by shares,
/// which the test checks by their sum.
fn meets_its_runtimes(
    parameters: &Parameters,
    schedule: &Schedule,
    units: Range<usize>,
) -> Result<(), TestCaseError> {
    let set = parameters
        .traces
        .load(
            parameters.synthetic_nodes as usize,
            parameters.iterations as usize,
            parameters.seed,
        )
        .unwrap();
    let scale = parameters.trace_mean.map_or(1.0, |mean| mean / set.mean());
    let scale = scale * parameters.problem_size / 2.5 / f64::from(parameters.processors);
    let column = |lane: usize| {
        let name = &schedule.lanes()[lane];
        let node = set.nodes().iter().find(|node| node.name == *name);
        &node.unwrap().runtimes
    };
    let ends = ends(schedule);
    for unit in units {
        let inputs = schedule.marks().iter().filter_map(|mark| mark.inputs);
        let (from, to) = inputs.clone().nth(unit).unwrap();
        // No row is used twice, and none is left out but at the end of a block of copies.
        if let Some((next, _)) = inputs.clone().nth(unit + 1) {
            prop_assert!(next == to || parameters.strategy == Way::Adaptive && next > to);
        }
        let times = times(&ends, unit..unit + 1).unwrap();
        let inside = |span: &Span| {
            span.phase == COMPUTE && span.start >= times.0 - 1e-6 && span.end <= times.1 + 1e-6
        };
        // Work done in each row, as shares: the shares of all nodes sum to the whole.
        let shares: f64 = schedule
            .spans()
            .filter(inside)
            .map(|span| {
                let column = column(span.lane.0 as usize);
                let rows = from as usize..to as usize;
                let own = rows.map(|row| column[row] * scale);
                let nearest = own.min_by(|a, b| {
                    let off = |value: f64| (span.duration() / value - 1.0).abs();
                    off(*a).total_cmp(&off(*b))
                });
                span.duration() / nearest.unwrap()
            })
            .sum();
        let jobs = f64::from(parameters.processors);
        prop_assert!(
            (shares - jobs).abs() < 1e-6 * jobs,
            "{shares} of {jobs} in {from} to {to}"
        );
    }
    Ok(())
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
    // Both begin with the same runtimes of every node, and do as many iterations from there.
    let (own, other) = (rows(with), rows(without));
    let mut shared = own.iter().filter(|row| other.contains(row));
    let row = *shared.nth(worlds.first as usize).unwrap();
    let parts = [without, with].map(|schedule| {
        let rows = rows(schedule);
        match rows.iter().position(|own| *own == row) {
            Some(first) => first..first + worlds.count as usize,
            None => panic!("no iteration begins with row {row}: {rows:?}"),
        }
    });
    let [(a, b), (c, d)] = [(&before, &parts[0]), (&after, &parts[1])]
        .map(|(ends, units)| times(ends, units.clone()).unwrap());
    for (schedule, units) in [without, with].into_iter().zip(&parts) {
        meets_its_runtimes(parameters, schedule, units.clone())?;
    }
    prop_assert!(
        worlds.caption.contains("from the same moment:"),
        "{}",
        worlds.caption
    );

    // As many jobs in both.
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
        let said = ["no part of this run", "; this run shows less"];
        let explained = said.iter().any(|words| worlds.caption.contains(words));
        prop_assert!(
            gain >= typical.value - 0.005 || explained,
            "{} {}",
            gain,
            worlds.caption
        );
    }

    // Every reason is found again in the spans.
    let mut last = (0, false);
    let first_row = rows(without)[0];
    for reason in &worlds.reasons {
        let schedule = if reason.with { with } else { without };
        let unit = reason.unit as usize;
        let (from, to) = times(if reason.with { &after } else { &before }, unit..unit + 1).unwrap();
        let begins = rows(schedule)[unit];
        prop_assert!((begins, reason.with) > last || last == (0, false));
        last = (begins, reason.with);
        let text = &reason.text;
        let number = between(text, "In iteration ", ",").unwrap();
        let before = match reason.with {
            true => worlds.number as usize - 1,
            // An iteration of equal shares or of one copy uses one row.
            false => first_row as usize,
        };
        prop_assert_eq!(number.parse::<usize>().unwrap(), unit + before + 1);
        // Iterations are compared where they meet the same runtimes.
        prop_assert!(!text.contains("instead") || rows(with) == rows(without));
        prop_assert!(from <= reason.at && reason.at <= to);
        let lanes = schedule.lanes();
        let waited = between(text, "all others wait ", " for ");
        if let Some(waited) = waited.or_else(|| between(text, "the other one waits ", " for ")) {
            prop_assert_eq!(text.contains("the other one"), lanes.len() == 2);
            let mut busy: Vec<_> = (0..lanes.len())
                .map(|lane| (busy_until(schedule, lane, (from, to)), lane))
                .collect();
            busy.sort_by(|a, b| b.0.total_cmp(&a.0));
            prop_assert_eq!(waited, milliseconds(busy[0].0 - busy[1].0), "{}", text);
            let node = text
                .rsplit_once(", instead")
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
    #![proptest_config(ProptestConfig { cases: cases(50), ..ProptestConfig::default() })]

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

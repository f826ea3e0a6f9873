//! Parts of schedules, and two schedules of the same work.

#![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

use proptest::prelude::*;
use schedule::same_work::{Same, Units, ends, times, waiting};
use schedule::{
    Job, LaneId, Link, LinkId, LinkKind, MarkId, Phase, PhaseId, Recorder, Recording, Relation,
    Role, Schedule, Unit, cut,
};

/// Iterations in which each lane computes for the given time, and then waits for the slowest.
fn run(iterations: &[Vec<f64>]) -> Schedule {
    let lanes = iterations.first().map_or(0, Vec::len);
    let phases = vec![
        Phase::new("compute", Role::Compute),
        Phase::new("wait", Role::Wait),
    ];
    let names = (0..lanes).map(|lane| format!("node {lane}")).collect();
    let kinds = vec![LinkKind {
        name: "would have taken".into(),
        relation: Relation::Remainder,
    }];
    let mut recording = Recording::new(Unit::Seconds, names, phases)
        .with_marks(["iteration"])
        .with_links(kinds);
    let mut clock = 0.0;
    for times in iterations {
        let end = clock + times.iter().copied().fold(0.0, f64::max);
        for (lane, time) in (0..).map(LaneId).zip(times) {
            recording.span(lane, PhaseId(0), clock, clock + time, Job(1));
            recording.span(lane, PhaseId(1), clock + time, end, Job::NONE);
            recording.link(Link {
                kind: LinkId(0),
                from: lane,
                start: clock + time,
                to: lane,
                end: clock + 2.0 * time,
            });
        }
        recording.mark(end, MarkId(0));
        clock = end;
    }
    recording.finish(clock).unwrap()
}

fn iterations() -> impl Strategy<Value = Vec<Vec<f64>>> {
    (1..5_usize, 1..9_usize).prop_flat_map(|(lanes, iterations)| {
        prop::collection::vec(prop::collection::vec(0.5..20.0, lanes), iterations)
    })
}

proptest! {
    #[test]
    fn the_parts_of_a_run_take_as_long_as_the_whole_and_have_all_of_its_work(iterations in iterations()) {
        let schedule = run(&iterations);
        let ends = ends(&schedule);
        let work = |schedule: &Schedule| -> f64 {
            schedule.spans().filter(|span| span.phase == PhaseId(0)).map(|span| span.duration()).sum()
        };
        let (mut length, mut done, mut marks) = (0.0, 0.0, 0);
        for unit in 0..ends.len() {
            let (from, to) = times(&ends, unit..unit + 1).unwrap();
            let part = cut::part(&schedule, from, to).unwrap();
            length += part.makespan();
            done += work(&part);
            marks += part.marks().len();
            prop_assert_eq!(part.links().len(), schedule.lanes().len());
        }
        prop_assert!((length - schedule.makespan()).abs() < 1e-9);
        prop_assert!((done - work(&schedule)).abs() < 1e-9);
        prop_assert_eq!(marks, ends.len());
    }

    #[test]
    fn all_others_wait_from_the_second_last_end_to_the_last(iterations in iterations()) {
        let schedule = run(&iterations);
        let found = waiting(&schedule);
        let ends = ends(&schedule);
        for (unit, own) in iterations.iter().enumerate() {
            let began = ends[unit] - own.iter().copied().fold(0.0, f64::max);
            let mut sorted = own.clone();
            sorted.sort_by(f64::total_cmp);
            let here = found.iter().find(|waiting| waiting.unit == unit);
            match sorted.as_slice() {
                [.., second, first] if first - second > 1e-9 => {
                    let here = here.unwrap();
                    prop_assert!((here.from - (began + second)).abs() < 1e-9);
                    prop_assert!((here.to - (began + first)).abs() < 1e-9);
                    prop_assert_eq!(own[here.lane.0 as usize], *first);
                }
                _ => prop_assert!(here.is_none_or(|here| here.to - here.from < 1e-6)),
            }
        }
    }

    #[test]
    fn the_telling_part_shows_as_much_as_is_typical_where_any_does(
        without in iterations(), with in iterations(), count in 1..4_usize, typical in 0.5..2.0
    ) {
        let same = Same::of(&[&run(&without), &run(&with)]);
        prop_assert!(same.in_step() && !same.is_placed());
        let all = without.len().min(with.len());
        let gains: Vec<f64> = (0..(all + 1).saturating_sub(count)).map(|first| same.gains(first, count).unwrap()[0]).collect();
        prop_assert_eq!(gains.len(), same.starts(count));
        let found = same.telling(count, typical);
        prop_assert_eq!(found.is_some(), !gains.is_empty());
        if let Some(found) = found {
            let shows = |gain: f64| if typical >= 1.0 { gain >= typical } else { gain <= typical };
            prop_assert_eq!(shows(gains[found]), gains.iter().any(|gain| shows(*gain)));
            let nearer = gains.iter().filter(|gain| shows(**gain) == shows(gains[found]));
            for gain in nearer {
                prop_assert!((gain - typical).abs() >= (gains[found] - typical).abs());
            }
        }
    }
}

/// The mean time of these iterations in both phases, from their definition.
fn phases(iterations: &[Vec<f64>]) -> [f64; 2] {
    let (mut computing, mut waiting) = (0.0, 0.0);
    for times in iterations {
        let slowest = times.iter().copied().fold(0.0, f64::max);
        computing += times.iter().sum::<f64>();
        waiting += times.iter().map(|time| slowest - time).sum::<f64>();
    }
    [computing, waiting].map(|sum| sum / iterations.len() as f64)
}

proptest! {
    #[test]
    fn of_parts_that_show_as_much_the_part_most_like_the_whole_is_seen(
        without in iterations(), with in iterations(), count in 1..4_usize, typical in 0.5..2.0
    ) {
        let same = Same::with_phases(&[&run(&without), &run(&with)]);
        let unlike = |first: usize| {
            let side = |all: &[Vec<f64>]| {
                let (whole, here) = (phases(all), phases(&all[first..first + count]));
                ((whole[0] - here[0]).abs() + (whole[1] - here[1]).abs()) / (whole[0] + whole[1])
            };
            side(&without) + side(&with)
        };
        let shows = |gain: f64| if typical >= 1.0 { gain >= typical } else { gain <= typical };
        let gain = |first: usize| same.gains(first, count).unwrap()[0];
        if let Some(found) = same.telling(count, typical) {
            let away = |first: usize| (gain(first) - typical).abs();
            let alike = (0..same.starts(count)).filter(|first| shows(gain(*first)) == shows(gain(found)));
            let nearest = alike.clone().map(away).fold(f64::INFINITY, f64::min);
            prop_assert!(away(found) <= nearest + 0.03 * typical);
            for other in alike.filter(|other| away(*other) <= nearest + 0.0299 * typical) {
                prop_assert!(unlike(found) <= unlike(other) + 1e-9);
            }
        }
    }
}

#[test]
fn what_was_stopped_may_go_on_after_the_end_in_a_part() {
    let schedule = run(&[vec![4.0, 10.0], vec![5.0, 1.0]]);
    let part = cut::part(&schedule, 0.0, 10.0).unwrap();
    let latest = part.links().iter().map(|link| link.end).fold(0.0, f64::max);
    assert_eq!((part.makespan(), latest), (10.0, 20.0));
}

#[test]
fn a_part_that_ends_before_it_begins_is_refused() {
    assert!(cut::part(&run(&[vec![4.0]]), 3.0, 1.0).is_err());
}

proptest! {
    #[test]
    fn several_schedules_are_seen_from_the_same_inputs_on(
        strides in prop::collection::vec((1..5_usize, 0..6_usize), 1..4), rows in 1..40_usize, count in 1..4_usize
    ) {
        let all: Vec<Units> = strides.iter().map(|(stride, begun)| {
            let begins = (*begun..rows.max(begun + 1)).step_by(*stride);
            let inputs: Vec<_> = begins.map(|row| (row as u32, (row + stride) as u32)).collect();
            Units { ends: inputs.iter().map(|(_, to)| f64::from(*to)).collect(), inputs, ..Units::default() }
        }).collect();
        let same = Same::new(all.clone());
        let shared = |row: usize| all.iter().all(|units| {
            let unit = units.inputs.iter().position(|(from, _)| *from as usize == row);
            unit.is_some_and(|unit| unit + count <= units.ends.len())
        });
        let expected: Vec<usize> = (0..rows + 6).filter(|row| shared(*row)).collect();
        let found: Vec<usize> = (0..same.starts(count)).map(|first| same.position(first).unwrap()).collect();
        prop_assert_eq!(&found, &expected);
        prop_assert_eq!(same.starts(same.most()) > 0, same.most() > 0);
        prop_assert_eq!(same.starts(same.most() + 1), 0);
        for (first, row) in found.into_iter().enumerate() {
            for (units, range) in all.iter().zip(same.units(first, count).unwrap()) {
                prop_assert_eq!(units.inputs[range.start].0 as usize, row);
                prop_assert_eq!(range.len(), count);
            }
        }
        prop_assert_eq!(same.in_step(), strides.iter().all(|one| *one == strides[0]));
    }
}

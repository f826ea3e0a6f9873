//! Links, groups, bounds, and the lane that the others wait for.

use expect_test::expect;
use proptest::prelude::*;
use schedule::measures::slowest;
use schedule::{
    Bound, Error, Group, Job, LaneId, Link, LinkId, LinkKind, PhaseId, Recorder, Recording,
    Relation, Schedule, Unit, trace_events,
};

use crate::samples::{lane_names, phase_of_each_role, schedules, three_processors};

fn kinds() -> Vec<LinkKind> {
    vec![LinkKind {
        name: "steal".into(),
        relation: Relation::Steal,
    }]
}

fn link((kind, from, start, to, end): (u8, u32, f64, u32, f64)) -> Link {
    Link {
        kind: LinkId(kind),
        from: LaneId(from),
        start,
        to: LaneId(to),
        end,
    }
}

fn with_links(links: &[(u8, u32, f64, u32, f64)]) -> Result<Schedule, Error> {
    let mut recording =
        Recording::new(Unit::Milliseconds, lane_names(3), phase_of_each_role()).with_links(kinds());
    for parts in links {
        recording.link(link(*parts));
    }
    recording.finish(10.0)
}

#[test]
fn links_come_back_by_their_start() {
    let schedule = with_links(&[(0, 0, 4.0, 1, 5.0), (0, 2, 1.0, 0, 9.0)]).unwrap();
    let links: Vec<_> = schedule.links().iter().collect();
    assert_eq!(
        links,
        [link((0, 2, 1.0, 0, 9.0)), link((0, 0, 4.0, 1, 5.0))]
    );
    assert_eq!(schedule.links().get(1), Some(links[1]));
    assert_eq!(schedule.links().get(2), None);
}

#[test]
fn a_link_that_cannot_be_is_refused_and_named() {
    for wrong in [
        (1, 0, 1.0, 1, 2.0),
        (0, 3, 1.0, 1, 2.0),
        (0, 0, 1.0, 3, 2.0),
        (0, 0, 2.0, 1, 1.0),
        (0, 0, -1.0, 1, 1.0),
        (0, 0, 1.0, 1, 10.5),
        (0, 0, f64::NAN, 1, 2.0),
        (0, 0, 1.0, 1, f64::NAN),
    ] {
        let error = with_links(&[(0, 0, 1.0, 1, 1.0), wrong]).unwrap_err();
        assert!(
            matches!(error, Error::Link { index: 1, .. }),
            "{wrong:?}: {error}"
        );
    }
    expect!["link 0 of kind 0 from lane 0 at 2 to lane 1 at 1 must have one of 1 kinds, connect two of 3 lanes, and go forward within 0 to 10"]
        .assert_eq(&with_links(&[(0, 0, 2.0, 1, 1.0)]).unwrap_err().to_string());
}

#[test]
fn groups_are_of_lanes_that_exist_and_no_lane_is_in_two() {
    let with_groups = |groups: &[(u32, u32)]| {
        let group = |&(first, lanes): &(u32, u32)| Group {
            name: "g".into(),
            first,
            lanes,
        };
        Recording::new(Unit::Milliseconds, lane_names(4), Vec::new())
            .with_groups(groups.iter().map(group).collect())
            .finish(1.0)
    };
    assert_eq!(with_groups(&[(0, 2), (3, 1)]).unwrap().groups().len(), 2);
    for wrong in [
        &[(0, 0)][..],
        &[(0, 2), (1, 2)],
        &[(2, 1), (0, 1)],
        &[(3, 2)],
        &[(u32::MAX, u32::MAX)],
    ] {
        let error = with_groups(wrong).unwrap_err();
        assert!(matches!(error, Error::Group { .. }), "{wrong:?}: {error}");
    }
}

#[test]
fn a_bound_is_a_time_and_may_lie_beyond_the_end() {
    let bounded = |time| {
        let bound = Bound {
            name: "lower bound".into(),
            time,
        };
        Recording::new(Unit::Milliseconds, lane_names(1), Vec::new())
            .with_bounds(vec![bound])
            .finish(1.0)
    };
    assert_eq!(bounded(2.0).unwrap().bounds()[0].time, 2.0);
    for time in [f64::NAN, f64::INFINITY, -1.0] {
        assert!(matches!(bounded(time), Err(Error::Bound { .. })));
    }
}

#[test]
fn a_link_is_a_flow_between_threads_of_a_trace() {
    let schedule = with_links(&[(0, 0, 4.0, 1, 5.0)]).unwrap();
    let mut json = Vec::new();
    trace_events::write(&schedule, None, "x", &mut json).unwrap();
    let value: serde_json::Value = serde_json::from_slice(&json).unwrap();
    let flows: Vec<_> = value["traceEvents"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|event| event["cat"] == "link")
        .map(|event| {
            (
                event["ph"].as_str().unwrap(),
                event["tid"].as_u64().unwrap(),
                event["ts"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(flows, [("s", 1, 4_000), ("f", 2, 5_000)]);
}

#[test]
fn the_slowest_lane_is_the_one_that_works_longest_before_all_meet() {
    let found = slowest(&three_processors());
    assert_eq!(found.len(), 1, "after the mark all only synchronise");
    assert_eq!(
        (found[0].lane, found[0].from, found[0].until),
        (LaneId(1), 0.0, 200.0)
    );
}

#[test]
fn a_span_that_reaches_over_a_mark_counts_on_both_sides() {
    let mut recording = Recording::new(Unit::Milliseconds, lane_names(2), phase_of_each_role())
        .with_marks(["half"]);
    recording.span(LaneId(0), PhaseId(0), 0.0, 3.0, Job::NONE);
    recording.span(LaneId(1), PhaseId(0), 1.0, 8.0, Job::NONE);
    recording.mark(5.0, schedule::MarkId(0));
    let found = slowest(&recording.finish(10.0).unwrap());
    let lanes: Vec<_> = found
        .iter()
        .map(|slowest| (slowest.lane.0, slowest.until))
        .collect();
    assert_eq!(lanes, [(1, 5.0), (1, 8.0)]);
}

/// The slow, obvious way: for each interval, look at every span.
fn slowly(schedule: &Schedule) -> Vec<(f64, f64, LaneId)> {
    let mut ends: Vec<f64> = schedule.marks().iter().map(|mark| mark.time).collect();
    ends.push(schedule.makespan());
    let (mut from, mut found) = (0.0, Vec::new());
    for to in ends {
        let mut best: Option<(f64, LaneId)> = None;
        for span in schedule.spans() {
            let idle = schedule.phases()[usize::from(span.phase.0)].role.is_idle();
            let until = span.end.min(to);
            if !idle
                && span.start < to
                && span.end > from
                && best.is_none_or(|(latest, _)| until > latest)
            {
                best = Some((until, span.lane));
            }
        }
        if to > from
            && let Some((_, lane)) = best
        {
            found.push((from, to, lane));
        }
        from = to;
    }
    found
}

proptest! {
    #[test]
    fn the_slowest_lanes_are_those_found_by_looking_at_everything(schedule in schedules()) {
        let quickly: Vec<_> = slowest(&schedule)
            .into_iter()
            .filter(|slowest| slowest.to > slowest.from)
            .map(|slowest| (slowest.from, slowest.to, slowest.lane))
            .collect();
        prop_assert_eq!(quickly, slowly(&schedule));
    }
}

//! A schedule in sentences.

use expect_test::{Expect, expect};
use schedule::{
    Bound, Job, LaneId, Phase, PhaseId, Recorder, Recording, Role, Schedule, Unit, summary,
};

use crate::samples::{lane_names, phase_of_each_role, three_processors};

fn says(schedule: &Schedule, expected: &Expect) {
    expected.assert_eq(&summary::of(schedule).replace(['\u{a0}', '\u{202f}'], " "));
}

#[test]
fn the_worked_example_is_told() {
    says(
        &three_processors(),
        &expect![[
            r#"3 lanes, 8 spans, done after 210.0 ms. Lanes compute 56 % of the time on average, most p2 with 95 %, least p3 with 24 %. Of all time, calc takes 56 %, wait 40 % and comm 4.8 %."#
        ]],
    );
}

#[test]
fn lanes_that_are_equally_busy_are_told_together() {
    let mut recording = Recording::new(Unit::Seconds, lane_names(2), phase_of_each_role());
    for lane in 0..2 {
        recording.span(LaneId(lane), PhaseId(0), 0.0, 3.0, Job(lane));
    }
    says(
        &recording.finish(4.0).unwrap(),
        &expect![[
            r#"2 lanes, 2 spans, done after 4.000 s. Every lane computes 75 % of the time. Of all time, compute takes 75 % and 25 % is idle."#
        ]],
    );
}

#[test]
fn one_lane_and_little_things_are_told() {
    let mut recording = Recording::new(Unit::Milliseconds, lane_names(1), phase_of_each_role());
    recording.span(LaneId(0), PhaseId(0), 0.0, 9_996.0, Job(0));
    recording.span(LaneId(0), PhaseId(2), 9_996.0, 10_000.0, Job::NONE);
    says(
        &recording.finish(10_000.0).unwrap(),
        &expect![[
            r#"1 lane, 2 spans, done after 10.00 s. It computes 100 % of the time. Of all time, compute takes 100 % and message below 0.1 %."#
        ]],
    );
}

#[test]
fn bounds_are_told_last() {
    let bound = |name: &str, time| Bound {
        name: name.into(),
        time,
    };
    let mut recording = Recording::new(Unit::Seconds, lane_names(1), phase_of_each_role())
        .with_bounds(vec![bound("perfect balance", 1.5), bound("deadline", 4.0)]);
    recording.span(LaneId(0), PhaseId(0), 0.0, 2.0, Job(0));
    says(
        &recording.finish(2.0).unwrap(),
        &expect![[
            r#"1 lane, 1 span, done after 2.000 s. It computes 100 % of the time. Of all time, compute takes 100 %. To compare: perfect balance 1.500 s, deadline 4.000 s."#
        ]],
    );
}

#[test]
fn a_schedule_without_spans_has_no_shares() {
    says(
        &Recording::new(Unit::Seconds, lane_names(2), phase_of_each_role())
            .finish(0.0)
            .unwrap(),
        &expect![[r#"2 lanes, 0 spans, done after 0 ms."#]],
    );
}

#[test]
fn where_nothing_is_useful_only_shares_are_told() {
    let mut recording = Recording::new(
        Unit::Seconds,
        lane_names(1),
        vec![Phase::new("wait", Role::Wait)],
    );
    recording.span(LaneId(0), PhaseId(0), 0.0, 4.0, Job::NONE);
    says(
        &recording.finish(4.0).unwrap(),
        &expect![[r#"1 lane, 1 span, done after 4.000 s. Of all time, wait takes 100 %."#]],
    );
}

#[test]
fn the_visible_range_has_the_digits_that_it_needs() {
    let schedule = Recording::new(Unit::Seconds, lane_names(1), phase_of_each_role())
        .finish(100.0)
        .unwrap();
    let said = |from, to| summary::range(&schedule, from, to).replace(['\u{a0}', '\u{202f}'], " ");
    assert_eq!(said(0.0, 100.0), "all of 100.0 s");
    assert_eq!(said(42.0, 43.0), "42.00 s – 43.00 s of 100.0 s");
    assert_eq!(said(10.0, 60.0), "10.00 s – 60.00 s of 100.0 s");
}

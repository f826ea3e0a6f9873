//! Schedules to try things on.

use proptest::collection::vec;
use proptest::prelude::*;
use schedule::{Job, LaneId, MarkId, Phase, PhaseId, Recorder, Recording, Role, Schedule, Unit};

/// Three processors with job times of 100, 200 and 50 ms wait for the slowest and synchronise for
/// 10 ms.
pub(crate) fn three_processors() -> Schedule {
    let names = ["p1", "p2", "p3"].map(String::from).to_vec();
    let phases = vec![
        Phase::new("calc", Role::Compute),
        Phase::new("wait", Role::Wait),
        Phase::new("comm", Role::Synchronise),
    ];
    let (calc, wait, comm) = (PhaseId(0), PhaseId(1), PhaseId(2));
    let mut recording = Recording::new(Unit::Milliseconds, names, phases).with_marks(["rebalance"]);
    for (lane, time) in (0..).zip([100.0, 200.0, 50.0]) {
        recording.span(LaneId(lane), calc, 0.0, time, Job(lane));
        recording.span(LaneId(lane), wait, time, 200.0, Job::NONE);
        recording.span(LaneId(lane), comm, 200.0, 210.0, Job::NONE);
    }
    recording.mark(200.0, MarkId(0));
    recording.finish(210.0).unwrap()
}

/// One phase for each role, called as the role is.
pub(crate) fn phase_of_each_role() -> Vec<Phase> {
    Role::ALL.map(|role| Phase::new(role.name(), role)).to_vec()
}

/// Lanes called `lane 0`, `lane 1`, …
pub(crate) fn lane_names(lanes: usize) -> Vec<String> {
    (0..lanes).map(|lane| format!("lane {lane}")).collect()
}

/// A time of a valid schedule: round or not.
fn time() -> impl Strategy<Value = f64> {
    prop_oneof![
        Just(0.0),
        (0_u32..100).prop_map(f64::from),
        0.0..1.0e-3,
        0.0..1.0e3
    ]
}

/// Valid schedules of up to five lanes: spans touch or leave gaps, are long, short or empty;
/// recorded out of order.
pub(crate) fn schedules() -> impl Strategy<Value = Schedule> {
    let span = (
        time(),
        time(),
        0_u8..Role::ALL.len() as u8,
        prop_oneof![Just(Job::NONE), (0_u32..1000).prop_map(Job)],
    );
    let unit = prop_oneof![Just(Unit::Milliseconds), Just(Unit::Seconds)];
    (
        vec(vec(span, 0..12), 0..5),
        vec(0.0..=1.0, 0..4),
        time(),
        unit,
    )
        .prop_map(|(lanes, marks, rest, unit)| {
            let mut recording = Recording::new(unit, lane_names(lanes.len()), phase_of_each_role())
                .with_marks(["rebalance", "crash"]);
            let mut makespan: f64 = 0.0;
            for (lane, spans) in (0..).map(LaneId).zip(lanes) {
                let mut now = 0.0;
                let mut placed = Vec::new();
                for (gap, duration, phase, job) in spans {
                    let start: f64 = now + gap;
                    now = start + duration;
                    placed.push((start, now, PhaseId(phase), job));
                }
                for (start, end, phase, job) in placed.into_iter().rev() {
                    recording.span(lane, phase, start, end, job);
                }
                makespan = makespan.max(now);
            }
            makespan += rest;
            for (kind, share) in (0_u8..).zip(marks) {
                recording.mark(makespan * share, MarkId(kind % 2));
            }
            recording.finish(makespan).unwrap()
        })
}

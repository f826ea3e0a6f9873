//! Recorders.

use schedule::{Error, Job, LaneId, MarkId, Off, PhaseId, Recorder, Recording, Unit};

use crate::samples::{lane_names, phase_of_each_role, three_processors};

fn recording(lanes: usize) -> Recording {
    Recording::new(Unit::Milliseconds, lane_names(lanes), phase_of_each_role())
}

#[test]
fn the_recorder_that_is_off_has_no_size_and_says_so_at_compile_time() {
    const { assert!(!Off::ON && Recording::ON) };
    assert_eq!(size_of::<Off>(), 0);
}

#[test]
fn spans_are_sorted_by_lane_and_then_by_start() {
    let mut recording = recording(2);
    for (lane, start) in [(1, 5.0), (0, 7.0), (1, 0.0), (0, 2.0), (0, 4.0)] {
        recording.span(LaneId(lane), PhaseId(0), start, start + 1.0, Job::NONE);
    }
    let schedule = recording.finish(10.0).unwrap();
    let order: Vec<_> = schedule
        .spans()
        .map(|span| (span.lane.0, span.start))
        .collect();
    assert_eq!(order, [(0, 2.0), (0, 4.0), (0, 7.0), (1, 0.0), (1, 5.0)]);
}

#[test]
fn an_empty_span_is_not_kept() {
    let mut recording = recording(1);
    recording.span(LaneId(0), PhaseId(0), 3.0, 3.0, Job::NONE);
    assert!(recording.is_empty());
    recording.span(LaneId(0), PhaseId(0), 3.0, 4.0, Job::NONE);
    assert_eq!(recording.len(), 1);
}

#[test]
fn a_lane_tells_its_name_and_spans() {
    let schedule = three_processors();
    let lane = schedule.lane(LaneId(2));
    assert_eq!((lane.id(), lane.name(), lane.len()), (LaneId(2), "p3", 3));
    assert_eq!(
        lane.iter().map(|span| span.duration()).collect::<Vec<_>>(),
        [50.0, 150.0, 10.0]
    );
}

#[test]
fn a_lane_that_does_not_exist_is_empty() {
    let schedule = three_processors();
    let lane = schedule.lane(LaneId(u32::MAX));
    assert!(lane.is_empty() && lane.name().is_empty() && lane.iter().next().is_none());
}

#[test]
fn marks_are_sorted_by_time_and_carry_their_texts() {
    let mut recording = recording(1).with_marks(["rebalance", "crash"]);
    recording.mark(8.0, MarkId(0));
    recording.mark(3.0, MarkId(1));
    let schedule = recording.finish(10.0).unwrap();
    let marks: Vec<_> = schedule
        .marks()
        .iter()
        .map(|mark| (mark.time, mark.text.as_str()))
        .collect();
    assert_eq!(marks, [(3.0, "crash"), (8.0, "rebalance")]);
}

#[test]
fn a_mark_without_a_text_is_refused() {
    let mut recording = recording(1).with_marks(["rebalance"]);
    recording.mark(3.0, MarkId(1));
    assert_eq!(
        recording.finish(10.0),
        Err(Error::UnknownMark { kind: 1, texts: 1 })
    );
}

#[test]
fn an_empty_recording_is_an_empty_schedule() {
    let schedule = Recording::new(Unit::Seconds, vec![], vec![])
        .finish(0.0)
        .unwrap();
    assert!(schedule.is_empty() && schedule.lanes().is_empty());
    assert_eq!(schedule.columns().lane_offsets, [0]);
}

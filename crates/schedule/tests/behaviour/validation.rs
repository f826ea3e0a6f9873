//! Refused schedules, and the names of their faults.

use expect_test::expect;
use proptest::prelude::*;
use schedule::{
    Error, Header, Job, LaneId, MarkId, OwnedColumns, PhaseId, Reason, Recorder, Recording,
    Schedule, Unit,
};

use crate::samples::{lane_names, phase_of_each_role, schedules};

fn finish(makespan: f64, spans: &[(u32, u8, f64, f64)]) -> Result<Schedule, Error> {
    let mut recording = Recording::new(Unit::Milliseconds, lane_names(2), phase_of_each_role());
    for &(lane, phase, start, end) in spans {
        recording.span(LaneId(lane), PhaseId(phase), start, end, Job::NONE);
    }
    recording.finish(makespan)
}

fn reason(span: (u32, u8, f64, f64)) -> Reason {
    match finish(10.0, &[span]) {
        Err(Error::Invalid { total: 1, faults }) => faults[0].reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_fault_has_its_reason() {
    assert_eq!(reason((2, 0, 0.0, 1.0)), Reason::UnknownLane { lanes: 2 });
    assert_eq!(
        reason((0, 9, 0.0, 1.0)),
        Reason::UnknownPhase {
            phase: 9,
            phases: 9
        }
    );
    assert_eq!(reason((0, 0, f64::NAN, 1.0)), Reason::NotFinite);
    assert_eq!(reason((0, 0, 0.0, f64::INFINITY)), Reason::NotFinite);
    assert_eq!(reason((0, 0, 2.0, 1.0)), Reason::Negative);
    assert_eq!(
        reason((0, 0, -1.0, 1.0)),
        Reason::Outside { makespan: 10.0 }
    );
    assert_eq!(
        reason((0, 0, 9.0, 11.0)),
        Reason::Outside { makespan: 10.0 }
    );
}

#[test]
fn spans_may_touch_but_not_overlap_by_the_least() {
    assert!(finish(10.0, &[(0, 0, 0.0, 5.0), (0, 1, 5.0, 10.0)]).is_ok());
    let error = finish(10.0, &[(0, 0, 0.0, 5.0_f64.next_up()), (0, 1, 5.0, 10.0)]).unwrap_err();
    assert!(matches!(error, Error::Invalid { total: 1, .. }), "{error}");
}

#[test]
fn a_span_is_compared_with_all_before_it_and_not_only_with_its_neighbour() {
    let Err(Error::Invalid { faults, .. }) = finish(
        10.0,
        &[(0, 0, 0.0, 9.0), (0, 0, 1.0, 2.0), (0, 0, 3.0, 4.0)],
    ) else {
        panic!("overlapping spans were accepted")
    };
    let overlaps: Vec<_> = faults
        .iter()
        .map(|fault| (fault.index, fault.reason))
        .collect();
    let reason = Reason::Overlap { previous_end: 9.0 };
    assert_eq!(overlaps, [(1, reason), (2, reason)]);
}

#[test]
fn an_error_names_lane_place_times_and_reason() {
    let spans = [
        (7, 0, 0.0, 1.0),
        (0, 0, 0.0, 5.0),
        (0, 0, 4.0, 6.0),
        (1, 12, 8.0, 9.0),
        (1, 0, 9.0, 12.0),
    ];
    expect![[r#"
        4 spans are invalid
          lane "7", span 0, from 0 to 1: there is no such lane, only 2
          lane "lane 0", span 1, from 4 to 6: it starts before an earlier span of the lane ends, at 5
          lane "lane 1", span 0, from 8 to 9: there is no phase 12, only 9
          lane "lane 1", span 1, from 9 to 12: it must lie within 0 to the makespan 10"#]]
    .assert_eq(&finish(10.0, &spans).unwrap_err().to_string());
}

#[test]
fn an_error_lists_twenty_spans_and_counts_all() {
    let spans: Vec<_> = (0..50)
        .map(|span| (0, 0, f64::from(span) + 1.0, f64::from(span)))
        .collect();
    let error = finish(100.0, &spans).unwrap_err();
    let Error::Invalid { total, faults } = &error else {
        panic!("{error}")
    };
    assert_eq!((*total, faults.len()), (50, 20));
    assert!(error.to_string().ends_with("\n  and 30 more"), "{error}");
}

#[test]
fn a_makespan_is_finite_and_not_negative() {
    for makespan in [-1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(finish(makespan, &[]), Err(Error::Makespan(_))));
    }
}

#[test]
fn a_mark_lies_within_the_schedule() {
    for time in [-1.0, 10.5, f64::NAN] {
        let mut recording =
            Recording::new(Unit::Milliseconds, vec![], vec![]).with_marks(["crash"]);
        recording.mark(time, MarkId(0));
        let error = recording.finish(10.0).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("mark 0 \"crash\" must lie within 0 to 10, but is at {time}")
        );
    }
}

#[test]
fn more_than_256_phases_are_refused() {
    let phases = phase_of_each_role().into_iter().cycle();
    assert!(
        Recording::new(Unit::Seconds, vec![], phases.clone().take(256).collect())
            .finish(1.0)
            .is_ok()
    );
    let error = Recording::new(Unit::Seconds, vec![], phases.take(257).collect()).finish(1.0);
    assert_eq!(error, Err(Error::TooManyPhases(257)));
}

/// Two lanes, of two spans and one.
fn taken_apart() -> (Header, OwnedColumns) {
    let header = Header {
        lanes: lane_names(2),
        phases: phase_of_each_role(),
        unit: Unit::Milliseconds,
        makespan: 10.0,
        marks: vec![],
        groups: vec![],
        bounds: vec![],
        link_kinds: vec![],
        jobs: vec![],
    };
    let columns = OwnedColumns {
        lane_offsets: vec![0, 2, 3],
        start: vec![0.0, 4.0, 0.0],
        end: vec![4.0, 8.0, 9.0],
        phase: vec![0, 1, 0],
        job: vec![0, 1, 2],
        links: schedule::Links::default(),
    };
    (header, columns)
}

#[test]
fn columns_of_unequal_length_are_refused_by_name() {
    let (header, columns) = taken_apart();
    assert!(Schedule::from_columns(header.clone(), columns.clone()).is_ok());
    let refused = |change: fn(&mut OwnedColumns)| {
        let mut columns = columns.clone();
        change(&mut columns);
        Schedule::from_columns(header.clone(), columns)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        refused(|c| c.start.truncate(2)),
        "column end must have 2 values, but has 3"
    );
    assert_eq!(
        refused(|c| c.end.truncate(2)),
        "column end must have 3 values, but has 2"
    );
    assert_eq!(
        refused(|c| c.phase.push(0)),
        "column phase must have 3 values, but has 4"
    );
    assert_eq!(
        refused(|c| c.job.clear()),
        "column job must have 3 values, but has 0"
    );
    assert_eq!(
        refused(|c| c.lane_offsets.clear()),
        "column lane_offsets must have 3 values, but has 0"
    );
}

#[test]
fn lane_offsets_rise_from_nothing_to_the_number_of_spans() {
    let (header, columns) = taken_apart();
    for (offsets, index) in [
        ([1, 2, 3], 0),
        ([0, 4, 3], 1),
        ([0, 2, 2], 2),
        ([0, 2, 4], 2),
    ] {
        let columns = OwnedColumns {
            lane_offsets: offsets.to_vec(),
            ..columns.clone()
        };
        let found = offsets[index];
        assert_eq!(
            Schedule::from_columns(header.clone(), columns),
            Err(Error::Offset {
                index,
                found,
                spans: 3
            })
        );
    }
    let header = Header {
        lanes: vec![],
        ..header
    };
    let columns = OwnedColumns {
        lane_offsets: vec![0],
        ..columns
    };
    assert_eq!(
        Schedule::from_columns(header, columns),
        Err(Error::Offset {
            index: 0,
            found: 0,
            spans: 3
        })
    );
}

#[test]
fn columns_out_of_order_are_refused() {
    let (header, mut columns) = taken_apart();
    columns.start[..2].reverse();
    columns.end[..2].reverse();
    let error = Schedule::from_columns(header, columns).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("lane \"lane 0\", span 1, from 0 to 4: it starts before"),
        "{error}"
    );
}

proptest! {
    #[test]
    fn one_spoilt_span_among_valid_ones_is_named(
        schedule in schedules().prop_filter("has a span", |schedule| !schedule.is_empty()),
        row in any::<prop::sample::Index>(),
        fault in 0..5,
    ) {
        let row = row.index(schedule.len());
        let span = schedule.span(row).unwrap();
        let (header, mut columns) = (schedule.header(), schedule.columns().owned());
        match fault {
            0 => columns.end[row] = f64::NAN,
            1 => columns.start[row] = f64::NEG_INFINITY,
            2 => (columns.start[row], columns.end[row]) = (span.end, span.start.next_down()),
            3 => columns.end[row] = schedule.makespan().next_up(),
            _ => columns.phase[row] = 9,
        }
        let lane = schedule.lane(span.lane);
        let error = Schedule::from_columns(header, columns.clone()).unwrap_err();
        let Error::Invalid { total, faults } = error else { panic!("{error}") };
        let index = row - schedule.columns().rows(span.lane).start;
        prop_assert_eq!(total, 1);
        prop_assert_eq!((faults[0].lane.as_str(), faults[0].index), (lane.name(), index));
        prop_assert_eq!(faults[0].end.to_bits(), columns.end[row].to_bits());
    }
}

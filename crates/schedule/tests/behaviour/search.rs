//! Finding spans.

use proptest::prelude::*;
use schedule::{LaneId, Schedule};

use crate::samples::{schedules, three_processors};

#[test]
fn a_span_begins_with_its_start_and_ends_before_its_end() {
    let schedule = three_processors();
    let phase_at = |time| schedule.span_at(LaneId(0), time).map(|span| span.phase.0);
    assert_eq!(phase_at(0.0), Some(0));
    assert_eq!(phase_at(100.0_f64.next_down()), Some(0));
    assert_eq!(phase_at(100.0), Some(1));
    assert_eq!(phase_at(210.0), None);
    assert_eq!(phase_at(-1.0), None);
    assert_eq!(phase_at(f64::NAN), None);
    assert_eq!(schedule.span_at(LaneId(3), 0.0), None);
}

#[test]
fn a_window_holds_what_has_time_in_it_and_not_what_only_touches_it() {
    let schedule = three_processors();
    assert_eq!(schedule.spans_in(LaneId(2), 50.0, 200.0), 6..7);
    assert_eq!(schedule.spans_in(LaneId(2), 49.0, 201.0), 5..8);
    assert!(schedule.spans_in(LaneId(2), 200.0, 50.0).is_empty());
    assert!(schedule.spans_in(LaneId(2), f64::NAN, 50.0).len() <= 3);
    assert!(schedule.spans_in(LaneId(9), 0.0, 210.0).is_empty());
}

#[test]
fn an_empty_span_among_columns_is_never_found() {
    let schedule = three_processors();
    let mut columns = schedule.columns().owned();
    columns.end[0] = 0.0;
    columns.start[1] = 0.0;
    let schedule = Schedule::from_columns(schedule.header(), columns).unwrap();
    assert_eq!(
        schedule.span_at(LaneId(0), 0.0).map(|span| span.phase.0),
        Some(1)
    );
    assert_eq!(schedule.spans_in(LaneId(0), 0.0, 210.0), 1..3);
}

proptest! {
    #[test]
    fn binary_search_finds_what_linear_search_finds(schedule in schedules(), share in -0.1..1.1, width in 0.0..0.5) {
        let times = schedule.spans().flat_map(|span| [span.start, span.end]).collect::<Vec<_>>();
        let from = schedule.makespan() * share;
        for lane in schedule.iter_lanes() {
            for &time in times.iter().chain([&from]) {
                let linear = lane.iter().find(|span| span.start <= time && time < span.end);
                prop_assert_eq!(schedule.span_at(lane.id(), time), linear);
            }
            let to = from + schedule.makespan() * width;
            let linear: Vec<_> = lane.iter().filter(|span| span.end > from && span.start < to).collect();
            let binary = schedule.spans_in(lane.id(), from, to).map(|row| schedule.span(row).unwrap());
            prop_assert_eq!(binary.collect::<Vec<_>>(), linear);
        }
    }

    #[test]
    fn rows_count_the_spans_in_order(schedule in schedules()) {
        let by_row: Vec<_> = (0..).map_while(|row| schedule.span(row)).collect();
        prop_assert_eq!(by_row, schedule.spans().collect::<Vec<_>>());
        prop_assert_eq!(schedule.span(schedule.len()), None);
        prop_assert_eq!(schedule.span(usize::MAX), None);
    }
}

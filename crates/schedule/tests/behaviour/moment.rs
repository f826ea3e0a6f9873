//! The state at a moment, against a search of everything.

use proptest::prelude::*;
use schedule::moment::{lanes_by_phase, next, previous, time_by_phase_between};
use schedule::{Schedule, measures};

use crate::samples::{schedules, three_processors};

fn events(schedule: &Schedule) -> Vec<f64> {
    let spans = schedule.spans().flat_map(|span| [span.start, span.end]);
    let mut events: Vec<_> = spans
        .chain(schedule.marks().iter().map(|mark| mark.time))
        .collect();
    events.sort_by(f64::total_cmp);
    events
}

#[test]
fn the_worked_example_has_its_events_in_order() {
    let schedule = three_processors();
    let mut seen = vec![0.0];
    while let Some(event) = next(&schedule, *seen.last().unwrap()) {
        seen.push(event);
    }
    assert_eq!(seen, [0.0, 50.0, 100.0, 200.0, 210.0]);
    assert_eq!(lanes_by_phase(&schedule, 150.0), [1, 2, 0]);
    assert_eq!(lanes_by_phase(&schedule, 210.0), [0, 0, 0]);
    assert_eq!(
        time_by_phase_between(&schedule, 90.0, 110.0),
        [30.0, 30.0, 0.0]
    );
}

proptest! {
    #[test]
    fn events_are_those_found_by_looking_at_everything(schedule in schedules(), share in 0.0..1.0) {
        let events = events(&schedule);
        let time = share * schedule.makespan();
        prop_assert_eq!(next(&schedule, time), events.iter().copied().find(|&at| at > time));
        prop_assert_eq!(previous(&schedule, time), events.iter().rev().copied().find(|&at| at < time));
    }

    #[test]
    fn every_lane_is_in_one_phase_or_idle(schedule in schedules(), share in 0.0..1.0) {
        let time = share * schedule.makespan();
        let found = lanes_by_phase(&schedule, time);
        for (phase, count) in found.iter().enumerate() {
            let slowly = schedule
                .spans()
                .filter(|span| span.phase.0 as usize == phase && span.start <= time && time < span.end)
                .count();
            prop_assert_eq!(*count as usize, slowly);
        }
    }

    #[test]
    fn parts_of_the_time_add_up_to_all_of_it(schedule in schedules(), a in 0.0..1.0, b in 0.0..1.0) {
        let end = schedule.makespan();
        let (from, to) = (f64::min(a, b) * end, f64::max(a, b) * end);
        let parts = [(0.0, from), (from, to), (to, end)];
        let parts = parts.map(|(from, to)| time_by_phase_between(&schedule, from, to));
        let whole = measures::time_by_phase(&schedule);
        for phase in 0..schedule.phases().len() {
            let sum: f64 = parts.iter().map(|part| part[phase]).sum();
            let all: f64 = whole.iter().map(|lane| lane[phase]).sum();
            prop_assert!((sum - all).abs() <= 1e-9 * all.max(1.0), "{} {}", sum, all);
        }
    }
}

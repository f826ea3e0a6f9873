//! Measures against the obvious sums.

use proptest::prelude::*;
use schedule::measures::{density, idle, share_by_phase, time_by_phase, utilisation};
use schedule::{Job, LaneId, Phase, PhaseId, Recorder, Recording, Role, Unit};

use crate::samples::{lane_names, phase_of_each_role, schedules, three_processors};

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * (1.0 + a.abs().max(b.abs()))
}

#[test]
fn the_worked_example_adds_up() {
    let schedule = three_processors();
    assert_eq!(
        time_by_phase(&schedule),
        [
            [100.0, 100.0, 10.0],
            [200.0, 0.0, 10.0],
            [50.0, 150.0, 10.0]
        ]
    );
    assert_eq!(
        utilisation(&schedule),
        [100.0 / 210.0, 200.0 / 210.0, 50.0 / 210.0]
    );
    assert_eq!(
        share_by_phase(&schedule),
        [350.0 / 630.0, 250.0 / 630.0, 30.0 / 630.0]
    );
    assert_eq!(idle(&schedule), [0.0, 0.0, 0.0]);
}

#[test]
fn a_schedule_without_time_or_lanes_has_shares_of_nothing() {
    let still = Recording::new(Unit::Seconds, lane_names(2), phase_of_each_role())
        .finish(0.0)
        .unwrap();
    assert_eq!(utilisation(&still), [0.0, 0.0]);
    assert_eq!(share_by_phase(&still), [0.0; Role::ALL.len()]);
    assert_eq!(idle(&still), [0.0, 0.0]);
    let bare = Recording::new(Unit::Seconds, vec![], phase_of_each_role())
        .finish(5.0)
        .unwrap();
    assert!(utilisation(&bare).is_empty() && idle(&bare).is_empty());
    assert_eq!(share_by_phase(&bare), [0.0; Role::ALL.len()]);
}

proptest! {
    #[test]
    fn measures_are_the_obvious_sums(schedule in schedules()) {
        let lanes = || (0..schedule.lanes().len() as u32).zip(0..);
        let sum = |lane: u32, phase: Option<u8>| -> f64 {
            let wanted = schedule.spans().filter(|span| span.lane.0 == lane && phase.is_none_or(|p| span.phase.0 == p));
            wanted.map(|span| span.end - span.start).sum()
        };
        let of_makespan = |time: f64| if schedule.makespan() == 0.0 { 0.0 } else { time / schedule.makespan() };
        for (lane, row) in lanes() {
            let row: usize = row;
            for (phase, time) in (0..).zip(&time_by_phase(&schedule)[row]) {
                prop_assert!(near(*time, sum(lane, Some(phase))));
            }
            let place = |role| Role::ALL.iter().position(|other| *other == role).unwrap() as u8;
            let useful = [Role::Compute, Role::Preempted].map(|role| sum(lane, Some(place(role))));
            prop_assert!(near(utilisation(&schedule)[row], of_makespan(useful.iter().sum())));
            prop_assert!(near(idle(&schedule)[row], schedule.makespan() - sum(lane, None)));
        }
        for (phase, share) in (0..).zip(share_by_phase(&schedule)) {
            let times: Vec<f64> = lanes().map(|(lane, _)| of_makespan(sum(lane, Some(phase)))).collect();
            prop_assert!(near(share, times.iter().sum::<f64>() / times.len().max(1) as f64));
        }
    }

    #[test]
    fn every_share_is_within_nothing_and_all(schedule in schedules()) {
        let shares = utilisation(&schedule).into_iter().chain(share_by_phase(&schedule));
        for share in shares {
            prop_assert!((0.0..=1.0 + 1e-12).contains(&share));
        }
        prop_assert!(idle(&schedule).into_iter().all(|time| time >= 0.0));
    }
}

proptest! {
    #[test]
    fn the_density_adds_up_to_the_useful_time(lengths in proptest::collection::vec((0.01..9.0_f64, 0..2_u8), 1..80), columns in 1..200_usize) {
        let phases = vec![Phase::new("compute", Role::Compute), Phase::new("wait", Role::Wait)];
        let mut recording = Recording::new(Unit::Seconds, lane_names(1), phases);
        let mut time = 0.0;
        for (length, phase) in lengths {
            recording.span(LaneId(0), PhaseId(phase), time, time + length, Job::NONE);
            time += length;
        }
        let schedule = recording.finish(time).unwrap();
        let mut parts = vec![0.0; columns];
        density(&schedule, schedule.makespan(), &mut parts);
        let mean = parts.iter().sum::<f64>() / columns as f64;
        prop_assert!((mean - utilisation(&schedule)[0]).abs() < 1e-6);
    }
}

//! The first view, and the view after a change of the schedule.

use schedule::Schedule;
use schedule::opening::rhythm;

use super::view::Window;

/// The first view of a schedule.
pub(super) fn opening(schedule: &Schedule) -> Window {
    let (from, to) = schedule::opening::window(schedule);
    Window::at(from, to - from, schedule.makespan())
}

/// The view of `new` that corresponds to a view of `old`: the same iterations where both have as
/// many lanes and about as many iterations, otherwise the same part of the time; the opening view
/// where they have little in common.
pub(super) fn carried(window: Window, old: &Schedule, new: &Schedule) -> Window {
    let alike = |a: f64, b: f64| a <= 4.0 * b && b <= 4.0 * a;
    if old.lanes().len() != new.lanes().len() || !alike(old.makespan(), new.makespan()) {
        return opening(new);
    }
    if window.is_whole(old.makespan()) {
        return Window::whole(new.makespan());
    }
    let [mut then, mut now]: [Vec<f64>; 2] =
        [old, new].map(|schedule| rhythm(schedule.marks()).collect());
    if then.len() != now.len() {
        then.clear();
        now.clear();
    }
    let place = |time: f64| translate(time, &then, old.makespan(), &now, new.makespan());
    let (from, to) = (place(window.from()), place(window.to()));
    Window::at(from, to - from, new.makespan())
}

/// The time that lies between the new marks as `time` lies between the old ones; there are as many
/// old marks as new ones.
fn translate(time: f64, then: &[f64], then_end: f64, now: &[f64], now_end: f64) -> f64 {
    let after = then.partition_point(|&mark| mark <= time);
    let edge = |marks: &[f64], end: f64| {
        let low = after
            .checked_sub(1)
            .and_then(|before| marks.get(before))
            .copied()
            .unwrap_or(0.0);
        (low, marks.get(after).copied().unwrap_or(end))
    };
    let ((then_low, then_high), (low, high)) = (edge(then, then_end), edge(now, now_end));
    let part = if then_high > then_low {
        (time - then_low) / (then_high - then_low)
    } else {
        0.0
    };
    low + part * (high - low)
}

#[cfg(test)]
mod tests {
    use schedule::{MarkId, Recorder, Recording, Unit};

    use super::*;

    fn run(lanes: usize, iterations: usize, length: f64) -> Schedule {
        let lanes = (0..lanes).map(|lane| format!("node {lane}")).collect();
        let mut recording =
            Recording::new(Unit::Milliseconds, lanes, vec![]).with_marks(["iteration", "crash"]);
        for iteration in 1..=iterations {
            recording.mark(iteration as f64 * length, MarkId(0));
        }
        recording.mark(0.5 * length, MarkId(1));
        recording.finish(iterations as f64 * length).unwrap()
    }

    #[test]
    fn a_long_run_opens_on_its_first_three_iterations() {
        let window = opening(&run(4, 100, 10.0));
        assert_eq!(window.from(), 0.0);
        assert!((30.0..31.0).contains(&window.to()));
    }

    #[test]
    fn a_short_run_opens_whole() {
        assert!(opening(&run(4, 4, 10.0)).is_whole(40.0));
    }

    #[test]
    fn the_same_iterations_stay_in_view_when_the_method_changes() {
        let window = carried(
            Window::at(100.0, 30.0, 1000.0),
            &run(4, 100, 10.0),
            &run(4, 100, 20.0),
        );
        assert!((window.from() - 200.0).abs() < 1e-9 && (window.length() - 60.0).abs() < 1e-9);
    }

    #[test]
    fn a_whole_run_stays_whole() {
        assert!(
            carried(Window::whole(1000.0), &run(4, 100, 10.0), &run(4, 90, 20.0)).is_whole(1800.0)
        );
    }

    #[test]
    fn another_machine_opens_anew() {
        let new = run(8, 100, 10.0);
        assert_eq!(
            carried(Window::at(500.0, 10.0, 1000.0), &run(4, 100, 10.0), &new),
            opening(&new)
        );
    }
}

//! The state at one moment, and the next and previous events. Times are in the schedule's unit.

use crate::Schedule;

/// The time of the next start, end or mark after `time`, on any lane; nothing after the last event.
///
/// ```
/// # use schedule::{Job, LaneId, Phase, PhaseId, Recorder, Recording, Role, Unit};
/// # let phases = vec![Phase::new("calc", Role::Compute)];
/// # let mut recording = Recording::new(Unit::Milliseconds, vec!["p1".into()], phases);
/// recording.span(LaneId(0), PhaseId(0), 5.0, 30.0, Job(0));
/// let schedule = recording.finish(40.0)?;
/// assert_eq!(schedule::moment::next(&schedule, 5.0), Some(30.0));
/// assert_eq!(schedule::moment::previous(&schedule, 5.0), None);
/// # Ok::<(), schedule::Error>(())
/// ```
pub fn next(schedule: &Schedule, time: f64) -> Option<f64> {
    let columns = schedule.columns();
    let marks = schedule.marks();
    let mark = marks
        .get(marks.partition_point(|mark| mark.time <= time))
        .map(|mark| mark.time);
    let spans = schedule.iter_lanes().flat_map(|lane| {
        let rows = columns.rows(lane.id());
        [columns.start, columns.end].map(|column| {
            let column = column.get(rows.clone()).unwrap_or_default();
            column
                .get(column.partition_point(|&at| at <= time))
                .copied()
        })
    });
    spans.flatten().chain(mark).min_by(f64::total_cmp)
}

/// The time of the last start, end or mark before `time`, on any lane; nothing before the first event.
pub fn previous(schedule: &Schedule, time: f64) -> Option<f64> {
    let columns = schedule.columns();
    let marks = schedule.marks();
    let mark = marks
        .partition_point(|mark| mark.time < time)
        .checked_sub(1)
        .and_then(|place| marks.get(place))
        .map(|mark| mark.time);
    let spans = schedule.iter_lanes().flat_map(|lane| {
        let rows = columns.rows(lane.id());
        [columns.start, columns.end].map(|column| {
            let column = column.get(rows.clone()).unwrap_or_default();
            let place = column.partition_point(|&at| at < time).checked_sub(1)?;
            column.get(place).copied()
        })
    });
    spans.flatten().chain(mark).max_by(f64::total_cmp)
}

/// The number of lanes in each phase at `time`: one value a phase. A span counts from its start until before its end;
/// lanes that no phase counts are idle.
pub fn lanes_by_phase(schedule: &Schedule, time: f64) -> Vec<u32> {
    let mut counts = vec![0; schedule.phases().len()];
    for lane in schedule.iter_lanes() {
        if let Some(span) = schedule.span_at(lane.id(), time)
            && let Some(count) = counts.get_mut(usize::from(span.phase.0))
        {
            *count += 1;
        }
    }
    counts
}

/// The time of all lanes that each phase takes between two moments: one value a phase.
pub fn time_by_phase_between(schedule: &Schedule, from: f64, to: f64) -> Vec<f64> {
    let mut times = vec![0.0; schedule.phases().len()];
    for lane in schedule.iter_lanes() {
        for span in lane.within(Some((from, to))) {
            if let Some(time) = times.get_mut(usize::from(span.phase.0)) {
                *time += span.duration();
            }
        }
    }
    times
}

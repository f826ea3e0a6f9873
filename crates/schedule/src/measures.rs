//! How the time of a schedule was spent. Times are in the schedule's unit; shares are within 0 to
//! 1, and 0 when the makespan is 0 or there is no lane.

use crate::{LaneId, Schedule};

/// Each lane's utilisation: the share of the makespan that it spends on useful work, see
/// [`Role::is_useful`](crate::Role::is_useful). One value a lane.
///
/// ```
/// # use schedule::{Job, LaneId, Phase, PhaseId, Recorder, Recording, Role, Unit};
/// # let phases = vec![Phase::new("calc", Role::Compute), Phase::new("wait", Role::Wait)];
/// # let mut recording = Recording::new(Unit::Milliseconds, vec!["p1".into()], phases);
/// recording.span(LaneId(0), PhaseId(0), 0.0, 30.0, Job(0));
/// recording.span(LaneId(0), PhaseId(1), 30.0, 40.0, Job::NONE);
/// let schedule = recording.finish(40.0)?;
/// assert_eq!(schedule::measures::utilisation(&schedule), [0.75]);
/// # Ok::<(), schedule::Error>(())
/// ```
pub fn utilisation(schedule: &Schedule) -> Vec<f64> {
    let useful = |row: Vec<f64>| {
        let time: f64 = row
            .iter()
            .zip(schedule.phases())
            .filter(|(_, phase)| phase.role.is_useful())
            .map(|(time, _)| time)
            .sum();
        share(time, schedule.makespan())
    };
    time_by_phase(schedule).into_iter().map(useful).collect()
}

/// The time that each lane spends in each phase: a row a lane, a column a phase.
pub fn time_by_phase(schedule: &Schedule) -> Vec<Vec<f64>> {
    let row = |lane: crate::Lane<'_>| {
        let mut times = vec![0.0; schedule.phases().len()];
        for span in lane.iter() {
            if let Some(time) = times.get_mut(usize::from(span.phase.0)) {
                *time += span.duration();
            }
        }
        times
    };
    schedule.iter_lanes().map(row).collect()
}

/// The share of all lanes' time that each phase takes: one value a phase. The rest up to 1 is [`idle`].
pub fn share_by_phase(schedule: &Schedule) -> Vec<f64> {
    let mut totals = vec![0.0; schedule.phases().len()];
    for row in time_by_phase(schedule) {
        for (total, time) in totals.iter_mut().zip(row) {
            *total += time;
        }
    }
    let all = schedule.makespan() * schedule.lanes().len() as f64;
    totals.into_iter().map(|time| share(time, all)).collect()
}

/// The time of each lane that no span covers, from 0 to the makespan. One value a lane.
pub fn idle(schedule: &Schedule) -> Vec<f64> {
    let gaps = |lane: crate::Lane<'_>| {
        let (mut idle, mut end) = (0.0, 0.0);
        for span in lane.iter() {
            idle += span.start - end;
            end = span.end;
        }
        idle + (schedule.makespan() - end)
    };
    schedule.iter_lanes().map(gaps).collect()
}

/// The lane that the others waited for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slowest {
    /// The start of the interval, in the schedule's unit.
    pub from: f64,
    /// The end of the interval.
    pub to: f64,
    /// The lane that had something of its own to do until last, see [`Role::is_idle`](crate::Role::is_idle); of
    /// several, the first.
    pub lane: LaneId,
    /// The end of that lane's work, within the interval.
    pub until: f64,
}

/// For each interval between two marks, the beginning and the end of the schedule: the lane that the others waited
/// for. An interval in which no lane had anything to do is left out.
pub fn slowest(schedule: &Schedule) -> Vec<Slowest> {
    let mut ends: Vec<f64> = schedule.marks().iter().map(|mark| mark.time).collect();
    ends.push(schedule.makespan());
    ends.dedup();
    let mut last: Vec<Option<(f64, LaneId)>> = vec![None; ends.len()];
    for lane in schedule.iter_lanes() {
        let mut interval = 0;
        for span in lane.iter() {
            let phase = schedule.phases().get(usize::from(span.phase.0));
            if phase.is_none_or(|phase| phase.role.is_idle()) {
                continue;
            }
            while ends.get(interval).is_some_and(|&end| end <= span.start) {
                interval += 1;
            }
            // A span may reach over several intervals.
            for (end, best) in ends.iter().zip(&mut last).skip(interval) {
                let until = span.end.min(*end);
                if best.is_none_or(|(latest, _)| until > latest) {
                    *best = Some((until, lane.id()));
                }
                if span.end <= *end {
                    break;
                }
            }
        }
    }
    let begins = std::iter::once(0.0).chain(ends.iter().copied());
    begins
        .zip(&ends)
        .zip(last)
        .filter_map(|((from, &to), last)| {
            last.map(|(until, lane)| Slowest {
                from,
                to,
                lane,
                until,
            })
        })
        .collect()
}

fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// The part of the lanes that did useful work, for each of `density.len()` equal parts of the time up to
/// `extent`, from 0 to 1. One pass over the spans.
pub fn density(schedule: &Schedule, extent: f64, density: &mut [f64]) {
    density.fill(0.0);
    let columns = schedule.columns();
    let useful: Vec<bool> = schedule
        .phases()
        .iter()
        .map(|phase| phase.role.is_useful())
        .collect();
    let per_time = density.len() as f64 / extent;
    if !per_time.is_finite() {
        return;
    }
    for ((&start, &end), &phase) in columns.start.iter().zip(columns.end).zip(columns.phase) {
        if !useful.get(usize::from(phase)).is_some_and(|useful| *useful) {
            continue;
        }
        let (from, to) = (start * per_time, end * per_time);
        let first = from as usize;
        let touched = density.get_mut(first..).unwrap_or_default();
        for (left, place) in (first..).map(|column| column as f64).zip(touched) {
            if left >= to {
                break;
            }
            *place += to.min(left + 1.0) - from.max(left);
        }
    }
    let lanes = schedule.lanes().len().max(1) as f64;
    for place in density {
        *place = (*place / lanes).clamp(0.0, 1.0);
    }
}

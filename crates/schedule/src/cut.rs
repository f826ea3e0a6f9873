//! A part of a schedule.

use crate::columns::OwnedColumns;
use crate::{Error, Links, Mark, Relation, Schedule};

/// The part of a schedule between two moments, in the time since the first: spans that reach over an edge are cut there, links
/// and marks that begin before the part or end after it are left out, and so are bounds, which belong to the whole schedule. A
/// mark at the first moment belongs to the time before.
///
/// # Errors
/// Moments that are no numbers, or the second before the first.
///
/// ```
/// # use schedule::{Job, LaneId, Phase, PhaseId, Recorder, Recording, Role, Unit};
/// # let phases = vec![Phase::new("calc", Role::Compute)];
/// # let mut recording = Recording::new(Unit::Milliseconds, vec!["p1".into()], phases);
/// recording.span(LaneId(0), PhaseId(0), 0.0, 100.0, Job(0));
/// recording.span(LaneId(0), PhaseId(0), 100.0, 180.0, Job(1));
/// let part = schedule::cut::part(&recording.finish(200.0)?, 90.0, 150.0)?;
/// assert_eq!(part.makespan(), 60.0);
/// assert_eq!(part.spans().map(|span| (span.start, span.end)).collect::<Vec<_>>(), [(0.0, 10.0), (10.0, 60.0)]);
/// # Ok::<(), schedule::Error>(())
/// ```
pub fn part(schedule: &Schedule, from: f64, to: f64) -> Result<Schedule, Error> {
    let mut header = schedule.header();
    header.makespan = to - from;
    header.bounds.clear();
    header.marks = schedule
        .marks()
        .iter()
        .filter(|mark| from < mark.time && mark.time <= to)
        .map(|mark| Mark {
            time: mark.time - from,
            ..mark.clone()
        })
        .collect();
    let mut columns = OwnedColumns {
        lane_offsets: vec![0],
        ..OwnedColumns::default()
    };
    for lane in schedule.iter_lanes() {
        for row in schedule.spans_in(lane.id(), from, to) {
            let Some(span) = schedule.span(row) else {
                continue;
            };
            columns.start.push(span.start.max(from) - from);
            columns.end.push(span.end.min(to) - from);
            columns.phase.push(span.phase.0);
            columns.job.push(span.job.0);
        }
        columns.lane_offsets.push(columns.start.len() as u32);
    }
    let mut links = Links::default();
    for link in schedule.links().iter() {
        let kind = schedule.link_kinds().get(usize::from(link.kind.0));
        let remainder = kind.is_some_and(|kind| kind.relation == Relation::Remainder);
        let inside = match remainder {
            // Work that a lane stops at the first moment belongs to the time before.
            true => from < link.start && link.start <= to,
            false => from <= link.start && link.end <= to,
        };
        if inside {
            links.push(crate::Link {
                start: link.start - from,
                end: link.end - from,
                ..link
            });
        }
    }
    columns.links = links;
    Schedule::from_columns(header, columns)
}

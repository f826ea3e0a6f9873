//! A schedule as a table for spreadsheets.

use std::io::{self, Write};

use crate::{Schedule, Span, Unit};

/// Writes a row a span: `lane,phase,role,start_ms,end_ms,duration_ms,job,group`, by lane, then by
/// start.
/// Times are in milliseconds in any schedule, with all their digits, unless its unit has no name: then the headers are
/// `start,end,duration`. `job` is empty for [`Job::NONE`](crate::Job::NONE), and `group` for lanes in no group. With a window, in
/// the schedule's unit, only the spans in it, see [`Lane::within`](crate::Lane::within).
///
/// A name that a spreadsheet would take for a formula (`=`, `+`, `-`, `@`, tab, line break first)
/// gets an apostrophe before it, which spreadsheets read as "this is text".
///
/// # Errors
/// Those of the writer.
///
/// ```
/// # use schedule::{Job, LaneId, Phase, PhaseId, Recorder, Recording, Role, Unit};
/// # let phases = vec![Phase::new("calc", Role::Compute)];
/// # let mut recording = Recording::new(Unit::Seconds, vec!["=p1".into()], phases);
/// recording.span(LaneId(0), PhaseId(0), 0.0, 1.5, Job(7));
/// let mut table = Vec::new();
/// schedule::csv::write(&recording.finish(2.0)?, None, &mut table)?;
/// let table = String::from_utf8(table)?;
/// assert_eq!(table.lines().nth(1), Some("'=p1,calc,compute,0.0,1500.0,1500.0,7,"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(schedule: &Schedule, window: Option<(f64, f64)>, out: impl Write) -> io::Result<()> {
    let mut table = ::csv::WriterBuilder::new()
        .has_headers(false)
        .from_writer(out);
    let [start, end, duration] = match schedule.unit() {
        Unit::Units => ["start", "end", "duration"],
        Unit::Milliseconds | Unit::Seconds => ["start_ms", "end_ms", "duration_ms"],
    };
    table.write_record([
        "lane", "phase", "role", start, end, duration, "job", "group",
    ])?;
    let phases: Vec<(String, &str)> = schedule
        .phases()
        .iter()
        .map(|phase| (safe(&phase.name), phase.role.name()))
        .collect();
    let milliseconds = schedule.unit().milliseconds();
    for lane in schedule.iter_lanes() {
        let name = safe(lane.name());
        let groups = schedule.groups();
        let after = groups.partition_point(|group| group.first <= lane.id().0);
        let group = after.checked_sub(1).and_then(|place| groups.get(place));
        let group = group
            .filter(|group| lane.id().0 - group.first < group.lanes)
            .map_or_else(String::new, |group| safe(&group.name));
        for Span {
            phase,
            start,
            end,
            job,
            ..
        } in lane.within(window)
        {
            let (phase, role) = phases
                .get(usize::from(phase.0))
                .map_or(("", ""), |(name, role)| (name, role));
            let (start, end) = (start * milliseconds, end * milliseconds);
            table.serialize((
                &name,
                phase,
                role,
                start,
                end,
                end - start,
                job.number(),
                &group,
            ))?;
        }
    }
    table.flush()
}

/// A text that no spreadsheet takes for a formula.
#[must_use]
pub fn safe(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
    if formula {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

//! The rules that every schedule keeps. Its construction checks them once.

use crate::columns::{Columns, Header};
use crate::error::{Error, Fault, Reason};
use crate::{LaneId, Links, Mark, Relation, Span};

/// The largest number of faulty spans that an error lists.
const LISTED: usize = 20;

/// The faulty spans: the first few, and the number of all.
#[derive(Default)]
pub(crate) struct Faults {
    total: usize,
    listed: Vec<Fault>,
}

impl Faults {
    pub(crate) fn add(
        &mut self,
        lane: impl FnOnce() -> String,
        index: usize,
        span: Span,
        reason: Reason,
    ) {
        self.total += 1;
        if self.listed.len() < LISTED {
            self.listed.push(Fault {
                lane: lane(),
                index,
                start: span.start,
                end: span.end,
                reason,
            });
        }
    }

    fn into_result(self) -> Result<(), Error> {
        if self.total == 0 {
            Ok(())
        } else {
            Err(Error::Invalid {
                total: self.total,
                faults: self.listed,
            })
        }
    }
}

/// Checks makespan, number of phases, marks, groups and bounds.
pub(crate) fn header(header: &Header) -> Result<(), Error> {
    let makespan = header.makespan;
    if !(makespan.is_finite() && makespan >= 0.0) {
        return Err(Error::Makespan(makespan));
    }
    if header.phases.len() > 256 {
        return Err(Error::TooManyPhases(header.phases.len()));
    }
    for (index, Mark { time, text, .. }) in header.marks.iter().enumerate() {
        if !(0.0..=makespan).contains(time) {
            return Err(Error::Mark {
                index,
                text: text.clone(),
                time: *time,
                makespan,
            });
        }
    }
    enclosures(header)
}

/// Checks that groups are of lanes that exist, in order, without a lane twice, and that bounds are times.
fn enclosures(header: &Header) -> Result<(), Error> {
    let mut free = 0;
    for (index, group) in header.groups.iter().enumerate() {
        let end = u64::from(group.first) + u64::from(group.lanes);
        if group.lanes == 0 || u64::from(group.first) < free || end > header.lanes.len() as u64 {
            return Err(Error::Group {
                index,
                name: group.name.clone(),
                first: group.first,
                lanes: group.lanes,
                free,
                all: header.lanes.len(),
            });
        }
        free = end;
    }
    for (index, bound) in header.bounds.iter().enumerate() {
        if !(bound.time.is_finite() && bound.time >= 0.0) {
            return Err(Error::Bound {
                index,
                name: bound.name.clone(),
                time: bound.time,
            });
        }
    }
    Ok(())
}

/// Checks every link: kind and lanes exist, and it goes forward within the schedule.
pub(crate) fn links(header: &Header, links: &Links) -> Result<(), Error> {
    let expected = links.kind.len();
    let lengths = [
        ("links.from", links.from.len()),
        ("links.start", links.start.len()),
        ("links.to", links.to.len()),
        ("links.end", links.end.len()),
    ];
    if let Some((column, found)) = lengths.into_iter().find(|(_, found)| *found != expected) {
        return Err(Error::Length {
            column,
            expected,
            found,
        });
    }
    if header.link_kinds.len() > 256 {
        return Err(Error::TooManyLinkKinds(header.link_kinds.len()));
    }
    let lanes = header.lanes.len();
    for (index, link) in links.iter().enumerate() {
        let exists = usize::from(link.kind.0) < header.link_kinds.len()
            && (link.from.0 as usize) < lanes
            && (link.to.0 as usize) < lanes;
        // The end of stopped work may lie after the end of everything else.
        let kind = header.link_kinds.get(usize::from(link.kind.0));
        let latest = match kind.map(|kind| kind.relation) {
            Some(Relation::Remainder) => f64::MAX,
            _ => header.makespan,
        };
        let within = 0.0 <= link.start
            && link.start <= header.makespan
            && link.start <= link.end
            && link.end <= latest;
        if !(exists && within) {
            return Err(Error::Link {
                index,
                link,
                kinds: header.link_kinds.len(),
                lanes,
                makespan: header.makespan,
            });
        }
    }
    Ok(())
}

/// Checks that the columns are equally long and that the offsets cut them into as many lanes.
pub(crate) fn shape(lanes: usize, columns: Columns<'_>) -> Result<(), Error> {
    let Columns {
        lane_offsets,
        start,
        end,
        phase,
        job,
        ..
    } = columns;
    let spans = start.len();
    if u32::try_from(spans).is_err() {
        return Err(Error::TooManySpans(spans));
    }
    let lengths = [
        ("end", end.len(), spans),
        ("phase", phase.len(), spans),
        ("job", job.len(), spans),
        ("lane_offsets", lane_offsets.len(), lanes + 1),
    ];
    if let Some((column, found, expected)) = lengths
        .into_iter()
        .find(|(_, found, expected)| found != expected)
    {
        return Err(Error::Length {
            column,
            expected,
            found,
        });
    }
    let mut least = 0;
    for (index, &found) in lane_offsets.iter().enumerate() {
        let greatest = if index == 0 { 0 } else { spans };
        let least_here = if index == lanes { spans } else { least };
        if !(least_here..=greatest).contains(&(found as usize)) {
            return Err(Error::Offset {
                index,
                found,
                spans,
            });
        }
        least = found as usize;
    }
    Ok(())
}

/// Checks every span of columns whose shape is right, and adds the faulty spans to the faults.
pub(crate) fn spans(
    header: &Header,
    columns: Columns<'_>,
    mut faults: Faults,
) -> Result<(), Error> {
    for (lane, name) in (0..).map(LaneId).zip(&header.lanes) {
        let mut latest = 0.0;
        for (index, span) in columns.spans(lane, columns.rows(lane)).enumerate() {
            match fault(header, latest, span) {
                Some(reason) => faults.add(|| name.clone(), index, span, reason),
                None => latest = span.end,
            }
        }
    }
    faults.into_result()
}

/// The fault of a span that comes after others, given the latest end of these.
fn fault(header: &Header, latest: f64, span: Span) -> Option<Reason> {
    let (makespan, phases) = (header.makespan, header.phases.len());
    let Span {
        phase, start, end, ..
    } = span;
    if usize::from(phase.0) >= phases {
        Some(Reason::UnknownPhase {
            phase: phase.0,
            phases,
        })
    } else if !(start.is_finite() && end.is_finite()) {
        Some(Reason::NotFinite)
    } else if end < start {
        Some(Reason::Negative)
    } else if start < 0.0 || end > makespan {
        Some(Reason::Outside { makespan })
    } else if start < latest {
        Some(Reason::Overlap {
            previous_end: latest,
        })
    } else {
        None
    }
}

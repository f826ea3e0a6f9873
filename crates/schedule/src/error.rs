//! The reasons why a schedule is refused.

use std::fmt;

use crate::Link;

/// The reasons why a schedule is refused. Every message names the place, the value and the allowed values.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    /// The makespan is no length of time.
    #[error("the makespan must be a finite number of at least 0, but is {0}")]
    Makespan(f64),
    /// Too many phases: one byte names a phase.
    #[error("a schedule has at most 256 phases, but {0} were given")]
    TooManyPhases(usize),
    /// Too many spans: 32 bits name a span.
    #[error("a schedule has at most 4294967295 spans, but {0} were given")]
    TooManySpans(usize),
    /// A column is shorter or longer than the others.
    #[error("column {column} must have {expected} values, but has {found}")]
    Length {
        /// The column's name, as in [`Columns`](crate::Columns).
        column: &'static str,
        /// The required number of values.
        expected: usize,
        /// The present number of values.
        found: usize,
    },
    /// The lane offsets do not cut the columns into lanes.
    #[error(
        "lane offsets must rise from 0 to {spans}, the number of spans, but number {index} is {found}"
    )]
    Offset {
        /// The offset's number, from 0.
        index: usize,
        /// Its value.
        found: u32,
        /// The number of spans.
        spans: usize,
    },
    /// A mark was recorded whose text was never given.
    #[error("mark kind {kind} has no text: {texts} texts were given")]
    UnknownMark {
        /// The number of the kind, from 0.
        kind: u8,
        /// The number of texts given.
        texts: usize,
    },
    /// A mark lies outside the schedule.
    #[error("mark {index} \"{text}\" must lie within 0 to {makespan}, but is at {time}")]
    Mark {
        /// The mark's number, from 0, in the order given.
        index: usize,
        /// Its text.
        text: String,
        /// Its time, in the schedule's unit.
        time: f64,
        /// The makespan, in the schedule's unit.
        makespan: f64,
    },
    /// A group of lanes that do not exist, are in another group as well, or come before the lanes of the previous group.
    #[error(
        "group {index} \"{name}\" must have at least one lane, none before lane {free}, and end within the {all} lanes, but has {lanes} from lane {first} on"
    )]
    Group {
        /// The group's number, from 0.
        index: usize,
        /// Its name.
        name: String,
        /// Its first lane.
        first: u32,
        /// The number of its lanes.
        lanes: u32,
        /// The first lane that is in no group before it.
        free: u64,
        /// The number of all lanes.
        all: usize,
    },
    /// A bound that is no time.
    #[error("bound {index} \"{name}\" must be at a finite time of at least 0, but is at {time}")]
    Bound {
        /// The bound's number, from 0.
        index: usize,
        /// Its name.
        name: String,
        /// Its time, in the schedule's unit.
        time: f64,
    },
    /// Too many kinds of links: one byte names a kind.
    #[error("a schedule has at most 256 kinds of links, but {0} were given")]
    TooManyLinkKinds(usize),
    /// A link of an unknown kind, between lanes that do not exist, backwards in time or outside the schedule.
    #[error(
        "link {index} of kind {} from lane {} at {} to lane {} at {} must have one of {kinds} kinds, connect two of {lanes} lanes, and go forward within 0 to {makespan}",
        link.kind.0, link.from.0, link.start, link.to.0, link.end
    )]
    Link {
        /// The link's number, from 0, in the order given.
        index: usize,
        /// The link.
        link: Link,
        /// The number of kinds.
        kinds: usize,
        /// The number of lanes.
        lanes: usize,
        /// The makespan, in the schedule's unit.
        makespan: f64,
    },
    /// Faulty spans.
    #[error("{}", list(*total, faults))]
    Invalid {
        /// The number of faulty spans.
        total: usize,
        /// The first twenty of them.
        faults: Vec<Fault>,
    },
}

/// A faulty span.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// The lane's name, or its number when there is no such lane.
    pub lane: String,
    /// The span's place, from 0: within its lane by start; in the order of recording when there is
    /// no such lane.
    pub index: usize,
    /// The start, in the schedule's unit.
    pub start: f64,
    /// The end, in the schedule's unit.
    pub end: f64,
    /// The reason why it is faulty.
    pub reason: Reason,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault {
            lane,
            index,
            start,
            end,
            reason,
        } = self;
        write!(
            f,
            "lane \"{lane}\", span {index}, from {start} to {end}: {reason}"
        )
    }
}

/// The reasons why a span is faulty. Of several, the error names the first of this list.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum Reason {
    /// Its lane is not in the list of lanes.
    #[error("there is no such lane, only {lanes}")]
    UnknownLane {
        /// The number of lanes.
        lanes: usize,
    },
    /// Its phase is not in the list of phases.
    #[error("there is no phase {phase}, only {phases}")]
    UnknownPhase {
        /// The number of the phase, from 0.
        phase: u8,
        /// The number of phases.
        phases: usize,
    },
    /// Its start or end is infinite or not a number.
    #[error("start and end must be finite")]
    NotFinite,
    /// It ends before it starts.
    #[error("it ends before it starts")]
    Negative,
    /// It starts before 0 or ends after the makespan.
    #[error("it must lie within 0 to the makespan {makespan}")]
    Outside {
        /// The makespan, in the schedule's unit.
        makespan: f64,
    },
    /// It starts before an earlier span of the lane has ended. Touching is allowed; times are
    /// compared exactly.
    #[error("it starts before an earlier span of the lane ends, at {previous_end}")]
    Overlap {
        /// The latest end of the spans before it, in the schedule's unit.
        previous_end: f64,
    },
}

fn list(total: usize, faults: &[Fault]) -> String {
    let plural = if total == 1 { "span is" } else { "spans are" };
    let mut text = format!("{total} {plural} invalid");
    for fault in faults {
        text.push_str(&format!("\n  {fault}"));
    }
    if total > faults.len() {
        text.push_str(&format!("\n  and {} more", total - faults.len()));
    }
    text
}

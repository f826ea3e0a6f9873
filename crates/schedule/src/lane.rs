//! One lane of a schedule, and one span of a lane.

use std::ops::Range;

use crate::columns::Columns;
use crate::{Job, LaneId, PhaseId};

/// One lane was in one phase from start to end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// The lane.
    pub lane: LaneId,
    /// What it did.
    pub phase: PhaseId,
    /// From when, in the schedule's unit.
    pub start: f64,
    /// Until when, in the schedule's unit; not before `start`.
    pub end: f64,
    /// For which job.
    pub job: Job,
}

impl Span {
    /// How long, in the schedule's unit.
    pub fn duration(&self) -> f64 {
        self.end - self.start
    }
}

/// The spans of one lane, by start.
#[derive(Clone, Debug)]
pub struct Lane<'a> {
    pub(crate) id: LaneId,
    pub(crate) name: &'a str,
    pub(crate) columns: Columns<'a>,
    pub(crate) rows: Range<usize>,
}

impl<'a> Lane<'a> {
    /// The lane's number.
    pub fn id(&self) -> LaneId {
        self.id
    }

    /// The lane's name.
    pub fn name(&self) -> &'a str {
        self.name
    }

    /// How many spans it has.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether it has no span.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Its spans, by start.
    pub fn iter(
        &self,
    ) -> impl DoubleEndedIterator<Item = Span> + ExactSizeIterator + Clone + use<'a> {
        self.columns.spans(self.id, self.rows.clone())
    }
}

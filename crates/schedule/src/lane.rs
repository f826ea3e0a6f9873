//! One lane of a schedule, and one span of a lane.

use std::ops::Range;

use crate::columns::Columns;
use crate::{Job, LaneId, PhaseId};

/// A stretch of time that one lane spends in one phase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// The lane.
    pub lane: LaneId,
    /// The lane's phase.
    pub phase: PhaseId,
    /// The start, in the schedule's unit.
    pub start: f64,
    /// The end, in the schedule's unit; not before `start`.
    pub end: f64,
    /// The job.
    pub job: Job,
}

impl Span {
    /// The span's length, in the schedule's unit.
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

    /// The number of spans.
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

    /// Its spans that have some of their time in the window, by start, each cut to the window's
    /// ends; all of them without one.
    ///
    /// ```
    /// # use schedule::{Job, LaneId, Phase, PhaseId, Recorder, Recording, Role, Unit};
    /// # let phases = vec![Phase::new("calc", Role::Compute)];
    /// # let mut recording = Recording::new(Unit::Milliseconds, vec!["p1".into()], phases);
    /// recording.span(LaneId(0), PhaseId(0), 0.0, 100.0, Job(0));
    /// recording.span(LaneId(0), PhaseId(0), 100.0, 150.0, Job(1));
    /// let schedule = recording.finish(200.0)?;
    /// let seen: Vec<_> = schedule.lane(LaneId(0)).within(Some((90.0, 120.0))).collect();
    /// assert_eq!((seen[0].start, seen[0].end), (90.0, 100.0));
    /// assert_eq!((seen[1].start, seen[1].end), (100.0, 120.0));
    /// # Ok::<(), schedule::Error>(())
    /// ```
    pub fn within(&self, window: Option<(f64, f64)>) -> impl Iterator<Item = Span> + use<'a> {
        let rows = match window {
            Some((from, to)) => self.columns.rows_in(self.id, from, to),
            None => self.rows.clone(),
        };
        let (from, to) = window.unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
        self.columns.spans(self.id, rows).map(move |span| Span {
            start: span.start.max(from),
            end: span.end.min(to),
            ..span
        })
    }
}

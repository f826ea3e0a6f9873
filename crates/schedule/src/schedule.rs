//! A checked, sorted schedule.

use std::ops::Range;

use serde::{Deserialize, Serialize, Serializer};

use crate::columns::{Columns, Document, Header, Mark, OwnedColumns};
use crate::error::Error;
use crate::link::{Bound, Group, LinkKind, Links};
use crate::validate::{self, Faults};
use crate::{Job, Lane, LaneId, Phase, Span, Unit, sort};

/// The phases and jobs of every lane over time. Comes from
/// [`Recording::finish`](crate::Recording::finish), [`Schedule::from_columns`] or a file, and is
/// checked there; its users rely on these rules:
///
/// - spans are sorted by lane, then by start, and those of a lane do not overlap (they may touch);
/// - every time is finite and within `0..=makespan`, in the schedule's unit;
/// - every span's lane and phase exist.
///
/// With serde it is `{"header": …, "columns": …}`, see [`Header`] and [`Columns`]; reading checks
/// it. A span takes 21 bytes of memory.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "Document<Header, OwnedColumns>")]
pub struct Schedule {
    header: Header,
    columns: OwnedColumns,
}

impl Schedule {
    /// Makes a schedule of the parts that [`header`](Schedule::header) and [`columns`](Schedule::columns) return, and checks it.
    ///
    /// # Errors
    /// The errors of [`Recording::finish`](crate::Recording::finish), and columns of unequal length
    /// or lane offsets that do not rise from 0 to the number of spans.
    pub fn from_columns(header: Header, columns: OwnedColumns) -> Result<Schedule, Error> {
        Schedule::checked(header, columns, Faults::default())
    }

    /// As [`from_columns`](Schedule::from_columns), with faults that were found before.
    pub(crate) fn checked(
        mut header: Header,
        mut columns: OwnedColumns,
        faults: Faults,
    ) -> Result<Schedule, Error> {
        validate::header(&header)?;
        validate::shape(header.lanes.len(), columns.view())?;
        validate::spans(&header, columns.view(), faults)?;
        validate::links(&header, &columns.links)?;
        columns.links = columns.links.sorted();
        sort::by(&mut header.marks, |a, b| a.time.total_cmp(&b.time));
        Ok(Schedule { header, columns })
    }

    /// The same schedule with these marks alone, all with one text; later times become the end.
    ///
    /// # Errors
    /// As [`from_columns`](Schedule::from_columns), where a time is not finite or below 0.
    pub fn marked(&self, text: &str, times: impl IntoIterator<Item = f64>) -> Result<Self, Error> {
        let mut header = self.header();
        let end = header.makespan;
        let mark = |time: f64| Mark {
            time: time.min(end),
            text: text.into(),
            inputs: None,
        };
        header.marks = times.into_iter().map(mark).collect();
        Self::from_columns(header, self.columns().owned())
    }

    /// The number of spans.
    pub fn len(&self) -> usize {
        self.columns.start.len()
    }

    /// Whether there is no span.
    pub fn is_empty(&self) -> bool {
        self.columns.start.is_empty()
    }

    /// The lanes' names, from lane 0.
    pub fn lanes(&self) -> &[String] {
        &self.header.lanes
    }

    /// The phases, from phase 0.
    pub fn phases(&self) -> &[Phase] {
        &self.header.phases
    }

    /// The unit of every time.
    pub fn unit(&self) -> Unit {
        self.header.unit
    }

    /// The end of the last lane, in the schedule's unit.
    pub fn makespan(&self) -> f64 {
        self.header.makespan
    }

    /// Groups of lanes that belong together, by their first lane.
    pub fn groups(&self) -> &[Group] {
        &self.header.groups
    }

    /// Each [`Bound`] to compare the makespan with.
    pub fn bounds(&self) -> &[Bound] {
        &self.header.bounds
    }

    /// The kinds of links, from kind 0.
    pub fn link_kinds(&self) -> &[LinkKind] {
        &self.header.link_kinds
    }

    /// A job's name, if it has one.
    pub fn job(&self, job: Job) -> Option<&str> {
        let words = self.header.jobs.get(job.number()? as usize)?;
        Some(words)
            .filter(|words| !words.is_empty())
            .map(String::as_str)
    }

    /// The label on the spans of a job: its name where that is short, such as "P1", else its number.
    pub fn label(&self, job: Job) -> Option<String> {
        /// Longer names have no room.
        const LONGEST: usize = 4;
        let words = self
            .job(job)
            .filter(|words| words.chars().count() <= LONGEST);
        let number = || job.number().map(|number| number.to_string());
        words.map(str::to_owned).or_else(number)
    }

    /// The links between lanes, by their start.
    pub fn links(&self) -> &Links {
        &self.columns.links
    }

    /// The marks, by time.
    pub fn marks(&self) -> &[Mark] {
        &self.header.marks
    }

    /// One lane. A lane that does not exist has no name and no spans.
    pub fn lane(&self, lane: LaneId) -> Lane<'_> {
        let name = self
            .header
            .lanes
            .get(lane.0 as usize)
            .map_or("", String::as_str);
        let columns = self.columns();
        Lane {
            id: lane,
            name,
            rows: columns.rows(lane),
            columns,
        }
    }

    /// Every lane, from lane 0.
    pub fn iter_lanes(&self) -> impl Iterator<Item = Lane<'_>> {
        (0..)
            .map(LaneId)
            .zip(self.lanes())
            .map(|(lane, _)| self.lane(lane))
    }

    /// Every span, by lane, then by start.
    pub fn spans(&self) -> impl Iterator<Item = Span> {
        self.iter_lanes().flat_map(|lane| lane.iter())
    }

    /// The span of this row of the columns, if there is one.
    pub fn span(&self, row: usize) -> Option<Span> {
        let lane = self
            .columns
            .lane_offsets
            .partition_point(|&offset| offset as usize <= row)
            .checked_sub(1)?;
        let lane = LaneId(u32::try_from(lane).ok()?);
        self.columns().spans(lane, row..row.checked_add(1)?).next()
    }

    /// The span of the lane during which `time` falls: `start <= time < end`. Found by binary
    /// search.
    ///
    /// ```
    /// # use schedule::{Job, LaneId, Phase, PhaseId, Recorder, Recording, Role, Unit};
    /// # let phases = vec![Phase::new("calc", Role::Compute)];
    /// # let mut recording = Recording::new(Unit::Milliseconds, vec!["p1".into()], phases);
    /// recording.span(LaneId(0), PhaseId(0), 0.0, 100.0, Job(0));
    /// recording.span(LaneId(0), PhaseId(0), 100.0, 150.0, Job(1));
    /// let schedule = recording.finish(200.0)?;
    /// assert_eq!(schedule.span_at(LaneId(0), 100.0).map(|span| span.job), Some(Job(1)));
    /// assert_eq!(schedule.span_at(LaneId(0), 150.0), None);
    /// # Ok::<(), schedule::Error>(())
    /// ```
    pub fn span_at(&self, lane: LaneId, time: f64) -> Option<Span> {
        let columns = self.columns();
        let rows = columns.rows(lane);
        let started = columns
            .start
            .get(rows.clone())?
            .partition_point(|&start| start <= time);
        let row = rows.start + started.checked_sub(1)?;
        columns
            .spans(lane, row..row + 1)
            .next()
            .filter(|span| time < span.end)
    }

    /// The rows of the lane's spans that have some of their time between `from` and `to`. Found by
    /// binary search.
    pub fn spans_in(&self, lane: LaneId, from: f64, to: f64) -> Range<usize> {
        self.columns().rows_in(lane, from, to)
    }

    /// All but the spans.
    pub fn header(&self) -> Header {
        self.header.clone()
    }

    /// The spans, as columns.
    pub fn columns(&self) -> Columns<'_> {
        self.columns.view()
    }

    /// The memory that the spans hold, in bytes.
    pub fn bytes(&self) -> usize {
        self.columns.bytes()
    }
}

impl Serialize for Schedule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Document {
            header: &self.header,
            columns: self.columns(),
        }
        .serialize(serializer)
    }
}

impl TryFrom<Document<Header, OwnedColumns>> for Schedule {
    type Error = Error;

    fn try_from(document: Document<Header, OwnedColumns>) -> Result<Schedule, Error> {
        Schedule::from_columns(document.header, document.columns)
    }
}

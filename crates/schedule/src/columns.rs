//! A schedule taken apart: typed arrays that cross a worker boundary, and the contents of a file.

use std::ops::Range;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::link::{Bound, Group, LinkKind, Links};
use crate::{Job, LaneId, Phase, PhaseId, Span, Unit};

/// An event at one moment that concerns all lanes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Mark {
    /// The time, in the schedule's unit, within 0 to the makespan.
    pub time: f64,
    /// The event, in a few words.
    pub text: String,
    /// Of a mark that ends a unit of work: the first value of every lane's series of inputs that the unit used, counted from 0, and
    /// the one after its last; nothing where there is no such series.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inputs: Option<(u32, u32)>,
}

/// All of a schedule but its spans.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Header {
    /// The lanes' names, from lane 0.
    pub lanes: Vec<String>,
    /// The phases, from phase 0; at most 256.
    pub phases: Vec<Phase>,
    /// The unit of every time.
    pub unit: Unit,
    /// The end of the last lane, in `unit`; finite, at least 0.
    pub makespan: f64,
    /// The marks, by time.
    pub marks: Vec<Mark>,
    /// Groups of lanes that belong together, by their first lane; no lane is in two groups.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Group>,
    /// Each [`Bound`] to compare the makespan with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bounds: Vec<Bound>,
    /// The kinds of links, from kind 0; at most 256.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub link_kinds: Vec<LinkKind>,
    /// The jobs' names, from job 0, where numbers say too little; a job beyond the last has its number only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub jobs: Vec<String>,
}

/// The spans as columns, borrowed. Row *i* of every column but `lane_offsets` belongs to span *i*;
/// spans are sorted by lane, then by start.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Columns<'a> {
    /// The spans of lane *l* are the rows `lane_offsets[l] .. lane_offsets[l + 1]`; one more entry
    /// than there are lanes.
    pub lane_offsets: &'a [u32],
    /// Each span's start, in the schedule's unit.
    pub start: &'a [f64],
    /// Each span's end, in the schedule's unit.
    pub end: &'a [f64],
    /// Each span's phase, see [`PhaseId`].
    pub phase: &'a [u8],
    /// Each span's job, see [`Job`]; 4294967295 for none.
    pub job: &'a [u32],
    /// The links between lanes.
    #[serde(skip_serializing_if = "Links::is_empty")]
    pub links: &'a Links,
}

impl<'a> Columns<'a> {
    /// The rows of the lane; empty if there is no such lane.
    pub fn rows(&self, lane: LaneId) -> Range<usize> {
        let offset = |lane: usize| self.lane_offsets.get(lane).copied().unwrap_or(0) as usize;
        let lane = lane.0 as usize;
        if lane + 1 < self.lane_offsets.len() {
            offset(lane)..offset(lane + 1)
        } else {
            0..0
        }
    }

    /// The rows of the lane's spans that have some of their time between `from` and `to`.
    pub(crate) fn rows_in(&self, lane: LaneId, from: f64, to: f64) -> Range<usize> {
        let rows = self.rows(lane);
        let part = |column: &'a [f64]| column.get(rows.clone()).unwrap_or_default();
        let ended = part(self.end).partition_point(|&end| end <= from);
        let started = part(self.start).partition_point(|&start| start < to);
        rows.start + ended..rows.start + started.max(ended)
    }

    /// A copy of the columns.
    pub fn owned(&self) -> OwnedColumns {
        OwnedColumns {
            lane_offsets: self.lane_offsets.to_vec(),
            start: self.start.to_vec(),
            end: self.end.to_vec(),
            phase: self.phase.to_vec(),
            job: self.job.to_vec(),
            links: self.links.clone(),
        }
    }

    /// The spans of these rows, which must all belong to the lane. Rows that do not exist are left
    /// out.
    pub(crate) fn spans(
        &self,
        lane: LaneId,
        rows: Range<usize>,
    ) -> impl DoubleEndedIterator<Item = Span> + ExactSizeIterator + Clone + use<'a> {
        let start = self.start.get(rows.clone()).unwrap_or_default();
        let end = self.end.get(rows.clone()).unwrap_or_default();
        let phase = self.phase.get(rows.clone()).unwrap_or_default();
        let job = self.job.get(rows).unwrap_or_default();
        start.iter().zip(end).zip(phase.iter().zip(job)).map(
            move |((&start, &end), (&phase, &job))| Span {
                lane,
                phase: PhaseId(phase),
                start,
                end,
                job: Job(job),
            },
        )
    }
}

/// The spans as columns, owned; see [`Columns`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OwnedColumns {
    /// The first row of each lane, and the end of the last lane's rows.
    pub lane_offsets: Vec<u32>,
    /// Each span's start, in the schedule's unit.
    pub start: Vec<f64>,
    /// Each span's end, in the schedule's unit.
    pub end: Vec<f64>,
    /// Each span's phase.
    pub phase: Vec<u8>,
    /// Each span's job.
    pub job: Vec<u32>,
    /// The links between lanes.
    #[serde(default, skip_serializing_if = "Links::is_empty")]
    pub links: Links,
}

impl OwnedColumns {
    /// The same columns, borrowed.
    pub fn view(&self) -> Columns<'_> {
        Columns {
            lane_offsets: &self.lane_offsets,
            start: &self.start,
            end: &self.end,
            phase: &self.phase,
            job: &self.job,
            links: &self.links,
        }
    }

    /// The memory that the columns hold, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        4 * (self.lane_offsets.capacity() + self.job.capacity())
            + 8 * (self.start.capacity() + self.end.capacity())
            + self.phase.capacity()
            + self.links.bytes()
    }
}

/// A schedule as a file holds it.
#[derive(Serialize, Deserialize)]
pub(crate) struct Document<H, C> {
    pub(crate) header: H,
    pub(crate) columns: C,
}

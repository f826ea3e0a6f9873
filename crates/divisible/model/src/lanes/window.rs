//! The part of a run that a schedule shows.

use std::ops::Range;

use schedule::{Error, Job, LaneId, Link, MarkId, PhaseId, Recorder, Recording, Schedule};

use super::{count, recording_of};
use crate::settings::Ports;
use crate::{Platform, baselines};

/// The most spans kept: some 20 MB.
const SPANS: usize = 400_000;
/// With more marks than these, all marks are left out.
const MARKS: usize = 400;

/// The frame of the schedule: some of the workers, for some time.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Places of the workers over all clusters.
    pub workers: Range<usize>,
    /// The beginning, s.
    pub from: f64,
    /// The end, s.
    pub until: f64,
}

/// Keeps the events of a frame, dated from its beginning: the memory of a recording grows with the frame, not with the
/// platform or the stream.
#[derive(Debug)]
pub struct Window {
    recording: Recording,
    /// The lane of the recording for each lane of the whole platform, if it is shown.
    lanes: Vec<Option<u32>>,
    from: f64,
    until: f64,
    marks: Vec<(f64, MarkId)>,
}

impl Window {
    /// An empty window on a run of these clusters.
    pub fn new(clusters: &[Platform], ports: Ports, frame: &Frame) -> Self {
        let mut lanes = Vec::new();
        let mut parts = Vec::new();
        let (mut place, mut next) = (0, 0);
        for (number, cluster) in (1..).zip(clusters) {
            let workers = cluster.workers();
            let shown: Vec<bool> = (place..place + workers.len())
                .map(|place| frame.workers.contains(&place))
                .collect();
            place += workers.len();
            let any = shown.iter().any(|shown| *shown);
            let own =
                (count(workers.len(), ports) - count(0, ports)) as usize / workers.len().max(1);
            let of_ports = std::iter::repeat_n(any, count(0, ports) as usize);
            let of_workers = shown
                .iter()
                .flat_map(|&shown| std::iter::repeat_n(shown, own));
            lanes.extend(of_ports.chain(of_workers).map(|shown| {
                let lane = shown.then_some(next);
                next += u32::from(shown);
                lane
            }));
            let first = shown.iter().position(|shown| *shown).unwrap_or(0);
            let length = shown.iter().filter(|shown| **shown).count();
            if let Some(shown) = workers.get(first..first + length).filter(|_| any) {
                parts.push((number, shown));
            }
        }
        Self {
            recording: recording_of(&parts, clusters.len(), ports),
            lanes,
            from: frame.from,
            until: frame.until,
            marks: Vec::new(),
        }
    }

    /// An empty window on a run of a baseline, see [`crate::baselines::recording`].
    pub fn of_baseline(platform: &Platform, frame: &Frame) -> Self {
        let workers = platform.workers();
        let shown = workers.get(frame.workers.clone()).unwrap_or_default();
        let mut next = 0;
        let lanes = (0..=workers.len()).map(|lane| {
            let shown = lane == 0 || frame.workers.contains(&(lane - 1));
            let becomes = shown.then_some(next);
            next += u32::from(shown);
            becomes
        });
        Self {
            lanes: lanes.collect(),
            recording: baselines::recording_of(shown),
            from: frame.from,
            until: frame.until,
            marks: Vec::new(),
        }
    }

    /// The schedule of the frame, in a run whose account ends at `elapsed` s; and whether marks were left out because they are too
    /// many.
    ///
    /// # Errors
    /// Spans that contradict each other: a fault in this crate.
    pub fn finish(self, elapsed: f64) -> Result<(Schedule, bool), Error> {
        let end = (self.until.min(elapsed) - self.from).max(0.0);
        let mut recording = self.recording;
        let few = self.marks.len() <= MARKS;
        for (time, kind) in self.marks.into_iter().filter(|_| few) {
            if time <= end {
                recording.mark(time, kind);
            }
        }
        Ok((recording.finish(end)?, !few))
    }

    fn lane(&self, lane: LaneId) -> Option<LaneId> {
        let lane = self.lanes.get(lane.0 as usize).copied().flatten();
        lane.map(LaneId)
    }
}

impl Recorder for Window {
    const ON: bool = true;

    fn span(&mut self, lane: LaneId, phase: PhaseId, start: f64, end: f64, job: Job) {
        let (start, end) = (start.max(self.from), end.min(self.until));
        if end <= start || self.recording.len() >= SPANS {
            return;
        }
        if let Some(lane) = self.lane(lane) {
            self.recording
                .span(lane, phase, start - self.from, end - self.from, job);
        }
    }

    fn mark(&mut self, time: f64, kind: MarkId) {
        if self.marks.len() <= MARKS && (self.from..=self.until).contains(&time) {
            self.marks.push((time - self.from, kind));
        }
    }

    fn link(&mut self, link: Link) {
        if link.start < self.from || link.end > self.until || self.recording.len() >= SPANS {
            return;
        }
        if let (Some(from), Some(to)) = (self.lane(link.from), self.lane(link.to)) {
            self.recording.link(Link {
                from,
                to,
                start: link.start - self.from,
                end: link.end - self.from,
                ..link
            });
        }
    }
}

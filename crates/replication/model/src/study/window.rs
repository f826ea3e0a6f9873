//! The iterations that a schedule shows.

use schedule::{Error, Job, LaneId, Link, MarkId, PhaseId, Recorder, Recording, Schedule};

use crate::iterations::{ITERATION, REMAINDER, RESCHEDULE};

/// A recorder that passes on the events in a window of the iterations, in the time since the window began: a recording
/// takes memory for the events shown, however long the run is.
///
/// It counts the marks of the iterations. Rescheduling and marks between two iterations belong to the one before.
#[derive(Debug)]
pub(super) struct Window {
    recording: Recording,
    /// The first iteration shown and the one after the last, counted from 0.
    first: u32,
    after: u32,
    /// The number of iterations that have ended.
    ended: u32,
    /// The start of the window: the end of all events before it.
    began: f64,
    /// The end of the last event shown.
    end: f64,
    /// The rows of the traces that the iteration that ends next uses.
    inputs: (u32, u32),
}

impl Window {
    pub(super) fn new(recording: Recording, first: u32, after: u32) -> Self {
        Self {
            recording,
            first,
            after,
            ended: 0,
            began: 0.0,
            end: 0.0,
            inputs: (0, 0),
        }
    }

    /// The number of iterations.
    pub(super) fn iterations(&self) -> u32 {
        self.ended
    }

    /// The first iteration shown, counted from 0.
    pub(super) fn first(&self) -> u32 {
        self.first
    }

    /// The start of the window: the end of all events before it.
    pub(super) fn began(&self) -> f64 {
        self.began
    }

    /// The schedule of the window; it ends with the last event in it.
    pub(super) fn finish(self) -> Result<Schedule, Error> {
        self.recording.finish(self.end)
    }

    /// Whether an event that ends at `end` in this iteration is shown.
    fn shows(&mut self, iteration: u32, end: f64) -> bool {
        if iteration < self.first {
            self.began = self.began.max(end);
            return false;
        }
        let shown = iteration < self.after;
        if shown {
            self.end = self.end.max(end - self.began);
        }
        shown
    }
}

impl Recorder for Window {
    const ON: bool = true;

    fn span(&mut self, lane: LaneId, phase: PhaseId, start: f64, end: f64, job: Job) {
        let before = u32::from(phase == RESCHEDULE);
        if self.shows(self.ended.saturating_sub(before), end) {
            let (start, end) = (start - self.began, end - self.began);
            self.recording.span(lane, phase, start, end, job);
        }
    }

    fn mark(&mut self, time: f64, kind: MarkId) {
        let ends = kind == ITERATION;
        let iteration = if ends {
            self.ended
        } else {
            self.ended.saturating_sub(1)
        };
        if self.shows(iteration, time) {
            if ends {
                self.recording.inputs(self.inputs.0, self.inputs.1);
            }
            self.recording.mark(time - self.began, kind);
        }
        self.ended += u32::from(ends);
    }

    fn inputs(&mut self, from: u32, to: u32) {
        self.inputs = (from, to);
    }

    fn link(&mut self, link: Link) {
        // A stopped copy's remainder ends nothing.
        let end = match link.kind {
            REMAINDER => link.start,
            _ => link.end,
        };
        if self.shows(self.ended, end) {
            let (start, end) = (link.start - self.began, link.end - self.began);
            self.recording.link(Link { start, end, ..link });
        }
    }
}

//! The interface through which a running simulation reports its spans, marks and links.

use crate::{Job, LaneId, Link, MarkId, PhaseId};

/// Listens to a simulation. A simulation is generic over its recorder: with [`Off`] it is the Monte
/// Carlo kernel, with [`Recording`](crate::Recording) it draws the Gantt chart.
///
/// ```
/// use schedule::{Job, LaneId, Off, PhaseId, Recorder};
///
/// /// Runs the jobs one after another and returns when the last one ends.
/// fn run<R: Recorder>(jobs: &[f64], recorder: &mut R) -> f64 {
///     let mut now = 0.0;
///     for (job, duration) in (0..).zip(jobs) {
///         recorder.span(LaneId(0), PhaseId(0), now, now + duration, Job(job));
///         now += duration;
///     }
///     now
/// }
/// assert_eq!(run(&[2.0, 3.0], &mut Off), 5.0);
/// ```
pub trait Recorder {
    /// Whether the recorder keeps anything. A constant, so that a kernel can skip computations for
    /// the recorder alone: `if R::ON { … }` leaves no trace in a kernel whose recorder is [`Off`].
    const ON: bool;

    /// Records that the lane was in this phase from `start` to `end`, in the schedule's unit. Spans may come in any order.
    fn span(&mut self, lane: LaneId, phase: PhaseId, start: f64, end: f64, job: Job);

    /// Records an event at `time`, in the schedule's unit, that concerns all lanes.
    fn mark(&mut self, time: f64, kind: MarkId);

    /// Records the inputs of the unit of work that the next mark ends: values of every lane's series of inputs, from the first to
    /// before the last, counted from 0.
    fn inputs(&mut self, _from: u32, _to: u32) {}

    /// Records a link from a moment on one lane to a moment on another. Links may come in any order.
    fn link(&mut self, link: Link);
}

/// The recorder that keeps nothing and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Off;

impl Recorder for Off {
    const ON: bool = false;

    #[inline(always)]
    fn span(&mut self, _: LaneId, _: PhaseId, _: f64, _: f64, _: Job) {}

    #[inline(always)]
    fn mark(&mut self, _: f64, _: MarkId) {}

    #[inline(always)]
    fn link(&mut self, _: Link) {}
}

//! ELB: equal load balancing (Dobber 2006, section 1.5.1).

use schedule::{Job, Recorder};

use crate::columns::{maxima, sum};
use crate::iterations::{
    COMPUTE, ITERATION, Outcome, SYNCHRONISE, Spent, Times, WAIT, everywhere, lane,
};

/// Every processor always gets the same share: an iteration lasts as long as the longest runtime, and the
/// synchronisation.
pub fn simulate<R: Recorder>(
    times: &Times<'_>,
    course: &mut Vec<f64>,
    recorder: &mut R,
) -> Outcome {
    maxima(times.runtimes.iter().copied(), times.iterations(), course);
    let computing = times.runtimes.iter().map(|column| sum(column)).sum();
    let spent = Spent::of_shares(computing, course, times);
    let mut clock = 0.0;
    for (k, (time, synchronise)) in course.iter_mut().zip(times.synchronisation).enumerate() {
        if R::ON {
            let runtimes = times.runtimes.iter().filter_map(|column| column.get(k));
            let iteration = Iteration {
                k,
                start: clock,
                longest: *time,
                synchronise: *synchronise,
            };
            iteration.record(times.processors(), runtimes.copied(), recorder);
        }
        *time += synchronise;
        clock += *time;
    }
    Outcome {
        total: clock,
        clock,
        spent,
    }
}

/// An iteration of shares that start together.
pub(crate) struct Iteration {
    /// Counted from 0.
    pub(crate) k: usize,
    pub(crate) start: f64,
    /// The runtime of the slowest share.
    pub(crate) longest: f64,
    pub(crate) synchronise: f64,
}

impl Iteration {
    /// Records the iteration, processor by processor.
    pub(crate) fn record<R: Recorder>(
        &self,
        processors: usize,
        runtimes: impl Iterator<Item = f64>,
        recorder: &mut R,
    ) {
        let slowest_done = self.start + self.longest;
        for (processor, runtime) in runtimes.enumerate() {
            let done = self.start + runtime;
            let job = Job((self.k * processors + processor + 1) as u32);
            recorder.span(lane(processor), COMPUTE, self.start, done, job);
            if done < slowest_done {
                recorder.span(lane(processor), WAIT, done, slowest_done, Job::NONE);
            }
        }
        let end = self.start + (self.longest + self.synchronise);
        if end > slowest_done {
            everywhere(recorder, processors, SYNCHRONISE, slowest_done, end);
        }
        recorder.inputs(self.k as u32, self.k as u32 + 1);
        recorder.mark(end, ITERATION);
    }
}

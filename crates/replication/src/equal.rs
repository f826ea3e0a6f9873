//! ELB: equal load balancing (Dobber 2006, section 1.2).

use schedule::{Job, Recorder};

use crate::iterations::{
    COMPUTE, ITERATION, Outcome, SYNCHRONISE, Spent, Times, WAIT, everywhere, lane,
};

/// Every processor always gets the same share: an iteration lasts as long as the longest runtime, and the
/// synchronisation.
pub fn simulate<R: Recorder>(times: &Times<'_>, recorder: &mut R) -> Outcome {
    let processors = times.processors;
    let mut clock = 0.0;
    let mut spent = Spent::default();
    for (k, (row, synchronise)) in times
        .runtimes
        .chunks_exact(processors)
        .zip(times.synchronisation)
        .enumerate()
    {
        clock = iteration(k, clock, row, *synchronise, &mut spent, recorder);
    }
    Outcome {
        total: clock,
        clock,
        spent,
    }
}

/// One iteration of shares that start together at `start`; returns its end.
pub(crate) fn iteration<R: Recorder>(
    k: usize,
    start: f64,
    runtimes: &[f64],
    synchronise: f64,
    spent: &mut Spent,
    recorder: &mut R,
) -> f64 {
    let processors = runtimes.len();
    let mut longest = 0.0_f64;
    let mut sum = 0.0;
    for runtime in runtimes {
        longest = longest.max(*runtime);
        sum += runtime;
    }
    let slowest_done = start + longest;
    let end = slowest_done + synchronise;
    if R::ON {
        for (processor, runtime) in runtimes.iter().enumerate() {
            let done = start + runtime;
            recorder.span(
                lane(processor),
                COMPUTE,
                start,
                done,
                Job((k * processors + processor + 1) as u32),
            );
            if done < slowest_done {
                recorder.span(lane(processor), WAIT, done, slowest_done, Job::NONE);
            }
        }
        if end > slowest_done {
            everywhere(recorder, processors, SYNCHRONISE, slowest_done, end);
        }
        recorder.mark(end, ITERATION);
    }
    spent.computing += sum;
    spent.waiting += processors as f64 * longest - sum;
    spent.synchronising += processors as f64 * synchronise;
    end
}

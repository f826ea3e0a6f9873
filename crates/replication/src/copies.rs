//! JR: job replication (Dobber 2006, sections 1.2 and 2.8).
//!
//! The P processors form P/R groups of R neighbours in the chain. An iteration has R steps; in each step all
//! processors of a group run a copy of the same job, and the first to finish tells the others to stop. One
//! iteration consumes R consecutive rows of the traces, so that ⌊K/R⌋ iterations are run and their time is scaled
//! to K iterations.

use schedule::{Job, Link, Recorder};

use crate::iterations::{
    COMPUTE, FINALIZE, ITERATION, KILLED, MESSAGE, Outcome, SYNCHRONISE, Spent, Times, WAIT,
    everywhere, lane,
};
use crate::parameters::Replication;

/// Runs every job on `copies` processors; `copies` is at least one and divides P.
pub fn simulate<R: Recorder>(
    times: &Times<'_>,
    copies: usize,
    mode: Replication,
    recorder: &mut R,
) -> Outcome {
    let processors = times.processors;
    let mut steps = Steps {
        copies,
        mode,
        offsets: vec![0.0; processors],
        spent: Spent::default(),
    };
    let mut clock = 0.0;
    let mut iterations = 0_u32;
    // In mode `dependent` all steps of an iteration meet the same row.
    let rows_each = if mode == Replication::Dependent {
        1
    } else {
        copies
    };
    let rows = times.runtimes.chunks_exact(rows_each * processors);
    let synchronisations = times.synchronisation.chunks_exact(rows_each);
    for (q, (rows, synchronisation)) in rows.zip(synchronisations).enumerate() {
        steps.offsets.fill(0.0);
        for step in 0..copies {
            let row = if mode == Replication::Dependent {
                0
            } else {
                step
            };
            let Some(runtimes) = rows.chunks_exact(processors).nth(row) else {
                break;
            };
            let job = q * processors + step + 1;
            steps.step(times, runtimes, q * rows_each + row, clock, job, recorder);
        }
        let synchronise = match mode {
            Replication::Dependent => 0.0,
            Replication::Thesis | Replication::Causal => {
                synchronisation.first().copied().unwrap_or(0.0)
            }
        };
        clock = steps.finish(clock, synchronise, recorder);
        iterations += 1;
    }
    let all = times.synchronisation.len() as f64;
    let total = match mode {
        Replication::Dependent => clock,
        // Equation 2.31, with K / ⌊K/R⌋ where R does not divide K (the printed factor is not the one meant).
        Replication::Thesis | Replication::Causal => all / f64::from(iterations) * clock,
    };
    Outcome {
        total,
        clock,
        spent: steps.spent,
    }
}

struct Steps {
    copies: usize,
    mode: Replication,
    /// How far each processor is, ms since the start of the iteration.
    offsets: Vec<f64>,
    spent: Spent,
}

impl Steps {
    /// One step of every group. `k` is the row that `runtimes` come from; the first group's job is `job`, the
    /// next group's R further on.
    fn step<R: Recorder>(
        &mut self,
        times: &Times<'_>,
        runtimes: &[f64],
        k: usize,
        start: f64,
        job: usize,
        recorder: &mut R,
    ) {
        let causal = self.mode == Replication::Causal;
        let groups = runtimes
            .chunks_exact(self.copies)
            .zip(self.offsets.chunks_exact_mut(self.copies));
        for (group, (runtimes, offsets)) in groups.enumerate() {
            let first = group * self.copies;
            let job = Job((job + group * self.copies) as u32);
            let finish =
                |(runtime, offset): (&f64, &f64)| if causal { offset + runtime } else { *runtime };
            // The first to finish; ties go to the lowest processor.
            let mut winner = 0;
            let mut soonest = f64::INFINITY;
            for (member, finish) in runtimes.iter().zip(&*offsets).map(finish).enumerate() {
                if finish < soonest {
                    (winner, soonest) = (member, finish);
                }
            }
            for (member, (runtime, offset)) in runtimes.iter().zip(offsets).enumerate() {
                let begin = *offset;
                if member == winner {
                    *offset = begin + runtime;
                    self.spent.computing += runtime;
                    if R::ON {
                        recorder.span(
                            lane(first + member),
                            COMPUTE,
                            start + begin,
                            start + *offset,
                            job,
                        );
                    }
                    continue;
                }
                let message = match self.mode {
                    Replication::Dependent => 0.0,
                    _ => times.finalize.at(first + winner, first + member, k),
                };
                // Until `beaten` the copy was in the race; from then on it goes on in vain.
                let (beaten, end) = if causal {
                    let end = begin.max((begin + runtime).min(soonest + message));
                    (soonest.clamp(begin, end), end)
                } else {
                    (begin + soonest, begin + (soonest + message))
                };
                *offset = end;
                self.spent.discarded += end - begin;
                if R::ON {
                    let processor = lane(first + member);
                    if beaten > begin {
                        recorder.span(processor, KILLED, start + begin, start + beaten, job);
                    }
                    if end > beaten {
                        recorder.span(processor, MESSAGE, start + beaten, start + end, job);
                        recorder.link(Link {
                            kind: FINALIZE,
                            from: lane(first + winner),
                            start: start + beaten,
                            to: processor,
                            end: start + end,
                        });
                    }
                }
            }
        }
    }

    /// Waits for the slowest processor and synchronises; returns the end of the iteration.
    fn finish<R: Recorder>(&mut self, start: f64, synchronise: f64, recorder: &mut R) -> f64 {
        let processors = self.offsets.len();
        let mut longest = 0.0_f64;
        let mut sum = 0.0;
        for offset in &self.offsets {
            longest = longest.max(*offset);
            sum += offset;
        }
        let slowest_done = start + longest;
        let end = slowest_done + synchronise;
        if R::ON {
            for (processor, offset) in self.offsets.iter().enumerate() {
                if start + offset < slowest_done {
                    recorder.span(
                        lane(processor),
                        WAIT,
                        start + offset,
                        slowest_done,
                        Job::NONE,
                    );
                }
            }
            if end > slowest_done {
                everywhere(recorder, processors, SYNCHRONISE, slowest_done, end);
            }
            recorder.mark(end, ITERATION);
        }
        self.spent.waiting += processors as f64 * longest - sum;
        self.spent.synchronising += processors as f64 * synchronise;
        end
    }
}

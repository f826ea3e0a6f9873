//! JR: job replication (Dobber 2006, sections 1.2 and 2.8).
//!
//! The P processors form P/R groups of R neighbours in the chain. An iteration has R steps; in each step all
//! processors of a group run a copy of the same job, and the first to finish tells the others to stop. One
//! iteration consumes R consecutive runtimes of each node, so that ⌊K/R⌋ iterations are run and their time is scaled
//! to K iterations.

use schedule::{Job, Link, Off, Recorder};

use crate::iterations::{
    COMPUTE, FINALIZE, ITERATION, KILLED, MESSAGE, Outcome, SYNCHRONISE, Spent, Times, WAIT,
    everywhere, lane,
};
use crate::parameters::Replication;

/// Runs every job on `copies` processors; `copies` is at least one and divides P.
///
/// `course` gets ⌊K/R⌋ times, or K of them in mode `dependent`, where all steps of an iteration meet the same runtimes.
pub fn simulate<R: Recorder>(
    times: &Times<'_>,
    copies: usize,
    mode: Replication,
    course: &mut Vec<f64>,
    recorder: &mut R,
) -> Outcome {
    let processors = times.processors();
    let groups: Vec<_> = (0..processors)
        .step_by(copies)
        .map(|first| Group::new(times, first, copies, mode))
        .collect();
    let rows = rows_each(copies, mode);
    let iterations = times.iterations() / rows;
    let mut spent = Spent::default();
    let mut busy = 0.0;
    let mut offsets = vec![0.0; copies];
    course.clear();
    course.resize(iterations, 0.0);
    for group in &groups {
        for (q, longest) in course.iter_mut().enumerate() {
            group.iteration(q, 0.0, &mut offsets, &mut spent, &mut Off);
            for offset in &offsets {
                *longest = longest.max(*offset);
                busy += offset;
            }
        }
    }
    spent.waiting = (processors as f64 * course.iter().sum::<f64>() - busy).max(0.0);
    let mut clock = 0.0;
    let mut synchronised = 0.0;
    for (q, time) in course.iter_mut().enumerate() {
        let synchronise = match mode {
            Replication::Dependent => 0.0,
            Replication::Thesis | Replication::Causal => {
                times.synchronisation.get(q * rows).copied().unwrap_or(0.0)
            }
        };
        if R::ON {
            record(&groups, q, clock, *time, synchronise, recorder);
        }
        *time += synchronise;
        clock += *time;
        synchronised += synchronise;
    }
    spent.synchronising = processors as f64 * synchronised;
    let total = match mode {
        Replication::Dependent => clock,
        // Equation 2.31, with K / ⌊K/R⌋ where R does not divide K (the printed factor is not the one meant).
        Replication::Thesis | Replication::Causal => {
            times.iterations() as f64 / iterations as f64 * clock
        }
    };
    Outcome {
        total,
        clock,
        spent,
    }
}

/// How many runtimes of each node an iteration consumes.
#[must_use]
pub fn rows_each(copies: usize, mode: Replication) -> usize {
    if mode == Replication::Dependent {
        1
    } else {
        copies
    }
}

/// R neighbours who run copies of the same job.
struct Group<'a> {
    first: usize,
    processors: usize,
    mode: Replication,
    runtimes: &'a [&'a [f64]],
    /// The finalize times from each member to each member, row by row.
    messages: Vec<&'a [f32]>,
}

impl<'a> Group<'a> {
    fn new(times: &Times<'a>, first: usize, copies: usize, mode: Replication) -> Self {
        let members = first..first + copies;
        let messages = match mode {
            Replication::Dependent => Vec::new(),
            Replication::Thesis | Replication::Causal => members
                .clone()
                .flat_map(|from| members.clone().map(move |to| (from, to)))
                .map(|(from, to)| times.finalize.column(from, to))
                .collect(),
        };
        Self {
            first,
            processors: times.processors(),
            mode,
            runtimes: times.runtimes.get(members).unwrap_or_default(),
            messages,
        }
    }

    /// The steps of iteration `q`, counted from 0, which begins at `start`. Writes how far each member is after them,
    /// ms since the start.
    fn iteration<R: Recorder>(
        &self,
        q: usize,
        start: f64,
        offsets: &mut [f64],
        spent: &mut Spent,
        recorder: &mut R,
    ) {
        let copies = offsets.len();
        let rows = rows_each(copies, self.mode);
        offsets.fill(0.0);
        for step in 0..copies {
            let k = q * rows + step % rows;
            let job = Job((q * self.processors + self.first + step + 1) as u32);
            self.step(k, start, job, offsets, spent, recorder);
        }
    }

    fn step<R: Recorder>(
        &self,
        k: usize,
        start: f64,
        job: Job,
        offsets: &mut [f64],
        spent: &mut Spent,
        recorder: &mut R,
    ) {
        let causal = self.mode == Replication::Causal;
        let runtimes = self.runtimes.iter().filter_map(|column| column.get(k));
        // The first to finish; ties go to the lowest processor.
        let mut winner = 0;
        let mut soonest = f64::INFINITY;
        for (member, (runtime, offset)) in runtimes.clone().zip(&*offsets).enumerate() {
            let finish = if causal { offset + runtime } else { *runtime };
            if finish < soonest {
                (winner, soonest) = (member, finish);
            }
        }
        let row = winner * offsets.len();
        let messages = self.messages.get(row..).unwrap_or_default();
        for (member, (runtime, offset)) in runtimes.zip(offsets).enumerate() {
            let begin = *offset;
            let processor = lane(self.first + member);
            if member == winner {
                *offset = begin + runtime;
                spent.computing += runtime;
                recorder.span(processor, COMPUTE, start + begin, start + *offset, job);
                continue;
            }
            let message = messages.get(member).and_then(|column| column.get(k));
            let message = message.copied().map_or(0.0, f64::from);
            // Until `beaten` the copy was in the race; from then on it goes on in vain.
            let (beaten, end) = if causal {
                let end = begin.max((begin + runtime).min(soonest + message));
                (soonest.clamp(begin, end), end)
            } else {
                (begin + soonest, begin + (soonest + message))
            };
            *offset = end;
            spent.discarded += end - begin;
            if R::ON {
                if beaten > begin {
                    recorder.span(processor, KILLED, start + begin, start + beaten, job);
                }
                if end > beaten {
                    recorder.span(processor, MESSAGE, start + beaten, start + end, job);
                    recorder.link(Link {
                        kind: FINALIZE,
                        from: lane(self.first + winner),
                        start: start + beaten,
                        to: processor,
                        end: start + end,
                    });
                }
            }
        }
    }
}

/// Tells of iteration `q`, which begins at `start`; its slowest processor takes `longest`.
fn record<R: Recorder>(
    groups: &[Group<'_>],
    q: usize,
    start: f64,
    longest: f64,
    synchronise: f64,
    recorder: &mut R,
) {
    let slowest_done = start + longest;
    let mut processors = 0;
    for group in groups {
        let mut offsets = vec![0.0; group.runtimes.len()];
        group.iteration(q, start, &mut offsets, &mut Spent::default(), recorder);
        for offset in offsets {
            let done = start + offset;
            if done < slowest_done {
                recorder.span(lane(processors), WAIT, done, slowest_done, Job::NONE);
            }
            processors += 1;
        }
    }
    let end = start + (longest + synchronise);
    if end > slowest_done {
        everywhere(recorder, processors, SYNCHRONISE, slowest_done, end);
    }
    recorder.mark(end, ITERATION);
}

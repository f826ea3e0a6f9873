//! Speculative execution: copies of late jobs only (own choice; not in the thesis, but after Dean and Ghemawat,
//! *MapReduce*, 2004, section 3.6).
//!
//! The P processors form P/R groups of R neighbours in the chain. Each starts its own job at once. A processor that is
//! done helps, but not before a delay: it starts a copy of an unfinished job of its group. The first copy of a job to
//! finish stops the others by messages, as in job replication. Every iteration consumes one row of the traces.

use schedule::{Job, Link, Recorder};

use crate::iterations::{
    COMPUTE, FINALIZE, ITERATION, KILLED, MESSAGE, Outcome, SYNCHRONISE, Spent, Times, WAIT,
    everywhere, lane,
};

/// Runs every iteration with help among `copies` neighbours, at least one and a divisor of P. `delay`, ms, not negative,
/// is how long after the start of an iteration help begins; with one that no runtime reaches this is [`crate::equal`].
///
/// A helper takes the job with the fewest copies, of several the one of the first processor; its copy takes as long as
/// a share of its own in that iteration. Events of the same moment happen in the order of the processors.
pub fn simulate<R: Recorder>(
    times: &Times<'_>,
    copies: usize,
    delay: f64,
    course: &mut Vec<f64>,
    recorder: &mut R,
) -> Outcome {
    let processors = times.processors();
    let mut members = vec![Member::default(); processors];
    let mut jobs = vec![Progress::default(); processors];
    let mut spent = Spent::default();
    let mut clock = 0.0;
    course.clear();
    for (k, synchronise) in times.synchronisation.iter().enumerate() {
        let columns = times.runtimes.iter();
        for ((member, job), column) in members.iter_mut().zip(&mut jobs).zip(columns) {
            *member = Member::with(column.get(k).copied().unwrap_or(0.0));
            *job = Progress::default();
        }
        let groups = members
            .chunks_exact_mut(copies)
            .zip(jobs.chunks_exact_mut(copies));
        for (number, (members, jobs)) in groups.enumerate() {
            let mut group = Group {
                members,
                jobs,
                first: number * copies,
                delay,
                k,
                start: clock,
                spent: &mut spent,
            };
            group.run(times, recorder);
        }
        let (longest, sum) = members.iter().fold((0.0_f64, 0.0), |(longest, sum), one| {
            (longest.max(one.free), sum + one.busy)
        });
        let slowest_done = clock + longest;
        let time = longest + synchronise;
        let end = clock + time;
        if R::ON {
            for (processor, member) in members.iter().enumerate() {
                if member.free < longest {
                    let free = clock + member.free;
                    recorder.span(lane(processor), WAIT, free, slowest_done, Job::NONE);
                }
            }
            if end > slowest_done {
                everywhere(recorder, processors, SYNCHRONISE, slowest_done, end);
            }
            recorder.inputs(k as u32, k as u32 + 1);
            recorder.mark(end, ITERATION);
        }
        spent.waiting += processors as f64 * longest - sum;
        spent.synchronising += processors as f64 * synchronise;
        course.push(time);
        clock = end;
    }
    Outcome {
        total: clock,
        clock,
        spent,
    }
}

/// A processor; times in ms since the start of the iteration.
#[derive(Clone, Copy, Debug, Default)]
struct Member {
    /// The time of a job on the processor.
    runtime: f64,
    /// The job of the processor, by its place in the group.
    job: Option<usize>,
    /// The start of work on that job.
    since: f64,
    /// The time of the next event: its copy ends, or help begins.
    next: f64,
    /// The end of the last copy.
    free: f64,
    /// The time worked.
    busy: f64,
}

impl Member {
    fn with(runtime: f64) -> Self {
        Self {
            runtime,
            next: runtime,
            ..Self::default()
        }
    }
}

/// The progress of a job.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    /// The number of processors that work on the job.
    copies: u32,
    /// The time of its end, and the processor that finished it.
    done: Option<(f64, usize)>,
}

/// A group within an iteration.
struct Group<'a> {
    members: &'a mut [Member],
    jobs: &'a mut [Progress],
    /// The first processor of the group.
    first: usize,
    delay: f64,
    k: usize,
    /// The start of the iteration, ms.
    start: f64,
    spent: &'a mut Spent,
}

impl Group<'_> {
    /// Runs the iteration from its start until all are free of jobs.
    fn run<R: Recorder>(&mut self, times: &Times<'_>, recorder: &mut R) {
        for (own, (member, job)) in self
            .members
            .iter_mut()
            .zip(self.jobs.iter_mut())
            .enumerate()
        {
            member.job = Some(own);
            job.copies = 1;
        }
        while let Some((place, moment)) = self.next() {
            if let Some(job) = self.members.get(place).and_then(|member| member.job) {
                self.end(place, job, moment, times, recorder);
            }
            self.help(place, moment, recorder);
        }
    }

    /// The processor of the next event, and its time.
    fn next(&self) -> Option<(usize, f64)> {
        let mut next = None;
        let mut soonest = f64::INFINITY;
        for (place, member) in self.members.iter().enumerate() {
            if member.next < soonest {
                soonest = member.next;
                next = Some((place, soonest));
            }
        }
        next
    }

    /// Ends a copy: the first of its job to finish, or one that the first stops.
    fn end<R: Recorder>(
        &mut self,
        place: usize,
        number: usize,
        moment: f64,
        times: &Times<'_>,
        recorder: &mut R,
    ) {
        let (Some(job), Some(member)) = (self.jobs.get_mut(number), self.members.get_mut(place))
        else {
            return;
        };
        let since = member.since;
        job.copies -= 1;
        member.job = None;
        member.free = moment;
        member.busy += moment - since;
        let (start, here) = (self.start, lane(self.first + place));
        let label = Job((self.k * times.processors() + self.first + number + 1) as u32);
        let Some((done, winner)) = job.done else {
            job.done = Some((moment, place));
            self.spent.computing += moment - since;
            if R::ON {
                recorder.span(here, COMPUTE, start + since, start + moment, label);
            }
            for (other, member) in self.members.iter_mut().enumerate() {
                if member.job == Some(number) {
                    let (from, to) = (self.first + place, self.first + other);
                    let arrival = moment + times.finalize.at(from, to, self.k);
                    // A copy that finishes before the message arrives ends by itself.
                    member.next = member.next.min(arrival);
                }
            }
            return;
        };
        self.spent.discarded += moment - since;
        if R::ON {
            let (beaten, end) = (start + done, start + moment);
            if beaten > start + since {
                recorder.span(here, KILLED, start + since, beaten, label);
            }
            if end > beaten {
                recorder.span(here, MESSAGE, beaten, end, label);
                let (from, to) = (self.first + winner, self.first + place);
                // A copy that finished before the message arrived ended by itself.
                if moment >= done + times.finalize.at(from, to, self.k) {
                    recorder.link(Link {
                        kind: FINALIZE,
                        from: lane(from),
                        start: beaten,
                        to: here,
                        end,
                    });
                }
            }
        }
    }

    /// Finds a job for a processor without one.
    fn help<R: Recorder>(&mut self, place: usize, moment: f64, recorder: &mut R) {
        let mut open = None;
        for (number, job) in self.jobs.iter().enumerate() {
            if job.done.is_none() && open.is_none_or(|(_, copies)| job.copies < copies) {
                open = Some((number, job.copies));
            }
        }
        let Some(member) = self.members.get_mut(place) else {
            return;
        };
        let Some((number, _)) = open else {
            member.next = f64::INFINITY;
            return;
        };
        if moment < self.delay {
            member.next = self.delay;
            return;
        }
        if R::ON && moment > member.free {
            recorder.span(
                lane(self.first + place),
                WAIT,
                self.start + member.free,
                self.start + moment,
                Job::NONE,
            );
        }
        member.job = Some(number);
        member.since = moment;
        member.next = moment + member.runtime;
        if let Some(job) = self.jobs.get_mut(number) {
            job.copies += 1;
        }
    }
}

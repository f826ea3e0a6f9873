//! JR: job replication (Dobber 2006, sections 1.5.4 and 2.8).
//!
//! The P processors form P/R groups of R neighbours in the chain. An iteration has R steps; in each step all
//! processors of a group run a copy of the same job, and the first to finish tells the others to stop. One
//! iteration consumes R consecutive runtimes of each node, so that ⌊K/R⌋ iterations are run and their time is scaled
//! to K iterations.

use schedule::{Job, Link, Off, Recorder};

use crate::columns::{minima, sum};
use crate::communication::Series;
use crate::iterations::{
    COMPUTE, FINALIZE, ITERATION, KILLED, MESSAGE, Outcome, REMAINDER, SYNCHRONISE, Spent, Times,
    WAIT, everywhere, lane,
};
use crate::parameters::Replication;

/// The number of iterations that a group runs at a time, so that their numbers stay in the CPU's cache.
const ITERATIONS: usize = 64;

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
    let rows = rows_each(copies, mode);
    let iterations = times.iterations() / rows;
    let groups: Vec<_> = (0..processors)
        .step_by(copies)
        .map(|first| Group::new(times, first, copies, mode))
        .collect();
    let mut work = Work::default();
    course.clear();
    course.resize(iterations, 0.0);
    for (block, course) in course.chunks_mut(ITERATIONS).enumerate() {
        for group in &groups {
            group.run(block * ITERATIONS, 0.0, course, &mut work, &mut Off);
        }
    }
    // Sums of different orders may miss each other by their last digits, but one copy is never thrown away.
    let computing = if copies == 1 {
        work.busy
    } else {
        work.computing
    };
    let mut spent = Spent {
        computing,
        discarded: (work.busy - computing).max(0.0),
        waiting: (processors as f64 * course.iter().sum::<f64>() - work.busy).max(0.0),
        ..Spent::default()
    };
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
            recorder.inputs((q * rows) as u32, ((q + 1) * rows) as u32);
            record(&groups, q, clock, *time, synchronise, recorder);
        }
        *time += synchronise;
        clock += *time;
        synchronised += synchronise;
    }
    spent.synchronising = processors as f64 * synchronised;
    Outcome {
        total: scaled(clock, times.iterations(), iterations, mode),
        clock,
        spent,
    }
}

/// The time of `all` iterations, scaled from the clock after the `run` ones (equation 2.31, with K / ⌊K/R⌋ where R does
/// not divide K: the printed factor is not the one meant).
fn scaled(clock: f64, all: usize, run: usize, mode: Replication) -> f64 {
    match mode {
        Replication::Dependent => clock,
        Replication::Thesis | Replication::Causal => all as f64 / run as f64 * clock,
    }
}

/// The run time of [`simulate`] for the iterations of a run from `from` to before `to`, by the course of the whole run;
/// nothing where these do not begin with an iteration of that course.
pub(crate) fn total_of(
    course: &[f64],
    from: usize,
    to: usize,
    copies: usize,
    mode: Replication,
) -> Option<f64> {
    let rows = rows_each(copies, mode);
    let run = (to - from) / rows;
    let first = from.is_multiple_of(rows).then_some(from / rows)?;
    let times = course.get(first..first + run)?;
    let clock = times.iter().fold(0.0, |clock, time| clock + time);
    Some(scaled(clock, to - from, run, mode))
}

/// The number of runtimes of each node that an iteration consumes.
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
    /// The finalize times from each member to each member, row by row; a message to oneself takes no time.
    messages: Vec<Series<'a>>,
}

/// The working columns of groups, and their sums of times.
#[derive(Default)]
struct Work {
    /// The time of each member since the start of the iteration, ms; iteration by iteration.
    offsets: Vec<f64>,
    /// The time of each member for each row, ms; member by member.
    durations: Vec<f64>,
    /// The shortest runtime of each row, and its member.
    soonest: Vec<f64>,
    winners: Vec<u64>,
    /// The finalize times of a block, from each member to each member, ms.
    near: Vec<f32>,
    /// Time on copies that counted, ms.
    computing: f64,
    /// Time until the last step of each iteration was done, summed over the processors, ms.
    busy: f64,
}

impl<'a> Group<'a> {
    fn new(times: &Times<'a>, first: usize, copies: usize, mode: Replication) -> Self {
        let members = first..first + copies;
        let mut messages = Vec::with_capacity(copies * copies);
        for from in members.clone() {
            messages.extend(members.clone().map(|to| {
                if from == to || mode == Replication::Dependent {
                    Series::Same(0.0)
                } else {
                    times.finalize.column(from, to)
                }
            }));
        }
        Self {
            first,
            processors: times.processors(),
            mode,
            runtimes: times.runtimes.get(members).unwrap_or_default(),
            messages,
        }
    }

    /// Runs the iterations from `first` on, counted from 0. `longest` has a number for each of them, which rises to the
    /// time of the slowest member where that is longer, ms. For a recorder there is a single iteration, which begins at
    /// `start`.
    fn run<R: Recorder>(
        &self,
        first: usize,
        start: f64,
        longest: &mut [f64],
        work: &mut Work,
        recorder: &mut R,
    ) {
        // Message times that have to be drawn are drawn only for the winners.
        let quick = !R::ON && !self.messages.iter().any(Series::is_drawn);
        match (self.mode, self.runtimes.len()) {
            (Replication::Causal, _) => self.causal(first, start, longest, work, recorder),
            (Replication::Thesis, 2) if quick => {
                self.race::<2, { 2 * ITERATIONS }>(first, longest, work)
            }
            (Replication::Thesis, 4) if quick => {
                self.race::<4, { 4 * ITERATIONS }>(first, longest, work)
            }
            (Replication::Thesis, 8) if quick => {
                self.race::<8, { 8 * ITERATIONS }>(first, longest, work)
            }
            _ => self.together(first, start, longest, work, recorder),
        }
    }

    /// All copies of a job start together, and end when the message of the first one arrives.
    fn together<R: Recorder>(
        &self,
        first: usize,
        start: f64,
        longest: &mut [f64],
        work: &mut Work,
        recorder: &mut R,
    ) {
        let copies = self.runtimes.len();
        let rows = rows_each(copies, self.mode);
        let from = first * rows;
        let number = longest.len() * rows;
        self.winners(from, number, work);
        // In mode `dependent` every step meets the same row.
        let again = copies / rows;
        work.computing += sum(&work.soonest) * again as f64;
        work.durations.resize(copies * number, 0.0);
        work.offsets.resize(copies * longest.len(), 0.0);
        let members = self.messages.chunks_exact(copies);
        let durations = work.durations.chunks_exact_mut(number.max(1));
        for (member, (messages, durations)) in members.zip(durations).enumerate() {
            until_told(&work.soonest, &work.winners, messages, from, durations);
            let offsets = work.offsets.iter_mut().skip(member).step_by(copies);
            add_up(durations, rows, again, offsets);
        }
        for (longest, offsets) in longest.iter_mut().zip(work.offsets.chunks_exact(copies)) {
            slowest(offsets, longest, &mut work.busy);
        }
        if R::ON {
            self.tell(first, start, again, work, recorder);
        }
    }

    /// Does the work of [`Group::together`] for `N` copies in mode `thesis`, row by row. The messages of a block of `ROWS`
    /// rows are laid side by side before, so that those of a winner are found without checking the length of each series.
    fn race<const N: usize, const ROWS: usize>(
        &self,
        first: usize,
        longest: &mut [f64],
        work: &mut Work,
    ) {
        let number = longest.len() * N;
        let from = first * N;
        self.winners(from, number, work);
        work.computing += sum(&work.soonest);
        work.near.resize(N * N * ROWS, 0.0);
        let (near, _) = work.near.as_chunks_mut::<ROWS>();
        for (near, messages) in near.iter_mut().zip(&self.messages) {
            if let Some(near) = near.get_mut(..number) {
                messages.copy(from, near);
            }
        }
        let (near, _) = near.as_chunks::<N>();
        let soonest = work.soonest.as_chunks::<N>().0.iter();
        let winners = work.winners.as_chunks::<N>().0.iter();
        for ((q, longest), (soonest, winners)) in
            longest.iter_mut().enumerate().zip(soonest.zip(winners))
        {
            let mut offsets = [0.0; N];
            for (row, (soonest, winner)) in (q * N..).zip(soonest.iter().zip(winners)) {
                let Some(near) = near.get(*winner as usize) else {
                    continue;
                };
                for (offset, near) in offsets.iter_mut().zip(near) {
                    let message = near.get(row).copied().unwrap_or_default();
                    *offset += soonest + f64::from(message);
                }
            }
            slowest(&offsets, longest, &mut work.busy);
        }
    }

    /// The shortest runtime of each of `number` rows from `from` on, and its member.
    fn winners(&self, from: usize, number: usize, work: &mut Work) {
        work.soonest.resize(number, 0.0);
        work.winners.resize(number, 0);
        let columns = self.runtimes.iter();
        let columns = columns.map(|column| column.get(from..).unwrap_or_default());
        minima(columns, &mut work.soonest, &mut work.winners);
    }

    /// Records a single iteration whose steps are all done `again` times.
    fn tell<R: Recorder>(
        &self,
        first: usize,
        start: f64,
        again: usize,
        work: &Work,
        recorder: &mut R,
    ) {
        let mut begins = vec![0.0; self.runtimes.len()];
        let from = first * rows_each(self.runtimes.len(), self.mode);
        let mut job = first * self.processors + self.first;
        for _ in 0..again {
            let steps = work.soonest.iter().zip(&work.winners).enumerate();
            for (row, (soonest, winner)) in steps {
                job += 1;
                let durations = work.durations.chunks_exact(work.soonest.len());
                for (member, (begin, durations)) in begins.iter_mut().zip(durations).enumerate() {
                    let end = *begin + durations.get(row).copied().unwrap_or(0.0);
                    let runtimes = self.runtimes.get(member).copied().unwrap_or_default();
                    let runtime = runtimes.get(from + row).copied().unwrap_or(0.0);
                    let copy = Replica {
                        job: Job(job as u32),
                        member: self.first + member,
                        winner: self.first + *winner as usize,
                        begin: *begin,
                        beaten: *begin + soonest,
                        end,
                        alone: *begin + runtime,
                        stopped: true,
                    };
                    copy.record(start, recorder);
                    *begin = end;
                }
            }
        }
    }

    /// Copies start when their processor is free, and those that are done before the message arrives go on at once.
    fn causal<R: Recorder>(
        &self,
        first: usize,
        start: f64,
        longest: &mut [f64],
        work: &mut Work,
        recorder: &mut R,
    ) {
        let copies = self.runtimes.len();
        work.offsets.resize(copies, 0.0);
        for (q, longest) in (first..).zip(longest) {
            work.offsets.fill(0.0);
            for step in 0..copies {
                let k = q * copies + step;
                let runtimes = self.runtimes.iter();
                let runtimes = runtimes.filter_map(|column| column.get(k));
                // The first to finish; ties go to the lowest processor.
                let mut winner = 0;
                let mut soonest = f64::INFINITY;
                for (member, (runtime, offset)) in runtimes.clone().zip(&work.offsets).enumerate() {
                    if offset + runtime < soonest {
                        (winner, soonest) = (member, offset + runtime);
                    }
                }
                let messages = self.messages.get(winner * copies..).unwrap_or_default();
                let members = work.offsets.iter_mut().zip(runtimes.zip(messages));
                for (member, (offset, (runtime, message))) in members.enumerate() {
                    let message = f64::from(message.at(k));
                    let begin = *offset;
                    let done = begin + runtime;
                    let killed = soonest + message;
                    let end = if done < killed { done } else { killed };
                    *offset = if end > begin { end } else { begin };
                    if member == winner {
                        work.computing += runtime;
                    }
                    if R::ON {
                        let copy = Replica {
                            job: Job((q * self.processors + self.first + step + 1) as u32),
                            member: self.first + member,
                            winner: self.first + winner,
                            begin,
                            beaten: soonest,
                            end: *offset,
                            alone: done,
                            stopped: killed <= done,
                        };
                        copy.record(start, recorder);
                    }
                }
            }
            slowest(&work.offsets, longest, &mut work.busy);
        }
    }
}

/// Adds the times of the members at the end of an iteration: raises `longest`, and sums `busy`.
fn slowest(offsets: &[f64], longest: &mut f64, busy: &mut f64) {
    for offset in offsets {
        *longest = if *offset > *longest {
            *offset
        } else {
            *longest
        };
        *busy += offset;
    }
}

/// The time of a member for each row: the shortest runtime, and the winner's message.
///
/// `messages` are those from each member to this one, from the first iteration on; rows begin with iteration `from`.
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
#[inline(never)]
fn until_told(
    soonest: &[f64],
    winners: &[u64],
    messages: &[Series<'_>],
    from: usize,
    durations: &mut [f64],
) {
    let rows = soonest.iter().zip(winners).zip(durations);
    for (k, ((soonest, winner), duration)) in (from..).zip(rows) {
        let message = messages.get(*winner as usize);
        *duration = soonest + message.map_or(0.0, |message| f64::from(message.at(k)));
    }
}

/// Adds up the durations of each iteration, in their order: `rows` of them, `again` and again.
fn add_up<'a>(
    durations: &[f64],
    rows: usize,
    again: usize,
    offsets: impl Iterator<Item = &'a mut f64>,
) {
    for (offset, durations) in offsets.zip(durations.chunks_exact(rows)) {
        let all = std::iter::repeat_n(durations, again).flatten();
        *offset = all.fold(0.0, |sum, duration| sum + duration);
    }
}

/// One processor's copy of a job; times in ms since the start of the iteration.
struct Replica {
    job: Job,
    member: usize,
    /// The first processor to finish the job.
    winner: usize,
    begin: f64,
    /// The end of the winner's copy: from then on this one goes on in vain, or begins in vain.
    beaten: f64,
    end: f64,
    /// The end of the copy if nobody stopped it.
    alone: f64,
    /// Whether the winner's message ends the copy, which did not end before by itself.
    stopped: bool,
}

impl Replica {
    fn record<R: Recorder>(&self, start: f64, recorder: &mut R) {
        let processor = lane(self.member);
        let [begin, beaten, end, alone] =
            [self.begin, self.beaten, self.end, self.alone].map(|time| start + time);
        if self.member == self.winner {
            recorder.span(processor, COMPUTE, begin, end, self.job);
            return;
        }
        let lost = self.beaten.max(self.begin);
        if lost > self.begin {
            recorder.span(processor, KILLED, begin, start + lost, self.job);
        }
        if self.end > lost {
            recorder.span(processor, MESSAGE, start + lost, end, self.job);
            if self.stopped {
                recorder.link(Link {
                    kind: FINALIZE,
                    from: lane(self.winner),
                    start: beaten,
                    to: processor,
                    end,
                });
            }
        }
        if alone > end {
            recorder.link(Link {
                kind: REMAINDER,
                from: processor,
                start: end,
                to: processor,
                end: alone,
            });
        }
    }
}

/// Records iteration `q`, which begins at `start`; its slowest processor takes `longest`.
fn record<R: Recorder>(
    groups: &[Group<'_>],
    q: usize,
    start: f64,
    longest: f64,
    synchronise: f64,
    recorder: &mut R,
) {
    let slowest_done = start + longest;
    let mut work = Work::default();
    let mut processors = 0;
    for group in groups {
        group.run(q, start, &mut [0.0], &mut work, recorder);
        for offset in &work.offsets {
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

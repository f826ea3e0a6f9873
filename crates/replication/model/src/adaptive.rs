//! The adaptive strategy: after every block of iterations, balance or replicate (Dobber 2006, section 6.3).

use schedule::{Job, LaneId, Link, MarkId, Off, PhaseId, Recorder};

use crate::columns::sum;
use crate::copies::{self, rows_each};
use crate::decision::{Choice, Fits, better, statistic};
use crate::dynamic::{self, Predicted};
use crate::iterations::{Outcome, RESCHEDULE, SWITCH, Times, everywhere};
use crate::parameters::{FirstBlock, Replication};

/// Settings of the adaptive strategy and of its two alternatives.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// N of dynamic balancing, at least one.
    pub every: usize,
    /// R of replication, at least one and a divisor of P.
    pub copies: usize,
    /// The start and end of the copies.
    pub replication: Replication,
    /// The number of iterations in a block, not fewer than an iteration of replication stands for.
    pub block: usize,
    /// The choice after the first block.
    pub first_block: FirstBlock,
    /// The time of a switch to balancing, in rescheduling times.
    pub to_balancing: f64,
    /// The time of a switch to replication, in rescheduling times.
    pub to_replication: f64,
}

/// The times, expectations and choice of a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// The first iteration, counted from 0.
    pub from: usize,
    /// The number of iterations.
    pub iterations: usize,
    /// Y, ms: the computing time of an iteration whose shares follow the mean speeds of the block.
    pub y: f64,
    /// The mean time of an iteration with balancing, ms, rescheduling included.
    pub balanced: f64,
    /// The mean time of an iteration with replication, ms.
    pub replicated: f64,
    /// The time with balancing at Y by the lines through all blocks so far, ms.
    pub expected_balanced: f64,
    /// The time with replication at Y by these lines, ms.
    pub expected_replicated: f64,
    /// Y*, ms, where these lines meet.
    pub threshold: Option<f64>,
    /// The strategy of the block.
    pub used: Choice,
    /// The time of the switch after the block, ms; 0 without one.
    pub switch: f64,
}

/// The times of balancing and replication in every iteration of a whole run, ms, as their simulations yield them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Courses {
    pub(crate) balanced: Vec<f64>,
    pub(crate) replicated: Vec<f64>,
}

/// Runs the first block with balancing. After each block the strategy works out the time of the alternative, fits the
/// times of both over all blocks to Y, and runs the next block with the alternative whose line is lower at this block's Y.
/// After the first block, which has no line, it compares the times themselves, or stays.
///
/// `nodes` are as for [`dynamic::simulate`]; predictors go on learning while jobs are replicated (own choice: real killed
/// copies tell less). A switch after block *b* takes its factor times the *b*-th rescheduling time (own choice). The last
/// block has the remaining iterations, and at least as many as an iteration of replication stands for. `course` gets K times: such
/// an iteration counts for all of these. `log` gets the blocks.
pub fn simulate<R: Recorder>(
    times: &Times<'_>,
    nodes: &[&Predicted],
    settings: &Settings,
    log: &mut Vec<Block>,
    course: &mut Vec<f64>,
    recorder: &mut R,
) -> Outcome {
    let mut known = Courses::default();
    let Settings {
        every,
        copies,
        replication,
        ..
    } = *settings;
    dynamic::simulate(times, every, nodes, &mut known.balanced, &mut Off);
    let replicated = &mut known.replicated;
    copies::simulate(times, copies, replication, replicated, &mut Off);
    simulate_known(times, nodes, settings, &known, log, course, recorder)
}

/// As [`simulate`], with the known courses of both strategies: only the strategy in use is simulated.
pub(crate) fn simulate_known<R: Recorder>(
    times: &Times<'_>,
    nodes: &[&Predicted],
    settings: &Settings,
    known: &Courses,
    log: &mut Vec<Block>,
    course: &mut Vec<f64>,
    recorder: &mut R,
) -> Outcome {
    let processors = times.processors();
    let Settings {
        every,
        copies,
        replication,
        ..
    } = *settings;
    let rows = rows_each(copies, replication);
    let mut current = Choice::Balance;
    let mut fits = Fits::default();
    let mut out = Outcome::default();
    let mut part = Vec::new();
    log.clear();
    course.clear();
    let blocks = blocks(times.iterations(), settings.block, rows);
    let last = blocks.len().saturating_sub(1);
    for (number, (from, to)) in blocks.into_iter().enumerate() {
        let iterations = to - from;
        let block = times.rows(from, to);
        let block = block.times();
        let mut shifted = Shifted {
            inner: recorder,
            by: out.clock,
            jobs: (from * processors) as u32,
            rows: from as u32,
        };
        let (balanced, replicated, used) = match current {
            Choice::Balance => {
                let used = dynamic::stretch(times, every, nodes, from..to, &mut part, &mut shifted);
                course.extend(&part);
                let known = copies::total_of(&known.replicated, from, to, copies, replication);
                let replicated = known.unwrap_or_else(|| {
                    copies::simulate(&block, copies, replication, &mut part, &mut Off).total
                });
                (used.total, replicated, used)
            }
            Choice::Replicate => {
                let used = copies::simulate(&block, copies, replication, &mut part, &mut shifted);
                course.extend(spread(&part, rows, iterations));
                let balanced = dynamic::total_of(&known.balanced, times, every, from..to);
                (balanced, used.total, used)
            }
        };
        out.total += used.total;
        out.clock += used.clock;
        out.spent.add(&used.spent);

        let mean = |column: &&[f64]| sum(column) / iterations as f64;
        let y = statistic(block.runtimes.iter().map(mean));
        let (balanced, replicated) = (balanced / iterations as f64, replicated / iterations as f64);
        fits.add(y, balanced, replicated);
        let lines = fits.lines();
        let (expected_balanced, expected_replicated) = match number {
            0 => (balanced, replicated),
            _ => lines.at(y),
        };
        let next = match (number, settings.first_block) {
            (0, FirstBlock::Stay) => current,
            _ => better(expected_balanced, expected_replicated, current),
        };
        let mut switch = 0.0;
        if number < last && next != current {
            let factor = match next {
                Choice::Balance => settings.to_balancing,
                Choice::Replicate => settings.to_replication,
            };
            switch = factor * times.rescheduling.get(number).copied().unwrap_or(0.0);
            if R::ON {
                recorder.mark(out.clock, SWITCH);
            }
            if switch > 0.0 {
                everywhere(
                    recorder,
                    processors,
                    RESCHEDULE,
                    out.clock,
                    out.clock + switch,
                );
            }
            out.total += switch;
            out.clock += switch;
            out.spent.rescheduling += processors as f64 * switch;
        }
        log.push(Block {
            from,
            iterations,
            y,
            balanced,
            replicated,
            expected_balanced,
            expected_replicated,
            threshold: lines.threshold().filter(|_| number > 0),
            used: current,
            switch,
        });
        current = next;
    }
    out
}

/// The first iteration of each block and the one after its last. The last block has the remaining iterations; fewer than the
/// `rows` that an iteration of replication stands for join the block before.
#[must_use]
pub fn blocks(iterations: usize, block: usize, rows: usize) -> Vec<(usize, usize)> {
    let mut out: Vec<_> = (0..iterations)
        .step_by(block.max(1))
        .map(|from| (from, iterations.min(from + block.max(1))))
        .collect();
    if let [.., before, last] = out.as_mut_slice()
        && last.1 - last.0 < rows
    {
        before.1 = last.1;
        out.pop();
    }
    out
}

/// The course of replication with each iteration repeated for the `rows` iterations that it stands for; the iterations
/// left at the end take the mean time of the others.
pub fn spread(course: &[f64], rows: usize, iterations: usize) -> impl Iterator<Item = f64> {
    let each = course
        .iter()
        .flat_map(move |time| std::iter::repeat_n(*time, rows));
    let left = iterations.saturating_sub(course.len() * rows);
    let mean = course.iter().sum::<f64>() / course.len() as f64;
    each.chain(std::iter::repeat_n(mean, left))
}

/// A recorder that shifts a block to a later time, with higher job numbers and later rows of the traces.
pub(crate) struct Shifted<'r, R> {
    pub(crate) inner: &'r mut R,
    /// ms.
    pub(crate) by: f64,
    pub(crate) jobs: u32,
    pub(crate) rows: u32,
}

impl<R: Recorder> Recorder for Shifted<'_, R> {
    const ON: bool = R::ON;

    fn span(&mut self, lane: LaneId, phase: PhaseId, start: f64, end: f64, job: Job) {
        let job = job
            .number()
            .map_or(Job::NONE, |number| Job(number + self.jobs));
        self.inner
            .span(lane, phase, self.by + start, self.by + end, job);
    }

    fn mark(&mut self, time: f64, kind: MarkId) {
        self.inner.mark(self.by + time, kind);
    }

    fn inputs(&mut self, from: u32, to: u32) {
        self.inner.inputs(self.rows + from, self.rows + to);
    }

    fn link(&mut self, link: Link) {
        self.inner.link(Link {
            start: self.by + link.start,
            end: self.by + link.end,
            ..link
        });
    }
}

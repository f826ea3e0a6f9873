//! A run whose shares and copies a strategy chooses as it goes on.

use schedule::Recorder;

use super::{Moment, Rule, Stop};
use crate::adaptive::{Shifted, spread};
use crate::columns::sum;
use crate::copies::{self, rows_each};
use crate::equal::{self, Iteration};
use crate::iterations::{Outcome, RESCHEDULE, SWITCH, Spent, Times, everywhere};
use crate::parameters::Replication;
use crate::study::CHANGES;

/// The costs of changes, and the start and end of copies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    /// The start and end of copies.
    pub(crate) replication: Replication,
    /// The mean time of setting shares, ms.
    pub(crate) rescheduling: f64,
    /// The time of a change to another number of copies, in rescheduling times.
    pub(crate) to_copies: f64,
    /// The time of a change from copies to shares, in rescheduling times.
    pub(crate) to_shares: f64,
    /// The mean time of the message that stops a copy, ms.
    pub(crate) stopping: f64,
}

/// The log of a strategy's changes.
pub(crate) enum Log<'a> {
    /// No log.
    Off,
    /// The changes to add to.
    Of(&'a mut Changes),
}

/// A strategy's changes.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// The pauses of all processors: the number of iterations before each, and its duration, ms.
    pub(crate) pauses: Vec<(usize, f64)>,
    /// The relative loads, each from an iteration on; empty where shares were never set. Of many changes only some.
    pub(crate) loads: Vec<(usize, Vec<f64>)>,
}

impl Log<'_> {
    fn pause(&mut self, done: usize, duration: f64) {
        if let Log::Of(changes) = self {
            changes.pauses.push((done, duration));
        }
    }

    /// Keeps loads that are set before an iteration of a run of `iterations`.
    fn set(&mut self, done: usize, loads: &[f64], iterations: usize) {
        let Log::Of(Changes { loads: kept, .. }) = self else {
            return;
        };
        if kept.is_empty() && done > 0 {
            kept.push((0, vec![1.0; loads.len()]));
        }
        let last = kept.last().map(|(from, _)| from + iterations / CHANGES);
        if last.is_none_or(|least| done >= least) {
            kept.push((done, loads.to_vec()));
        }
    }
}

/// The state of a run.
struct State {
    done: usize,
    /// The number of iterations that ended in the schedule.
    ended: u32,
    copies: usize,
    loads: Vec<f64>,
    /// The iteration of the last question.
    asked: usize,
    /// The mean time of an iteration since then, ms, and its part for exchanging data.
    took: f64,
    synchronising: f64,
    out: Outcome,
}

/// Asks the strategy before an iteration, and follows its answer for the number of iterations that the answer names.
///
/// Copies are as in [`copies::simulate`]: an iteration with R copies uses R runtimes of each node, and stands for R iterations. Fewer than
/// R iterations that are left at the end count with the mean time of those since the last question. Where fewer iterations are left than an
/// iteration with so many copies uses, an answer with copies changes neither copies nor shares. Setting shares takes a rescheduling time; a
/// change of the number of copies takes its factor of one (Dobber 2006, section 2.4, for balancing and replication), and sets equal shares
/// or the shares named with it. The number of copies at the beginning costs nothing.
/// `expected` are forecasts for each iteration but the first. One processor is never asked.
///
/// # Errors
/// [`Stop`] where the strategy fails; the recorder has all events before.
pub(crate) fn simulate<R: Recorder>(
    times: &Times<'_>,
    setting: &Setting,
    expected: &[&[f64]],
    rule: &mut Rule,
    log: &mut Log<'_>,
    course: &mut Vec<f64>,
    recorder: &mut R,
) -> Result<Outcome, Stop> {
    let (processors, iterations) = (times.processors(), times.iterations());
    if processors < 2 {
        return Ok(equal::simulate(times, course, recorder));
    }
    course.clear();
    let mut pauses = times.rescheduling.iter().copied();
    let mut state = State {
        done: 0,
        ended: 0,
        copies: 1,
        loads: vec![1.0; processors],
        asked: 0,
        took: 0.0,
        synchronising: 0.0,
        out: Outcome::default(),
    };
    while state.done < iterations {
        let left = iterations - state.done;
        let mut decision = rule.ask(&state.moment(times, setting, expected))?;
        let rows = |copies| rows_each(copies, setting.replication);
        if decision.copies.is_some_and(|copies| rows(copies) > left) {
            (decision.copies, decision.loads) = (None, None);
        }
        let factor = state.change(
            decision.copies,
            decision.loads.take(),
            setting,
            log,
            iterations,
        );
        if let Some((factor, switches)) = factor {
            let duration = factor * pauses.next().unwrap_or(0.0);
            log.pause(state.done, duration);
            let clock = &mut state.out.clock;
            if R::ON && switches {
                recorder.mark(*clock, SWITCH);
            }
            if duration > 0.0 {
                everywhere(recorder, processors, RESCHEDULE, *clock, *clock + duration);
            }
            *clock += duration;
            state.out.total += duration;
            state.out.spent.rescheduling += processors as f64 * duration;
        }
        let rows = rows(state.copies);
        let wanted = decision.iterations.min(left).div_ceil(rows) * rows;
        let to = match left.saturating_sub(wanted) {
            rest if rest < rows => iterations,
            _ => state.done + wanted,
        };
        state.asked = state.done;
        match state.copies {
            1 => state.share(times, to, course, recorder),
            _ => state.replicate(times, to, setting.replication, course, recorder),
        }
    }
    Ok(state.out)
}

impl State {
    /// The strategy's knowledge.
    fn moment<'a>(
        &'a self,
        times: &Times<'_>,
        setting: &'a Setting,
        expected: &[&[f64]],
    ) -> Moment<'a> {
        let measured = self.asked..self.done;
        let number = measured.len();
        let mean = |column: &&[f64]| {
            let measured = column.get(measured.clone()).unwrap_or_default();
            (number > 0).then(|| sum(measured) / number as f64)
        };
        let next = self.done.checked_sub(1);
        let predicted = expected.iter().map(|column| column.get(next?).copied());
        Moment {
            done: self.done,
            left: times.iterations() - self.done,
            ended: self.ended,
            clock: self.out.clock,
            copies: self.copies,
            loads: &self.loads,
            runtimes: times.runtimes.iter().filter_map(mean).collect(),
            predicted: predicted.flatten().collect(),
            took: self.took,
            synchronising: self.synchronising,
            setting,
        }
    }

    /// Changes copies and shares. Returns the rescheduling times of the change, where it takes any, and whether the number of copies
    /// changes.
    fn change(
        &mut self,
        copies: Option<usize>,
        loads: Option<Vec<f64>>,
        setting: &Setting,
        log: &mut Log<'_>,
        iterations: usize,
    ) -> Option<(f64, bool)> {
        let before = self.copies;
        self.copies = match (copies, &loads) {
            (Some(copies), _) => copies,
            (None, Some(_)) => 1,
            (None, None) => before,
        };
        let switches = self.copies != before;
        let set = loads.is_some();
        if switches || set {
            match loads {
                Some(loads) => self.loads = loads,
                None => self.loads.fill(1.0),
            }
            log.set(self.done, &self.loads, iterations);
        }
        match (switches, self.copies) {
            (true, 2..) if self.done == 0 => None,
            (true, 2..) => Some((setting.to_copies, true)),
            (true, _) => Some((setting.to_shares, true)),
            (false, _) => set.then_some((1.0, false)),
        }
    }

    /// A recorder of iterations that follow the ones done; P jobs to an iteration.
    fn shifted<'r, R>(&self, inner: &'r mut R, by: f64) -> Shifted<'r, R> {
        Shifted {
            inner,
            by,
            jobs: self.ended * self.loads.len() as u32,
            rows: self.done as u32,
        }
    }

    /// Runs one copy of each job, until so many iterations are done.
    fn share<R: Recorder>(
        &mut self,
        times: &Times<'_>,
        to: usize,
        course: &mut Vec<f64>,
        recorder: &mut R,
    ) {
        let processors = self.loads.len();
        let number = to - self.done;
        let from = self.done;
        let mut shifted = self.shifted(recorder, 0.0);
        let mut spent = Spent::NOTHING;
        let mut all = 0.0;
        for k in from..to {
            let (mut longest, mut computing) = (0.0, 0.0);
            let shares = times.runtimes.iter().zip(&self.loads);
            let shares = shares.filter_map(|(column, load)| Some(column.get(k)? * load));
            for runtime in shares.clone() {
                longest = if runtime > longest { runtime } else { longest };
                computing += runtime;
            }
            let synchronise = times.synchronisation.get(k).copied().unwrap_or(0.0);
            if R::ON {
                let iteration = Iteration {
                    k: k - from,
                    start: self.out.clock,
                    longest,
                    synchronise,
                };
                iteration.record(processors, shares, &mut shifted);
            }
            // Sums of different orders may miss each other by their last digits.
            spent.waiting += (processors as f64 * longest - computing).max(0.0);
            spent.computing += computing;
            spent.synchronising += processors as f64 * synchronise;
            let time = longest + synchronise;
            course.push(time);
            self.out.clock += time;
            self.out.total += time;
            all += time;
        }
        self.out.spent.add(&spent);
        self.ended += number as u32;
        self.took = all / number as f64;
        self.synchronising = spent.synchronising / (processors * number) as f64;
        self.done = to;
    }

    /// Runs several copies of each job, until so many iterations are done.
    fn replicate<R: Recorder>(
        &mut self,
        times: &Times<'_>,
        to: usize,
        mode: Replication,
        course: &mut Vec<f64>,
        recorder: &mut R,
    ) {
        let processors = self.loads.len();
        let from = self.done;
        let mut shifted = self.shifted(recorder, self.out.clock);
        let mut part = Vec::new();
        let rows = times.rows(from, to);
        let used = copies::simulate(&rows.times(), self.copies, mode, &mut part, &mut shifted);
        course.extend(spread(&part, rows_each(self.copies, mode), to - from));
        self.out.total += used.total;
        self.out.clock += used.clock;
        self.out.spent.add(&used.spent);
        let number = part.len();
        self.ended += number as u32;
        self.took = used.clock / number as f64;
        self.synchronising = used.spent.synchronising / (processors * number) as f64;
        self.done = to;
    }
}

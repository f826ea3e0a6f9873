//! DLB: dynamic load balancing (Dobber 2006, sections 1.5.3 and 2.7).
//!
//! With JT the runtime of an equal share, f the predicted one and S = Σ 1/f over the P processors, a processor that
//! gets P / (f · S) of an equal share takes JT/f · P/S. The first factor belongs to the node alone, the second to the
//! run: the longest runtime of an iteration is the largest JT/f, times P/S.

use std::ops::Range;

use schedule::Recorder;

use crate::columns::{maxima, sum};
use crate::equal::Iteration;
use crate::iterations::{Outcome, RESCHEDULE, Spent, Times, everywhere};

/// One node under a predictor: its numbers for balancing, independent of the other nodes of a run.
///
/// A block is the N iterations between two reschedulings; in the first one nothing is predicted, and shares are equal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Predicted {
    /// 1 over the predicted runtime, for each block; 1 for the first.
    inverse: Vec<f64>,
    /// The runtime over the predicted one, for each iteration.
    relative: Vec<f64>,
    /// The sum of these ratios over each block.
    sums: Vec<f64>,
}

impl Predicted {
    /// `runtimes` are those of an equal share, above zero; `forecasts` are the predicted ones of the iterations N, 2N,
    /// … (counted from 0), in the same unit and above zero; `every` is N, at least one.
    #[must_use]
    pub fn new(runtimes: &[f64], forecasts: &[f64], every: usize) -> Self {
        let mut out = Self::default();
        let blocks = std::iter::once(1.0).chain(forecasts.iter().copied());
        for (block, forecast) in runtimes.chunks(every).zip(blocks) {
            let first = out.relative.len();
            out.inverse.push(1.0 / forecast);
            out.relative
                .extend(block.iter().map(|runtime| runtime / forecast));
            out.sums
                .push(sum(out.relative.get(first..).unwrap_or_default()));
        }
        out
    }

    /// The runtimes over the predicted ones in some iterations.
    fn rows(&self, range: Range<usize>) -> &[f64] {
        self.relative.get(range).unwrap_or_default()
    }
}

/// Shares are equal for the first N iterations and follow the predicted speeds from then on: after iterations N, 2N, …
/// they are set anew from the current forecasts, and every processor pays for the rescheduling, also after the last
/// iteration (equations 2.17 to 2.23).
///
/// `every` is N, at least one. `nodes` are those of the run, in chain order, each for the same N. One processor has
/// nobody to give work to and never reschedules.
pub fn simulate<R: Recorder>(
    times: &Times<'_>,
    every: usize,
    nodes: &[&Predicted],
    course: &mut Vec<f64>,
    recorder: &mut R,
) -> Outcome {
    stretch(times, every, nodes, 0..times.iterations(), course, recorder)
}

/// Simulates some of the iterations of such a run, as if the clock began with them; the shares are those of the whole run.
pub(crate) fn stretch<R: Recorder>(
    times: &Times<'_>,
    every: usize,
    nodes: &[&Predicted],
    range: Range<usize>,
    course: &mut Vec<f64>,
    recorder: &mut R,
) -> Outcome {
    let rows = times.rows(range.start, range.end);
    let processors = times.processors();
    if processors < 2 {
        return crate::equal::simulate(&rows.times(), course, recorder);
    }
    let columns = nodes.iter().map(|node| node.rows(range.clone()));
    maxima(columns, range.len(), course);
    let mut computing = 0.0;
    let mut rest = course.as_mut_slice();
    let mut from = range.start;
    while from < range.end {
        let block = from / every;
        let to = range.end.min((block + 1) * every);
        let scale = scale(nodes, block);
        let (piece, after) = std::mem::take(&mut rest).split_at_mut(to - from);
        for longest in piece {
            *longest *= scale;
        }
        let whole = from == block * every && to == times.iterations().min(from + every);
        let sum: f64 = if whole {
            let sums = nodes.iter().filter_map(|node| node.sums.get(block));
            sums.sum()
        } else {
            nodes.iter().map(|node| sum(node.rows(from..to))).sum()
        };
        computing += scale * sum;
        (rest, from) = (after, to);
    }
    let mut spent = Spent::of_shares(computing, course, &rows.times());
    let mut rescheduled = 0.0;
    let mut clock = 0.0;
    let begun = range.start;
    let synchronisation = times.synchronisation.iter().skip(begun);
    for (k, (time, synchronise)) in range.zip(course.iter_mut().zip(synchronisation)) {
        if R::ON {
            let scale = scale(nodes, k / every);
            let runtimes = nodes.iter().filter_map(|node| node.relative.get(k));
            let iteration = Iteration {
                // Counted within the stretch.
                k: k - begun,
                start: clock,
                longest: *time,
                synchronise: *synchronise,
            };
            iteration.record(
                processors,
                runtimes.map(|runtime| runtime * scale),
                recorder,
            );
        }
        *time += synchronise;
        clock += *time;
        if (k + 1).is_multiple_of(every) {
            let duration = times.rescheduling.get(k / every).copied().unwrap_or(0.0);
            if duration > 0.0 {
                everywhere(recorder, processors, RESCHEDULE, clock, clock + duration);
            }
            clock += duration;
            rescheduled += duration;
        }
    }
    spent.rescheduling = processors as f64 * rescheduled;
    Outcome {
        total: clock,
        clock,
        spent,
    }
}

/// The run time of [`stretch`] for these iterations, by the course of the whole run.
pub(crate) fn total_of(
    course: &[f64],
    times: &Times<'_>,
    every: usize,
    range: Range<usize>,
) -> f64 {
    let mut clock = 0.0;
    let stretch = course.get(range.clone()).unwrap_or_default();
    for (k, time) in range.zip(stretch) {
        clock += time;
        if times.processors() > 1 && (k + 1).is_multiple_of(every) {
            clock += times.rescheduling.get(k / every).copied().unwrap_or(0.0);
        }
    }
    clock
}

/// The relative loads of the processors in a block.
pub(crate) fn loads(nodes: &[&Predicted], block: usize) -> Vec<f64> {
    let scale = scale(nodes, block);
    let inverse = nodes.iter().filter_map(|node| node.inverse.get(block));
    inverse.map(|inverse| inverse * scale).collect()
}

/// P/S of a block.
fn scale(nodes: &[&Predicted], block: usize) -> f64 {
    let inverse = nodes.iter().filter_map(|node| node.inverse.get(block));
    nodes.len() as f64 / inverse.sum::<f64>()
}

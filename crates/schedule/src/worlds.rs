//! Two schedules of the same work: one without, one with what is to be shown.
//!
//! Work is counted in units that both have in the same order, such as iterations; the marks of the most frequent kind end
//! them. So both can be cut to the same work, whatever time it takes.

use std::ops::Range;

use crate::opening::rhythm;
use crate::{LaneId, Schedule};

/// When each unit of work ends, in the schedule's unit of time.
#[must_use]
pub fn ends(schedule: &Schedule) -> Vec<f64> {
    rhythm(schedule.marks()).collect()
}

/// From when to when some units go, given when all end; nothing where there are not so many.
#[must_use]
pub fn times(ends: &[f64], units: Range<usize>) -> Option<(f64, f64)> {
    let from = match units.start.checked_sub(1) {
        None => 0.0,
        Some(before) => *ends.get(before)?,
    };
    let to = *ends.get(units.end.checked_sub(1)?)?;
    (to > from).then_some((from, to))
}

/// How many times as fast some units are in the second schedule as in the first.
#[must_use]
pub fn gain(without: &[f64], with: &[f64], units: Range<usize>) -> Option<f64> {
    let (a, b) = times(without, units.clone())?;
    let (c, d) = times(with, units)?;
    Some((b - a) / (d - c))
}

/// The first of `count` units in which the effect is to be seen: those whose gain is nearest to `typical`, the gain of all
/// runs, among those that show at least as much of it (at most as much, where `typical` is a loss); of all, where none does.
/// The earliest of several. The schedules may have different numbers of units.
///
/// ```
/// // Units of 10, 10, 30 and 10 without, of 10 each with.
/// let (without, with) = ([10.0, 20.0, 50.0, 60.0], [10.0, 20.0, 30.0, 40.0]);
/// assert_eq!(schedule::worlds::telling(&without, &with, 2, 1.5), Some(1));
/// ```
#[must_use]
pub fn telling(without: &[f64], with: &[f64], count: usize, typical: f64) -> Option<usize> {
    let all = without.len().min(with.len());
    let gains = (0..=all.checked_sub(count)?).filter_map(|first| {
        let gain = gain(without, with, first..first + count)?;
        let shows = if typical >= 1.0 {
            gain >= typical
        } else {
            gain <= typical
        };
        Some((!shows, (gain - typical).abs(), first))
    });
    let best = gains.min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    best.map(|(_, _, first)| first)
}

/// The first of `count` units in which several schedules stand to each other most as they do in all units: those whose times
/// over that of the first schedule are nearest, as ratios, to the same of the whole. The earliest of several.
///
/// ```
/// // The second gains in the first unit, loses in the last one, and gains little in all.
/// let ends = [vec![10.0, 20.0, 30.0, 40.0], vec![4.0, 14.0, 24.0, 38.0]];
/// assert_eq!(schedule::worlds::typical(&ends, 2), Some(1));
/// ```
#[must_use]
pub fn typical(ends: &[Vec<f64>], count: usize) -> Option<usize> {
    let (first, others) = ends.split_first()?;
    let all = ends.iter().map(Vec::len).min()?;
    let whole = others.iter().map(|other| gain(first, other, 0..all));
    let whole: Option<Vec<f64>> = whole.collect();
    nearest(ends, count, &whole?)
}

/// The first of `count` units in which several schedules stand to the first one most as `gains` say, how many times as fast each
/// other one is: those with as few of them as can be on the other side of 1, and of these the ones whose gains are nearest as
/// ratios. The earliest of several.
#[must_use]
pub fn nearest(ends: &[Vec<f64>], count: usize, gains: &[f64]) -> Option<usize> {
    let (first, others) = ends.split_first()?;
    let all = ends.iter().map(Vec::len).min()?;
    let off = |from: usize| -> Option<(usize, f64)> {
        let (mut opposite, mut distance) = (0, 0.0);
        for (other, wanted) in others.iter().zip(gains) {
            let here = gain(first, other, from..from + count)?;
            opposite += usize::from((here - 1.0) * (wanted - 1.0) < 0.0);
            distance += (here / wanted).max(wanted / here);
        }
        Some((opposite, distance))
    };
    let windows = (0..=all.checked_sub(count)?).filter_map(|from| Some((off(from)?, from)));
    windows
        .min_by(|((a, b), _), ((c, d), _)| a.cmp(c).then(b.total_cmp(d)))
        .map(|(_, from)| from)
}

/// A stretch of time in which one lane alone had something to do, and all others waited for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waiting {
    /// The unit of work, from 0.
    pub unit: usize,
    /// The lane that all others waited for.
    pub lane: LaneId,
    /// When the last of the others had nothing to do any more.
    pub from: f64,
    /// When the lane had nothing to do any more, either.
    pub to: f64,
}

/// For each unit of work the lane that all others waited for, and since when. A unit in which the last two lanes end
/// together is left out, and so are all of a schedule with one lane.
#[must_use]
pub fn waiting(schedule: &Schedule) -> Vec<Waiting> {
    let ends = ends(schedule);
    // For each unit the two lanes that were busy longest.
    let mut last: Vec<[(f64, LaneId); 2]> = vec![[(0.0, LaneId(0)); 2]; ends.len()];
    for lane in schedule.iter_lanes() {
        let mut busy = vec![0.0_f64; ends.len()];
        let mut unit = 0;
        for span in lane.iter() {
            let phase = schedule.phases().get(usize::from(span.phase.0));
            // What all do together is no reason to wait.
            if phase.is_none_or(|phase| phase.role.is_idle()) {
                continue;
            }
            while ends.get(unit).is_some_and(|&end| end < span.end) {
                unit += 1;
            }
            if let Some(busy) = busy.get_mut(unit) {
                *busy = busy.max(span.end);
            }
        }
        for (busy, [first, second]) in busy.into_iter().zip(&mut last) {
            if busy > first.0 {
                (*first, *second) = ((busy, lane.id()), *first);
            } else if busy > second.0 {
                *second = (busy, lane.id());
            }
        }
    }
    let alone = schedule.lanes().len() < 2;
    let found = last.into_iter().enumerate().filter(|_| !alone);
    found
        .map(|(unit, [first, second])| {
            let began = times(&ends, unit..unit + 1).map_or(0.0, |(from, _)| from);
            Waiting {
                unit,
                lane: first.1,
                from: second.0.max(began),
                to: first.0,
            }
        })
        .filter(|waiting| waiting.to > waiting.from)
        .collect()
}

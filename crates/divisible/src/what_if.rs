//! The shortest rounds, and the workers to drop.

use crate::Worker;
use crate::formulas::efficiency::throughput;
use crate::formulas::spacing::{fit, spacings};
use crate::formulas::target::{Targets, feasible_targets};

/// A ring without one of its workers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Without {
    /// The dropped worker, by its index.
    pub worker: usize,
    /// The targets that the rest can keep; none where there are no such targets.
    pub targets: Option<Targets>,
    /// The shortest of them that is no shorter than the latencies of the rest; infinite where there is none, s.
    pub shortest: f64,
    /// The spacings of the rest for the given target, summed, s.
    pub spacings: f64,
    /// The believed long-run throughput of the rest for the given target, u/s.
    pub throughput: f64,
}

/// The workers to drop so that the spacings fit into the target.
#[derive(Clone, Debug, PartialEq)]
pub enum Drop {
    /// The spacings fit already.
    Nobody,
    /// Dropping this worker suffices, and no other single one is believed to cost less throughput.
    One(usize),
    /// No single worker suffices.
    Several {
        /// The rest fits without these.
        gone: Vec<usize>,
        /// No fewer suffice; below their number where a ring is too large to try all.
        least: usize,
    },
}

/// A platform's targets and its dispensable workers.
#[derive(Clone, Debug, PartialEq)]
pub struct WhatIf {
    /// The targets that the whole ring can keep; none where spacings grow faster than the target.
    pub targets: Option<Targets>,
    /// The longest 2f as believed, s: a target has to be longer, lest chunks vanish.
    pub latencies: f64,
    /// The ring without each of its workers, in their order.
    pub without: Vec<Without>,
    /// The workers to drop for the given target.
    pub drop: Drop,
    /// The worker whose dropping allows the shortest target, longer than the latencies of the rest, and that target, s; none where
    /// no dropping shortens it.
    pub shortens_most: Option<(usize, f64)>,
}

/// Analyses a ring for a target of `target` s. Shares θ are held while the target changes.
///
/// Source: own extension of Millot and Parrot 2016, equation 15.
#[must_use]
pub fn what_if(ring: &[Worker], target: f64) -> WhatIf {
    let all: Vec<&Worker> = ring.iter().collect();
    let chunk = |worker: &Worker| worker.first_chunk(target);
    let targets = feasible_targets(&all);
    let rates: Vec<f64> = ring
        .iter()
        .map(|worker| throughput(worker.estimated_speed, worker.estimated_latency, target))
        .collect();
    // Chunks vanish in rounds that are no longer than their latencies.
    let shortest = |targets: Option<Targets>, ring: &[&Worker]| {
        let latencies = latencies(ring);
        let holds = targets.filter(|targets| latencies < targets.greatest);
        holds.map_or(f64::INFINITY, |targets| targets.least.max(latencies))
    };
    let but = |worker: usize| {
        let others = |index: &usize| *index != worker;
        let rest: Vec<&Worker> = keep(&all, others);
        let targets = feasible_targets(&rest).filter(|_| !rest.is_empty());
        Without {
            worker,
            targets,
            shortest: shortest(targets, &rest),
            spacings: spacings(&rest, chunk).iter().sum(),
            throughput: keep(&rates, others).iter().sum(),
        }
    };
    let without: Vec<Without> = (0..ring.len()).map(but).collect();
    let drop = if fit(&spacings(&all, chunk), target) {
        Drop::Nobody
    } else {
        let mut one: Option<&Without> = None;
        for candidate in without
            .iter()
            .filter(|w| ring.len() > 1 && w.spacings <= target)
        {
            if one.is_none_or(|one| candidate.throughput > one.throughput) {
                one = Some(candidate);
            }
        }
        one.map_or_else(|| fewest(&all, target), |one| Drop::One(one.worker))
    };
    let mut shortens_most = None;
    let mut least = shortest(targets, &all);
    for candidate in &without {
        if candidate.shortest < least {
            least = candidate.shortest;
            shortens_most = Some((candidate.worker, least));
        }
    }
    WhatIf {
        targets,
        latencies: latencies(&all),
        without,
        drop,
        shortens_most,
    }
}

/// The longest 2f as believed, s.
fn latencies(ring: &[&Worker]) -> f64 {
    let latencies = ring.iter().map(|worker| 2.0 * worker.estimated_latency);
    latencies.fold(0.0, f64::max)
}

fn keep<T: Copy>(all: &[T], wanted: impl Fn(&usize) -> bool) -> Vec<T> {
    let kept = all.iter().enumerate().filter(|(index, _)| wanted(index));
    kept.map(|(_, value)| *value).collect()
}

/// The largest ring for which the least number to drop is found exactly.
const EXACT: usize = 64;

/// The fewest workers to drop so that the spacings of the rest fit. (Dropping one more never makes them longer.)
fn fewest(ring: &[&Worker], target: f64) -> Drop {
    let chunk = |worker: &Worker| worker.first_chunk(target);
    let fits = |kept: &[usize]| {
        let rest: Vec<&Worker> = kept
            .iter()
            .filter_map(|place| ring.get(*place).copied())
            .collect();
        fit(&spacings(&rest, chunk), target)
    };
    // The durations in each worker's share of a turn; the share is least before the shortest first result, greatest before the longest.
    let parts: Vec<(f64, f64, f64)> = ring
        .iter()
        .map(|worker| {
            let [first, second] = worker.returning_parts(chunk(worker));
            (worker.sending(chunk(worker)), first, second)
        })
        .collect();
    let shortest = parts
        .iter()
        .map(|part| part.1)
        .fold(f64::INFINITY, f64::min);
    let mut costs: Vec<(f64, usize)> = parts
        .iter()
        .map(|(send, _, second)| send.max(second + shortest))
        .zip(0..)
        .collect();
    schedule::sort::by(&mut costs, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut sum = 0.0;
    let most = costs.iter().take_while(|(cost, _)| {
        sum += cost;
        sum <= target * (1.0 + 1e-12)
    });
    let mut number = most.count();
    let lightest = number;
    let kept = loop {
        let mut kept: Vec<usize> = costs.iter().take(number).map(|(_, place)| *place).collect();
        kept.sort_unstable();
        if number == 0 || fits(&kept) {
            break kept;
        }
        if ring.len() <= EXACT
            && let Some(kept) = densest(&parts, number).filter(|kept| fits(kept))
        {
            break kept;
        }
        number -= 1;
    };
    let proved = if ring.len() <= EXACT {
        kept.len()
    } else {
        lightest
    };
    Drop::Several {
        gone: (0..ring.len())
            .filter(|place| !kept.contains(place))
            .collect(),
        least: ring.len() - proved,
    }
}

/// The ring of so many workers, in their order, with the least sum of spacings: `parts` has the durations of each
/// worker's sending, first and second result, s.
fn densest(parts: &[(f64, f64, f64)], number: usize) -> Option<Vec<usize>> {
    let between = |before: usize, this: usize| {
        let (Some((send, _, second)), Some((_, first, _))) = (parts.get(before), parts.get(this))
        else {
            return f64::INFINITY;
        };
        send.max(second + first)
    };
    let mut best: Option<(f64, Vec<usize>)> = None;
    for start in 0..parts.len() {
        // By the number of members: the least sum of a path from the start to each worker, and the worker before.
        let mut paths: Vec<Vec<(f64, usize)>> = vec![vec![(f64::INFINITY, start); parts.len()]];
        if let Some(one) = paths.first_mut().and_then(|path| path.get_mut(start)) {
            one.0 = 0.0;
        }
        for _ in 1..number {
            let Some(shorter) = paths.last() else {
                break;
            };
            let to = |this: usize| {
                let mut least = (f64::INFINITY, start);
                for (before, (sum, _)) in shorter.iter().enumerate().take(this).skip(start) {
                    let sum = sum + between(before, this);
                    if sum < least.0 {
                        least = (sum, before);
                    }
                }
                least
            };
            let longer = (0..parts.len()).map(to).collect();
            paths.push(longer);
        }
        let Some(last) = paths.last() else {
            continue;
        };
        for (end, (sum, _)) in last.iter().enumerate().skip(start) {
            let sum = sum + between(end, start);
            if sum < best.as_ref().map_or(f64::INFINITY, |best| best.0) {
                let (mut place, mut members) = (end, vec![end]);
                for path in paths.iter().skip(1).rev() {
                    place = path.get(place).map_or(start, |(_, before)| *before);
                    members.push(place);
                }
                members.reverse();
                best = Some((sum, members));
            }
        }
    }
    best.map(|(_, members)| members)
}

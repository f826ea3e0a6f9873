//! How short rounds may be, and who had better go.

use crate::Worker;
use crate::formulas::efficiency::throughput;
use crate::formulas::spacing::{fit, spacings};
use crate::formulas::target::{Targets, feasible_targets};
use crate::selection::{self, EFFORT};

/// A ring without one of its workers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Without {
    /// The one left out, by its index.
    pub worker: usize,
    /// The targets that the rest can keep; none where there are none.
    pub targets: Option<Targets>,
    /// The spacings of the rest for the target asked about, summed, s.
    pub spacings: f64,
    /// What the rest processes a second in the long run for the target asked about, u/s.
    pub throughput: f64,
}

/// Whom to drop so that the spacings fit into the target.
#[derive(Clone, Debug, PartialEq)]
pub enum Drop {
    /// They fit as it is.
    Nobody,
    /// Dropping this one suffices, and no other one costs less throughput.
    One(usize),
    /// No single one suffices. Without these they fit; a selection for one cluster left them out.
    Several(Vec<usize>),
}

/// A platform's targets and its dispensable workers.
#[derive(Clone, Debug, PartialEq)]
pub struct WhatIf {
    /// The targets that the whole ring can keep; none where spacings grow faster than the target.
    pub targets: Option<Targets>,
    /// The longest 2f, s: a target has to be longer, lest chunks vanish.
    pub latencies: f64,
    /// The ring without each of its workers, in their order.
    pub without: Vec<Without>,
    /// Whom to drop for the target asked about.
    pub drop: Drop,
    /// Whose going allows the shortest target, and that target, s; none where nobody's going shortens it.
    pub shortens_most: Option<(usize, f64)>,
}

/// Asks about a ring and a target of `target` s. Shares θ are held while the target changes.
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
    let but = |worker: usize| {
        let others = |index: &usize| *index != worker;
        let rest: Vec<&Worker> = keep(&all, others);
        Without {
            worker,
            targets: feasible_targets(&rest).filter(|_| !rest.is_empty()),
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
        one.map_or_else(
            || Drop::Several(left_out(ring, target)),
            |one| Drop::One(one.worker),
        )
    };
    let mut shortens_most = None;
    let mut least = targets.map_or(f64::INFINITY, |targets| targets.least);
    for candidate in &without {
        if let Some(targets) = candidate.targets.filter(|targets| targets.least < least) {
            least = targets.least;
            shortens_most = Some((candidate.worker, least));
        }
    }
    WhatIf {
        targets,
        latencies: ring
            .iter()
            .map(|worker| 2.0 * worker.estimated_latency)
            .fold(0.0, f64::max),
        without,
        drop,
        shortens_most,
    }
}

fn keep<T: Copy>(all: &[T], wanted: impl Fn(&usize) -> bool) -> Vec<T> {
    let kept = all.iter().enumerate().filter(|(index, _)| wanted(index));
    kept.map(|(_, value)| *value).collect()
}

fn left_out(ring: &[Worker], target: f64) -> Vec<usize> {
    let selected = selection::select(ring, target, 1, EFFORT).clusters;
    (0..ring.len())
        .filter(|worker| !selected.iter().flatten().any(|kept| kept == worker))
        .collect()
}

//! Resource selection: the workers of each stream.
//!
//! Several masters (clusters) share the workers, all with the same target. A worker's weight is its spacing in the worst ring, its profit
//! its throughput: a 0/1 multiple knapsack problem with equal capacities, the target. It is solved exactly where that can be
//! proved within the effort, and otherwise heuristically with an upper bound beside it.
//!
//! | module | idea |
//! |---|---|
//! | [`weights`] | spacings that do not depend on the ring's order |
//! | [`knapsack`] | the problem in whole nanoseconds, and its solutions |
//! | [`subsets`] | exact for a few workers: every subset |
//! | [`search`] | branch and bound with a node limit; bounds that also count items |
//! | [`first_fit`], [`split`], [`improve`] | heuristics |
//! | [`patterns`] | the possible contents of whole clusters: a bound where clusters stay partly empty, and packings near it |
//! | [`tighten`] | the largest load that any set of workers reaches |
//! | [`solve`] | the order of these methods |

pub mod first_fit;
pub mod improve;
pub mod knapsack;
pub mod patterns;
pub mod search;
pub mod solve;
pub mod split;
pub mod subsets;
pub mod tighten;
pub mod weights;

use crate::Worker;
use crate::formulas::spacing::spacings;
use knapsack::{Item, Problem, Solution, capacity, weight};
pub use solve::{Method, Step};
use weights::{Weighed, weigh};

/// About the number of nodes of branch and bound that a usual machine visits in a second. Nodes limit the work, not a clock, so
/// that a scenario has the same selection on every machine; other work counts as the nodes that take as long.
pub const NODES_PER_SECOND: f64 = 1e7;

/// Workers selected for clusters.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// The workers of each cluster, ascending, by their index; clusters by their first worker. Empty clusters are left out.
    pub clusters: Vec<Vec<usize>>,
    /// The weights of each cluster, summed, s; at most the target.
    pub loads: Vec<f64>,
    /// The true spacings of each cluster's ring, in order of index, summed, s; at most its load.
    pub spacings: Vec<f64>,
    /// T: the long-run throughput of the selected workers, u/s.
    pub throughput: f64,
    /// The upper bound of the throughput of any selection, u/s.
    pub bound: f64,
    /// Whether the throughput is the greatest possible.
    pub proved: bool,
    /// The method at which solving ended.
    pub method: Method,
    /// Nodes of branch and bound.
    pub nodes: u64,
    /// The approach of bound and throughput; empty where there was nothing to search for.
    pub course: Vec<Step>,
}

impl Selection {
    /// The distance of the throughput from the bound, as a share of the bound; 0 where it is proved.
    #[must_use]
    pub fn gap(&self) -> f64 {
        if self.proved || self.bound <= 0.0 {
            0.0
        } else {
            (self.bound - self.throughput) / self.bound
        }
    }

    /// The number of selected workers.
    #[must_use]
    pub fn workers(&self) -> usize {
        self.clusters.iter().map(Vec::len).sum()
    }
}

/// Selects workers for at most `clusters` clusters with a target of `target` s; estimates are taken for truth.
///
/// Source: Millot and Parrot 2016, section 6, equations 20 to 23; the solution is our own.
#[must_use]
pub fn select(workers: &[Worker], target: f64, clusters: usize, effort: u64) -> Selection {
    Setting::of(workers, target).select(clusters, None, effort)
}

/// The selections for 1 to `most` clusters, one by one; each starts from the one before, so that throughputs never fall.
///
/// Source: Millot and Parrot 2016, figure 24.
pub fn ladder(
    workers: &[Worker],
    target: f64,
    most: usize,
    effort: u64,
) -> impl Iterator<Item = Selection> {
    let setting = Setting::of(workers, target);
    let mut left = effort;
    let mut before: Option<Selection> = None;
    (1..=most).map(move |clusters| {
        // The unspent effort of one selection is left to the next ones.
        let each = left / (most - clusters + 1) as u64;
        let next = setting.select(clusters, before.as_ref(), each);
        left = left.saturating_sub(next.nodes);
        before = Some(next.clone());
        next
    })
}

struct Setting<'a> {
    workers: &'a [Worker],
    target: f64,
    weighed: Vec<Weighed>,
}

impl<'a> Setting<'a> {
    fn of(workers: &'a [Worker], target: f64) -> Self {
        Self {
            workers,
            target,
            weighed: weigh(workers, target),
        }
    }

    fn select(&self, clusters: usize, before: Option<&Selection>, effort: u64) -> Selection {
        let problem = Problem {
            items: self
                .weighed
                .iter()
                .map(|weighed| Item {
                    weight: weight(weighed.weight),
                    profit: weighed.throughput,
                })
                .collect(),
            capacity: capacity(self.target),
            clusters,
        };
        let start = before.map(|selection| problem.solution(&selection.clusters));
        let outcome = solve::solve(&problem, start, effort);
        self.describe(&outcome)
    }

    fn describe(&self, outcome: &solve::Outcome) -> Selection {
        let Solution { clusters, value } = &outcome.solution;
        let pick = |cluster: &Vec<usize>| -> f64 {
            cluster
                .iter()
                .filter_map(|worker| self.weighed.get(*worker))
                .map(|weighed| weighed.weight)
                .sum()
        };
        let ring = |cluster: &Vec<usize>| -> f64 {
            let members: Vec<&Worker> = cluster
                .iter()
                .filter_map(|worker| self.workers.get(*worker))
                .collect();
            let chunk = |worker: &Worker| worker.first_chunk(self.target);
            spacings(&members, chunk).iter().sum()
        };
        Selection {
            loads: clusters.iter().map(pick).collect(),
            spacings: clusters.iter().map(ring).collect(),
            clusters: clusters.clone(),
            throughput: *value,
            bound: outcome.bound,
            proved: outcome.proved,
            method: outcome.method,
            nodes: outcome.nodes,
            course: outcome.course.clone(),
        }
    }
}

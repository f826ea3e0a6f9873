//! Which way of solving when.

use serde::Serialize;

use super::first_fit::by_falling_profit;
use super::knapsack::{Item, Problem, Solution};
use super::search::{Cut, reaches, relaxed, search};
use super::{first_fit, improve, split, subsets, tighten};

/// How a selection was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Nothing can be selected.
    Nothing,
    /// All fit.
    Everything,
    /// All weigh the same: the most profitable ones.
    EqualWeights,
    /// Every subset was looked at.
    Subsets,
    /// A heuristic's packing reached the bound.
    Heuristic,
    /// Branch and bound.
    Search,
}

/// A packing and what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The best packing found.
    pub solution: Solution,
    /// No packing yields more.
    pub bound: f64,
    /// Whether none is better.
    pub proved: bool,
    /// How it was found.
    pub method: Method,
    /// Nodes of branch and bound, over all searches.
    pub nodes: u64,
}

/// Solves a problem; `start` is a packing that is known, `effort` the number of nodes, roughly.
///
/// Source: Millot and Parrot 2016, section 6, solves it with Pisinger's MULKNAP; ours is after it: surrogate bound, subset sums to split, tightened capacities.
#[must_use]
pub fn solve(problem: &Problem, start: Option<Solution>, effort: u64) -> Outcome {
    let usable = problem.usable();
    let items: Vec<(usize, Item)> = usable
        .iter()
        .map(|index| (*index, problem.item(*index)))
        .collect();
    let clusters = problem.clusters.min(items.len());
    let Some((_, first)) = items.first().filter(|_| clusters > 0) else {
        return exact(Solution::default(), Method::Nothing);
    };
    if items.iter().all(|(_, item)| item.weight == first.weight) {
        return exact(
            equal_weights(problem, &usable, first.weight),
            Method::EqualWeights,
        );
    }
    let problem = Problem {
        clusters,
        capacity: tighten::tightened(&items, problem.capacity),
        items: problem.items.clone(),
    };
    let mut best = start.unwrap_or_default();
    let mut keep = |clusters: &[Vec<usize>]| {
        let solution = problem.solution(clusters);
        if solution.value > best.value {
            best = solution;
        }
        best.value
    };
    for packing in [
        first_fit::by_efficiency(&problem),
        first_fit::by_profit(&problem),
    ] {
        keep(&packing);
    }
    if best.clusters.iter().map(Vec::len).sum::<usize>() == items.len() {
        return exact(best, Method::Everything);
    }
    if let Some(solution) = subsets::best(&problem) {
        return exact(solution, Method::Subsets);
    }
    large(&problem, &items, best, effort)
}

/// More items than [`subsets`] takes.
fn large(problem: &Problem, items: &[(usize, Item)], best: Solution, effort: u64) -> Outcome {
    let cut = Cut::best(items, problem.capacity, problem.clusters);
    let linear = relaxed(items, problem.capacity, problem.clusters, cut);
    // All clusters as one: what yields most there bounds what they yield, and is what to split.
    let whole = problem.capacity.saturating_mul(problem.clusters as u64);
    let together = cut.times(problem.clusters);
    let surrogate = search(items, whole, 1, together, 0.0, linear, effort / 4);
    let bound = surrogate.bound.min(linear);
    let mut nodes = surrogate.nodes;
    let mut best = best;
    let mut starts: Vec<Vec<Vec<usize>>> = vec![best.clusters.clone()];
    if let Some(set) = surrogate.clusters.and_then(|mut clusters| clusters.pop()) {
        let each = effort / 8 / problem.clusters as u64;
        let (packing, visited) = split::split(problem, &set, each);
        nodes += visited;
        starts.insert(0, packing);
    }
    for mut packing in starts {
        packing.resize(problem.clusters, Vec::new());
        if !reaches(best.value, bound) {
            let already = problem.solution(&packing);
            if !reaches(already.value, bound) {
                nodes += improve::improve(problem, &mut packing, cut, effort / 8);
            }
        }
        let solution = problem.solution(&packing);
        if solution.value > best.value {
            best = solution;
        }
    }
    if reaches(best.value, bound) {
        return outcome(best, bound, Method::Heuristic, nodes);
    }
    // A node takes time for each cluster.
    let budget = effort / 2 * 8 / (problem.clusters as u64 + 7);
    let found = search(
        items,
        problem.capacity,
        problem.clusters,
        cut,
        best.value,
        bound,
        budget,
    );
    nodes += found.nodes;
    let bound = bound.min(found.bound);
    if let Some(clusters) = found.clusters {
        best = problem.solution(&clusters);
    }
    outcome(best, bound, Method::Search, nodes)
}

fn outcome(solution: Solution, bound: f64, method: Method, nodes: u64) -> Outcome {
    let proved = reaches(solution.value, bound);
    Outcome {
        bound: if proved { solution.value } else { bound },
        proved,
        solution,
        method,
        nodes,
    }
}

fn exact(solution: Solution, method: Method) -> Outcome {
    let bound = solution.value;
    outcome(solution, bound, method, 0)
}

/// The most profitable items, as many to a cluster as fit.
fn equal_weights(problem: &Problem, usable: &[usize], weight: u64) -> Solution {
    let each = problem
        .capacity
        .checked_div(weight)
        .map_or(usable.len(), |fit| {
            usize::try_from(fit).unwrap_or(usable.len())
        })
        .clamp(1, usable.len().max(1));
    let mut order = usable.to_vec();
    by_falling_profit(problem, &mut order);
    let clusters: Vec<Vec<usize>> = order
        .chunks(each)
        .take(problem.clusters)
        .map(<[usize]>::to_vec)
        .collect();
    problem.solution(&clusters)
}

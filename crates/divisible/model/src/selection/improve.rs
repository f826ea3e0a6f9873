//! Stepwise improvement of a packing, until no step gains.

use super::first_fit::fill;
use super::knapsack::Problem;
use super::search::{Cut, EQUAL, by_ratio, search};
use super::split::fullest;

/// Nodes of one step.
const STEP: u64 = 4_000;

/// Improves a packing for about `budget` nodes; returns the nodes visited.
///
/// Two kinds of step: one cluster is packed anew from its items and the unused ones; of two clusters one is filled as full as can be, so
/// that the room of both is in one place and may hold an unused item.
///
/// Source: own choice.
pub fn improve(problem: &Problem, clusters: &mut [Vec<usize>], cut: Cut, budget: u64) -> u64 {
    let mut nodes = 0;
    loop {
        let mut gained = false;
        for one in 0..clusters.len() {
            if nodes >= budget {
                return nodes;
            }
            gained |= repack(problem, clusters, one, cut, &mut nodes);
        }
        for one in 0..clusters.len() {
            for other in 0..one {
                if nodes >= budget {
                    return nodes;
                }
                gained |= consolidate(problem, clusters, one, other, &mut nodes);
            }
        }
        if !gained {
            return nodes;
        }
    }
}

fn repack(
    problem: &Problem,
    clusters: &mut [Vec<usize>],
    at: usize,
    cut: Cut,
    nodes: &mut u64,
) -> bool {
    let unused = problem.unused(clusters);
    let Some(cluster) = clusters.get_mut(at) else {
        return false;
    };
    if unused.is_empty() {
        return false;
    }
    let value = problem.profit(cluster);
    let pool = [cluster.as_slice(), &unused].concat();
    let found = search(
        &problem.indexed(&pool),
        problem.capacity,
        1,
        cut,
        value,
        f64::INFINITY,
        STEP,
    );
    *nodes += found.nodes.max(1);
    match found.clusters.and_then(|mut clusters| clusters.pop()) {
        Some(better) if problem.profit(&better) > value * (1.0 + EQUAL) => {
            *cluster = better;
            true
        }
        _ => false,
    }
}

fn consolidate(
    problem: &Problem,
    clusters: &mut [Vec<usize>],
    one: usize,
    other: usize,
    nodes: &mut u64,
) -> bool {
    let unused = by_ratio(&problem.indexed(&problem.unused(clusters)), 0);
    let (Some(a), Some(b)) = (clusters.get(one), clusters.get(other)) else {
        return false;
    };
    let both = [a.as_slice(), b].concat();
    let room = (2 * problem.capacity).saturating_sub(problem.weight(&both));
    *nodes += problem.items.len() as u64 / 8; // the cost of finding the unused items
    if !unused.iter().any(|(_, item)| item.weight <= room) {
        return false;
    }
    let (full, visited) = fullest(problem, &both, STEP);
    *nodes += visited.max(1);
    let rest: Vec<usize> = both
        .iter()
        .copied()
        .filter(|item| !full.contains(item))
        .collect();
    if problem.weight(&rest) > problem.capacity {
        return false;
    }
    let mut pair = [full, rest];
    let before = both.len();
    fill(problem, unused.into_iter().map(|(i, _)| i), &mut pair);
    let gained = pair.iter().map(Vec::len).sum::<usize>() > before;
    if gained {
        for (index, cluster) in [one, other].into_iter().zip(pair) {
            if let Some(slot) = clusters.get_mut(index) {
                *slot = cluster;
            }
        }
    }
    gained
}

//! A set of items that would fill all clusters as one, split among them.

use super::first_fit::fill;
use super::knapsack::{Item, Problem};
use super::search::{Cut, by_ratio, search};

/// Fills cluster after cluster as full as can be from `set`; then the unused items, of the set or not, go where there is room.
///
/// Returns the clusters and the nodes visited. Where no item of the set remains, and the set was the best for all clusters as one, the
/// packing is optimal.
///
/// Source: own choice, after Pisinger 1999 (subset sums).
#[must_use]
pub fn split(problem: &Problem, set: &[usize], budget: u64) -> (Vec<Vec<usize>>, u64) {
    let mut rest = set.to_vec();
    let mut clusters = Vec::with_capacity(problem.clusters);
    let mut nodes = 0;
    for _ in 0..problem.clusters {
        let (filled, visited) = fullest(problem, &rest, budget);
        rest.retain(|item| !filled.contains(item));
        nodes += visited;
        clusters.push(filled);
    }
    let left = by_ratio(&problem.indexed(&problem.unused(&clusters)), 0);
    fill(problem, left.into_iter().map(|(i, _)| i), &mut clusters);
    (clusters, nodes)
}

/// The items that fill one cluster best, and the nodes visited.
#[must_use]
pub fn fullest(problem: &Problem, items: &[usize], budget: u64) -> (Vec<usize>, u64) {
    let weights: Vec<(usize, Item)> = items
        .iter()
        .map(|index| {
            let weight = problem.item(*index).weight;
            (
                *index,
                Item {
                    weight,
                    profit: weight as f64,
                },
            )
        })
        .collect();
    let found = search(
        &weights,
        problem.capacity,
        1,
        Cut::default(),
        0.0,
        problem.capacity as f64,
        budget,
    );
    let filled = found.clusters.and_then(|mut clusters| clusters.pop());
    (filled.unwrap_or_default(), found.nodes)
}

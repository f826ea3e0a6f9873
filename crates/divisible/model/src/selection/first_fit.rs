//! Items one by one, each into the first cluster with room.

use super::knapsack::Problem;
use super::search::by_ratio;

/// By decreasing profit for the weight.
#[must_use]
pub fn by_efficiency(problem: &Problem) -> Vec<Vec<usize>> {
    let order = by_ratio(&problem.indexed(&problem.usable()), 0);
    let mut out = vec![Vec::new(); problem.clusters];
    fill(problem, order.into_iter().map(|(i, _)| i), &mut out);
    out
}

/// By decreasing profit; ties: the lower index.
#[must_use]
pub fn by_profit(problem: &Problem) -> Vec<Vec<usize>> {
    let mut order = problem.usable();
    by_falling_profit(problem, &mut order);
    let mut out = vec![Vec::new(); problem.clusters];
    fill(problem, order, &mut out);
    out
}

/// The greatest profit first; ties: as they stand.
pub(super) fn by_falling_profit(problem: &Problem, items: &mut [usize]) {
    schedule::sort::by(items, |a, b| {
        problem.item(*b).profit.total_cmp(&problem.item(*a).profit)
    });
}

/// Adds items in their order where there is room.
pub fn fill(
    problem: &Problem,
    order: impl IntoIterator<Item = usize>,
    clusters: &mut [Vec<usize>],
) {
    let mut loads: Vec<u64> = clusters.iter().map(|c| problem.weight(c)).collect();
    for index in order {
        let weight = problem.item(index).weight;
        let room = loads
            .iter_mut()
            .zip(clusters.iter_mut())
            .find(|(load, _)| load.saturating_add(weight) <= problem.capacity);
        if let Some((load, cluster)) = room {
            *load += weight;
            cluster.push(index);
        }
    }
}

//! Exact for a few items: the fewest clusters that hold each subset.

use super::knapsack::{Problem, Solution};

/// More items than this are too many: work and memory double with each.
pub const MOST: usize = 16;

/// A way to pack a subset: clusters full or begun, the load of the last one, and the item packed last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Packing {
    clusters: usize,
    load: u64,
    last: usize,
}

/// The best packing of at most [`MOST`] usable items; none where there are more.
///
/// For each subset the packing with the fewest clusters, and of these the one whose last cluster holds least, is enough: an item is added
/// to it or begins a new cluster. Of equal values the first subset in binary order is taken.
///
/// Source: own choice (Held and Karp's way of packing bins).
#[must_use]
pub fn best(problem: &Problem) -> Option<Solution> {
    let usable = problem.usable();
    if usable.len() > MOST {
        return None;
    }
    let mut packings: Vec<Option<Packing>> = vec![None; 1 << usable.len()];
    let mut profits = vec![0.0_f64; packings.len()];
    let mut best = (0, 0.0);
    for set in 1..packings.len() {
        let low = set.trailing_zeros() as usize;
        let rest = profits.get(set & (set - 1)).copied().unwrap_or(0.0);
        let profit = rest
            + usable
                .get(low)
                .map_or(0.0, |item| problem.item(*item).profit);
        let packing = usable
            .iter()
            .enumerate()
            .filter(|(bit, _)| set >> bit & 1 == 1)
            .filter_map(|(bit, item)| {
                let without = set & !(1 << bit);
                let before = if without == 0 {
                    Packing {
                        clusters: 0,
                        load: problem.capacity,
                        last: 0,
                    }
                } else {
                    packings.get(without).copied().flatten()?
                };
                let weight = problem.item(*item).weight;
                let joined = before.load.saturating_add(weight);
                Some(if before.clusters > 0 && joined <= problem.capacity {
                    Packing {
                        clusters: before.clusters,
                        load: joined,
                        last: bit,
                    }
                } else {
                    Packing {
                        clusters: before.clusters + 1,
                        load: weight,
                        last: bit,
                    }
                })
            })
            .min()
            .filter(|packing| packing.clusters <= problem.clusters);
        if packing.is_some() && profit > best.1 {
            best = (set, profit);
        }
        if let (Some(slot), Some(sum)) = (packings.get_mut(set), profits.get_mut(set)) {
            *slot = packing;
            *sum = profit;
        }
    }
    let mut clusters: Vec<Vec<usize>> = vec![Vec::new(); problem.clusters];
    let mut set = best.0;
    while let Some(packing) = packings.get(set).copied().flatten() {
        if let (Some(cluster), Some(item)) = (
            clusters.get_mut(packing.clusters - 1),
            usable.get(packing.last),
        ) {
            cluster.push(*item);
        }
        set &= !(1 << packing.last);
    }
    Some(problem.solution(&clusters))
}

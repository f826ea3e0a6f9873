//! The 0/1 multiple knapsack problem with equal capacities.

/// Units of weight in a second.
const GRID: f64 = 1e9;
/// Numbers that are equal on paper may differ by this share.
const NOISE: f64 = 1e-12;

/// A weight, s, in whole nanoseconds: rounded up, so that items that fit in whole numbers fit in truth.
#[must_use]
pub fn weight(seconds: f64) -> u64 {
    (seconds * GRID * (1.0 - NOISE)).ceil() as u64
}

/// A capacity, s, in whole nanoseconds: rounded down.
#[must_use]
pub fn capacity(seconds: f64) -> u64 {
    (seconds * GRID * (1.0 + NOISE)).floor() as u64
}

/// An item to pack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Item {
    /// Its share of a cluster's capacity, ns.
    pub weight: u64,
    /// Its profit.
    pub profit: f64,
}

/// The items and the clusters to pack them in.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The items; each is packed once or not at all.
    pub items: Vec<Item>,
    /// The capacity of each cluster, ns.
    pub capacity: u64,
    /// The most clusters.
    pub clusters: usize,
}

/// A packing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solution {
    /// The items of each cluster, ascending; clusters by their first item; none is empty.
    pub clusters: Vec<Vec<usize>>,
    /// The profit of the packed items.
    pub value: f64,
}

impl Problem {
    /// An item by its index; an item without profit where the index is out of range.
    #[must_use]
    pub fn item(&self, index: usize) -> Item {
        self.items.get(index).copied().unwrap_or(Item {
            weight: 0,
            profit: 0.0,
        })
    }

    /// Some items with their indices.
    #[must_use]
    pub fn indexed(&self, indices: &[usize]) -> Vec<(usize, Item)> {
        indices
            .iter()
            .map(|index| (*index, self.item(*index)))
            .collect()
    }

    /// The items that have a profit and fit.
    #[must_use]
    pub fn usable(&self) -> Vec<usize> {
        self.items
            .iter()
            .enumerate()
            .filter(|(_, item)| item.profit > 0.0 && item.weight <= self.capacity)
            .map(|(index, _)| index)
            .collect()
    }

    /// The weight of some items.
    #[must_use]
    pub fn weight(&self, items: &[usize]) -> u64 {
        items.iter().fold(0, |sum: u64, item| {
            sum.saturating_add(self.item(*item).weight)
        })
    }

    /// The profit of some items, in their order.
    #[must_use]
    pub fn profit(&self, items: &[usize]) -> f64 {
        items.iter().map(|item| self.item(*item).profit).sum()
    }

    /// Clusters in their one order, with their value; its sum goes by index, so it does not depend on the clusters.
    #[must_use]
    pub fn solution(&self, clusters: &[Vec<usize>]) -> Solution {
        let mut clusters: Vec<Vec<usize>> = clusters
            .iter()
            .filter(|cluster| !cluster.is_empty())
            .cloned()
            .collect();
        for cluster in &mut clusters {
            cluster.sort_unstable();
        }
        schedule::sort::by(&mut clusters, Ord::cmp);
        let mut all: Vec<usize> = clusters.iter().flatten().copied().collect();
        all.sort_unstable();
        Solution {
            value: self.profit(&all),
            clusters,
        }
    }

    /// The usable items outside a packing.
    #[must_use]
    pub fn unused(&self, clusters: &[Vec<usize>]) -> Vec<usize> {
        let mut packed = vec![false; self.items.len()];
        for item in clusters.iter().flatten() {
            if let Some(packed) = packed.get_mut(*item) {
                *packed = true;
            }
        }
        let mut out = self.usable();
        out.retain(|item| !packed.get(*item).copied().unwrap_or(true));
        out
    }
}

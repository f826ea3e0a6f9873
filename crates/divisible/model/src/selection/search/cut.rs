//! No cluster holds more items than the lightest ones that fit: a second limit, joined to the first.

use super::{Item, relaxed};

/// Each item weighs `extra` more, and each cluster holds `most` times `extra` more.
///
/// Where no cluster holds more than `most` items this excludes nothing, but where weights are nearly equal a bound is far nearer: the
/// relaxation may no longer fill a cluster's last bit of room with a piece of an item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// Weight added to each item.
    pub extra: u64,
    /// The most items of a cluster.
    pub most: u64,
}

impl Cut {
    /// A capacity with the extra of `most` items.
    #[must_use]
    pub fn capacity(self, capacity: u64) -> u64 {
        capacity.saturating_add(self.extra.saturating_mul(self.most))
    }

    /// The cut for all clusters as one.
    #[must_use]
    pub fn times(self, clusters: usize) -> Self {
        Self {
            most: self.most.saturating_mul(clusters as u64),
            ..self
        }
    }

    /// The cut with the least relaxed bound, among extras by powers of two around an item's usual weight.
    ///
    /// Source: own choice (a surrogate of the capacity and of the number of items).
    #[must_use]
    pub fn best(items: &[(usize, Item)], capacity: u64, clusters: usize) -> Self {
        let mut weights: Vec<u64> = items.iter().map(|(_, item)| item.weight).collect();
        schedule::sort::by(&mut weights, Ord::cmp);
        let (mut most, mut load) = (0, 0_u64);
        for weight in weights {
            load = load.saturating_add(weight);
            if load > capacity {
                break;
            }
            most += 1;
        }
        let usual = capacity / most.max(1);
        let none = Self { extra: 0, most };
        let mut best = (none, relaxed(items, capacity, clusters, none));
        for power in 0..24_u32 {
            let cut = Self {
                extra: (usual.saturating_mul(4096) >> power).min(capacity.saturating_mul(4)),
                most,
            };
            let bound = relaxed(items, capacity, clusters, cut);
            if bound < best.1 {
                best = (cut, bound);
            }
        }
        best.0
    }
}

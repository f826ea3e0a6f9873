//! Depth-first branch and bound for the multiple knapsack problem; with one cluster, for the simple one.

use super::knapsack::Item;

mod cut;

pub use cut::Cut;

/// Values that differ by less than this share are equal: sums of profits are not exact.
pub const EQUAL: f64 = 1e-12;

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The items of each cluster; none where nothing better than the start was found.
    pub clusters: Option<Vec<Vec<usize>>>,
    /// The value of the packing, or of the start.
    pub value: f64,
    /// The upper bound of any packing's value.
    pub bound: f64,
    /// Nodes visited.
    pub nodes: u64,
}

impl Found {
    /// Whether nothing better exists.
    #[must_use]
    pub fn proved(&self) -> bool {
        reaches(self.value, self.bound)
    }
}

/// Whether a value is as great as a bound.
#[must_use]
pub fn reaches(value: f64, bound: f64) -> bool {
    value >= bound * (1.0 - EQUAL)
}

/// An item ranked by profit for its weight, with the total weight, the cut's extra included, and the total profit of the
/// items before it.
#[derive(Clone, Copy, Debug)]
struct Ranked {
    index: usize,
    item: Item,
    /// The item's weight with the cut's extra.
    bulk: u64,
    bulk_before: u64,
    profit_before: f64,
    lightest_from_here: u64,
}

/// The items by decreasing profit for their weight and `extra`; ties: the greater profit first, then the lower index.
#[must_use]
pub fn by_ratio(items: &[(usize, Item)], extra: u64) -> Vec<(usize, Item)> {
    let mut order = items.to_vec();
    let ratio = |item: &Item| item.profit / item.weight.saturating_add(extra) as f64;
    order.sort_by(|(a, one), (b, other)| {
        ratio(other)
            .total_cmp(&ratio(one))
            .then(other.profit.total_cmp(&one.profit))
            .then(a.cmp(b))
    });
    order
}

struct Ranking {
    items: Vec<Ranked>,
    bulk: u64,
    profit: f64,
}

impl Ranking {
    fn of(items: &[(usize, Item)], cut: Cut) -> Self {
        let (mut total, mut profit) = (0_u64, 0.0);
        let mut ranked: Vec<Ranked> = by_ratio(items, cut.extra)
            .into_iter()
            .map(|(index, item)| {
                let bulk = item.weight.saturating_add(cut.extra);
                let out = Ranked {
                    index,
                    item,
                    bulk,
                    bulk_before: total,
                    profit_before: profit,
                    lightest_from_here: 0,
                };
                total = total.saturating_add(bulk);
                profit += item.profit;
                out
            })
            .collect();
        let mut lightest = u64::MAX;
        for ranked in ranked.iter_mut().rev() {
            lightest = lightest.min(ranked.item.weight);
            ranked.lightest_from_here = lightest;
        }
        Self {
            items: ranked,
            bulk: total,
            profit,
        }
    }

    /// The upper bound of the profit of the items from `depth` on within `room`: the linear relaxation.
    fn relaxed(&self, depth: usize, room: u64) -> f64 {
        let Some(first) = self.items.get(depth) else {
            return 0.0;
        };
        let limit = first.bulk_before.saturating_add(room);
        if self.bulk <= limit {
            return self.profit - first.profit_before;
        }
        // Preceding sums never fall: the last item that begins within the limit is cut.
        let begun = self
            .items
            .partition_point(|ranked| ranked.bulk_before <= limit);
        let Some(last) = begun.checked_sub(1).and_then(|last| self.items.get(last)) else {
            return 0.0;
        };
        let part = (limit - last.bulk_before) as f64 / last.bulk.max(1) as f64;
        last.profit_before - first.profit_before + last.item.profit * part
    }
}

/// The upper bound of the profit where items may be cut and the clusters are one: the relaxation of both the linear and the
/// surrogate problem.
#[must_use]
pub fn relaxed(items: &[(usize, Item)], capacity: u64, clusters: usize, cut: Cut) -> f64 {
    let room = cut.capacity(capacity).saturating_mul(clusters as u64);
    Ranking::of(items, cut).relaxed(0, room)
}

/// The free capacity of a cluster, by weight and with the cut's extra.
#[derive(Clone, Copy, PartialEq)]
struct Room {
    weight: u64,
    bulk: u64,
}

impl Room {
    fn holds(self, item: &Ranked) -> bool {
        self.weight >= item.item.weight && self.bulk >= item.bulk
    }

    fn fill(&mut self, item: &Ranked) {
        self.weight -= item.item.weight;
        self.bulk -= item.bulk;
    }

    fn empty(&mut self, item: &Ranked) {
        self.weight += item.item.weight;
        self.bulk += item.bulk;
    }
}

/// A decision about the item at this depth.
struct Frame {
    /// The next cluster to try; the number of clusters: leave the item out; more: all tried.
    next: usize,
    placed: Option<usize>,
    value_before: f64,
}

/// Looks for packings better than one of the value `start`; stops at `limit`, an upper bound of all packings, or after
/// `budget` nodes.
///
/// `cut` limits a cluster's content to no more than every packing of interest, and sharpens bounds. Clusters with the same room are one
/// choice. Room that no remaining item fits counts for nothing.
#[must_use]
pub fn search(
    items: &[(usize, Item)],
    capacity: u64,
    clusters: usize,
    cut: Cut,
    start: f64,
    limit: f64,
    budget: u64,
) -> Found {
    let ranking = Ranking::of(items, cut);
    let mut rooms = vec![
        Room {
            weight: capacity,
            bulk: cut.capacity(capacity)
        };
        clusters
    ];
    let mut best = start;
    let mut found = None;
    let mut nodes = 0;
    let bound_at = |depth: usize, rooms: &[Room]| {
        let lightest = ranking
            .items
            .get(depth)
            .map_or(u64::MAX, |ranked| ranked.lightest_from_here);
        let room = rooms
            .iter()
            .filter(|room| room.weight >= lightest)
            .fold(0_u64, |sum, room| sum.saturating_add(room.bulk));
        ranking.relaxed(depth, room)
    };
    let limit = limit.min(bound_at(0, &rooms));
    let mut stack = Vec::with_capacity(ranking.items.len());
    if !reaches(best, limit) {
        stack.push(Frame {
            next: 0,
            placed: None,
            value_before: 0.0,
        });
    }
    while let Some(depth) = stack.len().checked_sub(1) {
        let (Some(frame), Some(ranked)) = (stack.last_mut(), ranking.items.get(depth)) else {
            break;
        };
        if let Some(room) = frame.placed.take().and_then(|c| rooms.get_mut(c)) {
            room.empty(ranked);
        }
        if nodes >= budget {
            break;
        }
        let choice = rooms
            .iter()
            .enumerate()
            .skip(frame.next)
            .find(|(c, room)| {
                room.holds(ranked) && !rooms.iter().take(*c).any(|other| other == *room)
            })
            .map(|(c, _)| c);
        let value = if let Some(cluster) = choice {
            frame.next = cluster + 1;
            frame.placed = Some(cluster);
            if let Some(room) = rooms.get_mut(cluster) {
                room.fill(ranked);
            }
            frame.value_before + ranked.item.profit
        } else if frame.next <= clusters {
            frame.next = clusters + 1;
            frame.value_before
        } else {
            stack.pop();
            continue;
        };
        nodes += 1;
        let rest = bound_at(depth + 1, &rooms);
        if rest == 0.0 && value > best * (1.0 + EQUAL) {
            best = value;
            found = Some(packed(&stack, &ranking, clusters));
            if reaches(best, limit) {
                stack.clear();
            }
        } else if !reaches(best, value + rest) {
            stack.push(Frame {
                next: 0,
                placed: None,
                value_before: value,
            });
        }
    }
    let mut bound = best;
    // The bounds of the unexplored nodes.
    while let Some(frame) = stack.pop() {
        let depth = stack.len();
        let Some(ranked) = ranking.items.get(depth) else {
            continue;
        };
        if let Some(room) = frame.placed.and_then(|c| rooms.get_mut(c)) {
            room.empty(ranked);
        }
        if frame.next < clusters {
            bound = bound.max(frame.value_before + bound_at(depth, &rooms));
        } else if frame.next == clusters {
            bound = bound.max(frame.value_before + bound_at(depth + 1, &rooms));
        }
    }
    Found {
        clusters: found,
        value: best,
        bound: bound.min(limit).max(best),
        nodes,
    }
}

fn packed(stack: &[Frame], ranking: &Ranking, clusters: usize) -> Vec<Vec<usize>> {
    let mut out = vec![Vec::new(); clusters];
    for (frame, ranked) in stack.iter().zip(&ranking.items) {
        if let Some(cluster) = frame.placed.and_then(|c| out.get_mut(c)) {
            cluster.push(ranked.index);
        }
    }
    out
}

//! Processors as a chain with small send times (Dobber 2006, section 2.6; method: own choice).
//!
//! Replica groups are runs of neighbours in the chain; where the scope is neighbours, only neighbours exchange data.

/// Orders the drawn nodes as a chain in which the mean send times of neighbours sum to little.
///
/// Up to 8 nodes the shortest chain is found; above, the shortest of the greedy nearest-neighbour chains from every
/// node (up to 16) or from the first four. Ties go to the chain that comes first in `drawn`. The chain is reversed
/// if its last node has a smaller number than its first. `send(a, b)` is symmetric and not negative.
#[must_use]
pub fn chain(drawn: &[usize], send: impl Fn(usize, usize) -> f64) -> Vec<usize> {
    let steps = Steps::new(drawn, send);
    let places = if drawn.len() <= 8 {
        shortest(&steps)
    } else {
        greedy(&steps)
    };
    let mut chain: Vec<_> = places
        .into_iter()
        .filter_map(|place| drawn.get(place).copied())
        .collect();
    if chain.last() < chain.first() {
        chain.reverse();
    }
    chain
}

/// The send times between the drawn nodes, which are named by their places.
struct Steps {
    nodes: usize,
    /// The times from each node to each node, row by row.
    times: Vec<f64>,
}

impl Steps {
    fn new(drawn: &[usize], send: impl Fn(usize, usize) -> f64) -> Self {
        let nodes = drawn.len();
        let mut times = Vec::with_capacity(nodes * nodes);
        for (i, a) in drawn.iter().enumerate() {
            for (j, b) in drawn.iter().enumerate() {
                // The times are symmetric, so that half of them need no computing.
                let known = (j < i).then(|| times.get(j * nodes + i)).flatten().copied();
                times.push(known.unwrap_or_else(|| if i == j { 0.0 } else { send(*a, *b) }));
            }
        }
        Self { nodes, times }
    }

    fn from(&self, a: usize) -> &[f64] {
        self.times
            .get(a * self.nodes..(a + 1) * self.nodes)
            .unwrap_or_default()
    }
}

/// Of all orders that are as short as the shortest, the first in `drawn`.
fn shortest(steps: &Steps) -> Vec<usize> {
    let nodes = steps.nodes;
    let rest = completions(steps);
    let mut free = (1_usize << nodes) - 1;
    let whole = rest.get(free * nodes..).unwrap_or_default();
    // Sums in another order differ in their last digits; that far apart they are still equal.
    let limit = whole.iter().copied().fold(f64::INFINITY, f64::min) * (1.0 + 1e-12);
    let mut chain: Vec<usize> = Vec::with_capacity(nodes);
    let mut length = 0.0;
    while free != 0 {
        let step = |node: usize| {
            let last = chain.last();
            let step = last.and_then(|last| steps.from(*last).get(node));
            step.copied().unwrap_or(0.0)
        };
        let short = |node: &usize| {
            let rest = rest.get(free * nodes + node).copied().unwrap_or(0.0);
            length + step(*node) + rest <= limit
        };
        let mut left = (0..nodes).filter(|node| free >> node & 1 == 1);
        let first = left.clone().next();
        let Some(node) = left.find(short).or(first) else {
            break;
        };
        length += step(node);
        chain.push(node);
        free &= !(1 << node);
    }
    chain
}

/// For each set of places (a bit each) and each place in it: the length of the shortest chain from that place through the
/// rest of the set (Held and Karp, "A dynamic programming approach to sequencing problems", 1962).
fn completions(steps: &Steps) -> Vec<f64> {
    let nodes = steps.nodes;
    let mut rest = vec![0.0; nodes << nodes];
    for set in 1_usize..1 << nodes {
        for first in (0..nodes).filter(|first| set >> first & 1 == 1) {
            let others = set & !(1 << first);
            if others == 0 {
                continue;
            }
            let mut least = f64::INFINITY;
            for (next, step) in steps.from(first).iter().enumerate() {
                if others >> next & 1 == 1 {
                    let length = rest
                        .get(others * nodes + next)
                        .map_or(0.0, |rest| step + rest);
                    least = least.min(length);
                }
            }
            if let Some(place) = rest.get_mut(set * nodes + first) {
                *place = least;
            }
        }
    }
    rest
}

fn greedy(steps: &Steps) -> Vec<usize> {
    let nodes = steps.nodes;
    let starts = if nodes <= 16 { nodes } else { 4 };
    let mut best = (f64::INFINITY, Vec::new());
    for start in 0..starts {
        let mut free = vec![true; nodes];
        let mut chain = Vec::with_capacity(nodes);
        let mut length = 0.0;
        let mut next = Some((0.0, start));
        while let Some((step, node)) = next {
            length += step;
            chain.push(node);
            if let Some(free) = free.get_mut(node) {
                *free = false;
            }
            next = None;
            for (node, (step, free)) in steps.from(node).iter().zip(&free).enumerate() {
                if *free && next.is_none_or(|(least, _)| *step < least) {
                    next = Some((*step, node));
                }
            }
        }
        if length < best.0 {
            best = (length, chain);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The sum of the send times of neighbours.
    fn length(chain: &[usize], send: impl Fn(usize, usize) -> f64) -> f64 {
        let pairs = chain.iter().zip(chain.iter().skip(1));
        pairs.map(|(a, b)| send(*a, *b)).sum()
    }

    /// All orders, the first in `drawn` first.
    fn orders(drawn: &[usize]) -> Vec<Vec<usize>> {
        if drawn.is_empty() {
            return vec![Vec::new()];
        }
        let mut out = Vec::new();
        for (index, first) in drawn.iter().enumerate() {
            let rest: Vec<_> = drawn
                .iter()
                .enumerate()
                .filter(|(i, _)| *i != index)
                .map(|(_, n)| *n)
                .collect();
            for order in orders(&rest) {
                out.push([vec![*first], order].concat());
            }
        }
        out
    }

    proptest! {
        #[test]
        fn the_chain_is_the_first_shortest_of_all_orders(
            points in prop::collection::vec((0_u8..6, 0_u8..6), 1..7)
        ) {
            let drawn: Vec<usize> = (0..points.len()).rev().collect();
            let send = |a: usize, b: usize| {
                let ((ax, ay), (bx, by)) = (points[a], points[b]);
                f64::from(ax.abs_diff(bx)) + f64::from(ay.abs_diff(by))
            };
            let mut best = drawn.clone();
            for order in orders(&drawn) {
                if length(&order, send) < length(&best, send) {
                    best = order;
                }
            }
            if best.last() < best.first() {
                best.reverse();
            }
            prop_assert_eq!(chain(&drawn, send), best);
        }

        #[test]
        fn a_chain_holds_every_drawn_node_once(number in 1_usize..40, seed in 0_u64..1000) {
            let drawn = trace::random::Random::new(seed).sample(90, number);
            let mut chain = chain(&drawn, |a, b| (a.abs_diff(b) % 7) as f64);
            let mut drawn = drawn;
            drawn.sort_unstable();
            chain.sort_unstable();
            prop_assert_eq!(chain, drawn);
        }
    }

    #[test]
    fn nodes_of_one_place_stay_in_drawn_order() {
        assert_eq!(chain(&[3, 1, 4, 5], |_, _| 1.0), [3, 1, 4, 5]);
        assert_eq!(chain(&[5, 1, 4, 3], |_, _| 1.0), [3, 4, 1, 5]);
    }
}

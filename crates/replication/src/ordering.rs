//! Processors as a chain with small send times (Dobber 2006, section 2.6; method: own choice).
//!
//! Neighbours in the chain exchange data, and replica groups are runs of neighbours.

/// Orders the drawn nodes as a chain in which the mean send times of neighbours sum to little.
///
/// Up to 8 nodes the shortest chain is found; above, the shortest of the greedy nearest-neighbour chains from every
/// node (up to 16) or from the first four. Ties go to what comes first in `drawn`. The chain is turned round where
/// its last node has a smaller number than its first. `send(a, b)` is symmetric and not negative.
#[must_use]
pub fn chain(drawn: &[usize], send: impl Fn(usize, usize) -> f64) -> Vec<usize> {
    let mut chain = if drawn.len() <= 8 {
        shortest(drawn, &send)
    } else {
        greedy(drawn, &send)
    };
    if chain.last() < chain.first() {
        chain.reverse();
    }
    chain
}

/// The sum of the send times of neighbours.
#[must_use]
pub fn length(chain: &[usize], send: impl Fn(usize, usize) -> f64) -> f64 {
    chain
        .iter()
        .zip(chain.iter().skip(1))
        .map(|(a, b)| send(*a, *b))
        .sum()
}

fn shortest(drawn: &[usize], send: &impl Fn(usize, usize) -> f64) -> Vec<usize> {
    let mut least_step = f64::INFINITY;
    for (i, a) in drawn.iter().enumerate() {
        for b in drawn.iter().take(i) {
            least_step = least_step.min(send(*a, *b));
        }
    }
    let mut search = Search {
        drawn,
        send,
        least_step,
        best: drawn.to_vec(),
        best_length: f64::INFINITY,
        chain: Vec::new(),
    };
    search.extend(0.0);
    search.best
}

/// All orders, the first in `drawn` first, without those that cannot become shorter than the best so far.
struct Search<'a, F> {
    drawn: &'a [usize],
    send: &'a F,
    least_step: f64,
    best: Vec<usize>,
    best_length: f64,
    chain: Vec<usize>,
}

impl<F: Fn(usize, usize) -> f64> Search<'_, F> {
    fn extend(&mut self, length: f64) {
        let missing = self.drawn.len() - self.chain.len();
        if missing == 0 {
            if length < self.best_length {
                self.best_length = length;
                self.best.clone_from(&self.chain);
            }
            return;
        }
        let steps = if self.chain.is_empty() {
            missing - 1
        } else {
            missing
        };
        if length + steps as f64 * self.least_step.min(f64::MAX) >= self.best_length {
            return;
        }
        for node in self.drawn {
            if self.chain.contains(node) {
                continue;
            }
            let step = self
                .chain
                .last()
                .map_or(0.0, |last| (self.send)(*last, *node));
            self.chain.push(*node);
            self.extend(length + step);
            self.chain.pop();
        }
    }
}

fn greedy(drawn: &[usize], send: &impl Fn(usize, usize) -> f64) -> Vec<usize> {
    let starts = if drawn.len() <= 16 { drawn.len() } else { 4 };
    let mut best: Option<(f64, Vec<usize>)> = None;
    for start in drawn.iter().take(starts) {
        let mut chain = vec![*start];
        let mut last = *start;
        while chain.len() < drawn.len() {
            let mut nearest: Option<(f64, usize)> = None;
            for node in drawn.iter().filter(|node| !chain.contains(node)) {
                let step = send(last, *node);
                if nearest.is_none_or(|(least, _)| step < least) {
                    nearest = Some((step, *node));
                }
            }
            let Some((_, node)) = nearest else { break };
            chain.push(node);
            last = node;
        }
        let length = length(&chain, send);
        if best.as_ref().is_none_or(|(least, _)| length < *least) {
            best = Some((length, chain));
        }
    }
    best.map(|(_, chain)| chain).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Every order there is, the first in `drawn` first.
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

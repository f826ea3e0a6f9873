//! Statistics blocks: weighted means of a node's last intervals (Rossow 2009, section 3.3).

/// λ and the decay α of a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// λ, the number of intervals.
    pub length: usize,
    /// α, by which each older interval weighs less; 1 gives the plain mean.
    pub decay: f64,
}

impl Default for Block {
    /// 5 intervals and 0.8, as published.
    fn default() -> Self {
        Self {
            length: 5,
            decay: 0.8,
        }
    }
}

impl Block {
    /// The weighted mean of at most λ values, the most recent first; 0 of nothing.
    ///
    /// ```
    /// use adaptation_model::metrics::blocks::Block;
    /// let mean = Block::default().mean([100.0, 90.0, 80.0, 70.0, 60.0]);
    /// assert!((mean - 84.3693).abs() < 1e-4);
    /// ```
    #[must_use]
    pub fn mean(&self, newest_first: impl IntoIterator<Item = f64>) -> f64 {
        let (mut weight, mut sum, mut weights) = (1.0, 0.0, 0.0);
        for value in newest_first.into_iter().take(self.length) {
            weight *= self.decay;
            sum += weight * value;
            weights += weight;
        }
        if weights > 0.0 { sum / weights } else { 0.0 }
    }
}

/// A counter over `passed` s, scaled to one interval; 0 where no time passed.
#[must_use]
pub fn normalised(actual: f64, passed: f64, interval: f64) -> f64 {
    if passed > 0.0 {
        actual / passed * interval
    } else {
        0.0
    }
}

/// The next length of the interval: doubled, up to 64 s, while nodes finish fewer than `least` leaves in one (own choice:
/// the thesis gives no numbers).
#[must_use]
pub fn next_interval(interval: f64, mean_leaves: f64, least: f64) -> f64 {
    /// The longest interval, s.
    const LONGEST: f64 = 64.0;
    if mean_leaves < least {
        (interval * 2.0).min(LONGEST.max(interval))
    } else {
        interval
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!(
            (found - expected).abs() <= tolerance,
            "{found} is not {expected}"
        );
    }

    #[test]
    fn blocks_repeat_the_worked_examples() {
        // E7.
        let block = Block::default();
        let weights = [0.297477, 0.237982, 0.190386, 0.152308, 0.121847];
        for (place, expected) in weights.into_iter().enumerate() {
            let alone = (0..5).map(|other| if other == place { 1.0 } else { 0.0 });
            near(block.mean(alone), expected, 1e-6);
        }
        near(
            Block {
                decay: 1.0,
                ..block
            }
            .mean([100.0, 90.0, 80.0, 70.0, 60.0]),
            80.0,
            1e-12,
        );
        near(block.mean([0.0, 0.0, 100.0, 100.0, 100.0]), 46.4541, 1e-4);
        near(block.mean([70.0, 70.0, 100.0, 100.0, 100.0]), 83.9362, 1e-4);
        near(block.mean([42.0]), 42.0, 1e-12);
    }

    #[test]
    fn counters_are_normalised_to_one_interval() {
        for (actual, passed, interval, expected) in [
            (110.0, 1.1, 1.0, 100.0),
            (45.0, 0.9, 1.0, 50.0),
            (0.0, 1.3, 1.0, 0.0),
            (110.0, 2.2, 2.0, 100.0),
        ] {
            near(normalised(actual, passed, interval), expected, 1e-9);
        }
    }

    #[test]
    fn the_interval_doubles_while_nodes_finish_too_few_leaves() {
        near(next_interval(1.0, 12.0, 20.0), 2.0, 0.0);
        near(next_interval(2.0, 19.9, 20.0), 4.0, 0.0);
        near(next_interval(4.0, 20.0, 20.0), 4.0, 0.0);
        near(next_interval(64.0, 1.0, 20.0), 64.0, 0.0);
    }
}

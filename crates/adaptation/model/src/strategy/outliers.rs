//! Replacement of nodes that are much slower than the median (Rossow 2009, section 4.3).

use crate::error::{Error, Place, between};
use words::word;

/// Settings of the rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// max_deviation_threshold, the share by which a node may be slower than the median at first.
    pub deviation: f64,
    /// ξ, the factor by which the threshold grows after a replacement that did not help (own choice: no number is given).
    pub growth: f64,
    /// The largest threshold (own choice).
    pub cap: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            deviation: 0.2,
            growth: 1.5,
            cap: 0.95,
        }
    }
}

impl Settings {
    /// Checks every number.
    pub(super) fn check(&self) -> Result<(), Error> {
        let place = Place::Outliers;
        between(place, word!("the threshold"), self.deviation, 0.0, 1.0)?;
        between(
            place,
            word!("the growth of the threshold"),
            self.growth,
            1.0,
            10.0,
        )?;
        between(
            place,
            word!("the largest threshold"),
            self.cap,
            self.deviation,
            1.0,
        )
    }
}

/// The rule and its feedback.
#[derive(Clone, Debug)]
pub struct Outliers {
    settings: Settings,
    threshold: f64,
    total_before: Option<f64>,
}

impl Outliers {
    /// The rule before its first replacement.
    #[must_use]
    pub const fn new(settings: Settings) -> Self {
        Self {
            settings,
            threshold: settings.deviation,
            total_before: None,
        }
    }

    /// Learns from the last replacement: where the total fell, the threshold grows, so that two slow nodes do not replace
    /// each other for ever.
    pub fn feedback(&mut self, total: f64) {
        if let Some(before) = self.total_before.take()
            && total < before
        {
            self.threshold = (self.threshold * self.settings.growth).min(self.settings.cap);
        }
    }

    /// Remembers the total before a replacement.
    pub const fn replaced(&mut self, total: f64) {
        self.total_before = Some(total);
    }

    /// Nodes (number, productivity) that are too slow, with 1 − productivity / median, the slowest first.
    #[must_use]
    pub fn too_slow(&self, nodes: &[(u32, f64)]) -> Vec<(u32, f64)> {
        let mut sorted: Vec<(u32, f64)> = nodes.to_vec();
        sorted.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
        let median = median(&sorted);
        if median <= 0.0 {
            return Vec::new();
        }
        sorted
            .into_iter()
            .map(|(node, productivity)| (node, 1.0 - productivity / median))
            .take_while(|(_, slower)| *slower > self.threshold)
            .collect()
    }
}

/// The middle of sorted nodes, or the mean of both middle ones; 0 of none.
fn median(sorted: &[(u32, f64)]) -> f64 {
    let middle = sorted.len() / 2;
    let at = |place: usize| sorted.get(place).map_or(0.0, |node| node.1);
    if sorted.is_empty() {
        0.0
    } else if sorted.len() % 2 == 1 {
        at(middle)
    } else {
        (at(middle - 1) + at(middle)) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::blocks::Block;

    #[test]
    fn outliers_repeat_the_worked_examples() {
        // E10: productivities, and replaced nodes with their deviations.
        type Row<'a> = (&'a [f64], &'a [(u32, f64)]);
        let rows: [Row<'_>; 6] = [
            (&[100.0, 98.0, 102.0, 70.0, 101.0], &[(3, 0.3)]),
            (&[100.0, 100.0, 79.0, 40.0], &[(3, 0.553073)]),
            (&[100.0, 80.0], &[]),
            (&[100.0, 100.0, 80.0, 100.0], &[]),
            (&[5.0], &[]),
            (&[0.0, 0.0, 0.0], &[]),
        ];
        let rule = Outliers::new(Settings::default());
        for (productivities, expected) in rows {
            let nodes: Vec<(u32, f64)> = (0..).zip(productivities.iter().copied()).collect();
            let found = rule.too_slow(&nodes);
            assert_eq!(found.len(), expected.len(), "{productivities:?}");
            for (found, expected) in found.iter().zip(expected) {
                assert_eq!(found.0, expected.0);
                assert!((found.1 - expected.1).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn a_node_slow_since_interval_29_is_replaced_at_35_and_not_at_30() {
        // E10: productivity 0.7 from interval 29; the block at 30 still holds three good intervals.
        let block = Block::default();
        let at_30 = block.mean([0.7, 0.7, 1.0, 1.0, 1.0]);
        assert!((at_30 - 0.839362).abs() < 1e-6);
        let rule = Outliers::new(Settings::default());
        let others = |slow: f64| [(0, slow), (1, 1.0), (2, 1.0), (3, 1.0)];
        assert!(rule.too_slow(&others(at_30)).is_empty());
        assert_eq!(rule.too_slow(&others(block.mean([0.7; 5]))).len(), 1);
        // The least level that escapes at 30.
        let level = 0.626489;
        let escapes = |level: f64| {
            let mean = block.mean([level, level, 1.0, 1.0, 1.0]);
            rule.too_slow(&others(mean)).is_empty()
        };
        assert!(escapes(level + 1e-6) && !escapes(level - 1e-6));
    }

    #[test]
    fn the_threshold_grows_to_its_cap_while_replacements_fail() {
        let mut rule = Outliers::new(Settings::default());
        for expected in [0.3, 0.45, 0.675, 0.95, 0.95] {
            rule.replaced(100.0);
            rule.feedback(99.0);
            assert!((rule.threshold - expected).abs() < 1e-12);
        }
        rule.replaced(100.0);
        rule.feedback(101.0);
        rule.feedback(1.0);
        assert!((rule.threshold - 0.95).abs() < 1e-12);
    }
}

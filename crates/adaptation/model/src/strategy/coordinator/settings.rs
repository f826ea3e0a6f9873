//! Settings of the coordinator: thresholds, weights, and the numbers of nodes to add and remove.

use crate::error::{Error, Place, between};
use crate::metrics::badness::Weights;
use crate::metrics::overhead::Base;
use words::word;

/// The moment at which a cluster with too much inter-cluster overhead is removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClusterRule {
    /// Only while WAE is below E_min.
    #[default]
    BelowThreshold,
    /// Whenever WAE is at most E_max.
    Always,
}

/// Settings of the coordinator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// E_min: below it, nodes are removed.
    pub least: f64,
    /// E_max: above it, nodes are added.
    pub most: f64,
    /// α, β and γ.
    pub weights: Weights,
    /// The inter-cluster overhead above which a whole cluster is removed.
    pub cluster_limit: f64,
    /// The moment of this removal.
    pub cluster_rule: ClusterRule,
    /// κ of [`Self::add_count`]: nodes added for each node and relative excess of WAE over E_max.
    pub adding: f64,
    /// κ of [`Self::remove_count`]: nodes removed for each node and relative shortfall of WAE from E_min.
    pub removing: f64,
    /// The largest share of the nodes that is removed at once.
    pub most_removed: f64,
    /// The time to get nodes from the grid's scheduler, s.
    pub allocation: f64,
    /// Whether removed nodes and clusters may never come back.
    pub blacklist: bool,
    /// Whether the bandwidth of removed clusters sets a minimum.
    pub learn_bandwidth: bool,
    /// The factor by which a cluster must exceed that minimum.
    pub bandwidth_margin: f64,
    /// The time to which overheads are relative.
    pub base: Base,
    /// The ratio of speeds above which a faster node replaces a slower one inside the band; none turns migration off.
    pub swap: Option<f64>,
    /// Whether it acts; without, it only watches ("runtime 3").
    pub acts: bool,
}

impl Default for Settings {
    /// The published values, and own choices where none are published.
    fn default() -> Self {
        Self {
            least: 0.30,
            most: 0.50,
            weights: Weights::default(),
            cluster_limit: 0.25,
            cluster_rule: ClusterRule::default(),
            adding: 2.0,
            removing: 0.75,
            most_removed: 0.5,
            allocation: 10.0,
            blacklist: true,
            learn_bandwidth: true,
            bandwidth_margin: 1.05,
            base: Base::default(),
            swap: None,
            acts: true,
        }
    }
}

impl Settings {
    /// The number of nodes to request: max(1, ⌈κ·n·(WAE − E_max)/E_max⌉) above E_max, else 0.
    #[must_use]
    pub fn add_count(&self, nodes: usize, wae: f64) -> usize {
        if wae <= self.most {
            return 0;
        }
        ceiling(self.adding * nodes as f64 * (wae - self.most) / self.most).max(1)
    }

    /// The number of nodes to remove: max(1, ⌈κ·n·(E_min − WAE)/E_min⌉) below E_min, at most the largest share and never all.
    #[must_use]
    pub fn remove_count(&self, nodes: usize, wae: f64) -> usize {
        if wae >= self.least {
            return 0;
        }
        let wished = ceiling(self.removing * nodes as f64 * (self.least - wae) / self.least).max(1);
        let share = ((nodes as f64 * self.most_removed).floor() as usize).max(1);
        wished.min(share).min(nodes.saturating_sub(1))
    }

    /// Checks every number.
    ///
    /// # Errors
    /// [`Error::Number`] and [`Error::Thresholds`].
    pub fn check(&self) -> Result<(), Error> {
        let place = Place::Coordinator;
        between(place, "E_min", self.least, 0.0, 1.0)?;
        between(place, "E_max", self.most, 0.0, 1.0)?;
        if self.least >= self.most {
            return Err(Error::Thresholds {
                least: self.least,
                most: self.most,
            });
        }
        let numbers = [
            (word!("the weight of speed (α)"), self.weights.speed, 1e6),
            (
                word!("the weight of inter-cluster overhead (β)"),
                self.weights.inter_cluster,
                1e6,
            ),
            (
                word!("the weight of the worst cluster (γ)"),
                self.weights.worst_cluster,
                1e6,
            ),
            (
                word!("the limit of inter-cluster overhead"),
                self.cluster_limit,
                1.0,
            ),
            (word!("the factor of adding"), self.adding, 100.0),
            (word!("the factor of removing"), self.removing, 100.0),
            (
                word!("the largest share removed at once"),
                self.most_removed,
                1.0,
            ),
            (word!("the time of allocation, s,"), self.allocation, 1e6),
        ];
        for (quantity, value, most) in numbers {
            between(place, quantity, value, 0.0, most)?;
        }
        between(
            place,
            word!("the margin of bandwidth"),
            self.bandwidth_margin,
            1.0,
            100.0,
        )?;
        match self.swap {
            Some(swap) => between(
                place,
                word!("the ratio of speeds to migrate"),
                swap,
                1.0,
                1e6,
            ),
            None => Ok(()),
        }
    }
}

/// The next whole number; a value at most 1e-9 above a whole number counts as that number.
fn ceiling(value: f64) -> usize {
    (value - 1e-9).ceil().max(0.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_repeat_the_worked_examples() {
        // E4.
        let settings = Settings::default();
        for (nodes, wae, add) in [
            (8, 0.818182, 11),
            (36, 0.5, 0),
            (36, 0.500001, 1),
            (1, 1.0, 2),
            (16, 0.692308, 13),
            (24, 0.6, 10),
            (24, 0.573, 8),
        ] {
            assert_eq!(settings.add_count(nodes, wae), add, "{nodes} {wae}");
        }
        for (nodes, wae, remove) in [
            (36, 0.3, 0),
            (36, 0.299999, 1),
            (36, 0.162, 13),
            (36, 0.0, 18),
            (2, 0.1, 1),
            (1, 0.1, 0),
            (3, 0.0, 1),
        ] {
            assert_eq!(settings.remove_count(nodes, wae), remove, "{nodes} {wae}");
        }
    }

    #[test]
    fn thresholds_in_the_wrong_order_are_refused() {
        let settings = Settings {
            least: 0.6,
            ..Settings::default()
        };
        let told = settings.check().unwrap_err().to_string();
        assert!(told.contains("0.6") && told.contains("0.5"), "{told}");
    }
}

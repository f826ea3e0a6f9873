//! The failure watchdog: nodes that stay silent are replaced (Rossow 2009, section 4.4).

use std::collections::BTreeMap;

/// The watchdog: the number of silent intervals in a row of each silent node.
#[derive(Clone, Debug)]
pub struct Watchdog {
    toleration: u32,
    missed: BTreeMap<u32, u32>,
}

impl Watchdog {
    /// The toleration period as published, in intervals.
    pub const TOLERATION: u32 = 10;

    /// A watchdog that tolerates so many silent intervals.
    #[must_use]
    pub const fn new(toleration: u32) -> Self {
        Self {
            toleration,
            missed: BTreeMap::new(),
        }
    }

    /// Counts one interval of all nodes (number, whether it reported), and returns the nodes that are silent for too long, with their
    /// silence.
    pub fn interval(&mut self, nodes: impl IntoIterator<Item = (u32, bool)>) -> Vec<(u32, u32)> {
        let before = std::mem::take(&mut self.missed);
        let mut silent = Vec::new();
        for (node, reported) in nodes {
            let missed = if reported {
                0
            } else {
                before.get(&node).copied().unwrap_or(0).saturating_add(1)
            };
            if missed > 0 {
                self.missed.insert(node, missed);
            }
            if missed > self.toleration {
                silent.push((node, missed));
            }
        }
        silent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first interval after `last` in which the watchdog replaces a node that reports up to `last` and again from `from` on.
    fn replaced(last: u32, toleration: u32, from: u32) -> Option<u32> {
        let mut watchdog = Watchdog::new(toleration);
        (1..last + 100).find(|interval| {
            let reports = *interval <= last || *interval >= from;
            !watchdog.interval([(0, reports)]).is_empty()
        })
    }

    #[test]
    fn silence_of_more_than_the_toleration_is_noticed() {
        // E11.
        assert_eq!(replaced(1500, 10, u32::MAX), Some(1511));
        assert_eq!(replaced(28, 10, u32::MAX), Some(39));
        assert_eq!(replaced(28, 5, u32::MAX), Some(34));
        assert_eq!(replaced(28, 10, 34), None);
    }
}

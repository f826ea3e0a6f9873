//! The time of an iteration on n nodes, by the published iteration times: T(n) = 1800/n + 50 s.

/// Parallel work, and the time that more nodes do not shorten.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IterationTime {
    /// Work that nodes share, node-seconds.
    pub parallel: f64,
    /// Time that more nodes do not shorten, s.
    pub fixed: f64,
}

impl Default for IterationTime {
    /// The fit to the published times.
    fn default() -> Self {
        Self {
            parallel: 1800.0,
            fixed: 50.0,
        }
    }
}

impl IterationTime {
    /// T(n), s.
    #[must_use]
    pub fn seconds(&self, nodes: u32) -> f64 {
        self.parallel / f64::from(nodes) + self.fixed
    }

    /// E(n) = work / (n·T(n)).
    #[must_use]
    pub fn efficiency(&self, nodes: u32) -> f64 {
        self.parallel / (f64::from(nodes) * self.seconds(nodes))
    }

    /// A = n·E/(1 − E), the nodes at the knee of efficiency against time (Eager, Zahorjan and Lazowska 1989).
    #[must_use]
    pub fn knee(&self, nodes: u32) -> f64 {
        let efficiency = self.efficiency(nodes);
        f64::from(nodes) * efficiency / (1.0 - efficiency)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iteration_times_repeat_the_worked_examples() {
        // E13: n, T, E.
        let model = IterationTime::default();
        for (nodes, seconds, efficiency) in [
            (8, 275.0, 0.818182),
            (12, 200.0, 0.75),
            (16, 162.5, 0.692308),
            (24, 125.0, 0.6),
            (36, 100.0, 0.5),
            (38, 97.3684, 1800.0 / (38.0 * 97.3684)),
            (40, 95.0, 1800.0 / 3800.0),
        ] {
            assert!((model.seconds(nodes) - seconds).abs() < 5e-5);
            assert!((model.efficiency(nodes) - efficiency).abs() < 1e-6);
            assert!((model.knee(nodes) - 36.0).abs() < 1e-9);
        }
    }

    #[test]
    fn scenario_4_after_removal_is_inside_the_band() {
        // E13: 12 nodes at full speed and 12 at a fifth: 175 s, WAE 0.428571.
        let speed = 12.0 + 12.0 / 5.0;
        let model = IterationTime::default();
        let seconds = model.parallel / speed + model.fixed;
        assert!((seconds - 175.0).abs() < 1e-9);
        let wae = model.parallel / seconds / 24.0;
        assert!((wae - 0.428571).abs() < 1e-6);
    }
}

//! Speed, efficiency and productivity of nodes and of the whole system (Rossow 2009, section 3.1).

/// A node's counters of a period: leaves, and time in s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counted {
    /// Finished leaf jobs.
    pub leaves: f64,
    /// Time on computation, s.
    pub computing: f64,
    /// Total time, s.
    pub total: f64,
}

impl Counted {
    /// Leaves per second of computation (3.1); 0 without computation.
    #[must_use]
    pub fn speed(&self) -> f64 {
        ratio(self.leaves, self.computing)
    }

    /// The share of the time in useful computation (3.2); 0 without time.
    #[must_use]
    pub fn efficiency(&self) -> f64 {
        ratio(self.computing, self.total)
    }

    /// Leaves per second of total time (3.3); 0 without time.
    #[must_use]
    pub fn productivity(&self) -> f64 {
        ratio(self.leaves, self.total)
    }
}

/// A node's speed in leaves per second and its efficiency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// Leaves per second of computation.
    pub speed: f64,
    /// The share of the time in useful computation.
    pub efficiency: f64,
}

impl Rate {
    /// efficiency × speed (3.3).
    #[must_use]
    pub fn productivity(&self) -> f64 {
        self.efficiency * self.speed
    }
}

/// The sum of the speeds (3.4).
#[must_use]
pub fn total_speed(nodes: &[Rate]) -> f64 {
    nodes.iter().fold(0.0, |sum, node| sum + node.speed)
}

/// The sum of the productivities (3.5): the objective, assumed to predict the runtime.
#[must_use]
pub fn total_productivity(nodes: &[Rate]) -> f64 {
    nodes
        .iter()
        .fold(0.0, |sum, node| sum + node.productivity())
}

/// Total productivity / total speed (3.6): the efficiency of the whole; none where nothing has speed.
#[must_use]
pub fn total_efficiency(nodes: &[Rate]) -> Option<f64> {
    let speed = total_speed(nodes);
    (speed > 0.0).then(|| total_productivity(nodes) / speed)
}

/// WAE by the thesis (3.7): the mean of productivity / highest speed; 0 where nothing has speed.
#[must_use]
pub fn relative_productivity(nodes: &[Rate]) -> f64 {
    let highest = nodes
        .iter()
        .fold(0.0_f64, |most, node| most.max(node.speed));
    if highest <= 0.0 {
        return 0.0;
    }
    let sum = nodes
        .iter()
        .fold(0.0, |sum, node| sum + node.productivity() / highest);
    sum / nodes.len() as f64
}

/// A ratio that is 0 where there is nothing to divide by.
fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Row<'a> = (&'a [(f64, f64)], [f64; 4]);

    /// E1, tables 3.1 and 3.2: nodes (speed, efficiency), total speed, productivity, efficiency, WAE.
    const TABLES: [Row<'_>; 6] = [
        (
            &[(50.0, 0.4), (50.0, 0.4), (10.0, 0.8), (10.0, 0.8)],
            [120.0, 56.0, 0.466667, 0.28],
        ),
        (
            &[(50.0, 0.4), (50.0, 0.4), (10.0, 0.8)],
            [110.0, 48.0, 0.436364, 0.32],
        ),
        (
            &[(50.0, 0.4), (10.0, 0.8), (10.0, 0.8)],
            [70.0, 36.0, 0.514286, 0.24],
        ),
        (
            &[
                (60.0, 1.0),
                (10.0, 1.0),
                (10.0, 1.0),
                (10.0, 1.0),
                (10.0, 1.0),
                (10.0, 1.0),
                (10.0, 1.0),
            ],
            [120.0, 120.0, 1.0, 0.285714],
        ),
        (&[(7.0, 0.25)], [7.0, 1.75, 0.25, 0.25]),
        (&[(50.0, 0.4), (10.0, 0.0)], [60.0, 20.0, 0.333333, 0.2]),
    ];

    fn rates(nodes: &[(f64, f64)]) -> Vec<Rate> {
        nodes
            .iter()
            .map(|&(speed, efficiency)| Rate { speed, efficiency })
            .collect()
    }

    fn near(found: f64, expected: f64) {
        assert!(
            (found - expected).abs() <= 1e-6 * expected.abs().max(1.0),
            "{found} is not {expected}"
        );
    }

    #[test]
    fn the_thesis_s_tables_repeat() {
        for (nodes, [speed, productivity, efficiency, wae]) in TABLES {
            let nodes = rates(nodes);
            near(total_speed(&nodes), speed);
            near(total_productivity(&nodes), productivity);
            near(total_efficiency(&nodes).unwrap(), efficiency);
            near(relative_productivity(&nodes), wae);
            let by_overhead: Vec<(f64, f64)> = nodes
                .iter()
                .map(|node| (node.speed, 1.0 - node.efficiency))
                .collect();
            near(crate::metrics::weighted::wae(&by_overhead), wae);
        }
        assert_eq!(total_efficiency(&rates(&[(0.0, 1.0)])), None);
    }

    #[test]
    fn a_hundred_and_twenty_leaves_in_six_of_fifteen_seconds() {
        let counted = Counted {
            leaves: 120.0,
            computing: 6.0,
            total: 15.0,
        };
        near(counted.speed(), 20.0);
        near(counted.efficiency(), 0.4);
        near(counted.productivity(), 8.0);
    }

    #[test]
    fn adding_a_node_correlates_efficiency_and_productivity_in_three_of_four_ways() {
        for (before, after) in [
            ((2, 0.9), (3, 0.8)),
            ((4, 0.5), (5, 0.35)),
            ((2, 0.6), (3, 0.7)),
        ] {
            let of = |(count, efficiency): (usize, f64)| {
                let nodes = rates(&vec![(10.0, efficiency); count]);
                (
                    total_efficiency(&nodes).unwrap(),
                    total_productivity(&nodes),
                )
            };
            let (before, after) = (of(before), of(after));
            // Total speed grows, so that efficiency cannot rise while productivity falls (Rossow 2009, section 6).
            assert!(after.0 <= before.0 || after.1 >= before.1);
        }
    }
}

//! Scenarios 0 to 5 of the Grid paper (Wrzesinska, Maassen and Bal 2007, section 5).

use super::{Disturbance, Event, Nodes, Scenario};
use crate::platform::Cluster;

/// A scenario of the Grid paper. Five clusters of twelve nodes; node 0 is the master.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grid {
    /// 0: 36 nodes, no disturbance.
    Undisturbed,
    /// 1a: 8 nodes of one cluster.
    Expand8,
    /// 1b: 8 nodes of each of two clusters.
    Expand16,
    /// 1c: 12 nodes of each of two clusters.
    Expand24,
    /// 2: 36 nodes; heavy load on one of their three clusters after 200 s.
    OverloadedCpus,
    /// 3: 36 nodes; the link of one of their three clusters is shaped to 100 kB/s.
    OverloadedLink,
    /// 4: as 3, and light load on another cluster.
    LinkAndCpus,
    /// 5: two of three clusters crash after 500 s.
    Crash,
}

impl Grid {
    /// All scenarios of the Grid paper.
    pub const ALL: [Self; 8] = [
        Self::Undisturbed,
        Self::Expand8,
        Self::Expand16,
        Self::Expand24,
        Self::OverloadedCpus,
        Self::OverloadedLink,
        Self::LinkAndCpus,
        Self::Crash,
    ];

    /// Nodes that take part at the start, by cluster.
    #[must_use]
    pub const fn active(self) -> [usize; 5] {
        match self {
            Self::Expand8 => [8, 0, 0, 0, 0],
            Self::Expand16 => [8, 8, 0, 0, 0],
            Self::Expand24 => [12, 12, 0, 0, 0],
            _ => [12, 12, 12, 0, 0],
        }
    }

    /// Its disturbances.
    #[must_use]
    pub fn events(self) -> Vec<Event> {
        let at = |time, disturbance| Event { time, disturbance };
        let shaped = || {
            at(
                0.0,
                Disturbance::Bandwidth {
                    cluster: 2,
                    bandwidth: 1e5,
                },
            )
        };
        let load = |cluster, factor| Disturbance::Load {
            nodes: Nodes::Cluster(cluster),
            factor,
        };
        let crash = |cluster| Disturbance::Crash {
            nodes: Nodes::Cluster(cluster),
        };
        match self {
            Self::OverloadedCpus => vec![at(200.0, load(2, 25.0))],
            Self::OverloadedLink => vec![shaped()],
            Self::LinkAndCpus => vec![shaped(), at(0.0, load(1, 5.0))],
            Self::Crash => vec![at(500.0, crash(1)), at(500.0, crash(2))],
            _ => Vec::new(),
        }
    }

    /// The scenario with a seed.
    #[must_use]
    pub fn scenario(self, seed: u64) -> Scenario {
        Scenario {
            clusters: self
                .active()
                .into_iter()
                .map(|active| Cluster::alike(12, active))
                .collect(),
            events: self.events(),
            seed,
            ..Scenario::default()
        }
    }
}

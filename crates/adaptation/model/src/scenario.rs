//! A scenario: platform, application, disturbances and everything else that a run needs.

pub mod grid;

use crate::application::Application;
use crate::benchmark::Benchmark;
use crate::error::{Error, Place, between, positive};
use crate::platform::{Cluster, MOST_CLUSTERS, MOST_NODES, check_speed};
use words::{say, word};

/// The most disturbances.
pub const MOST_EVENTS: usize = 10_000;

/// The most simulated steps of a run by default.
pub const MOST_STEPS: u64 = 4_000_000_000;

/// The policy of an idle node that looks for work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// CRS, cluster-aware random work stealing: one asynchronous request to another cluster beside synchronous local ones.
    #[default]
    ClusterAware,
    /// RWS, random work stealing: one synchronous request to any node.
    Random,
}

/// Settings of work stealing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stealing {
    /// The choice of victims.
    pub policy: Policy,
    /// d0, the wait after a first refusal, s. It doubles with each refusal in a row.
    pub first_wait: f64,
    /// dmax, the longest wait, s.
    pub longest_wait: f64,
}

impl Default for Stealing {
    fn default() -> Self {
        Self {
            policy: Policy::default(),
            first_wait: 1e-3,
            longest_wait: 0.5,
        }
    }
}

/// The treatment of jobs that lost their parent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Orphans {
    /// They are found again by their path.
    #[default]
    Reuse,
    /// Their work is lost.
    Discard,
}

/// The measurements and reports of nodes, and the time of the coordinator's decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Monitoring {
    /// P_mon, the monitoring period, s.
    pub period: f64,
    /// phi_max, the largest difference between the clocks of nodes, s.
    pub offset: f64,
    /// The delay of the coordinator's decision after the last report, s.
    pub slack: f64,
    /// The speed benchmark.
    pub benchmark: Benchmark,
}

impl Default for Monitoring {
    fn default() -> Self {
        Self {
            period: 180.0,
            offset: 5.0,
            slack: 1.0,
            benchmark: Benchmark::default(),
        }
    }
}

/// Nodes that a disturbance concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nodes {
    /// All nodes of a cluster.
    Cluster(u32),
    /// These nodes.
    These(Vec<u32>),
}

/// Disturbances of the platform.
#[derive(Clone, Debug, PartialEq)]
pub enum Disturbance {
    /// Background load: the speed becomes the base speed divided by the factor, which is at least 1.
    Load {
        /// The nodes.
        nodes: Nodes,
        /// 1 + the number of competing processes.
        factor: f64,
    },
    /// The cluster's link to the backbone gets this bandwidth in both directions, bytes/s.
    Bandwidth {
        /// The cluster.
        cluster: u32,
        /// The bandwidth, bytes/s.
        bandwidth: f64,
    },
    /// Nodes crash, also those that do not take part.
    Crash {
        /// The nodes.
        nodes: Nodes,
    },
    /// Nodes leave gracefully; the master stays.
    Leave {
        /// The nodes.
        nodes: Nodes,
    },
    /// Nodes that are free take part.
    Join {
        /// The nodes.
        nodes: Nodes,
    },
    /// Crashed nodes are free again.
    Repair {
        /// The nodes.
        nodes: Nodes,
    },
    /// New nodes, with the next numbers, are free.
    Hardware {
        /// Their cluster; one more than the last for a new one, with the usual links or those that an event set before.
        cluster: u32,
        /// The speed of each.
        speeds: Vec<f64>,
    },
}

/// A disturbance and its time.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The time, s.
    pub time: f64,
    /// The disturbance.
    pub disturbance: Disturbance,
}

/// All inputs of a run of the discrete-event engine but its strategy.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The clusters.
    pub clusters: Vec<Cluster>,
    /// The application.
    pub application: Application,
    /// Disturbances; those of one time act in the order given.
    pub events: Vec<Event>,
    /// Settings of work stealing.
    pub stealing: Stealing,
    /// The treatment of orphans.
    pub orphans: Orphans,
    /// d_detect, the time for which a crash stays unnoticed, s.
    pub detection: f64,
    /// Reports and benchmark, for strategies that use them.
    pub monitoring: Monitoring,
    /// The most simulated steps, of events or of nodes that are inspected together; the run then stops, at the same moment on every
    /// machine.
    pub most_steps: u64,
    /// The seed.
    pub seed: u64,
}

impl Default for Scenario {
    /// Scenario 0 of the Grid paper: three of five clusters of twelve nodes take part, and nothing happens.
    fn default() -> Self {
        Self {
            clusters: [12, 12, 12, 0, 0]
                .into_iter()
                .map(|active| Cluster::alike(12, active))
                .collect(),
            application: Application::default(),
            events: Vec::new(),
            stealing: Stealing::default(),
            orphans: Orphans::default(),
            detection: 5.0,
            monitoring: Monitoring::default(),
            most_steps: MOST_STEPS,
            seed: 1,
        }
    }
}

impl Scenario {
    /// The number of nodes at the start.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.clusters
            .iter()
            .map(|cluster| cluster.speeds.len())
            .sum()
    }

    /// Checks every number.
    ///
    /// # Errors
    /// [`Error`] with place, value and allowed range.
    pub fn check(&self) -> Result<(), Error> {
        self.application.check()?;
        if self.clusters.is_empty() {
            return Err(Error::NoCluster {
                most: MOST_CLUSTERS,
            });
        }
        for (place, cluster) in self.clusters.iter().enumerate() {
            cluster.check(place)?;
        }
        if self.clusters.iter().all(|cluster| cluster.active == 0) {
            return Err(Error::NoNode);
        }
        let place = Place::Stealing;
        positive(
            place,
            word!("the first wait, s,"),
            self.stealing.first_wait,
            1e3,
        )?;
        between(
            place,
            word!("the longest wait, s,"),
            self.stealing.longest_wait,
            self.stealing.first_wait,
            1e3,
        )?;
        between(
            Place::Simulation,
            word!("the number of steps"),
            self.most_steps as f64,
            1.0,
            MOST_STEPS as f64,
        )?;
        between(
            Place::Crashes,
            word!("the time of detection, s,"),
            self.detection,
            0.0,
            1e6,
        )?;
        self.check_monitoring()?;
        self.check_events()
    }

    /// Checks the reports: the offset of clocks and the slack are at most a period each.
    fn check_monitoring(&self) -> Result<(), Error> {
        let place = Place::Monitoring;
        between(
            place,
            word!("the period, s,"),
            self.monitoring.period,
            1.0,
            1e7,
        )?;
        let longest = self.monitoring.period;
        between(
            place,
            word!("the offset of clocks, s,"),
            self.monitoring.offset,
            0.0,
            longest,
        )?;
        between(
            place,
            word!("the slack, s,"),
            self.monitoring.slack,
            0.0,
            longest,
        )?;
        self.monitoring.benchmark.check()
    }

    /// Checks the events against the clusters and nodes of the whole run, new ones counted in the order of time.
    fn check_events(&self) -> Result<(), Error> {
        if self.events.len() > MOST_EVENTS {
            return Err(Error::Number {
                place: Place::Events,
                quantity: word!("their number"),
                value: self.events.len().to_string(),
                allowed: say!("at most {MOST_EVENTS}"),
            });
        }
        let mut in_time: Vec<(usize, &Event)> = (1..).zip(&self.events).collect();
        in_time.sort_by(|(_, one), (_, other)| one.time.total_cmp(&other.time));
        let (mut clusters, mut nodes) = (self.clusters.len(), self.nodes());
        for (place, event) in in_time {
            let at = Place::Event(place);
            between(at, word!("the time, s,"), event.time, 0.0, 1e9)?;
            if let Disturbance::Hardware { cluster, speeds } = &event.disturbance {
                for speed in speeds {
                    check_speed(at, *speed)?;
                }
                if *cluster as usize > clusters {
                    return Err(no_cluster(at, *cluster, clusters + 1));
                }
                clusters = clusters.max(*cluster as usize + 1);
                nodes = nodes.saturating_add(speeds.len());
                between(
                    at,
                    word!("the number of all nodes from then on"),
                    nodes as f64,
                    1.0,
                    MOST_NODES as f64,
                )?;
            }
        }
        let wholes = [
            (word!("the number of clusters"), clusters, MOST_CLUSTERS),
            (word!("the number of nodes"), nodes, MOST_NODES),
        ];
        for (quantity, value, most) in wholes {
            between(Place::Platform, quantity, value as f64, 1.0, most as f64)?;
        }
        for (place, event) in (1..).zip(&self.events) {
            check_disturbance(place, &event.disturbance, clusters, nodes)?;
        }
        Ok(())
    }
}

/// Checks one disturbance against all clusters and nodes that will exist.
fn check_disturbance(
    event: usize,
    disturbance: &Disturbance,
    clusters: usize,
    nodes: usize,
) -> Result<(), Error> {
    let at = Place::Event(event);
    match disturbance {
        Disturbance::Load { factor, .. } => between(at, word!("the load"), *factor, 1.0, 1e6)?,
        Disturbance::Bandwidth { cluster, bandwidth } => {
            positive(at, word!("the bandwidth, bytes/s,"), *bandwidth, 1e15)?;
            if *cluster as usize >= clusters {
                return Err(no_cluster(at, *cluster, clusters));
            }
        }
        _ => {}
    }
    let (Disturbance::Load {
        nodes: concerned, ..
    }
    | Disturbance::Crash { nodes: concerned }
    | Disturbance::Leave { nodes: concerned }
    | Disturbance::Join { nodes: concerned }
    | Disturbance::Repair { nodes: concerned }) = disturbance
    else {
        return Ok(());
    };
    match concerned {
        Nodes::Cluster(cluster) if *cluster as usize >= clusters => {
            Err(no_cluster(at, *cluster, clusters))
        }
        Nodes::Cluster(_) => Ok(()),
        Nodes::These(these) => match these.iter().find(|node| **node as usize >= nodes) {
            Some(node) => Err(Error::NoSuchNode {
                place: at,
                node: *node,
                last: u32::try_from(nodes).unwrap_or(u32::MAX).saturating_sub(1),
            }),
            None => Ok(()),
        },
    }
}

/// The error of a missing cluster where `count` clusters may be named.
fn no_cluster(place: Place, cluster: u32, count: usize) -> Error {
    Error::NoSuchCluster {
        place,
        cluster,
        last: u32::try_from(count).unwrap_or(u32::MAX).saturating_sub(1),
    }
}

//! Errors of a scenario, a strategy or a run.

use report::Cancelled;
use report::figure::Unit;
use report::number::with_unit;
use words::{say, word};

/// A part of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The program.
    Application,
    /// The speed benchmark.
    Benchmark,
    /// The return to the best set of nodes.
    BestSeen,
    /// The thesis's client.
    Client,
    /// A cluster, from 0.
    Cluster(usize),
    /// The coordinator.
    Coordinator,
    /// The detection of crashes.
    Crashes,
    /// An event, from 1.
    Event(usize),
    /// All events together.
    Events,
    /// Hill climbing.
    HillClimbing,
    /// A landscape of productivity.
    Landscape,
    /// A landscape in an interval, from 1.
    LandscapeInterval(u64),
    /// A node of a landscape, from 0.
    LandscapeNode(usize),
    /// A line of the text in which the events stand, from 1.
    Line(usize),
    /// Growth by marginal productivity.
    Marginal,
    /// The nodes' reports.
    Monitoring,
    /// A node of a cluster, both from 0.
    Node {
        /// The cluster.
        cluster: usize,
        /// The node of this cluster.
        node: usize,
    },
    /// The replacement of slow nodes.
    Outliers,
    /// All clusters together.
    Platform,
    /// The simulation.
    Simulation,
    /// Work stealing.
    Stealing,
    /// The strategy.
    Strategy,
}

impl std::fmt::Display for Place {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = match self {
            Self::Cluster(cluster) => return out.write_str(&say!("cluster {cluster}")),
            Self::Event(event) => return out.write_str(&say!("event {event}")),
            Self::LandscapeInterval(interval) => {
                return out.write_str(&say!("landscape, interval {interval}"));
            }
            Self::LandscapeNode(node) => return out.write_str(&say!("landscape, node {node}")),
            Self::Line(line) => return out.write_str(&say!("line {line}")),
            Self::Node { cluster, node } => {
                return out.write_str(&say!("cluster {cluster}, node {node} of it"));
            }
            Self::Application => word!("application"),
            Self::Benchmark => word!("benchmark"),
            Self::BestSeen => word!("return to the best"),
            Self::Client => word!("client"),
            Self::Coordinator => word!("coordinator"),
            Self::Crashes => word!("crashes"),
            Self::Events => word!("events"),
            Self::HillClimbing => word!("hill climbing"),
            Self::Landscape => word!("landscape"),
            Self::Marginal => word!("marginal productivity"),
            Self::Monitoring => word!("monitoring"),
            Self::Outliers => word!("outliers"),
            Self::Platform => word!("platform"),
            Self::Simulation => word!("simulation"),
            Self::Stealing => word!("stealing"),
            Self::Strategy => word!("strategy"),
        };
        out.write_str(name)
    }
}

/// The reason why an input is refused or a run ends early. Every message names the place, the value and the allowed values.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    /// A number outside its range.
    #[error("{}", say!("{place}: {quantity} is {value}; it must be {allowed}"))]
    Number {
        /// The place of the number.
        place: Place,
        /// The name of the number.
        quantity: &'static str,
        /// The refused value.
        value: String,
        /// The allowed values.
        allowed: String,
    },
    /// A platform without clusters.
    #[error("{}", say!("the platform has 0 clusters; it must have from 1 to {most}"))]
    NoCluster {
        /// The most clusters.
        most: usize,
    },
    /// No node takes part at the start.
    #[error("{}", word!("0 nodes are active at the start; at least 1 must be active"))]
    NoNode,
    /// More jobs than a run may have.
    #[error("{}", say!("the application has {jobs} jobs; it may have at most {}: choose fewer iterations or phases, or a smaller tree", with_unit(*most as f64, Unit::Count, None)))]
    Jobs {
        /// The number of jobs; "more than 2^64" where they cannot be counted.
        jobs: String,
        /// The most jobs.
        most: u64,
    },
    /// A disturbance of nodes that do not exist.
    #[error("{}", say!("{place}: there is no node {node}; {}", there(*last, [word!("the only node is 0"), word!("the nodes are 0 to")])))]
    NoSuchNode {
        /// The event.
        place: Place,
        /// The node.
        node: u32,
        /// The last node.
        last: u32,
    },
    /// A disturbance of a cluster that does not exist.
    #[error("{}", say!("{place}: there is no cluster {cluster}; {}", there(*last, [word!("the only cluster is 0"), word!("the clusters are 0 to")])))]
    NoSuchCluster {
        /// The event.
        place: Place,
        /// The cluster.
        cluster: u32,
        /// The last cluster.
        last: u32,
    },
    /// Thresholds in the wrong order.
    #[error("{}", say!("E_min is {least} and E_max is {most}; E_min must be less than E_max"))]
    Thresholds {
        /// E_min.
        least: f64,
        /// E_max.
        most: f64,
    },
    /// The observer asked for a stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl Error {
    /// The place that is at fault, where the error has one.
    pub fn place_mut(&mut self) -> Option<&mut Place> {
        match self {
            Self::Number { place, .. }
            | Self::NoSuchNode { place, .. }
            | Self::NoSuchCluster { place, .. } => Some(place),
            Self::NoCluster { .. }
            | Self::NoNode
            | Self::Jobs { .. }
            | Self::Thresholds { .. }
            | Self::Cancelled(_) => None,
        }
    }
}

/// A number in plain form, or in scientific form where it has too many digits to be read.
fn written(value: f64) -> String {
    match value.abs() {
        0.0 | 1e-6..1e15 => value.to_string(),
        _ => format!("{value:e}"),
    }
}

/// A number that must be within bounds.
pub(crate) fn between(
    place: Place,
    quantity: &'static str,
    value: f64,
    least: f64,
    most: f64,
) -> Result<(), Error> {
    if value >= least && value <= most {
        return Ok(());
    }
    Err(Error::Number {
        place,
        quantity,
        value: written(value),
        allowed: say!("from {least} to {most}"),
    })
}

/// A number that must be more than 0 and at most `most`.
pub(crate) fn positive(
    place: Place,
    quantity: &'static str,
    value: f64,
    most: f64,
) -> Result<(), Error> {
    if value > 0.0 && value <= most {
        return Ok(());
    }
    Err(Error::Number {
        place,
        quantity,
        value: written(value),
        allowed: say!("more than 0 and at most {most}"),
    })
}

/// The numbers that exist, up to the last one.
fn there(last: u32, [only, many]: [&str; 2]) -> String {
    match last {
        0 => only.to_owned(),
        _ => format!("{many} {last}"),
    }
}

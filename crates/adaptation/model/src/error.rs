//! Errors of a scenario, a strategy or a run.

use report::Cancelled;
use words::{say, word};

/// The reason why an input is refused or a run ends early. Every message names the place, the value and the allowed values.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    /// A number outside its range.
    #[error("{}", say!("{place}: {quantity} is {value}; it must be {allowed}"))]
    Number {
        /// The place of the number.
        place: String,
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
    #[error("{}", say!("the application has {jobs} jobs; it may have at most {most}: choose fewer iterations or phases, or a smaller tree"))]
    Jobs {
        /// The number of jobs; "more than 2^64" where they cannot be counted.
        jobs: String,
        /// The most jobs.
        most: u64,
    },
    /// A disturbance of nodes that do not exist.
    #[error("{}", say!("event {event}: there is no node {node}; {}", there(*last, [word!("the only node is 0"), word!("the nodes are 0 to")])))]
    NoSuchNode {
        /// The number of the event, from 1.
        event: usize,
        /// The node.
        node: u32,
        /// The last node.
        last: u32,
    },
    /// A disturbance of a cluster that does not exist.
    #[error("{}", say!("event {event}: there is no cluster {cluster}; {}", there(*last, [word!("the only cluster is 0"), word!("the clusters are 0 to")])))]
    NoSuchCluster {
        /// The number of the event, from 1.
        event: usize,
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

/// A number in plain form, or in scientific form where it has too many digits to be read.
fn written(value: f64) -> String {
    match value.abs() {
        0.0 | 1e-6..1e15 => value.to_string(),
        _ => format!("{value:e}"),
    }
}

/// A number that must be within bounds.
pub(crate) fn between(
    place: impl FnOnce() -> String,
    quantity: &'static str,
    value: f64,
    least: f64,
    most: f64,
) -> Result<(), Error> {
    if value >= least && value <= most {
        return Ok(());
    }
    Err(Error::Number {
        place: place(),
        quantity,
        value: written(value),
        allowed: say!("from {least} to {most}"),
    })
}

/// A number that must be more than 0 and at most `most`.
pub(crate) fn positive(
    place: impl FnOnce() -> String,
    quantity: &'static str,
    value: f64,
    most: f64,
) -> Result<(), Error> {
    if value > 0.0 && value <= most {
        return Ok(());
    }
    Err(Error::Number {
        place: place(),
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

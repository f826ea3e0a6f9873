//! The clusters of a table that is typed or pasted from a spreadsheet.

use adaptation_model::platform::{MOST_CLUSTERS, MOST_NODES};
use adaptation_model::{Cluster, Links};
use parameters::Rejected;
use parameters::sheet::{Absent, Column, Sheet, Takes};
use words::say;

/// The columns of a table of clusters.
pub const COLUMNS: [Column; 10] = [
    Column {
        symbol: "name",
        name: "name",
        words: &["cluster", "site"],
        unit: "",
        takes: Takes::Text,
        absent: Absent::Numbered("cluster "),
    },
    Column {
        symbol: "nodes",
        name: "nodes",
        words: &["size", "number of nodes"],
        unit: "",
        takes: Takes::Whole,
        absent: Absent::Refused,
    },
    Column {
        symbol: "active",
        name: "nodes active at the start",
        words: &["start", "active at the start"],
        unit: "",
        takes: Takes::Whole,
        absent: Absent::As(1),
    },
    Column {
        symbol: "speed",
        name: "speed of a node",
        words: &["node speed"],
        unit: "",
        takes: Takes::Positive,
        absent: Absent::Is("1"),
    },
    Column {
        symbol: "spread",
        name: "spread of speeds",
        words: &["speed spread"],
        unit: "",
        takes: Takes::Part,
        absent: Absent::Is("0"),
    },
    Column {
        symbol: "uplink",
        name: "bandwidth of the uplink",
        words: &["up", "bandwidth"],
        unit: "byte/s",
        takes: Takes::Positive,
        absent: Absent::Is("12.5e6"),
    },
    Column {
        symbol: "downlink",
        name: "bandwidth of the downlink",
        words: &["down"],
        unit: "byte/s",
        takes: Takes::Positive,
        absent: Absent::As(5),
    },
    Column {
        symbol: "latency",
        name: "latency to the backbone",
        words: &["wan latency"],
        unit: "s",
        takes: Takes::AtLeastZero,
        absent: Absent::Is("0.0025"),
    },
    Column {
        symbol: "LAN bandwidth",
        name: "LAN bandwidth",
        words: &["lan bandwidth"],
        unit: "byte/s",
        takes: Takes::Positive,
        absent: Absent::Is("12.5e6"),
    },
    Column {
        symbol: "LAN latency",
        name: "LAN latency",
        words: &["lan latency"],
        unit: "s",
        takes: Takes::AtLeastZero,
        absent: Absent::Is("0.0001"),
    },
];

/// The columns of a table without headers: nodes, and those active at the start.
pub const USUAL: [usize; 2] = [1, 2];

/// Clusters and their names.
#[derive(Clone, Debug, PartialEq)]
pub struct Platform {
    /// The clusters.
    pub clusters: Vec<Cluster>,
    /// Their names.
    pub names: Vec<String>,
}

impl Platform {
    /// The clusters of a table, a line each.
    ///
    /// # Errors
    /// The place and the allowed values of a fault: a wrong cell, more active nodes than there are, no active node, more clusters or nodes
    /// than a run takes.
    ///
    /// ```
    /// use adaptation::platform::Platform;
    ///
    /// let platform = Platform::read("nodes,active,speed\n8,8,1\n4,0,2\n").unwrap();
    /// assert_eq!(platform.clusters[1].speeds, [2.0; 4]);
    /// let refused = Platform::read("nodes,active\n8,9\n").unwrap_err().to_string();
    /// assert!(refused.contains("line 2"), "{refused}");
    /// ```
    pub fn read(text: &str) -> Result<Self, Rejected> {
        let refuse = |expected: String| Rejected::one("clusters", "", expected);
        let sheet = Sheet::read(text, &COLUMNS, &USUAL);
        if let Some(fault) = sheet.faults(&COLUMNS).into_iter().next() {
            return Err(refuse(fault.to_string()));
        }
        if sheet.rows.len() > MOST_CLUSTERS {
            let number = sheet.rows.len();
            return Err(refuse(say!(
                "has {number} clusters; at most {MOST_CLUSTERS} are allowed"
            )));
        }
        let (mut clusters, mut all) = (Vec::new(), 0);
        for (place, row) in sheet.rows.iter().enumerate() {
            let value = |column| sheet.value(&COLUMNS, place, column).unwrap_or_default();
            let (nodes, active) = (value(1) as usize, value(2) as usize);
            let line = row.line;
            all += nodes;
            if all > MOST_NODES {
                return Err(refuse(say!(
                    "line {line}: there are {all} nodes up to here; at most {MOST_NODES} are allowed"
                )));
            }
            if active > nodes {
                return Err(refuse(say!(
                    "line {line}: {active} nodes are active at the start; the cluster has {nodes}"
                )));
            }
            let (speed, spread) = (value(3), value(4));
            clusters.push(Cluster {
                speeds: (0..nodes)
                    .map(|node| spread_over(speed, spread, node, nodes))
                    .collect(),
                active,
                links: Links {
                    lan_latency: value(9),
                    lan_bandwidth: value(8),
                    latency: value(7),
                    up: value(5),
                    down: value(6),
                },
            });
        }
        if clusters.iter().all(|cluster| cluster.active == 0) {
            return Err(refuse(say!(
                "0 nodes are active at the start; at least 1 must be active"
            )));
        }
        let texts = (0..sheet.rows.len()).map(|place| sheet.text(&COLUMNS, place, 0));
        let names = crate::rated::named(texts, |place| say!("cluster {place}"));
        Ok(Self { clusters, names })
    }
}

/// The speed of a node: from speed·(1 + spread) for the first to speed·(1 − spread) for the last.
fn spread_over(speed: f64, spread: f64, node: usize, nodes: usize) -> f64 {
    /// The slowest speed that a run takes.
    const LEAST: f64 = 1e-6;
    if nodes < 2 || spread == 0.0 {
        return speed;
    }
    let place = 1.0 - 2.0 * node as f64 / (nodes - 1) as f64;
    (speed * (1.0 + spread * place)).max(LEAST)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "helpers of a test may stop it")]

    use super::*;
    use crate::Parameters;
    use adaptation_model::Scenario;
    use parameters::Parameters as _;

    #[test]
    fn the_default_is_the_grid_of_the_paper_to_the_bit() {
        let parameters = Parameters::from_values(&Parameters::TABLE.defaults());
        let platform = Platform::read(&parameters.clusters).unwrap();
        assert_eq!(platform.clusters, Scenario::default().clusters);
    }

    #[test]
    fn speeds_spread_around_their_mean() {
        let platform = Platform::read("nodes,speed,spread\n3,2,0.5\n").unwrap();
        assert_eq!(platform.clusters.first().unwrap().speeds, [3.0, 2.0, 1.0]);
    }
}

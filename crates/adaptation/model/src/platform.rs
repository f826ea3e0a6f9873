//! Clusters of nodes, and the links inside and between them.

use crate::error::{Error, Place, between, positive};
use words::{say, word};

/// Bytes of a control message: a request, a refusal, an order to leave.
pub const CONTROL: f64 = 100.0;
/// The most clusters.
pub const MOST_CLUSTERS: usize = 100;
/// The most nodes.
pub const MOST_NODES: usize = 10_000;

/// Links of a cluster: its LAN, and its link to the backbone. Times in s, bandwidths in bytes/s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Links {
    /// Latency inside the cluster.
    pub lan_latency: f64,
    /// Bandwidth inside the cluster, of each node.
    pub lan_bandwidth: f64,
    /// h, latency between the cluster and the backbone, one way.
    pub latency: f64,
    /// Bandwidth from the cluster to the backbone.
    pub up: f64,
    /// Bandwidth from the backbone to the cluster.
    pub down: f64,
}

impl Default for Links {
    /// Fast Ethernet, and 5 ms one way between clusters.
    fn default() -> Self {
        Self {
            lan_latency: 1e-4,
            lan_bandwidth: 12.5e6,
            latency: 2.5e-3,
            up: 12.5e6,
            down: 12.5e6,
        }
    }
}

impl Links {
    /// The time of a control message inside the cluster, s.
    #[must_use]
    pub fn local_control(&self) -> f64 {
        self.lan_latency + CONTROL / self.lan_bandwidth
    }

    /// The time of a control message to another cluster, s: it is never queued.
    #[must_use]
    pub fn remote_control(&self, to: &Self) -> f64 {
        (self.latency + to.latency) + CONTROL / self.up.min(to.down)
    }

    /// The time of a message to another cluster over free links, s.
    #[must_use]
    pub fn remote(&self, to: &Self, bytes: f64) -> f64 {
        bytes / self.up + (self.latency + to.latency) + bytes / to.down
    }

    /// Checks every number of cluster `cluster`.
    pub(crate) fn check(&self, cluster: usize) -> Result<(), Error> {
        let place = Place::Cluster(cluster);
        between(
            place,
            word!("the LAN's latency, s,"),
            self.lan_latency,
            0.0,
            1e3,
        )?;
        positive(
            place,
            word!("the LAN's bandwidth, bytes/s,"),
            self.lan_bandwidth,
            1e15,
        )?;
        between(
            place,
            word!("the latency to the backbone, s,"),
            self.latency,
            0.0,
            1e3,
        )?;
        positive(
            place,
            word!("the uplink's bandwidth, bytes/s,"),
            self.up,
            1e15,
        )?;
        positive(
            place,
            word!("the downlink's bandwidth, bytes/s,"),
            self.down,
            1e15,
        )
    }
}

/// A cluster. Nodes are numbered through all clusters, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Cluster {
    /// The speed of each node: work done in a second without load.
    pub speeds: Vec<f64>,
    /// The number of nodes that take part at the start: the first ones.
    pub active: usize,
    /// Its links.
    pub links: Links,
}

impl Cluster {
    /// A cluster of nodes of speed 1 with the usual links; the first `active` nodes take part at the start.
    #[must_use]
    pub fn alike(nodes: usize, active: usize) -> Self {
        Self {
            speeds: vec![1.0; nodes],
            active,
            links: Links::default(),
        }
    }

    /// Checks every number of cluster `cluster`.
    pub(crate) fn check(&self, cluster: usize) -> Result<(), Error> {
        self.links.check(cluster)?;
        for (node, speed) in self.speeds.iter().enumerate() {
            check_speed(Place::Node { cluster, node }, *speed)?;
        }
        if self.active > self.speeds.len() {
            return Err(Error::Number {
                place: Place::Cluster(cluster),
                quantity: word!("the number of nodes active at the start"),
                value: self.active.to_string(),
                allowed: say!("from 0 to {}, the nodes of the cluster", self.speeds.len()),
            });
        }
        Ok(())
    }
}

/// Checks a node's speed, from 1e-6 to 1e6: at 0, its work would never end.
pub(crate) fn check_speed(place: Place, speed: f64) -> Result<(), Error> {
    between(place, word!("the speed"), speed, 1e-6, 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_take_as_long_as_in_the_worked_examples() {
        // E12.
        let healthy = Links::default();
        let shaped = Links {
            up: 1e5,
            down: 1e5,
            ..healthy
        };
        let local = 481_000.0 / healthy.lan_bandwidth + healthy.lan_latency;
        for (found, expected) in [
            (healthy.local_control(), 0.000108),
            (healthy.remote_control(&healthy), 0.005008),
            (local, 0.03858),
            (healthy.remote(&healthy, 481_000.0), 0.08196),
            (healthy.remote(&shaped, 481_000.0), 4.85348),
            (healthy.remote(&shaped, 1_921_000.0), 19.3687),
        ] {
            assert!(
                (found - expected).abs() <= 5e-5_f64.min(1e-5 * expected),
                "{found}"
            );
        }
    }

    #[test]
    fn a_link_without_bandwidth_is_refused() {
        for down in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let links = Links {
                down,
                ..Links::default()
            };
            let told = links.check(3).unwrap_err().to_string();
            assert!(
                told.contains("cluster 3") && told.contains(&down.to_string()),
                "{told}"
            );
        }
    }
}

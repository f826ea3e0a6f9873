//! The worst cluster and the worst node (Wrzesinska, Maassen and Bal 2007, section 3.3).

use std::collections::BTreeMap;

/// The coefficients of badness: speed, inter-cluster overhead, and membership in the worst cluster.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// α, of the inverse of the relative speed.
    pub speed: f64,
    /// β, of the inter-cluster overhead.
    pub inter_cluster: f64,
    /// γ, of nodes in the worst cluster.
    pub worst_cluster: f64,
}

impl Default for Weights {
    /// 1, 100 and 10, as published: an inter-cluster overhead of 0.2 weighs as much as a relative speed of a twentieth.
    fn default() -> Self {
        Self {
            speed: 1.0,
            inter_cluster: 100.0,
            worst_cluster: 10.0,
        }
    }
}

/// A node's data for its badness.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Member {
    /// Its number.
    pub node: u32,
    /// The cluster it belongs to.
    pub cluster: u32,
    /// Speed relative to the highest (rel).
    pub relative_speed: f64,
    /// The share of the period in inter-cluster communication (ic).
    pub inter_cluster: f64,
}

/// A row of the table of clusters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cluster {
    /// Its number.
    pub cluster: u32,
    /// The sum of its relative speeds, relative to that of the fastest cluster.
    pub speed: f64,
    /// The mean inter-cluster overhead of its nodes.
    pub inter_cluster: f64,
    /// α / speed + β · overhead.
    pub badness: f64,
}

/// Badness of clusters and nodes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranking {
    /// The clusters, by number.
    pub clusters: Vec<Cluster>,
    /// The cluster with the largest badness; of equals, that with the largest number.
    pub worst: Option<u32>,
    /// The badness of each node, in the order given.
    pub nodes: Vec<f64>,
}

/// The badness of all clusters and nodes. Nodes come in ascending order of their numbers; speed 0 is infinitely bad.
#[must_use]
pub fn rank(members: &[Member], weights: Weights) -> Ranking {
    let mut sums: BTreeMap<u32, (f64, f64, u32)> = BTreeMap::new();
    for member in members {
        let sum = sums.entry(member.cluster).or_default();
        sum.0 += member.relative_speed;
        sum.1 += member.inter_cluster;
        sum.2 += 1;
    }
    let fastest = sums.values().fold(0.0_f64, |most, sum| most.max(sum.0));
    let clusters: Vec<Cluster> = sums
        .into_iter()
        .map(|(cluster, (speeds, overheads, count))| {
            let speed = if fastest > 0.0 { speeds / fastest } else { 0.0 };
            let inter_cluster = overheads / f64::from(count);
            Cluster {
                cluster,
                speed,
                inter_cluster,
                badness: slowness(weights.speed, speed) + weights.inter_cluster * inter_cluster,
            }
        })
        .collect();
    let worst = clusters
        .iter()
        .max_by(|a, b| {
            a.badness
                .total_cmp(&b.badness)
                .then(a.cluster.cmp(&b.cluster))
        })
        .map(|cluster| cluster.cluster);
    let nodes = members
        .iter()
        .map(|member| {
            let in_worst = if Some(member.cluster) == worst {
                weights.worst_cluster
            } else {
                0.0
            };
            slowness(weights.speed, member.relative_speed)
                + weights.inter_cluster * member.inter_cluster
                + in_worst
        })
        .collect();
    Ranking {
        clusters,
        worst,
        nodes,
    }
}

impl Ranking {
    /// The cluster with the largest overhead above a limit, and its overhead: not the master's, and not the only one; of
    /// equals, that with the largest number.
    #[must_use]
    pub fn overloaded(&self, limit: f64, masters: Option<u32>) -> Option<(u32, f64)> {
        if self.clusters.len() < 2 {
            return None;
        }
        self.clusters
            .iter()
            .filter(|row| row.inter_cluster > limit && Some(row.cluster) != masters)
            .max_by(|a, b| {
                a.inter_cluster
                    .total_cmp(&b.inter_cluster)
                    .then(a.cluster.cmp(&b.cluster))
            })
            .map(|row| (row.cluster, row.inter_cluster))
    }
}

/// The places of the members from the worst to the best; of equals, the largest number first.
#[must_use]
pub fn removal_order(members: &[Member], ranking: &Ranking) -> Vec<usize> {
    let mut order: Vec<(usize, f64, u32)> = members
        .iter()
        .zip(&ranking.nodes)
        .enumerate()
        .map(|(place, (member, badness))| (place, *badness, member.node))
        .collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1).then(b.2.cmp(&a.2)));
    order.into_iter().map(|(place, ..)| place).collect()
}

/// α / relative speed; infinite at speed 0.
fn slowness(weight: f64, speed: f64) -> f64 {
    if speed > 0.0 {
        weight / speed
    } else {
        f64::INFINITY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of E3: nodes (cluster, relative speed, ic), badness of the clusters, the worst, badness of the nodes, order.
    type Row<'a> = (
        &'a [(u32, f64, f64)],
        &'a [f64],
        u32,
        &'a [f64],
        &'a [usize],
    );

    const ROWS: [Row<'_>; 4] = [
        (
            &[
                (0, 1.0, 0.01),
                (0, 0.5, 0.02),
                (1, 0.8, 0.12),
                (1, 0.04, 0.1),
            ],
            &[2.5, 12.7857],
            1,
            &[2.0, 4.0, 23.25, 45.0],
            &[3, 2, 1, 0],
        ),
        (
            &[(0, 1.0, 0.0), (0, 0.05, 0.0)],
            &[1.0],
            0,
            &[11.0, 30.0],
            &[1, 0],
        ),
        (
            &[(0, 1.0, 0.0), (1, 1.0, 0.05), (1, 0.0, 0.05)],
            &[1.0, 6.0],
            1,
            &[1.0, 16.0, f64::INFINITY],
            &[2, 1, 0],
        ),
        (
            &[(0, 1.0, 0.1), (0, 1.0, 0.1), (1, 1.0, 0.1), (1, 1.0, 0.1)],
            &[11.0, 11.0],
            1,
            &[11.0, 11.0, 21.0, 21.0],
            &[3, 2, 1, 0],
        ),
    ];

    #[test]
    fn badness_repeats_the_worked_examples() {
        for (nodes, clusters, worst, badness, order) in ROWS {
            let members: Vec<Member> = (0..)
                .zip(nodes)
                .map(|(node, &(cluster, relative_speed, inter_cluster))| Member {
                    node,
                    cluster,
                    relative_speed,
                    inter_cluster,
                })
                .collect();
            let ranking = rank(&members, Weights::default());
            for (row, expected) in ranking.clusters.iter().zip(clusters) {
                assert!((row.badness - expected).abs() < 1e-4);
            }
            assert_eq!(ranking.worst, Some(worst));
            for (found, expected) in ranking.nodes.iter().zip(badness) {
                assert!(found == expected || (found - expected).abs() < 1e-9);
            }
            assert_eq!(removal_order(&members, &ranking), order);
        }
    }

    #[test]
    fn an_overhead_of_nineteen_per_cent_is_as_bad_as_a_twentieth_of_the_speed() {
        let member = |node, relative_speed, inter_cluster| Member {
            node,
            cluster: 0,
            relative_speed,
            inter_cluster,
        };
        let ranking = rank(
            &[member(0, 1.0, 0.19), member(1, 0.05, 0.0)],
            Weights::default(),
        );
        assert!((ranking.nodes[0] - ranking.nodes[1]).abs() < 1e-9);
    }
}

//! The findings of one period from its reports: WAE, productivity, overheads and badness, for strategies that decide by periods.

use super::Member;
use crate::metrics::badness::{self, Ranking, Weights};
use crate::metrics::overhead::{Base, Overheads, overheads};
use crate::metrics::weighted::{mean, relative_speeds};

/// The findings of one period, over the nodes that reported and know their speed.
#[derive(Clone, Debug, PartialEq)]
pub struct Assessment {
    /// The data of each node for its badness, in ascending order of numbers.
    pub members: Vec<badness::Member>,
    /// The measured speed of each.
    pub speeds: Vec<f64>,
    /// The overhead of each: the share of the period idle or communicating.
    pub overheads: Vec<f64>,
    /// The badness of clusters and nodes.
    pub ranking: Ranking,
    /// WAE.
    pub wae: f64,
    /// The sum of speed × (1 − overhead): work done in a second.
    pub productivity: f64,
}

impl Assessment {
    /// Assesses a period; none where no node reported and knows its speed.
    #[must_use]
    pub fn of(members: &[Member], weights: Weights, base: Base) -> Option<Self> {
        let known: Vec<(u32, u32, f64, Overheads)> = members
            .iter()
            .filter_map(|member| {
                let report = member.report?;
                let shares = overheads(report.period, &report.times, base);
                Some((member.node, member.cluster, report.speed?, shares))
            })
            .collect();
        if known.is_empty() {
            return None;
        }
        let speeds: Vec<f64> = known.iter().map(|(_, _, speed, _)| *speed).collect();
        let members: Vec<badness::Member> = known
            .iter()
            .zip(relative_speeds(&speeds))
            .map(
                |((node, cluster, _, shares), relative_speed)| badness::Member {
                    node: *node,
                    cluster: *cluster,
                    relative_speed,
                    inter_cluster: shares.inter_cluster,
                },
            )
            .collect();
        let wae = mean(
            members
                .iter()
                .zip(&known)
                .map(|(member, (_, _, _, shares))| member.relative_speed * (1.0 - shares.overhead)),
        );
        let productivity = known.iter().fold(0.0, |sum, (_, _, speed, shares)| {
            sum + speed * (1.0 - shares.overhead)
        });
        let ranking = badness::rank(&members, weights);
        Some(Self {
            members,
            speeds,
            overheads: known
                .iter()
                .map(|(_, _, _, shares)| shares.overhead)
                .collect(),
            ranking,
            wae,
            productivity,
        })
    }

    /// The lowest and highest inter-cluster overhead of a cluster.
    #[must_use]
    pub fn overhead_range(&self) -> Option<(f64, f64)> {
        let overheads = self.ranking.clusters.iter().map(|row| row.inter_cluster);
        overheads.fold(None, |range: Option<(f64, f64)>, value| {
            let (least, most) = range.unwrap_or((value, value));
            Some((least.min(value), most.max(value)))
        })
    }
}

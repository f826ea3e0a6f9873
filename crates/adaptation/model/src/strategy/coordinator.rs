//! The adaptation coordinator of the Grid paper: WAE between two thresholds (Wrzesinska, Maassen and Bal 2007, section 3).
//!
//! The two formulas for how many nodes to add and remove, and opportunistic migration, are own choices: the paper says
//! only that more efficiency means more nodes added and less means more removed.

mod settings;

use std::collections::BTreeSet;

use trace::random::Random;

use super::assessment::Assessment;
use super::{Action, Change, Decision, Figures, Rhythm, Strategy, Survey, Why};
use crate::error::Error;
use crate::metrics::badness;
pub use settings::{ClusterRule, Settings};

/// The coordinator.
#[derive(Clone, Debug)]
pub struct Coordinator {
    settings: Settings,
    nodes: BTreeSet<u32>,
    clusters: BTreeSet<u32>,
    /// Nodes that leave once those that take their places have come.
    leaving: BTreeSet<u32>,
    least_bandwidth: f64,
}

impl Coordinator {
    /// A coordinator that has seen nothing yet.
    ///
    /// # Errors
    /// Settings with impossible numbers.
    pub fn new(settings: Settings) -> Result<Self, Error> {
        settings.check()?;
        Ok(Self {
            settings,
            nodes: BTreeSet::new(),
            clusters: BTreeSet::new(),
            leaving: BTreeSet::new(),
            least_bandwidth: 0.0,
        })
    }

    /// Whether a free node may be requested.
    fn welcome(&self, node: u32, cluster: u32, bandwidth: f64) -> bool {
        !self.nodes.contains(&node)
            && !self.clusters.contains(&cluster)
            && (self.least_bandwidth == 0.0
                || bandwidth > self.settings.bandwidth_margin * self.least_bandwidth)
    }

    /// Nodes requested from the grid's scheduler.
    fn request(&self, survey: &Survey<'_>, count: usize) -> Vec<Action> {
        survey
            .free
            .iter()
            .filter(|candidate| {
                self.welcome(candidate.node, candidate.cluster, candidate.bandwidth)
            })
            .take(count)
            .map(|candidate| Action {
                node: candidate.node,
                change: Change::Add,
                delay: self.settings.allocation,
                why: Why::Efficient,
            })
            .collect()
    }

    /// Removes a whole cluster, and learns from its bandwidth.
    fn remove_cluster(
        &mut self,
        survey: &Survey<'_>,
        (cluster, overhead): (u32, f64),
    ) -> Vec<Action> {
        if self.settings.learn_bandwidth
            && let Some(traffic) = survey.traffic.get(cluster as usize)
        {
            self.learn(traffic.bytes, traffic.seconds);
        }
        if self.settings.blacklist {
            self.clusters.insert(cluster);
        }
        survey
            .members
            .iter()
            .filter(|member| member.cluster == cluster)
            .map(|member| Action {
                node: member.node,
                change: Change::Remove,
                delay: 0.0,
                why: Why::ClusterOverhead { overhead },
            })
            .collect()
    }

    /// Raises the minimum bandwidth to that of a removed cluster: bytes / time of service.
    fn learn(&mut self, bytes: f64, seconds: f64) {
        if seconds > 0.0 {
            self.least_bandwidth = self.least_bandwidth.max(bytes / seconds);
        }
    }

    /// Removes the worst nodes.
    fn remove_worst(
        &mut self,
        survey: &Survey<'_>,
        findings: &Assessment,
        count: usize,
    ) -> Vec<Action> {
        let actions: Vec<Action> = badness::removal_order(&findings.members, &findings.ranking)
            .into_iter()
            .filter_map(|place| {
                let node = findings.members.get(place)?.node;
                let badness = *findings.ranking.nodes.get(place)?;
                (Some(node) != survey.master).then_some(Action {
                    node,
                    change: Change::Remove,
                    delay: 0.0,
                    why: Why::Bad { badness },
                })
            })
            .take(count)
            .collect();
        if self.settings.blacklist {
            self.nodes.extend(actions.iter().map(|action| action.node));
        }
        actions
    }

    /// Opportunistic migration: the fastest free nodes take the places of the slowest.
    fn migrate(&mut self, survey: &Survey<'_>, findings: &Assessment, swap: f64) -> Vec<Action> {
        let stays = |node: &u32| survey.members.iter().any(|member| member.node == *node);
        self.leaving.retain(stays);
        let mut fast: Vec<(u32, f64)> = survey
            .free
            .iter()
            .filter(|candidate| {
                self.welcome(candidate.node, candidate.cluster, candidate.bandwidth)
            })
            .map(|candidate| (candidate.node, candidate.speed))
            .collect();
        fast.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut slow: Vec<(u32, f64)> = findings
            .members
            .iter()
            .zip(&findings.speeds)
            .map(|(member, speed)| (member.node, *speed))
            .filter(|(node, _)| Some(*node) != survey.master && !self.leaving.contains(node))
            .collect();
        slow.sort_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        let mut actions = Vec::new();
        for ((new, new_speed), (old, old_speed)) in fast.into_iter().zip(slow) {
            if new_speed <= swap * old_speed {
                continue;
            }
            actions.push(Action {
                node: new,
                change: Change::Add,
                delay: self.settings.allocation,
                why: Why::Faster { replaces: old },
            });
            actions.push(Action {
                node: old,
                change: Change::Remove,
                delay: self.settings.allocation + 1.0,
                why: Why::Slower { replaced_by: new },
            });
            self.leaving.insert(old);
            if self.settings.blacklist {
                self.nodes.insert(old);
            }
        }
        actions
    }
}

impl Strategy for Coordinator {
    fn rhythm(&self) -> Rhythm {
        Rhythm::Periods
    }

    fn decide(&mut self, survey: &Survey<'_>, _: &mut Random) -> Option<Decision> {
        let settings = &self.settings;
        let findings = Assessment::of(survey.members, settings.weights, settings.base)?;
        let (count, wae) = (survey.members.len(), findings.wae);
        let actions = if !self.settings.acts {
            Vec::new()
        } else if wae > self.settings.most {
            self.request(survey, self.settings.add_count(count, wae))
        } else if wae < self.settings.least || self.settings.cluster_rule == ClusterRule::Always {
            if let Some(cluster) = findings
                .ranking
                .overloaded(self.settings.cluster_limit, survey.masters_cluster())
            {
                self.remove_cluster(survey, cluster)
            } else {
                let count = self.settings.remove_count(count, wae);
                self.remove_worst(survey, &findings, count)
            }
        } else if let Some(swap) = self.settings.swap {
            self.migrate(survey, &findings, swap)
        } else {
            Vec::new()
        };
        Some(Decision {
            time: survey.time,
            tick: survey.tick,
            figures: Figures {
                active: count,
                free: survey.free.len(),
                wae: Some(wae),
                inter_cluster: findings.overhead_range(),
                productivity: Some(findings.productivity),
                ..Figures::default()
            },
            actions,
            assessment: Some(Box::new(findings)),
            said: String::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_learned_bandwidth_never_falls() {
        // E5: bytes, s, minimum afterwards.
        let mut coordinator = Coordinator::new(Settings::default()).unwrap();
        for (bytes, seconds, least) in
            [(2.4e6, 30.0, 80e3), (0.9e6, 15.0, 80e3), (5e6, 20.0, 250e3)]
        {
            coordinator.learn(bytes, seconds);
            assert_eq!(coordinator.least_bandwidth, least);
        }
        for (bandwidth, welcome) in [
            (100e3, false),
            (262_500.0, false),
            (262_501.0, true),
            (12.5e6, true),
        ] {
            assert_eq!(coordinator.welcome(0, 0, bandwidth), welcome);
        }
    }
}

//! Add by productivity, remove by badness: a strategy of our own (own choice).
//!
//! Definition. The productivity P of a period is the sum of speed × (1 − overhead) over the N nodes that take part. A period
//! is *settled* when every node that takes part reported and knows its speed. In each period, the first that applies:
//! 1. A cluster, not the master's, whose mean inter-cluster overhead is above the limit (0.25, as in the Grid paper) leaves;
//!    of several the worst. Otherwise nodes whose badness is above 30 leave, the worst first, at most half of all nodes and
//!    never the master. 30 is γ more than the 20 that the paper's coefficients give to an overhead of 0.2 or a speed of a
//!    twentieth. Removed nodes stay away. The reference of rule 2 is forgotten.
//! 2. In a settled period, once all requested nodes have come, nodes are added while they pay: at first ⌈N/2⌉; then, if those
//!    added since the reference brought at least half of the productivity of a node before, (P − P')/(N − N') ≥ ½·P'/N', as
//!    many as the thesis's accelerator says (β = 2, gain P − P'). P and N become the reference. If they did not pay, or if N is
//!    not above N', the strategy rests at P.
//! 3. A rest ends when P differs from that at its start by more than a tenth; rule 2 then begins anew.

use std::collections::BTreeSet;

use trace::random::Random;

use super::assessment::Assessment;
use super::{Action, Change, Decision, Figures, Rhythm, Still, Strategy, Survey, Why};
use crate::error::{Error, Place, between};
use crate::metrics::accelerator;
use crate::metrics::badness::{Weights, removal_order};
use crate::metrics::overhead::Base;
use words::word;

/// Settings of the strategy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// α, β and γ.
    pub weights: Weights,
    /// The inter-cluster overhead above which a cluster leaves.
    pub cluster_limit: f64,
    /// The badness above which a node leaves.
    pub most_badness: f64,
    /// The least gain of productivity by each added node, relative to the productivity of a node before.
    pub least_gain: f64,
    /// β of the accelerator.
    pub adding: f64,
    /// The share by which productivity must change to end a rest.
    pub deviation: f64,
    /// The time to get nodes, s.
    pub allocation: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            weights: Weights::default(),
            cluster_limit: 0.25,
            most_badness: 30.0,
            least_gain: 0.5,
            adding: 2.0,
            deviation: 0.1,
            allocation: 10.0,
        }
    }
}

/// Whether it adds nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    /// Nothing is known.
    New,
    /// The reference: the productivity and the number of nodes at the last decision to add.
    Added { productivity: f64, nodes: usize },
    /// Added nodes did not pay; it rests at that productivity.
    Resting { productivity: f64 },
}

/// The strategy.
#[derive(Clone, Debug)]
pub struct Marginal {
    settings: Settings,
    state: State,
    nodes: BTreeSet<u32>,
    clusters: BTreeSet<u32>,
    /// The time at which the nodes that it requested last come, s.
    due: f64,
}

impl Marginal {
    /// A strategy that has seen nothing yet.
    ///
    /// # Errors
    /// Settings with impossible numbers.
    pub fn new(settings: Settings) -> Result<Self, Error> {
        let place = Place::Marginal;
        for (quantity, value, most) in [
            (
                word!("the limit of inter-cluster overhead"),
                settings.cluster_limit,
                1.0,
            ),
            (word!("the largest badness"), settings.most_badness, 1e9),
            (word!("the least gain"), settings.least_gain, 100.0),
            (word!("the factor of adding"), settings.adding, 100.0),
            (
                word!("the deviation that ends a rest"),
                settings.deviation,
                1e6,
            ),
            (
                word!("the time of allocation, s,"),
                settings.allocation,
                1e6,
            ),
        ] {
            between(place, quantity, value, 0.0, most)?;
        }
        Ok(Self {
            settings,
            state: State::New,
            nodes: BTreeSet::new(),
            clusters: BTreeSet::new(),
            due: 0.0,
        })
    }

    /// Rule 1: the nodes that leave.
    fn leaving(&mut self, survey: &Survey<'_>, found: &Assessment) -> Vec<Action> {
        let act = |node, why| Action {
            node,
            change: Change::Remove,
            delay: 0.0,
            why,
        };
        if let Some((cluster, overhead)) = found
            .ranking
            .overloaded(self.settings.cluster_limit, survey.masters_cluster())
        {
            self.clusters.insert(cluster);
            return survey
                .members
                .iter()
                .filter(|member| member.cluster == cluster)
                .map(|member| act(member.node, Why::ClusterOverhead { overhead }))
                .collect();
        }
        let limit = self.settings.most_badness;
        let actions: Vec<Action> = removal_order(&found.members, &found.ranking)
            .into_iter()
            .filter_map(|place| {
                let node = found.members.get(place)?.node;
                let badness = *found.ranking.nodes.get(place)?;
                let leaves = badness > limit && Some(node) != survey.master;
                leaves.then(|| act(node, Why::TooBad { badness, limit }))
            })
            .take(survey.members.len() / 2)
            .collect();
        self.nodes.extend(actions.iter().map(|action| action.node));
        actions
    }

    /// The free nodes that join: at most so many.
    fn joining(&self, survey: &Survey<'_>, count: usize, why: Why) -> Vec<Action> {
        let welcome =
            |node, cluster| !self.nodes.contains(&node) && !self.clusters.contains(&cluster);
        survey
            .free
            .iter()
            .filter(|candidate| welcome(candidate.node, candidate.cluster))
            .take(count)
            .map(|candidate| Action {
                node: candidate.node,
                change: Change::Add,
                delay: self.settings.allocation,
                why,
            })
            .collect()
    }

    /// Rules 2 and 3: the number of nodes to add in a settled period, and the reason; or the reason to add none.
    fn adding(&mut self, productivity: f64, nodes: usize) -> Result<(usize, Why), Still> {
        if let State::Resting { productivity: rest } = self.state {
            if (productivity - rest).abs() <= self.settings.deviation * rest {
                return Err(Still::Rests);
            }
            self.state = State::New;
        }
        let before = self.state;
        self.state = State::Added {
            productivity,
            nodes,
        };
        let State::Added {
            productivity: old,
            nodes: fewer,
        } = before
        else {
            return Ok((nodes.div_ceil(2), Why::Trying));
        };
        let more = nodes.saturating_sub(fewer) as f64;
        let gain = productivity - old;
        if more > 0.0 && gain / more >= self.settings.least_gain * old / fewer as f64 {
            let step = accelerator::step(Some(old), productivity, nodes, self.settings.adding);
            // Without a gain, no added node paid.
            let why = if gain > 0.0 {
                Why::Productive
            } else {
                Why::Trying
            };
            return Ok((step, why));
        }
        self.state = State::Resting { productivity };
        Err(if more > 0.0 {
            Still::Unpaid
        } else {
            Still::NoMore
        })
    }
}

impl Strategy for Marginal {
    fn rhythm(&self) -> Rhythm {
        Rhythm::Periods
    }

    fn decide(&mut self, survey: &Survey<'_>, _: &mut Random) -> Option<Decision> {
        let found = Assessment::of(survey.members, self.settings.weights, Base::Net)?;
        let (mut actions, mut still) = (self.leaving(survey, &found), None);
        if !actions.is_empty() {
            self.state = State::New;
        } else if survey.time < self.due {
            still = Some(Still::Coming);
        } else if found.members.len() == survey.members.len() {
            match self.adding(found.productivity, survey.members.len()) {
                Ok((count, why)) => {
                    actions = self.joining(survey, count, why);
                    if actions.is_empty() {
                        still = Some(Still::NoneFree);
                    } else {
                        self.due = survey.time + self.settings.allocation;
                    }
                }
                Err(reason) => still = Some(reason),
            }
        } else {
            still = Some(Still::Unready);
        }
        Some(Decision {
            time: survey.time,
            tick: survey.tick,
            figures: Figures {
                active: survey.members.len(),
                free: survey.free.len(),
                inter_cluster: found.overhead_range(),
                productivity: Some(found.productivity),
                still,
                ..Figures::default()
            },
            actions,
            assessment: Some(Box::new(found)),
            said: String::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_added_while_they_pay() {
        let mut strategy = Marginal::new(Settings::default()).unwrap();
        // Eight nodes of productivity 1: half as many more.
        assert_eq!(strategy.adding(8.0, 8), Ok((4, Why::Trying)));
        // The four brought 3 of at least 2: (11 − 8)/11·2·12 = 6.5, rounded half up.
        assert_eq!(strategy.adding(11.0, 12), Ok((7, Why::Productive)));
        // The seven brought 2 of at least 3.2: rest.
        assert_eq!(strategy.adding(13.0, 19), Err(Still::Unpaid));
        assert_eq!(strategy.adding(13.5, 19), Err(Still::Rests));
        // More than a tenth less: anew.
        assert_eq!(strategy.adding(11.0, 19), Ok((10, Why::Trying)));
    }

    #[test]
    fn only_nodes_that_came_are_said_not_to_have_paid() {
        let mut strategy = Marginal::new(Settings::default()).unwrap();
        assert_eq!(strategy.adding(8.0, 8), Ok((4, Why::Trying)));
        // None was free.
        assert_eq!(strategy.adding(8.0, 8), Err(Still::NoMore));
        assert_eq!(strategy.adding(8.5, 8), Err(Still::Rests));
        // Some left.
        assert_eq!(strategy.adding(6.0, 6), Ok((3, Why::Trying)));
        assert_eq!(strategy.adding(5.0, 5), Err(Still::NoMore));
        // One came, and brought nothing.
        assert_eq!(strategy.adding(6.0, 6), Ok((3, Why::Trying)));
        assert_eq!(strategy.adding(6.0, 7), Err(Still::Unpaid));
    }
}

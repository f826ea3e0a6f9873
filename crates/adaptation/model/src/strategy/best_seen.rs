//! Return to the best configuration seen: a strategy of our own, around the coordinator (own choice).
//!
//! Definition. The productivity of a period is the sum of speed × (1 − overhead) over the nodes that take part. A period is
//! *settled* when every node that takes part reported and knows its speed; other periods say nothing.
//! 1. A settled period whose productivity is at least that of the best one becomes the best: its nodes are remembered.
//! 2. A settled period is *worse* when productivity × tolerance < best productivity (strictly, as in hill climbing). After
//!    three worse periods in a row the strategy returns: it adds the remembered nodes that are free, and removes the nodes
//!    that were not among them, but never the master. It then forgets the best, so that it does not return again and again to
//!    nodes that are no longer as productive.
//! 3. In all other periods the coordinator of the Grid paper decides.
//!
//! The tolerance is the thesis's 1.03. A return ignores blacklists: the remembered set was better with these nodes.

use std::collections::BTreeSet;

use trace::random::Random;

use super::assessment::Assessment;
use super::coordinator::{Coordinator, Settings as Inner};
use super::{Action, Change, Decision, Figures, Rhythm, Still, Strategy, Survey, Why};
use crate::error::{Error, Place, between};
use words::word;

/// Settings of the strategy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The coordinator inside.
    pub coordinator: Inner,
    /// The factor by which the best must exceed a productivity that counts as worse.
    pub tolerance: f64,
    /// The number of worse periods in a row before it returns.
    pub patience: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            coordinator: Inner::default(),
            tolerance: 1.03,
            patience: 3,
        }
    }
}

/// The strategy.
#[derive(Clone, Debug)]
pub struct BestSeen {
    settings: Settings,
    inner: Coordinator,
    best: Option<(f64, BTreeSet<u32>)>,
    worse: u32,
}

impl BestSeen {
    /// A strategy that has seen nothing yet.
    ///
    /// # Errors
    /// Settings with impossible numbers.
    pub fn new(settings: Settings) -> Result<Self, Error> {
        let place = Place::BestSeen;
        between(place, word!("the tolerance"), settings.tolerance, 1.0, 10.0)?;
        let patience = f64::from(settings.patience);
        between(
            place,
            word!("the number of worse periods"),
            patience,
            1.0,
            1000.0,
        )?;
        Ok(Self {
            settings,
            inner: Coordinator::new(settings.coordinator)?,
            best: None,
            worse: 0,
        })
    }

    /// Notes a settled period; after the last of `patience` worse ones in a row, returns the best nodes.
    fn note(&mut self, productivity: f64, nodes: BTreeSet<u32>) -> Option<BTreeSet<u32>> {
        let best = self.best.as_ref().map_or(0.0, |best| best.0);
        if productivity >= best {
            self.best = Some((productivity, nodes));
        }
        if productivity * self.settings.tolerance >= best {
            self.worse = 0;
            return None;
        }
        self.worse = self.worse.saturating_add(1);
        if self.worse < self.settings.patience {
            return None;
        }
        self.worse = 0;
        self.best.take().map(|best| best.1)
    }
}

impl Strategy for BestSeen {
    fn rhythm(&self) -> Rhythm {
        Rhythm::Periods
    }

    fn decide(&mut self, survey: &Survey<'_>, random: &mut Random) -> Option<Decision> {
        let settings = self.settings.coordinator;
        let found = Assessment::of(survey.members, settings.weights, settings.base)?;
        let settled = found.members.len() == survey.members.len();
        let present = survey.members.iter().map(|member| member.node).collect();
        let wished = if settled {
            self.note(found.productivity, present)
        } else {
            None
        };
        let Some(wished) = wished else {
            return self.inner.decide(survey, random);
        };
        let act = |node, change, delay| Action {
            node,
            change,
            delay,
            why: Why::Best,
        };
        let added = survey
            .free
            .iter()
            .filter(|candidate| wished.contains(&candidate.node))
            .map(|candidate| act(candidate.node, Change::Add, settings.allocation));
        let removed = survey
            .members
            .iter()
            .filter(|member| !wished.contains(&member.node) && Some(member.node) != survey.master)
            .map(|member| act(member.node, Change::Remove, 0.0));
        let actions: Vec<Action> = added.chain(removed).collect();
        let members = survey.members.iter();
        let here = members.filter(|member| wished.contains(&member.node));
        let still = if here.count() < wished.len() {
            Still::Missing
        } else {
            Still::Best
        };
        Some(Decision {
            time: survey.time,
            tick: survey.tick,
            figures: Figures {
                active: survey.members.len(),
                free: survey.free.len(),
                wae: Some(found.wae),
                inter_cluster: found.overhead_range(),
                productivity: Some(found.productivity),
                still: actions.is_empty().then_some(still),
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
    fn three_worse_periods_in_a_row_lead_back() {
        let mut strategy = BestSeen::new(Settings::default()).unwrap();
        let few: BTreeSet<u32> = [0, 1].into();
        let many: BTreeSet<u32> = [0, 1, 2].into();
        assert_eq!(strategy.note(100.0, few.clone()), None);
        assert_eq!(strategy.note(90.0, many.clone()), None);
        assert_eq!(strategy.note(90.0, many.clone()), None);
        // Within the tolerance: the row is broken.
        assert_eq!(strategy.note(98.0, many.clone()), None);
        assert_eq!(strategy.note(90.0, many.clone()), None);
        assert_eq!(strategy.note(90.0, many.clone()), None);
        assert_eq!(strategy.note(90.0, many.clone()), Some(few));
        // The best is forgotten.
        assert_eq!(strategy.note(50.0, many), None);
    }
}

//! The client of the thesis: watchdog, outlier replacement and hill climbing together (Rossow 2009, section 3.3 and
//! appendix D; the exact epochs are own choices that repeat the published interval numbers).

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use trace::random::Random;

use super::hill_climbing::{self, Climber, Step};
use super::outliers::{self, Outliers};
use super::watchdog::Watchdog;
use super::{Action, Candidate, Change, Decision, Figures, Rhythm, Still, Strategy, Survey, Why};
use crate::error::{Error, Place, between, positive};
use crate::generator::below;
use crate::metrics::blocks::Block;
use words::word;

/// Settings of the client.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// T_int, the measurement interval, s.
    pub interval: f64,
    /// λ and the decay of the statistics blocks.
    pub block: Block,
    /// Intervals without decisions at the start.
    pub warmup: u64,
    /// Intervals that are not measured after a change.
    pub grace: u64,
    /// Hill climbing; none without.
    pub climbing: Option<hill_climbing::Settings>,
    /// Outlier replacement; none without.
    pub outliers: Option<outliers::Settings>,
    /// The number of silent intervals that the watchdog tolerates; none without it.
    pub toleration: Option<u32>,
}

impl Default for Settings {
    /// All three strategies with the published values.
    fn default() -> Self {
        Self {
            interval: 1.0,
            block: Block::default(),
            warmup: 15,
            grace: 5,
            climbing: Some(hill_climbing::Settings::default()),
            outliers: Some(outliers::Settings::default()),
            toleration: Some(Watchdog::TOLERATION),
        }
    }
}

impl Settings {
    /// No strategy: the start for a choice of them.
    #[must_use]
    pub fn none() -> Self {
        Self {
            climbing: None,
            outliers: None,
            toleration: None,
            ..Self::default()
        }
    }

    /// Checks every number.
    ///
    /// # Errors
    /// [`Error::Number`].
    pub fn check(&self) -> Result<(), Error> {
        let place = Place::Client;
        positive(
            place,
            word!("the measurement interval, s,"),
            self.interval,
            1e6,
        )?;
        between(
            place,
            word!("the length of a block"),
            self.block.length as f64,
            1.0,
            1000.0,
        )?;
        positive(place, word!("the decay of a block"), self.block.decay, 1.0)?;
        between(place, word!("the warm-up"), self.warmup as f64, 0.0, 1e6)?;
        between(
            place,
            word!("the grace period"),
            self.grace as f64,
            0.0,
            1e6,
        )?;
        self.climbing.map_or(Ok(()), |settings| settings.check())?;
        self.outliers.map_or(Ok(()), |settings| settings.check())
    }
}

/// The client.
#[derive(Clone, Debug)]
pub struct Client {
    settings: Settings,
    climber: Option<Climber>,
    outliers: Option<Outliers>,
    watchdog: Option<Watchdog>,
    /// The last intervals of each node, the newest first.
    history: BTreeMap<u32, VecDeque<f64>>,
    next_decision: u64,
    new_hardware: bool,
}

impl Client {
    /// A client that has seen nothing yet.
    ///
    /// # Errors
    /// Settings with impossible numbers.
    pub fn new(settings: Settings) -> Result<Self, Error> {
        settings.check()?;
        Ok(Self {
            settings,
            climber: settings.climbing.map(Climber::new),
            outliers: settings.outliers.map(Outliers::new),
            watchdog: settings.toleration.map(Watchdog::new),
            history: BTreeMap::new(),
            next_decision: settings.warmup.saturating_add(settings.block.length as u64),
            new_hardware: false,
        })
    }

    /// Keeps the reports of the last λ intervals; a node that joins again starts anew.
    fn remember(&mut self, survey: &Survey<'_>) {
        let length = self.settings.block.length;
        for member in survey.members {
            let values = self.history.entry(member.node).or_default();
            if let Some(report) = member.report {
                values.push_front(report.leaves);
                values.truncate(length);
            }
        }
        if self.history.len() > survey.members.len() {
            let present: BTreeSet<u32> = survey.members.iter().map(|one| one.node).collect();
            self.history.retain(|node, _| present.contains(node));
        }
    }

    /// The productivity in the block of every node that reported now and has λ intervals, in the order of the members.
    fn blocks(&self, survey: &Survey<'_>) -> Vec<(u32, f64)> {
        survey
            .members
            .iter()
            .filter(|member| member.report.is_some())
            .filter_map(|member| {
                let values = self.history.get(&member.node)?;
                (values.len() >= self.settings.block.length).then(|| {
                    let mean = self.settings.block.mean(values.iter().copied());
                    (member.node, mean)
                })
            })
            .collect()
    }

    /// Makes decisions wait for the grace period and a block after a change.
    fn wait(&mut self, tick: u64, changed: bool) {
        let grace = if changed { self.settings.grace } else { 0 };
        self.next_decision = tick
            .saturating_add(grace)
            .saturating_add(self.settings.block.length as u64);
    }

    /// Makes the climber forget its references after another strategy changed the nodes.
    fn rebase(&mut self) {
        if let Some(climber) = &mut self.climber {
            climber.rebase();
        }
    }

    /// Replaces nodes that stay silent, or drops them where none is free.
    fn replace_silent(&mut self, survey: &Survey<'_>, random: &mut Random) -> Vec<Action> {
        let Some(watchdog) = &mut self.watchdog else {
            return Vec::new();
        };
        let reports = survey
            .members
            .iter()
            .map(|member| (member.node, member.report.is_some()));
        let silent: Vec<(u32, Why)> = watchdog
            .interval(reports)
            .into_iter()
            .filter(|(node, _)| Some(*node) != survey.master)
            .map(|(node, missed)| (node, Why::Silent { missed }))
            .collect();
        replace(survey, &silent, random)
    }

    /// Replaces nodes that are much slower than the median.
    fn replace_slow(
        &mut self,
        survey: &Survey<'_>,
        blocks: &[(u32, f64)],
        total: f64,
        random: &mut Random,
    ) -> Vec<Action> {
        let Some(outliers) = &mut self.outliers else {
            return Vec::new();
        };
        outliers.feedback(total);
        let slow: Vec<(u32, Why)> = outliers
            .too_slow(blocks)
            .into_iter()
            .filter(|(node, _)| Some(*node) != survey.master)
            .take(survey.free.len())
            .map(|(node, slower)| (node, Why::Outlier { slower }))
            .collect();
        if !slow.is_empty() {
            outliers.replaced(total);
        }
        replace(survey, &slow, random)
    }

    /// Adds or removes nodes as the climber wants.
    fn climb(
        &mut self,
        survey: &Survey<'_>,
        blocks: &[(u32, f64)],
        total: f64,
        random: &mut Random,
    ) -> (Vec<Action>, Option<Still>) {
        let Some(climber) = &mut self.climber else {
            return (Vec::new(), Some(Still::Replaces));
        };
        let new_hardware = std::mem::take(&mut self.new_hardware);
        let step = climber.decide(
            total,
            survey.members.len(),
            survey.free.len(),
            self.settings.block.length,
            new_hardware,
        );
        let actions: Vec<Action> = match step {
            Step::Stay(still) => return (Vec::new(), Some(still)),
            Step::Add(count) => drawn(survey.free, count, random)
                .into_iter()
                .map(|node| action(node, Change::Add, Why::Climbing))
                .collect(),
            Step::Remove(count) => {
                let mut order: Vec<(u32, f64)> = blocks
                    .iter()
                    .copied()
                    .filter(|(node, _)| Some(*node) != survey.master)
                    .collect();
                order.sort_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
                order
                    .into_iter()
                    .take(count)
                    .map(|(node, productivity)| {
                        action(node, Change::Remove, Why::Descending { productivity })
                    })
                    .collect()
            }
        };
        // Nodes without a whole block cannot be told apart.
        let still = actions.is_empty().then_some(Still::Unready);
        (actions, still)
    }

    /// The entry of the decision log.
    fn decision(
        &self,
        survey: &Survey<'_>,
        total: Option<f64>,
        (actions, still): (Vec<Action>, Option<Still>),
    ) -> Option<Decision> {
        Some(Decision {
            time: survey.time,
            tick: survey.tick,
            figures: Figures {
                active: survey.members.len(),
                free: survey.free.len(),
                productivity: total,
                direction: self.climber.as_ref().map(Climber::direction),
                still,
                ..Figures::default()
            },
            actions,
            assessment: None,
            said: String::new(),
        })
    }
}

impl Strategy for Client {
    fn rhythm(&self) -> Rhythm {
        Rhythm::Intervals(self.settings.interval)
    }

    fn decide(&mut self, survey: &Survey<'_>, random: &mut Random) -> Option<Decision> {
        self.new_hardware |= survey.new_hardware;
        self.remember(survey);
        let replaced = self.replace_silent(survey, random);
        if !replaced.is_empty() {
            self.wait(survey.tick, true);
            self.rebase();
            return self.decision(survey, None, (replaced, None));
        }
        if survey.tick < self.next_decision {
            return None;
        }
        let blocks = self.blocks(survey);
        let total = blocks.iter().fold(0.0, |sum, (_, value)| sum + value);
        let (mut actions, mut still) = (self.replace_slow(survey, &blocks, total, random), None);
        if !actions.is_empty() {
            self.rebase();
        } else if survey.members.iter().all(|member| member.report.is_some()) {
            (actions, still) = self.climb(survey, &blocks, total, random);
        } else {
            still = Some(Still::Unready);
        }
        self.wait(survey.tick, !actions.is_empty());
        self.decision(survey, Some(total), (actions, still))
    }
}

/// An action without delay.
const fn action(node: u32, change: Change, why: Why) -> Action {
    Action {
        node,
        change,
        delay: 0.0,
        why,
    }
}

/// So many free nodes, each drawn uniformly from the rest.
fn drawn(free: &[Candidate], count: usize, random: &mut Random) -> Vec<u32> {
    let mut left: Vec<u32> = free.iter().map(|candidate| candidate.node).collect();
    (0..count.min(left.len()))
        .map(|_| {
            let choice = below(random, left.len());
            left.remove(choice)
        })
        .collect()
}

/// The actions of a replacement: substitutes join first, then the replaced nodes leave.
fn replace(survey: &Survey<'_>, replaced: &[(u32, Why)], random: &mut Random) -> Vec<Action> {
    let substitutes = drawn(survey.free, replaced.len(), random);
    let joining = substitutes
        .into_iter()
        .zip(replaced)
        .map(|(node, (replaces, _))| {
            let replaces = *replaces;
            action(node, Change::Add, Why::Substitute { replaces })
        });
    let leaving = replaced
        .iter()
        .map(|(node, why)| action(*node, Change::Remove, *why));
    joining.chain(leaving).collect()
}

//! A run on a landscape: nodes contribute, report, fail, and are added and removed.

use std::collections::BTreeMap;

use report::{Cancelled, Observer};

use super::Landscape;
use crate::error::{Error, Place, between, positive};
use crate::generator;
use crate::platform::MOST_NODES;
use crate::strategy::{Candidate, Change, Decision, Member, Report, Strategy, Survey};
use words::word;

/// The most intervals of a run.
const MOST_INTERVALS: u64 = 1_000_000;
/// The most visits of nodes in a run: intervals × nodes.
const MOST_VISITS: f64 = 1e9;
/// The number of intervals for which the total dips after a removal.
const DIP: u64 = 3;
/// The depth of the dip where all nodes are removed.
const DEPTH: f64 = 0.5;

/// Disturbances of the nodes of a landscape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Disturbance {
    /// The first nodes of the list get a load; it stays with them.
    Load {
        /// The number of nodes.
        nodes: usize,
        /// The factor by which they get slower.
        factor: f64,
    },
    /// The last nodes of the list fail.
    Fail {
        /// The number of nodes.
        nodes: usize,
        /// The number of intervals; none for ever.
        intervals: Option<u64>,
    },
}

/// A disturbance and its time: it shows in the first interval after that time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// The interval before the first one in which it shows; 0 for the start.
    pub time: u64,
    /// The disturbance.
    pub disturbance: Disturbance,
}

/// All inputs of a run on a landscape but its strategy.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The landscape.
    pub landscape: Landscape,
    /// The number of nodes.
    pub pool: usize,
    /// The number of nodes that take part at the start: the first ones.
    pub start: usize,
    /// The number of simulated intervals.
    pub intervals: u64,
    /// The quality of each node; 1 where none is given.
    pub qualities: Vec<f64>,
    /// The largest share by which reports differ from contributions, from 0 to 1.
    pub noise: f64,
    /// The number of intervals for which a new node contributes nothing.
    pub join_lag: u64,
    /// The disturbances and their times.
    pub events: Vec<Event>,
    /// The seed.
    pub seed: u64,
}

impl Setting {
    /// Checks every number.
    ///
    /// # Errors
    /// [`Error::Number`].
    pub fn check(&self) -> Result<(), Error> {
        let place = Place::Landscape;
        let wholes = [
            (
                word!("the number of nodes"),
                self.pool as u64,
                1,
                MOST_NODES as u64,
            ),
            (
                word!("the number of nodes at the start"),
                self.start as u64,
                1,
                self.pool as u64,
            ),
            (
                word!("the number of intervals"),
                self.intervals,
                1,
                MOST_INTERVALS,
            ),
        ];
        for (quantity, value, least, most) in wholes {
            between(place, quantity, value as f64, least as f64, most as f64)?;
        }
        between(
            place,
            word!("the number of intervals times the number of nodes"),
            self.intervals as f64 * self.pool as f64,
            1.0,
            MOST_VISITS,
        )?;
        between(place, word!("the noise"), self.noise, 0.0, 1.0)?;
        for (node, quality) in self.qualities.iter().enumerate() {
            let place = Place::LandscapeNode(node);
            between(place, word!("the quality"), *quality, 0.0, 1e6)?;
        }
        for (event, happens) in (1..).zip(&self.events) {
            if let Disturbance::Load { factor, .. } = happens.disturbance {
                positive(Place::Event(event), word!("the load"), factor, 1e6)?;
            }
        }
        self.landscape.check(self.intervals)
    }
}

/// One interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The number of the interval, from 1.
    pub interval: u64,
    /// Nodes that take part and have not failed.
    pub nodes: usize,
    /// Their contribution, leaves/s.
    pub productivity: f64,
    /// N*(t).
    pub ideal_nodes: f64,
    /// Pmax(t), leaves/s.
    pub most: f64,
}

/// The outcome of a run on a landscape.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Every interval.
    pub steps: Vec<Step>,
    /// The strategy's decisions.
    pub decisions: Vec<Decision>,
}

impl Outcome {
    /// The sum of productivity over all intervals.
    #[must_use]
    pub fn sum(&self) -> f64 {
        self.steps
            .iter()
            .fold(0.0, |sum, step| sum + step.productivity)
    }

    /// The sum of the productivity of the ideal number of nodes.
    #[must_use]
    pub fn ideal(&self) -> f64 {
        self.steps.iter().fold(0.0, |sum, step| sum + step.most)
    }

    /// The steps of intervals `from`..=`to`.
    #[must_use]
    pub fn between(&self, from: u64, to: u64) -> &[Step] {
        let place = |interval: u64| self.steps.partition_point(|step| step.interval < interval);
        self.steps
            .get(place(from)..place(to.saturating_add(1)))
            .unwrap_or_default()
    }

    /// The mean productivity of intervals `from`..=`to`.
    #[must_use]
    pub fn mean(&self, from: u64, to: u64) -> f64 {
        let steps = self.between(from, to);
        crate::metrics::weighted::mean(steps.iter().map(|step| step.productivity))
    }
}

/// A node that takes part.
#[derive(Clone, Copy, Debug)]
struct Present {
    node: u32,
    /// The interval after which it joined.
    joined: Option<u64>,
}

/// A dip of the total after nodes were removed.
#[derive(Clone, Copy, Debug)]
struct Dip {
    after: u64,
    factor: f64,
}

/// A run in progress.
struct Run<'a> {
    setting: &'a Setting,
    /// The nodes that take part, in the order in which they came.
    present: Vec<Present>,
    loads: BTreeMap<u32, f64>,
    /// The last interval of a failure, by node.
    failed: BTreeMap<u32, u64>,
    dip: Option<Dip>,
    random: trace::random::Random,
}

/// Simulates the setting with a strategy.
///
/// # Errors
/// A setting with impossible numbers, or [`Error::Cancelled`] when the observer asks for a stop.
pub fn run(
    setting: &Setting,
    strategy: &mut dyn Strategy,
    observer: &mut dyn Observer,
) -> Result<Outcome, Error> {
    /// Intervals between two looks at the observer.
    const STRIDE: u64 = 256;
    setting.check()?;
    let mut run = Run {
        setting,
        present: (0..u32::try_from(setting.start).unwrap_or(u32::MAX))
            .map(|node| Present { node, joined: None })
            .collect(),
        loads: BTreeMap::new(),
        failed: BTreeMap::new(),
        dip: None,
        random: generator::of_landscape(setting.seed),
    };
    let mut outcome = Outcome {
        steps: Vec::new(),
        decisions: Vec::new(),
    };
    for interval in 1..=setting.intervals {
        run.happen(interval);
        let (step, members) = run.contribute(interval);
        outcome.steps.push(step);
        let free = run.free(interval);
        let survey = Survey {
            time: interval as f64,
            tick: interval,
            master: None,
            members: &members,
            free: &free,
            traffic: &[],
            new_hardware: false,
        };
        if let Some(decision) = strategy.decide(&survey, &mut run.random) {
            run.change(interval, &decision);
            outcome.decisions.push(decision);
        }
        if interval % STRIDE == 0 && observer.progress(interval, setting.intervals).is_break() {
            return Err(Error::Cancelled(Cancelled));
        }
    }
    Ok(outcome)
}

impl Run<'_> {
    /// Whether a node has failed in that interval.
    fn has_failed(&self, node: u32, interval: u64) -> bool {
        self.failed.get(&node).is_some_and(|last| interval <= *last)
    }

    /// Applies the events of the previous interval.
    fn happen(&mut self, interval: u64) {
        let due = self
            .setting
            .events
            .iter()
            .filter(|event| event.time.saturating_add(1) == interval);
        for event in due {
            match event.disturbance {
                Disturbance::Load { nodes, factor } => {
                    for present in self.present.iter().take(nodes) {
                        self.loads.insert(present.node, factor);
                    }
                }
                Disturbance::Fail { nodes, intervals } => {
                    let last = intervals.map_or(u64::MAX, |intervals| {
                        interval.saturating_add(intervals).saturating_sub(1)
                    });
                    for present in self.present.iter().rev().take(nodes) {
                        self.failed.insert(present.node, last);
                    }
                }
            }
        }
    }

    /// The contribution and the report of every node in an interval.
    fn contribute(&mut self, interval: u64) -> (Step, Vec<Member>) {
        let setting = self.setting;
        let time = interval as f64;
        let nodes = self
            .present
            .iter()
            .filter(|present| !self.has_failed(present.node, interval))
            .count();
        let share = if nodes > 0 {
            setting.landscape.productivity(nodes, time) / nodes as f64
        } else {
            0.0
        };
        let dip = match self.dip {
            Some(dip) if interval <= dip.after.saturating_add(DIP) => dip.factor,
            _ => 1.0,
        };
        let mut productivity = 0.0;
        let mut members = Vec::with_capacity(self.present.len());
        for present in &self.present {
            let silent = self.has_failed(present.node, interval);
            members.push(Member {
                node: present.node,
                cluster: 0,
                report: (!silent).then(|| {
                    let lags = present
                        .joined
                        .is_some_and(|joined| interval <= joined.saturating_add(setting.join_lag));
                    let quality = setting
                        .qualities
                        .get(present.node as usize)
                        .copied()
                        .unwrap_or(1.0);
                    let load = self.loads.get(&present.node).copied().unwrap_or(1.0);
                    let lag = if lags { 0.0 } else { 1.0 };
                    let contribution = share * quality / load * dip * lag;
                    productivity += contribution;
                    let noise = setting.noise * (2.0 * self.random.uniform() - 1.0);
                    Report {
                        period: 1.0,
                        leaves: contribution * (1.0 + noise),
                        ..Report::default()
                    }
                }),
            });
        }
        let step = Step {
            interval,
            nodes,
            productivity,
            ideal_nodes: setting.landscape.ideal_nodes(time),
            most: setting.landscape.most_productivity(time),
        };
        (step, members)
    }

    /// Nodes that do not take part and have not failed, ascending.
    fn free(&self, interval: u64) -> Vec<Candidate> {
        let mut taken = vec![false; self.setting.pool];
        for present in &self.present {
            if let Some(slot) = taken.get_mut(present.node as usize) {
                *slot = true;
            }
        }
        (0..)
            .zip(taken)
            .filter(|(node, taken)| !taken && !self.has_failed(*node, interval))
            .map(|(node, _)| Candidate {
                node,
                cluster: 0,
                speed: 1.0,
                bandwidth: f64::INFINITY,
            })
            .collect()
    }

    /// Adds nodes, then removes others, from the next interval on.
    fn change(&mut self, interval: u64, decision: &Decision) {
        for action in &decision.actions {
            if action.change == Change::Add {
                self.present.push(Present {
                    node: action.node,
                    joined: Some(interval),
                });
            }
        }
        let active = self.present.len();
        self.present.retain(|present| {
            !decision
                .actions
                .iter()
                .any(|action| action.change == Change::Remove && action.node == present.node)
        });
        let removed = active - self.present.len();
        if removed > 0 {
            self.dip = Some(Dip {
                after: interval,
                factor: 1.0 - DEPTH * removed as f64 / active as f64,
            });
        }
    }
}

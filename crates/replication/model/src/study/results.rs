//! The compared methods, and their outcomes.

use schedule::Schedule;
use serde::{Deserialize, Serialize};

use super::{First, Worlds};
use crate::iterations::{Outcome, Spent};
use crate::own::Told;
use crate::parameters::Topic;
use crate::speedup::{Speedup, highest};

/// A strategy that runs are measured under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Method {
    /// ELB.
    Equal,
    /// SLB.
    Static,
    /// S*.
    StaticHindsight,
    /// DLB.
    Dynamic,
    /// D*.
    DynamicHindsight,
    /// JR with so many copies.
    Replicate(u32),
    /// Replication after a delay.
    Speculate,
    /// A strategy of one's own.
    Own,
    /// The adaptive choice.
    Adaptive,
    /// The better of DLB and JR in every stretch of R iterations, with free switches: no choice in such stretches beats it. It
    /// has no schedule.
    Hindsight,
}

impl Method {
    /// Whether the method needs to know the future: a bound that no program reaches.
    #[must_use]
    pub fn is_bound(self) -> bool {
        matches!(
            self,
            Self::StaticHindsight | Self::DynamicHindsight | Self::Hindsight
        )
    }

    /// The number of copies of each job.
    #[must_use]
    pub fn copies(self) -> u32 {
        match self {
            Self::Replicate(copies) => copies,
            _ => 1,
        }
    }

    /// Whether the method runs R copies of each job, R = 1 included, or may run them.
    #[must_use]
    pub fn replicates(self) -> bool {
        matches!(self, Self::Replicate(_) | Self::Own) || self.chooses()
    }

    /// Whether the method is a choice between balancing and replication.
    pub(super) fn chooses(self) -> bool {
        matches!(self, Self::Adaptive | Self::Hindsight)
    }
}

/// One method's results over all runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The method.
    pub method: Method,
    /// The run times, ms, in the order of the runs.
    pub totals: Vec<f64>,
    /// Processor time by use, summed over the runs.
    pub spent: Spent,
    /// The processor time of each run, in their order.
    pub spent_by_run: Vec<Spent>,
}

impl Measured {
    /// No run yet.
    #[must_use]
    pub const fn none(method: Method) -> Self {
        Self {
            method,
            totals: Vec::new(),
            spent: Spent::NOTHING,
            spent_by_run: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, outcome: &Outcome) {
        self.add_run(outcome.total, outcome.spent);
    }

    /// Adds the runs of another part, run by run, so that sums do not depend on how many parts there were.
    pub(super) fn append(&mut self, other: &Self) {
        for (total, spent) in other.totals.iter().zip(&other.spent_by_run) {
            self.add_run(*total, *spent);
        }
    }

    pub(super) fn add_run(&mut self, total: f64, spent: Spent) {
        self.totals.push(total);
        self.spent.add(&spent);
        self.spent_by_run.push(spent);
    }
}

/// The results of all methods over the same resources.
#[derive(Clone, Debug)]
pub struct Results {
    /// The methods' results, in the order of [`Study::methods`](super::Study::methods).
    pub measured: Vec<Measured>,
    /// The method of the schedule and the headline.
    pub shown: Method,
    /// The first run under that method.
    pub schedule: Schedule,
    /// The first iteration of the schedule, counted from 1: its last one where it has fewer than the parameters want to see.
    pub begins: u32,
    /// The same work without and with that method, where it has an effect; see
    /// [`Study::without`](super::Study::without).
    pub worlds: Option<Worlds>,
    /// The course of that run.
    pub first: First,
    /// In the first run, the node for which the others wait most often with equal shares, and in which share of the
    /// iterations; none where no node leads clearly.
    pub slowest: Option<(String, f64)>,
    /// The questions to a strategy of one's own in the first run, and its printed texts; empty for the others.
    pub told: Told,
}

impl Results {
    /// The results of a method, where it was measured.
    #[must_use]
    pub fn of(&self, method: Method) -> Option<&Measured> {
        of(&self.measured, method)
    }
}

pub(super) fn of(measured: &[Measured], method: Method) -> Option<&Measured> {
    measured.iter().find(|measured| measured.method == method)
}

/// The number of copies with the highest speedup, of the kind that the topic prints; equals go to fewer copies. 1 where none was
/// measured.
#[must_use]
pub(crate) fn best_copies(measured: &[Measured], topic: Topic) -> u32 {
    let equal = of(measured, Method::Equal).map_or(&[][..], |equal| &equal.totals);
    let replicated = |one: &&Measured| matches!(one.method, Method::Replicate(_));
    let speedup = |one: &&Measured| Speedup::of(equal, &one.totals).printed(topic);
    let best = highest(measured.iter().filter(replicated), speedup);
    best.map_or(1, |one| one.method.copies())
}

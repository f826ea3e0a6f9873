//! The document's five propositions for a platform: whether their hypotheses hold, for whom not, and what then happens.

use serde::Serialize;

use crate::Worker;
use crate::formulas::spacing::spacings;

mod expected;
mod propositions;
mod trial;
mod words;

pub use expected::{Expected, Observed};
pub use trial::observe;

/// What the propositions are asked about.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The workers in the ring's order.
    pub workers: Vec<Worker>,
    /// τ, s.
    pub target: f64,
    /// d: the spacings in force, one for each worker, s; all 0 where there are none.
    pub spacings: Vec<f64>,
    /// Whether the master has one port: with several nothing contends, and nothing is said of it.
    pub one_port: bool,
    /// Whether workers are served in turn, so that one that is late delays the others.
    pub ring: bool,
}

/// How a value has to stand to its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// Value ≥ limit.
    AtLeast,
    /// Value ≤ limit.
    AtMost,
    /// Value > limit.
    Above,
    /// Value < limit.
    Below,
}

/// One comparison that decides.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Condition {
    /// The worker by its index; none where it is about the whole ring.
    pub worker: Option<usize>,
    /// Left of the relation.
    pub value: f64,
    /// How the two have to stand.
    pub relation: Relation,
    /// Right of the relation.
    pub limit: f64,
}

/// Numbers that are equal on paper may differ by this share of the greater.
const NOISE: f64 = 1e-12;

impl Condition {
    /// Whether it holds here.
    #[must_use]
    pub fn holds(&self) -> bool {
        let slack = NOISE * self.value.abs().max(self.limit.abs());
        match self.relation {
            Relation::AtLeast => self.value >= self.limit - slack,
            Relation::AtMost => self.value <= self.limit + slack,
            Relation::Above => self.value > self.limit + slack,
            Relation::Below => self.value < self.limit - slack,
        }
    }
}

/// What a proposition asks for.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hypothesis {
    /// In words and symbols.
    pub text: &'static str,
    /// The unit of its numbers, or empty.
    pub unit: &'static str,
    /// For each worker, or one for the ring.
    pub conditions: Vec<Condition>,
}

impl Hypothesis {
    /// Whether it holds for all.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.conditions.iter().all(Condition::holds)
    }

    /// The workers for whom it fails.
    #[must_use]
    pub fn fails_for(&self) -> Vec<usize> {
        let failing = self.conditions.iter().filter(|c| !c.holds());
        failing.filter_map(|condition| condition.worker).collect()
    }
}

/// A proposition and what it says here.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Theorem {
    /// Its number in the document.
    pub number: u8,
    /// Its name.
    pub name: &'static str,
    /// What it says in general.
    pub statement: &'static str,
    /// Where it stands.
    pub source: &'static str,
    /// What it asks for.
    pub hypotheses: Vec<Hypothesis>,
    /// What happens here.
    pub outcome: String,
    /// What a simulation has to show.
    pub expected: Vec<Expected>,
}

impl Theorem {
    /// Whether all hypotheses hold.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.hypotheses.iter().all(Hypothesis::holds)
    }
}

/// The propositions, in the document's order: five, or three where nothing can contend.
#[must_use]
pub fn theorems(setting: &Setting) -> Vec<Theorem> {
    let mut out = vec![
        propositions::convergence(setting),
        propositions::starvation(setting),
        propositions::rate(setting),
    ];
    if setting.one_port {
        out.push(propositions::contention(setting));
        out.push(propositions::sufficient(setting));
    }
    out
}

impl Setting {
    fn hypothesis(
        &self,
        text: &'static str,
        unit: &'static str,
        relation: Relation,
        numbers: impl Fn(&Worker) -> (f64, f64),
    ) -> Hypothesis {
        let conditions = self.workers.iter().enumerate().map(|(worker, member)| {
            let (value, limit) = numbers(member);
            Condition {
                worker: Some(worker),
                value,
                relation,
                limit,
            }
        });
        Hypothesis {
            text,
            unit,
            conditions: conditions.collect(),
        }
    }

    fn expect(&self, expected: impl Fn(usize, &Worker) -> Expected) -> Vec<Expected> {
        let members = self.workers.iter().enumerate();
        members.map(|(worker, m)| expected(worker, m)).collect()
    }

    /// Spacings that chunks of these sizes need.
    fn needed(&self, chunk: impl Fn(&Worker) -> f64) -> Vec<f64> {
        let ring: Vec<&Worker> = self.workers.iter().collect();
        spacings(&ring, chunk)
    }

    fn spaced(&self, text: &'static str, needed: &[f64]) -> Hypothesis {
        let pairs = self.spacings.iter().zip(needed).enumerate();
        Hypothesis {
            text,
            unit: "s",
            conditions: pairs
                .map(|(worker, (value, limit))| Condition {
                    worker: Some(worker),
                    value: *value,
                    relation: Relation::AtLeast,
                    limit: *limit,
                })
                .collect(),
        }
    }
}

//! The document's five propositions for a platform: whether their hypotheses hold, the workers for which they fail, and
//! the outcome.

use serde::Serialize;

use crate::Worker;
use crate::formulas::spacing::spacings;

mod expected;
mod propositions;
mod trial;
mod words;

pub use expected::{Expected, Observed};
pub use trial::observe;

/// The subject of the propositions.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The workers in the ring's order.
    pub workers: Vec<Worker>,
    /// τ, s.
    pub target: f64,
    /// d: the spacings in force, one for each worker, s; all 0 where there are none.
    pub spacings: Vec<f64>,
    /// Whether the master has one port: with several nothing contends, and the propositions on contention do not apply.
    pub one_port: bool,
    /// Whether workers are served in turn, so that a late worker delays the others.
    pub ring: bool,
}

/// The required relation of a value to its limit.
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

/// A comparison that decides.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Condition {
    /// The worker by its index; none where the comparison is about the whole ring.
    pub worker: Option<usize>,
    /// Left of the relation.
    pub value: f64,
    /// The required relation of the two.
    pub relation: Relation,
    /// Right of the relation.
    pub limit: f64,
}

/// Numbers that are equal on paper may differ by this share of the greater.
const NOISE: f64 = 1e-12;

impl Condition {
    /// Whether the condition holds here.
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

/// A hypothesis of a proposition.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hypothesis {
    /// The hypothesis in words and symbols.
    pub text: &'static str,
    /// The unit of its numbers, or empty.
    pub unit: &'static str,
    /// A condition for each worker, or one for the ring.
    pub conditions: Vec<Condition>,
}

impl Hypothesis {
    /// Whether it holds for all workers.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.conditions.iter().all(Condition::holds)
    }

    /// The workers for which it fails.
    #[must_use]
    pub fn fails_for(&self) -> Vec<usize> {
        let failing = self.conditions.iter().filter(|c| !c.holds());
        failing.filter_map(|condition| condition.worker).collect()
    }
}

/// A proposition and its outcome here.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Theorem {
    /// Its number in the document.
    pub number: u8,
    /// Its name.
    pub name: &'static str,
    /// Its general statement.
    pub statement: &'static str,
    /// Its place in the document.
    pub source: &'static str,
    /// Its hypotheses.
    pub hypotheses: Vec<Hypothesis>,
    /// Its outcome here.
    pub outcome: String,
    /// The expectations that a simulation has to meet.
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

    /// Spacings needed by chunks of these sizes.
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

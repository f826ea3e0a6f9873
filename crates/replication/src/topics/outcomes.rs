//! The outcome of every strategy, by name.

use report::evidence::{Evidence, Verdict, rivals};
use report::words::count;
use schedule::Schedule;
use words::{say, word};

use super::notes::every;
use crate::iterations::Spent;
use crate::own::Told;
use crate::parameters::{Parameters, Topic};
use crate::speedup::{Speedup, highest};
use crate::study::{First, Measured, Method, Results, Study, Worlds};

/// One strategy with a name and its speedup.
pub(super) struct Outcome {
    pub(super) method: Method,
    pub(super) name: String,
    /// Short enough for an axis.
    pub(super) label: String,
    pub(super) measured: Measured,
    pub(super) speedup: Speedup,
}

/// All strategies on the same resources, in the order of the charts; equal shares come first.
pub(super) struct Outcomes {
    pub(super) all: Vec<Outcome>,
    /// The method of the schedule.
    pub(super) shown: Method,
    /// The first run under that method.
    pub(super) schedule: Schedule,
    /// The first iteration of the schedule, counted from 1.
    pub(super) begins: u32,
    /// The same work without and with that method.
    pub(super) worlds: Option<Worlds>,
    /// The course of that run.
    pub(super) first: First,
    /// In the first run, the node for which the others wait most often with equal shares, and in which share of the
    /// iterations; none where no node leads clearly.
    pub(super) slowest: Option<(String, f64)>,
    /// The questions to a strategy of one's own in that run, and its printed texts.
    pub(super) told: Told,
    topic: Topic,
}

impl Outcomes {
    pub(super) fn of(study: &Study, results: Results) -> Self {
        let Results {
            measured,
            shown,
            schedule,
            begins,
            worlds,
            first,
            slowest,
            told,
        } = results;
        let equal = measured
            .first()
            .map_or(&[][..], |equal| &equal.totals)
            .to_vec();
        let outcome = |measured: Measured| Outcome {
            method: measured.method,
            name: name(measured.method, study.parameters()),
            label: label(measured.method),
            speedup: Speedup::of(&equal, &measured.totals),
            measured,
        };
        Self {
            all: measured.into_iter().map(outcome).collect(),
            shown,
            schedule,
            begins,
            worlds,
            first,
            slowest,
            told,
            topic: study.parameters().topic,
        }
    }

    pub(super) fn find(&self, method: Method) -> Option<&Outcome> {
        self.all.iter().find(|outcome| outcome.method == method)
    }

    /// The outcome of the method that the schedule shows.
    pub(super) fn main(&self) -> Option<&Outcome> {
        self.find(self.shown)
    }

    /// The speed of a method beside a baseline, run by run.
    pub(super) fn against(&self, baseline: Method, subject: Method) -> Option<Evidence> {
        Evidence::of(self.times(baseline)?, self.times(subject)?)
    }

    /// The run times under a method, where it was measured.
    pub(super) fn times(&self, method: Method) -> Option<&[f64]> {
        self.find(method).map(|one| one.measured.totals.as_slice())
    }

    /// All numbers of copies.
    pub(super) fn replicated(&self) -> impl Iterator<Item = &Outcome> {
        let replicates = |one: &&Outcome| matches!(one.method, Method::Replicate(_));
        self.all.iter().filter(replicates)
    }

    /// The number of copies with the highest speedup, of the kind that the topic prints; equals go to fewer copies (Dobber
    /// 2006, equation 2.32).
    pub(super) fn best_replicated(&self) -> Option<&Outcome> {
        highest(self.replicated(), |one| self.printed(one))
    }

    /// The same without 1, which is no replication.
    pub(super) fn best_copies(&self) -> Option<&Outcome> {
        let several = |one: &&Outcome| one.method.copies() > 1;
        highest(self.replicated().filter(several), |one| self.printed(one))
    }

    /// The speedup that the topic prints.
    fn printed(&self, outcome: &Outcome) -> f64 {
        outcome.speedup.printed(self.topic)
    }
}

/// The name of a strategy in tables.
pub(super) fn name(method: Method, parameters: &Parameters) -> String {
    match method {
        Method::Equal => word!("Equal shares (ELB)").into(),
        Method::Static => match parameters.cold_iterations {
            0 => word!("Shares never set (SLB)").into(),
            late if late >= parameters.iterations => {
                word!("Shares set after the last iteration (SLB)").into()
            }
            cold => say!(
                "Shares set once, after {} (SLB)",
                count(cold as usize, word!("iteration"), word!("iterations"))
            ),
        },
        Method::StaticHindsight => word!("Shares set once, in hindsight (S*)").into(),
        Method::Dynamic => say!("Rebalanced {} (DLB)", every(parameters.rebalance_every)),
        Method::DynamicHindsight => {
            word!("Perfect forecasts (D*), a bound of computing time").into()
        }
        Method::Replicate(1) => word!("1 copy of each job (JR)").into(),
        Method::Replicate(copies) => say!("{copies} copies of each job (JR)"),
        Method::Speculate => word!("Copies of late jobs (speculation)").into(),
        Method::Own => word!("Your own strategy").into(),
        Method::Adaptive => say!("Chosen {} (adaptive)", every(parameters.decide_every)),
        Method::Hindsight => word!("Best choice in hindsight, a bound").into(),
    }
}

/// The name of a strategy on an axis. A star stands for hindsight.
pub(super) fn label(method: Method) -> String {
    match method {
        Method::Equal => word!("equal").into(),
        Method::Static => word!("static").into(),
        Method::StaticHindsight => word!("static*").into(),
        Method::Dynamic => word!("dynamic").into(),
        Method::DynamicHindsight => word!("dynamic*").into(),
        Method::Replicate(copies) => format!("R = {copies}"),
        Method::Speculate => word!("speculate").into(),
        Method::Own => word!("own").into(),
        Method::Adaptive => word!("adaptive").into(),
        Method::Hindsight => word!("choice*").into(),
    }
}

/// The share of a use of the processors' time, 0 where only rounding makes one; none where there is no time.
pub(super) fn share_of(spent: &Spent, part: impl Fn(&Spent) -> f64) -> Option<f64> {
    let sum = spent.sum();
    (sum > 0.0).then(|| match part(spent) / sum {
        rounding if rounding < 1e-12 => 0.0,
        share => share,
    })
}

/// The places of the other ways with no clear difference from the one at `first`: in a single run, whose order the words tell as its own,
/// those that take the same time.
pub(super) fn level(
    ways: &[&[f64]],
    first: usize,
    evidence: fn(&[f64], &[f64]) -> Option<Evidence>,
) -> Vec<usize> {
    let mut level = rivals(ways, first, evidence);
    if let Some(own @ [_]) = ways.get(first) {
        let equal =
            |way: &[f64]| evidence(way, own).map(|one| one.verdict()) == Some(Verdict::Equal);
        level.retain(|at| ways.get(*at).is_some_and(|way| equal(way)));
    }
    level
}

impl Outcome {
    /// The share of a use of the processors' time; none for a bound without a schedule.
    pub(super) fn share(&self, part: impl Fn(&Spent) -> f64) -> Option<f64> {
        share_of(&self.measured.spent, part)
    }

    pub(super) fn waiting(&self) -> f64 {
        self.share(|spent| spent.waiting).unwrap_or(0.0)
    }

    pub(super) fn computing(&self) -> f64 {
        self.share(|spent| spent.computing).unwrap_or(0.0)
    }

    pub(super) fn discarded(&self) -> f64 {
        self.share(|spent| spent.discarded).unwrap_or(0.0)
    }

    pub(super) fn rescheduling(&self) -> f64 {
        self.share(|spent| spent.rescheduling).unwrap_or(0.0)
    }

    pub(super) fn synchronising(&self) -> f64 {
        self.share(|spent| spent.synchronising).unwrap_or(0.0)
    }
}

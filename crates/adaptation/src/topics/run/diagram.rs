//! The coordinator's rule as a diagram (Wrzesinska, Maassen and Bal 2007, figure 1), and the way that one decision took through it.

use adaptation_model::Outcome;
use adaptation_model::strategy::assessment::Assessment;
use adaptation_model::strategy::{Action, Decision, Why};
use report::Chart;
use report::chart::{Axis, Edge, Place, Series};
use report::number::short;
use report::words::{count, list, percent, seconds};
use words::{say, word};

use super::Findings;
use crate::decisions::{self, unlike};
use crate::parameters::{ClusterRule, Strategy};

/// A place of the diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Reports,
    Above,
    Add,
    Below,
    Cut,
    RemoveCluster,
    Rank,
    Remove,
    Faster,
    Swap,
    Nothing,
}

/// The condition of an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Then {
    Always,
    Yes,
    No,
}

use Step::{Above, Add, Below, Cut, Faster, Nothing, Rank, Remove, RemoveCluster, Reports, Swap};

/// Places and their positions, and the arrows between them.
type Plan = (&'static [(Step, [f64; 2])], &'static [(Step, Then, Step)]);

/// The rule as published: clusters are looked at below the lower threshold only.
const BELOW: Plan = (
    &[
        (Reports, [0.03, 0.03]),
        (Above, [0.38, 0.03]),
        (Add, [0.95, 0.0]),
        (Below, [0.38, 0.72]),
        (Cut, [0.66, 0.4]),
        (RemoveCluster, [0.97, 0.33]),
        (Rank, [0.66, 1.0]),
        (Remove, [0.95, 0.85]),
        (Nothing, [0.03, 0.85]),
    ],
    &[
        (Reports, Then::Always, Above),
        (Above, Then::Yes, Add),
        (Above, Then::No, Below),
        (Below, Then::Yes, Cut),
        (Below, Then::No, Nothing),
        (Cut, Then::Yes, RemoveCluster),
        (Cut, Then::No, Rank),
        (Rank, Then::Always, Remove),
    ],
);

/// The published rule with migration between the thresholds.
const MIGRATING: Plan = (
    &[
        (Reports, [0.03, 0.0]),
        (Above, [0.38, 0.0]),
        (Add, [0.95, 0.0]),
        (Below, [0.42, 0.66]),
        (Cut, [0.7, 0.4]),
        (RemoveCluster, [0.97, 0.33]),
        (Rank, [0.72, 1.0]),
        (Remove, [0.97, 0.82]),
        (Faster, [0.05, 0.5]),
        (Swap, [0.32, 1.0]),
        (Nothing, [0.02, 1.0]),
    ],
    &[
        (Reports, Then::Always, Above),
        (Above, Then::Yes, Add),
        (Above, Then::No, Below),
        (Below, Then::Yes, Cut),
        (Below, Then::No, Faster),
        (Cut, Then::Yes, RemoveCluster),
        (Cut, Then::No, Rank),
        (Rank, Then::Always, Remove),
        (Faster, Then::Yes, Swap),
        (Faster, Then::No, Nothing),
    ],
);

/// The published rule, but clusters are looked at up to the upper threshold.
const ALWAYS: Plan = (
    &[
        (Reports, [0.03, 0.0]),
        (Above, [0.38, 0.0]),
        (Add, [0.95, 0.0]),
        (Cut, [0.33, 0.5]),
        (RemoveCluster, [0.97, 0.3]),
        (Below, [0.6, 0.75]),
        (Rank, [0.9, 1.0]),
        (Remove, [0.97, 0.65]),
        (Nothing, [0.3, 1.0]),
    ],
    &[
        (Reports, Then::Always, Above),
        (Above, Then::Yes, Add),
        (Above, Then::No, Cut),
        (Cut, Then::Yes, RemoveCluster),
        (Cut, Then::No, Below),
        (Below, Then::Yes, Rank),
        (Below, Then::No, Nothing),
        (Rank, Then::Always, Remove),
    ],
);

/// A share with as many digits as it was set with, up to four.
fn threshold(share: f64) -> String {
    let exact = |digits: &usize| {
        let scale = libm::pow(10.0, *digits as f64 + 2.0);
        report::evidence::same(libm::round(share * scale) / scale, share)
    };
    percent(share, (0..4).find(exact).unwrap_or(4))
}

impl Findings<'_> {
    /// The decision that the report tells, or else the last one, on its way through the coordinator's rule; none for other strategies, and
    /// none without a decision.
    pub(super) fn diagram(&self, outcome: &Outcome) -> Option<Chart> {
        if self.parameters.strategy != Strategy::Coordinator {
            return None;
        }
        let decision = self.telling(outcome).or(outcome.decisions.last())?;
        let found = decision.assessment.as_deref()?;
        let (places, arrows) = match (self.parameters.cluster_rule, self.parameters.migrates) {
            (ClusterRule::Always, _) => ALWAYS,
            (ClusterRule::Below, true) => MIGRATING,
            (ClusterRule::Below, false) => BELOW,
        };
        let answer = |step| self.answer(step, decision, found);
        let mut way = vec![Reports];
        let mut taken = Vec::new();
        while let Some(here) = way.last()
            && let Some(place) = arrows.iter().position(|(from, then, _)| {
                from == here && (*then == Then::Always || *then == answer(*here))
            })
            && let Some((.., next)) = arrows.get(place)
        {
            taken.push(place);
            way.push(*next);
        }
        let spots = places.iter().map(|(step, [x, y])| {
            let name = self.name(*step);
            let place = match way.contains(step) {
                true => {
                    let (changed, said) = self.said(*step, decision, found, outcome);
                    Place::new(name, changed).saying(said)
                }
                false => Place::new(name, f64::NAN).of_kind(1),
            };
            place.at(*x, *y)
        });
        let at = |step: Step| places.iter().position(|(one, _)| *one == step);
        let edges = arrows
            .iter()
            .enumerate()
            .filter_map(|(place, (from, then, to))| {
                let on = taken.contains(&place);
                let number = self.number(*from, decision, found).filter(|_| on);
                let answer = match then {
                    Then::Always => "",
                    Then::Yes => word!("yes"),
                    Then::No => word!("no"),
                };
                let edge = Edge::new(at(*from)?, at(*to)?).labelled(match number {
                    Some(number) => format!("{answer}: {number}"),
                    None => answer.to_owned(),
                });
                Some(edge.of_kind(u32::from(!on)))
            });
        Some(Chart::new(
            "diagram",
            &say!(
                "Which way does the decision at {} take through the coordinator’s rule?",
                decisions::at(decision.time)
            ),
            Axis::number(word!("step")),
            Axis::count(word!("nodes that change")),
            vec![Series::graph(
                [word!("on the way"), word!("not on the way")],
                spots,
                edges,
            )],
        ))
    }

    /// The answer to a question; other places lead on without an answer.
    fn answer(&self, step: Step, decision: &Decision, found: &Assessment) -> Then {
        let yes = match step {
            Above => found.wae > self.parameters.most,
            Below => found.wae < self.parameters.least,
            Cut => cuts(decision),
            Faster => !decision.actions.is_empty(),
            _ => return Then::Always,
        };
        if yes { Then::Yes } else { Then::No }
    }

    /// The number that answers a question.
    fn number(&self, step: Step, decision: &Decision, found: &Assessment) -> Option<String> {
        let own = self.parameters;
        let overhead = |action: &Action| match action.why {
            Why::ClusterOverhead { overhead } => Some(unlike(overhead, own.cluster_limit)),
            _ => None,
        };
        match step {
            Above => Some(unlike(found.wae, own.most)),
            Below => Some(unlike(found.wae, own.least)),
            Cut => decision.actions.iter().find_map(overhead),
            _ => None,
        }
    }

    /// The name of a place.
    fn name(&self, step: Step) -> String {
        let own = self.parameters;
        match step {
            Reports => word!("reports").into(),
            Above => say!("WAE above {}?", threshold(own.most)),
            Add => word!("add nodes").into(),
            Below => say!("WAE below {}?", threshold(own.least)),
            Cut => say!("cluster above {}?", threshold(own.cluster_limit)),
            RemoveCluster => word!("remove cluster").into(),
            Rank => word!("rank by badness").into(),
            Remove => word!("remove nodes").into(),
            Faster => word!("faster nodes?").into(),
            Swap => word!("swap nodes").into(),
            Nothing => word!("no change").into(),
        }
    }

    /// The number of nodes that change at a place on the way, and the text about it.
    fn said(
        &self,
        step: Step,
        decision: &Decision,
        found: &Assessment,
        outcome: &Outcome,
    ) -> (f64, String) {
        let (own, setting) = (self.parameters, &self.study.setting);
        let nodes = |number: usize| count(number, word!("node"), word!("nodes"));
        let whom = || {
            let steps = decisions::steps(decision, outcome);
            let all: Vec<String> = steps.iter().map(|step| step.whom(setting)).collect();
            list(&all)
        };
        let changed = decision.actions.len();
        let wished = crate::setting::coordinator(own);
        match step {
            Reports => {
                let (slowest, fastest) = range(found.speeds.iter().copied());
                let (slowest, fastest) = (short(slowest), short(fastest));
                let reported = say!(
                    "{} of {} reported a speed",
                    found.members.len(),
                    nodes(decision.figures.active)
                );
                let said = match found.members.len() {
                    1 => say!("{reported}; its benchmark measured a speed of {fastest}"),
                    _ if alike(&slowest, &fastest) => {
                        say!("{reported}; their benchmarks measured a speed of {fastest}")
                    }
                    _ => say!(
                        "{reported}; their benchmarks measured speeds from {slowest} to {fastest}"
                    ),
                };
                (f64::NAN, said)
            }
            Above => (f64::NAN, say!("it is {}", unlike(found.wae, own.most))),
            Below => (f64::NAN, say!("it is {}", unlike(found.wae, own.least))),
            Cut => {
                /// The most clusters that are named.
                const NAMED: usize = 3;
                let mut rows: Vec<_> = found.ranking.clusters.iter().collect();
                rows.sort_by(|a, b| b.inter_cluster.total_cmp(&a.inter_cluster));
                let rows: Vec<String> = rows
                    .iter()
                    .take(NAMED)
                    .map(|row| {
                        let share = unlike(row.inter_cluster, own.cluster_limit);
                        say!("{share} of {}", setting.cluster(row.cluster))
                    })
                    .collect();
                let said = say!(
                    "inter-cluster overhead: {}; neither the cluster of the master nor a cluster without others leaves",
                    list(&rows)
                );
                (f64::NAN, said)
            }
            Rank => {
                let (least, most) = range(found.ranking.nodes.iter().copied());
                let worst = found.ranking.worst.map(|worst| setting.cluster(worst));
                let (least, most) = (short(least), short(most));
                let badness = match least == most {
                    true => most,
                    false => say!("{least} to {most}"),
                };
                let said = say!(
                    "the worst cluster is {}; the badness of nodes is {badness}",
                    worst.unwrap_or_default()
                );
                (f64::NAN, said)
            }
            Add => {
                let wished = wished.add_count(decision.figures.active, found.wae);
                let said = match (decision.actions.first(), decision.figures.free) {
                    (Some(first), _) => say!(
                        "{}, {} after the decision; {wished} wished",
                        whom(),
                        seconds(first.delay)
                    ),
                    (None, 0) => say!("{wished} wished, but no node is free"),
                    (None, _) => say!(
                        "{wished} wished, but every free node was removed before, or its cluster was, or its link is too slow"
                    ),
                };
                (changed as f64, said)
            }
            RemoveCluster | Remove if changed > 0 => (changed as f64, whom()),
            RemoveCluster | Remove => (
                0.0,
                word!("no node but the master has measured its speed").into(),
            ),
            Faster => (
                f64::NAN,
                say!(
                    "more than {} times as fast as nodes that take part",
                    short(own.swap)
                ),
            ),
            Swap => (changed as f64, whom()),
            Nothing => (f64::NAN, String::new()),
        }
    }
}

/// Whether a whole cluster leaves.
fn cuts(decision: &Decision) -> bool {
    let mut actions = decision.actions.iter();
    actions.any(|action| matches!(action.why, Why::ClusterOverhead { .. }))
}

/// Whether two numbers are the same as they are written: 1.000 and 1.00.
fn alike(one: &str, other: &str) -> bool {
    one == other
        || one
            .parse::<f64>()
            .is_ok_and(|number| other.parse() == Ok(number))
}

/// The least and the most of some numbers.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), one| {
        (least.min(one), most.max(one))
    })
}

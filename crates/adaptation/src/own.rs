//! The user's own strategy: a function that gets the reports of a monitoring period, and answers with the nodes to add and remove.

mod answer;

use std::collections::BTreeSet;

use adaptation_model::Outcome;
use adaptation_model::metrics::badness::{Weights, removal_order};
use adaptation_model::metrics::overhead::Base;
use adaptation_model::record::picture::Picture;
use adaptation_model::strategy::assessment::Assessment;
use adaptation_model::strategy::{
    Candidate, Decision, Figures, Rhythm, Strategy as Decides, Survey,
};
use laboratory::own::{About, Own};
use parameters::Rejected;
use report::Asked;
use report::words::seconds;
use strategy::{Budget, Handed, Hook, Value};
use trace::random::Random;
use words::say;

use crate::lanes::Lanes;
use crate::setting::{Setting, weights};
use crate::{Parameters, decisions};

/// The most nodes of each kind that a strategy gets: it can look at so many within its operations.
const MOST: usize = 500;

/// The number of the purpose “draws of strategies” in the streams of a seed: `[run, PURPOSE]`. Never given anew.
const PURPOSE: u64 = 0x6f77_6e04;

/// The moment at which a strategy is asked: a monitoring period ends.
pub(crate) static ADAPT: Hook = Hook {
    name: "adapt",
    handed: &[Handed::map(
        "reports",
        "The master’s knowledge at the end of a monitoring period.",
        &[
            Handed::new("time", "s", "The time since the program began."),
            Handed::new("period", "", "Which monitoring period ends, from 1."),
            Handed::new(
                "active",
                "",
                "How many nodes take part, including those that have not reported yet.",
            ),
            Handed::new(
                "wae",
                "",
                "The weighted average efficiency (WAE): the share of their time that all nodes compute at the speed of the fastest.",
            ),
            Handed::new(
                "productivity",
                "",
                "The work that all nodes do in a second: the sum of speed × (1 − overhead).",
            ),
            Handed::new("least", "", "E_min, the lower threshold of WAE."),
            Handed::new("most", "", "E_max, the upper threshold of WAE."),
            Handed::new("limit", "", "The limit of inter-cluster overhead."),
            Handed::list(
                "nodes",
                "node",
                "The nodes that reported and measured their speed, the worst first: a list of at most 500.",
                &[
                    Handed::new("number", "", "Its number, from 0."),
                    Handed::new("cluster", "", "The number of its cluster, from 0."),
                    Handed::new(
                        "master",
                        "",
                        "Whether it is the master, which cannot leave.",
                    ),
                    Handed::new(
                        "speed",
                        "",
                        "Its speed by its last benchmark: work in a second.",
                    ),
                    Handed::new("relative", "", "Its speed by that of the fastest node."),
                    Handed::new(
                        "overhead",
                        "",
                        "The share of the period in which it was idle or communicated.",
                    ),
                    Handed::new(
                        "inter",
                        "",
                        "The share of the period in which it communicated with other clusters.",
                    ),
                    Handed::new(
                        "badness",
                        "",
                        "α / relative + β · inter, and γ more in the worst cluster.",
                    ),
                ],
            ),
            Handed::list(
                "clusters",
                "cluster",
                "The clusters of these nodes: a list.",
                &[
                    Handed::new("number", "", "Its number, from 0."),
                    Handed::new("master", "", "Whether the master is in it."),
                    Handed::new(
                        "nodes",
                        "",
                        "How many of its nodes reported and measured their speed.",
                    ),
                    Handed::new(
                        "speed",
                        "",
                        "The speed of all its nodes by that of the fastest cluster.",
                    ),
                    Handed::new("inter", "", "The mean inter-cluster overhead of its nodes."),
                    Handed::new("badness", "", "α / speed + β · inter."),
                    Handed::new(
                        "bandwidth",
                        "byte/s",
                        "The bandwidth that messages met on its links since the last period; 0 without messages.",
                    ),
                ],
            ),
            Handed::list(
                "free",
                "candidate",
                "The free nodes by cluster and number: a list of at most 500.",
                &[
                    Handed::new("number", "", "Its number, from 0."),
                    Handed::new("cluster", "", "The number of its cluster, from 0."),
                    Handed::new("speed", "", "Its speed."),
                    Handed::new(
                        "bandwidth",
                        "byte/s",
                        "The lesser bandwidth of its cluster’s two links.",
                    ),
                    Handed::new(
                        "removed",
                        "",
                        "Whether your strategy removed it before, or its cluster.",
                    ),
                ],
            ),
        ],
    )],
    answer: "A map with add and remove, each a number of nodes or a list of their numbers, or with remove_cluster, the number of a cluster; or nothing.",
};

/// A strategy that adds and removes nodes, in one run after another.
#[derive(Debug)]
pub(crate) struct Adapter {
    own: Own,
    told: Told,
    seed: u64,
    run: u32,
    /// Whether it was asked in this run.
    begun: bool,
    /// The nodes that it removed in this run one by one, and the whole clusters.
    nodes: BTreeSet<u32>,
    clusters: BTreeSet<u32>,
    stop: Option<Rejected>,
}

/// The values of the parameters.
#[derive(Clone, Copy, Debug)]
struct Told {
    weights: Weights,
    base: Base,
    least: f64,
    most: f64,
    limit: f64,
    allocation: f64,
}

impl Adapter {
    /// The strategy of a scenario, before its first run.
    ///
    /// # Errors
    /// As of [`Own::read`].
    pub(crate) fn read(parameters: &Parameters) -> Result<Self, laboratory::Error> {
        Ok(Self {
            own: Own::read(&parameters.code, Parameters::NAMES.code.any(), &ADAPT)?,
            told: Told {
                weights: weights(parameters),
                base: parameters.base.base(),
                least: parameters.least,
                most: parameters.most,
                limit: parameters.cluster_limit,
                allocation: parameters.allocation,
            },
            seed: parameters.seed,
            run: 0,
            begun: false,
            nodes: BTreeSet::new(),
            clusters: BTreeSet::new(),
            stop: None,
        })
    }

    /// Begins a run, counted from 0, and keeps the questions to the strategy or not.
    pub(crate) fn begin(&mut self, run: u32, listens: bool) {
        (self.run, self.begun) = (run, false);
        self.nodes.clear();
        self.clusters.clear();
        self.own.listen(listens);
    }

    /// The reason why it stopped the run, where it did.
    pub(crate) fn stopped(&mut self) -> Option<Rejected> {
        self.stop.take()
    }

    /// The questions to the strategy.
    pub(crate) fn asked(&mut self) -> Vec<Asked> {
        self.own.take()
    }

    /// The value that it gets.
    fn reports(&self, survey: &Survey<'_>, found: &Assessment, worst: &[usize]) -> Value {
        let told = &self.told;
        let nodes = worst.iter().take(MOST);
        let nodes = nodes.filter_map(|place| node(survey, found, *place));
        let free = survey.free.iter().take(MOST);
        Value::Named(vec![
            number("time", survey.time),
            whole("period", survey.tick),
            whole("active", survey.members.len() as u64),
            number("wae", found.wae),
            number("productivity", found.productivity),
            number("least", told.least),
            number("most", told.most),
            number("limit", told.limit),
            ("nodes".into(), Value::List(nodes.collect())),
            ("clusters".into(), Value::List(clusters(survey, found))),
            (
                "free".into(),
                Value::List(free.map(|one| self.candidate(one)).collect()),
            ),
        ])
    }

    fn candidate(&self, one: &Candidate) -> Value {
        let removed = self.nodes.contains(&one.node) || self.clusters.contains(&one.cluster);
        Value::Named(vec![
            whole("number", one.node),
            whole("cluster", one.cluster),
            number("speed", one.speed),
            number("bandwidth", one.bandwidth),
            ("removed".into(), Value::Flag(removed)),
        ])
    }
}

impl Decides for Adapter {
    fn rhythm(&self) -> Rhythm {
        Rhythm::Periods
    }

    fn decide(&mut self, survey: &Survey<'_>, _: &mut Random) -> Option<Decision> {
        let Told {
            weights,
            base,
            allocation,
            ..
        } = self.told;
        let found = Assessment::of(survey.members, weights, base)?;
        if !self.begun {
            let items = survey.members.len().min(MOST) + survey.free.len().min(MOST);
            let stream = [self.run.into(), PURPOSE];
            let budget = Budget::of_items(items as u64);
            self.own.begin(self.seed, &stream, budget);
            self.begun = true;
        }
        let worst = removal_order(&found.members, &found.ranking);
        let reports = self.reports(survey, &found, &worst);
        let tick = survey.tick;
        let about = || About {
            what: say!("period {tick}"),
            at: Some(survey.time),
        };
        let check = |answer: &Value| answer::read(answer, survey, &found, &worst, allocation);
        let change = match self.own.ask(&[reports], about, check) {
            Ok(change) => change,
            Err(fault) => {
                let time = seconds(survey.time);
                let handed = say!("it was asked at the end of period {tick}, at {time}");
                self.stop = Some(self.own.refused(&fault, &handed));
                return None;
            }
        };
        self.clusters.extend(change.cluster);
        self.nodes.extend(&change.nodes);
        Some(Decision {
            time: survey.time,
            tick,
            figures: Figures {
                active: survey.members.len(),
                free: survey.free.len(),
                wae: Some(found.wae),
                inter_cluster: found.overhead_range(),
                productivity: Some(found.productivity),
                ..Figures::default()
            },
            actions: change.actions,
            assessment: Some(Box::new(found)),
            said: self.own.printed().join(" "),
        })
    }

    fn gives_up(&self) -> bool {
        self.stop.is_some()
    }
}

/// The beginning of a run that the strategy stopped: its schedule up to there, and the questions to the strategy.
pub(crate) fn stopped(
    (rejected, asked): (Rejected, Vec<Asked>),
    setting: &Setting,
    (outcome, picture): (&Outcome, &Picture),
) -> laboratory::Error {
    let marks = decisions::marks(setting, outcome, true);
    let lanes = Lanes::of(setting, &[outcome]);
    match lanes.schedule(outcome, picture, &marks, (true, false)) {
        Ok(schedule) => laboratory::own::stopped(rejected, Some(schedule), asked),
        Err(error) => error,
    }
}

fn number(name: &str, value: f64) -> (String, Value) {
    (name.into(), value.into())
}

fn whole(name: &str, value: impl Into<u64>) -> (String, Value) {
    let value = i64::try_from(value.into()).unwrap_or(i64::MAX);
    (name.into(), Value::Whole(value))
}

/// The assessed node at a place.
fn node(survey: &Survey<'_>, found: &Assessment, place: usize) -> Option<Value> {
    let member = found.members.get(place)?;
    Some(Value::Named(vec![
        whole("number", member.node),
        whole("cluster", member.cluster),
        (
            "master".into(),
            Value::Flag(survey.master == Some(member.node)),
        ),
        number("speed", *found.speeds.get(place)?),
        number("relative", member.relative_speed),
        number("overhead", *found.overheads.get(place)?),
        number("inter", member.inter_cluster),
        number("badness", *found.ranking.nodes.get(place)?),
    ]))
}

/// The clusters of the assessed nodes.
fn clusters(survey: &Survey<'_>, found: &Assessment) -> Vec<Value> {
    let masters = survey.masters_cluster();
    let rows = found.ranking.clusters.iter();
    let cluster = |row: &adaptation_model::metrics::badness::Cluster| {
        let own = found.members.iter();
        let own = own.filter(|member| member.cluster == row.cluster);
        let traffic = survey.traffic.get(row.cluster as usize);
        let traffic = traffic.filter(|traffic| traffic.seconds > 0.0);
        Value::Named(vec![
            whole("number", row.cluster),
            ("master".into(), Value::Flag(masters == Some(row.cluster))),
            whole("nodes", own.count() as u64),
            number("speed", row.speed),
            number("inter", row.inter_cluster),
            number("badness", row.badness),
            number(
                "bandwidth",
                traffic.map_or(0.0, |traffic| traffic.bytes / traffic.seconds),
            ),
        ])
    };
    rows.map(cluster).collect()
}

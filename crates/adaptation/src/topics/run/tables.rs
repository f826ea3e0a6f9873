//! The tables of a run: decisions and their reasons, times of nodes, and their badness.

use adaptation_model::Outcome;
use adaptation_model::metrics::badness::removal_order;
use adaptation_model::strategy::{Change, Decision, Still};
use report::Table;
use report::table::Cell;
use report::words::count;
use words::{say, word};

use super::Findings;
use crate::decisions;
use crate::lanes::node;
use crate::parameters::Strategy;

/// The most rows of the log.
const MOST: usize = 400;
/// The most nodes that stay in the table of badness.
const WORST: usize = 20;

/// The rows that a whole log would have.
#[derive(Clone, Copy)]
struct Logged {
    /// Rows of decisions that change something, one for each step.
    changes: usize,
    /// Decisions that change nothing.
    still: usize,
    /// Whether there were more changes than a run keeps.
    more: bool,
}

impl Logged {
    fn of(outcome: &Outcome) -> Self {
        let steps = |decision| decisions::steps(decision, outcome).len();
        let (changing, still) = outcome.decided;
        let acted = || {
            outcome
                .decisions
                .iter()
                .filter(|one| !one.actions.is_empty())
        };
        Self {
            changes: acted().map(steps).sum(),
            still: still as usize,
            more: changing > acted().count() as u64,
        }
    }

    /// Whether there are so many rows that decisions without a change are left out.
    const fn changes_alone(self) -> bool {
        self.changes > 0 && self.still > 0 && self.changes + self.still > MOST
    }
}

impl Findings<'_> {
    pub(super) fn tables(&self) -> Vec<Table> {
        let (Some(without), Some(with)) = (self.without(), self.with()) else {
            return Vec::new();
        };
        let mut tables = Vec::new();
        tables.extend(self.log(with));
        tables.extend(self.badness(with));
        tables.push(self.times(without, with));
        tables
    }

    /// The decisions.
    fn log(&self, outcome: &Outcome) -> Option<Table> {
        let setting = &self.study.setting;
        let logged = Logged::of(outcome);
        let mut rows: Vec<Vec<Cell>> = Vec::new();
        for decision in &outcome.decisions {
            let steps = decisions::steps(decision, outcome);
            let figures = &decision.figures;
            let share = |value: Option<f64>| value.map_or_else(Cell::none, Cell::share);
            let row = |what: String, why: String| {
                vec![
                    Cell::seconds(decision.time),
                    Cell::whole(figures.active),
                    share(figures.wae),
                    figures.productivity.map_or_else(Cell::none, Cell::Number),
                    Cell::words(what),
                    Cell::words(why),
                ]
            };
            if steps.is_empty() && !logged.changes_alone() {
                rows.push(row(word!("no change").into(), self.still(decision)));
            }
            for step in &steps {
                let why = match step.why(decision, self.parameters) {
                    why if why.is_empty() => "–".into(),
                    why => why,
                };
                rows.push(row(step.what(setting), why));
            }
        }
        rows.truncate(MOST);
        (!rows.is_empty()).then(|| {
            Table::new(
                "log",
                word!("Decisions and reasons"),
                [
                    word!("Time"),
                    word!("Nodes that the strategy counts"),
                    word!("WAE"),
                    match self.parameters.strategy {
                        Strategy::Climbing => word!("Productivity, leaves in an interval"),
                        _ => word!("Productivity, work per second"),
                    },
                    word!("Decision"),
                    word!("Why"),
                ],
                rows,
            )
        })
    }

    /// The rows that the log leaves out.
    pub(super) fn cut_log(&self, outcome: &Outcome) -> Option<String> {
        let logged = Logged::of(outcome);
        let Logged { changes, still, .. } = logged;
        let left = count(
            still,
            word!("decision that changes nothing"),
            word!("decisions that change nothing"),
        );
        let made = count(changes, word!("change"), word!("changes"));
        let made = if logged.more {
            say!("more than {made}")
        } else {
            made
        };
        match (logged.changes_alone(), changes > MOST) {
            (true, true) => Some(say!(
                "The table of decisions shows the first {MOST} of {made}, and leaves out {left}."
            )),
            (true, false) => Some(say!("The table of decisions leaves out {left}.")),
            (false, true) => Some(say!(
                "The table of decisions shows the first {MOST} of {made}."
            )),
            (false, false) => (still > MOST)
                .then(|| say!("The table of decisions shows the first {MOST} of {left}.")),
        }
    }

    /// The reason why nothing changes.
    fn still(&self, decision: &Decision) -> String {
        let figures = &decision.figures;
        match (self.parameters.strategy, figures.still, figures.wae) {
            (Strategy::Watching, _, _) => word!("monitoring alone").into(),
            (Strategy::Own, _, _) if !decision.said.is_empty() => decisions::said(decision),
            (strategy, Some(still), _) => resting(strategy, still).into(),
            // The return to the best set has the coordinator's rule where it does not return.
            (Strategy::Coordinator | Strategy::BestSeen, None, Some(wae)) => {
                self.unmoved(decision, wae).into()
            }
            _ => "–".into(),
        }
    }

    /// The reason why the coordinator's rule changes nothing at a WAE.
    fn unmoved(&self, decision: &Decision, wae: f64) -> &'static str {
        let (least, most) = (self.parameters.least, self.parameters.most);
        match decision.figures {
            of if wae > most && of.free == 0 => {
                word!("the WAE is above its upper threshold, but no node is free")
            }
            _ if wae > most => {
                word!(
                    "the WAE is above its upper threshold, but every free node was removed before, or its cluster was, or its link is too slow"
                )
            }
            _ if wae >= least => word!("the WAE is between its thresholds"),
            of if of.active == 1 => {
                word!(
                    "the WAE is below its lower threshold, but no node other than the master is left"
                )
            }
            _ => word!(
                "the WAE is below its lower threshold, but no node other than the master has measured its speed"
            ),
        }
    }

    /// The badness of nodes when nodes were first removed.
    fn badness(&self, outcome: &Outcome) -> Option<Table> {
        let removes =
            |decision: &&Decision| decision.removed() > 0 && decision.assessment.is_some();
        let decision = outcome.decisions.iter().find(removes)?;
        let found = decision.assessment.as_ref()?;
        let setting = &self.study.setting;
        let removed = |number: u32| {
            let mut actions = decision.actions.iter();
            actions.any(|action| action.node == number && action.change == Change::Remove)
        };
        let weights = crate::setting::weights(self.parameters);
        let rows = removal_order(&found.members, &found.ranking)
            .into_iter()
            .filter_map(|place| Some((found.members.get(place)?, found.ranking.nodes.get(place)?)))
            .enumerate()
            // Of nodes that stay, the table shows the worst.
            .filter(|(rank, (member, _))| *rank < WORST || removed(member.node))
            .map(|(_, (member, badness))| {
                let worst = match found.ranking.worst == Some(member.cluster) {
                    true => weights.worst_cluster,
                    false => 0.0,
                };
                vec![
                    Cell::words(node(member.node)),
                    Cell::words(setting.cluster(member.cluster)),
                    Cell::Number(weights.speed / member.relative_speed),
                    Cell::Number(weights.inter_cluster * member.inter_cluster),
                    Cell::Number(worst),
                    Cell::Number(*badness),
                    Cell::words(match removed(member.node) {
                        true => word!("yes"),
                        false => word!("no"),
                    }),
                ]
            });
        Some(Table::new(
            "badness",
            &say!(
                "How bad were the worst nodes at {}?",
                decisions::at(decision.time)
            ),
            [
                word!("Node"),
                word!("Cluster"),
                word!("Speed, α/rel"),
                word!("Inter-cluster, β·ic"),
                word!("Worst cluster, γ"),
                word!("Badness"),
                word!("Removed"),
            ],
            rows.collect::<Vec<_>>(),
        ))
    }

    /// The times of the nodes of each cluster.
    fn times(&self, without: &Outcome, with: &Outcome) -> Table {
        let setting = &self.study.setting;
        // Events after the end of one run can add clusters to the other one.
        let nodes = without.nodes.iter().chain(&with.nodes);
        let clusters = nodes.map(|node| node.cluster).max();
        let mut rows = Vec::new();
        for cluster in 0..=clusters.unwrap_or(0) {
            for (outcome, name, shown) in [
                (without, word!("without"), true),
                (with, word!("with"), self.compares()),
            ] {
                let own = || outcome.nodes.iter().filter(|node| node.cluster == cluster);
                let took_part: f64 = own().map(|node| node.took_part).sum();
                if !shown || took_part == 0.0 {
                    continue;
                }
                let share = |of: fn(&adaptation_model::metrics::overhead::Times) -> f64| {
                    Cell::share(own().map(|node| of(&node.times)).sum::<f64>() / took_part)
                };
                let leaves: u64 = own().map(|node| node.leaves).sum();
                rows.push(vec![
                    Cell::words(setting.cluster(cluster)),
                    Cell::words(name),
                    Cell::Number(took_part / 3600.0),
                    share(|times| times.busy),
                    share(|times| times.idle),
                    share(|times| times.intra),
                    share(|times| times.inter),
                    share(|times| times.bench),
                    Cell::whole(leaves as usize),
                ]);
            }
        }
        Table::new(
            "clusters",
            word!("What do the nodes of each cluster do?"),
            [
                word!("Cluster"),
                word!("Adaptation"),
                word!("Node hours"),
                word!("Computing"),
                word!("Idle"),
                word!("Waiting within the cluster"),
                word!("Waiting for other clusters"),
                word!("Benchmark"),
                word!("Leaves"),
            ],
            rows,
        )
    }
}

/// The reason why a strategy changes nothing, where no threshold of WAE tells it.
fn resting(strategy: Strategy, still: Still) -> &'static str {
    let climbs = strategy == Strategy::Climbing;
    match still {
        Still::Unready if climbs => word!("not all nodes reported for a whole block"),
        Still::Unready => word!("not all nodes have measured their speed"),
        Still::Rests if climbs => word!("the climber rests"),
        Still::Rests => word!("the strategy rests while productivity stays about the same"),
        Still::Unpaid if climbs => {
            word!("productivity fell while nodes were removed: the climber rests")
        }
        Still::Unpaid => word!("the nodes added before did not pay: the strategy rests"),
        Still::NoMore => word!("no more nodes take part than before: the strategy rests"),
        Still::Coming => word!("the requested nodes have not come yet"),
        Still::Fell => word!("productivity fell before a node was removed: the climber rests"),
        Still::Turns => word!("productivity fell while nodes were added: the climber turns"),
        Still::NoneFree if climbs => word!("no node is free: the climber turns"),
        Still::NoneFree => word!("no node is free that may be added"),
        Still::Alone => word!("one node is left: the climber rests"),
        Still::Replaces => word!("no node is slow or silent, and nobody climbs"),
        Still::Best => word!("the strategy stays with the best set of nodes so far"),
        Still::Missing => {
            word!("nodes of the best set so far are missing, and none of them is free")
        }
    }
}

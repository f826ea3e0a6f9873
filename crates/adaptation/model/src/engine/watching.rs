//! Reports of the nodes, surveys of the strategy, and the execution of its decisions.

use super::transport::Message;
use super::{
    End, Engine, FRUITLESS_LEAVES, MOST_DECISIONS, MOST_FRUITLESS, MOST_ROWS, NODES_A_STEP, Node,
};
use crate::metrics::overhead::Times;
use crate::record::Record;
use crate::strategy::{Candidate, Change, Decision, Member, Report, Rhythm, Survey, Traffic};

impl<R: Record> Engine<'_, R> {
    /// Plans the first survey.
    pub(super) fn first_survey(&mut self) {
        match self.rhythm {
            Rhythm::Never => {}
            Rhythm::Periods => {
                self.post(self.scenario.monitoring.period, Message::Period { tick: 1 });
            }
            Rhythm::Intervals(length) => {
                for node in self.nodes.iter_mut() {
                    node.believed = node.active;
                }
                self.post(length, Message::Interval { tick: 1 });
            }
        }
    }

    /// Ends a monitoring period: each node reports by its own clock, and the coordinator decides after the last report.
    pub(super) fn period_ends(&mut self, tick: u64) {
        let monitoring = self.scenario.monitoring;
        for id in self.active.clone() {
            let time = self.now + self.nodes.at(id).offset;
            self.post(time, Message::Report { node: id });
        }
        let time = self.now + monitoring.offset + monitoring.slack;
        self.post(time, Message::Coordinate { tick });
        let next = tick.saturating_add(1);
        self.post(
            monitoring.period * next as f64,
            Message::Period { tick: next },
        );
    }

    /// Makes the report of a node, about the time since its last report.
    pub(super) fn report(&mut self, id: u32) {
        let node = self.nodes.at(id);
        if !node.active {
            return;
        }
        let state = node.state;
        self.enter(id, state);
        let now = self.now;
        let node = self.nodes.at_mut(id);
        let period = now - node.period_start;
        if period <= 0.0 {
            return;
        }
        node.report = Some(Report {
            period,
            times: node.period,
            speed: node.measured,
            leaves: finished(node),
        });
        node.period = Times::default();
        node.period_start = now;
    }

    /// Lets the coordinator decide with the latest reports, if there is a master.
    pub(super) fn coordinate(&mut self, tick: u64) {
        if !self.nodes.at(self.master).active {
            return;
        }
        let members: Vec<Member> = self
            .active
            .iter()
            .map(|id| {
                let node = self.nodes.at(*id);
                Member {
                    node: *id,
                    cluster: node.cluster,
                    report: node.report,
                }
            })
            .collect();
        let mut free = self.free(|node| !node.active && !node.requested);
        free.sort_by_key(|candidate| (candidate.cluster, candidate.node));
        let Some(decision) = self.survey(tick, &members, &free) else {
            return;
        };
        for site in self.sites.iter_mut() {
            site.traffic = Traffic::default();
        }
        for action in &decision.actions {
            let time = self.now + action.delay;
            match action.change {
                Change::Add => {
                    self.nodes.at_mut(action.node).requested = true;
                    self.post(time, Message::Join { node: action.node });
                }
                Change::Remove if action.delay > 0.0 => {
                    self.post(time, Message::Order { node: action.node });
                }
                Change::Remove => self.order_to_leave(action.node),
            }
        }
        self.note(decision);
    }

    /// Keeps a decision. Too many changes while the program comes no further end the run.
    fn note(&mut self, mut decision: Decision) {
        if !decision.actions.is_empty() && !self.advances() {
            self.fruitless = self.fruitless.saturating_add(1);
            if self.fruitless >= MOST_FRUITLESS && self.now - self.fruitful > self.patience() {
                self.done = Some(End::Stalled);
            }
        }
        if let Some(assessment) = &decision.assessment {
            self.assessed = self.assessed.saturating_add(assessment.members.len());
            if self.assessed > MOST_ROWS {
                decision.assessment = None;
            }
        }
        let (changes, still) = &mut self.outcome.decided;
        let (counted, most) = match decision.actions.is_empty() {
            true => (still, MOST_DECISIONS),
            false => (changes, 2 * MOST_DECISIONS),
        };
        *counted += 1;
        if self.outcome.decisions.len() < most {
            self.outcome.decisions.push(decision);
        } else {
            self.outcome.unkept.get_or_insert(decision.time);
        }
    }

    /// Notes that the program came further.
    pub(super) fn came_further(&mut self) {
        self.fruitless = 0;
        self.fruitful = self.now;
    }

    /// The time without a new leaf after which a run can count as stalled, s.
    fn patience(&self) -> f64 {
        let alive = self.nodes.iter().filter(|node| !node.dead);
        let slowest = alive.fold(f64::INFINITY, |slowest, node| node.speed.min(slowest));
        let longest = self.tree.grain * (1.0 + self.scenario.application.jitter) / slowest;
        FRUITLESS_LEAVES * longest
    }

    /// Sends an order to leave from the master.
    pub(super) fn order_to_leave(&mut self, id: u32) {
        let time = self.now + self.control(self.master, id);
        self.post(time, Message::Leave { node: id });
    }

    /// Ends a measurement interval: the client reads the leaves of every node that it counts on, and decides.
    pub(super) fn interval_ends(&mut self, tick: u64) {
        let Rhythm::Intervals(length) = self.rhythm else {
            return;
        };
        let mut members = Vec::new();
        for (id, node) in (0..).zip(self.nodes.iter_mut()) {
            let leaves = finished(node);
            if !node.believed {
                continue;
            }
            members.push(Member {
                node: id,
                cluster: node.cluster,
                report: node.active.then_some(Report {
                    period: length,
                    leaves,
                    ..Report::default()
                }),
            });
        }
        let free = self.free(|node| !node.believed);
        if let Some(decision) = self.survey(tick, &members, &free) {
            for action in &decision.actions {
                let believed = action.change == Change::Add;
                self.nodes.at_mut(action.node).believed = believed;
                if believed {
                    self.activate(action.node, false);
                } else {
                    self.leave(action.node, true);
                }
            }
            self.note(decision);
        }
        let next = tick.saturating_add(1);
        self.post(length * next as f64, Message::Interval { tick: next });
    }

    /// Asks the strategy.
    fn survey(&mut self, tick: u64, members: &[Member], free: &[Candidate]) -> Option<Decision> {
        // A survey looks at every node several times.
        self.look_at(self.nodes.len().saturating_mul(NODES_A_STEP as u32));
        let traffic: Vec<Traffic> = self.sites.iter().map(|site| site.traffic).collect();
        let survey = Survey {
            time: self.now,
            tick,
            master: Some(self.master),
            members,
            free,
            traffic: &traffic,
            new_hardware: std::mem::take(&mut self.new_hardware),
        };
        let decision = self.strategy.decide(&survey, &mut self.client);
        if self.strategy.gives_up() {
            self.done = Some(End::GivenUp);
        }
        decision
    }

    /// Nodes that are alive and free, in ascending order.
    fn free(&self, chosen: impl Fn(&Node) -> bool) -> Vec<Candidate> {
        (0..)
            .zip(self.nodes.iter())
            .filter(|(_, node)| !node.dead && chosen(node))
            .map(|(id, node)| {
                let links = &self.sites.at(node.cluster).links;
                Candidate {
                    node: id,
                    cluster: node.cluster,
                    speed: node.speed,
                    bandwidth: links.up.min(links.down),
                }
            })
            .collect()
    }
}

/// The leaves that a node finished since the last call.
fn finished(node: &mut Node) -> f64 {
    let leaves = node.leaves.saturating_sub(node.leaves_seen);
    node.leaves_seen = node.leaves;
    leaves as f64
}

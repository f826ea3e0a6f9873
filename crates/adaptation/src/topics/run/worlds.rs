//! The same iterations without and with adaptation.

use adaptation_model::Outcome;
use adaptation_model::strategy::{Action, Decision};
use report::words::{capital, seconds};
use report::worlds::{Part, Reason, Work, Worlds};
use words::{say, word};

use super::events::Told;
use super::{Findings, differs};
use crate::decisions;

impl Findings<'_> {
    pub(super) fn worlds(&self) -> Option<Worlds> {
        let evidence = self
            .evidence
            .as_ref()
            .filter(|evidence| differs(evidence))?;
        let [without, with] = self.sides.each_ref();
        let units = self.units;
        // A part that is missing for want of room would look like a gain.
        if units == 0 {
            return None;
        }
        let all = self.parameters.iterations as usize;
        let part = Part {
            work: Work::Units(word!("iteration"), word!("iterations")),
            first: 0,
            telling: 0,
            seen: units,
            all,
            evidence,
        };
        let (own, other) = self.stealing();
        let titles = match self.compares() {
            true => [
                word!("Without adaptation").to_owned(),
                say!("With {}", self.parameters.strategy.name()),
            ],
            false => [capital(other), capital(own)],
        };
        let mut worlds = Worlds::of([without, with], titles, &part, self.reasons())?;
        if !self.compares() {
            worlds.title = Some(word!("The same program with both ways to steal").to_owned());
        }
        // A node that steals waits for no other one: braces would name the master alone.
        worlds.together = false;
        let shown = self.lanes.len();
        if shown < self.all {
            let all = self.all;
            worlds.caption += &say!(" {shown} of {all} nodes, from all clusters.");
        }
        Some(worlds)
    }

    /// Events and decisions, in the order of the work.
    fn reasons(&self) -> Vec<Reason> {
        let (Some(without), Some(with)) = (self.without(), self.with()) else {
            return Vec::new();
        };
        let first = self.other().unwrap_or(without);
        let mut reasons = self.events(first, with);
        reasons.extend(self.decisions(with));
        reasons.extend(self.slower(first, with));
        reasons.sort_by(|a, b| {
            (a.unit, a.with)
                .cmp(&(b.unit, b.with))
                .then(a.at.total_cmp(&b.at))
        });
        reasons
    }

    /// The disturbances: in the second world those alone that the first one does not meet.
    fn events(&self, first: &Outcome, second: &Outcome) -> Vec<Reason> {
        let met = |(at, told): (usize, Told<'_>)| {
            let with = at >= first.met;
            let outcome = if with { second } else { first };
            let (time, text) = (told.event.time, say!("{}.", self.event(told)));
            (at < outcome.met).then_some(())?;
            Some(Reason {
                unit: unit(outcome, time)?,
                with,
                lane: self.lane_of(told.event).unwrap_or(0),
                at: time,
                text,
            })
        };
        self.events_met()
            .into_iter()
            .enumerate()
            .filter_map(met)
            .collect()
    }

    /// The lane that an event concerns first.
    fn lane_of(&self, event: &adaptation_model::Event) -> Option<u32> {
        use adaptation_model::{Disturbance, Nodes};
        let setting = &self.study.setting;
        let cluster = |cluster: u32| self.lanes.first_of(&setting.cluster(cluster));
        match &event.disturbance {
            Disturbance::Bandwidth { cluster: own, .. }
            | Disturbance::Hardware { cluster: own, .. } => cluster(*own),
            Disturbance::Load { nodes, .. }
            | Disturbance::Crash { nodes }
            | Disturbance::Leave { nodes }
            | Disturbance::Join { nodes }
            | Disturbance::Repair { nodes } => match nodes {
                Nodes::Cluster(own) => cluster(*own),
                Nodes::These(these) => these.iter().find_map(|node| self.lanes.lane(*node)),
            },
        }
    }

    /// The strategy's decisions, with their reasons.
    fn decisions(&self, outcome: &Outcome) -> Vec<Reason> {
        let setting = &self.study.setting;
        let decisions = outcome.decisions.iter();
        let acted = decisions.filter(|decision| !decision.actions.is_empty());
        acted
            .filter_map(|decision| {
                let steps = decisions::steps(decision, outcome);
                let because = |step: &decisions::Step<'_>| {
                    say!(
                        "{}, because {}",
                        step.what(setting),
                        step.why(decision, self.parameters)
                    )
                };
                let what = match decisions::said(decision) {
                    // The remark of an own strategy is about its whole decision.
                    said if !said.is_empty() => {
                        let what = decisions::short_of(decision, outcome, setting)?;
                        say!("{what}: {said}")
                    }
                    _ if steps.iter().any(decisions::Step::is_own) => {
                        decisions::short_of(decision, outcome, setting)?
                    }
                    _ => {
                        let parts: Vec<String> = steps.iter().map(because).collect();
                        parts.join(&say!("; it "))
                    }
                };
                Some(Reason {
                    unit: unit(outcome, decision.time)?,
                    with: true,
                    lane: self.lane_of_decision(decision, outcome),
                    at: decision.time,
                    text: say!("At {} the strategy {what}.", decisions::at(decision.time)),
                })
            })
            .collect()
    }

    /// The lane of the first node that changes, or of its cluster.
    fn lane_of_decision(&self, decision: &Decision, outcome: &Outcome) -> u32 {
        let drawn = |action: &Action| self.lanes.lane(action.node);
        let near = |action: &Action| {
            let node = outcome.nodes.get(action.node as usize)?;
            self.lanes
                .first_of(&self.study.setting.cluster(node.cluster))
        };
        let actions = || decision.actions.iter();
        let lane = actions()
            .find_map(drawn)
            .or_else(|| actions().find_map(near));
        lane.unwrap_or(0)
    }

    /// The iteration that gains most, and the one that loses most.
    fn slower(&self, without: &Outcome, with: &Outcome) -> Vec<Reason> {
        let pairs = || without.iterations.iter().zip(&with.iterations).enumerate();
        let gain = |(_, (before, after)): &(usize, (&f64, &f64))| *before - *after;
        let most = pairs().max_by(|a, b| gain(a).total_cmp(&gain(b)));
        let least = pairs().min_by(|a, b| gain(a).total_cmp(&gain(b)));
        let mut reasons = Vec::new();
        let mut tell = |found: Option<(usize, (&f64, &f64))>, longer: bool| {
            let Some((place, (before, after))) = found else {
                return;
            };
            if (longer && before <= after) || (!longer && after <= before) {
                return;
            }
            let (number, before, after) = (place + 1, seconds(*before), seconds(*after));
            // A difference that no digit shows is not told.
            if before == after {
                return;
            }
            let (own, other) = self.stealing();
            let text = match self.compares() {
                true => say!(
                    "Iteration {number} takes {before} without adaptation and {after} with it."
                ),
                false => {
                    say!("Iteration {number} takes {before} with {other} and {after} with {own}.")
                }
            };
            let outcome = if longer { without } else { with };
            let end: f64 = outcome.iterations.iter().take(place + 1).sum();
            reasons.push(Reason {
                unit: place as u32,
                with: !longer,
                lane: 0,
                at: end,
                text: capital(&text),
            });
        };
        tell(most, true);
        tell(least, false);
        reasons
    }
}

/// The iteration of a moment, from 0; none after the end.
fn unit(outcome: &Outcome, time: f64) -> Option<u32> {
    let mut end = 0.0;
    let place = outcome.iterations.iter().position(|iteration| {
        end += iteration;
        time < end
    })?;
    u32::try_from(place).ok()
}

//! The reports of the engine: segments to the recorder while it runs, and the outcome of the run.

use super::{End, Engine, Kind, State};
use crate::outcome::{NodeOutcome, Outcome};
use crate::record::{Activity, Record, Segment, Work};

impl<R: Record> Engine<'_, R> {
    /// Tells the recorder the activity of a node since its state began.
    #[inline]
    pub(super) fn show(&mut self, id: u32) {
        if !R::ON {
            return;
        }
        let node = self.nodes.at(id);
        if self.now <= node.since {
            return;
        }
        let job = self.jobs.get(node.job);
        let again = job.is_some_and(|job| job.again);
        let path = job.map(|job| job.path).unwrap_or_default();
        let (activity, work) = match (node.state, node.kind) {
            (State::Off, _) if node.dead => (Activity::Crashed, Work::None),
            (State::Off, _) => (Activity::Away, Work::None),
            (State::Idle, _) => (Activity::Idle, Work::None),
            (State::Intra, _) => (Activity::Intra, Work::None),
            (State::Inter, _) => (Activity::Inter, Work::None),
            (State::Bench, _) => (Activity::Bench, Work::None),
            (State::Busy, Kind::Serial) => (Activity::Busy, Work::Serial),
            (State::Busy, kind) => (
                if again {
                    Activity::Recompute
                } else {
                    Activity::Busy
                },
                if kind == Kind::Merge {
                    Work::Merge { path }
                } else {
                    Work::Job { path }
                },
            ),
        };
        self.recorder.segment(Segment {
            node: id,
            activity,
            work,
            phase: self.phase,
            from: node.since,
            to: self.now,
        });
    }

    /// The outcome of the run.
    pub(super) fn finished(mut self) -> Outcome {
        let now = self.now;
        for id in 0..self.nodes.len() {
            let state = self.nodes.at(id).state;
            self.enter(id, state);
        }
        Outcome {
            end: self.done.unwrap_or(End::NoNode),
            runtime: now,
            iterations: self.outcome.iterations,
            events: self.outcome.events,
            met: self.outcome.met,
            idle: self.outcome.idle,
            stayed: self.outcome.stayed,
            nodes: self
                .nodes
                .iter()
                .map(|node| NodeOutcome {
                    cluster: node.cluster,
                    times: node.total,
                    took_part: node.took_part + if node.active { now - node.joined } else { 0.0 },
                    leaves: node.leaves,
                    taken: node.taken,
                    given: node.given,
                    active: node.active,
                    crashed: node.dead,
                })
                .collect(),
            local: self.outcome.local,
            remote: self.outcome.remote,
            leaves: self.outcome.leaves,
            redone: self.outcome.redone,
            orphans_reused: self.outcome.orphans_reused,
            repeated: self.outcome.repeated,
            missing: self.outcome.missing,
            decisions: self.outcome.decisions,
            decided: self.outcome.decided,
            unkept: self.outcome.unkept,
            active: self.counts,
            live_jobs: self.jobs.most(),
        }
    }
}

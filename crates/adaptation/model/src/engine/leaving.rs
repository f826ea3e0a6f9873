//! Nodes that join, leave and crash, and the choice of a new master.

use super::node::Reach;
use super::slots::JobState;
use super::transport::Message;
use super::{End, Engine, Handle, Job, Kind, NOTHING, State, What};
use crate::generator::below;
use crate::metrics::overhead::Times;
use crate::record::Record;
use crate::scenario::Orphans;
use crate::strategy::Rhythm;

impl<R: Record> Engine<'_, R> {
    /// Activates a node, at the start or later; returns whether it joins: not so if it takes part already or has crashed.
    pub(super) fn activate(&mut self, id: u32, initial: bool) -> bool {
        let node = self.nodes.at(id);
        if node.active || node.dead {
            return false;
        }
        self.enter(id, State::Idle);
        let (now, scenario) = (self.now, self.scenario);
        let node = self.nodes.at_mut(id);
        node.active = true;
        node.epoch = node.epoch.wrapping_add(1);
        node.wait = scenario.stealing.first_wait;
        node.waiting = Reach::None;
        node.sending = Reach::None;
        node.asked_remote = false;
        node.inbound = 0;
        node.wake = NOTHING;
        node.period = Times::default();
        node.period_start = now;
        node.report = None;
        node.joined = now;
        node.leaves_seen = node.leaves;
        if self.rhythm == Rhythm::Periods {
            let monitoring = &scenario.monitoring;
            node.bench_due = if initial {
                node.random.uniform() * monitoring.benchmark.first_within(node.base_speed)
            } else {
                now
            };
            node.offset = node.random.uniform() * monitoring.offset;
        }
        if initial {
            self.at(0.0, What::Schedule, id);
        } else {
            self.regroup();
            self.schedule(id);
        }
        true
    }

    /// Activates a requested node.
    pub(super) fn join(&mut self, id: u32) {
        self.nodes.at_mut(id).requested = false;
        self.activate(id, false);
    }

    /// Removes a node that leaves or crashes: its jobs are created again where their parents are, and their children are found again.
    /// Returns whether the node took part and may leave.
    pub(super) fn leave(&mut self, id: u32, graceful: bool) -> bool {
        let node = self.nodes.at(id);
        if !node.active || (graceful && id == self.master) {
            return false;
        }
        self.enter(id, State::Off);
        let now = self.now;
        let node = self.nodes.at_mut(id);
        node.active = false;
        node.kind = Kind::None;
        node.job = Handle::NONE;
        node.plan = NOTHING;
        node.wake = NOTHING;
        node.sent = NOTHING;
        node.waiting = Reach::None;
        node.sending = Reach::None;
        node.asked_remote = false;
        node.inbound = 0;
        node.deque.clear();
        node.ready.clear();
        node.took_part += now - node.joined;
        self.regroup();
        let heir = if graceful { self.heir(id) } else { id };
        self.lose_jobs(id, heir, graceful);
        if id == self.master {
            let attempt = self.attempt;
            self.post(now + self.scenario.detection, Message::Elect { attempt });
        }
        true
    }

    /// The node that keeps the results of a leaving node: a random node of its cluster, or the master.
    fn heir(&mut self, id: u32) -> u32 {
        let cluster = self.nodes.at(id).cluster;
        let peers = &self.sites.at(cluster).active;
        if peers.is_empty() {
            return self.master;
        }
        let choice = below(&mut self.heirs, peers.len());
        peers.get(choice).copied().unwrap_or(self.master)
    }

    /// Ends all jobs that a node holds, remembers their children elsewhere, and plans to create again those with parents elsewhere.
    fn lose_jobs(&mut self, id: u32, heir: u32, graceful: bool) {
        let reuse = self.scenario.orphans == Orphans::Reuse;
        let here = |job: &Job| job.held() && job.node == id;
        self.look_at(u32::try_from(self.jobs.most()).unwrap_or(u32::MAX));
        let mut lost: Vec<(Handle, Job)> = Vec::new();
        let mut orphans: Vec<(u64, Handle)> = Vec::new();
        for (handle, job) in self.jobs.iter() {
            if here(job) {
                lost.push((handle, *job));
            } else if reuse
                && job.attempt == self.attempt
                && self.jobs.get(job.parent).is_some_and(here)
            {
                orphans.push((job.path, handle));
            }
        }
        lost.sort_by_key(|(_, job)| job.arrival);
        // Jobs whose parents are on other nodes.
        let missed: Vec<Job> = lost
            .iter()
            .map(|(_, job)| *job)
            .filter(|job| {
                job.attempt == self.attempt
                    && self
                        .jobs
                        .get(job.parent)
                        .is_some_and(|parent| !here(parent))
            })
            .collect();
        for (handle, _) in &lost {
            self.jobs.end(*handle);
        }
        if graceful && reuse {
            for (handle, job) in &lost {
                self.save_children(*handle, job, id, heir);
            }
        }
        for (path, orphan) in orphans {
            self.register(path, orphan);
        }
        self.move_saved(id, heir, graceful);
        let delay = if graceful {
            let cluster = self.nodes.at(id).cluster;
            2.0 * self.sites.at(cluster).links.latency
        } else {
            self.scenario.detection
        };
        for job in missed {
            self.post(
                self.now + delay,
                Message::Requeue {
                    path: job.path,
                    parent: job.parent,
                    attempt: job.attempt,
                    level: job.level,
                },
            );
        }
    }

    /// Moves the delivered results of a lost job to the heir.
    fn save_children(&mut self, handle: Handle, job: &Job, id: u32, heir: u32) {
        if job.attempt != self.attempt || job.delivered == 0 {
            return;
        }
        let level = job.level.saturating_add(1);
        let (own, other) = (self.nodes.at(id).cluster, self.nodes.at(heir).cluster);
        let links = self.sites.at(own).links;
        let bandwidth = if own == other {
            links.lan_bandwidth
        } else {
            links.up.min(self.sites.at(other).links.down)
        };
        for place in 0..u32::from(self.branching) {
            if job.delivered >> place & 1 == 0 {
                continue;
            }
            let path = self.scenario.application.child(job.path, place);
            let mut child = Job::new(path, level, handle, job.attempt);
            child.state = JobState::Saved;
            child.available = self.now + self.result_bytes(level, path) / bandwidth;
            child.again = job.again;
            let child = self.add(heir, child);
            self.register(path, child);
        }
    }

    /// Chooses a master after a crash: the active node with the lowest number starts the phase again, unless a new attempt began
    /// meanwhile.
    pub(super) fn elect(&mut self, attempt: u32) {
        if attempt != self.attempt {
            return;
        }
        let Some(master) = self.active.first().copied() else {
            self.done = Some(End::NoNode);
            return;
        };
        self.master = master;
        let active = self.active.clone();
        for id in &active {
            let node = self.nodes.at(*id);
            if matches!(node.kind, Kind::Job | Kind::Merge | Kind::Serial) {
                self.enter(*id, State::Idle);
                let node = self.nodes.at_mut(*id);
                node.kind = Kind::None;
                node.job = Handle::NONE;
                node.plan = NOTHING;
            }
            let node = self.nodes.at_mut(*id);
            node.deque.clear();
            node.ready.clear();
            self.refresh(*id);
        }
        let alive: Vec<Handle> = self.jobs.iter().map(|(handle, _)| handle).collect();
        for handle in alive {
            self.jobs.end(handle);
        }
        self.start_phase();
        for id in active {
            self.at(self.now, What::Schedule, id);
        }
    }
}

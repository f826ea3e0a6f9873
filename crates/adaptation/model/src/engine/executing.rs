//! A node's execution: the scheduling loop, splits, leaves, merges, and the delivery of results.

use super::node::Reach;
use super::slots::{JobState, Queued, Taken};
use super::{Engine, Handle, Job, Kind, NOTHING, State, What};
use crate::generator;
use crate::record::Record;

impl<R: Record> Engine<'_, R> {
    /// Gives a node that may be free the first applicable work: merge, benchmark, sequential part, newest job, steal.
    pub(super) fn schedule(&mut self, id: u32) {
        let node = self.nodes.at_mut(id);
        if !node.active || node.kind != Kind::None || node.sending != Reach::None {
            return;
        }
        if let Some(job) = node.ready.pop() {
            self.begin(id, Kind::Merge, job, self.scenario.application.merge);
            return;
        }
        if self.now >= node.bench_due {
            let work = self.scenario.monitoring.benchmark.work;
            self.begin(id, Kind::Bench, Handle::NONE, work);
            return;
        }
        if self.serial_due && id == self.master {
            self.serial_due = false;
            let application = &self.scenario.application;
            let work = application.serial / f64::from(application.phases);
            self.begin(id, Kind::Serial, Handle::NONE, work);
            return;
        }
        while let Some(entry) = self.nodes.at_mut(id).deque.back_mut() {
            let (taken, empty) = entry.newest();
            if empty {
                self.nodes.at_mut(id).deque.pop_back();
            }
            if let Some(handle) = self.take(id, taken)
                && let Some(job) = self.jobs.get_mut(handle)
            {
                job.state = JobState::Running;
                let (level, path) = (job.level, job.path);
                let work = self.work(level, path);
                self.begin(id, Kind::Job, handle, work);
                return;
            }
        }
        self.steal(id);
    }

    /// The handle of a job from a deque, if the job is queued and of this phase; a child gets its place now.
    #[inline]
    pub(super) fn take(&mut self, id: u32, taken: Taken) -> Option<Handle> {
        match taken {
            Taken::Job(handle) => {
                let job = self.jobs.get(handle)?;
                if job.state != JobState::Queued {
                    return None;
                }
                if job.attempt != self.attempt {
                    self.jobs.end(handle);
                    return None;
                }
                Some(handle)
            }
            Taken::Child(parent, place) => {
                let job = self.jobs.get(parent)?;
                if job.attempt != self.attempt {
                    return None;
                }
                let application = &self.scenario.application;
                let path = application.child(job.path, u32::from(place));
                let mut child = Job::new(path, job.level.saturating_add(1), parent, job.attempt);
                child.again = job.again;
                Some(self.add(id, child))
            }
        }
    }

    /// Work of a leaf or of the split of a job of this phase.
    #[inline]
    fn work(&self, level: u8, path: u64) -> f64 {
        let application = &self.scenario.application;
        if !self.tree.is_leaf(level, path) {
            return application.split;
        }
        if let Some(tree) = self.tree.irregular {
            return tree.work(path);
        }
        let uniform = generator::unit(self.phase_hash, path);
        application.leaf_work(self.tree.grain, uniform)
    }

    /// Begins an execution.
    #[inline]
    fn begin(&mut self, id: u32, kind: Kind, job: Handle, work: f64) {
        self.show(id);
        let now = self.now;
        let node = self.nodes.at_mut(id);
        node.book(now);
        node.since = now;
        node.state = if kind == Kind::Bench {
            State::Bench
        } else {
            State::Busy
        };
        node.kind = kind;
        node.job = job;
        node.remaining = work;
        node.exec_since = now;
        node.begun = now;
        node.wake = NOTHING;
        self.plan(id);
    }

    /// Plans the end of an execution at the present speed.
    #[inline]
    pub(super) fn plan(&mut self, id: u32) {
        let node = self.nodes.at(id);
        let mut end = self.now + node.remaining / node.speed;
        if node.kind == Kind::Bench {
            end = end.min(node.begun + self.scenario.monitoring.benchmark.cap);
        }
        let number = self.at(end, What::Finish, id);
        self.nodes.at_mut(id).plan = number;
    }

    /// Ends an execution.
    #[inline]
    pub(super) fn finish(&mut self, id: u32, number: u64) {
        if self.nodes.at(id).plan != number {
            return;
        }
        self.enter(id, State::Idle);
        let node = self.nodes.at_mut(id);
        let (kind, handle) = (node.kind, node.job);
        node.kind = Kind::None;
        node.job = Handle::NONE;
        node.plan = NOTHING;
        match kind {
            Kind::None => return,
            Kind::Bench => self.measured(id),
            Kind::Serial => {
                let mut root = Job::new(0, 0, Handle::NONE, self.attempt);
                root.state = JobState::Running;
                let root = self.add(id, root);
                self.begin(id, Kind::Job, root, self.scenario.application.split);
                return;
            }
            Kind::Merge => self.complete(id, handle),
            Kind::Job => self.executed(id, handle),
        }
        self.schedule(id);
        self.refresh(id);
    }

    /// Ends a benchmark: sets the measured speed and the due time of the next one.
    fn measured(&mut self, id: u32) {
        let (now, benchmark) = (self.now, self.scenario.monitoring.benchmark);
        let node = self.nodes.at_mut(id);
        let left = node.remaining - (now - node.exec_since) * node.speed;
        let took = now - node.begun;
        node.measured = Some(benchmark.speed(left, took));
        node.bench_due = benchmark.next_due(node.begun, took);
    }

    /// Ends a leaf or the split of a job.
    #[inline]
    fn executed(&mut self, id: u32, handle: Handle) {
        let Some(job) = self.jobs.get(handle) else {
            return;
        };
        if !self.tree.is_leaf(job.level, job.path) {
            self.spawn(id, handle);
            return;
        }
        let (path, stale) = (job.path, job.attempt != self.attempt);
        self.nodes.at_mut(id).leaves += 1;
        self.outcome.leaves += 1;
        if self.seen.is_some() {
            self.note_leaf(path, stale);
        }
        self.complete(id, handle);
    }

    /// The word and the bit of a leaf among those that were executed.
    fn place_of(&self, path: u64) -> (usize, u64) {
        let leaf = path.saturating_sub(self.tree.first_leaf);
        let word = usize::try_from(leaf / 64).unwrap_or(usize::MAX);
        (word, 1 << (leaf % 64))
    }

    /// Whether the master executes the sequential part or a new leaf: no strategy removes it, so the program comes further.
    pub(super) fn advances(&self) -> bool {
        let master = self.nodes.at(self.master);
        let new = |job: &Job| {
            let (word, bit) = self.place_of(job.path);
            let done = self.seen.as_ref().and_then(|seen| seen.get(word));
            job.attempt == self.attempt
                && self.tree.is_leaf(job.level, job.path)
                && done.is_some_and(|done| done & bit == 0)
        };
        match master.kind {
            Kind::Serial => true,
            Kind::Job => self.jobs.get(master.job).is_some_and(new),
            Kind::None | Kind::Merge | Kind::Bench => false,
        }
    }

    /// Counts a leaf as new or as computed again.
    fn note_leaf(&mut self, path: u64, stale: bool) {
        let (word, bit) = self.place_of(path);
        let slot = self.seen.as_mut().and_then(|seen| seen.get_mut(word));
        match slot {
            Some(slot) if !stale && *slot & bit == 0 => {
                *slot |= bit;
                self.seen_count += 1;
                self.came_further();
            }
            _ => self.outcome.redone += 1,
        }
    }

    /// Adds a job to a node.
    #[inline]
    pub(super) fn add(&mut self, id: u32, mut job: Job) -> Handle {
        job.node = id;
        job.arrival = self.arrivals;
        self.arrivals += 1;
        self.jobs.add(job)
    }

    /// Queues the children of a job, or finds children again that lost an earlier parent.
    fn spawn(&mut self, id: u32, handle: Handle) {
        let Some(job) = self.jobs.get_mut(handle) else {
            return;
        };
        let children = match self.tree.irregular {
            Some(tree) => u8::try_from(tree.children(job.path)).unwrap_or(u8::MAX),
            None => self.branching,
        };
        job.state = JobState::Waiting;
        job.pending = children;
        let (attempt, level, again) = (job.attempt, job.level.saturating_add(1), job.again);
        let above = job.path;
        if self.registry.is_empty() || attempt != self.attempt {
            let queued = Queued::children(handle, children);
            self.nodes.at_mut(id).deque.push_back(queued);
            return;
        }
        for place in 0..u32::from(children) {
            let path = self.scenario.application.child(above, place);
            if let Some(orphan) = self.take_orphan(path) {
                self.relink(orphan, handle);
                continue;
            }
            let mut child = Job::new(path, level, handle, attempt);
            child.again = again;
            let child = self.add(id, child);
            self.nodes.at_mut(id).deque.push_back(Queued::job(child));
        }
    }

    /// Ends a leaf or a merge: the result goes to the parent.
    #[inline]
    fn complete(&mut self, id: u32, handle: Handle) {
        let Some(job) = self.jobs.get_mut(handle) else {
            return;
        };
        if job.attempt != self.attempt {
            self.jobs.end(handle);
            return;
        }
        if job.level == 0 {
            self.jobs.end(handle);
            self.end_phase();
            return;
        }
        job.state = JobState::Result;
        let (parent, level, path) = (job.parent, job.level, job.path);
        let Some(parent) = self.jobs.get(parent) else {
            self.keep_orphan(handle, path);
            return;
        };
        let to = parent.node;
        if to == id {
            self.deliver(handle);
            return;
        }
        let bytes = self.result_bytes(level, path);
        let sent = self.send_result(id, to, bytes, handle);
        let reach = self.reach(id, to);
        let number = self.at(sent, What::Sent, id);
        let node = self.nodes.at_mut(id);
        node.sending = reach;
        node.sent = number;
    }

    /// Bytes of the result of a job.
    pub(super) fn result_bytes(&self, level: u8, path: u64) -> f64 {
        let application = &self.scenario.application;
        match self.mean_leaves(path) {
            Some(leaves) => application.base_bytes + application.output_bytes * leaves,
            None => of_level(&self.sizes.result, level),
        }
    }

    /// Bytes of a stolen job.
    pub(super) fn job_bytes(&self, level: u8, path: u64) -> f64 {
        let application = &self.scenario.application;
        match self.mean_leaves(path) {
            Some(leaves) => application.base_bytes + application.input_bytes * leaves,
            None => of_level(&self.sizes.job, level),
        }
    }

    /// The work of a job of an irregular tree, in leaves of mean work; none where its level gives the number of leaves.
    fn mean_leaves(&self, path: u64) -> Option<f64> {
        let leaf = self.scenario.application.leaf;
        let tree = self.tree.irregular.filter(|_| leaf > 0.0)?;
        Some(tree.work(path) / leaf)
    }

    /// Frees a node after its link has taken the result.
    pub(super) fn was_sent(&mut self, id: u32, number: u64) {
        let node = self.nodes.at_mut(id);
        if node.sent != number {
            return;
        }
        node.sent = NOTHING;
        node.sending = Reach::None;
        self.schedule(id);
        self.refresh(id);
    }

    /// Delivers a result to the parent.
    #[inline]
    pub(super) fn deliver(&mut self, handle: Handle) {
        let Some(job) = self.jobs.get(handle) else {
            return;
        };
        if job.attempt != self.attempt {
            self.jobs.end(handle);
            return;
        }
        let (path, above) = (job.path, job.parent);
        let active = self
            .jobs
            .get(above)
            .is_some_and(|parent| self.nodes.at(parent.node).active);
        if !active {
            self.save_orphan(handle);
            return;
        }
        let Some(parent) = self.jobs.get_mut(above) else {
            return;
        };
        let place = path.wrapping_sub(self.scenario.application.child(parent.path, 0));
        let bit = 1_u32.checked_shl(place as u32).unwrap_or(0);
        if parent.delivered & bit != 0 {
            self.outcome.repeated += 1;
        }
        parent.delivered |= bit;
        parent.pending = parent.pending.saturating_sub(1);
        let (complete, to) = (parent.pending == 0, parent.node);
        self.jobs.end(handle);
        if complete {
            let node = self.nodes.at_mut(to);
            node.ready.push(above);
            if node.kind == Kind::None {
                self.schedule(to);
            }
        }
    }

    /// Computes the state of a node that does not execute, and books the time if it changed.
    #[inline]
    pub(super) fn refresh(&mut self, id: u32) {
        let node = self.nodes.at(id);
        if !node.active || node.kind != Kind::None {
            return;
        }
        let state = node.resting();
        if state != node.state {
            self.enter(id, state);
        }
    }
}

/// The constant of a level.
fn of_level(sizes: &[f64], level: u8) -> f64 {
    sizes.get(usize::from(level)).copied().unwrap_or_default()
}

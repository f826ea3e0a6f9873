//! Jobs that lost their parent, and parents that lost a job.

use super::slots::{JobState, Queued};
use super::transport::Message;
use super::{Engine, Handle, Job};
use crate::record::Record;
use crate::scenario::Orphans;

impl<R: Record> Engine<'_, R> {
    /// Remembers a job that lost its parent.
    pub(super) fn register(&mut self, path: u64, orphan: Handle) {
        let before = self.registry.insert(path, orphan);
        if let Some(before) = before
            && before != orphan
            && self
                .jobs
                .get(before)
                .is_some_and(|job| job.state == JobState::Saved)
        {
            self.jobs.end(before);
        }
    }

    /// Takes a remembered job with that path, if it is alive.
    pub(super) fn take_orphan(&mut self, path: u64) -> Option<Handle> {
        self.registry
            .remove(&path)
            .filter(|orphan| self.jobs.get(*orphan).is_some())
    }

    /// Keeps the result of a job on its node because its parent is dead, if the job is remembered.
    pub(super) fn keep_orphan(&mut self, handle: Handle, path: u64) {
        if self.registry.get(&path) != Some(&handle) {
            self.jobs.end(handle);
        } else if let Some(job) = self.jobs.get_mut(handle) {
            job.state = JobState::Saved;
        }
    }

    /// Keeps a result at its holder because its parent is gone; drops it where orphans are discarded or the holder left.
    pub(super) fn save_orphan(&mut self, handle: Handle) {
        let Some(job) = self.jobs.get_mut(handle) else {
            return;
        };
        let reuse = self.scenario.orphans == Orphans::Reuse;
        if !reuse || !self.nodes.at(job.node).active {
            self.jobs.end(handle);
            return;
        }
        job.state = JobState::Saved;
        job.available = self.now;
        let path = job.path;
        self.register(path, handle);
    }

    /// Moves the remembered results of a node that left to its heir; a node that crashed loses them.
    pub(super) fn move_saved(&mut self, id: u32, heir: u32, graceful: bool) {
        let jobs = &mut self.jobs;
        self.registry.retain(|_, orphan| {
            let Some(job) = jobs.get_mut(*orphan) else {
                return false;
            };
            if job.state != JobState::Saved || job.node != id {
                return true;
            }
            if graceful {
                job.node = heir;
            } else {
                jobs.end(*orphan);
            }
            graceful
        });
    }

    /// Gives a job that lost its parent a new one.
    pub(super) fn relink(&mut self, orphan: Handle, parent: Handle) {
        self.outcome.orphans_reused += 1;
        let Some(job) = self.jobs.get_mut(orphan) else {
            return;
        };
        job.parent = parent;
        if job.state == JobState::Saved {
            let time = self.now.max(job.available);
            self.post(time, Message::Ship { job: orphan });
        }
    }

    /// Sends a saved result to its new parent; the holder is not blocked.
    pub(super) fn ship(&mut self, handle: Handle) {
        let Some(job) = self.jobs.get(handle).copied() else {
            return;
        };
        if job.state != JobState::Saved || job.attempt != self.attempt {
            return;
        }
        if !self.nodes.at(job.node).active {
            self.jobs.end(handle);
            self.requeue(job.path, job.parent, job.attempt, job.level);
            return;
        }
        // Without its parent, the result stays remembered and waits for the next one.
        let Some(to) = self.jobs.get(job.parent).map(|parent| parent.node) else {
            return;
        };
        if let Some(job) = self.jobs.get_mut(handle) {
            job.state = JobState::Result;
        }
        if to == job.node {
            self.deliver(handle);
        } else {
            let bytes = self.result_bytes(job.level, job.path);
            self.send_result(job.node, to, bytes, handle);
        }
    }

    /// Finds a lost job again, or creates it again where its parent is.
    pub(super) fn requeue(&mut self, path: u64, parent: Handle, attempt: u32, level: u8) {
        let Some(to) = self.jobs.get(parent).map(|parent| parent.node) else {
            return;
        };
        if attempt != self.attempt || !self.nodes.at(to).active {
            return;
        }
        if let Some(orphan) = self.take_orphan(path) {
            self.relink(orphan, parent);
            return;
        }
        let mut job = Job::new(path, level, parent, attempt);
        job.again = true;
        let job = self.add(to, job);
        self.nodes.at_mut(to).deque.push_back(Queued::job(job));
        self.schedule(to);
    }
}

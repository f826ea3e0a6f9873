//! Work stealing: the requests of an idle node, and their outcomes.

use super::node::Reach;
use super::slots::{JobState, Queued};
use super::transport::{Cargo, Message};
use super::{Engine, Handle, Kind, NOTHING, What};
use crate::generator::below;
use crate::record::Record;
use crate::scenario::Policy;

/// A request for work.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request {
    /// The node that asks.
    pub(super) thief: u32,
    /// The node that is asked.
    pub(super) victim: u32,
    /// The thief's activation.
    pub(super) epoch: u32,
    /// Whether the thief waits for the answer.
    pub(super) waits: bool,
}

impl<R: Record> Engine<'_, R> {
    /// Sends the requests of an idle node.
    pub(super) fn steal(&mut self, id: u32) {
        let node = self.nodes.at(id);
        if node.waiting != Reach::None || node.wake != NOTHING {
            self.refresh(id);
            return;
        }
        match self.scenario.stealing.policy {
            Policy::ClusterAware => {
                if !node.asked_remote
                    && let Some(victim) = self.remote_victim(id)
                {
                    self.nodes.at_mut(id).asked_remote = true;
                    self.ask(id, victim, false);
                }
                match self.local_victim(id) {
                    Some(victim) => {
                        self.nodes.at_mut(id).waiting = Reach::Intra;
                        self.ask(id, victim, true);
                    }
                    None => self.back_off(id),
                }
            }
            Policy::Random => match self.any_victim(id) {
                Some(victim) => {
                    let reach = self.reach(id, victim);
                    self.nodes.at_mut(id).waiting = reach;
                    self.ask(id, victim, true);
                }
                None => self.back_off(id),
            },
        }
        self.refresh(id);
    }

    /// Draws an active node of another cluster, uniformly.
    fn remote_victim(&mut self, id: u32) -> Option<u32> {
        let node = self.nodes.at_mut(id);
        let site = self.sites.at(node.cluster);
        let others = self.active.len().saturating_sub(site.active.len());
        if others == 0 {
            return None;
        }
        let choice = below(&mut node.random, others);
        let place = if site.contiguous {
            if choice < site.first as usize {
                choice
            } else {
                choice + site.active.len()
            }
        } else {
            // The own nodes before the chosen one: place − rank counts the nodes of other clusters before each.
            let nodes = &self.nodes;
            let before = site.active.partition_point(|own| {
                (nodes.at(*own).place - nodes.at(*own).rank) as usize <= choice
            });
            choice + before
        };
        self.active.get(place).copied()
    }

    /// Draws another active node of the same cluster, uniformly.
    fn local_victim(&mut self, id: u32) -> Option<u32> {
        let node = self.nodes.at_mut(id);
        let site = self.sites.at(node.cluster);
        another(&mut node.random, &site.active, node.rank)
    }

    /// Draws another active node, uniformly.
    fn any_victim(&mut self, id: u32) -> Option<u32> {
        let node = self.nodes.at_mut(id);
        another(&mut node.random, &self.active, node.place)
    }

    /// Sends a request.
    fn ask(&mut self, thief: u32, victim: u32, waits: bool) {
        let count = if self.reach(thief, victim) == Reach::Intra {
            &mut self.outcome.local
        } else {
            &mut self.outcome.remote
        };
        count.requests += 1;
        let request = Request {
            thief,
            victim,
            epoch: self.nodes.at(thief).epoch,
            waits,
        };
        let time = self.now + self.control(thief, victim);
        self.post(time, Message::Ask(request));
    }

    /// Waits after a refusal or without a victim, twice as long each time up to the longest wait.
    fn back_off(&mut self, id: u32) {
        let stealing = &self.scenario.stealing;
        let wait = self.nodes.at(id).wait.min(stealing.longest_wait);
        let number = self.at(self.now + wait, What::Wake, id);
        let node = self.nodes.at_mut(id);
        node.wait = (node.wait * 2.0).min(stealing.longest_wait * 2.0);
        node.wake = number;
        self.refresh(id);
    }

    /// Ends the wait of a node.
    pub(super) fn woken(&mut self, id: u32, number: u64) {
        let node = self.nodes.at_mut(id);
        if node.wake != number || !node.active {
            return;
        }
        node.wake = NOTHING;
        self.schedule(id);
    }

    /// Handles a request at its victim: the oldest valid job goes to the thief, or a refusal.
    pub(super) fn asked(&mut self, request: Request) {
        let Request {
            thief,
            victim,
            epoch,
            waits,
        } = request;
        let asking = self.nodes.at(thief);
        let valid = self.nodes.at(victim).active && asking.active && asking.epoch == epoch;
        let found = if valid { self.oldest(victim) } else { None };
        let Some(handle) = found else {
            let time = self.now + self.control(victim, thief);
            self.post(time, Message::Refused(request));
            return;
        };
        let arrival = self.arrivals;
        self.arrivals += 1;
        let (level, path) = match self.jobs.get_mut(handle) {
            Some(job) => {
                job.node = thief;
                job.arrival = arrival;
                job.state = JobState::Transit;
                (job.level, job.path)
            }
            None => (0, 0),
        };
        let count = if self.reach(victim, thief) == Reach::Intra {
            &mut self.outcome.local
        } else {
            &mut self.outcome.remote
        };
        count.steals += 1;
        let bytes = self.job_bytes(level, path);
        let cargo = Cargo::Stolen {
            job: handle,
            victim,
            sent: self.now,
            waits,
        };
        self.send(victim, thief, bytes, cargo);
    }

    /// Takes the oldest job of this phase from a deque.
    fn oldest(&mut self, victim: u32) -> Option<Handle> {
        while let Some(entry) = self.nodes.at_mut(victim).deque.front_mut() {
            let (taken, empty) = entry.oldest();
            if empty {
                self.nodes.at_mut(victim).deque.pop_front();
            }
            if let Some(handle) = self.take(victim, taken) {
                return Some(handle);
            }
        }
        None
    }

    /// Handles a refusal at the thief.
    pub(super) fn refused(&mut self, request: Request) {
        let id = request.thief;
        let node = self.nodes.at_mut(id);
        if !node.active || node.epoch != request.epoch {
            return;
        }
        if !request.waits {
            node.asked_remote = false;
            return;
        }
        node.waiting = Reach::None;
        if node.kind == Kind::None && node.sending == Reach::None {
            self.back_off(id);
        }
    }

    /// Handles a stolen job at the thief.
    pub(super) fn stolen(&mut self, id: u32, epoch: u32, handle: Handle, waits: bool) {
        let node = self.nodes.at_mut(id);
        if !node.active || node.epoch != epoch {
            return;
        }
        if waits {
            node.waiting = Reach::None;
        } else {
            node.asked_remote = false;
        }
        if let Some(job) = self.jobs.get_mut(handle)
            && job.state == JobState::Transit
        {
            if job.attempt == self.attempt {
                job.state = JobState::Queued;
                node.deque.push_back(Queued::job(handle));
            } else {
                self.jobs.end(handle);
            }
        }
        node.wait = self.scenario.stealing.first_wait;
        node.wake = NOTHING;
        self.schedule(id);
    }
}

/// Draws another item of a list than that at a place, uniformly; none from a list of one, without a draw.
fn another(random: &mut trace::random::Random, list: &[u32], own: u32) -> Option<u32> {
    let others = list.len().saturating_sub(1);
    if others == 0 {
        return None;
    }
    let choice = below(random, others);
    let place = if choice < own as usize {
        choice
    } else {
        choice + 1
    };
    list.get(place).copied()
}

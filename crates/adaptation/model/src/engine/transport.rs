//! Messages: inside a cluster without contention, between clusters through two links that serve in order.

use super::node::Reach;
use super::stealing::Request;
use super::{Engine, Handle};
use crate::record::{Record, Steal, Transfer};

/// A message or a rare event, which happens later.
#[derive(Clone, Copy, Debug)]
pub(super) enum Message {
    /// A request for work, at the victim.
    Ask(Request),
    /// A refusal, at the thief.
    Refused(Request),
    /// A message inside a cluster, at its receiver.
    Local(Bulk),
    /// A message between clusters, at the link of the receiver's cluster.
    Gateway(Bulk),
    /// A message between clusters, at its receiver.
    Remote(Bulk),
    /// A lost job is created again.
    Requeue {
        /// Its path.
        path: u64,
        /// The job that spawned it.
        parent: Handle,
        /// The attempt it belongs to.
        attempt: u32,
        /// Its level.
        level: u8,
    },
    /// A saved result can be sent.
    Ship {
        /// The job.
        job: Handle,
    },
    /// An order to leave, at the node.
    Leave {
        /// The node.
        node: u32,
    },
    /// An order to leave is sent.
    Order {
        /// The node.
        node: u32,
    },
    /// A requested node takes part.
    Join {
        /// The node.
        node: u32,
    },
    /// A disturbance.
    Disturb {
        /// Its place in the scenario.
        event: u32,
    },
    /// The master's crash is noticed.
    Elect {
        /// The attempt at a phase that the crash ended.
        attempt: u32,
    },
    /// A monitoring period ends.
    Period {
        /// The number of the period, from 1.
        tick: u64,
    },
    /// A node reports.
    Report {
        /// The node.
        node: u32,
    },
    /// The coordinator decides.
    Coordinate {
        /// The number of the period, from 1.
        tick: u64,
    },
    /// A measurement interval ends.
    Interval {
        /// The number of the interval, from 1.
        tick: u64,
    },
}

/// The content of a bulk message.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cargo {
    /// A stolen job.
    Stolen {
        /// The job.
        job: Handle,
        /// The node that had it.
        victim: u32,
        /// The time at which it was sent, s.
        sent: f64,
        /// Whether the thief waits for it.
        waits: bool,
    },
    /// A result.
    Result {
        /// The job.
        job: Handle,
    },
}

/// A job or a result on its way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bulk {
    to: u32,
    epoch: u32,
    from_site: u32,
    bytes: f64,
    service: f64,
    cargo: Cargo,
}

impl<R: Record> Engine<'_, R> {
    /// Handles a message or a rare event.
    pub(super) fn receive(&mut self, message: Message) {
        match message {
            Message::Ask(request) => self.asked(request),
            Message::Refused(request) => self.refused(request),
            Message::Local(bulk) => self.unload(&bulk),
            Message::Gateway(bulk) => self.gateway(bulk),
            Message::Remote(bulk) => self.arrive(&bulk),
            Message::Requeue {
                path,
                parent,
                attempt,
                level,
            } => self.requeue(path, parent, attempt, level),
            Message::Ship { job } => self.ship(job),
            Message::Leave { node } => {
                self.leave(node, true);
            }
            Message::Order { node } => self.order_to_leave(node),
            Message::Join { node } => self.join(node),
            Message::Disturb { event } => self.disturb(event),
            Message::Elect { attempt } => self.elect(attempt),
            Message::Period { tick } => self.period_ends(tick),
            Message::Report { node } => self.report(node),
            Message::Coordinate { tick } => self.coordinate(tick),
            Message::Interval { tick } => self.interval_ends(tick),
        }
    }

    /// The reach of a message between two nodes.
    #[inline]
    pub(super) fn reach(&self, from: u32, to: u32) -> Reach {
        if self.nodes.at(from).cluster == self.nodes.at(to).cluster {
            Reach::Intra
        } else {
            Reach::Inter
        }
    }

    /// The time of a control message, s.
    #[inline]
    pub(super) fn control(&self, from: u32, to: u32) -> f64 {
        let (a, b) = (self.nodes.at(from).cluster, self.nodes.at(to).cluster);
        let site = self.sites.at(a);
        if a == b {
            site.control
        } else {
            site.links.remote_control(&self.sites.at(b).links)
        }
    }

    /// Sends a result, and returns the time at which the sender's link has taken it, s.
    pub(super) fn send_result(&mut self, from: u32, to: u32, bytes: f64, job: Handle) -> f64 {
        self.send(from, to, bytes, Cargo::Result { job })
    }

    /// Sends a job or a result, and returns the time at which the sender's link has taken it, s.
    pub(super) fn send(&mut self, from: u32, to: u32, bytes: f64, cargo: Cargo) -> f64 {
        let now = self.now;
        let from_site = self.nodes.at(from).cluster;
        let target = self.nodes.at_mut(to);
        let mut bulk = Bulk {
            to,
            epoch: target.epoch,
            from_site,
            bytes,
            service: 0.0,
            cargo,
        };
        let links = self.sites.at(from_site).links;
        if target.cluster == from_site {
            self.outcome.local.bytes += bytes;
            let sent = now + bytes / links.lan_bandwidth;
            self.post(sent + links.lan_latency, Message::Local(bulk));
            return sent;
        }
        self.outcome.remote.bytes += bytes;
        let latency = links.latency + self.sites.at(target.cluster).links.latency;
        let site = self.sites.at_mut(from_site);
        let start = now.max(site.up_free);
        let end = start + bytes / links.up;
        site.up_free = end;
        bulk.service = end - start;
        if target.active {
            target.inbound = target.inbound.saturating_add(1);
        }
        if R::ON {
            self.recorder.transfer(Transfer {
                cluster: from_site,
                up: true,
                queued: now,
                from: start,
                to: end,
                bytes,
                bandwidth: links.up,
            });
        }
        self.refresh(to);
        self.post(end + latency, Message::Gateway(bulk));
        end
    }

    /// Queues a message at the link of the receiver's cluster.
    fn gateway(&mut self, mut bulk: Bulk) {
        let now = self.now;
        let cluster = self.nodes.at(bulk.to).cluster;
        let site = self.sites.at_mut(cluster);
        let start = now.max(site.down_free);
        let end = start + bulk.bytes / site.links.down;
        site.down_free = end;
        bulk.service = bulk.service.max(end - start);
        if R::ON {
            self.recorder.transfer(Transfer {
                cluster,
                up: false,
                queued: now,
                from: start,
                to: end,
                bytes: bulk.bytes,
                bandwidth: site.links.down,
            });
        }
        self.post(end, Message::Remote(bulk));
    }

    /// Hands a message between clusters to its receiver.
    fn arrive(&mut self, bulk: &Bulk) {
        let cluster = self.nodes.at(bulk.to).cluster;
        for site in [bulk.from_site, cluster] {
            let traffic = &mut self.sites.at_mut(site).traffic;
            traffic.bytes += bulk.bytes;
            traffic.seconds += bulk.service;
        }
        let node = self.nodes.at_mut(bulk.to);
        if node.active && node.epoch == bulk.epoch {
            node.inbound = node.inbound.saturating_sub(1);
        }
        self.unload(bulk);
        self.refresh(bulk.to);
    }

    /// Counts a job that one cluster stole from another.
    fn count_theft(&mut self, thief: u32, victim: u32) {
        if self.nodes.at(thief).cluster != self.nodes.at(victim).cluster {
            self.nodes.at_mut(thief).taken += 1;
            self.nodes.at_mut(victim).given += 1;
        }
    }

    /// Gives the cargo to the receiver. A result is delivered even where the receiver left: its job may have a new parent.
    fn unload(&mut self, bulk: &Bulk) {
        match bulk.cargo {
            Cargo::Result { job } => self.deliver(job),
            Cargo::Stolen {
                job,
                victim,
                sent,
                waits,
            } => {
                if let Some(path) = self.jobs.get(job).map(|job| job.path) {
                    self.count_theft(bulk.to, victim);
                    if R::ON {
                        self.recorder.steal(Steal {
                            thief: bulk.to,
                            victim,
                            path,
                            sent,
                            arrived: self.now,
                        });
                    }
                }
                self.stolen(bulk.to, bulk.epoch, job, waits);
            }
        }
    }
}

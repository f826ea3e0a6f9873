//! A node and its cluster, as the engine sees them.

use std::collections::VecDeque;

use trace::random::Random;

use super::slots::{Handle, Queued};
use crate::metrics::overhead::Times;
use crate::platform::Links;
use crate::strategy::{Report, Traffic};

/// An event number that no event has: nothing is planned.
pub(super) const NOTHING: u64 = u64::MAX;

/// The state of a node, for its accounts: exactly one at any time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It does not take part.
    Off,
    /// No other state.
    Idle,
    /// Executing.
    Busy,
    /// Waiting for or sending to its cluster.
    Intra,
    /// Waiting for, sending to or receiving from another cluster.
    Inter,
    /// Executing the benchmark.
    Bench,
}

/// The reach of a message or a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// Nowhere.
    None,
    /// The own cluster.
    Intra,
    /// Another cluster.
    Inter,
}

/// The execution of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing.
    None,
    /// A leaf, or the split of a job.
    Job,
    /// A merge.
    Merge,
    /// The sequential part.
    Serial,
    /// The benchmark.
    Bench,
}

/// A node.
#[derive(Debug)]
pub(super) struct Node {
    /// base speed / load.
    pub(super) speed: f64,
    /// Work left of the execution, at `exec_since`.
    pub(super) remaining: f64,
    /// The start of the execution, or of the present speed during it, s.
    pub(super) exec_since: f64,
    /// The start of the execution, s.
    pub(super) begun: f64,
    /// The job it executes.
    pub(super) job: Handle,
    /// The number of the event that ends the execution.
    pub(super) plan: u64,
    /// The number of the event that ends its wait after a refusal.
    pub(super) wake: u64,
    /// The number of the event that ends its sending.
    pub(super) sent: u64,
    /// The start of its state, s.
    pub(super) since: f64,
    /// The due time of the next benchmark, s.
    pub(super) bench_due: f64,
    /// The wait after the next refusal, s.
    pub(super) wait: f64,
    /// Its cluster.
    pub(super) cluster: u32,
    /// The number of its activations.
    pub(super) epoch: u32,
    /// Jobs and results on their way to it from other clusters.
    pub(super) inbound: u32,
    /// Its place among the active nodes of its cluster.
    pub(super) rank: u32,
    /// Its place among all active nodes.
    pub(super) place: u32,
    /// Its execution.
    pub(super) kind: Kind,
    /// Its state, for its accounts.
    pub(super) state: State,
    /// The reach of a synchronous request.
    pub(super) waiting: Reach,
    /// The reach of the result that it sends.
    pub(super) sending: Reach,
    /// Whether an asynchronous request is outstanding.
    pub(super) asked_remote: bool,
    /// Whether it takes part.
    pub(super) active: bool,
    /// Whether it crashed.
    pub(super) dead: bool,
    /// Whether it was requested and will take part soon.
    pub(super) requested: bool,
    /// Its jobs that may run; the newest last.
    pub(super) deque: VecDeque<Queued>,
    /// Its merges that may run; the newest last.
    pub(super) ready: Vec<Handle>,
    /// Its random numbers.
    pub(super) random: Random,
    /// Time by state in this period, s.
    pub(super) period: Times,
    /// Time by state in the whole run, s.
    pub(super) total: Times,
    /// Finished leaves.
    pub(super) leaves: u64,
    /// Jobs that it stole from other clusters.
    pub(super) taken: u64,
    /// Jobs that other clusters stole from it.
    pub(super) given: u64,
    /// Finished leaves at the last interval.
    pub(super) leaves_seen: u64,
    /// Speed without load.
    pub(super) base_speed: f64,
    /// The last measured speed.
    pub(super) measured: Option<f64>,
    /// The delay of its clock, s.
    pub(super) offset: f64,
    /// The start of its period, s.
    pub(super) period_start: f64,
    /// Its latest report.
    pub(super) report: Option<Report>,
    /// The time at which it joined, s.
    pub(super) joined: f64,
    /// The time for which it took part before, s.
    pub(super) took_part: f64,
    /// Whether the client of the thesis's strategies counts on it.
    pub(super) believed: bool,
}

impl Node {
    /// A node that does not take part.
    pub(super) fn new(cluster: u32, base_speed: f64, random: Random) -> Self {
        Self {
            speed: base_speed,
            remaining: 0.0,
            exec_since: 0.0,
            begun: 0.0,
            job: Handle::NONE,
            plan: NOTHING,
            wake: NOTHING,
            sent: NOTHING,
            since: 0.0,
            bench_due: f64::INFINITY,
            wait: 0.0,
            cluster,
            epoch: 0,
            inbound: 0,
            rank: 0,
            place: 0,
            kind: Kind::None,
            state: State::Off,
            waiting: Reach::None,
            sending: Reach::None,
            asked_remote: false,
            active: false,
            dead: false,
            requested: false,
            deque: VecDeque::new(),
            ready: Vec::new(),
            random,
            period: Times::default(),
            total: Times::default(),
            leaves: 0,
            taken: 0,
            given: 0,
            leaves_seen: 0,
            base_speed,
            measured: None,
            offset: 0.0,
            period_start: 0.0,
            report: None,
            joined: 0.0,
            took_part: 0.0,
            believed: false,
        }
    }

    /// The state of a node that does not execute.
    #[inline]
    pub(super) const fn resting(&self) -> State {
        match (self.sending, self.waiting) {
            (Reach::Inter, _) => State::Inter,
            (Reach::Intra, _) => State::Intra,
            _ if self.inbound > 0 => State::Inter,
            (_, Reach::Inter) => State::Inter,
            (_, Reach::Intra) => State::Intra,
            _ => State::Idle,
        }
    }

    /// Books the time in the present state up to now.
    #[inline]
    pub(super) fn book(&mut self, now: f64) {
        let time = now - self.since;
        let (period, total) = match self.state {
            State::Off => return,
            State::Idle => (&mut self.period.idle, &mut self.total.idle),
            State::Busy => (&mut self.period.busy, &mut self.total.busy),
            State::Intra => (&mut self.period.intra, &mut self.total.intra),
            State::Inter => (&mut self.period.inter, &mut self.total.inter),
            State::Bench => (&mut self.period.bench, &mut self.total.bench),
        };
        *period += time;
        *total += time;
    }
}

/// A cluster.
#[derive(Debug)]
pub(super) struct Site {
    /// Its links, with the bandwidths in force.
    pub(super) links: Links,
    /// The time at which its uplink is free, s.
    pub(super) up_free: f64,
    /// The time at which its downlink is free, s.
    pub(super) down_free: f64,
    /// Its traffic with other clusters since the last decision.
    pub(super) traffic: Traffic,
    /// The time of a control message inside the cluster, s.
    pub(super) control: f64,
    /// Its active nodes, ascending.
    pub(super) active: Vec<u32>,
    /// The place of its first active node among all active nodes.
    pub(super) first: u32,
    /// Whether its active nodes follow each other among all active nodes.
    pub(super) contiguous: bool,
}

impl Site {
    /// A cluster without active nodes.
    pub(super) fn new(links: Links) -> Self {
        Self {
            control: links.local_control(),
            links,
            up_free: 0.0,
            down_free: 0.0,
            traffic: Traffic::default(),
            active: Vec::new(),
            first: 0,
            contiguous: true,
        }
    }
}

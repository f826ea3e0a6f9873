//! The outcome of a run of the discrete-event engine.

use crate::metrics::overhead::Times;
use crate::strategy::Decision;

/// The end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All iterations are done.
    Done,
    /// No active node was left to become master.
    NoNode,
    /// The strategy changed the nodes a thousand times without one new leaf, and without the sequential part or a new leaf under way on
    /// the master, for longer than ten leaves take the slowest node (own choice): the run is unfinished, and the program may still end.
    Stalled,
    /// The run took all the simulated steps that its scenario allows ([`crate::Scenario::most_steps`]): it is unfinished.
    Stopped,
    /// The strategy could not go on ([`Strategy::gives_up`](crate::strategy::Strategy::gives_up)).
    GivenUp,
}

/// Counters of the messages inside clusters, or of those between clusters.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Messages {
    /// Requests for work (steal_req or wan_req).
    pub requests: u64,
    /// Jobs handed over (steal_ok or wan_ok).
    pub steals: u64,
    /// Bytes of jobs and results.
    pub bytes: f64,
}

/// The outcome of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NodeOutcome {
    /// Its cluster.
    pub cluster: u32,
    /// Its time by state, s.
    pub times: Times,
    /// The time for which it took part, s.
    pub took_part: f64,
    /// Leaves finished.
    pub leaves: u64,
    /// Jobs that it stole from other clusters.
    pub taken: u64,
    /// Jobs that other clusters stole from it.
    pub given: u64,
    /// Whether it takes part at the end.
    pub active: bool,
    /// Whether it crashed.
    pub crashed: bool,
}

/// The outcome of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Its end.
    pub end: End,
    /// The time of its end, s.
    pub runtime: f64,
    /// The time of each iteration, s.
    pub iterations: Vec<f64>,
    /// Simulated events.
    pub events: u64,
    /// The number of disturbances that the run met, the first in time; of one time, the first in the scenario.
    pub met: usize,
    /// Disturbances that changed nothing, by their places in the scenario: nodes that take part or crashed cannot join; nodes that do not
    /// take part cannot leave, nor can the master; a load or a bandwidth is set that is there already.
    pub idle: Vec<u32>,
    /// Disturbances in which nodes leave, but the master stays because it may not leave: their places in the scenario, and that master.
    pub stayed: Vec<(u32, u32)>,
    /// The outcome of each node.
    pub nodes: Vec<NodeOutcome>,
    /// Messages inside clusters.
    pub local: Messages,
    /// Messages between clusters.
    pub remote: Messages,
    /// Executed leaves.
    pub leaves: u64,
    /// Executions of leaves beyond the first of each.
    pub redone: u64,
    /// Orphans that were found again.
    pub orphans_reused: u64,
    /// Results that a parent received twice: 0, or this crate is at fault.
    pub repeated: u64,
    /// Leaves that a finished phase lacks: 0, or this crate is at fault. Counted where nodes can leave.
    pub missing: u64,
    /// The strategy's decisions: the first 100,000, and later ones that change something, up to as many more.
    pub decisions: Vec<Decision>,
    /// The number of decisions that change something, and of those that do not, whether they are kept or not.
    pub decided: (u64, u64),
    /// The time of the first decision that is not kept, s.
    pub unkept: Option<f64>,
    /// The number of active nodes after each change, with its time, s.
    pub active: Vec<(f64, u32)>,
    /// The most jobs that had a place in memory at once: most queued children get one when they are taken.
    pub live_jobs: usize,
}

impl Outcome {
    /// Nodes that take part at the end.
    #[must_use]
    pub fn final_active(&self) -> usize {
        self.nodes.iter().filter(|node| node.active).count()
    }

    /// The time for which nodes took part, together, s.
    #[must_use]
    pub fn node_time(&self) -> f64 {
        self.nodes.iter().map(|node| node.took_part).sum()
    }
}

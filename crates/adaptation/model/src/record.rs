//! The activities of every node over time, told to a listener.

pub mod picture;

/// The activity of a node, for a Gantt chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Activity {
    /// It does not take part: it left, or was never added.
    Away,
    /// Nothing to do.
    Idle,
    /// Executing a job, a merge or the sequential part.
    Busy,
    /// Waiting for a node of its cluster, or sending to it.
    Intra,
    /// Sending to or receiving from another cluster, or waiting for it.
    Inter,
    /// Executing the benchmark.
    Bench,
    /// Executing a job that was lost before, or one below it.
    Recompute,
    /// It crashed.
    Crashed,
}

/// The execution of a busy node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Nothing.
    None,
    /// The sequential part.
    Serial,
    /// A leaf, or the split of a job.
    Job {
        /// The job's path.
        path: u64,
    },
    /// The merge of a job.
    Merge {
        /// The job's path.
        path: u64,
    },
}

/// One activity of a node, with its times in s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// The node.
    pub node: u32,
    /// The activity.
    pub activity: Activity,
    /// The execution.
    pub work: Work,
    /// The phase, from 0.
    pub phase: u64,
    /// The start.
    pub from: f64,
    /// The end.
    pub to: f64,
}

/// A stolen job.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Steal {
    /// The node that gets it.
    pub thief: u32,
    /// The node that had it.
    pub victim: u32,
    /// The job's path.
    pub path: u64,
    /// The time at which the victim sent it, s.
    pub sent: f64,
    /// The time at which it arrived, s.
    pub arrived: f64,
}

/// A message that a link to or from the backbone served, with its times in s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transfer {
    /// The cluster of the link.
    pub cluster: u32,
    /// Whether it went to the backbone.
    pub up: bool,
    /// The time at which the link got it.
    pub queued: f64,
    /// The start of its service.
    pub from: f64,
    /// The end of its service.
    pub to: f64,
    /// Bytes.
    pub bytes: f64,
    /// The bandwidth in force when its service began, bytes/s.
    pub bandwidth: f64,
}

/// A listener to the events of a run. It costs nothing when it does not listen.
pub trait Record {
    /// Whether anybody listens.
    const ON: bool;
    /// Hears of an activity of a node; times of one node come in order.
    fn segment(&mut self, segment: Segment);
    /// Hears of a stolen job when it arrives.
    fn steal(&mut self, steal: Steal);
    /// Hears of a message on a link to or from the backbone when its service begins.
    fn transfer(&mut self, transfer: Transfer);
}

/// No listener.
#[derive(Clone, Copy, Debug, Default)]
pub struct Off;

impl Record for Off {
    const ON: bool = false;

    #[inline(always)]
    fn segment(&mut self, _: Segment) {}

    #[inline(always)]
    fn steal(&mut self, _: Steal) {}

    #[inline(always)]
    fn transfer(&mut self, _: Transfer) {}
}

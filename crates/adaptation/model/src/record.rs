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

impl Activity {
    /// The code in files: 0 to 5; the last three are display only and count as busy or off.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Away | Self::Crashed => 0,
            Self::Idle => 1,
            Self::Busy | Self::Recompute => 2,
            Self::Intra => 3,
            Self::Inter => 4,
            Self::Bench => 5,
        }
    }
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

/// A listener that keeps everything, up to a number of entries of each kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// The nodes' activities. Neighbours of one node with the same execution are one segment.
    pub segments: Vec<Segment>,
    /// The stolen jobs.
    pub steals: Vec<Steal>,
    /// The messages between clusters: two entries each.
    pub transfers: Vec<Transfer>,
    /// Whether entries are missing for want of room.
    pub cut: bool,
    most: usize,
    last: Last,
}

impl Recording {
    /// A recording of at most so many entries of each kind.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self {
            segments: Vec::new(),
            steals: Vec::new(),
            transfers: Vec::new(),
            cut: false,
            most,
            last: Last::default(),
        }
    }
}

/// The place of each node's last segment.
#[derive(Clone, Debug, Default, PartialEq)]
struct Last(Vec<Option<usize>>);

impl Last {
    /// Extends the last segment of a node by one that follows it and is `alike`; returns whether there is such a segment.
    fn extend(
        &self,
        segments: &mut [Segment],
        next: &Segment,
        alike: impl FnOnce(&Segment) -> bool,
    ) -> bool {
        let place = self.0.get(next.node as usize).copied().flatten();
        let last = place.and_then(|place| segments.get_mut(place));
        let last = last.filter(|last| {
            last.activity == next.activity
                && last.work == next.work
                && last.to == next.from
                && alike(last)
        });
        let Some(last) = last else {
            return false;
        };
        last.to = next.to;
        true
    }

    /// Adds a segment, the last one of its node from now on.
    fn push(&mut self, segments: &mut Vec<Segment>, next: Segment) {
        let node = next.node as usize;
        if self.0.len() <= node {
            self.0.resize(node + 1, None);
        }
        if let Some(last) = self.0.get_mut(node) {
            *last = Some(segments.len());
        }
        segments.push(next);
    }
}

impl Record for Recording {
    const ON: bool = true;

    fn segment(&mut self, segment: Segment) {
        let alike = |last: &Segment| last.phase == segment.phase;
        if self.last.extend(&mut self.segments, &segment, alike) {
            return;
        }
        if self.segments.len() >= self.most {
            self.cut = true;
            return;
        }
        self.last.push(&mut self.segments, segment);
    }

    fn steal(&mut self, steal: Steal) {
        if self.steals.len() < self.most {
            self.steals.push(steal);
        } else {
            self.cut = true;
        }
    }

    fn transfer(&mut self, transfer: Transfer) {
        if self.transfers.len() < self.most {
            self.transfers.push(transfer);
        } else {
            self.cut = true;
        }
    }
}

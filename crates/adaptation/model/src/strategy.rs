//! Strategies of adaptation: reports in, actions out.

pub mod assessment;
pub mod best_seen;
pub mod client;
pub mod coordinator;
pub mod hill_climbing;
pub mod marginal;
pub mod outliers;
pub mod watchdog;

use trace::random::Random;

use crate::metrics::overhead::Times;
use assessment::Assessment;

/// The rhythm in which a strategy is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rhythm {
    /// Never: nodes neither measure nor report.
    Never,
    /// Once in each monitoring period, with the reports of overheads and measured speeds.
    Periods,
    /// Once in each interval of so many s, with the leaves finished in it.
    Intervals(f64),
}

/// A node's report of a period.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Report {
    /// T, the length of the period, s.
    pub period: f64,
    /// The time by state.
    pub times: Times,
    /// The speed by the last benchmark; none before the first.
    pub speed: Option<f64>,
    /// Finished leaves.
    pub leaves: f64,
}

/// A node that takes part, as far as the strategy knows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Member {
    /// Its number.
    pub node: u32,
    /// Its cluster.
    pub cluster: u32,
    /// Its latest report (periods), or that of this interval; none from a silent node.
    pub report: Option<Report>,
}

/// A node that may be added.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// Its number.
    pub node: u32,
    /// Its cluster.
    pub cluster: u32,
    /// Its speed, as the scheduler of the grid sees it.
    pub speed: f64,
    /// The lesser bandwidth of its cluster's links to and from the backbone, bytes/s.
    pub bandwidth: f64,
}

/// The traffic over a cluster's links to other clusters since the last decision.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Traffic {
    /// Bytes.
    pub bytes: f64,
    /// Time of service, without waiting in queues, s.
    pub seconds: f64,
}

/// The knowledge of a strategy when it decides.
#[derive(Clone, Copy, Debug)]
pub struct Survey<'a> {
    /// The present time, s.
    pub time: f64,
    /// The number of the survey, from 1.
    pub tick: u64,
    /// The master, which no strategy removes.
    pub master: Option<u32>,
    /// Nodes that take part: in ascending order of numbers on the discrete-event engine, as they came on a landscape.
    pub members: &'a [Member],
    /// Free nodes in ascending order: of (cluster, number) in periods, of numbers in intervals.
    pub free: &'a [Candidate],
    /// Traffic by cluster.
    pub traffic: &'a [Traffic],
    /// Whether new nodes were installed since the last survey.
    pub new_hardware: bool,
}

impl Survey<'_> {
    /// The cluster of the master, where it takes part.
    #[must_use]
    pub fn masters_cluster(&self) -> Option<u32> {
        let master = self.master?;
        let found = self.members.iter().find(|member| member.node == master)?;
        Some(found.cluster)
    }
}

/// The change of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It takes part (ADD_NODE, RESUME_NODE of the thesis).
    Add,
    /// It leaves (REMOVE_NODE, PAUSE_NODE of the thesis).
    Remove,
}

/// The reason to add or remove a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Why {
    /// WAE is above E_max.
    Efficient,
    /// Its cluster's inter-cluster overhead is above the limit.
    ClusterOverhead {
        /// The overhead.
        overhead: f64,
    },
    /// WAE is below E_min, and its badness is among the worst.
    Bad {
        /// Its badness.
        badness: f64,
    },
    /// Its badness is above a limit, for any WAE.
    TooBad {
        /// Its badness.
        badness: f64,
        /// The limit.
        limit: f64,
    },
    /// It is faster than the node whose place it takes.
    Faster {
        /// The node that leaves.
        replaces: u32,
    },
    /// A faster node takes its place.
    Slower {
        /// The node that comes.
        replaced_by: u32,
    },
    /// The strategy tries whether more nodes pay: nothing is known of added ones.
    Trying,
    /// The nodes added before paid.
    Productive,
    /// The climber tries more nodes.
    Climbing,
    /// The climber tries fewer nodes, and its productivity is among the lowest.
    Descending {
        /// Its productivity in the block.
        productivity: f64,
    },
    /// It is slower than the median by more than the threshold.
    Outlier {
        /// 1 − productivity / median.
        slower: f64,
    },
    /// It did not report for too long.
    Silent {
        /// The number of silent intervals in a row.
        missed: u32,
    },
    /// It takes the place of a node that left.
    Substitute {
        /// The node that left.
        replaces: u32,
    },
    /// It is part of the best configuration seen, to which the strategy returns.
    Best,
    /// A strategy of the user's own decides so.
    Own,
}

/// A node to add or remove.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Action {
    /// The node.
    pub node: u32,
    /// The change.
    pub change: Change,
    /// The delay, s.
    pub delay: f64,
    /// The reason.
    pub why: Why,
}

/// The findings of a strategy before its decision.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures {
    /// Nodes that took part.
    pub active: usize,
    /// Nodes that were free, including those that the strategy would not take.
    pub free: usize,
    /// WAE, where the strategy computes it.
    pub wae: Option<f64>,
    /// The lowest and highest inter-cluster overhead of a cluster, where computed.
    pub inter_cluster: Option<(f64, f64)>,
    /// Total productivity, where computed.
    pub productivity: Option<f64>,
    /// The climber's direction after this decision, where there is a climber.
    pub direction: Option<hill_climbing::Direction>,
    /// The reason why nothing changes, where no threshold of WAE tells it.
    pub still: Option<Still>,
}

/// The reason why a strategy changes nothing, where no threshold of WAE tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Still {
    /// Not all nodes have reported all that it needs.
    Unready,
    /// It rests: more and fewer nodes did not pay, and productivity is about the same.
    Rests,
    /// The last change did not pay: it begins to rest.
    Unpaid,
    /// No more nodes take part than when it last wished to add some: it begins to rest.
    NoMore,
    /// Nodes that it requested have not come yet.
    Coming,
    /// Productivity fell after it turned, but before it removed a node: it begins to rest.
    Fell,
    /// More nodes did not pay: it turns, and tries fewer next.
    Turns,
    /// No node is free that it would take.
    NoneFree,
    /// One node is left, which stays.
    Alone,
    /// It only replaces nodes, and none is slow or silent.
    Replaces,
    /// It returns to the best nodes that it has seen, which all take part already.
    Best,
    /// It returns to the best nodes that it has seen, but none of those that are missing is free.
    Missing,
}

/// An entry of the decision log.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The time, s.
    pub time: f64,
    /// The number of the survey, from 1.
    pub tick: u64,
    /// The findings before it.
    pub figures: Figures,
    /// The nodes added and removed, in order; empty where nothing changes.
    pub actions: Vec<Action>,
    /// Overheads and badness by node, where the strategy computes them; the first 200,000 rows of a run.
    pub assessment: Option<Box<Assessment>>,
    /// The remark of an own strategy about it, or nothing.
    pub said: String,
}

impl Decision {
    /// The number of nodes that it adds.
    #[must_use]
    pub fn added(&self) -> usize {
        self.count(Change::Add)
    }

    /// The number of nodes that it removes.
    #[must_use]
    pub fn removed(&self) -> usize {
        self.count(Change::Remove)
    }

    /// The number of its actions of one kind.
    fn count(&self, change: Change) -> usize {
        self.actions
            .iter()
            .filter(|action| action.change == change)
            .count()
    }
}

/// A strategy of adaptation: a small value that is asked again and again.
pub trait Strategy {
    /// The rhythm in which it is asked.
    fn rhythm(&self) -> Rhythm;

    /// The changes now; none where it does not decide at this time.
    fn decide(&mut self, survey: &Survey<'_>, random: &mut Random) -> Option<Decision>;

    /// Whether it cannot go on, so that a run of the engine ends at once; a run on a landscape does not ask. No strategy of this crate
    /// gives up.
    fn gives_up(&self) -> bool {
        false
    }
}

/// No adaptation, the baseline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unadapted;

impl Strategy for Unadapted {
    fn rhythm(&self) -> Rhythm {
        Rhythm::Never
    }

    fn decide(&mut self, _: &Survey<'_>, _: &mut Random) -> Option<Decision> {
        None
    }
}

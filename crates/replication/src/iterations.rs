//! What a simulated strategy is given, and what it yields.
//!
//! Every strategy is one function, generic over its [`Recorder`]: switched off it is the Monte Carlo kernel,
//! switched on it draws the schedule. Jobs are numbered from 1, P to an iteration.

use schedule::{Job, LaneId, LinkId, LinkKind, MarkId, Phase, PhaseId, Recorder, Relation, Role};

use crate::communication::PairColumns;

/// The random and measured times of one run, the same for every strategy; all in ms.
///
/// Rows are iterations k = 1 … K, columns the processors 1 … P in chain order; P is at least one.
#[derive(Clone, Copy, Debug)]
pub struct Times<'a> {
    /// P.
    pub processors: usize,
    /// The runtime JT of an equal share: K × P, row by row, above zero.
    pub runtimes: &'a [f64],
    /// The synchronisation time ST of each iteration: K values, zero for one processor.
    pub synchronisation: &'a [f64],
    /// The finalize-message time FM of each pair and iteration.
    pub finalize: &'a PairColumns<'a>,
    /// The time of each rescheduling, in the order in which they happen.
    pub rescheduling: &'a [f64],
}

/// What a run came to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The run time, ms, scaled to K iterations where a strategy ran fewer.
    pub total: f64,
    /// The time on the clock, ms: the end of the last span.
    pub clock: f64,
    /// What the processors did with that time; sums over processors, ms.
    pub spent: Spent,
}

/// Processor time by what it was spent on, ms.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spent {
    /// On copies and shares that counted.
    pub computing: f64,
    /// On copies that another one beat, up to the arrival of the message that killed them.
    pub discarded: f64,
    /// On waiting for the slowest processor.
    pub waiting: f64,
    /// On exchanging data.
    pub synchronising: f64,
    /// On setting shares anew.
    pub rescheduling: f64,
}

impl Spent {
    /// All of it.
    #[must_use]
    pub fn sum(&self) -> f64 {
        self.computing + self.discarded + self.waiting + self.synchronising + self.rescheduling
    }

    /// Adds another run's times.
    pub fn add(&mut self, other: &Self) {
        self.computing += other.computing;
        self.discarded += other.discarded;
        self.waiting += other.waiting;
        self.synchronising += other.synchronising;
        self.rescheduling += other.rescheduling;
    }
}

/// A share or a copy that counts.
pub const COMPUTE: PhaseId = PhaseId(0);
/// A copy that another one beat.
pub const KILLED: PhaseId = PhaseId(1);
/// The copy goes on uselessly until the message arrives.
pub const MESSAGE: PhaseId = PhaseId(2);
/// Nothing to do before the slowest processor is done.
pub const WAIT: PhaseId = PhaseId(3);
/// All exchange data.
pub const SYNCHRONISE: PhaseId = PhaseId(4);
/// Shares are set anew and data moves.
pub const RESCHEDULE: PhaseId = PhaseId(5);

/// The end of an iteration.
pub const ITERATION: MarkId = MarkId(0);

/// The message by which the first to finish a job stops the others.
pub const FINALIZE: LinkId = LinkId(0);

/// The kinds of links that the constants of this module name.
#[must_use]
pub fn links() -> Vec<LinkKind> {
    vec![LinkKind {
        name: "finalize message".into(),
        relation: Relation::Message,
    }]
}

/// The phases that the constants of this module name, in their order.
#[must_use]
pub fn phases() -> Vec<Phase> {
    vec![
        Phase::new("compute", Role::Compute).ending("the work was done"),
        Phase::new("killed copy", Role::Cancelled).ending("another copy of the job was done first"),
        Phase::new("finalize message", Role::Message)
            .ending("the message that stopped this copy arrived"),
        Phase::new("wait", Role::Wait).ending("the slowest processor was done"),
        Phase::new("synchronise", Role::Synchronise).ending("all had exchanged their data"),
        Phase::new("reschedule", Role::Rebalance).ending("the new shares were in place"),
    ]
}

/// One processor's lane.
#[must_use]
pub fn lane(processor: usize) -> LaneId {
    LaneId(processor as u32)
}

/// Records the same phase on every lane.
pub(crate) fn everywhere<R: Recorder>(
    recorder: &mut R,
    processors: usize,
    phase: PhaseId,
    start: f64,
    end: f64,
) {
    if R::ON {
        for processor in 0..processors {
            recorder.span(lane(processor), phase, start, end, Job::NONE);
        }
    }
}

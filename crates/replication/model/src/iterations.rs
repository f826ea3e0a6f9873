//! The inputs and outputs of a simulated strategy.
//!
//! Every strategy is one function, generic over its [`Recorder`]: without recording it is the Monte Carlo kernel, with
//! recording it draws the schedule of the kernel's run. It fills `course` with the time of each iteration, ms, without
//! rescheduling. Jobs are numbered from 1, P to an iteration.

use schedule::{Job, LaneId, LinkId, LinkKind, MarkId, Phase, PhaseId, Recorder, Relation, Role};
use words::word;

use crate::columns::sum;
use crate::communication::PairColumns;

/// The random and measured times of one run, the same for every strategy; all in ms.
///
/// By columns: a processor's runtimes lie side by side, so that a kernel that goes through them column by column
/// stays in the CPU's cache. K is the number of iterations, P that of processors, at least one.
#[derive(Clone, Copy, Debug)]
pub struct Times<'a> {
    /// The runtimes JT of an equal share, above zero: P columns in chain order, of K values each.
    pub runtimes: &'a [&'a [f64]],
    /// The synchronisation time ST of each iteration: K values, zero for one processor.
    pub synchronisation: &'a [f64],
    /// The finalize-message time FM of each pair and iteration.
    pub finalize: &'a PairColumns<'a>,
    /// The time of each rescheduling, in the order in which they happen.
    pub rescheduling: &'a [f64],
}

impl<'a> Times<'a> {
    /// P.
    #[must_use]
    pub fn processors(&self) -> usize {
        self.runtimes.len()
    }

    /// K.
    #[must_use]
    pub fn iterations(&self) -> usize {
        self.synchronisation.len()
    }

    /// The iterations from `from`, counted from 0, to before `to`.
    #[must_use]
    pub fn rows(&self, from: usize, to: usize) -> Rows<'a> {
        Rows {
            runtimes: self
                .runtimes
                .iter()
                .map(|column| column.get(from..to).unwrap_or_default())
                .collect(),
            synchronisation: self.synchronisation.get(from..to).unwrap_or_default(),
            finalize: self.finalize.from(from),
            rescheduling: self.rescheduling,
        }
    }
}

/// The times of some iterations of a run; the rescheduling times are those of the whole run.
#[derive(Clone, Debug)]
pub struct Rows<'a> {
    runtimes: Vec<&'a [f64]>,
    synchronisation: &'a [f64],
    finalize: PairColumns<'a>,
    rescheduling: &'a [f64],
}

impl Rows<'_> {
    /// The times in the form that strategies take.
    #[must_use]
    pub fn times(&self) -> Times<'_> {
        Times {
            runtimes: &self.runtimes,
            synchronisation: self.synchronisation,
            finalize: &self.finalize,
            rescheduling: self.rescheduling,
        }
    }
}

/// The outcome of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The run time, ms, scaled to K iterations where a strategy ran fewer.
    pub total: f64,
    /// The time on the clock, ms: the end of the last span.
    pub clock: f64,
    /// The processors' use of that time; sums over processors, ms.
    pub spent: Spent,
}

/// Processor time by use, ms.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spent {
    /// On copies and shares that counted.
    pub computing: f64,
    /// On copies that another one beat, until they ended or the message that killed them arrived.
    pub discarded: f64,
    /// On waiting for the slowest processor.
    pub waiting: f64,
    /// On exchanging data.
    pub synchronising: f64,
    /// On setting shares anew.
    pub rescheduling: f64,
}

impl Spent {
    /// No time at all.
    pub(crate) const NOTHING: Self = Self {
        computing: 0.0,
        discarded: 0.0,
        waiting: 0.0,
        synchronising: 0.0,
        rescheduling: 0.0,
    };

    /// The uses of the time beside `computing` where the iterations wait for shares that take `longest` each.
    pub(crate) fn of_shares(computing: f64, longest: &[f64], times: &Times<'_>) -> Self {
        let processors = times.processors() as f64;
        Self {
            computing,
            // Sums of different orders may miss each other by their last digits.
            waiting: (processors * sum(longest) - computing).max(0.0),
            synchronising: processors * sum(times.synchronisation),
            ..Self::default()
        }
    }

    /// The sum of all uses.
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
/// The copy goes on uselessly until the message arrives, or until it ends before that.
pub const MESSAGE: PhaseId = PhaseId(2);
/// Nothing to do before the slowest processor is done.
pub const WAIT: PhaseId = PhaseId(3);
/// All exchange data.
pub const SYNCHRONISE: PhaseId = PhaseId(4);
/// Shares are set anew and data moves.
pub const RESCHEDULE: PhaseId = PhaseId(5);

/// The end of an iteration.
pub const ITERATION: MarkId = MarkId(0);

/// The adaptive strategy switches to its alternative, or a strategy of one's own changes the number of copies.
pub const SWITCH: MarkId = MarkId(1);

/// The marks that the constants of this module name, in their order.
#[must_use]
pub fn marks() -> [&'static str; 2] {
    ["iteration", "switch"]
}

/// The message by which the first to finish a job stops the others.
pub const FINALIZE: LinkId = LinkId(0);

/// The time that a killed copy would still have taken.
pub const REMAINDER: LinkId = LinkId(1);

/// The kinds of links that the constants of this module name, in their order.
#[must_use]
pub fn links() -> Vec<LinkKind> {
    [
        (word!("finalize message"), Relation::Message),
        (word!("would have taken"), Relation::Remainder),
    ]
    .map(|(name, relation)| LinkKind {
        name: name.into(),
        relation,
    })
    .into()
}

/// The phases that the constants of this module name, in their order.
#[must_use]
pub fn phases() -> Vec<Phase> {
    vec![
        Phase::new(word!("compute"), Role::Compute).ending(word!("the work was done")),
        Phase::new(word!("killed copy"), Role::Cancelled)
            .ending(word!("another copy of the job was done first")),
        Phase::new(word!("finalize message"), Role::Message)
            .ending(word!("the copy ended, or the message to stop it arrived")),
        Phase::new(word!("wait"), Role::Wait).ending(word!("the slowest processor was done")),
        Phase::new(word!("synchronise"), Role::Synchronise)
            .ending(word!("all had exchanged their data")),
        Phase::new(word!("reschedule"), Role::Rebalance)
            .ending(word!("the new shares were in place")),
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

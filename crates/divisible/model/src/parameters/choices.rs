//! The choices that parameters offer.

use words::word;

/// The topic of charts and tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Topic {
    /// One scheduler on a stream: its schedule, and how the durations of its rounds approach the target.
    #[default]
    #[choice(title = "A stream")]
    Stream,
    /// A load of known size: the same scheduler beside the established methods for such loads.
    #[choice(title = "A finite load")]
    Finite,
    /// The propositions for this ring, a simulation that tests them, and the effect of dropping a worker.
    #[choice(title = "Propositions")]
    Propositions,
    /// The cost of misjudged speeds under AS4DR and under BS (baseline scheduling).
    #[choice(title = "Misjudged speeds")]
    Inaccuracy,
    /// The cost of varying speeds under AS4DR and under BS (baseline scheduling).
    #[choice(title = "Varying speeds")]
    Dynamicity,
    /// The best duration of rounds.
    #[choice(title = "The target")]
    Target,
    /// The selection of workers for each of several streams.
    #[choice(title = "Several streams")]
    Selection,
}

/// Where the workers come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Workers {
    /// Four workers with speeds of about 0.06 MB/s, the first with latencies of 3 s: Table 1 of Millot and Parrot 2016.
    /// Loads are in MB.
    #[default]
    #[choice(title = "Table 1: four workers")]
    Table1,
    /// Four workers with speeds of 1, 100, 10 and 1,000 byte/s: the first rows of Table 3 of Millot and Parrot 2016. Loads
    /// are in bytes.
    #[choice(title = "Table 3: four workers")]
    Table3Four,
    /// 100 workers of each of the ten rows of Table 3 of Millot and Parrot 2016, in random order. Loads are in bytes.
    #[choice(title = "Table 3: 1,000 workers")]
    Table3,
    /// A number of workers of your choice, drawn around a mean.
    #[choice(title = "Drawn around a mean")]
    Drawn,
    /// A table of your own, as from a spreadsheet.
    #[choice(title = "A table of your own")]
    Own,
}

/// The method that sets the sizes of chunks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Scheduler {
    /// Adaptive Scheduling for Distributed Resources: two subchunks a round; after each round the next chunk is scaled by
    /// the target time over the measured time.
    #[default]
    #[choice(title = "AS4DR")]
    As4dr,
    /// AS4DR without adaptation: every chunk is as large as the first.
    #[choice(title = "BS, the baseline")]
    Baseline,
    /// An ancestor of AS4DR: one chunk a round, so that a worker waits while chunk and result travel.
    #[choice(title = "DA1, an ancestor")]
    Da1,
    /// An ancestor of AS4DR, as far as it is described: two subchunks, first come, first served, no spacing.
    #[choice(title = "OLMR, an ancestor")]
    Olmr,
    /// AS4DR with a function that you write, which sizes each chunk.
    #[choice(title = "Your own strategy")]
    Own,
}

impl Scheduler {
    /// Its name within a sentence.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::As4dr => "AS4DR",
            Self::Baseline => "BS",
            Self::Da1 => "DA1",
            Self::Olmr => "OLMR",
            Self::Own => word!("your own strategy"),
        }
    }

    /// Its name within a sentence, for a reader who does not know the short name yet.
    #[must_use]
    pub fn spoken(self) -> &'static str {
        match self {
            Self::As4dr => word!("adaptive scheduling (AS4DR)"),
            Self::Baseline => word!("baseline scheduling (BS)"),
            Self::Da1 => word!("the ancestor DA1"),
            Self::Olmr => word!("the ancestor OLMR"),
            Self::Own => word!("your own strategy"),
        }
    }
}

/// Who deals out a finite load. All but the scheduler and fixed chunks know its size; those that plan know the speeds, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Policy {
    /// The chosen scheduler, which knows neither size nor speeds.
    #[default]
    #[choice(title = "The scheduler")]
    Scheduler,
    /// One planned chunk for each worker, so that all finish together.
    #[choice(title = "Single round")]
    SingleRound,
    /// Planned rounds of growing chunks, in the best number, for identical workers.
    #[choice(title = "Uniform multi-round (UMR)")]
    Umr,
    /// A given number of planned rounds, for identical workers and costs without latency.
    #[choice(title = "Multi-installment")]
    MultiInstallment,
    /// An equal share for each worker, once.
    #[choice(title = "One equal chunk each")]
    OneChunk,
    /// Chunks of one size, each for the next idle worker.
    #[choice(title = "Self-scheduling, fixed chunks")]
    Fixed,
    /// Each chunk is the remaining load over the number of workers.
    #[choice(title = "Guided self-scheduling")]
    Guided,
    /// Batches of equal chunks; each batch is half of the remaining load.
    #[choice(title = "Factoring")]
    Factoring,
    /// Chunks that shrink in equal steps.
    #[choice(title = "Trapezoid self-scheduling")]
    Trapezoid,
}

impl Policy {
    /// All policies, in the order in which they are offered.
    pub const ALL: [Self; 9] = [
        Self::Scheduler,
        Self::SingleRound,
        Self::Umr,
        Self::MultiInstallment,
        Self::OneChunk,
        Self::Fixed,
        Self::Guided,
        Self::Factoring,
        Self::Trapezoid,
    ];

    /// Its name within a sentence; [`Self::Scheduler`] takes the name of `scheduler`.
    #[must_use]
    pub fn name(self, scheduler: Scheduler) -> &'static str {
        match self {
            Self::Scheduler => scheduler.name(),
            Self::SingleRound => word!("a single round"),
            Self::Umr => word!("uniform multi-round (UMR)"),
            Self::MultiInstallment => word!("multi-installment"),
            Self::OneChunk => word!("one equal chunk each"),
            Self::Fixed => word!("fixed chunks"),
            Self::Guided => word!("guided self-scheduling"),
            Self::Factoring => word!("factoring"),
            Self::Trapezoid => word!("trapezoid self-scheduling"),
        }
    }

    /// The quantities that the policy has to know beforehand; plans take speeds that vary for constant.
    #[must_use]
    pub fn knows(self, varying: bool) -> &'static str {
        match self {
            Self::Scheduler => word!("neither size nor speeds"),
            Self::SingleRound | Self::Umr | Self::MultiInstallment if varying => {
                word!("size, speeds and links, not how they vary")
            }
            Self::SingleRound | Self::Umr | Self::MultiInstallment => {
                word!("size, speeds and links")
            }
            Self::Fixed => word!("nothing but a good size of chunks"),
            Self::OneChunk | Self::Guided | Self::Factoring | Self::Trapezoid => word!("the size"),
        }
    }
}

/// The least time between the beginnings of sending to two workers that are served one after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Spacing {
    /// The time that the first chunks need on the links, kept when sizes change.
    #[default]
    #[choice(title = "By the first chunks (eq. 13)")]
    First,
    /// The time that the current chunks need on the links (ours).
    #[choice(title = "By the current chunks (eq. 11)")]
    Current,
    /// The same for all workers.
    #[choice(title = "One for all")]
    Same,
    /// None: transfers may collide.
    #[choice(title = "None")]
    None,
}

/// How speeds vary in time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Variation {
    /// Speeds stay as they are.
    #[default]
    #[choice(title = "Constant")]
    Constant,
    /// One reduction, from 500 s to 1,500 s.
    #[choice(title = "One reduction")]
    Once,
    /// Two reductions, from 250 s to 750 s and from 1,250 s to 1,750 s.
    #[choice(title = "Two reductions")]
    Twice,
    /// Five reductions of 200 s, the first at 100 s, one every 400 s.
    #[choice(title = "Five reductions")]
    Often,
    /// Five reductions whose edges are stairs of four steps.
    #[choice(title = "Five reductions with stairs")]
    Stairs,
    /// P_k: reductions of 200 s, one every 400 s, the first at 100 k s.
    #[choice(title = "One of P_0 to P_9")]
    Periodic,
    /// Each worker has one of P_0 to P_9, drawn at random.
    #[choice(title = "P_0 to P_9 at random")]
    Mixed,
    /// Steps that you draw.
    #[choice(title = "Drawn by hand")]
    Steps,
    /// Each worker follows one series of the traces; with more workers than series, the series repeat.
    #[choice(title = "By traces")]
    Series,
    /// The logarithm of each worker’s speed walks at random, between full speed and the deepest reduction (ours).
    #[choice(title = "Random walks")]
    Walks,
}

/// Which speeds of a worker vary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Varied {
    /// The speed of computing.
    #[default]
    #[choice(title = "Computing")]
    Compute,
    /// The speed of sending to it.
    #[choice(title = "Sending to it")]
    Send,
    /// The speed of returning its results.
    #[choice(title = "Returning results")]
    Return,
    /// All three, by the same factor.
    #[choice(title = "All three")]
    All,
}

/// Whose speeds vary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Whose {
    /// The speeds of one worker.
    #[default]
    #[choice(title = "One worker")]
    One,
    /// The speeds of all workers.
    #[choice(title = "All workers")]
    All,
}

/// The meaning of a trace's values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Values {
    /// Runtimes of the same job: the speed is the shortest runtime of the series over the value.
    #[default]
    #[choice(title = "Runtimes")]
    Runtimes,
    /// The share of the processor that is free, 0 to 1.
    #[choice(title = "Availability, 0 to 1")]
    Share,
    /// The free share of the processor, 0 to 100 %.
    #[choice(title = "Availability, 0 to 100 %")]
    Percent,
}

impl Values {
    /// The value of a processor that is all free; nothing of runtimes.
    #[must_use]
    pub fn most(self) -> Option<f64> {
        match self {
            Self::Runtimes => None,
            Self::Share => Some(1.0),
            Self::Percent => Some(100.0),
        }
    }
}

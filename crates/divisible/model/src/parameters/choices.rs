//! The names that parameters take.

use words::word;

/// What the charts are about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Topic {
    /// One scheduler on a stream: its schedule, and how its rounds find their duration.
    #[default]
    #[choice(title = "A stream")]
    Stream,
    /// A load of known size: the same scheduler beside what the field has for such loads.
    #[choice(title = "A finite load")]
    Finite,
    /// What the propositions say of this ring, what a simulation shows of it, and what if a worker went.
    #[choice(title = "Propositions")]
    Propositions,
    /// What misjudged speeds cost AS4DR and BS.
    #[choice(title = "Misjudged speeds")]
    Inaccuracy,
    /// What varying speeds cost AS4DR and BS.
    #[choice(title = "Varying speeds")]
    Dynamicity,
    /// How long rounds should be.
    #[choice(title = "The target")]
    Target,
    /// Which workers serve which stream.
    #[choice(title = "Several streams")]
    Selection,
}

/// Where the workers come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Workers {
    /// Four workers of speeds of some 0.06 MB/s, of which the first has latencies of 3 s: Table 1 of Millot and Parrot 2016. Loads are
    /// in MB.
    #[default]
    #[choice(title = "Table 1: four workers")]
    Table1,
    /// Four workers of speeds of 1, 100, 10 and 1,000 byte/s: the first rows of Table 3 of Millot and Parrot 2016. Loads are in bytes.
    #[choice(title = "Table 3: four workers")]
    Table3Four,
    /// 100 workers of each of the ten rows of Table 3 of Millot and Parrot 2016, in an order by lot. Loads are in bytes.
    #[choice(title = "Table 3: 1,000 workers")]
    Table3,
    /// As many workers as you say, drawn around a mean.
    #[choice(title = "Drawn around a mean")]
    Drawn,
    /// A table of your own, as from a spreadsheet.
    #[choice(title = "A table of your own")]
    Own,
}

/// Who decides how large chunks are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Scheduler {
    /// Two subchunks a round; after each round the next chunk is scaled by the time that this one should have taken over the time that it took.
    #[default]
    #[choice(title = "AS4DR")]
    As4dr,
    /// AS4DR without adaptation: every chunk is as large as the first.
    #[choice(title = "BS, the baseline")]
    Baseline,
    /// An ancestor: one chunk a round, so that a worker waits while chunk and result travel.
    #[choice(title = "DA1, an ancestor")]
    Da1,
    /// An ancestor as far as it is described: two subchunks, first come, first served, no spacing.
    #[choice(title = "OLMR, an ancestor")]
    Olmr,
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
        }
    }
}

/// Who deals out a finite load; all but the first know its size, and those that plan know the speeds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Policy {
    /// The scheduler that is set, which knows neither size nor speeds.
    #[default]
    #[choice(title = "The scheduler")]
    Scheduler,
    /// One planned chunk for each worker, so that all finish together.
    #[choice(title = "Single round")]
    SingleRound,
    /// Planned rounds of growing chunks, as many as are best, for workers that are alike.
    #[choice(title = "Uniform multi-round (UMR)")]
    Umr,
    /// A planned number of rounds, for workers that are alike and costs without latency.
    #[choice(title = "Multi-installment")]
    MultiInstallment,
    /// An equal share for each worker, once.
    #[choice(title = "One equal chunk each")]
    OneChunk,
    /// Chunks of one size for whoever asks.
    #[choice(title = "Self-scheduling, fixed chunks")]
    Fixed,
    /// Chunks of what remains over the number of workers.
    #[choice(title = "Guided self-scheduling")]
    Guided,
    /// Batches of equal chunks, each batch half of what remains.
    #[choice(title = "Factoring")]
    Factoring,
    /// Chunks that shrink in equal steps.
    #[choice(title = "Trapezoid self-scheduling")]
    Trapezoid,
}

impl Policy {
    /// All, in the order in which they are offered.
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

    /// Its name within a sentence, where the scheduler that is set has this one.
    #[must_use]
    pub fn name(self, scheduler: Scheduler) -> &'static str {
        match self {
            Self::Scheduler => scheduler.name(),
            Self::SingleRound => word!("a single round"),
            Self::Umr => word!("UMR"),
            Self::MultiInstallment => word!("multi-installment"),
            Self::OneChunk => word!("one equal chunk each"),
            Self::Fixed => word!("fixed chunks"),
            Self::Guided => word!("guided self-scheduling"),
            Self::Factoring => word!("factoring"),
            Self::Trapezoid => word!("trapezoid self-scheduling"),
        }
    }

    /// What it has to know beforehand.
    #[must_use]
    pub fn knows(self) -> &'static str {
        match self {
            Self::Scheduler => word!("neither size nor speeds"),
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
    /// As long as the first chunks need on the links, kept whatever the sizes become.
    #[default]
    #[choice(title = "By the first chunks (eq. 13)")]
    First,
    /// As long as the chunks of the moment need (ours).
    #[choice(title = "By the chunks of the moment (eq. 11)")]
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
    /// They do not.
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
    /// Each worker has one of P_0 to P_9, by lot.
    #[choice(title = "P_0 to P_9 by lot")]
    Mixed,
    /// As you draw it.
    #[choice(title = "Drawn by hand")]
    Steps,
    /// As the series of the traces say, one for each worker, beginning anew with the first where there are more workers.
    #[choice(title = "By traces")]
    Series,
    /// Each worker’s logarithm of its speed walks at random, between full speed and the deepest reduction (ours).
    #[choice(title = "Random walks")]
    Walks,
}

/// Which speeds of a worker vary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Varied {
    /// That of computing.
    #[default]
    #[choice(title = "Computing")]
    Compute,
    /// That of sending to it.
    #[choice(title = "Sending to it")]
    Send,
    /// That of returning its results.
    #[choice(title = "Returning results")]
    Return,
    /// All three alike.
    #[choice(title = "All three")]
    All,
}

/// Whose speeds vary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Whose {
    /// Those of one worker.
    #[default]
    #[choice(title = "One worker’s")]
    One,
    /// Those of all workers.
    #[choice(title = "All workers’")]
    All,
}

/// What the values of a trace are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Values {
    /// Runtimes of the same job: the speed is the least of the series over the value.
    #[default]
    #[choice(title = "Runtimes")]
    Runtimes,
    /// The share of the processor that is free, 0 to 1.
    #[choice(title = "Availability, 0 to 1")]
    Share,
    /// The same in per cent.
    #[choice(title = "Availability, 0 to 100 %")]
    Percent,
}

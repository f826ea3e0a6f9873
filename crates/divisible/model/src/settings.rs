//! The master's settings: the scheduler and its variants, and the end of the stream.

use words::word;

use crate::{Error, Platform, Worker};

/// How many transfers the master can take part in at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Ports {
    /// At most one outgoing and one incoming transfer: one-port, full duplex.
    #[default]
    #[choice(title = "One")]
    One,
    /// Any number, all at full speed; transfers of the same worker follow each other on its link. There is no spacing.
    #[choice(title = "Several")]
    Multi,
}

/// In which order workers are served after the first round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Order {
    /// The order of the platform, round by round.
    #[default]
    #[choice(title = "Ring")]
    Ring,
    /// The worker that has computed its first subchunk comes next; among several, the first of the platform. With several
    /// ports no worker waits for another.
    #[choice(title = "First come, first served")]
    Fifo,
}

/// The least time between the beginnings of sending to two workers that are served one after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Delays {
    /// By the sizes of the first round, eq (13), in all rounds.
    #[default]
    First,
    /// By the current sizes, eq (11) (ours: the paper does not recompute them).
    Current,
    /// None.
    None,
    /// The same for all workers, s.
    Same(f64),
}

/// In which rounds the spacing is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Scope {
    /// The spacing is kept in all rounds.
    #[default]
    #[choice(title = "All rounds")]
    Every,
    /// The spacing is kept in the first round only.
    #[choice(title = "First round only")]
    First,
}

/// Who decides when a result is returned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, parameters::Field)]
pub enum Results {
    /// The master opens the receive slot of a worker so that the sending that follows keeps its spacing.
    #[default]
    #[choice(title = "The master")]
    Pull,
    /// The worker, as soon as the result is ready; the receive port takes results in that order (ours).
    #[choice(title = "The worker")]
    Push,
}

/// The scheduler. The default is AS4DR as in section 2 of Millot and Parrot 2016, read so that eqs (8), (11), (13) and
/// (15) are exact (own choice): spacing kept at every round, results pulled.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// τ, the intended duration of every round, s, more than 0.
    pub target: f64,
    /// Ports of the master.
    pub ports: Ports,
    /// Order of service.
    pub order: Order,
    /// Spacing.
    pub delays: Delays,
    /// Rounds with spacing.
    pub scope: Scope,
    /// The side that starts the return of results.
    pub results: Results,
    /// Whether chunks adapt, eq (1). A false value gives the paper's baseline BS.
    pub adapt: bool,
    /// Whether the watch sizes the chunks: a rule of one's own.
    pub own: bool,
    /// Whether a chunk is sent in two subchunks. A false value gives DA1: one chunk a round, adapted by its turnaround.
    pub split: bool,
    /// k of the update α ← α (τ / σ)^k, in (0, 2]; 1 is the paper's (ours: larger steps or smaller ones).
    pub relaxation: f64,
    /// The weight of the newest measurement in the speed that the update believes, in (0, 1]; 1 is the paper's, which
    /// believes the newest (ours).
    pub smoothing: f64,
}

impl Settings {
    /// AS4DR with rounds of `target` s.
    pub fn as4dr(target: f64) -> Settings {
        Settings {
            target,
            ports: Ports::One,
            order: Order::Ring,
            delays: Delays::First,
            scope: Scope::Every,
            results: Results::Pull,
            adapt: true,
            own: false,
            split: true,
            relaxation: 1.0,
            smoothing: 1.0,
        }
    }

    /// BS, the baseline of the paper: AS4DR that keeps its first chunks.
    pub fn baseline(target: f64) -> Settings {
        Settings {
            adapt: false,
            ..Settings::as4dr(target)
        }
    }

    /// AS4DR with another rule for the sizes of chunks: see [`Watch::size`](crate::watch::Watch::size).
    pub fn own(target: f64) -> Settings {
        Settings {
            adapt: false,
            own: true,
            ..Settings::as4dr(target)
        }
    }

    /// DA1, an ancestor: one chunk a round, nothing overlaps.
    pub fn da1(target: f64) -> Settings {
        Settings {
            split: false,
            ..Settings::as4dr(target)
        }
    }

    /// OLMR, an ancestor, by the paper's description (own choice): two subchunks, no spacing, first come first served.
    pub fn olmr(target: f64) -> Settings {
        Settings {
            order: Order::Fifo,
            delays: Delays::None,
            ..Settings::as4dr(target)
        }
    }

    /// Whether the spacings of eq (13) are kept in every round.
    #[must_use]
    pub fn keeps_first_spacings(&self) -> bool {
        self.ports == Ports::One && self.delays == Delays::First && self.scope == Scope::Every
    }

    /// d of each worker in the first round, s: 0 where there is no spacing.
    #[must_use]
    pub fn spacings(&self, platform: &Platform) -> Vec<f64> {
        let workers = platform.workers();
        match (self.delays, self.ports) {
            (Delays::First, Ports::One) => platform.delays(self.target),
            (Delays::Same(delay), Ports::One) => vec![delay; workers.len()],
            // Before there are results, only sending takes its time.
            (Delays::Current, Ports::One) => {
                let before = workers.iter().cycle().skip(workers.len() - 1);
                let sending = |before: &Worker| before.sending(before.first_chunk(self.target));
                before.take(workers.len()).map(sending).collect()
            }
            (Delays::None, _) | (_, Ports::Multi) => vec![0.0; workers.len()],
        }
    }

    /// Checks the settings.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let refuse = |quantity, value, allowed| {
            Err(Error::Run {
                quantity,
                value,
                allowed,
            })
        };
        if !(self.target.is_finite() && self.target > 0.0) {
            return refuse(
                word!("the target of a round"),
                self.target,
                word!("a finite number of more than 0 s"),
            );
        }
        if !(self.relaxation > 0.0 && self.relaxation <= 2.0) {
            return refuse(
                word!("the relaxation"),
                self.relaxation,
                word!("more than 0 and at most 2"),
            );
        }
        if !(self.smoothing > 0.0 && self.smoothing <= 1.0) {
            return refuse(
                word!("the smoothing"),
                self.smoothing,
                word!("more than 0 and at most 1"),
            );
        }
        if let Delays::Same(delay) = self.delays
            && !(delay.is_finite() && delay >= 0.0)
        {
            return refuse(
                word!("the spacing"),
                delay,
                word!("a finite number of at least 0 s"),
            );
        }
        Ok(())
    }
}

/// The end of the stream: the first of these. At least one is finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stream {
    /// T, the date of the account's end, s; the stream itself goes on. Infinite: to the last result.
    pub horizon: f64,
    /// The whole load, u. Infinite: the stream does not run dry.
    pub load: f64,
    /// The number of rounds of each worker.
    pub rounds: Option<u32>,
}

impl Stream {
    /// An endless stream that is watched for `horizon` s.
    pub fn until(horizon: f64) -> Stream {
        Stream {
            horizon,
            load: f64::INFINITY,
            rounds: None,
        }
    }

    /// A stream of this size, u, watched until its last result is back.
    pub fn of(load: f64) -> Stream {
        Stream {
            horizon: f64::INFINITY,
            load,
            rounds: None,
        }
    }

    /// A stream of so many chunks for each worker.
    pub fn rounds(rounds: u32) -> Stream {
        Stream {
            horizon: f64::INFINITY,
            load: f64::INFINITY,
            rounds: Some(rounds),
        }
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        let refuse = |quantity, value, allowed| {
            Err(Error::Run {
                quantity,
                value,
                allowed,
            })
        };
        if self.horizon.is_nan() || self.horizon <= 0.0 {
            return refuse(word!("the horizon"), self.horizon, word!("more than 0 s"));
        }
        if self.load.is_nan() || self.load <= 0.0 {
            return refuse(word!("the load"), self.load, word!("more than 0"));
        }
        match self.rounds {
            Some(0) => refuse(word!("the number of rounds"), 0.0, word!("at least 1")),
            None if self.horizon.is_infinite() && self.load.is_infinite() => refuse(
                word!("the horizon"),
                self.horizon,
                word!("finite where neither the load nor the rounds end the stream"),
            ),
            _ => Ok(()),
        }
    }
}

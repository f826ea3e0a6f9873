//! The events of each chunk, reported round by round to a watch.

use crate::Worker;

/// One round of one worker, reported when the result of its first subchunk is back at the master. Dates in s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// The worker's place.
    pub worker: u32,
    /// i, from 0.
    pub number: u32,
    /// α, u.
    pub size: f64,
    /// The date at which it could have been sent, had the port been free.
    pub due: f64,
    /// When sending began.
    pub posted: f64,
    /// When each subchunk had arrived.
    pub arrived: [f64; 2],
    /// When computing each began and ended.
    pub computed: [(f64, f64); 2],
    /// When returning the result of the first subchunk began and ended.
    pub returned: (f64, f64),
    /// When returning the second result of the round before began and ended; none in the first round.
    pub returned_before: Option<(f64, f64)>,
    /// σ, s: the estimate of the round's computing time, by eq (4) or at the smoothed speed; without two subchunks, the turnaround.
    pub sigma: f64,
    /// The processor's wait for the first subchunk, s. In the first round it is the start-up.
    pub inter: f64,
    /// Its wait for the second subchunk, s.
    pub intra: f64,
}

/// A chunk that is about to be sent.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The worker's place in its cluster.
    pub place: u32,
    /// Its place over all clusters.
    pub shown: u32,
    /// The worker.
    pub worker: &'a Worker,
    /// i, from 0.
    pub number: u32,
    /// The date at which it can be sent, if the port is free, s.
    pub due: f64,
    /// τ, s.
    pub target: f64,
    /// The remaining load, u.
    pub remaining: f64,
    /// The scheduler's size of the chunk, u.
    pub size: f64,
    /// The worker's round before; none in its first round.
    pub last: Option<Round>,
}

/// Receives every round. Like a recorder, it costs nothing when it does not listen.
pub trait Watch {
    /// Whether anybody listens.
    const ON: bool;
    /// Receives a round, in the order in which results come back.
    fn round(&mut self, round: &Round);
    /// The size of a chunk, u, where the scheduler leaves it to the watch; nothing where the simulation is to stop.
    fn size(&mut self, turn: &Turn<'_>) -> Option<f64> {
        Some(turn.size)
    }
    /// Whether the simulation goes on after that round.
    fn goes_on(&self) -> bool {
        true
    }
}

/// A watch that does not listen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    const ON: bool = false;

    #[inline(always)]
    fn round(&mut self, _: &Round) {}
}

/// Calls a function for each round.
#[derive(Clone, Copy, Debug)]
pub struct Each<F>(pub F);

/// Calls a function that is known only at run time: all listeners share one compiled simulation.
pub type Listener<'a> = Each<&'a mut dyn FnMut(&Round)>;

impl<F: FnMut(&Round)> Watch for Each<F> {
    const ON: bool = true;

    fn round(&mut self, round: &Round) {
        (self.0)(round);
    }
}

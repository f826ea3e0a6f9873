//! The propositions beside a simulation that is long enough to show their expectations.

use report::{Cancelled, Observer};

use super::watched;
use crate::settings::{Settings, Stream};
use crate::speeds::Profile;
use crate::theorems::{Expected, Observed, Setting, Theorem, observe, theorems};
use crate::watch::Round;
use crate::{Error, Platform};

/// The fewest simulated turns, and the most: where these do not decide, there is no verdict.
const TURNS: (f64, f64) = (24.0, 20_000.0);
/// The most rounds of all workers together.
const ROUNDS: f64 = 4e6;
/// The required distance of chunks from their limits, as a share.
const NEAR: f64 = 1e-9;
/// The share by which numbers that should be equal may differ.
pub const TOLERANCE: f64 = 1e-6;
/// The number of rounds recorded of each worker.
const KEPT: u32 = 24;

/// The first rounds of one worker.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Approach {
    /// σ, round by round, s.
    pub sigma: Vec<f64>,
    /// α, round by round, u.
    pub chunks: Vec<f64>,
}

/// The propositions of a ring and their test by simulation.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    /// The propositions, in the document's order.
    pub theorems: Vec<Theorem>,
    /// The last rounds of a simulation with constant speeds.
    pub observed: Observed,
    /// The first rounds of each worker.
    pub approaches: Vec<Approach>,
}

/// Whether the simulation meets a proposition's expectations; none where it has no expectations, and where it may meet them in
/// later turns.
#[must_use]
pub fn verdict(theorem: &Theorem, observed: &Observed) -> Option<bool> {
    let mut expected = theorem.expected.iter();
    let met = |one: &Expected| one.is_met(observed, TOLERANCE);
    if theorem.expected.is_empty() {
        None
    } else if expected.clone().all(met) {
        Some(true)
    } else {
        // A transfer that waited has waited, and turns that repeat show nothing else.
        let refuted =
            |one: &Expected| !met(one) && (observed.repeats || *one == Expected::NoContention);
        expected.any(refuted).then_some(false)
    }
}

/// Evaluates the propositions and simulates the ring; none where the propositions do not cover these settings.
///
/// # Errors
/// [`Error::Cancelled`] where the observer stops it; as of [`observe`].
pub fn proof(
    ring: &Platform,
    settings: &Settings,
    observer: &mut dyn Observer,
) -> Result<Option<Proof>, Error> {
    let constant = ring.map(|_, worker| worker.profile = Profile::default())?;
    let Some(setting) = Setting::of(&constant, settings) else {
        return Ok(None);
    };
    let target = settings.target;
    let (mut turn, mut first, mut slowest) = (target, 0.0_f64, 0.0_f64);
    for worker in constant.workers() {
        let chunk = worker.first_chunk(target);
        let round =
            |chunk: f64| worker.sending(chunk) + worker.computing(chunk) + worker.returning(chunk);
        turn = turn.max(round(worker.speed * target));
        first = first.max(round(chunk));
        let ratio = 2.0 * worker.latency / target;
        slowest = slowest.max(ratio.min(1.0 / ratio));
    }
    turn = turn.max(setting.spacings.iter().sum());
    let wanted = if slowest > 0.0 && slowest < 1.0 {
        libm::ceil(libm::log(NEAR) / libm::log(slowest))
    } else {
        0.0
    };
    let theorems = theorems(&setting);
    let most = (ROUNDS / constant.workers().len() as f64).clamp(TURNS.0, TURNS.1);
    let mut number = wanted.clamp(TURNS.0, most);
    // The distances of workers may change for thousands of turns before one of them has to wait.
    let observed = loop {
        let horizon = (number + 4.0) * turn + 4.0 * first;
        let observed = observe(&constant, settings, horizon)?;
        let decided = |theorem: &Theorem| verdict(theorem, &observed).is_some();
        if number >= most
            || theorems
                .iter()
                .all(|one| one.expected.is_empty() || decided(one))
        {
            break observed;
        }
        number = (4.0 * number).min(most);
        if observer.progress(0, 2).is_break() {
            return Err(Cancelled.into());
        }
    };
    if observer.progress(1, 2).is_break() {
        return Err(Cancelled.into());
    }
    let mut approaches = vec![Approach::default(); constant.workers().len()];
    let mut each = |round: &Round| {
        if let Some(approach) = approaches.get_mut(round.worker as usize) {
            approach.sigma.push(round.sigma);
            approach.chunks.push(round.size);
        }
    };
    watched(&constant, settings, &Stream::rounds(KEPT), &mut each)?;
    Ok(Some(Proof {
        theorems,
        observed,
        approaches,
    }))
}

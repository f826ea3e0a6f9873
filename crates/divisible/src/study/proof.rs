//! The propositions beside a simulation that is long enough to show what they foretell.

use report::{Cancelled, Observer};

use super::watched;
use crate::settings::{Settings, Stream};
use crate::speeds::Profile;
use crate::theorems::{Observed, Setting, Theorem, observe, theorems};
use crate::watch::Round;
use crate::{Error, Platform};

/// The least and the most turns that are simulated.
const TURNS: (f64, f64) = (24.0, 2_000.0);
/// How near to their limits chunks should have come.
const NEAR: f64 = 1e-9;
/// By which share of each other numbers may differ that should be equal.
pub const TOLERANCE: f64 = 1e-6;
/// How many rounds are kept of each worker.
const KEPT: u32 = 24;

/// The first rounds of one worker.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Approach {
    /// σ, round by round, s.
    pub sigma: Vec<f64>,
    /// α, round by round, u.
    pub chunks: Vec<f64>,
}

/// What the propositions say of a ring and what it does.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    /// In the document's order.
    pub theorems: Vec<Theorem>,
    /// What a simulation with constant speeds showed in the end.
    pub observed: Observed,
    /// Whether it was long enough for chunks to settle.
    pub settled: bool,
    /// The first rounds of each worker.
    pub approaches: Vec<Approach>,
}

/// Asks and simulates; none where the propositions say nothing of these settings.
///
/// # Errors
/// [`Error::Cancelled`] where the observer says so; as of [`observe`].
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
        slowest = slowest.max(2.0 * worker.latency / target);
    }
    turn = turn.max(setting.spacings.iter().sum());
    let wanted = if slowest > 0.0 && slowest < 1.0 {
        libm::ceil(libm::log(NEAR) / libm::log(slowest))
    } else {
        0.0
    };
    let number = wanted.clamp(TURNS.0, TURNS.1) + 4.0;
    let observed = observe(&constant, settings, number * turn + 4.0 * first)?;
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
        theorems: theorems(&setting),
        observed,
        settled: wanted <= TURNS.1 && slowest != 1.0,
        approaches,
    }))
}

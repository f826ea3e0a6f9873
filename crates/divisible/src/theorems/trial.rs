//! What a simulation shows of the propositions.

use super::{Observed, Setting};
use crate::settings::{Delays, Order, Ports, Results, Scope, Settings, Stream};
use crate::study::watched;
use crate::watch::Round;
use crate::{Error, Platform};

impl Setting {
    /// A platform under a scheduler; none where the propositions say nothing of it: it does not adapt as AS4DR does, changes its spacings, does not keep
    /// them in every round, or has results pushed.
    #[must_use]
    pub fn of(platform: &Platform, settings: &Settings) -> Option<Self> {
        let Settings {
            target,
            ports,
            order,
            delays,
            scope,
            results,
            adapt,
            split,
            relaxation,
            smoothing,
        } = settings;
        let as4dr = *adapt && *split && *relaxation == 1.0 && *smoothing == 1.0;
        let one_port = *ports == Ports::One;
        if !as4dr || one_port && (*scope != Scope::Every || *results != Results::Pull) {
            return None;
        }
        let spacings = match delays {
            Delays::Same(delay) if one_port => vec![*delay; platform.workers().len()],
            Delays::First if one_port => platform.delays(*target),
            Delays::Current if one_port => return None,
            _ => vec![0.0; platform.workers().len()],
        };
        Some(Self {
            workers: platform.workers().to_vec(),
            target: *target,
            spacings,
            one_port,
            ring: *order == Order::Ring,
        })
    }
}

/// The last round of a worker, and when the one before was sent.
#[derive(Clone, Copy, Default)]
struct Last {
    chunk: f64,
    waited: f64,
    posted: f64,
    period: f64,
}

/// Simulates until `horizon` s and looks at the last rounds. The propositions are about constant speeds: profiles are not for them.
///
/// # Errors
/// Settings or a horizon that make no sense.
pub fn observe(platform: &Platform, settings: &Settings, horizon: f64) -> Result<Observed, Error> {
    let mut last = vec![Last::default(); platform.workers().len()];
    let mut each = |round: &Round| {
        if let Some(last) = last.get_mut(round.worker as usize) {
            *last = Last {
                chunk: round.size,
                waited: round.inter + round.intra,
                posted: round.posted,
                // A first round has none before it to be told from.
                period: match round.number {
                    0 => f64::NAN,
                    _ => round.posted - last.posted,
                },
            };
        }
    };
    let outcome = watched(platform, settings, &Stream::until(horizon), &mut each)?;
    Ok(Observed {
        chunks: last.iter().map(|last| last.chunk).collect(),
        starvation: last.iter().map(|last| last.waited).collect(),
        throughput: last.iter().map(|last| last.chunk / last.period).sum(),
        contention: outcome.sending.events + outcome.returning.events,
        period: last.iter().map(|last| last.period).fold(0.0, f64::max),
    })
}

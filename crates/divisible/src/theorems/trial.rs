//! The simulation that tests the propositions.

use super::{Observed, Setting};
use crate::settings::{Delays, Order, Ports, Results, Scope, Settings, Stream};
use crate::study::watched;
use crate::watch::Round;
use crate::{Error, Platform};

impl Setting {
    /// The setting of a platform under a scheduler; none where the propositions do not cover it: it does not adapt as AS4DR does, changes
    /// its spacings, does not keep them in every round, or has results pushed.
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
            own,
            split,
            relaxation,
            smoothing,
        } = settings;
        let as4dr = *adapt && !*own && *split && *relaxation == 1.0 && *smoothing == 1.0;
        let one_port = *ports == Ports::One;
        if !as4dr || one_port && (*scope != Scope::Every || *results != Results::Pull) {
            return None;
        }
        if one_port && *delays == Delays::Current {
            return None;
        }
        Some(Self {
            workers: platform.workers().to_vec(),
            target: *target,
            spacings: settings.spacings(platform),
            one_port,
            ring: *order == Order::Ring,
        })
    }
}

/// Rounds count as equal if their dates differ by less than this share of the target.
const SAME: f64 = 1e-10;
/// Chunks count as equal if they differ by less than this share: slowly shrinking chunks change little from round to
/// round.
const STILL: f64 = 1e-13;
/// A worker counts as waiting if it waits for more than this share of the target.
const WAITS: f64 = 1e-6;

/// The last round of a worker, and whether it repeats the one before.
#[derive(Clone, Copy, Default)]
struct Last {
    rounds: u32,
    chunk: f64,
    starved: f64,
    waited: Option<u32>,
    posted: f64,
    period: f64,
    /// Its other dates, counted from the sending.
    dates: [f64; 9],
    repeats: bool,
}

impl Last {
    fn add(&mut self, round: &Round, target: f64) {
        let [(b1, e1), (b2, e2)] = round.computed;
        let [a1, a2] = round.arrived;
        let (slot, returned) = round.returned;
        let (_, link) = round.returned_before.unwrap_or(round.returned);
        let dates = [a1, a2, b1, e1, b2, e2, slot, returned, link].map(|date| date - round.posted);
        let same = |one: f64, other: f64| (one - other).abs() <= SAME * target.max(other.abs());
        let period = round.posted - self.posted;
        self.repeats = round.number > 1
            && same(period, self.period)
            && (round.size - self.chunk).abs() <= STILL * round.size
            && self
                .dates
                .iter()
                .zip(&dates)
                .all(|(one, other)| same(*one, *other));
        self.rounds = round.number + 1;
        self.chunk = round.size;
        self.starved = round.inter + round.intra;
        // A worker has nothing to do before its first subchunk arrives.
        let waited = match round.number {
            0 => round.intra,
            _ => self.starved,
        };
        if waited > WAITS * target {
            self.waited = Some(round.number);
        }
        // A first round has no predecessor to compare with.
        self.period = if round.number == 0 { f64::NAN } else { period };
        (self.posted, self.dates) = (round.posted, dates);
    }
}

/// Simulates until `horizon` s and returns the observations of the last rounds. The propositions are about constant speeds: do not
/// pass profiles.
///
/// # Errors
/// Settings or a horizon out of range.
pub fn observe(platform: &Platform, settings: &Settings, horizon: f64) -> Result<Observed, Error> {
    let mut last = vec![Last::default(); platform.workers().len()];
    let mut each = |round: &Round| {
        if let Some(last) = last.get_mut(round.worker as usize) {
            last.add(round, settings.target);
        }
    };
    let outcome = watched(platform, settings, &Stream::until(horizon), &mut each)?;
    let period = last.iter().map(|last| last.period).fold(0.0, f64::max);
    // Workers that wait for each other keep their distance only where their periods are equal.
    let together = settings.ports == Ports::Multi && settings.order == Order::Fifo
        || last
            .iter()
            .all(|last| (last.period - period).abs() <= SAME * period);
    Ok(Observed {
        chunks: last.iter().map(|last| last.chunk).collect(),
        starvation: last.iter().map(|last| last.starved).collect(),
        throughput: last.iter().map(|last| last.chunk / last.period).sum(),
        contention: outcome.sending.events + outcome.returning.events,
        period,
        waited: last.iter().map(|last| last.waited).collect(),
        turns: last.iter().map(|last| last.rounds).min().unwrap_or(0),
        repeats: together && last.iter().all(|last| last.repeats),
    })
}

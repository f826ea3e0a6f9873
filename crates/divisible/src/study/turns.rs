//! The duration of a ring's turn for each target, and whether its spacings fit.

use report::{Cancelled, Observer};

use crate::settings::Settings;
use crate::speeds::Profile;
use crate::theorems::observe;
use crate::{Error, Platform};

/// The number of simulated turns.
const TURNS: f64 = 24.0;

/// A ring with one target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turned {
    /// τ, s.
    pub target: f64,
    /// Σd by eq (13), s.
    pub spacings: f64,
    /// The duration of the last turn, s.
    pub period: f64,
}

/// Simulates the ring of each target, at constant speeds, for `TURNS` of its longest rounds.
///
/// Source: Millot and Parrot 2016, equation 15; the simulation is our own.
///
/// # Errors
/// [`Error::Cancelled`] where the observer stops it; as of [`observe`].
pub fn turns(
    rings: &[(f64, Platform)],
    settings: &Settings,
    observer: &mut dyn Observer,
) -> Result<Vec<Turned>, Error> {
    let mut out = Vec::with_capacity(rings.len());
    for (done, (target, ring)) in (1..).zip(rings) {
        let target = *target;
        let constant = ring.map(|_, worker| worker.profile = Profile::default())?;
        let spacings: f64 = constant.delays(target).iter().sum();
        let first = constant
            .workers()
            .iter()
            .map(|worker| worker.computing(worker.first_chunk(target)))
            .fold(target.max(spacings), f64::max);
        let settings = Settings {
            target,
            ..settings.clone()
        };
        out.push(Turned {
            target,
            spacings,
            period: observe(&constant, &settings, TURNS * first)?.period,
        });
        if observer.progress(done, rings.len() as u64).is_break() {
            return Err(Cancelled.into());
        }
    }
    Ok(out)
}

//! The feeding of a worker: the window of θ against the target, and a simulation's waits.

use report::{Cancelled, Observer};

use super::watched;
use crate::formulas::window::Window;
use crate::settings::{Ports, Settings, Stream};
use crate::speeds::Profile;
use crate::watch::Round;
use crate::{Error, Platform, Worker};

/// The number of simulated rounds; the second half is measured.
const ROUNDS: u32 = 24;

/// The waits of a worker for data, for targets and shares.
#[derive(Clone, Debug, PartialEq)]
pub struct Feeding {
    /// τ, s, ascending.
    pub targets: Vec<f64>,
    /// θ, ascending.
    pub shares: Vec<f64>,
    /// The window of θ without starvation at the worker's limit chunk, for each target; none where that vanishes.
    pub windows: Vec<Option<Window>>,
    /// The share of its time that the worker starves once its rounds have settled: for each share, for each target. Not a number where
    /// the chunk vanishes.
    pub starved: Vec<Vec<f64>>,
}

/// Simulates one worker alone, with constant speeds and as many ports as it needs: nothing contends.
///
/// Source: Millot and Parrot 2016, proposition 2; the simulation is our own.
///
/// # Errors
/// [`Error::Cancelled`] where the observer stops it; as of [`as4dr::simulate`](crate::as4dr::simulate).
pub fn feeding(
    worker: &Worker,
    targets: Vec<f64>,
    shares: Vec<f64>,
    observer: &mut dyn Observer,
) -> Result<Feeding, Error> {
    let worker = Worker {
        profile: Profile::default(),
        ..worker.clone()
    };
    let windows = targets
        .iter()
        .map(|target| Window::at_limit(&worker, *target))
        .collect::<Vec<_>>();
    let mut starved = Vec::with_capacity(shares.len());
    for (done, theta) in (1..).zip(&shares) {
        let worker = Worker {
            theta: *theta,
            ..worker.clone()
        };
        let row = targets
            .iter()
            .map(|target| match worker.limit_chunk(*target) > 0.0 {
                true => starvation(&worker, *target),
                false => Ok(f64::NAN),
            });
        starved.push(row.collect::<Result<Vec<_>, Error>>()?);
        if observer.progress(done, shares.len() as u64).is_break() {
            return Err(Cancelled.into());
        }
    }
    Ok(Feeding {
        targets,
        shares,
        windows,
        starved,
    })
}

/// The share of its later rounds that a worker waits.
fn starvation(worker: &Worker, target: f64) -> Result<f64, Error> {
    let (mut waited, mut computed) = (0.0, 0.0);
    let mut each = |round: &Round| {
        if round.number >= ROUNDS / 2 {
            waited += round.inter + round.intra;
            computed += round
                .computed
                .iter()
                .map(|(begin, end)| end - begin)
                .sum::<f64>();
        }
    };
    watched(
        &Platform::new(vec![worker.clone()])?,
        &Settings {
            ports: Ports::Multi,
            ..Settings::as4dr(target)
        },
        &Stream::rounds(ROUNDS),
        &mut each,
    )?;
    // Sums of rounding errors are no waiting.
    let share = waited / (waited + computed);
    Ok(if share > 1e-12 { share } else { 0.0 })
}
